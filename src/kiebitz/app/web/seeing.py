"""From a game to what the visitor may see of it. All cards that leave the server pass here."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Literal

from kiebitz.app.web.games import Game
from kiebitz.app.web.models import (
    FriendsModel,
    Offer,
    PointerModel,
    ResultModel,
    SaidModel,
    TableModel,
    TrickModel,
)
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


def table_of(game: Game, visitor: str | None = None) -> TableModel:
    """The table as the visitor sees it; who looks on sees what all three at the table see."""
    found = game.seat_of(visitor or game.visitor)
    if found is None:
        return _looked_on(game, visitor)
    return _seen_from(game, found)


def _looked_on(game: Game, visitor: str | None) -> TableModel:
    """The table without anybody's cards, until the game is over."""
    state, over = game.state, game.state.is_over
    # As a defender counts them: what the declarer put away is nobody else's business.
    table = _seen_from(game, next(seat for seat in range(3) if seat != state.declarer))
    said = table.moves
    if not over:
        # What somebody did is public as their neighbour saw it.
        views = [state.view(seat) for seat in range(3)]
        seen = [moves_of(state, view) for view in views]
        said = [
            SaidModel(seat=one.seat, move=other.move, kind=one.kind)
            for n, one in enumerate(moves_of(state))
            for other in [seen[((one.seat or 0) + 1) % 3][n]]
        ]
    shown = list(state.shown) if state.declarer is not None else []
    company = game.company
    queued = company is not None and any(one.visitor == visitor for one in company.queue)
    return table.model_copy(
        update={
            "watching": True,
            "seat": 0 if game.company is not None else game.seat,
            "queued": queued,
            "names": names_of(game, None),
            "can_take_back": False,
            "hand": [],
            "legal": [],
            "offers": [],
            "next_bid": None,
            "skat": [],
            "shown": shown,
            "moves": said,
            "view": "",
            "thinking": not over,
            "can_claim": False,
            "can_resign": False,
            "friends": _friends(game, None),
        }
    )


def names_of(game: Game, seat: int | None) -> tuple[str, str, str]:
    """The names by seat; one's own is empty, for the page to fill in."""
    company = game.company
    if company is None:
        return game.names
    names = list(game.by_seat("", *game.opponent_names))
    for place, guest in company.guests.items():
        names[place] = "" if place == seat else guest.name or "?"
    return names[0], names[1], names[2]


def _seen_from(game: Game, seat: int) -> TableModel:
    state = game.state
    view = state.view(seat)
    over = state.is_over
    company = game.company
    present = company is None or company.is_present(seat)
    waiting = company is not None and company.waiting
    mine = not over and state.to_move == seat and present and not waiting
    legal: list[str] = list(view.legal_moves) if mine else []
    names, strengths = names_of(game, seat), game.seat_strengths
    highest = view.highest_bids
    won = view.tricks_won
    won_points = view.trick_points
    held = [len(state.hands[seat]) for seat in range(3)]
    return TableModel(
        id=game.id,
        version=game.version,
        ply=game.ply,
        seat=seat,
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
        shown=list(view.shown) if view.declarer != seat else [],
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
        can_claim=view.phase == Phase.PLAY and view.declarer == seat and not view.shown,
        can_resign=view.phase == Phase.PLAY and (company is None or view.declarer == seat),
        practice=game.practice,
        list_id=game.list_id,
        list_number=game.list_number,
        seed=game.deal_seed if over else None,
        result=_result(state) if over else None,
        note=game.note,
        friends=_friends(game, seat),
        sits_out=_sits_out(game),
        imported=game.imported,
        watching=False,
        queued=False,
    )


def _sits_out(game: Game) -> str | None:
    if game.fourth is None:
        return None
    return "" if game.sits_out else game.fourth[1]


def _friends(game: Game, seat: int | None) -> FriendsModel | None:
    """Who is at the table; only the host is told the secrets that let others in."""
    company = game.company
    if company is None:
        return None
    host = seat is not None and seat == game.seat
    pointer = company.pointer
    return FriendsModel(
        host=host,
        waiting=company.waiting,
        people=[place in company.guests for place in range(3)],
        away=[place in company.guests and company.guests[place].away for place in range(3)],
        watchers=len(company.watchers),
        queue=[one.name for one in company.queue],
        clock=company.clock,
        seconds_left=company.seconds_left,
        invite=company.invite if host else None,
        watch=company.watch if host else None,
        following=company.following,
        pointer=PointerModel(seat=pointer.seat, decision=pointer.decision) if pointer else None,
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
