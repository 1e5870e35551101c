"""How differently virtual subjects drive: one of each kind on the same motorway, among the same others.

    python -m examples.virtual_subjects

Everybody begins at the same place of `examples/motorway.study.yaml` and drives for four minutes; in the third it begins
to rain. The picture is `docs/pictures/virtual_subjects.svg`.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from seahaven.kernel import SECOND
from seahaven.reels.charts import EDGE, INK, chart, colours, finish
from seahaven.seats import KINDS, virtual_subject
from seahaven.takes import load_take

STUDY = Path(__file__).parent / "motorway.study.yaml"
SEED = 7
MINUTES = 4.0
PER_MINUTE = 120
"""How many values a minute are drawn."""
KMH = 3.6
ROWS, COLUMNS = 5, 3

Speeds = NDArray[np.float64]


def drive(number: int) -> Speeds:
    """Speed and limit (m/s), one after the other, of one person of the standard population."""
    take = load_take(STUDY, seed=SEED, person=number)
    found = []
    with take.controller() as run:
        subject = take.world["ada"]
        for step in range(round(MINUTES * PER_MINUTE)):
            run.run(step * 60 * SECOND // PER_MINUTE)
            found.append((subject.speed, np.nan if subject.limit is None else subject.limit))
    return np.array(found)


def draw(drives: dict[str, Speeds], path: Path) -> None:
    """Speeds over time, a plot for each kind, in the order of kinds."""
    unlike, ours = colours(2)
    with chart(path, title="One of each kind on the same motorway: km/h over minutes", height=10.0) as figure:
        for place, (name, kind) in enumerate(KINDS.items()):
            axes = figure.add_subplot(ROWS, COLUMNS, place + 1)
            speed, limit = KMH * drives[name].T
            minutes = np.arange(len(speed)) / PER_MINUTE
            axes.plot(minutes, limit, "--", color=EDGE, linewidth=1.0)
            axes.plot(minutes, speed, color=ours if kind.is_ours else unlike, linewidth=1.4)
            finish(axes, name if kind.is_ours else f"{name} (rules of its own)", "")
            axes.set_ylim(0.0, 185.0)
            axes.set_xlim(0.0, MINUTES)
            axes.tick_params(colors=INK, labelsize=7)


def main(path: Path) -> None:
    """Let the first ones of the population drive, who are of all kinds, and draw it."""
    draw({virtual_subject(number, SEED).kind: drive(number) for number in range(len(KINDS))}, path)


if __name__ == "__main__":
    main(Path("docs/pictures/virtual_subjects.svg"))
    print("The picture is docs/pictures/virtual_subjects.svg")
