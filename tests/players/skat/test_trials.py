"""Games and discards that are tried out before they are declared."""

from __future__ import annotations

import pytest

from kiebitz.games.skat import Contract, Phase, State
from kiebitz.games.skat.cards import parse_cards, to_mask
from kiebitz.limits import Limit
from kiebitz.players.skat import make_player
from kiebitz.players.skat.auction import Bidder
from kiebitz.players.skat.trials import Trial, Trials, blended

# Hearts with five trumps: putting away a bare ten beats putting away two trumps.
TWELVE = "CJ.HJ.HA.HT.HK.H9.SA.SK.S7.DT.CA.C9"


def _trial(game: str, away: str, win: float = 0.6) -> Trial:
    twelve, put_away = to_mask(parse_cards(TWELVE)), to_mask(parse_cards(away))
    return Trial(Contract.parse(game), twelve & ~put_away, put_away, win)


def _chances(
    trials: list[Trial], worlds: int = 16, seed: int = 1, seconds: float | None = None
) -> list[float]:
    return Trials(worlds).chances(
        trials, seat=0, bid=18, highest_bids=(18, 0, 0), seed=seed, seconds=seconds
    )


def test_a_bad_discard_is_found_out_though_the_model_likes_both_alike() -> None:
    good, bad = _chances([_trial("H", "DT.C9"), _trial("H", "HA.HT")])
    assert good > bad


def test_trials_are_the_same_for_the_same_seed() -> None:
    games = [_trial("H", "DT.C9"), _trial("G", "DT.C9")]
    assert _chances(games, seed=3) == _chances(games, seed=3)


def test_trials_end_in_time_and_tell_the_same_if_there_is_enough() -> None:
    games = [_trial("H", "DT.C9"), _trial("H", "HA.HT")]
    assert _chances(games, seconds=1000) == _chances(games)
    # Some worlds are tried in any case, the same ones as by somebody who tries no more.
    assert _chances(games, worlds=10_000, seconds=0) == _chances(games, worlds=4)


def test_a_declaration_keeps_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[float | None] = []

    def chances(self: Trials, games: list[Trial], **settings: object) -> list[float]:
        tried.append(settings["seconds"])  # type: ignore[arg-type]
        return [game.win for game in games]

    monkeypatch.setattr(Trials, "chances", chances)
    player = make_player("pimc:tries=8,threads=1")
    for seed in range(40):
        state = State.deal(seed)
        while not state.is_over and state.phase != Phase.PLAY:
            view = state.view(state.to_move)
            state = state.play(player.decide(view, limit=Limit(seconds=0.25), seed=seed).move)
    assert tried
    assert set(tried) == {0.25}


def test_what_is_certain_is_not_doubted() -> None:
    assert blended(_trial("H", "DT.C9", win=1.0), 0, 10) == 1.0
    assert blended(_trial("H", "DT.C9", win=0.0), 10, 10) == 0.0


@pytest.mark.parametrize("seed", [3, 5, 11])
def test_a_bidder_with_trials_declares_and_discards_what_is_legal(seed: int) -> None:
    bidder = Bidder(trials=Trials(4))
    state = State.deal(seed)
    while not state.is_over and state.phase != Phase.PLAY:
        view = state.view(state.to_move)
        decision = bidder.decide(view, seed=seed)
        assert decision.move in decision.candidates
        state = state.play(decision.move)
    assert state.is_over or state.contract is not None


def test_tries_are_a_setting_of_searching_players() -> None:
    assert make_player("pimc:tries=8").bidder.decide(State.deal(3).view(1)).move in ("18", "p")
