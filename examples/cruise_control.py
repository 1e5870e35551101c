"""What cruise control does to waves: the same ring with ever more cars that follow by themselves (G10).

    python -m examples.cruise_control

Eleven rings of two kilometres with 40 cars per kilometre each, none of them with cruise control on the first, all on
the last. A car that follows by itself reacts within a tenth of a second, and keeps a gap that its driver has set;
people take six tenths to see what the one ahead does. As many get through in either case, since the gaps are about as
long, but waves get weaker with every share: the picture, `docs/pictures/cruise_control.svg`, shows how much, and three
rings through time.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from examples.rings import Rings, Samples
from seahaven.measures import PER_HOUR, PER_KM, space_time
from seahaven.reels.charts import chart, colours, draw_space_time, finish
from seahaven.roads.builder import kmh
from seahaven.traffic import CAR, CRUISING, Mix

SHARES = tuple(range(0, 101, 10))
"""In percent."""
SHOWN = (0, 50, 100)
DENSITY, LENGTH, LIMIT = 40, 2000.0, kmh(120)
SETTLING, MEASURED = 300, 600
"""Seconds until measuring begins, and for which it goes on."""


def drive(seed: int = 1) -> tuple[Rings, Samples]:
    """All rings at once."""
    cruising = CAR.driven_by(CRUISING)
    mixes = [Mix(((cruising, float(share)), (CAR, 100.0 - share))) for share in SHARES]
    counts = [round(DENSITY * LENGTH / PER_KM)] * len(SHARES)
    rings = Rings(counts, mixes, length=LENGTH, limit=LIMIT, seed=seed)
    return rings, rings.drive(SETTLING + MEASURED)


def results(samples: Samples) -> NDArray[np.float64]:
    """For each share flow (1/s), mean speed (m/s), and how much speeds differ (m/s, standard deviation)."""
    rows = []
    for ring in range(len(SHARES)):
        time, _, speed = samples.of(ring)
        late = speed[time > SETTLING]
        rows.append((DENSITY / PER_KM * late.mean(), late.mean(), late.std()))
    return np.array(rows)


def draw(rings: Rings, samples: Samples, path: Path) -> None:
    """Draw flow and waves over the share, and three rings through time."""
    found, (red, blue) = results(samples), colours(2)
    with chart(path, title="The more cars follow by themselves, the weaker the waves", height=7.0) as figure:
        grid = figure.add_gridspec(2, 6, height_ratios=(1.0, 1.1))
        flows, waves = figure.add_subplot(grid[0, :3]), figure.add_subplot(grid[0, 3:])
        flows.plot(SHARES, PER_HOUR * found[:, 0], "o-", color=blue, markersize=4, linewidth=1.4)
        waves.plot(SHARES, 3.6 * found[:, 2], "o-", color=red, markersize=4, linewidth=1.4)
        finish(flows, f"Flow in vehicles/h at {DENSITY} vehicles/km", "% with cruise control")
        finish(waves, "Standard deviation of speeds in km/h", "% with cruise control")
        flows.set_ylim(0.0, 2400.0)
        waves.set_ylim(bottom=0.0)
        for k, share in enumerate(SHOWN):
            axes = figure.add_subplot(grid[1, 2 * k : 2 * k + 2])
            cells = space_time(
                *samples.of(SHARES.index(share)), every=1.0, begin=SETTLING, end=SETTLING + MEASURED,
                cell_time=5.0, cell_length=25.0, length=rings.length,
            )  # fmt: skip
            draw_space_time(axes, cells.time, cells.place, cells.speed, fastest=LIMIT, has_bar=share == SHOWN[-1])
            finish(axes, f"{share} %: round the ring in km", "min")


if __name__ == "__main__":
    rings, samples = drive()
    draw(rings, samples, Path("docs/pictures/cruise_control.svg"))
    first, last = PER_HOUR * results(samples)[[0, -1], 0]
    print(f"{first:.0f} vehicles/h without, {last:.0f} with cruise control; see docs/pictures/cruise_control.svg")
