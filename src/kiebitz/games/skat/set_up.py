"""A View set up card by card, as on a board, instead of followed from the deal."""

from __future__ import annotations

from collections.abc import Sequence

from kiebitz import _core
from kiebitz.errors import InvalidPosition
from kiebitz.games.skat.cards import card_number
from kiebitz.games.skat.contract import Contract
from kiebitz.games.skat.state import View

#: The shortest auction in which each seat becomes declarer.
_AUCTIONS = ("1 p 2 p 0 18", "1 18 0 p 2 p", "1 p 2 18 0 p")
_SEATS = ("forehand", "middlehand", "rearhand")


def set_up_view(
    seat: int,
    hand: Sequence[str],
    declarer: int,
    contract: str,
    *,
    skat: Sequence[str] = (),
    played: Sequence[str] = (),
    shown: Sequence[str] = (),
) -> View:
    """What a seat knows that holds these cards after these were played.

    `played` are all cards played so far in their order, forehand's lead first; `skat` is what a
    declarer put away, `shown` what the declarer of an ouvert game still holds. Nothing is said of
    the auction: the declarer bid 18 and the others passed.

    >>> hand = "CJ SJ CA CT CK SA ST HA DA".split()
    >>> view = set_up_view(1, hand, 1, "G", skat=["S7", "H7"], played=["HT", "H9", "HK"])
    >>> view.to_move, view.trick_points
    (0, (0, 14))
    """
    if seat not in (0, 1, 2) or declarer not in (0, 1, 2):
        raise InvalidPosition("seats are 0, 1 and 2", code="no-such-seat")
    game = Contract.parse(contract)
    everything = [*hand, *skat, *played, *shown]
    for card in everything:
        card_number(card)
        if everything.count(card) > 1:
            raise InvalidPosition(f"{card} is in two places", code="card-twice", card=card)
    if len(played) > 30:
        raise InvalidPosition(
            f"thirty cards are played at most, not {len(played)}",
            code="played-thirty",
            count=len(played),
        )
    seats = _core.skat.seats_of_play(game.code, [card_number(card) for card in played])

    def dealt(player: int, held: Sequence[str]) -> str:
        own = [card for card, who in zip(played, seats, strict=True) if who == player]
        if len(own) + len(held) != 10:
            raise InvalidPosition(
                f"{_SEATS[player]} has played {_cards(len(own))} and holds {len(held)}: "
                "together they must be ten",
                code="hand-and-played",
                seat=player,
                played=len(own),
                held=len(held),
            )
        return ".".join([*own, *held])

    mine = seat == declarer
    put_away = "??.??"
    if mine and not game.hand:
        if len(skat) != 2:
            raise InvalidPosition(
                f"the declarer has put two cards away, not {len(skat)}",
                code="put-away-two",
                count=len(skat),
            )
        put_away = ".".join(skat)
    elif skat:
        raise InvalidPosition(
            f"{_SEATS[seat]} does not know the skat", code="skat-unknown", seat=seat
        )
    places = [".".join(["??"] * size) for size in (10, 10, 10, 2)]
    places[seat] = dealt(seat, hand)
    open_hand = ""
    if game.ouvert and not mine:
        open_hand = "." + dealt(declarer, shown)
    elif shown:
        raise InvalidPosition(
            "only in an ouvert game the declarer's cards lie open", code="shown-not-ouvert-game"
        )
    words = ["w", "|".join(places), _AUCTIONS[declarer]]
    if game.hand:
        words.append(f"{declarer} {contract}{open_hand}")
    else:
        # Which two cards lay in the skat is not asked: they are taken to be those put away.
        words.append(f"{declarer} s w {put_away} {declarer} {contract}.{put_away}{open_hand}")
    words += [f"{who} {card}" for card, who in zip(played, seats, strict=True)]
    return View.parse(" ".join(words))


def _cards(number: int) -> str:
    return "one card" if number == 1 else f"{number} cards"
