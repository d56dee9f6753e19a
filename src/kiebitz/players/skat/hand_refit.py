"""A hand model made to fit whole games of the players that use it.

What a hand is worth depends on who plays it, on who defends, and on what the auction has told. So a
model that was learned from other games is moved, weight by weight, to what came out of games
that were bid and played as they will be; what others bid is learned along with it. Weights that
few games tell about stay near to what they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kiebitz._core import skat_bidding as core
from kiebitz._core import skat_players
from kiebitz.errors import KiebitzError
from kiebitz.games.skat.records import InvalidRecord, Record, read_records
from kiebitz.players.skat.hand_training import fit
from kiebitz.players.skat.hearing import HEARD_BIDS, Heard, heard_state

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from kiebitz.games.skat import State, View
    from kiebitz.players.skat.auction import Bidder

# How strongly a weight is held at what it was. Of nulls there are few games, and the model that was
# learned from rules knows them badly.
_RIDGE = {False: 20.0, True: 5.0}
_STATES = len(HEARD_BIDS) + 1
_HELD_OUT = 10  # every tenth game tests the rest


@dataclass(frozen=True, slots=True)
class PlayedGames:
    """Declared games: class, table entries (-1 pads), how the defenders were heard, won or not."""

    classes: NDArray[np.uint8]
    features: NDArray[np.int16]
    heard: NDArray[np.uint8]
    won: NDArray[np.uint8]

    @classmethod
    def of(cls, games: Iterable[tuple[State, bool]]) -> PlayedGames:
        """Of declared games, at whatever card they are, and whether they were won."""
        import numpy as np

        rows = [_row(state, won) for state, won in games]
        if not rows:
            raise KiebitzError("there is no declared game to learn from")
        classes, features, heard, won = zip(*rows, strict=True)
        return cls(
            np.array(classes, np.uint8),
            np.array(features, np.int16),
            np.array(heard, np.uint8),
            np.array(won, np.uint8),
        )


def read_games(path: Path) -> Iterator[tuple[State, bool]]:
    """The declared games of a file of records that were not overbid."""
    for record in read_records(path):
        if isinstance(record, InvalidRecord):
            raise KiebitzError(f"{path}: {record}")
        result = record.state.result
        if result is not None and result.contract is not None and not result.overbid:
            yield record.state, result.won


def players_of(path: Path) -> str:
    """Who played the first game of a file of records, and from which seed."""
    first = next(read_records(path), None)
    if not isinstance(first, Record):
        return "unknown players"
    seed = first.tags.get("SE")
    return first.players[0] + (f", seed {seed}" if seed else "")


def own_games(
    model: core.HandModel, heard: Heard, deals: int, seed: int
) -> Iterator[tuple[State, bool]]:
    """Deals that the model bids itself and PIMC plays, with 20 worlds that fit the auction."""
    from kiebitz.beliefs.skat import make_belief
    from kiebitz.players.skat.auction import Bidder
    from kiebitz.players.skat.evaluations import make_evaluation

    belief = make_belief("small")
    player = skat_players.monte_carlo_player(
        belief.native, make_evaluation("win:0.3"), 20, belief.candidates
    )
    return play_auctions(Bidder(model=model, heard=heard), player, deals, seed)


def play_auctions(
    bidder: Bidder, player: skat_players.Player, deals: int, seed: int
) -> Iterator[tuple[State, bool]]:
    """Games that a bidder bids at all three seats, and one player plays."""
    from kiebitz.cards import derive_seed
    from kiebitz.games.skat import Phase, State

    for number in range(deals):
        own = derive_seed(seed, number)
        state = State.deal(own)
        while not state.is_over and state.phase != Phase.PLAY:
            state = state.play(bidder.decide(state.view(state.to_move)).move)
        if state.is_over:
            continue
        n = state.native
        start = (n.hands, n.skat, n.declarer, n.contract, state.bid, n.highest_bids)
        ((_, won, _),) = skat_players.play_games(player, player, [start], own)
        yield state, won


def refit(
    model: core.HandModel,
    heard: Heard,
    games: PlayedGames,
    *,
    report: Callable[[str], None] = lambda line: None,
) -> tuple[core.HandModel, Heard]:
    """The model and what bids mean, moved to fit games; every tenth game is left to test it."""
    following = core.HandModel()
    names = core.classes()
    shifts: dict[bool, tuple[float, ...]] = {}
    for null in (False, True):
        numbers = [index for index, name in enumerate(names) if ("null" in name) == null]
        table = heard.null if null else heard.trumps
        weights, shifts[null] = _refit_kind(model, numbers, table, games, _RIDGE[null], report)
        for number, own in zip(numbers, weights, strict=True):
            following.set_weights(number, [float(weight) for weight in own])
    return following, replace(heard, trumps=shifts[False], null=shifts[True])


def learn_before_skat(
    model: core.HandModel,
    heard: Heard,
    games: Iterable[tuple[State, bool]],
    report: Callable[[str], None] = lambda line: None,
) -> Heard:
    """How much less comes out than the last call promised, of games bid for the skat."""
    import numpy as np

    from kiebitz.players.skat.auction import Bidder

    bidder = Bidder(model=model, heard=replace(heard, before_skat=(0.0, 0.0)))
    rows = []
    for state, won in games:
        view, bid = _last_call(state)
        chance, null_share, with_skat = bidder.promised(view, bid)
        if with_skat and 0 < chance < 1:
            rows.append((1 - null_share, null_share, np.log(chance / (1 - chance)), float(won)))
    if not rows:
        return heard
    table = np.array(rows)
    shift = np.zeros(2)
    for _ in range(30):  # Newton's method, held near 0 by a prior worth some ten games
        expected = _chances(table[:, 2] + table[:, :2] @ shift)
        gradient = table[:, :2].T @ (expected - table[:, 3]) + 3.0 * shift
        curved = table[:, :2] * (expected * (1 - expected))[:, None]
        shift -= np.linalg.solve(table[:, :2].T @ curved + 3.0 * np.eye(2), gradient)
    report(
        f"{len(rows)} games bid for the skat: {table[:, 3].mean():.1%} won, "
        f"{_chances(table[:, 2]).mean():.1%} promised; log odds {shift[0]:+.2f}, "
        f"null {shift[1]:+.2f}"
    )
    return replace(heard, before_skat=(round(float(shift[0]), 3), round(float(shift[1]), 3)))


def _last_call(state: State) -> tuple[View, int]:
    """What the declarer saw when it bid or held for the last time, and the bid."""
    from kiebitz.games.skat.history import states_of
    from kiebitz.games.skat.moves import Phase

    found = None
    for one in states_of(state):
        if one.phase not in (Phase.BID, Phase.ANSWER):
            break
        if one.to_move == state.declarer:
            found = one
    assert found is not None
    view = found.view(found.to_move)
    return view, state.bid if found.phase == Phase.BID else found.bid


def log_odds_of(
    model: core.HandModel, heard: Heard, games: PlayedGames
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Of every game what the model gives it, and whether it was won."""
    import numpy as np

    odds = np.zeros(len(games.won))
    for index, name in enumerate(core.classes()):
        of_class = games.classes == index
        table = np.asarray(heard.null if "null" in name else heard.trumps)
        weights = np.append(np.asarray(model.weights(index)), 0.0)
        odds[of_class] = weights[games.features[of_class].astype(np.int64)].sum(axis=1)
        odds[of_class] += table[games.heard[of_class]].sum(axis=1)
    return odds, games.won.astype(np.float64)


def _refit_kind(
    model: core.HandModel,
    numbers: Sequence[int],
    table: tuple[float, ...],
    games: PlayedGames,
    ridge: float,
    report: Callable[[str], None],
) -> tuple[list[Any], tuple[float, ...]]:
    """All classes with trumps, or all of null, which share what bids mean."""
    import numpy as np

    old = [np.asarray(model.weights(number)) for number in numbers]
    chosen = np.isin(games.classes, numbers)
    if not chosen.any():
        return old, table
    # 1. All weights in one row: those of every class, a constant for each, how others were heard.
    starts = np.cumsum([0, *(len(weights) for weights in old)])
    constants = int(starts[-1])
    hearing = constants + len(numbers)
    place = {number: index for index, number in enumerate(numbers)}
    of_game = np.array([place[int(one)] for one in games.classes[chosen]])
    entries = games.features[chosen].astype(np.int64)
    entries = entries[:, (entries >= 0).all(axis=0)]
    columns = np.hstack(
        [
            entries + starts[of_game][:, None],
            constants + of_game[:, None],
            hearing + games.heard[chosen].astype(np.int64),
        ]
    )
    before = np.concatenate([*old, np.zeros(len(numbers)), np.asarray(table)])
    base, won = before[columns].sum(axis=1), games.won[chosen].astype(np.float64)
    # 2. What is to be added; constants are few and held less.
    held = np.full(len(before), ridge)
    held[constants:hearing] = 5.0
    tests = np.arange(len(won)) % _HELD_OUT == 0
    learns = ~tests if len(won) > 20 * _HELD_OUT else np.ones(len(won), bool)
    added = fit(columns[learns], won[learns], len(before), ridge=held, base=base[learns])
    for number in numbers:
        part = tests & (of_game == place[number])
        if part.any():
            after = base[part] + added[columns[part]].sum(axis=1)
            report(
                f"{core.classes()[number]}: {part.sum()} games apart, {won[part].mean():.1%} won, "
                f"expected {_chances(base[part]).mean():.1%} before, {_chances(after).mean():.1%} "
                f"now; loss {_loss(base[part], won[part]):.4f}, now {_loss(after, won[part]):.4f}"
            )
    # 3. One who has not spoken adds nothing: the mean of the rest goes to the constants.
    shift = np.asarray(table) + added[hearing:]
    share = np.bincount(games.heard[chosen].ravel(), minlength=_STATES) / games.heard[chosen].size
    mean = float(share @ shift)
    weights = [
        own + added[start : start + len(own)] + (added[constants + i] + 2 * mean) / entries.shape[1]
        for i, (own, start) in enumerate(zip(old, starts, strict=False))
    ]
    return weights, tuple(round(float(one) - mean, 3) for one in shift)


def _row(state: State, won: bool) -> tuple[int, list[int], list[int], bool]:
    native, declarer = state.native, state.native.declarer
    assert state.contract is not None
    ten = native.dealt_hands[declarer]
    if not state.contract.hand:
        ten = (ten | native.dealt_skat) & ~native.skat
    number, entries = core.features(native.contract, ten, native.skat, declarer)
    heard = [heard_state(bid) for seat, bid in enumerate(native.highest_bids) if seat != declarer]
    return number, entries + [-1] * (core.FEATURES - len(entries)), heard, won


def _chances(log_odds: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    return np.clip(1.0 / (1.0 + np.exp(-log_odds)), 1e-9, 1 - 1e-9)


def _loss(log_odds: NDArray[np.float64], won: NDArray[np.float64]) -> float:
    import numpy as np

    chance = _chances(log_odds)
    return float(-np.mean(won * np.log(chance) + (1 - won) * np.log(1 - chance)))
