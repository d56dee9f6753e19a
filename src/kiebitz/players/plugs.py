"""Beliefs written in Python, for the native Monte Carlo search over a built-in game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kiebitz.beliefs.protocol import Belief, UniformBelief
from kiebitz.games.native_state import HiddenView


def native_belief(view: HiddenView[Any], belief: Belief[Any, Any] | None) -> Any:
    """The belief as the search over the View's game takes it; None is the uniform one."""
    core = view.state_type.core
    if belief is None or isinstance(belief, UniformBelief):
        return core.uniform_belief()
    return core.python_belief(_Plug(belief, type(view)))


@dataclass(frozen=True, slots=True)
class _Plug:
    """Gives the native View and worlds their Python faces."""

    belief: Belief[Any, Any]
    view_type: type[HiddenView[Any]]

    def weigh(self, view: Any, worlds: Sequence[Any]) -> Sequence[float]:
        state_type = self.view_type.state_type
        return self.belief.weigh(self.view_type(view), [state_type(world) for world in worlds])
