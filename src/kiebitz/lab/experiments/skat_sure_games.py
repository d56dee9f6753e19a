"""§6.3: games that cannot be lost, in the auction: how often they change something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kiebitz.cards import derive_seed
from kiebitz.lab.experiment import Done, Experiment, Parameters, Row, Size, Sum
from kiebitz.lab.skat_cardplay import THESIS

NOTES = """
The same deals, bid and declared by the bidder with and without proofs of sure games at all three
seats. `sure` is the share of deals whose declared game is proved; `changed` that of deals in which
the auction, the discard or the game is another one. Deals that change are played both ways by PIMC
with ten worlds and estimates, which keeps to sure wins, at all seats; `points` is what the
declarers gain a deal, in Seeger-Fabian points less those of the defenders. Print has no numbers.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a batch of deals."""
    for _ in range(0, int(parameters["deals"]), int(parameters["batch"])):
        yield {"batch": parameters["batch"]}


def unit(payload: Any, seed: int) -> list[list[float]]:
    """For each deal: declared, sure, another auction, another game, another discard, gain."""
    from kiebitz.games.skat import Phase, State
    from kiebitz.players.skat import make_player
    from kiebitz.players.skat.auction import Bidder
    from kiebitz.players.skat.certainty import certainty

    proving, plain = Bidder(), Bidder(proves=False)
    player = make_player("pimc:worlds=10,values=estimate,threads=1")

    def declared(bidder: Bidder, start: int) -> State:
        state = State.deal(start)
        while not state.is_over and state.phase != Phase.PLAY:
            state = state.play(bidder.decide(state.view(state.to_move)).move)
        return state

    def score(state: State, start: int) -> float:
        step = 0
        while not state.is_over:
            view = state.view(state.to_move)
            state = state.play(player.decide(view, seed=derive_seed(start, step)).move)
            step += 1
        if state.declarer is None:
            return 0.0
        scores = [float(one) for one in state.scores]
        return scores[state.declarer] - sum(scores[: state.declarer] + scores[state.declarer + 1 :])

    found = []
    for number in range(payload["batch"]):
        start = derive_seed(seed, number)
        one, other = declared(proving, start), declared(plain, start)
        if one.declarer is None or one.contract is None:
            found.append([0, 0, float(other.declarer is not None), 0, 0, 0.0])
            continue
        auction = one.declarer != other.declarer or one.bid != other.bid
        game = not auction and one.contract != other.contract
        discard = not auction and not game and one.skat != other.skat
        changed = auction or game or discard
        gain = score(one, start) - score(other, start) if changed else 0.0
        sure = float(certainty(one) > 0)
        found.append([1, sure, float(auction), float(game), float(discard), gain])
    return found


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """One row: shares in percent of all deals, the gain a deal and a changed deal."""
    deals = [deal for done in finished for deal in done.value]
    sums = [Sum() for _ in range(6)]
    changed = Sum()
    for deal in deals:
        for total, number in zip(sums, deal, strict=True):
            total.add(number)
        if any(deal[2:5]):
            changed.add(deal[5])
    names = ("declared", "sure", "another_auction", "another_game", "another_discard")
    row: Row = {"deals": len(deals)}
    for name, total in zip(names, sums, strict=False):
        row[name] = 100 * total.mean
        row[f"{name}_ci"] = 100 * total.interval
    row |= {
        "points": sums[5].mean,
        "points_ci": sums[5].interval,
        "points_if_changed": changed.mean,
        "points_if_changed_ci": changed.interval,
    }
    return [row]


EXPERIMENT = Experiment(
    name="skat-sure-games",
    paper=THESIS,
    item="§6.3",
    title="Games that cannot be lost, in the auction",
    sizes={
        "quick": Size({"deals": 20, "batch": 10}, 5),
        "paper": Size({"deals": 10_000, "batch": 250}, 1200),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    notes=NOTES,
)
