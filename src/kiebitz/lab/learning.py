"""Pictures of learning: errors after every epoch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

Curve = Sequence[tuple[float, float]]


def draw_curves(path: Path, curves: Mapping[str, Curve]) -> None:
    """The error on games of training and of validation, a panel for each network."""
    from matplotlib.figure import Figure

    from kiebitz.lab.style import line

    figure = Figure(figsize=(3.2 * len(curves), 3), layout="constrained")
    panels = figure.subplots(1, len(curves), squeeze=False)[0]
    for axes, (name, curve) in zip(panels, curves.items(), strict=True):
        epochs = range(1, len(curve) + 1)
        for number, label in enumerate(("training", "validation")):
            look = {key: value for key, value in line(number).items() if key != "capsize"}
            axes.plot(epochs, [point[number] for point in curve], label=label, **look)
        axes.set_title(name)
        axes.set_xlabel("epoch")
    panels[0].set_ylabel("error")
    panels[0].legend()
    figure.savefig(path)
