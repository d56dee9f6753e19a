"""A played board is judged with open cards and by what its player could know."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kiebitz import bridge
from kiebitz.app.bridge_words import WORDS, told, verdict_sentence
from kiebitz.errors import InvalidPosition
from kiebitz.players.bridge.review import GRADES, SUPPORT, decisive_card, review_play
from tests.app.command import kiebitz

PBN = """[Board "1"]
[Deal "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"]
[Declarer "S"]
[Contract "1NT"]
[Play "W"]
HA H2 H7 H3
S2 S6 S3 S5
*
"""


def test_both_judgements_of_every_card() -> None:
    (board,) = bridge.read(PBN)
    judged = list(review_play(board, worlds=6))
    opened = bridge.review(board)
    assert [one.cost for one in judged] == [one.cost for one in opened.cards]
    assert [one.card for one in judged] == list(board.play)
    least = dict(GRADES)
    for one in judged:
        assert one.by == {"N": "S"}.get(one.seat, one.seat)  # declarer plays for dummy
        assert one.loss >= 0
        if one.grade is not None:
            assert one.loss - SUPPORT * one.error >= least[one.grade]
        assert told(one.reasons) is None or "{" not in str(told(one.reasons))
        assert {reason.code for reason in one.reasons} <= set(WORDS)
    assert verdict_sentence(judged)
    again = list(review_play(board, worlds=6))
    assert again == judged


def test_the_finesse_in_an_ending_could_not_be_known() -> None:
    # North's queen or ace: with open cards one is right, and nobody can see which.
    deal = bridge.Deal.parse("N:AQ.2.. 53.3.. 42.4.. K7.5..")
    board = bridge.Board(
        deal,
        contract=bridge.Contract.parse("1NT", "E"),
        play=bridge.parse_cards("S2 S7 SA S3"),
    )
    judged = list(review_play(board))
    assert [one.cost for one in judged] == [0, 0, 1, 0]
    worst = decisive_card(judged)
    assert worst is None or worst.loss > 0


def test_without_cards_there_is_nothing_to_review() -> None:
    (board,) = bridge.read("N:AQ.2.. 53.3.. 42.4.. K7.5..")
    with pytest.raises(InvalidPosition, match="nothing to review"):
        list(review_play(board))


def test_a_line_a_board(tmp_path: Path) -> None:
    path = tmp_path / "one.pbn"
    path.write_text(PBN)
    done = kiebitz("bridge", "review", str(path), "--worlds", "2", "--json")
    assert done.returncode == 0, done.stderr
    (told_board,) = (json.loads(line) for line in done.stdout.splitlines())
    assert set(told_board) == {"board", "contract", "declarer", "verdict", "decisions"}
    assert len(told_board["decisions"]) == 8
    path.write_text(PBN.split("[Play")[0])
    empty = kiebitz("bridge", "review", str(path))
    assert empty.returncode == 2
    assert "no board of this file" in empty.stderr


def test_of_several_boards_the_one_with_an_illegal_card_is_named(tmp_path: Path) -> None:
    hands = "3SAKQ2HAKQDAKQCAKQ,S3456H234D234C234,SJT98HJT9DJT9CJT9,"
    lin = "md|{}|ah|Board {}|sv|o|mb|7N|mb|p|mb|p|mb|p|pc|{}|\n"
    file = tmp_path / "boards.lin"
    file.write_text(lin.format(hands, 7, "S7") + lin.format(hands, 8, "S3"))
    done = kiebitz("bridge", "review", str(file), "--json")
    assert done.returncode == 2
    assert done.stderr.startswith("kiebitz: board 2 of the text: card 1 of the play, S3, is ill")
