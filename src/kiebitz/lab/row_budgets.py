"""Which tentpoles to keep within a budget (thesis §8.5): greedily, or by a dynamic programme.

A cost curve says what a row costs with 0, 1, 2 … tentpoles kept.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from itertools import pairwise

Curve = Sequence[float]


def greedy(curves: Sequence[Curve], budget: int) -> list[int]:
    """Removes the tentpole that does the least damage, over all rows, until the budget is kept.

    >>> greedy([[10, 8, 0], [10, 5, 1, 0]], 3)
    [2, 1]
    """
    kept = [len(curve) - 1 for curve in curves]
    total = sum(kept)
    heap = [
        (curve[-2] - curve[-1], number) for number, curve in enumerate(curves) if len(curve) > 1
    ]
    heapq.heapify(heap)
    while total > budget and heap:
        _, number = heapq.heappop(heap)
        kept[number] -= 1
        total -= 1
        left = kept[number]
        if left:
            curve = curves[number]
            heapq.heappush(heap, (curve[left - 1] - curve[left], number))
    return kept


def merged(first: Curve, second: Curve, most: int) -> list[float]:
    """The least cost of both together for every budget up to `most`.

    The convex lower bounds of the curves say where to begin and when to stop.

    >>> merged([10, 8, 0], [10, 5, 1, 0], 9)
    [20, 15, 10, 5, 1, 0]
    """
    low_first, low_second = convex_bound(first), convex_bound(second)
    size = min(most, len(first) + len(second) - 2)
    result, guess = [], 0
    for budget in range(size + 1):
        least, highest = max(0, budget - len(second) + 1), min(budget, len(first) - 1)
        guess = min(max(guess, least), highest)
        # 1. The best place by the bounds only moves up with the budget.
        while guess < highest and (
            low_first[guess + 1] + low_second[budget - guess - 1]
            <= low_first[guess] + low_second[budget - guess]
        ):
            guess += 1
        best = first[guess] + second[budget - guess]
        # 2. Both ways from there, until the bounds are no better than what is found.
        for step in (-1, 1):
            place = guess + step
            while least <= place <= highest:
                if low_first[place] + low_second[budget - place] >= best:
                    break
                best = min(best, first[place] + second[budget - place])
                place += step
        result.append(best)
    return result


def convex_bound(curve: Curve) -> list[float]:
    """The largest convex curve that is nowhere above.

    >>> convex_bound([10, 8, 0])
    [10.0, 5.0, 0.0]
    """
    hull: list[int] = []
    for place in range(len(curve)):
        while len(hull) > 1:
            a, b = hull[-2], hull[-1]
            if (curve[b] - curve[a]) * (place - a) < (curve[place] - curve[a]) * (b - a):
                break
            hull.pop()
        hull.append(place)
    bound = [float(curve[0])]
    for a, b in pairwise(hull):
        slope = (curve[b] - curve[a]) / (b - a)
        bound += [curve[a] + slope * (place - a) for place in range(a + 1, b + 1)]
    return bound


def best(curves: Sequence[Curve], budget: int) -> list[int]:
    """The allocation of least cost: halves are merged, divided at their best and solved again.

    Nothing is kept of the halves' own curves, so that memory does not grow with rows times budget.

    >>> best([[10, 8, 0], [10, 5, 1, 0]], 3)
    [2, 1]
    """
    if len(curves) == 1:
        return [min(budget, len(curves[0]) - 1)]
    middle = len(curves) // 2
    one, other = together(curves[:middle], budget), together(curves[middle:], budget)
    places = range(max(0, budget - len(other) + 1), min(budget, len(one) - 1) + 1)
    if not places:
        return [len(curve) - 1 for curve in curves]
    share = min(places, key=lambda place: one[place] + other[budget - place])
    return best(curves[:middle], share) + best(curves[middle:], budget - share)


def together(curves: Sequence[Curve], most: int) -> list[float]:
    """The least cost of all curves together, merged in pairs."""
    level = [list(curve[: most + 1]) for curve in curves]
    while len(level) > 1:
        level = [
            merged(level[i], level[i + 1], most) if i + 1 < len(level) else level[i]
            for i in range(0, len(level), 2)
        ]
    return level[0]


def cost(curves: Sequence[Curve], kept: Sequence[int]) -> float:
    """What an allocation costs."""
    return sum(curve[number] for curve, number in zip(curves, kept, strict=True))


def with_half_row(curve: Curve, half: int) -> list[float]:
    """The curve if so many tentpoles, as a half row, are enough for the whole row.

    >>> with_half_row([10, 8, 6, 0], 2)
    [10, 8, 0]
    """
    return [*curve[: min(half, len(curve) - 1)], 0] if half < len(curve) else list(curve)
