"""Plans of Bridge play as programs get them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kiebitz.players.bridge.line import LineRow
    from kiebitz.players.bridge.single_dummy import CardChances, PlayPlan


def plan_json(plan: PlayPlan) -> dict[str, Any]:
    """A plan as every program gets it."""
    return {
        "declarer": plan.declarer,
        "seat": plan.seat,
        "to_move": plan.to_move,
        "target": plan.target,
        "card": plan.card,
        "double_dummy_card": plan.double_dummy_card,
        "cards": [_card_json(one) for one in plan.cards],
        "line": [row_json(row) for row in plan.line],
        "layouts": plan.layouts,
        "worlds": plan.worlds,
        "exhaustive": plan.exhaustive,
        "depth": plan.depth,
        "exact": plan.exact,
        "complete": plan.complete,
        "nodes": plan.nodes,
        "seconds": round(plan.seconds, 6),
        "seed": plan.seed,
    }


def row_json(row: LineRow) -> dict[str, Any]:
    """A row of the best line."""
    when = row.when
    return {
        "level": row.level,
        "when": when
        and {"seat": when.seat, "cards": list(when.cards), "otherwise": when.otherwise},
        "cards": [{"seat": seat, "card": card} for seat, card in row.cards],
    }


def _card_json(one: CardChances) -> dict[str, Any]:
    return {
        "card": one.card,
        "best_defence": None if one.best_defence is None else round(one.best_defence, 6),
        "double_dummy": round(one.double_dummy, 6),
        "double_dummy_error": round(one.double_dummy_error, 6),
        "tricks": round(one.tricks, 4),
        "tricks_error": round(one.tricks_error, 4),
    }
