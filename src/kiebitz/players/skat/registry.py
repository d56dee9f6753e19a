"""Which players there are, and how each is put together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kiebitz._core import skat_players as core
from kiebitz.beliefs.skat import make_belief
from kiebitz.beliefs.skat.belief import (
    BELIEF_NAMES,
    DEFAULT_CANDIDATES,
    SkatBelief,
    SubsetBelief,
    is_belief,
)
from kiebitz.errors import KiebitzError
from kiebitz.machine import cores
from kiebitz.players.skat.auction import DEFAULT_THRESHOLD, Bidder
from kiebitz.players.skat.cards import (
    CardChooser,
    HybridChooser,
    MonteCarloChooser,
    RoleChooser,
    SimpleChooser,
    SureWinFilter,
    UctChooser,
)
from kiebitz.players.skat.evaluations import make_evaluation, values_setting
from kiebitz.players.skat.hand_model import OPPONENTS, shipped_model, shipped_text
from kiebitz.players.skat.hearing import load_heard
from kiebitz.players.skat.levels import LEVELS
from kiebitz.players.skat.player import SkatPlayer
from kiebitz.players.skat.spec import Parameter, choice, fraction, named_in, number, parse_spec
from kiebitz.players.skat.trials import Trials


def _belief_name(text: str) -> str:
    if not is_belief(text):
        raise ValueError(BELIEF_NAMES)
    return text


def _inner_belief_name(text: str) -> str:
    return text if text == "same" else _belief_name(text)


def _soloist_values(text: str) -> str:
    if text == "same":
        return text
    try:
        return values_setting(text)
    except ValueError as error:
        raise ValueError(f"same, {error}") from None


_THRESHOLD = Parameter(fraction(0, 1), DEFAULT_THRESHOLD, "chance to win from which it bids")
_TRIES = Parameter(
    number(0, 10_000), 0, "worlds in which games and discards in doubt are tried; 0: by the model"
)
_OPPONENTS = Parameter(
    choice(*OPPONENTS),
    "strong",
    "for whom it bids: players as strong as PIMC, or weak defenders, of whom belief table is told "
    "unless one is named",
)
_PROOFS = Parameter(
    number(0, 1), 1, "1: it looks for games that cannot be lost before it bids and declares"
)
_BASIC = {"threshold": _THRESHOLD, "opponents": _OPPONENTS, "proofs": _PROOFS}
_SEARCHING: dict[str, Parameter] = {
    "belief": Parameter(_belief_name, "table", f"how likely worlds are: {BELIEF_NAMES}"),
    "candidates": Parameter(
        number(1, 1_000_000), DEFAULT_CANDIDATES, "worlds that the belief chooses from"
    ),
    "threads": Parameter(number(0, 256), 0, "threads; 0 takes all cores"),
    "sure": Parameter(number(0, 10_000_000), 10_000, "nodes to look for sure wins; 0 does not"),
    "threshold": _THRESHOLD,
    "tries": _TRIES,
    "opponents": _OPPONENTS,
    "proofs": _PROOFS,
}
_WORLDS = Parameter(number(1, 100_000), 160, "worlds a decision")
_DECISION = Parameter(choice("average", "vote", "worst"), "average", "how worlds are added up")
_MODES = values_setting
_MARGIN = "standard deviations behind at which a card is dropped; 0: never"
_PLAYOUTS = {
    "tricks": Parameter(
        number(0, 10), 0, "tricks that are played out before all cards lie open; 0: to the end"
    ),
    "open": Parameter(fraction(0, 1), 0.0, "share of the open-hand value in what a card is worth"),
    "values": Parameter(_MODES, "win:0.3", "how the solver is asked for these two"),
}
_RECURSIVE = {
    "worlds": _WORLDS,
    "inner": Parameter(number(1, 10_000), 10, "worlds of the players within playouts"),
    "inner_defenders": Parameter(
        number(0, 10_000), 0, "worlds of the defenders among these players; 0: as many"
    ),
    "inner_belief": Parameter(
        _inner_belief_name, "same", "belief of these players: same, or as above"
    ),
    "inner_candidates": Parameter(
        number(1, 1_000_000), 1000, "worlds that the belief of these players chooses from"
    ),
    "inner_values": Parameter(_MODES, "win:0.3", "how these players ask the solver"),
    "level": Parameter(number(1, 4), 1, "levels of recursion"),
    **_PLAYOUTS,
    "margin": Parameter(fraction(0, 100), 2.5, _MARGIN),
    "decision": _DECISION,
    **_SEARCHING,
}

_POSTPONED = {
    "worlds": _WORLDS,
    "postpone": Parameter(
        number(1, 10), 2, "cards of its own for which it sees only what it will see; 1: PIMC"
    ),
    "group": Parameter(number(1, 100_000), 40, "worlds for which one plan is made"),
    "values": Parameter(_MODES, "win:0.3", "how the solver is asked"),
    "from": Parameter(number(1, 10), 4, "first trick in which it is done; before that PIMC"),
    "decision": _DECISION,
    **_SEARCHING,
}

_POLICY = {
    "temperature": Parameter(
        fraction(0, 10), 0.0, "0: the card played most often; 1: cards as often as they were played"
    ),
    "weights": Parameter(str, "", "a file of weights of your own"),
}

_KINDS: dict[str, Mapping[str, Parameter]] = {
    "random": _BASIC,
    "rules": {
        "memory": Parameter(number(0, 10), 10, "tricks that it remembers"),
        **_BASIC,
    },
    "policy": {**_POLICY, **_BASIC},
    "policy-iimc": {
        "worlds": _WORLDS,
        **_PLAYOUTS,
        "margin": Parameter(fraction(0, 100), 0.0, _MARGIN),
        "decision": _DECISION,
        **_POLICY,
        **_SEARCHING,
    },
    "rules-iimc": {"worlds": _WORLDS, "decision": _DECISION, **_SEARCHING},
    "pimc": {
        "worlds": _WORLDS,
        "values": Parameter(_MODES, "points", "how the solver is asked"),
        "soloist_values": Parameter(
            _soloist_values, "same", "how it is asked as declarer: same, or as above"
        ),
        "margin": Parameter(fraction(0, 100), 0.0, _MARGIN),
        "decision": _DECISION,
        **_SEARCHING,
        # Ahead of the tables with this player; with the others it was not measured.
        "belief": replace(_SEARCHING["belief"], default="small"),
    },
    "epimc": _POSTPONED,
    "alphamu": {
        "front": Parameter(number(2, 1000), 8, "plans that are kept at a node"),
        **_POSTPONED,
    },
    "recpimc": _RECURSIVE,
    "uct": {
        "playouts": Parameter(number(1, 10_000_000), 1600, "playouts a decision"),
        "exploration": Parameter(fraction(0, 100), 0.7, "weight of the unexplored"),
        "playout": Parameter(choice("rules", "random", "policy"), "rules", "who finishes games"),
        "bandit": Parameter(
            choice("subset", "parent"), "subset", "what a bonus counts: chances to play, or visits"
        ),
        "tree": Parameter(
            choice("played", "mover", "world"),
            "played",
            "by what nodes differ: cards played; also what the seat to move holds; the whole world",
        ),
        **_SEARCHING,
    },
    "hybrid": {
        "from": Parameter(number(1, 10), 4, "first trick that is searched recursively"),
        "early": Parameter(_MODES, "points", "how the solver is asked before that"),
        **_RECURSIVE,
    },
}

#: The players and their settings: kinds first, then levels, whose defaults are their own.
PLAYERS: Mapping[str, Mapping[str, Parameter]] = _KINDS | {
    name: {
        key: replace(parameter, default=level.settings.get(key, parameter.default))
        for key, parameter in _KINDS[level.kind].items()
    }
    for name, level in LEVELS.items()
}


def make_player(spec: str | Mapping[str, Any], *, belief: SkatBelief | None = None) -> SkatPlayer:
    """The player with this name and these settings, as one text or as a table with its ``kind``.

    A belief of your own takes the place of the one that the settings name.

    >>> make_player("rules").name
    'rules'
    >>> make_player({"kind": "pimc", "worlds": 10}).name
    'pimc:worlds=10'
    >>> make_player("pimc:worlds=a")
    Traceback (most recent call last):
    kiebitz.errors.KiebitzError: worlds of player pimc must be a whole number from 1 to 100000, ...
    """
    if not isinstance(spec, str):
        settings = {key: value for key, value in spec.items() if key != "kind"}
        listed = ",".join(f"{key}={value}" for key, value in settings.items())
        spec = f"{spec.get('kind', '')}:{listed}" if listed else str(spec.get("kind", ""))
    name, settings = parse_spec(spec, PLAYERS)
    if settings["opponents"] == "weak" and "belief" not in named_in(spec):
        settings = _heard_less_surely(settings)
    kind = LEVELS[name].kind if name in LEVELS else name
    chooser = _make_chooser(kind, settings, belief)
    if settings.get("sure"):
        chooser = SureWinFilter(chooser, settings["sure"])
    trials = Trials(settings["tries"]) if settings.get("tries") else None
    against = settings["opponents"]
    bidder = Bidder(
        settings["threshold"],
        shipped_model(against),
        load_heard(shipped_text(against)),
        proves=bool(settings["proofs"]),
        trials=trials,
    )
    most = settings.get("worlds") if name in LEVELS else None
    return SkatPlayer(spec, bidder, chooser, most_worlds=most)


def _heard_less_surely(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Networks learned how strong players bid: they are too sure of it against others."""
    heard = {"belief": "table"} if settings.get("belief") == "small" else {}
    return {**settings, **heard}


def _make_chooser(name: str, settings: Mapping[str, Any], own: SkatBelief | None) -> CardChooser:
    if name == "random":
        return SimpleChooser(core.random_player())
    if name == "rules":
        return SimpleChooser(core.rule_player(settings["memory"]))
    if name == "policy":
        return SimpleChooser(_policy_player(settings))
    belief = own or make_belief(
        settings["belief"], settings["candidates"], threads=settings["threads"] or cores()
    )
    if name == "uct":
        return UctChooser(
            belief.native,
            _playout_player(settings["playout"]),
            settings["playouts"],
            settings["exploration"],
            settings["candidates"],
            settings["bandit"] == "subset",
            core.UctNodes[settings["tree"].upper()],
        )
    if name == "hybrid":
        return HybridChooser(
            _monte_carlo(belief, make_evaluation(settings["early"]), settings),
            _monte_carlo(belief, _recursive_evaluation(belief, settings), settings),
            settings["from"],
        )
    if name in ("epimc", "alphamu"):
        solver = make_evaluation(settings["values"])
        postponed = core.postponed_evaluation(
            solver, settings["postpone"], settings.get("front", 1), settings["group"]
        )
        return HybridChooser(
            _monte_carlo(belief, solver, settings),
            replace(_monte_carlo(belief, postponed, settings), step=settings["group"]),
            settings["from"],
        )
    if name == "rules-iimc":
        evaluation = core.playout_evaluation(core.rule_player())
    elif name == "policy-iimc":
        evaluation = _playouts(_policy_player(settings), settings)
    elif name == "pimc":
        evaluation = make_evaluation(settings["values"])
        if settings["soloist_values"] != "same":
            return RoleChooser(
                _monte_carlo(belief, make_evaluation(settings["soloist_values"]), settings),
                _monte_carlo(belief, evaluation, settings),
            )
    else:
        evaluation = _recursive_evaluation(belief, settings)
    return _monte_carlo(belief, evaluation, settings)


def _policy_player(settings: Mapping[str, Any]) -> core.Player:
    from kiebitz.beliefs.skat.locations import load_policy, weights_of

    model = load_policy(weights_of("policy", settings.get("weights", "")))
    return core.policy_player(model, settings.get("temperature", 0.0))


def _playout_player(name: str) -> core.Player:
    if name == "policy":
        return _policy_player({})
    return core.rule_player() if name == "rules" else core.random_player()


def _monte_carlo(
    belief: SkatBelief, evaluation: core.Evaluation, settings: Mapping[str, Any]
) -> MonteCarloChooser:
    return MonteCarloChooser(
        belief,
        evaluation,
        settings["worlds"],
        settings["decision"],
        settings["threads"],
        settings.get("margin", 0.0),
    )


def _recursive_evaluation(belief: SkatBelief, settings: Mapping[str, Any]) -> core.Evaluation:
    inner_belief = belief.native
    if settings["inner_belief"] != "same":
        inner_belief = make_belief(settings["inner_belief"]).native
    elif isinstance(belief, SubsetBelief):  # within playouts everything runs on one thread
        inner_belief = make_belief(settings["belief"]).native

    def thinking(evaluation: core.Evaluation) -> core.Player:
        candidates = settings["inner_candidates"]
        declarer, defender = (
            core.monte_carlo_player(inner_belief, evaluation, worlds, candidates, distinct=True)
            for worlds in (settings["inner"], settings["inner_defenders"] or settings["inner"])
        )
        if not settings["inner_defenders"]:
            return declarer
        return core.roles_player(declarer, defender, defender)

    inner = thinking(make_evaluation(settings["inner_values"], quick_null=True))
    for _ in range(1, settings["level"]):
        inner = thinking(core.playout_evaluation(inner))
    return _playouts(inner, settings)


def _playouts(player: core.Player, settings: Mapping[str, Any]) -> core.Evaluation:
    """Games finished by a player, all or in part, as the settings say."""
    if settings["tricks"]:
        if settings["values"].startswith(("estimate", "likely")):
            raise KiebitzError("after short playouts (tricks) cards are solved, not estimated")
        solver = make_evaluation(settings["values"])
        evaluation = core.short_playout_evaluation(player, solver, settings["tricks"])
    else:
        evaluation = core.playout_evaluation(player)
    if not settings["open"]:
        return evaluation
    return core.blended_evaluation(
        evaluation, make_evaluation(settings["values"]), settings["open"]
    )
