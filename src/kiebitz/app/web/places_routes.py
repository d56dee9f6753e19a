"""Where are the cards? What a seat can know of every unseen card."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from fastapi import Request as HttpRequest
from pydantic import BaseModel, Field

from kiebitz.app.web.context import PROBLEMS, Parts, Visitor, compute
from kiebitz.app.web.models import PlyRequest, Request
from kiebitz.app.web.play_routes import GameId
from kiebitz.app.web.work import Ticket
from kiebitz.games.skat import View
from kiebitz.players.skat.opinion import card_places

router = APIRouter(prefix="/api", responses=PROBLEMS)


class PlacesRequest(Request):
    """What one seat sees during cardplay."""

    view: Annotated[str, Field(max_length=8000)]


class PlacesModel(BaseModel):
    """The chance of each unseen card in each place, exactly as the belief has it."""

    seat: int
    contract: str | None
    places: dict[str, list[float]] = Field(description="forehand, middlehand, rearhand, skat")
    possible: str = Field(description="how many worlds are possible")


@router.post("/places")
async def places(
    request: HttpRequest, wanted: PlacesRequest, context: Parts, visitor: Visitor
) -> PlacesModel:
    """Where the unseen cards of any View probably are."""
    view = View.parse(wanted.view)
    return await compute(request, context, visitor, lambda ticket: _places_of(view, ticket))


@router.post("/games/{game_id}/places")
async def places_at_table(
    request: HttpRequest, game_id: GameId, wanted: PlyRequest, context: Parts, visitor: Visitor
) -> PlacesModel:
    """The same for what the visitor sees; it is a help like a hint."""
    game = context.tables.find_to_help(visitor, game_id, wanted.ply)
    view = game.state.view(game.seat)
    found = await compute(request, context, visitor, lambda ticket: _places_of(view, ticket))
    context.tables.note_hint(game)
    return found


def _places_of(view: View, ticket: Ticket) -> PlacesModel:
    ticket.check()
    return PlacesModel(
        seat=view.seat,
        contract=str(view.contract) if view.contract else None,
        places={
            card: [round(chance, 4) for chance in chances]
            for card, chances in card_places(view).items()
        },
        possible=str(view.count_worlds()),
    )
