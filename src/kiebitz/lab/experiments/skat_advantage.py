"""What other cards than PIMC's are worth: figure 9.4 card by card, with little noise."""

from __future__ import annotations

import atexit
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from kiebitz.cards import derive_seed
from kiebitz.lab.experiment import Done, Experiment, Parameters, Row, Size
from kiebitz.lab.skat_cardplay import THESIS, card_of, chosen_deals, draw_bars, over_all_deals

if TYPE_CHECKING:
    from kiebitz.games.skat import State

NOTES = """
Whole games tell little: one that is won instead of lost is worth some two hundred points, and most
of the difference is luck. Here `base` plays all seats of a declared deal. Whoever is to move, each
of `players` is asked what it would play. Where that is another card, both cards are tried in fresh
worlds, the rest of the game being played by PIMC players (`judge`) at all seats, with the same
luck. The differences, times what the game is at stake for, are added up over the game: `gain` is
what a player gains a game over `base` in that role, if it leaves the cards thereafter to PIMC.

The worlds are drawn by the belief `worlds_by` from what the seat knows; `true_gain` is the same in
the true world alone, which favours no belief but is noisier. `other` is the share of decisions with
another card. Deals are chosen by `in_doubt` and `others` as in skat-recursion; gains are those over
all declared deals.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a deal on which all are asked."""
    names = ("base", "players", "roles", "judge", "worlds", "worlds_by", "in_doubt", "others")
    for _ in range(int(parameters["deals"])):
        yield {name: parameters[name] for name in names} | {"kind": parameters.get("kind")}


def unit(payload: Any, seed: int) -> list[list[float]]:
    """For every player and role: gain in fresh worlds, in the true one, decisions, other cards."""
    deal = next(chosen_deals(seed, payload["kind"], payload["in_doubt"], payload["others"]))
    state, players = deal.state, payload["players"]
    sums = {(name, role): [0.0] * 4 for name in players for role in payload["roles"]}
    step = 0
    while not state.is_over:
        own = derive_seed(seed, 3, step)
        card = card_of(payload["base"], state, own)
        role = "soloist" if state.to_move == state.declarer else "defenders"
        if role in payload["roles"] and len(state.legal_moves) > 1:
            chosen = {name: card_of(name, state, own) for name in players}
            gains = _gains(payload, state, card, set(chosen.values()) - {card}, own)
            for name, other in chosen.items():
                one = sums[name, role]
                one[2] += 1
                if other != card:
                    one[0] += gains[other][0]
                    one[1] += gains[other][1]
                    one[3] += 1
        state = state.play(card)
        step += 1
    return [*sums.values(), [float(deal.looked_at), deal.weight]]


def _gains(
    payload: Any, state: State, card: str, others: set[str], seed: int
) -> dict[str, tuple[float, float]]:
    if not others:
        return {}
    from kiebitz._core import skat_players as core
    from kiebitz.games.skat.cards import DECK

    view, native = state.view(state.to_move), state.native
    moves = sorted(DECK.index(one) for one in {card, *others})
    drawn = _belief(payload["worlds_by"]).draw(view, payload["worlds"], derive_seed(seed, 1))
    total = sum(weight for _, weight in drawn)
    judge = _judge(payload["judge"])
    # The true world is tried a few times, with different luck.
    true = [core.World(native.hands, native.skat)] * 4
    rows = judge.evaluate(view.native, [world for world, _ in drawn], derive_seed(seed, 2), moves)
    true_rows = judge.evaluate(view.native, true, derive_seed(seed, 3), moves)
    assert state.contract is not None
    assert state.declarer is not None
    twelve = (*state.hands[state.declarer], *state.played(state.declarer), *state.skat)
    at_stake = 3 * max(state.contract.value(twelve), state.bid) + 100
    here = moves.index(DECK.index(card))
    gains = {}
    for other in others:
        there = moves.index(DECK.index(other))
        fresh = sum(
            weight * (row[there][0] - row[here][0])
            for (_, weight), row in zip(drawn, rows, strict=True)
        )
        known = sum(row[there][0] - row[here][0] for row in true_rows)
        gains[other] = (at_stake * fresh / total, at_stake * known / len(true))
    return gains


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """A row a player and role."""
    rows: list[Row] = []
    pairs = [(name, role) for name in parameters["players"] for role in parameters["roles"]]
    for place, (name, role) in enumerate(pairs if finished else ()):
        values = [done.value[place] for done in finished]
        gain, interval = over_all_deals(finished, [value[0] for value in values])
        true_gain, true_interval = over_all_deals(finished, [value[1] for value in values])
        rows.append(
            {
                "player": name,
                "role": role,
                "games": len(finished),
                "gain": gain,
                "gain_ci": interval,
                "true_gain": true_gain,
                "true_gain_ci": true_interval,
                "other": 100 * sum(v[3] for v in values) / max(1, sum(v[2] for v in values)),
            }
        )
    return rows


@cache
def _belief(name: str) -> Any:
    from kiebitz.beliefs.skat import make_belief

    return make_belief(name)


@cache
def _judge(worlds: int) -> Any:
    from kiebitz._core import skat_players as core
    from kiebitz.players.skat.evaluations import make_evaluation

    values = make_evaluation("win:0.3")
    return core.playout_evaluation(
        core.monte_carlo_player(_belief("table").native, values, worlds, 2000, distinct=True)
    )


# Native objects go before the interpreter does.
atexit.register(_belief.cache_clear)
atexit.register(_judge.cache_clear)

_SETTINGS: dict[str, Any] = {
    "base": "pimc:worlds=160,values=win:0.3",
    "players": ["recpimc:worlds=160,inner=10"],
    "roles": ["soloist", "defenders"],
    "judge": 40,
    "worlds": 40,
    "worlds_by": "table",
    "in_doubt": 8,
    "others": 0.1,
}

EXPERIMENT = Experiment(
    name="skat-advantage",
    paper=f"{THESIS}; Furtak & Buro 2013",
    item="figure 9.4, card by card",
    title="What other cards than PIMC's are worth",
    sizes={
        "quick": Size(
            {
                **_SETTINGS,
                "base": "pimc:worlds=40,values=win:0.3",
                "players": ["policy", "recpimc:worlds=8,inner=4"],
                "judge": 10,
                "worlds": 10,
                "deals": 6,
            },
            30,
        ),
        "paper": Size({**_SETTINGS, "deals": 1500}, 40_000),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw_bars("gain", "points gained a game", lambda row: f"{row['player']}\n{row['role']}"),
    notes=NOTES,
)
