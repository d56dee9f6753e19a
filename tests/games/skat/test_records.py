"""Records: what the server wrote is what the rules give, and bad records are named, not fatal."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.errors import KiebitzError
from kiebitz.games.skat import Contract, State, View
from kiebitz.games.skat.records import InvalidRecord, Record, parse_record, read_records

DATA = Path(__file__).resolve().parents[2] / "data"
LINES = (DATA / "iss_games.sgf").read_text().splitlines()
GRAND = next(line for line in LINES if "ID[5557737]" in line)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.split("ID[")[1].split("]")[0])
def test_iss_records_recompute_and_write_back(line: str) -> None:
    record = parse_record(line)  # raises when the recorded result is not the computed one
    assert record.to_sgf() == line.strip()
    # The result as we write it has every field that ISS wrote.
    recorded = line.rsplit("]R[", 1)[1].split("]")[0]
    assert record.result.to_iss().startswith(recorded)
    assert State.parse(str(record.state)) == record.state
    for seat in range(3):
        view = record.state.view(seat)
        assert View.parse(str(view)) == view


def xskat_games() -> list[dict[str, str]]:
    with (DATA / "xskat_games.csv").open() as file:
        return list(csv.DictReader(file))


def auction_won_by(state: State, declarer: int, bid: str) -> State:
    calls = {0: ["p", "p", bid], 1: [bid, "p", "p"], 2: ["p", bid, "p"]}[declarer]
    for call in calls:
        state = state.play(call)
    return state


def test_xskat_games_replay_to_the_recorded_end() -> None:
    games = xskat_games()
    assert len(games) == 2000
    for game in games:
        state = auction_won_by(State.from_deal(game["deal"]), int(game["declarer"]), game["bid"])
        if Contract.parse(game["game"]).hand:
            state = state.play(game["game"])
        else:
            state = state.play("s").play(f"{game['game']}.{game['discard']}")
        for card in game["plays"].split("."):
            state = state.play(card)
        result = state.result
        assert result is not None
        if game["declarer_points"]:
            assert result.points == int(game["declarer_points"])
        # XSkat's column says whether 61 points were made; an overbid game is lost all the same.
        assert (result.won or result.overbid) == (game["won"] == "1")


def replaced(old: str, new: str) -> str:
    assert old in GRAND
    return GRAND.replace(old, new, 1)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (replaced("w HJ.DT", "w HJ.HJ"), "card HJ stands twice"),
        (replaced("HJ.DT.D7", "HJ.DT"), "32 different cards, not 31"),
        (replaced("HJ.DT.D7", "HJ.DT.D7.X1"), "'X1' is not a card"),
        (replaced("0 HJ 1 DJ", "0 HJ 1 SA"), r"'SA' is not legal .* legal: DJ"),
        (replaced("0 HJ 1 DJ", "0 HJ 1 CJ"), r"move 13 \(1 CJ\)"),
        (replaced("0 HJ 1 DJ", "0 HJ 2 DJ"), "not seat 2's turn but seat 1's"),
        (replaced("1 18 0 y", "1 19 0 y"), "'19' is not legal"),
        (replaced("w SJ.D9", "w SJ.D8"), "not the skat of the deal"),
        (replaced("G.HK.HQ", "G.HK.SA"), "'HK.SA' is not legal"),
        (replaced("G.HK.HQ", "NS.HK.HQ"), "schneider and schwarz do not exist in null"),
        (replaced("v:120", "v:96"), "says v:96, the moves give v:120"),
        (replaced("2 ST ]", "]"), "not over after the last move"),
        (replaced("2 ST ]", "2 ]"), "breaks off after '2'"),
        (replaced("2 ST ]", "2 ST 0 RE ]"), "resigning is not possible here"),
        (replaced("GM[Skat]", "GM[Chess]"), "a record of 'Chess', not of Skat"),
        (replaced("MV[", "XX["), "the tag MV"),
        (GRAND[:200], "closing"),
        ("rubbish", "begins with"),
        ("(;", "end of the line"),
    ],
)
def test_a_bad_record_says_what_is_wrong(line: str, reason: str) -> None:
    with pytest.raises(InvalidRecord, match=reason):
        parse_record(line)


def test_good_records_survive_bad_neighbours() -> None:
    bad = [b"\x00\xff\xfe binary", b"(;" + b"x" * 200_000, LINES[0].encode()[:100], b"", b"(;)"]
    good = [line.encode() for line in LINES]
    mixed = [line for pair in zip(good, bad * 3, strict=False) for line in pair]
    records = list(read_records(b"\n".join(mixed)))
    assert sum(isinstance(record, Record) for record in records) == len(LINES)
    errors = [record for record in records if isinstance(record, InvalidRecord)]
    assert all(error.line > 0 for error in errors)
    assert any("longer than" in str(error) for error in errors)


def test_a_line_of_100_mb_is_read_past(tmp_path: Path) -> None:
    path = tmp_path / "huge.sgf"
    with path.open("wb") as file:
        for _ in range(100):
            file.write(b"A" * 2**20)
        file.write(b"\n" + GRAND.encode())
    first, second = read_records(path)
    assert isinstance(first, InvalidRecord)
    assert isinstance(second, Record)


@given(st.binary(max_size=300))
@settings(max_examples=200, deadline=None)
def test_any_bytes_are_read_without_crash(data: bytes) -> None:
    for record in read_records(data):
        assert isinstance(record, Record | InvalidRecord)


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_damaged_records_are_read_or_refused(data: st.DataObject) -> None:
    line = bytearray(data.draw(st.sampled_from(LINES)).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(line) - 1))
        end = place + data.draw(st.integers(0, 6))
        line[place:end] = data.draw(st.binary(max_size=6))
    for record in read_records(bytes(line)):
        assert isinstance(record, Record | InvalidRecord)


@given(st.text(alphabet="w012 psy.|?CSHDJATKQ987GNORETIL", max_size=120))
@settings(max_examples=300, deadline=None)
def test_any_move_list_is_read_or_refused(text: str) -> None:
    for parse in (State.parse, View.parse):
        try:
            parse(text)
        except KiebitzError as error:
            assert str(error)
