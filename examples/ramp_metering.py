"""What a light on a ramp does for a motorway that is nearly full: ALINEA against no light, seed by seed (G10).

    python -m examples.ramp_metering

`ramp_metering.study.yaml` is played with twelve seeds, each with the light and without. The same vehicles come at the
same times; what differs is how long they take. All time counts that any of them spends: on the motorway, on the ramp,
and before the beginning of both while there is no room. The picture is `docs/pictures/ramp_metering.png`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

import seahaven
from examples.alinea import Alinea
from examples.paired import change_told, mean_told
from examples.roads.metered_ramp import MERGE
from seahaven.files import Document
from seahaven.measures import PER_HOUR, space_time
from seahaven.reels.charts import INK, chart, colours, draw_space_time, finish
from seahaven.roads import LaneMap
from seahaven.roads.builder import kmh
from seahaven.takes import Run
from seahaven.traffic import Chainage
from seahaven.trials import estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

STUDY = Path(__file__).parent / "ramp_metering.study.yaml"
SEEDS = tuple(range(1, 13))
LOOK = 5
"""Seconds from one look to the next."""
PEAK = (600.0, 1500.0)
"""Seconds between which flows are compared: while more come than get through."""

Floats = NDArray[np.float64]


class Drive(NamedTuple):
    """A drive, look by look: time (s), vehicles present or waiting outside, on the ramp, and through so far."""

    time: Floats
    present: Floats
    ramp: Floats
    through: Floats
    samples: tuple[Floats, Floats, Floats]
    """Time, place along the motorway (m) and speed (m/s) of each vehicle on it."""

    @property
    def spent(self) -> float:
        """The time that all of them spent, in hours."""
        return float(self.present.sum() * LOOK / 3600.0)

    @property
    def flow(self) -> float:
        """Vehicles per hour behind the ramp in the peak."""
        first, last = np.interp(PEAK, self.time, self.through)
        return float((last - first) / (PEAK[1] - PEAK[0]) * PER_HOUR)


def without_light(document: Document) -> Document:
    """The study with the light switched off, and nobody who works it."""
    data = dict(document.data)  # type: ignore[call-overload]  # a study is a mapping
    data["traffic"] = {**data["traffic"], "lights": "off"}
    for key in ("modules", "links"):
        data.pop(key)
    return replace(document, data=data)


def opened(*, metered: bool) -> Run:
    """The study with or without its light."""
    return seahaven.open(STUDY, allow=["examples"], change=None if metered else without_light)


def drive(run: Run, seed: int, *, minutes: float = 40.0, machine: Alinea | None = None) -> Drive:
    """Play a seed, and look every few seconds."""
    run.reset(seed=seed)
    if machine is not None:
        run.set("meter.machine", machine)
    assert run.take.roads is not None
    lane_map = LaneMap(run.take.roads)
    along, ramp = Chainage(lane_map, ["A1.1", "ramp/entry/A1.1/A1.2", "A1.2"]), Chainage(lane_map, ["ramp"])
    behind = [name for name in run.names if name.startswith("behind")]
    rows, samples = [], []
    while not run.is_over and run.time < 60.0 * minutes:
        run.advance(float(LOOK))
        cars, time = run.vehicles, run.time
        place = along.at(cars.lane, cars.s)
        on_ramp = int(np.isfinite(ramp.at(cars.lane, cars.s)).sum())
        there = np.isfinite(place)
        passed = sum(run[name].passed for name in behind)
        rows.append((time, len(cars) + run.get("population/gate.queued"), on_ramp, passed))
        samples.append((np.full(int(there.sum()), time), place[there], cars.speed[there]))
    return Drive(
        *np.array(rows, dtype=np.float64).T,
        tuple(np.concatenate(column) for column in zip(*samples, strict=True)),  # type: ignore[arg-type]
    )


def told(free: Sequence[Drive], metered: Sequence[Drive]) -> str:
    """Both sides with their intervals, and the differences."""
    spent, flow, queue = (
        [[measure(one) for one in drives] for drives in (free, metered)]
        for measure in (lambda d: d.spent, lambda d: d.flow, lambda d: float(d.ramp.max()))
    )
    rows = (
        ("hours spent by all", spent, 1),
        ("vehicles/h behind the ramp in the peak", flow, 0),
        ("most on the ramp", queue, 0),
    )
    return "\n".join(
        f"{name}: {mean_told(values[0], digits)} without, {mean_told(values[1], digits)} with the light\n"
        f"  {change_told(*values, digits)}"
        for name, values, digits in rows
    )


def draw(free: Sequence[Drive], metered: Sequence[Drive], path: Path) -> None:
    """One seed through time and space on both sides, the ramp in both, and the time spent with every seed."""
    shades = colours(2)
    with chart(path, title="A ramp that joins a full motorway, without and with a light", height=8.0) as figure:
        grid = figure.add_gridspec(3, 2, width_ratios=(1.9, 1.0), height_ratios=(1.0, 1.0, 0.8))
        for row, (one, name) in enumerate(((free[0], "without"), (metered[0], "with"))):
            _draw_road(figure.add_subplot(grid[row, 0]), one, name)
        _draw_spent(figure.add_subplot(grid[:2, 1]), free, metered)
        queues, flows = figure.add_subplot(grid[2, 0]), figure.add_subplot(grid[2, 1])
        for one, shade in zip((free, metered), shades, strict=True):
            queues.plot(one[0].time / 60.0, np.mean([d.ramp for d in one], axis=0), color=shade, linewidth=1.6)
            minutes = np.arange(0.0, one[0].time[-1] + 1.0, 120.0)
            passed = np.mean([np.interp(minutes, d.time, d.through) for d in one], axis=0)
            flows.plot(minutes[1:] / 60.0, np.diff(passed) * 30.0, color=shade, linewidth=1.6)
        finish(queues, "Vehicles on the ramp, mean of all seeds: red without, blue with the light", "min")
        finish(flows, "Vehicles/h behind the ramp", "min")
        flows.set_ylim(bottom=2000.0)


def _draw_road(axes: Axes, one: Drive, name: str) -> None:
    cells = space_time(
        *one.samples,
        every=float(LOOK),
        end=float(one.time[-1]),
        length=MERGE + 1800.0,
        cell_time=15.0,
        cell_length=100.0,
    )
    draw_space_time(axes, cells.time, cells.place, cells.speed, fastest=kmh(120), has_bar=True)
    axes.axhline(MERGE / 1000.0, color=INK, linewidth=0.8, linestyle=":")
    finish(axes, f"Km along the motorway, {name}: {one.spent:,.0f} hours", "")


def _draw_spent(axes: Axes, free: Sequence[Drive], metered: Sequence[Drive]) -> None:
    """A line for each seed, and the means."""
    red, blue = colours(2)
    for before, after in zip(free, metered, strict=True):
        axes.plot([0, 1], [before.spent, after.spent], color=INK, linewidth=0.7, alpha=0.5)
    for k, (drives, shade) in enumerate(((free, red), (metered, blue))):
        axes.plot([k] * len(drives), [d.spent for d in drives], "o", color=shade, markersize=4)
        mean = estimate([d.spent for d in drives])
        if mean and mean.low is not None and mean.high is not None:
            ends = [[mean.mean - mean.low], [mean.high - mean.mean]]
            axes.errorbar(k + (0.12 if k else -0.12), mean.mean, ends, fmt="s", color=shade, capsize=3)
    axes.set_xticks([0, 1], ["without", "with light"])
    axes.set_xlim(-0.4, 1.4)
    finish(axes, "Hours spent by all, seed by seed", "")


if __name__ == "__main__":
    sides = []
    for is_metered in (False, True):
        with opened(metered=is_metered) as run:
            sides.append([drive(run, seed) for seed in SEEDS])
    draw(*sides, Path("docs/pictures/ramp_metering.png"))
    print(f"{told(*sides)}\nsee docs/pictures/ramp_metering.png")
