"""What a card is worth in one world, as players' settings name it."""

from __future__ import annotations

from kiebitz._core import skat_players as core
from kiebitz.values.estimator import load_estimator

_EXACT = ("points", "steps", "win")


def values_setting(text: str) -> str:
    """Reads ``points``, ``steps``, ``win`` (exact), ``probcut:0.5``, ``win:0.5`` or ``estimate``.

    ``probcut`` is ``points`` with ProbCut; a number behind any of the three is its confidence.

    >>> values_setting("probcut:0.5")
    'probcut:0.5'
    >>> values_setting("probcut:2")
    Traceback (most recent call last):
    ValueError: points, steps, win, estimate, or with a confidence between 0 and 1 probcut:0.5, ...
    """
    name, colon, number = text.partition(":")
    if colon:
        try:
            fits = name in (*_EXACT, "probcut") and 0 < float(number) < 1
        except ValueError:
            fits = False
    else:
        fits = name in (*_EXACT, "estimate")
    if not fits:
        raise ValueError(
            "points, steps, win, estimate, or with a confidence between 0 and 1 probcut:0.5, "
            "steps:0.5, win:0.5"
        )
    return text


def make_evaluation(setting: str) -> core.Evaluation:
    """The evaluation of a setting.

    >>> type(make_evaluation("estimate")).__name__
    'Evaluation'
    """
    name, colon, number = setting.partition(":")
    if name == "estimate":
        return core.estimate_evaluation(load_estimator().native)
    if colon:
        mode = "points" if name == "probcut" else name
        return core.probcut_evaluation(mode, load_estimator().native, float(number))
    return core.solver_evaluation(name)
