"""Flow over density, and the wave that comes of nothing: rings with ever more cars on them (G10).

    python -m examples.fundamental_diagram

Sixteen rings of two kilometres and one lane, with 5 to 110 cars per kilometre, are driven for a quarter of an hour;
nobody is disturbed, but drivers differ. Up to some density everybody gets on, and flow rises; beyond, somebody who
brakes a little too late makes those behind brake more, and a wave of slow cars runs round the ring against the traffic.
The picture is `docs/pictures/fundamental_diagram.svg`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from examples.rings import Rings, Samples
from seahaven.measures import PER_HOUR, PER_KM, SpaceTime, space_time, wave_speed
from seahaven.reels.charts import EDGE, INK, chart, colours, draw_space_time, finish
from seahaven.roads.builder import kmh
from seahaven.traffic import CAR, Mix

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LENGTH = 2000.0
DENSITIES = (5, 10, 15, 18, 21, 24, 27, 30, 35, 40, 50, 60, 70, 80, 95, 110)
SHOWN = 40
"""Vehicles per km of the ring whose waves are shown."""
LIMIT = kmh(120)
SETTLING, MEASURED = 300, 600
"""Seconds until measuring begins, and for which it goes on."""


def drive(seed: int = 1) -> tuple[Rings, Samples]:
    """All rings at once."""
    counts = [round(density * LENGTH / PER_KM) for density in DENSITIES]
    rings = Rings(counts, [Mix.of(CAR)] * len(counts), length=LENGTH, limit=LIMIT, seed=seed)
    return rings, rings.drive(SETTLING + MEASURED)


def measured(rings: Rings, samples: Samples, ring: int, *, cell_time: float, cell_length: float) -> SpaceTime:
    """Density, flow and speed on a ring after it has settled."""
    return space_time(
        *samples.of(ring), every=1.0, begin=SETTLING, end=SETTLING + MEASURED, length=rings.length,
        cell_time=cell_time, cell_length=cell_length,
    )  # fmt: skip


def draw(rings: Rings, samples: Samples, path: Path) -> float:
    """Draw the diagram and the waves; gives the speed of the waves in m/s, against traffic if negative."""
    blue = colours(2)[1]
    waves = measured(rings, samples, DENSITIES.index(SHOWN), cell_time=5.0, cell_length=25.0)
    wave = wave_speed(waves, closed=True).speed
    with chart(path, title="Sixteen rings, and the wave that comes of nothing", height=7.2) as figure:
        grid = figure.add_gridspec(2, 2, height_ratios=(1.0, 1.1))
        flows, speeds, space = (figure.add_subplot(grid[k]) for k in ((0, 0), (0, 1), (1, slice(None))))
        for ring in range(len(DENSITIES)):
            cells = measured(rings, samples, ring, cell_time=60.0, cell_length=rings.length / 8)
            density, flow, speed = cells.points()
            flows.plot(PER_KM * density, PER_HOUR * flow, ".", color=EDGE, markersize=2.5)
            speeds.plot(PER_KM * density, 3.6 * speed, ".", color=EDGE, markersize=2.5)
        mean = np.array([_mean(samples, ring) for ring in range(len(DENSITIES))])
        flows.plot(DENSITIES, PER_HOUR * mean[:, 0], "o-", color=blue, markersize=4, linewidth=1.4)
        speeds.plot(DENSITIES, 3.6 * mean[:, 1], "o-", color=blue, markersize=4, linewidth=1.4)
        finish(flows, "Flow in vehicles/h", "vehicles/km")
        finish(speeds, "Speed in km/h: whole rings, and eighths of them", "vehicles/km")
        for axes in (flows, speeds):
            axes.set_xlim(0.0, 120.0)
            axes.set_ylim(bottom=0.0)
        draw_space_time(space, waves.time, waves.place, waves.speed, fastest=LIMIT)
        told = f"{SHOWN} vehicles/km: waves run against traffic at {abs(3.6 * wave):.0f} km/h"
        finish(space, f"Round the ring in km, {told}", "min")
        _draw_wave(space, waves, wave, rings.length)
    return wave


def _mean(samples: Samples, ring: int) -> tuple[float, float]:
    """Flow (1/s) and speed (m/s) of a whole ring."""
    time, _, speed = samples.of(ring)
    mean = float(speed[time > SETTLING].mean())
    return DENSITIES[ring] / PER_KM * mean, mean


def _draw_wave(axes: Axes, field: SpaceTime, wave: float, length: float) -> None:
    """A line beside the first wave, which moves as the waves do on the whole."""
    early = field.speed[: len(field.speed) // 3, -1]
    begin = field.time[np.argmin(early)] + 45.0
    times = np.array([begin, begin + length / abs(wave)])
    axes.plot(times / 60.0, (length + wave * (times - begin)) / PER_KM, "--", color=INK, linewidth=1.2)
    axes.set_xlim(field.time[0] / 60.0, field.time[-1] / 60.0)
    axes.set_ylim(0.0, length / PER_KM)


if __name__ == "__main__":
    rings, samples = drive()
    wave = draw(rings, samples, Path("docs/pictures/fundamental_diagram.svg"))
    print(f"Waves run at {3.6 * wave:.1f} km/h; the picture is docs/pictures/fundamental_diagram.svg")
