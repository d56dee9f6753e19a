"""From a game to what the visitor may see of it. All cards that leave the server pass here."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Literal

from kiebitz.app.web.models import (
    Offer,
    ResultModel,
    SaidModel,
    TableModel,
    TrickModel,
)
from kiebitz.app.web.tables import Game
from kiebitz.games.skat import DECK, Contract, Phase, State, View, card_points, stakes
from kiebitz.games.skat.history import moves_of, states_of, tricks_of

_PHASES: dict[Phase, Literal["bid", "answer", "pick_up", "declare", "discard", "play", "over"]] = {
    Phase.BID: "bid",
    Phase.ANSWER: "answer",
    Phase.PICK_UP: "pick_up",
    Phase.DECLARE: "declare",
    Phase.DISCARD: "discard",
    Phase.PLAY: "play",
    Phase.OVER: "over",
}


def table_of(game: Game) -> TableModel:
    """The table as the visitor sees it."""
    state = game.state
    view = state.view(game.seat)
    over = state.is_over
    mine = not over and state.to_move == game.seat
    legal: list[str] = list(view.legal_moves) if mine else []
    names, strengths = game.names, game.seat_strengths
    highest = view.highest_bids
    won = view.tricks_won
    won_points = view.trick_points
    held = [len(state.hands[seat]) for seat in range(3)]
    return TableModel(
        id=game.id,
        version=game.version,
        ply=game.ply,
        seat=game.seat,
        names=names,
        strengths=strengths,
        phase=_PHASES[view.phase],
        to_move=None if over else state.to_move,
        thinking=not over and not mine,
        bid=view.bid,
        highest_bids=(highest[0], highest[1], highest[2]),
        declarer=view.declarer,
        contract=str(view.contract) if view.contract else None,
        hand=list(view.hand),
        legal=legal if view.phase != Phase.DISCARD else [],
        offers=_offers(view) if mine else [],
        next_bid=_next_bid(legal),
        skat=list(view.discard or view.skat),
        shown=list(view.shown) if view.declarer != game.seat else [],
        counts=(held[0], held[1], held[2]),
        tricks=[
            TrickModel(leader=t.leader, cards=list(t.cards), winner=t.winner, points=t.points)
            for t in tricks_of(state)
        ],
        leader=view.leader,
        # The skat counts as soon as the visitor knows it: to the declarer who put it away.
        points=(won_points[0] + card_points(view.discard), won_points[1]),
        tricks_won=(won[0], won[1]),
        moves=[
            SaidModel(seat=said.seat, move=said.move, kind=said.kind)
            for said in moves_of(state, None if over else view)
        ],
        view=str(view),
        can_take_back=game.can_take_back,
        can_claim=view.phase == Phase.PLAY and view.declarer == game.seat and not view.shown,
        can_resign=view.phase == Phase.PLAY,
        practice=game.practice,
        list_id=game.list_id,
        list_number=game.list_number,
        seed=game.deal_seed if over else None,
        result=_result(state) if over else None,
        note=game.note,
    )


def _next_bid(legal: list[str]) -> int | None:
    numbers = [int(move) for move in legal if move.isdigit()]
    return min(numbers) if numbers else None


def _offers(view: View) -> list[Offer]:
    """The games that may be declared, each with what it is worth if just made."""
    if view.phase not in (Phase.PICK_UP, Phase.DECLARE):
        return []
    offers = []
    for move in view.legal_moves:
        if move == "s":
            continue
        contract = Contract.parse(move)
        low, high = _worth(contract, view.hand)
        enough: Literal["yes", "maybe", "no"] = (
            "yes" if low >= view.bid else "no" if high < view.bid else "maybe"
        )
        at_stake = [stakes(value) for value in ((low,) if low == high else (low, high))]
        offers.append(
            Offer(
                move=move,
                low=low,
                high=high,
                won=[one.won for one in at_stake],
                lost=[one.lost for one in at_stake],
                enough=enough,
            )
        )
    return offers


@lru_cache(maxsize=4096)
def _worth(contract: Contract, hand: tuple[str, ...]) -> tuple[int, int]:
    """The least and the most that a game is worth, just made."""
    if len(hand) == 12:
        return contract.value(hand), contract.value(hand)
    # The skat may hold matadors: what a hand game is worth is known only afterwards.
    unseen = [card for card in DECK if card not in hand]
    values = {contract.value((*hand, *skat)) for skat in combinations(unseen, 2)}
    return min(values), max(values)


def _result(state: State) -> ResultModel:
    result = state.result
    assert result is not None
    start = states_of(state)[0]
    points = result.points
    return ResultModel(
        passed=result.passed,
        won=result.won,
        declarer=result.declarer,
        contract=result.contract,
        value=result.value,
        points=points,
        defenders_points=120 - points if result.contract else 0,
        tricks=result.tricks,
        matadors=result.matadors,
        overbid=result.overbid,
        schneider=result.schneider,
        schwarz=result.schwarz,
        resigned=result.resigned,
        seeger_fabian=result.seeger_fabian,
        deal=[list(cards) for cards in (*start.hands, start.skat)],
        discard=list(state.skat),
    )
