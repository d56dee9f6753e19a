from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from kiebitz.arena.config import from_json, parse_config, read_config, to_json
from kiebitz.arena.match import check_players
from kiebitz.errors import KiebitzError

TWO = {"b": {"kind": "rules"}, "a": {"kind": "pimc", "limit": {"worlds": 5}}}


def _config(**tables: Any) -> dict[str, Any]:
    return {"deals": {"count": 3}, "player": TWO, **tables}


def test_players_keep_their_order_and_their_limits() -> None:
    config = parse_config(_config(), Path())
    assert [one.name for one in config.contestants] == ["b", "a"]
    limit = config.contestant("a").limit
    assert limit is not None
    assert limit.worlds == 5
    assert config.contestant("a").spec == {"kind": "pimc"}


def test_a_configuration_survives_the_log() -> None:
    config = parse_config(
        _config(
            match={"play": "cardplay", "seed": 9, "pairs": [["a", "b"]], "self_play": True},
            deals={"count": 7, "bidder": "b"},
            sprt={"upper": 3.0, "lower": -1},
        ),
        Path(),
    )
    again = from_json(to_json(config))
    assert again == config
    assert again.castings == config.castings
    assert config.castings == (("a", "b"), ("b", "a"), ("b", "b"), ("a", "a"))


def test_of_four_players_every_three_sit_together_in_all_orders() -> None:
    players = {name: {"kind": "rules"} for name in "abcd"}
    config = parse_config(_config(player=players), Path())
    assert len(config.castings) == 4 * 6
    (match,) = (one for one in config.matches if one.players == ("a", "d"))
    assert len(match.castings) == 2 * 6


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ({"player": {"a": {}}}, "at least two"),
        ({"matches": {}}, "matches is not known"),
        ({"match": {"colour": 1}}, r"match\.colour is not known"),
        ({"match": {"seed": -1}}, r"match\.seed"),
        ({"match": {"play": "half"}}, r"match\.play"),
        ({"match": {"game": "poker"}}, "poker"),
        ({"match": {"seconds": "long"}}, r"match\.seconds"),
        ({"match": {"pairs": [["a", "c"]]}}, "'c' is not one of the players"),
        ({"match": {"pairs": [["a", "a"]]}}, "not a pair"),
        ({"match": {"play": "cardplay"}}, "either a file of deals or a bidder"),
        ({"match": {"play": "cardplay"}, "deals": {"count": 1, "bidder": "x"}}, r"deals\.bidder"),
        ({"deals": {"count": 1, "file": "x.csv"}}, "cardplay"),
        ({"deals": {}}, r"deals\.count"),
        ({"deals": {"count": True}}, r"deals\.count"),
        ({"deals": {"count": 1, "kinds": ["ramsch"]}}, "ramsch"),
        ({"sprt": {}}, r"sprt\.upper"),
        ({"sprt": {"upper": -1}}, "sprt: lower"),
        ({"player": {**TWO, "c": 3}}, r"player\.c"),
        ({"player": {**TWO, "c": {"limit": {"worlds": 0}}}}, r"player\.c\.limit"),
        ({"player": {**TWO, "c": {"limit": {"time": 1}}}}, r"player\.c\.limit\.time"),
        ({"player": {**TWO, "c": {"factory": "nowhere.py:make"}}}, r"player\.c\.factory"),
    ],
)
def test_errors_name_the_field(tables: dict[str, Any], said: str) -> None:
    with pytest.raises(KiebitzError, match=said):
        parse_config(_config(**tables), Path())


def test_a_file_that_is_not_toml_is_named(tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    path.write_text("[match\n")
    with pytest.raises(KiebitzError, match=r"match\.toml"):
        read_config(path)


def test_seed_and_deals_of_the_command_go_before_the_file(tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    path.write_text("[deals]\ncount = 3\n[player.a]\n[player.b]\n")
    config = read_config(path, seed=4, deals=5)
    assert (config.seed, config.deals) == (4, 5)


@pytest.mark.parametrize("name", ["cardplay", "ladder", "several", "sprt", "whole"])
def test_the_examples_are_right(name: str) -> None:
    path = Path(str(files("kiebitz.arena") / "examples" / f"{name}.toml"))
    config = read_config(path)
    assert config.matches
    check_players(config)


MATCHES = sorted((Path(__file__).parents[2] / "benchmarks" / "matches").glob("*.toml"))


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_matches_that_were_measured_can_be_played_again(path: Path) -> None:
    config = read_config(path)
    check_players(config)
    assert config.deals > 0
