"""Why a move is better than another one: concepts as codes with parameters, worded at the edge.

Every concept is a test on the position and on the worlds that were looked at. What is said is what
the numbers show: a concept is named only if the better move does it and the other one does not, and
counts of layouts are counts of worlds. If nothing stands out, nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import TYPE_CHECKING

from kiebitz.games.skat import Contract, Phase, View, card_points
from kiebitz.players.reason import Reason
from kiebitz.players.skat.card_reasons import card_reasons
from kiebitz.players.skat.certainty import certainty, certainty_of
from kiebitz.players.skat.paranoid import sure_points

if TYPE_CHECKING:
    from kiebitz.players.skat.judgement import Assessment, Option

__all__ = ["Reason", "reasons_for", "reasons_for_best"]

#: Less than so many list points need no reason.
_WORTH_SAYING = 10.0
#: The points that are certain as far as a game is: not at all, won, schneider, schwarz.
_SURE_STEPS = (0, 61, 90, 120)
_PROOF_NODES = 200_000


def reasons_for(view: View, found: Assessment, option: Option) -> tuple[Reason, ...]:
    """What speaks for the best move and against another one; nothing if nothing stands out.

    >>> from kiebitz.games.skat import State
    >>> from kiebitz.players.skat.judgement import assess
    >>> view = State.deal(seed=7).view(1)
    >>> found = assess(view)
    >>> [reason.code for reason in reasons_for(view, found, found.options[-1])]
    ['pass-too-early']
    """
    best = found.best
    if option.grade is None or option.move == best.move:
        return ()
    return _compared(view, found, best, [option])


def reasons_for_best(view: View, found: Assessment) -> tuple[Reason, ...]:
    """What speaks for the best move, against those that are clearly worse.

    Of a game that cannot be lost the proof is told. In the auction there is else one answer, and it
    stands in `found.carried`.
    """
    proof = _of_proof(view, found) if found.phase != "card" else None
    if proof is not None:
        return (proof,)
    if found.phase == "bid":
        return ()
    worse = [one for one in found.options[1:] if one.loss >= _WORTH_SAYING]
    return _compared(view, found, found.best, worse) if worse else ()


def _compared(
    view: View, found: Assessment, best: Option, others: Sequence[Option]
) -> tuple[Reason, ...]:
    if found.phase == "card":
        return card_reasons(view, found, best, others)
    other = others[0]
    proof = _of_proof(view, found)
    if proof is not None:
        return (proof,)
    if found.phase == "bid":
        return _of_call(found, best)
    if found.phase == "discard":
        assert view.contract is not None
        return _of_discard(view.contract, best, other)
    return _of_game(view, found, best, other)


def _of_proof(view: View, found: Assessment) -> Reason | None:
    """What was proved of a game that cannot be lost, before its first card."""
    unseen = 20 if len(view.hand) == 12 else 22
    facts: dict[str, str | int] = {"layouts": comb(unseen, 10) * comb(unseen - 10, 10)}
    if found.carried is not None:
        game = found.carried.game
        level = certainty_of(game, view.native.dealt, 0, view.seat) if game.hand else 0
        least = _SURE_STEPS[level]
        if not least or found.best.move == "p":
            return None
    elif found.best.sure:
        # The others' cards are drawn only to have a game to ask about: the proof holds for all.
        state = view.sample(seed=0).play(found.best.move)
        if state.phase == Phase.DISCARD:
            state = state.play(".".join(found.best.away))
        assert state.contract is not None
        game, least = state.contract, _SURE_STEPS[certainty(state)]
        if game.game != "N":
            least = max(least, sure_points(state.view(view.seat), nodes=_PROOF_NODES))
    else:
        return None
    facts["game"] = str(game)
    if game.game == "N":
        return Reason("sure-null", facts)
    return Reason("sure-game", {**facts, "n": least})


def _of_call(found: Assessment, best: Option) -> tuple[Reason, ...]:
    carried = found.carried
    assert carried is not None
    if best.move == "p" and not carried.limit:
        return (Reason("bid-nothing", {"n": _percent(carried.win)}),)
    if best.move == "p":
        return (Reason("bid-too-high", {"limit": carried.limit, "n": _percent(carried.win)}),)
    return (Reason("pass-too-early", {"limit": carried.limit, "n": _percent(carried.win)}),)


def _of_game(view: View, found: Assessment, best: Option, other: Option) -> tuple[Reason, ...]:
    numbers: dict[str, str | int] = {"n": _percent(best.win), "of": _percent(other.win)}
    plain = found.of(other.move.rstrip("SZO")) if other.move != "s" else None
    if found.of(other.move) is None and plain is not None and plain.grade is None:
        return (Reason("announced-too-much", {"game": other.move, "n": _percent(other.win)}),)
    if best.move == "s":
        return (Reason("skat-helps", numbers),)
    if other.move == "s":
        return (Reason("hand-pays", {"game": best.move, **numbers}),)
    if other.win == 0 and view.bid:
        return (Reason("game-below-bid", {"game": other.move, "bid": view.bid}),)
    pays = (best.win or 0.0) < (other.win or 0.0)
    return (Reason("game-pays" if pays else "game-better", {"game": best.move, **numbers}),)


def _of_discard(contract: Contract, best: Option, other: Option) -> tuple[Reason, ...]:
    kept, away = best.move.split("."), other.move.split(".")
    found = []
    trumps = [card for card in away if contract.is_trump(card) and card not in kept]
    if trumps:
        found.append(Reason("discard-trump", {"card": trumps[0]}))
    more = card_points(kept) - card_points(away)
    if more >= 4 and contract.game != "N":
        found.append(Reason("discard-points", {"n": more}))
    if contract.game != "N" and kept[0][0] == kept[1][0] and away[0][0] != away[1][0]:
        found.append(Reason("discard-one-suit", {"suit": kept[0][0]}))
    aces = [card for card in away if card[1] == "A" and card not in kept]
    if aces and contract.game != "N" and not trumps:
        found.append(Reason("discard-ace", {"card": aces[0]}))
    if contract.game == "N":
        found.append(Reason("discard-danger", {"card": kept[-1], "other": away[-1]}))
    return tuple(found[:2])


def _percent(chance: float | None) -> int:
    return round(100 * (chance or 0.0))
