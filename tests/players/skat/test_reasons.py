"""Reasons: a textbook's reason for the best card of an ending is named, and no other is made up.

The endings of tests/data/skat_textbook_1.csv and _2.csv are made from tests/textbook: motifs with
the card and the reason that a textbook gives, proved by the solver in all layouts. The first file
was used to mend the explainer, the second was made afterwards.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from kiebitz.app.skat_words import HABITS, REASONS, reason_sentence
from kiebitz.games.skat import Contract, View
from kiebitz.players.skat.card_reasons import trick_winner
from kiebitz.players.skat.judgement import assess
from kiebitz.players.skat.reasons import reasons_for, reasons_for_best
from tests.players.skat import positions
from tests.players.skat.test_sure_games import deal
from tests.textbook.make import ending, prove
from tests.textbook.motifs import NAMES

_DATA = Path(__file__).parents[2] / "data"


def endings(number: int) -> list[tuple[View, set[str], frozenset[str]]]:
    found = []
    with (_DATA / f"skat_textbook_{number}.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            state = ending(row)
            assert state is not None
            names = NAMES[row["concept"]]
            found.append((state.view(state.to_move), set(row["best"].split("|")), names))
    return found


@pytest.mark.parametrize("number", [1, 2])
def test_four_of_five_textbook_reasons_are_named(number: int) -> None:
    named = wrong = 0
    all_of_them = endings(number)
    assert len(all_of_them) >= 100
    for view, best, textbook in all_of_them:
        found = assess(view)
        assert found.complete
        reasons = reasons_for_best(view, found)
        right = found.best.move in best
        wrong += not right
        named += right and any(reason.code in textbook for reason in reasons)
        for reason in reasons:
            assert "{" not in reason_sentence(reason)
        assert reasons_for(view, found, found.best) == ()
    assert named >= 0.8 * len(all_of_them)
    assert wrong <= 1


def test_the_solver_proves_the_cards_of_the_textbook() -> None:
    for view, best, _ in endings(2)[::5]:
        assert prove(view, sorted(best), is_strict=False)


def test_every_reason_of_the_textbook_has_its_sentence() -> None:
    for codes in NAMES.values():
        assert codes <= REASONS.keys()
        assert codes <= HABITS.keys()


def test_hidden_cards_do_not_change_a_reason() -> None:
    # Game 10 after four tricks: where a card lies matters, and the reasons say so.
    codes = set()
    for game, cards in ((10, 12), (1, 9), (2, 15)):
        state = positions.after(game, cards)
        other = state.view(state.to_move).sample(seed=game)
        assert other.hands != state.hands
        told = []
        for one in (state, other):
            view = one.view(one.to_move)
            found = assess(view)
            told.append([reasons_for(view, found, option) for option in found.options])
        assert told[0] == told[1]
        codes |= {reason.code for reasons in told[0] for reason in reasons}
    assert any(code.startswith("layout-") for code in codes)


def test_who_wins_a_trick_that_is_not_full() -> None:
    spades = Contract.parse("S")
    assert trick_winner(spades, ["DA"]) == 0
    assert trick_winner(spades, ["DA", "S7"]) == 1
    assert trick_winner(spades, ["S7", "DA", "DJ"]) == 2
    assert trick_winner(Contract.parse("N"), ["DT", "DJ"]) == 1


def test_a_game_that_cannot_be_lost_is_told_with_its_proof() -> None:
    state = deal("S7.S8.ST.SJ.C7.C9.CQ.CT.CA.CJ")
    view = state.play("18").view(0)
    (proof,) = reasons_for_best(view, assess(view))
    assert (proof.code, proof.parameters["game"]) == ("sure-null", "NOH")
    for move in ("18", "y", "p", "p"):
        state = state.play(move)
    view = state.view(0)
    (proof,) = reasons_for_best(view, assess(view))
    assert (proof.code, proof.parameters["layouts"]) == ("sure-null", 42_678_636)
    view = state.play("s").view(0)
    found = assess(view)
    (proof,) = reasons_for_best(view, found)
    assert proof.code == "sure-game"
    assert proof.parameters["layouts"] == 184_756
    assert int(proof.parameters["n"]) >= 61
    assert reason_sentence(proof).startswith("grand cannot be lost: proved for all 184,756 layouts")
    worse = next(one for one in found.options if one.grade is not None)
    assert reasons_for(view, found, worse) == (proof,)
