"""What a card is worth in one world, as players' settings name it."""

from __future__ import annotations

from kiebitz._core import skat_players as core
from kiebitz.values.estimator import load_estimator

_EXACT = ("points", "steps", "win")


_HELP = (
    "points, steps, win, likely, estimate, with a confidence between 0 and 1 probcut:0.5, "
    "steps:0.5, win:0.5, likely:0.5, or with the cards of a hand from which it is exact estimate:5"
)


def values_setting(text: str) -> str:
    """Reads ``points``, ``steps``, ``win`` (exact), ``probcut:0.5``, ``win:0.5`` or ``estimate``.

    ``probcut`` is ``points`` with ProbCut; a number behind any of the three is its confidence.
    ``likely`` turns points into the chance that they win between players who do not see the cards.
    ``estimate:5`` asks for exact points when a hand has five cards or fewer.

    >>> values_setting("probcut:0.5")
    'probcut:0.5'
    >>> values_setting("probcut:2")
    Traceback (most recent call last):
    ValueError: points, steps, win, likely, estimate, with a confidence between 0 and 1 ...
    """
    name, colon, number = text.partition(":")
    if colon and name == "estimate":
        fits = number in [str(cards) for cards in range(1, 11)]
    elif colon:
        try:
            fits = name in (*_EXACT, "probcut", "likely") and 0 < float(number) < 1
        except ValueError:
            fits = False
    else:
        fits = name in (*_EXACT, "likely", "estimate")
    if not fits:
        raise ValueError(_HELP)
    return text


def make_evaluation(setting: str, *, quick_null: bool = False) -> core.Evaluation:
    """The evaluation of a setting; ``win`` asks only who wins in null, too, if that is to be quick.

    >>> type(make_evaluation("estimate:5")).__name__
    'Evaluation'
    """
    name, colon, number = setting.partition(":")
    if name == "estimate":
        estimate = core.estimate_evaluation(load_estimator().native)
        if not colon:
            return estimate
        return core.ending_evaluation(estimate, core.solver_evaluation("points"), int(number))
    if name == "likely":
        return core.likely_evaluation(make_evaluation(f"probcut:{number}" if colon else "points"))
    if colon:
        mode = "points" if name == "probcut" else name
        return core.probcut_evaluation(mode, load_estimator().native, float(number), quick_null)
    return core.solver_evaluation(name, quick_null=quick_null)
