from __future__ import annotations

import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from kiebitz.arena.arbiter import Declared, Spec
from kiebitz.arena.log import LoggedGame, MatchLog
from kiebitz.arena.match import create_match, play_match
from kiebitz.arena.report import make_report
from kiebitz.errors import KiebitzError
from kiebitz.games.skat.records import parse_record
from tests.arena.conftest import DATA, MakeConfig


def essence(log: MatchLog) -> list[tuple[object, ...]]:
    """All of a log that must not depend on where and when it was played."""
    return [
        (g.number, g.deal, g.casting, g.seed, g.result.seats, g.result.scores, g.result.record)
        for g in log.games()
    ]


def test_whole_games_are_played_in_all_seat_orders(tmp_path: Path, make_config: MakeConfig) -> None:
    config = make_config("random", "high", "low", deals={"count": 3})
    with create_match(tmp_path / "log", config) as log:
        play_match(log, workers=2)
        games = list(log.games())
    assert len(games) == 3 * 6
    for deal in range(3):
        on_deal = [game for game in games if game.deal == deal]
        assert len({game.result.seats for game in on_deal}) == 6
        dealt = {parse_record(game.result.record).state.native.dealt_skat for game in on_deal}
        assert len(dealt) == 1
    assert len({game.seed for game in games}) == 3


def test_two_players_share_three_seats_in_every_mixed_way(
    tmp_path: Path, make_config: MakeConfig
) -> None:
    with create_match(tmp_path / "log", make_config("random", "high", deals={"count": 1})) as log:
        play_match(log, workers=1)
        seats = [game.result.seats for game in log.games()]
    assert len(set(seats)) == len(seats) == 6
    assert Counter(name for names in seats for name in names) == {"random": 9, "high": 9}


def test_records_name_the_players_and_give_the_logged_scores(
    tmp_path: Path, make_config: MakeConfig
) -> None:
    with create_match(tmp_path / "log", make_config("random", "high")) as log:
        play_match(log, workers=1)
        for game in log.games():
            record = parse_record(game.result.record)
            assert record.players == game.result.seats
            assert record.state.scores == game.result.scores
            assert isinstance(game.result.facts, Declared)
            assert record.result.points == game.result.facts.points


def test_cardplay_on_fixed_deals_is_paired(tmp_path: Path, make_config: MakeConfig) -> None:
    config = make_config(
        "random",
        "high",
        play="cardplay",
        deals={"file": str(DATA / "xskat_games.csv"), "count": 5},
    )
    with create_match(tmp_path / "log", config) as log:
        play_match(log, workers=2)
        games = list(log.games())
    assert len(games) == 10
    rows = (DATA / "xskat_games.csv").read_text().splitlines()[1:6]
    for game in games:
        _, declarer, contract, bid, discard = rows[game.deal].split(",")[:5]
        state = parse_record(game.result.record).state
        assert (state.declarer, str(state.contract), state.bid) == (
            int(declarer),
            contract,
            int(bid),
        )
        assert set(state.skat) == set(discard.split("."))
        others = {name for seat, name in enumerate(game.result.seats) if seat != state.declarer}
        expected = ("random", "high") if game.casting == 0 else ("high", "random")
        assert game.result.seats[int(declarer)] == expected[0]
        assert others == {expected[1]}


def test_every_position_of_the_xskat_file_can_be_reached() -> None:
    from kiebitz.arena.skat import read_positions
    from kiebitz.games.skat import State

    positions = list(read_positions(DATA / "xskat_games.csv"))
    assert len(positions) == 2000
    rows = (DATA / "xskat_games.csv").read_text().splitlines()[1:]
    for row, position in zip(rows, positions, strict=True):
        _, _, _, _, _, plays, points, won = row.split(",")
        state = State.parse(position)
        for card in plays.split("."):
            state = state.play(card)
        # XSkat's own game, replayed from our position, ends as XSkat says.
        assert state.result is not None
        if state.result.contract is not None and not state.result.contract.startswith("N"):
            assert state.result.points == int(points)
        assert state.result.won == bool(int(won)) or state.result.overbid
    grands = list(read_positions(DATA / "xskat_games.csv", ["grand"]))
    assert len(grands) == 473 + 99


def test_positions_are_taken_from_records_too() -> None:
    from kiebitz.arena.skat import read_positions
    from kiebitz.games.skat import Phase, State

    states = [State.parse(text) for text in read_positions(DATA / "iss_games.sgf")]
    assert len(states) >= 8
    assert all(state.phase == Phase.PLAY and state.trick == () for state in states)


def test_the_auction_of_a_bidder_starts_the_cardplay(
    tmp_path: Path, make_config: MakeConfig
) -> None:
    config = make_config(
        "random", "high", play="cardplay", deals={"count": 3, "bidder": "random"}, self_play=True
    )
    with create_match(tmp_path / "log", config) as log:
        play_match(log, workers=1)
        games = list(log.games())
        report = make_report(log)
    assert len(games) == 3 * 4
    for game in games:
        state = parse_record(game.result.record).state
        assert state.declarer == 0  # the children always let forehand play
        assert str(state.contract) == "H"
    assert [(cell.declarer, cell.defenders) for cell in report.cells] == [
        ("random", "high"),
        ("high", "random"),
        ("random", "random"),
        ("high", "high"),
    ]


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_results_do_not_depend_on_the_number_of_workers(
    tmp_path: Path, make_config: MakeConfig, workers: int
) -> None:
    config = make_config("random", "rules", ours=True)
    logs = []
    for name, number in (("one", 1), ("many", workers)):
        with create_match(tmp_path / name, config) as log:
            play_match(log, workers=number)
            logs.append(essence(log))
    assert logs[0] == logs[1]
    with create_match(tmp_path / "other", make_config("random", "rules", seed=2, ours=True)) as log:
        play_match(log, workers=1)
        assert essence(log) != logs[0]


@pytest.mark.parametrize(
    ("manner", "said"),
    [
        ("raises", "crashed: RuntimeError: I cannot count to five"),
        ("exits", "crashed: SystemExit"),
        ("dies", "crashed: its process was ended by signal 11"),
        ("cheats", "illegal move"),
        ("hangs", "took longer than 0.3 s"),
        ("dawdles", "s, allowed are 0.3 s"),
        ("mumbles", "crashed: TypeError: a player answers with a Decision"),
        ("babbles", r"crashed: RuntimeError: half a \ud83d pair\x1b[2J"),
        ("chokes", "crashed: _Speechless: (it cannot be told)"),
        ("stammers", "illegal move"),
        ("hoards", "crashed: MemoryError (it may use 300 MB)"),
    ],
)
def test_who_misbehaves_loses_that_game_and_the_match_goes_on(
    tmp_path: Path, make_config: MakeConfig, manner: str, said: str
) -> None:
    deals = {"file": str(DATA / "xskat_games.csv"), "count": 2}
    seconds = 0.3 if said.endswith("0.3 s") else 5  # only who is slow on purpose is to be late
    config = make_config(
        manner, "random", play="cardplay", deals=deals, seconds=seconds, memory=300
    )
    with create_match(tmp_path / "log", config) as log:
        play_match(log, workers=2)
        games = list(log.games())
        report = make_report(log)
    assert len(games) == 4
    for game in games:
        result = game.result
        assert said in result.note
        assert result.note.startswith(manner)
        assert result.forfeited_by is not None
        assert result.seats[result.forfeited_by] == manner
        assert isinstance(result.facts, Declared)
        declarer = result.facts.declarer
        assert result.facts.won == (result.seats[declarer] == "random")
        if result.seats[declarer] == manner:
            assert result.scores[declarer] < -80
            assert sorted(result.scores)[1:] == [40, 40]
        else:
            assert result.scores[declarer] > 60
            assert sorted(result.scores)[:2] == [0, 0]
        record = parse_record(result.record)  # it says who went away, and after which cards
        gone = record.result.timed_out if manner in ("hangs", "dawdles") else record.result.left
        assert gone == result.forfeited_by
        cards = 10 if manner == "mumbles" else 5
        assert len(record.state.hands[result.forfeited_by]) == cards
    assert [account.forfeits for account in report.accounts] == [4, 0]
    assert report.comparisons[0].difference.mean < 0


def test_a_log_is_only_added_to(tmp_path: Path, make_config: MakeConfig) -> None:
    with create_match(tmp_path / "log", make_config("random", "high")) as log:
        play_match(log, workers=1)
        first = next(log.games())
        with pytest.raises(sqlite3.IntegrityError):
            log.add(first)
    connection = sqlite3.connect(tmp_path / "log")
    for statement in ("UPDATE game SET note = 'x'", "DELETE FROM game", "DELETE FROM match"):
        with pytest.raises(sqlite3.IntegrityError, match="only added to"):
            connection.execute(statement)


def test_a_match_is_not_begun_twice_nor_played_by_two(
    tmp_path: Path, make_config: MakeConfig
) -> None:
    config = make_config("random", "high")
    with create_match(tmp_path / "log", config) as log:
        with pytest.raises(KiebitzError, match="resume"):
            create_match(tmp_path / "log", config)
        log.claim()
        with MatchLog.open(tmp_path / "log") as other, pytest.raises(KiebitzError, match="already"):
            other.claim()


def test_what_is_not_a_log_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no log")
    sqlite3.connect(tmp_path / "other").execute("CREATE TABLE game (x)")
    for name in ("text", "other", "absent"):
        with pytest.raises(KiebitzError, match=r"log"):
            MatchLog.open(tmp_path / name)


def test_a_finished_match_has_nothing_to_resume(tmp_path: Path, make_config: MakeConfig) -> None:
    played: list[LoggedGame] = []
    with create_match(tmp_path / "log", make_config("random", "high")) as log:
        play_match(log, workers=1)
    with MatchLog.open(tmp_path / "log") as log:
        standing = play_match(log, workers=1, on_game=lambda _, game: played.append(game))
    assert standing.is_over
    assert played == []


def test_a_test_stops_the_match_early_at_the_same_deal_everywhere(
    tmp_path: Path, make_config: MakeConfig
) -> None:
    config = make_config(
        "rules",
        "random",
        play="cardplay",
        deals={"file": str(DATA / "xskat_games.csv")},
        sprt={"upper": 10, "least": 20},
        ours=True,
    )
    reports = []
    for workers in (1, 3):
        with create_match(tmp_path / str(workers), config) as log:
            standing = play_match(log, workers=workers)
            assert standing.is_over
            assert standing.played < 2000
            reports.append(make_report(log))
    first, second = reports
    assert first.tests[0].verdict is not None
    assert first.tests == second.tests
    assert first.comparisons == second.comparisons
    assert first.cells == second.cells
    assert first.counted == 2 * first.tests[0].deals


def test_any_game_of_the_protocol_can_be_played(tmp_path: Path) -> None:
    from kiebitz.arena.config import parse_config

    table: Spec = {
        "match": {"game": "mock_players.py:RACE"},
        "deals": {"count": 30},
        "player": {"clever": {"manner": "clever"}, "random": {"manner": "random"}},
    }
    config = parse_config(table, Path(__file__).parent)
    with create_match(tmp_path / "log", config) as log:
        play_match(log, workers=1)
        report = make_report(log)
    assert config.castings == (("clever", "random"), ("random", "clever"))
    assert report.comparisons[0].difference.low > 0.3
