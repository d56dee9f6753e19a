from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz._core import skat_bidding as core
from kiebitz.games.skat import Contract, State
from kiebitz.games.skat.cards import to_mask
from kiebitz.games.skat.moves import Phase
from kiebitz.players.skat import make_player
from kiebitz.players.skat.auction import Bidder, heard_bids
from kiebitz.players.skat.hand_model import load_model, shipped_model
from kiebitz.players.skat.hearing import Heard, load_heard

if TYPE_CHECKING:
    from kiebitz.players.skat.hand_refit import PlayedGames

BIDDER = Bidder()
GRAND = to_mask(["CJ", "SJ", "HJ", "DJ", "CA", "CT", "CK", "SA", "ST", "HA"])
RUBBISH = to_mask(["C7", "C8", "CQ", "S7", "S8", "SQ", "H9", "HQ", "D9", "DK"])


def test_hands_are_told_apart() -> None:
    best = BIDDER.prospects(GRAND, 0)
    worst = BIDDER.prospects(RUBBISH, 0)
    assert best[0].win > 0.95
    assert worst[0].win < 0.4
    assert max(level.bid for level in best if level.win > 0.9) >= 120


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**9), seat=st.integers(0, 2))
def test_a_higher_bid_is_never_easier(seed: int, seat: int) -> None:
    hand = State.deal(seed).native.dealt_hands[seat]
    levels = BIDDER.prospects(hand, seat)
    assert [level.bid for level in levels][:3] == [18, 20, 22]
    for lower, higher in pairwise(levels):
        assert higher.score <= lower.score + 1e-9
    assert all(0 <= level.win <= 1 for level in levels)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_what_is_declared_pays_the_bid_if_anything_does(seed: int) -> None:
    state = State.deal(seed)
    while state.phase != Phase.PLAY and not state.is_over:
        state = state.play(BIDDER.decide(state.view(state.to_move)).move)
    if state.contract is None:
        assert state.is_over
        return
    native = state.native
    twelve = native.dealt_hands[native.declarer] | native.dealt_skat
    value = core.Bidding(shipped_model()).announcements(twelve, native.declarer, state.bid)
    possible = any(one.value >= state.bid and one.win > 0 for one in value)
    from kiebitz.games.skat.cards import from_mask

    if possible and not state.contract.hand:
        assert state.contract.value(from_mask(twelve)) >= state.bid


def test_the_threshold_decides_how_bold_a_bidder_is() -> None:
    bold, shy = Bidder(0.3), Bidder(0.9)
    bids = {True: 0, False: 0}
    for seed in range(40):
        view = State.deal(seed).view(1)
        a, b = (bidder.decide(view).move for bidder in (bold, shy))
        bids[True] += a != "p"
        bids[False] += b != "p"
        assert not (a == "p" and b != "p")
    assert bids[True] > bids[False]


def test_high_bids_of_others_are_heard() -> None:
    low = (0.0, 0.0, 0.0, 0.0, 0.0, -1.0)
    deaf, hearing = Bidder(heard=Heard()), Bidder(heard=Heard(trumps=low, null=low))
    state, chances = State.deal(seed=7), []
    for bid in ("18", "20", "22", "23", "24", "27", "30", "33", "35", "36"):
        state = state.play(bid)
        view = state.view(0)
        one, other = (bidder.decide(view).candidates["y"] for bidder in (deaf, hearing))
        chances.append((int(bid), one, other))
        state = state.play("y")
    assert all(one == other for bid, one, other in chances if bid < 30)
    heard = [(one, other) for bid, one, other in chances if bid >= 30 and 0 < one < 1]
    assert heard
    assert all(other < one for one, other in heard)


def test_silence_is_heard_only_of_those_who_have_passed() -> None:
    deal = State.deal(seed=7)
    assert heard_bids(deal.view(1)) == []  # middlehand opens
    assert heard_bids(deal.play("18").view(0)) == [18]
    passed = deal.play("p")  # rearhand has heard middlehand's pass, forehand has not spoken
    assert heard_bids(passed.view(2)) == [0]
    assert heard_bids(passed.play("p").view(0)) == [0, 0]
    declared = deal.play("18").play("y").play("p").play("p")
    assert heard_bids(declared.view(0)) == [18, 0]


def test_a_refit_finds_what_games_say_of_hands_and_bids() -> None:
    np = pytest.importorskip("numpy")
    from kiebitz.players.skat.hand_refit import PlayedGames, log_odds_of, refit

    states = []
    for seed in range(40):
        state = State.deal(seed)
        while not state.is_over and state.phase != Phase.PLAY:
            state = state.play(BIDDER.decide(state.view(state.to_move)).move)
        if not state.is_over:
            states.append((state, True))
    once = PlayedGames.of(states)
    many = PlayedGames(*(np.repeat(one, 200, axis=0) for one in _columns(once)))
    # The truth: all chances are lower by half a unit, and silence is worth more.
    truth = Heard(trumps=(0.8, 0.0, 0.0, 0.0, 0.0, 0.0))
    odds, _ = log_odds_of(shipped_model(), truth, many)
    random = np.random.default_rng(1)
    won = random.random(len(odds)) < 1 / (1 + np.exp(-(odds - 0.5)))
    games = PlayedGames(many.classes, many.features, many.heard, won.astype(np.uint8))
    before, _ = log_odds_of(shipped_model(), Heard(), games)
    model, heard = refit(shipped_model(), Heard(), games)
    after, _ = log_odds_of(model, heard, games)
    assert np.abs(after - (odds - 0.5)).mean() < 0.5 * np.abs(before - (odds - 0.5)).mean()
    assert heard.trumps[0] == max(heard.trumps)


def test_what_the_skat_promises_is_set_beside_what_came_out() -> None:
    pytest.importorskip("numpy")
    from kiebitz.players.skat.hand_refit import learn_before_skat

    games = []
    for seed in range(60):
        state = State.deal(seed)
        while not state.is_over and state.phase != Phase.PLAY:
            state = state.play(BIDDER.decide(state.view(state.to_move)).move)
        if not state.is_over:
            games.append((state, seed % 3 == 0))  # a third is won, far less than promised
    found = learn_before_skat(shipped_model(), Heard(), games)
    assert found.before_skat[0] < -0.5
    state = State.deal(seed=7)
    plain, low = Bidder(heard=Heard()), Bidder(heard=found)
    assert low.promised(state.view(1), 18)[0] < plain.promised(state.view(1), 18)[0]
    assert load_heard('{"heard": ' + json.dumps(found.to_json()) + "}") == found


def test_against_weak_opponents_more_is_bid() -> None:
    weak, strong = (make_player(f"rules:opponents={one}").bidder for one in ("weak", "strong"))
    bids = [0, 0]
    for seed in range(40):
        view = State.deal(seed).view(1)
        for side, bidder in enumerate((weak, strong)):
            bids[side] += bidder.decide(view).move != "p"
    assert bids[0] > bids[1]


def _columns(games: PlayedGames) -> tuple[Any, ...]:
    return games.classes, games.features, games.heard, games.won


def test_a_hand_model_with_other_ways_to_hear_is_refused() -> None:
    with pytest.raises(ValueError, match="6 ways"):
        load_heard('{"heard": {"trumps": [0], "null": [0]}}')
    with pytest.raises(ValueError, match="hand model"):
        load_heard('{"heard": [0, 0, 0]}')


def test_a_game_that_cannot_be_lost_is_announced_as_high_as_it_goes() -> None:
    # Ten tricks from the top, without a look at the skat.
    games = core.Bidding(shipped_model()).hand_games(
        to_mask(["CJ", "SJ", "HJ", "DJ", "CA", "CT", "CK", "CQ", "C9", "C8"]), 0, 18
    )
    assert games[0].sure
    assert Contract.from_code(games[0].contract).ouvert


def test_arguments_are_checked() -> None:
    bidding = core.Bidding(shipped_model())
    with pytest.raises(ValueError, match="12 cards"):
        bidding.announcements(3, 0, 18)
    with pytest.raises(ValueError, match="seats"):
        bidding.prospects(GRAND, 3)
    with pytest.raises(ValueError, match="hand model"):
        load_model("{}")


def test_training_finds_the_weights_that_made_the_data() -> None:
    np = pytest.importorskip("numpy")
    from kiebitz.players.skat.hand_training import fit, log_loss

    random = np.random.default_rng(1)
    truth = random.normal(size=40)
    features = np.stack([random.integers(0, 20, 20_000), random.integers(20, 40, 20_000)], axis=1)
    chance = 1 / (1 + np.exp(-truth[features].sum(axis=1)))
    won = (random.random(20_000) < chance).astype(float)
    found = fit(features, won, 40)
    assert log_loss(features, won, found) <= log_loss(features, won, truth) + 1e-4


def test_a_short_training_beats_a_coin() -> None:
    pytest.importorskip("numpy")
    from kiebitz._core import skat_players
    from kiebitz.players.skat.hand_training import Generation, log_loss, sample_hands, train

    rules = skat_players.rule_player()
    model = train(rules, seed=1, generations=(Generation(3000, 1.0),))
    samples = sample_hands(core.HandModel(), rules, 2000, seed=9)
    features, won = samples.of_class(0)
    always = -(won.mean() * _log(won.mean()) + (1 - won.mean()) * _log(1 - won.mean()))
    assert log_loss(features, won, model.weights(0)) < always


def _log(value: float) -> float:
    import math

    return math.log(value)
