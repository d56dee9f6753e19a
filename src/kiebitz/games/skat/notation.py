"""Move lists in ISS notation, of whole games and of what one seat sees of them.

``w CJ.H8.… 1 18 0 y …``: who (w for the server, or a seat) and what, in turn. In the list of a View
every hidden card is ``??``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kiebitz._core import skat as core
from kiebitz.errors import IllegalMove, InvalidNotation, InvalidPosition, KiebitzError, placed
from kiebitz.games.skat.cards import HIDDEN, from_mask, parse_cards, to_mask
from kiebitz.games.skat.moves import (
    Kind,
    Phase,
    content_of,
    kind_of,
    make_move,
    move_number,
    move_text,
    seat_event_number,
)
from kiebitz.games.skat.state import State, View

Step = tuple[str, str]


def split_moves(text: str) -> Iterator[Step]:
    """The pairs of who and what in a move list.

    >>> list(split_moves("1 18 0 y"))
    [('1', '18'), ('0', 'y')]
    """
    tokens = text.split()
    for place in range(0, len(tokens), 2):
        who = tokens[place]
        if who not in ("w", "0", "1", "2"):
            raise InvalidNotation(
                f"token {place + 1}, {who[:20]!r}, should say who moves: w 0 1 or 2",
                code="mover-missing",
                place=place + 1,
                text=who[:20],
            )
        if place + 1 == len(tokens):
            raise InvalidNotation(
                f"the move list breaks off after {who!r}", code="moves-break-off", text=who
            )
        yield who, tokens[place + 1]


# --- whole games ---


def parse_state(text: str) -> State:
    """Reads a move list in which all cards are known.

    >>> state = State.deal(seed=1)
    >>> parse_state(str(state)) == state
    True
    """
    steps = split_moves(text)
    who, deal = next(steps, ("", ""))
    if who != "w":
        raise InvalidNotation("a move list begins with 'w' and the deal", code="moves-begin")
    state = State.from_deal(deal)
    for number, (who, token) in enumerate(steps, start=1):
        try:
            state = advance(state, who, token)
        except (IllegalMove, InvalidNotation, InvalidPosition) as error:
            raise at_move(error, number, who, token) from None
    return state


def at_move(error: KiebitzError, number: int, who: str, token: str) -> KiebitzError:
    """An error of a move, with the place of the move in its list."""
    token = token[:40]
    place = f"move {number} ({who} {token})"
    return placed(error, place, code="at-move", number=number, text=f"{who} {token}")


def advance(state: State, who: str, token: str) -> State:
    """The state after one pair of a move list."""
    if who == "w":
        return _advance_server(state, token)
    seat = int(who)
    if token == "RE":
        return state.resign(seat)
    if token == "SC" or token.startswith("SC."):
        if seat != state.declarer:
            raise IllegalMove("only the declarer can show the hand", code="only-declarer-shows")
        after = state.show()
        _check_shown(token.split(".")[1:], after)
        return after
    if state.is_over:
        raise IllegalMove(
            f"the game is over: {token[:40]!r} cannot be played", code="game-over", text=token[:40]
        )
    if seat != state.to_move:
        raise IllegalMove(
            f"it is not seat {seat}'s turn but seat {state.to_move}'s",
            code="not-the-turn",
            seat=seat,
            turn=state.to_move,
        )
    if state.phase in (Phase.PICK_UP, Phase.DECLARE, Phase.DISCARD) and "." in token:
        return _advance_declaration(state, token)
    return state.play(token)


def format_state(state: State) -> str:
    """The move list of a whole game; the deal as players sort it."""
    native = state.native
    walk = core.State(native.dealt_hands, native.dealt_skat)
    deal = [card for hand in walk.dealt_hands for card in from_mask(hand)]
    words = ["w", ".".join((*deal, *from_mask(walk.dealt_skat)))]
    for number in native.history:
        kind = kind_of(number)
        if kind == Kind.DISCARD:
            words[-1] += "." + move_text(number)
        else:
            words += [_mover(walk, number), move_text(number)]
        walk = walk.happen(number) if kind.value >= Kind.SHOW.value else walk.apply(number)
        if kind == Kind.PICK_UP:
            words += ["w", ".".join(from_mask(walk.dealt_skat))]
    return " ".join(words)


def _advance_server(state: State, token: str) -> State:
    event = seat_event_number(token)
    if event is not None:
        seat = content_of(event)
        return state.time_out(seat) if kind_of(event) == Kind.TIME_OUT else state.leave(seat)
    # The server hands the skat to the declarer, who has just asked for it.
    skat = parse_cards(token)
    history = state.native.history
    asked = bool(history) and kind_of(history[-1]) == Kind.PICK_UP
    if not asked:
        raise IllegalMove(
            f"the server cannot say {token[:40]!r} here", code="server-says", text=token[:40]
        )
    if to_mask(skat) != state.native.dealt_skat:
        raise InvalidPosition(
            f"{token} is not the skat of the deal, {'.'.join(from_mask(state.native.dealt_skat))}",
            code="not-the-skat",
            cards=skat,
            skat=from_mask(state.native.dealt_skat),
        )
    return state


def _advance_declaration(state: State, token: str) -> State:
    # G.H7.HQ, H7.HQ alone, and in ouvert games the ten cards behind either, or behind the game.
    parts = token.split(".")
    if state.phase != Phase.DISCARD:
        state = state.play(parts.pop(0))
    if state.phase == Phase.DISCARD:
        state = state.play(".".join(parts[:2]))
        parts = parts[2:]
    if parts and not state.shown:
        raise InvalidNotation(
            f"cards are shown in {token[:60]!r}, but the game is not ouvert",
            code="shown-not-ouvert",
            text=token[:60],
        )
    _check_shown(parts, state)
    return state


def _check_shown(cards: Sequence[str], state: State) -> None:
    if cards and to_mask(parse_cards(".".join(cards))) != to_mask(state.shown):
        raise InvalidPosition(
            f"{'.'.join(cards)} is not the declarer's hand, {'.'.join(state.shown)}",
            code="not-the-hand",
            cards=cards,
            hand=state.shown,
        )


def _mover(table: core.State | core.View, number: int) -> str:
    kind = kind_of(number)
    if kind in (Kind.TIME_OUT, Kind.LEAVE):
        return "w"
    if kind == Kind.SHOW:
        return str(table.declarer)
    if kind == Kind.RESIGN:
        return str(content_of(number))
    return str(table.to_move)


# --- what one seat sees ---


def format_view(view: View) -> str:
    """The move list of what one seat sees, ``??`` for every hidden card."""
    native = view.native
    walk = core.View.start(view.seat, native.dealt)
    hands = [_cards_or_hidden(native.dealt if seat == view.seat else 0, 10) for seat in range(3)]
    words = ["w", "|".join((*hands, _cards_or_hidden(0, 2)))]
    history = native.history
    for number in history:
        kind = kind_of(number)
        if kind == Kind.DISCARD:
            words[-1] += "." + move_text(number)
        else:
            words += [_mover(walk, number), move_text(number)]
        revealed = _revealed(view, walk, number)
        walk = walk.see(number, revealed)
        if kind == Kind.PICK_UP:
            words += ["w", _cards_or_hidden(revealed, 2)]
        elif walk.shown and revealed:
            words[-1] += "." + ".".join(from_mask(revealed))
    return " ".join(words)


def parse_view(text: str) -> View:
    """Reads a move list with hidden cards; the seat is the one whose hand is known.

    >>> view = State.deal(seed=1).play("18").view(2)
    >>> parse_view(str(view)) == view
    True
    """
    steps = list(split_moves(text))
    if not steps or steps[0][0] != "w":
        raise InvalidNotation("a move list begins with 'w' and the deal", code="moves-begin")
    view = _parse_view_deal(steps[0][1])
    place = 1
    while place < len(steps):
        who, token = steps[place]
        following = steps[place + 1] if place + 1 < len(steps) else None
        try:
            view, used = _advance_view(view, who, token, following)
        except (IllegalMove, InvalidNotation, InvalidPosition) as error:
            raise at_move(error, place, who, token) from None
        place += used
    if view.count_worlds() == 0:
        raise InvalidPosition(
            "no distribution of the unseen cards fits these moves", code="no-world-fits"
        )
    return view


def _parse_view_deal(token: str) -> View:
    places = token.split("|")
    if len(places) != 4:
        raise InvalidNotation(
            "the deal of a View has four places: three hands and the skat, separated by |",
            code="view-four-places",
        )
    known = [seat for seat in range(3) if HIDDEN not in places[seat]]
    if len(known) != 1:
        raise InvalidNotation(
            f"exactly one hand must be known in a View, not {len(known)}",
            code="view-one-hand",
            count=len(known),
        )
    for seat, (place, size) in enumerate(zip(places, (10, 10, 10, 2), strict=True)):
        if seat not in known and place != ".".join([HIDDEN] * size):
            raise InvalidNotation(
                f"{place[:60]!r} should be {size} times {HIDDEN}",
                code="view-hidden",
                text=place[:60],
                count=size,
            )
    hand = parse_cards(places[known[0]])
    if len(hand) != 10:
        raise InvalidPosition(
            f"a hand has ten cards, not {len(hand)}", code="hand-of-ten", count=len(hand)
        )
    return View.start(known[0], hand)


def _advance_view(view: View, who: str, token: str, following: Step | None) -> tuple[View, int]:
    """The View after one pair, or after two where the server answers a request for the skat."""
    event = seat_event_number(token) if who == "w" else None
    if event is not None:
        return _see(view, event, 0, token), 1
    if who == "w":
        raise IllegalMove(
            f"the server cannot say {token[:40]!r} here", code="server-says", text=token[:40]
        )
    seat = int(who)
    if token == "RE":
        return _see(view, make_move(Kind.RESIGN, seat), 0, token), 1
    if token == "SC" or token.startswith("SC."):
        if seat != view.declarer:
            raise IllegalMove("only the declarer can show the hand", code="only-declarer-shows")
        shown = _strangers_cards(view, token.split(".")[1:])
        return _see(view, make_move(Kind.SHOW), shown, token), 1
    if view.is_over:
        raise IllegalMove(
            f"the game is over: {token[:40]!r} cannot be played", code="game-over", text=token[:40]
        )
    if seat != view.to_move:
        raise IllegalMove(
            f"it is not seat {seat}'s turn but seat {view.to_move}'s",
            code="not-the-turn",
            seat=seat,
            turn=view.to_move,
        )
    if token == "s":
        return _see_pick_up(view, following)
    if view.phase in (Phase.PICK_UP, Phase.DECLARE, Phase.DISCARD):
        return _see_declaration(view, token), 1
    return _see(view, move_number(token, view.phase), 0, token), 1


def _see_pick_up(view: View, following: Step | None) -> tuple[View, int]:
    own = view.to_move == view.seat
    if following is None or following[0] != "w" or following[1][:2] in ("TI", "LE"):
        if own:
            raise InvalidNotation(
                "the server's answer to 's' is missing: w and the two cards", code="skat-missing"
            )
        return _see(view, make_move(Kind.PICK_UP), 0, "s"), 1
    token = following[1]
    if own:
        return _see(view, make_move(Kind.PICK_UP), to_mask(parse_cards(token)), token), 2
    if token != f"{HIDDEN}.{HIDDEN}":
        raise InvalidNotation(
            f"the skat {token[:40]!r} should be hidden from this seat",
            code="skat-hidden",
            text=token[:40],
        )
    return _see(view, make_move(Kind.PICK_UP), 0, "s"), 2


def _see_declaration(view: View, token: str) -> View:
    parts = token.split(".")
    steps: list[tuple[int, str]] = []
    phase = view.phase
    if phase != Phase.DISCARD:
        name = parts.pop(0)
        steps.append((move_number(name, phase), name))
    # After picking up, a declaration without cards is followed by the discard in a pair of its own.
    if phase == Phase.DISCARD or (phase == Phase.DECLARE and parts):
        name = ".".join(parts[:2])
        steps.append((move_number(name, Phase.DISCARD), name))
        parts = parts[2:]
    revealed = _strangers_cards(view, parts)
    for place, (number, name) in enumerate(steps):
        view = _see(view, number, revealed if place == len(steps) - 1 else 0, name)
    return view


def _strangers_cards(view: View, cards: Sequence[str]) -> int:
    # The declarer's own open hand is no news to the declarer.
    return 0 if view.declarer == view.seat else to_mask(parse_cards(".".join(cards)))


def _see(view: View, number: int, revealed: int, token: str) -> View:
    try:
        return view.see(number, revealed)
    except ValueError:
        legal = " ".join(view.legal_moves[:12])
        hint = f"; legal: {legal}" if legal else ""
        raise IllegalMove(
            f"{token[:60]!r} is not possible here{hint}",
            code="illegal-move" if legal else "impossible",
            text=token[:60],
            legal=view.legal_moves[:12],
        ) from None


def _revealed(view: View, walk: core.View, number: int) -> int:
    kind = kind_of(number)
    if kind == Kind.PICK_UP:
        return view.native.skat if walk.to_move == view.seat else 0
    if walk.declarer < 0 or walk.declarer == view.seat:
        return 0
    opens = kind == Kind.SHOW or (
        kind in (Kind.DECLARE, Kind.DISCARD)
        and bool((view.native.contract >> 6) & 1)
        and (kind == Kind.DISCARD or walk.phase == Phase.PICK_UP)
    )
    # What lay open then: what still does, and what the declarer has played since.
    played_since = view.native.played[walk.declarer] & ~walk.played[walk.declarer]
    return view.native.shown | played_since if opens else 0


def _cards_or_hidden(mask: int, size: int) -> str:
    return ".".join(from_mask(mask) if mask else [HIDDEN] * size)
