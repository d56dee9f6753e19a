"""Facts about the experiments on Skat, at the smallest sizes that show them."""

from __future__ import annotations

from itertools import islice
from math import log
from pathlib import Path

import pytest

from kiebitz.arena.declared import declared_deal, declared_deals, quickly_declared_deals
from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import Phase, State
from kiebitz.lab import skat_matrix
from kiebitz.lab.experiment import Done
from kiebitz.lab.registry import find
from kiebitz.lab.run import Where, run
from kiebitz.lab.skat_cardplay import (
    Deal,
    chosen_deals,
    decisions_of,
    is_in_doubt,
    over_all_deals,
    soloist_score,
)
from kiebitz.players.skat.search_belief import SearchBelief

ONE = Where(workers=1)


def test_deals_are_declared_by_the_bidder_and_can_be_chosen_by_kind() -> None:
    states = [state for seed in range(6) if (state := declared_deal(seed)) is not None]
    assert states
    assert all(state.phase == Phase.PLAY for state in states)
    assert next(declared_deals(3, "null")).contract.game == "N"  # type: ignore[union-attr]


def test_deals_in_doubt_are_those_that_quick_games_win_and_lose() -> None:
    first, second = islice(chosen_deals(7, None, 4), 2)
    assert first.state.native.hands != second.state.native.hands
    assert first.weight == second.weight == 1
    asked = [
        is_in_doubt(state, 4, derive_seed(7, 1, number))
        for number, state in zip(range(first.looked_at), declared_deals(7), strict=False)
    ]
    assert asked == [False] * (first.looked_at - 1) + [True]


def test_other_deals_stand_for_those_that_are_left_out() -> None:
    played = list(islice(chosen_deals(7, None, 4, others=0.25), 30))
    assert {deal.weight for deal in played} == {1.0, 4.0}
    everything = list(islice(chosen_deals(7, None, 4, others=1.0), 10))
    assert all(deal.looked_at == 1 for deal in everything)
    done = [Done({}, [[0.0], [2.0, 1.0]]), Done({}, [[0.0], [1.0, 4.0]])]
    mean, _ = over_all_deals(done, [6.0, 3.0])
    assert mean == (6 + 4 * 3) / 3


def test_saturation_says_what_more_worlds_gained(tmp_path: Path) -> None:
    changes = {"soloists": [1, 3], "defenders": [2], "deals": 3, "values": "win"}
    table = run(find("skat-saturation"), changes=changes, folder=tmp_path, where=ONE).table
    first, second = (row for row in table if skat_matrix.ALL not in row.values())
    assert first["more"] is None
    gained = float(second["score"] or 0) - float(first["score"] or 0)
    assert float(second["more"] or 0) == pytest.approx(gained)


def test_a_matrix_of_players_with_their_means() -> None:
    deals = [  # won and lost by the same soloist, a deal that counts for two and a half
        Done({}, [[60.0, 1.0], [-90.0, 0.0], [70.0, 1.0], [70.0, 1.0], [1.0, 2.5]]),
        Done({}, [[80.0, 1.0], [80.0, 1.0], [80.0, 1.0], [-50.0, 0.0], [2.0, 1.0]]),
    ]
    table = skat_matrix.reduce(["a", "perf"], ["b", "perf"], deals, {("a", "b"): 50.0})
    rows = {(row["soloist"], row["defenders"]): row for row in table}
    assert rows["a", "b"]["score"] == pytest.approx((2.5 * 60 + 80) / 3)
    assert rows["a", "b"]["printed"] == 50
    assert rows["a", "perf"]["held"] == pytest.approx(2.5 * 150 / 3)
    assert rows["perf", "b"]["more"] == pytest.approx(2.5 * 10 / 3)
    assert rows["perf", "perf"]["more"] == pytest.approx((2.5 * 160 - 130) / 3)
    everybody = skat_matrix.ALL
    assert rows["perf", everybody]["score"] == rows["perf", "b"]["score"]
    assert rows["perf", everybody]["more"] == rows["perf", "b"]["more"]
    assert rows[everybody, "perf"]["held"] == rows["a", "perf"]["held"]
    assert {row["declared"] for row in table} == {3}


def test_a_matrix_is_the_same_on_a_second_machine_and_goes_on(tmp_path: Path) -> None:
    changes = {"soloists": [1, 0], "defenders": [2, 0], "deals": 4, "in_doubt": 2, "others": 0.5}
    experiment = find("skat-saturation")
    alone = run(experiment, changes=changes, folder=tmp_path / "a", where=ONE)
    log = alone.folder / "units.jsonl"
    lines = log.read_text().splitlines(keepends=True)
    log.write_text("".join(lines[:3]) + lines[3][:5])  # as if killed within the third deal
    resumed = run(experiment, changes=changes, folder=tmp_path / "a", where=ONE)
    assert resumed.record["units_resumed"] == 2
    assert resumed.table == alone.table
    several = run(experiment, changes=changes, folder=tmp_path / "b", where=Where(workers=2))
    assert several.table == alone.table


def test_recursion_on_deals_in_doubt_and_some_others(tmp_path: Path) -> None:
    changes = {
        "pimc": 2,
        "recursive": ["recpimc:worlds=1,inner=1"],
        "deals": 3,
        "in_doubt": 2,
        "others": 0.5,
        "roles": ["soloist"],
    }
    result = run(find("skat-recursion"), changes=changes, folder=tmp_path, where=ONE)
    base, recursive = result.table
    assert (base["player"], base["role"], recursive["role"]) == ("pimc 2", "all", "soloist")
    assert base["gain"] is None
    gained = float(recursive["score"] or 0) - float(base["score"] or 0)
    assert float(recursive["gain"] or 0) == pytest.approx(gained)


def test_players_of_one_kind_play_the_same_game_twice() -> None:
    state = next(declared_deals(5))
    first, second = (Deal(state, 9).moves("rules-iimc:worlds=5", "rules") for _ in range(2))
    assert first == second
    end = Deal(state, 9).play("rules-iimc:worlds=5", "rules")
    assert end.is_over
    assert soloist_score(end) == end.scores[state.declarer or 0]


def test_payoff_similarity_saves_nodes_and_changes_no_value(tmp_path: Path) -> None:
    changes = {"kinds": ["suit"], "heights": [18, 21], "positions": 6, "batch": 6}
    result = run(find("skat-payoff-similarity"), changes=changes, folder=tmp_path, where=ONE)
    assert [row["cards"] for row in result.table] == [18, 18, 21, 21]
    assert {row["positions"] for row in result.table} == {6}
    _, _, without, with_it = result.table
    assert float(with_it["nodes"] or 0) < float(without["nodes"] or 0)
    assert 0 < float(with_it["saved_nodes"] or 0) < 100
    changes |= {"off": ["quasi_symmetry"]}
    fewer = run(find("skat-payoff-similarity"), changes=changes, folder=tmp_path, where=ONE).table
    assert float(fewer[-1]["saved_nodes"] or 0) > float(with_it["saved_nodes"] or 0)
    with pytest.raises(KiebitzError, match="no technique is called 'driver'"):
        run(find("skat-payoff-similarity"), changes={"off": ["driver"]}, folder=tmp_path, where=ONE)


def test_a_bidder_without_proofs_declares_nearly_the_same_deals() -> None:
    exact = list(islice(declared_deals(3, "suit"), 12))
    quick = list(islice(quickly_declared_deals(3, "suit"), 12))
    known = {tuple(state.native.hands) for state in exact}
    assert sum(tuple(state.native.hands) in known for state in quick) >= 10
    assert all(state.contract is not None and state.contract.game in "CSHD" for state in quick)


def test_declarations_tell_defenders_more_than_bids_tell_the_soloist(tmp_path: Path) -> None:
    changes = {
        "kinds": ["suit"],
        "games": 8,
        "every": 1,
        "sample": 100,
        "player": "rules",
        "beliefs": ["uniform", "table", "small"],
    }
    result = run(find("skat-true-world"), changes=changes, folder=tmp_path, where=ONE)
    likelier = {
        (row["belief"], row["role"], row["trick"]): float(row["geometric"] or 0)
        for row in result.table
    }
    for belief in ("table", "small"):
        assert likelier[belief, "defender", 1] > 2
        assert likelier[belief, "defender", 1] > likelier[belief, "soloist", 1]
    assert {likelier["uniform", "defender", trick] for trick in range(1, 10)} == {1.0}
    errors = {
        (row["belief"], row["trick"]): float(row["cross_entropy"] or 0)
        for row in result.table
        if row["role"] == "defender"
    }
    assert errors["small", 2] < errors["uniform", 2]
    assert errors["uniform", 9] < errors["uniform", 1]


def test_who_knows_more_cards_is_less_surprised_by_the_others(tmp_path: Path) -> None:
    changes = {
        "kinds": ["suit", "null"],
        "games": 6,
        "every": 1,
        "player": "rules",
        "beliefs": ["uniform", "small"],
    }
    result = run(find("skat-cards-known"), changes=changes, folder=tmp_path, where=ONE)
    errors = {
        (row["game"], row["skat"], row["cards"], row["belief"]): float(row["cross_entropy"] or 0)
        for row in result.table
    }
    for game in ("suit", "null"):
        # Ten of its own before the first card, and the skat; 20 cards in two places then.
        assert errors[game, "known", 12, "uniform"] == pytest.approx(20 / 32 * log(2), abs=1e-6)
        # Two cards lie in the skat, ten each in the hands: 22 in three places.
        places = -2 * log(2 / 22) - 20 * log(10 / 22)
        assert errors[game, "unknown", 10, "uniform"] == pytest.approx(places / 32, abs=1e-6)
        # In its ninth trick a defender does not know who else has two cards, and the skat.
        assert errors[game, "unknown", 26, "uniform"] < 0.2
    assert errors["suit", "unknown", 12, "small"] < errors["suit", "unknown", 12, "uniform"]
    assert (result.folder / "plot.svg").stat().st_size > 10_000


def test_beliefs_meet_on_the_same_deals_both_ways_round(tmp_path: Path) -> None:
    changes = {
        "kinds": ["suit"],
        "deals": 4,
        "worlds": [3],
        "pairs": ["small-small", "small-table"],
    }
    result = run(find("skat-belief-play"), changes=changes, folder=tmp_path, where=ONE)
    same, other = result.table
    assert same["difference"] == 0
    assert same["deals"] == other["deals"] == 4


def test_worlds_of_a_subset_and_dealt_directly_are_near_the_exact_chances(tmp_path: Path) -> None:
    changes = {"games": 2, "worlds": [200], "beliefs": ["small", "small@4000"], "every": 1}
    result = run(find("skat-belief-subsets"), changes=changes, folder=tmp_path, where=ONE)
    assert {row["belief"] for row in result.table} == {"small", "small@4000"}
    for row in result.table:
        assert 0 < float(row["error"] or 0) < 15
        assert 1 < float(row["distinct"] or 0) <= 200


def test_a_table_of_pairs_names_soloists_and_defenders(tmp_path: Path) -> None:
    changes = {"deals": 2, "playouts": 20, "worlds": 3}
    result = run(find("skat-uct"), changes=changes, folder=tmp_path, where=ONE)
    assert [row["games"] for row in result.table] == [2] * 8
    kinds = [str(row["soloist"]).partition(":")[0] for row in result.table]
    assert kinds == ["uct", "rules-iimc"] * 4


def test_errors_are_counted_by_role_and_trick(tmp_path: Path) -> None:
    changes = {"pimc": 2, "recursive": [1, 1], "deals": 1}
    result = run(find("skat-post-mortem"), changes=changes, folder=tmp_path, where=ONE)
    for row in result.table:
        assert row["role"] in ("declarer", "defender 1", "defender 2")
        assert 0 <= float(row["errors"] or 0) <= 100


def test_whoever_plays_as_the_base_gains_nothing(tmp_path: Path) -> None:
    changes = {
        "base": "pimc:worlds=4,values=win:0.3",
        "players": ["pimc:worlds=4,values=win:0.3", "random"],
        "judge": 2,
        "worlds": 4,
        "deals": 2,
        "in_doubt": 1,
        "others": 1.0,
    }
    table = run(find("skat-advantage"), changes=changes, folder=tmp_path, where=ONE).table
    same = [row for row in table if str(row["player"]).startswith("pimc")]
    assert [(row["gain"], row["true_gain"], row["other"]) for row in same] == [(0, 0, 0)] * 2
    assert all(float(row["other"] or 0) > 20 for row in table if row["player"] == "random")
    assert sum(float(row["gain"] or 0) for row in table) < 0


def test_open_cards_promise_less_and_less_wrongly(tmp_path: Path) -> None:
    changes = {"worlds": 4, "deals": 6, "in_doubt": 2}
    table = run(find("skat-played-out"), changes=changes, folder=tmp_path, where=ONE).table
    by_cards = {row["cards"]: float(row["deviation"] or 0) for row in table}
    assert by_cards[2] < by_cards[6]
    assert by_cards[2] < by_cards[9]


def test_optimal_control_is_hardly_better_than_the_soloists_rules(tmp_path: Path) -> None:
    table = run(find("skat-control-bounds"), folder=tmp_path, where=ONE).table
    nodes = {(row["game"], row["variant"]): float(row["nodes"] or 0) for row in table}
    assert len(nodes) == 2 * 8
    for game in ("suit", "grand"):
        assert nodes[game, "soloist"] < nodes[game, "none"]
        assert nodes[game, "both, optimal"] < nodes[game, "none"]


def test_worlds_are_weighed_by_what_pimc_would_have_played(tmp_path: Path) -> None:
    changes = {"games": 1, "sample": 4, "kinds": ["suit"]}
    table = run(find("skat-search-inference"), changes=changes, folder=tmp_path, where=ONE).table
    assert {row["belief"] for row in table} == {"search", "small", "small, search"}
    assert all(float(row["ratio"] or 0) > 0 for row in table)


def test_a_belief_by_search_prefers_worlds_in_which_the_cards_played_make_sense() -> None:
    state = next(declared_deals(5, "suit"))
    for move in Deal(state, 5).moves("rules", "rules")[:8]:
        state = state.play(move)
    view = state.view(state.to_move)
    belief = SearchBelief(view)
    worlds = [world for world, _ in belief.draw(view, 3, 1)]
    for world in worlds:
        whole = belief.state_of(world)
        assert view.allows(whole)
        before = list(decisions_of(whole))[-1]
        chances = [belief.chance(before, card, 1) for card in before.legal_moves]
        assert sum(chances) == pytest.approx(1)
    assert belief.likelihoods(view, worlds) == belief.likelihoods(view, worlds)
    with pytest.raises(KiebitzError, match="during cardplay only"):
        SearchBelief(State.deal(seed=1).view(0))


def test_questions_are_asked_of_the_same_positions_and_told_apart(tmp_path: Path) -> None:
    changes = {"positions": 6, "batch": 3}
    table = run(find("skat-null-search"), changes=changes, folder=tmp_path, where=ONE).table
    nodes = {str(row["variant"]): float(row["nodes"] or 0) for row in table}
    assert len(nodes) == 9
    for variant in ("vanilla", "LWRS", "RCS"):
        assert nodes[f"{variant}, won or lost"] <= nodes[f"{variant}, all cards"]
    # What is saved is against the first variant with the same question.
    saved = {str(row["variant"]): row["saved_nodes"] for row in table}
    assert [name for name, share in saved.items() if share is None] == [
        "vanilla, won or lost",
        "vanilla, value",
        "vanilla, all cards",
    ]
    share = 100 * (1 - nodes["RCS, all cards"] / nodes["vanilla, all cards"])
    assert saved["RCS, all cards"] == pytest.approx(share)


def test_rank_constraints_with_trumps_are_measured_with_and_without_bounds(tmp_path: Path) -> None:
    changes = {"kinds": ["grand"], "heights": [12], "positions": 4, "batch": 4}
    experiment = find("skat-rank-constraints")
    bounded = run(experiment, changes=changes, folder=tmp_path, where=ONE).table
    changes |= {"bounds": "no static bounds"}
    searched = run(experiment, changes=changes, folder=tmp_path, where=ONE).table
    assert [row["variant"] for row in bounded] == ["all ranks", "LWRS", "RCS"]
    for one, other in zip(bounded, searched, strict=True):
        assert float(one["nodes"] or 0) < float(other["nodes"] or 0)
