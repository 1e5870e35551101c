"""How many blocked lanes loops notice, how soon, and how often they cry wolf (G10).

    python -m examples.incident_detection

The study is played with dense traffic, with a breakdown and without. Thresholds are chosen with six seeds, from a grid
of them: those that find most incidents among all that raise at most one false alarm in twenty hours of a section. Then
the machines watch twelve other seeds as the traffic comes. A detection is an alarm of the section in which the vehicle
stands, or of the one above, within ten minutes. The picture is `docs/pictures/incident_detection.png`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import inf, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import seahaven
from examples.california import Alarm, California
from examples.paired import mean_told
from seahaven.files import Document
from seahaven.hcsm import CompiledMachine
from seahaven.measures import space_time
from seahaven.reels.charts import INK, chart, colours, draw_space_time, finish
from seahaven.roads.builder import kmh
from seahaven.takes import Run
from seahaven.trials import estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

STUDY = Path(__file__).parent / "incident_detection.study.yaml"
FLOWS = {"dense": 4800}
"""Vehicles per hour on three lanes; add others, such as `"light": 2400`."""
CHOOSING, JUDGED = tuple(range(1, 7)), tuple(range(101, 113))
"""Seeds with which thresholds are chosen, and others by which they are judged."""
WITHIN, INTERVAL = 600.0, 30.0
"""Seconds."""
FALSE_PER_HOUR = 0.05
"""False alarms for each hour of a section that are put up with."""
GRID = tuple(product((2.0, 4.0, 6.0, 8.0, 10.0, 14.0), (0.2, 0.3, 0.4, 0.5, 0.6), (10.0, 14.0, 18.0, 24.0)))
"""Values of the dials `difference`, `relative` and `thin`."""
FIRST, SPACING, SECTIONS = 1500.0, 500.0, 10

Floats = NDArray[np.float64]


class Thresholds(NamedTuple):
    """Values of the machine's dials."""

    difference: float
    relative: float
    thin: float


@dataclass(frozen=True, slots=True)
class Watch:
    """What was seen in one drive: occupancies (percent) by interval and station, alarms, and the incident, if any."""

    flow: str
    occupancy: Floats
    alarms: tuple[tuple[float, int], ...]
    """When and in which section, counted from 1."""
    stopped: float | None = None
    """When the vehicle stood (s)."""
    place: float | None = None
    samples: tuple[Floats, Floats, Floats] | None = None
    """Time, place and speed of vehicles, where they were asked for."""

    @property
    def section(self) -> int:
        """The section in which the vehicle stands."""
        assert self.place is not None
        return int((self.place - FIRST) // SPACING) + 1

    @property
    def hours(self) -> float:
        """For how long all sections together were watched."""
        return len(self.occupancy) * INTERVAL * SECTIONS / 3600.0

    def delay(self, alarms: Sequence[tuple[float, int]]) -> float:
        """How long after the vehicle stood the first alarm came that means it; infinite if none came in time."""
        assert self.stopped is not None
        right = [at - self.stopped for at, section in alarms if section in (self.section, self.section - 1)]
        return min((delay for delay in right if 0.0 <= delay <= WITHIN), default=inf)


class _Ear:
    """Notes alarms."""

    def __init__(self) -> None:
        self.heard: list[tuple[float, int]] = []

    def on_event(self, event: Any) -> None:
        if isinstance(event.value, Alarm):
            self.heard.append((event.date / 1e9, event.value.section))


def opened(flow: str, *, has_breakdown: bool) -> Run:
    """The study with another flow, with or without the breakdown."""

    def change(document: Document) -> Document:
        data = dict(document.data)  # type: ignore[call-overload]  # a study is a mapping
        traffic = dict(data["traffic"])
        traffic["flows"] = [{**traffic["flows"][0], "rate": f"{FLOWS[flow]}/h"}]
        data["traffic"] = traffic
        if not has_breakdown:
            data["modules"] = {name: one for name, one in data["modules"].items() if name != "breakdown"}
            data.pop("links")
        return replace(document, data=data)

    return seahaven.open(STUDY, allow=["examples"], change=change)


def watch(run: Run, seed: int, flow: str, *, thresholds: Thresholds | None = None, sampled: bool = False) -> Watch:
    """Play a seed, and note what loops and machines say."""
    run.reset(seed=seed)
    if thresholds:
        for k in range(1, SECTIONS + 1):
            run.set(f"section_{k}.machine", California(**thresholds._asdict()))
    ear, seen, samples = _Ear(), [], []
    watcher = run.watch(ear)
    stations = [name for name in run.names if name.startswith("km ")]
    has_breakdown = "breakdown" in [module.name for module in run.controller.root.children]
    stopped = place = None
    while not run.is_over:
        run.advance(5.0)
        if has_breakdown and stopped is None:
            vehicle = run.get("breakdown.stopped")
            if vehicle and run[vehicle].speed < 0.1:
                stopped, place = run.time, float(run[vehicle].x)
        if sampled:
            cars = run.vehicles
            samples.append((np.full(len(cars), run.time), cars.x.copy(), cars.speed.copy()))
        if run.time % INTERVAL == 0.0:
            occupancy = np.array([run[name].occupancy or 0.0 for name in stations])
            seen.append(100.0 * occupancy.reshape(SECTIONS + 1, -1).mean(axis=1))
    watcher.stop()
    time, x, speed = (np.concatenate(column) for column in zip(*samples, strict=True)) if sampled else (None,) * 3
    found = None if time is None else (time, x, speed)
    return Watch(flow, np.array(seen), tuple(ear.heard), stopped, place, found)


def watches(seeds: Sequence[int], *, thresholds: Thresholds | None = None) -> list[Watch]:
    """All flows and seeds, with a breakdown and without."""
    found = []
    for flow, has_breakdown in product(FLOWS, (True, False)):
        with opened(flow, has_breakdown=has_breakdown) as run:
            found += [watch(run, seed, flow, thresholds=thresholds) for seed in seeds]
    return found


def alarms_by(grid: Sequence[Thresholds], seen: Sequence[Watch]) -> list[list[list[tuple[float, int]]]]:
    """The alarms that the machine would have raised in each drive with each of some thresholds: all in one crowd."""
    shape = len(seen), len(grid), SECTIONS
    crowd = CompiledMachine(California).crowd(np.arange(1, 1 + np.prod(shape)))
    for k, dial in enumerate(Thresholds._fields):
        values = np.broadcast_to(np.array([one[k] for one in grid])[None, :, None], shape)
        for value in np.unique(values):
            crowd.set_dial(f"California.{dial}", float(value), np.flatnonzero(values.ravel() == value))
    found: list[list[list[tuple[float, int]]]] = [[[] for _ in grid] for _ in seen]
    for step in range(len(seen[0].occupancy)):
        above, below = (
            np.broadcast_to(np.array([one.occupancy[step, part] for one in seen])[:, None, :], shape).ravel()
            for part in (slice(None, -1), slice(1, None))
        )
        crowd.step({"above": above, "below": below}, step=step)
        raised, _ = crowd.output("alarm")
        for drive, which, section in np.argwhere(raised.reshape(shape)).tolist():
            found[drive][which].append(((step + 1) * INTERVAL, section + 1))
    return found


class Verdict(NamedTuple):
    """What came of some drives: delays of incidents (infinite if missed), false alarms, and hours of sections."""

    delays: tuple[float, ...]
    false: tuple[int, ...]
    """In each drive without a breakdown."""
    hours: float

    @classmethod
    def of(cls, seen: Sequence[Watch], alarms: Sequence[Sequence[tuple[float, int]]]) -> Verdict:
        """Of drives with the alarms in each."""
        pairs = list(zip(seen, alarms, strict=True))
        free = [(one, said) for one, said in pairs if one.stopped is None]
        delays = tuple(one.delay(said) for one, said in pairs if one.stopped is not None)
        return cls(delays, tuple(len(said) for _, said in free), sum(one.hours for one, _ in free))

    @property
    def found(self) -> list[float]:
        """The delays of the incidents that were noticed."""
        return [delay for delay in self.delays if delay < inf]

    @property
    def rate(self) -> float:
        """Which share of the incidents was noticed."""
        return len(self.found) / len(self.delays)

    @property
    def false_rate(self) -> float:
        """False alarms for each hour of a section."""
        return sum(self.false) / self.hours

    def told(self) -> str:
        """In words, with intervals."""
        low, high = _wilson(len(self.found), len(self.delays))
        decisions = 3600.0 / INTERVAL * self.hours
        share = mean_told([100.0 * count * len(self.false) / decisions for count in self.false], 3)
        return (
            f"{len(self.found)} of {len(self.delays)} incidents noticed, {self.rate:.0%} ({low:.0%} to {high:.0%}), "
            f"after {mean_told(self.found, 0)} s on average; {sum(self.false)} false alarms in {self.hours:.0f} hours "
            f"of a section without incidents, {share} % of decisions"
        )


def _wilson(count: int, total: int) -> tuple[float, float]:
    """The interval of a share (95 %; Wilson, 1927)."""
    z, share = 1.96, count / total
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    reach = z / (1 + z * z / total) * sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return middle - reach, min(middle + reach, 1.0)


def choose(seen: Sequence[Watch]) -> tuple[Thresholds, list[Verdict]]:
    """The best of the grid, and the verdicts on all of it."""
    grid = [Thresholds(*one) for one in GRID]
    alarms = alarms_by(grid, seen)
    verdicts = [Verdict.of(seen, [own[k] for own in alarms]) for k in range(len(grid))]

    def goodness(k: int) -> tuple[bool, float, float]:
        one = verdicts[k]
        return one.false_rate <= FALSE_PER_HOUR, one.rate, -float(np.mean(one.found or [inf]))

    return grid[max(range(len(grid)), key=goodness)], verdicts


def draw(shown: Watch, seen: Sequence[Watch], verdicts: Sequence[Verdict], chosen: Verdict, path: Path) -> None:
    """One incident through time and space, the trade-off among thresholds, and what came of the judged seeds."""
    with chart(path, title="A blocked lane, and when its loops tell", height=7.6) as figure:
        grid = figure.add_gridspec(2, 2, height_ratios=(1.25, 1.0))
        _draw_incident(figure.add_subplot(grid[0, :]), shown)
        _draw_trade(figure.add_subplot(grid[1, 0]), verdicts, chosen)
        _draw_delays(figure.add_subplot(grid[1, 1]), seen)


def _draw_incident(axes: Axes, shown: Watch) -> None:
    assert shown.samples is not None
    assert shown.stopped is not None
    assert shown.place is not None
    time, place, speed = shown.samples
    cells = space_time(
        time, place, speed, every=5.0, end=float(time.max()), length=8000.0, cell_time=15.0, cell_length=100.0
    )
    draw_space_time(axes, cells.time, cells.place, cells.speed, fastest=kmh(120))
    axes.plot(shown.stopped / 60.0, shown.place / 1000.0, "X", color=INK, markersize=9, markeredgecolor="white")
    for at, section in shown.alarms:
        ends = [(FIRST + SPACING * (section - 1 + k)) / 1000.0 for k in (0, 1)]
        axes.plot([at / 60.0] * 2, ends, color=INK, linewidth=3.0)
    for k in range(SECTIONS + 1):
        axes.axhline((FIRST + SPACING * k) / 1000.0, color=INK, linewidth=0.4, alpha=0.35)
    axes.set_xlim(0.0, time.max() / 60.0)
    finish(
        axes, f"{shown.flow} traffic: km along the road; a cross where the vehicle stands, bars where alarms are", "min"
    )


def _draw_trade(axes: Axes, verdicts: Sequence[Verdict], chosen: Verdict) -> None:
    red, blue = colours(2)
    able = [v for v in verdicts if v.rate == chosen.rate]
    axes.plot([v.false_rate for v in able], [np.mean(v.found) for v in able], ".", color=blue, alpha=0.5)
    axes.plot(chosen.false_rate, np.mean(chosen.found), "o", color=red, markersize=7)
    finish(axes, "Seconds until the alarm: the chosen thresholds, others", "false alarms for each hour of a section")
    axes.set_xscale("symlog", linthresh=0.1)
    axes.set_xlim(left=-0.01)
    axes.set_ylim(bottom=0.0)


def _draw_delays(axes: Axes, seen: Sequence[Watch]) -> None:
    blue = colours(2)[1]
    for k, flow in enumerate(FLOWS):
        own = [one for one in seen if one.flow == flow and one.stopped is not None]
        delays = [delay for one in own if (delay := one.delay(one.alarms)) < inf]
        axes.plot(k + np.linspace(-0.18, 0.18, len(delays)), delays, ".", color=blue, markersize=6)
        mean = estimate(delays)
        if mean and mean.low is not None and mean.high is not None:
            axes.errorbar(k + 0.3, mean.mean, [[mean.mean - mean.low], [mean.high - mean.mean]], fmt="o", color=INK)
        axes.annotate(f"{len(delays)} of {len(own)} noticed", (k, 12.0), ha="center", color=INK)
    axes.set_xticks(range(len(FLOWS)), [f"{name}\n{flow:,}/h" for name, flow in FLOWS.items()])
    axes.set_ylim(bottom=0.0)
    finish(axes, "Seconds until the alarm: other seeds, and their mean", "")


def main(choosing: Sequence[int] = CHOOSING, judged: Sequence[int] = JUDGED) -> None:
    """Choose thresholds, judge them by other seeds, tell and draw."""
    known = watches(choosing)
    thresholds, verdicts = choose(known)
    chosen = verdicts[[Thresholds(*one) for one in GRID].index(thresholds)]
    print(f"chosen: {thresholds}\n  with the seeds that chose them: {chosen.told()}")
    seen = watches(judged, thresholds=thresholds)
    for flow in FLOWS:
        own = [one for one in seen if one.flow == flow]
        print(f"{flow} traffic, other seeds: {Verdict.of(own, [one.alarms for one in own]).told()}")
    print(f"all, other seeds: {Verdict.of(seen, [one.alarms for one in seen]).told()}")
    with opened("dense", has_breakdown=True) as run:
        shown = watch(run, judged[0], "dense", thresholds=thresholds, sampled=True)
    draw(shown, seen, verdicts, chosen, Path("docs/pictures/incident_detection.png"))
    print("see docs/pictures/incident_detection.png")


if __name__ == "__main__":
    main()
