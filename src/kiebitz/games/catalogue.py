"""The built-in games for several players by name.

>>> start("abalone", players=3).players
3
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final, Literal, Protocol, Self, get_args, get_origin, get_type_hints

from kiebitz.errors import KiebitzError
from kiebitz.games import abalone, chinese_checkers, cribbage, hearts, sergeant_major, spades
from kiebitz.games.native_state import BoardState

_GAMES: Final[dict[str, type[BoardState[Any]]]] = {
    module.State.game: module.State
    for module in (hearts, spades, sergeant_major, cribbage, chinese_checkers, abalone)
}
#: Names, and for how many players each game is; the first number is the usual one.
PLAYERS: Final[dict[str, tuple[int, ...]]] = {
    name: state.player_counts for name, state in _GAMES.items()
}


def state_type(name: str) -> type[BoardState[Any]]:
    """The State class of a game.

    >>> state_type("hearts").__module__
    'kiebitz.games.hearts.state'
    """
    plain = name.lower().replace("_", "-").replace(" ", "-")
    if plain not in _GAMES:
        raise KiebitzError(f"there is no game {name!r} here; " + ", ".join(_GAMES))
    return _GAMES[plain]


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
    game = state_type(name)
    return game.begin(_rules(game, players, rules), seed)


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
    """A match of many hands: Hearts to 100, Spades to 300, Cribbage to 121, Sergeant Major to 10.

    In Hearts the pass changes from hand to hand unless it is chosen.

    >>> start_match("hearts", players=3, seed=1).next_hand().is_passing
    True
    """
    game = state_type(name)
    if game.match_type is None:
        others = ", ".join(other.game for other in _GAMES.values() if other.match_type is not None)
        raise KiebitzError(f"{name} is not played in matches; these are: {others}")
    fixed = {"passing": False} if "pass_to" in (rules or {}) else {}
    match: Hands = game.match_type(_rules(game, players, rules), seed=seed, **fixed)
    return match


def rules_of(name: str) -> dict[str, Any]:
    """The rules of a game that can be chosen, with their usual values.

    >>> rules_of("spades")["bids_may_not_fit"]
    False
    """
    rules = state_type(name).rules_type
    return {rule.name: rule.default for rule in fields(rules) if rule.name != "players"}


def _rules(
    game: type[BoardState[Any]], players: int | None, rules: Mapping[str, str] | None
) -> Any:
    allowed = game.player_counts
    count = allowed[0] if players is None else players
    if count not in allowed:
        listed = ", ".join(map(str, sorted(allowed)))
        raise KiebitzError(f"{game.game} is for {listed} players, not {count}")
    chosen = {rule: _value(game, rule, text) for rule, text in (rules or {}).items()}
    if len(allowed) > 1:
        chosen["players"] = count
    return game.rules_type(**chosen)


def _value(game: type[BoardState[Any]], rule: str, text: str) -> Any:
    """What a text means as the value of a rule."""
    known = rules_of(game.game)
    if rule not in known:
        raise KiebitzError(f"there is no rule {rule!r} of {game.game}; " + ", ".join(known))
    kind = get_type_hints(game.rules_type)[rule]
    if kind is bool:
        if text in ("yes", "no"):
            return text == "yes"
        raise KiebitzError(f"the rule {rule} is yes or no, not {text!r}")
    if kind is str:
        return text
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
