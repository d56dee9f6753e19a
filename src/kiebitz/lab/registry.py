"""Finds the experiments: every module of `kiebitz.lab.experiments` has an EXPERIMENT."""

from __future__ import annotations

import importlib
import pkgutil
from difflib import get_close_matches
from functools import cache

from kiebitz.errors import KiebitzError
from kiebitz.lab import experiments
from kiebitz.lab.experiment import Experiment


@cache
def all_experiments() -> tuple[Experiment, ...]:
    """All experiments there are, by paper and item.

    >>> "recursion-levels" in [experiment.name for experiment in all_experiments()]
    True
    """
    found = []
    for module in pkgutil.iter_modules(experiments.__path__):
        found.append(importlib.import_module(f"{experiments.__name__}.{module.name}").EXPERIMENT)
    return tuple(sorted(found, key=lambda experiment: (experiment.paper, experiment.item)))


def find(name: str) -> Experiment:
    """The experiment of that name.

    >>> find("recursion-levels").item
    'figure 9.2'
    """
    known = {experiment.name: experiment for experiment in all_experiments()}
    if name in known:
        return known[name]
    near = get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]}?" if near else "`kiebitz lab list` names them all"
    raise KiebitzError(f"there is no experiment {name!r}; {hint}")
