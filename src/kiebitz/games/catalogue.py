"""The built-in games for several players by name, loaded when they are asked for.

>>> start("abalone", players=3).players
3
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from importlib import import_module
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Literal,
    Protocol,
    Self,
    get_args,
    get_origin,
    get_type_hints,
)

from kiebitz.errors import KiebitzError

if TYPE_CHECKING:
    from kiebitz.games.native_state import BoardState

#: Names, and for how many players each game is; the first number is the usual one.
PLAYERS: Final[dict[str, tuple[int, ...]]] = {
    "hearts": (4, 3),
    "spades": (3,),
    "sergeant-major": (3,),
    "cribbage": (2, 3, 4),
    "chinese-checkers": (3, 2, 4, 6),
    "abalone": (2, 3),
}


def state_type(name: str) -> type[BoardState[Any]]:
    """The State class of a game.

    >>> state_type("hearts").__module__
    'kiebitz.games.hearts.state'
    """
    found: type[BoardState[Any]] = _module(name).State
    return found


def start(
    name: str,
    *,
    players: int | None = None,
    seed: int = 0,
    rules: Mapping[str, str] | None = None,
) -> BoardState[Any]:
    """The first position of a game; cards are dealt by the seed. Rules are given as text.

    >>> start("hearts", players=3, seed=1).legal_moves
    ('C2',)
    >>> start("hearts", seed=1, rules={"pass_to": "left", "no_trick_bonus": "yes"}).is_passing
    True
    """
    module = _module(name)
    under = _rules(name, players, rules)
    if _plain(name) in ("chinese-checkers", "abalone"):
        state: BoardState[Any] = module.State.start(under)
    else:
        state = module.State.deal(seed, under)
    return state


class Hands(Protocol):
    """A match: hands until someone has enough points."""

    @property
    def totals(self) -> tuple[int, ...]:
        """Points of all hands so far."""

    @property
    def is_over(self) -> bool:
        """Whether someone has enough."""

    def next_hand(self) -> Any:
        """The next deal."""

    def after(self, hand: Any) -> Self:
        """The match with one more finished hand."""


def start_match(
    name: str,
    *,
    players: int | None = None,
    seed: int = 0,
    rules: Mapping[str, str] | None = None,
) -> Hands:
    """A match of many hands: Hearts to 100 points, Spades to 300, Cribbage to 121.

    In Hearts the pass changes from hand to hand unless it is chosen.

    >>> start_match("hearts", players=3, seed=1).next_hand().is_passing
    True
    """
    module = _module(name)
    if not hasattr(module, "Match"):
        raise KiebitzError(f"{name} is not played in matches; hearts, spades and cribbage are")
    fixed = {"passing": False} if "pass_to" in (rules or {}) else {}
    match: Hands = module.Match(_rules(name, players, rules), seed=seed, **fixed)
    return match


def rules_of(name: str) -> dict[str, Any]:
    """The rules of a game that can be chosen, with their usual values.

    >>> rules_of("spades")["bids_may_not_fit"]
    False
    """
    rules = _module(name).Rules
    return {rule.name: rule.default for rule in fields(rules) if rule.name != "players"}


def _rules(name: str, players: int | None, rules: Mapping[str, str] | None) -> Any:
    game = _plain(name)
    allowed = PLAYERS[game]
    count = allowed[0] if players is None else players
    if count not in allowed:
        listed = ", ".join(map(str, sorted(allowed)))
        raise KiebitzError(f"{game} is for {listed} players, not {count}")
    chosen = {rule: _value(game, rule, text) for rule, text in (rules or {}).items()}
    if len(allowed) > 1:
        chosen["players"] = count
    return _module(name).Rules(**chosen)


def _value(game: str, rule: str, text: str) -> Any:
    """What a text means as the value of a rule."""
    known = rules_of(game)
    if rule not in known:
        raise KiebitzError(f"there is no rule {rule!r} of {game}; " + ", ".join(known))
    kind = get_type_hints(_module(game).Rules)[rule]
    if kind is bool:
        if text in ("yes", "no"):
            return text == "yes"
        raise KiebitzError(f"the rule {rule} is yes or no, not {text!r}")
    if get_origin(kind) is Literal:
        if text in get_args(kind):
            return text
        raise KiebitzError(f"the rule {rule} is one of {', '.join(get_args(kind))}, not {text!r}")
    try:
        numbers = tuple(int(part) for part in text.split(","))
        if kind is not int:
            return numbers
        (number,) = numbers
    except ValueError:
        wanted = "a number" if kind is int else "numbers, like 8,5,3"
        raise KiebitzError(f"the rule {rule} is {wanted}, not {text!r}") from None
    return number


def _plain(name: str) -> str:
    return name.lower().replace("_", "-").replace(" ", "-")


def _module(name: str) -> Any:
    plain = _plain(name)
    if plain not in PLAYERS:
        raise KiebitzError(f"there is no game {name!r} here; " + ", ".join(PLAYERS))
    return import_module(f"kiebitz.games.{plain.replace('-', '_')}")
