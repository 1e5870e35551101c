"""Platoons: does a disturbance grow or fade along a string of vehicles, and how many get through (G10)?

    python -m examples.platoons

Four strings of twenty vehicles follow a vehicle that slows down again and again, the same way in front of all of them:
people; cars with cruise control; cars that are ordered to form a platoon, with time gaps of 0.6 s; and cars with the
same controller but no radio, 2 s apart. A disturbance that grows from vehicle to vehicle becomes a jam, so what counts
is how much the speed of the vehicle at each place varies, over how much that of the first one does. Twelve seeds are
driven, and each string is compared with the people of the same seed. The picture is `docs/pictures/platoons.png`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from examples.cooperative_cruise import RADIO_VEHICLES, Cooperative, Radio
from examples.paired import change_told, mean_told
from seahaven.kernel import SECOND, Controller, Emits, Module, Param, State, Tick, port
from seahaven.measures import PER_HOUR
from seahaven.reels.charts import chart, colours, finish
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, CrossSection, driving, kmh
from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import CAR, CRUISING, Traffic, placed
from seahaven.trials import estimate
from seahaven.world import WEATHER, Machines, Press, World, reads, writes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

STRINGS = ("people", "cruise control", "platoon", "without radio")
PEOPLE, CRUISE, PLATOON, SILENT = range(4)
FOLLOWERS, SEEDS = 20, tuple(range(1, 13))
SPEED = 25.0
JOIN, BEGIN, END = 20.0, 150, 450
"""Seconds: when the order to join is given, and from when to when the first vehicle varies its speed."""
SILENT_GAP = 2.0
"""Time gap (s) without radio."""
RATE = 20

Floats = NDArray[np.float64]


class Drive(NamedTuple):
    """By second, string and place in it: speed (m/s) and distance (m)."""

    speed: Floats
    place: Floats
    touched: NDArray[np.bool_]
    """By string, whether any two vehicles touched."""

    @property
    def growth(self) -> Floats:
        """For each string and place in it, how much speeds vary over how much those of the first do."""
        spread = self.speed[BEGIN:].std(axis=0)
        return np.asarray(spread / spread[:, :1])

    @property
    def flow(self) -> Floats:
        """Vehicles per hour of each string, by the time between the first and the last on average."""
        lasts = [_gap_in_time(self.place[BEGIN:, k, 0], self.place[BEGIN:, k, -1]) for k in range(len(STRINGS))]
        return PER_HOUR * FOLLOWERS / np.array(lasts)


def _gap_in_time(first: Floats, last: Floats) -> float:
    """How much later on average the last comes where the first was."""
    seconds = np.arange(len(first), dtype=np.float64)
    reached = np.interp(last[last > first[0]], first, seconds)
    return float((seconds[last > first[0]] - reached).mean())


class Vanguard(Module):
    """Drives the first vehicle of each string: every so often it slows down and speeds up again, by chance."""

    begin: Param[float] = port(float(BEGIN), unit="s")
    wanted: State[float] = port(SPEED, unit="m/s")
    until: State[float] = port(0.0, unit="s")
    first = writes("vehicle", "wish", "command")
    seen = reads("vehicle", "speed")

    def step(self, tick: Tick) -> None:
        """Choose another speed now and then, and approach it."""
        if tick.seconds >= max(self.until, self.begin):
            speed, time = tick.random.uniforms([1, 2])
            self.wanted = SPEED if self.wanted != SPEED else SPEED * (0.55 + 0.35 * float(speed))
            self.until = tick.seconds + 8.0 + 10.0 * float(time)
        rows = np.searchsorted(self.seen.ids, self.first.ids)
        wish = np.clip(0.8 * (self.wanted - self.seen.speed[rows]), -2.5, 1.2)
        self.first.wish = wish
        self.first.command = wish


class Foreman(Module):
    """Orders vehicles to join, once, and says to the silent ones how far they have to stay apart."""

    called: Param[tuple[int, ...]]
    silent: Param[tuple[int, ...]]
    pressed: Emits[Press]

    def step(self, tick: Tick) -> None:
        """Turn the dial of some, and press the button of all of them."""
        if tick.seconds == JOIN:
            self.pressed += [Press(self.silent, "close", SILENT_GAP), Press((*self.called, *self.silent), "join")]


def drive(seed: int, seconds: int = END) -> Drive:
    """All four strings at once."""
    builder, names = Builder("strings"), [f"road{k}" for k in range(len(STRINGS))]
    for k, name in enumerate(names):
        section = CrossSection(forward=(driving(3.5),), backward=(), limit=kmh(120))
        builder.road(name, section, at=(0.0, -50.0 * k)).straight(1500.0 + (SPEED + 1.0) * seconds)
    lane_map = LaneMap(builder.build())
    tracks = Tracks(Router(lane_map).routes(names, names))
    world, kinds = World([RADIO_VEHICLES, WEATHER]), (CAR, *[CAR.driven_by(CRUISING)] * 3)
    ids = []
    for k, kind in enumerate(kinds):
        s = 1400.0 - 1.6 * SPEED * np.arange(FOLLOWERS + 1)
        columns = {
            **kind.columns(np.arange(len(s)), seed=seed, who="string"),
            **placed(tracks, f"{names[k]}:0:-1", s, k),
        }
        columns["speed_factor"] = np.maximum(columns["speed_factor"], 0.95)
        ids.append(world.add_many("vehicle", len(s), pilot="active", speed=SPEED, **columns).tolist())
    called, silent = tuple(ids[PLATOON][1:]), tuple(ids[SILENT][1:])
    root = Module(
        "root",
        Traffic("traffic", tracks=tracks, rate_hz=RATE),
        Vanguard("vanguard", rate=RATE, begin=float(BEGIN)),
        Radio("radio", rate=RATE, silent=tuple(ids[SILENT])),
        Machines("platoons", rate=RATE, machine=Cooperative),
        Foreman("foreman", rate=RATE, called=called, silent=silent),
    )
    root.link("foreman.pressed", "platoons.presses")
    world.grant("vanguard", "vehicle", ids=[string[0] for string in ids])
    world.grant("platoons", "vehicle", ids=(*called, *silent))
    rows, touched = [], np.zeros(len(STRINGS), bool)
    with Controller(root, seed=seed, store=world) as run:
        for _ in range(seconds):
            run.advance(SECOND)
            cars = world.family("vehicle")
            shape = len(STRINGS), FOLLOWERS + 1
            touched |= ~cars.null("contact").reshape(shape).all(axis=1)
            rows.append(tuple(column.reshape(shape).copy() for column in (cars.speed, cars.s)))
    speed, place = map(np.array, zip(*rows, strict=True))
    return Drive(speed, place, touched)


def told(drives: Sequence[Drive]) -> str:
    """Growth and flow of each string, and how they differ from those of people with the same seeds."""
    growth, flow = (np.array(values) for values in ([d.growth[:, -1] for d in drives], [d.flow for d in drives]))
    lines = []
    for k, name in enumerate(STRINGS):
        line = f"{name}: growth {mean_told(growth[:, k], 2)}, flow {mean_told(flow[:, k], 0)} vehicles/h"
        if k != PEOPLE:
            line += f"\n  against people: growth {change_told(growth[:, PEOPLE], growth[:, k], 2)}"
            line += f"\n                  flow {change_told(flow[:, PEOPLE], flow[:, k], 0)}"
        lines.append(line)
    touched = sum(int(d.touched.sum()) for d in drives)
    return "\n".join((*lines, f"strings with a collision: {touched} of {len(drives) * len(STRINGS)}"))


def draw(drives: Sequence[Drive], path: Path) -> None:
    """The speeds of one drive, string by string, and growth and flow of all."""
    shades = colours(len(STRINGS))
    with chart(path, title="With radio, vehicles follow closely and disturbances do not grow", height=7.4) as figure:
        grid = figure.add_gridspec(2, 12, height_ratios=(1.0, 1.15))
        for k, name in enumerate(STRINGS):
            axes = figure.add_subplot(grid[0, 3 * k : 3 * k + 3])
            _draw_speeds(axes, drives[0], k, shades[k])
            finish(axes, f"{name}: km/h" if k == 0 else name, "min")
            axes.tick_params(labelleft=k == 0)
        _draw_growth(figure.add_subplot(grid[1, :8]), drives, shades)
        _draw_flow(figure.add_subplot(grid[1, 8:]), drives, shades)


def _draw_speeds(axes: Axes, drive: Drive, string: int, shade: str) -> None:
    """Every fifth vehicle, the further back the darker."""
    minutes = np.arange(len(drive.speed)) / 60.0
    for place in range(0, FOLLOWERS + 1, 5):
        depth = 0.25 + 0.75 * place / FOLLOWERS
        axes.plot(minutes, 3.6 * drive.speed[:, string, place], color=shade, alpha=depth, linewidth=1.0)
    axes.set_xlim(0.0, 5.5)
    axes.set_ylim(0.0, 130.0)


def _draw_growth(axes: Axes, drives: Sequence[Drive], shades: Sequence[str]) -> None:
    places, growth = np.arange(FOLLOWERS + 1), np.array([d.growth for d in drives])
    for k, name in enumerate(STRINGS):
        ends = [estimate(growth[:, k, place].tolist()) for place in places]
        known = [one for one in ends if one is not None]
        middle = np.array([one.mean for one in known])
        low, high = (np.array([one.mean if end is None else end for one, end in pairs]) for pairs in (
            [(one, one.low) for one in known], [(one, one.high) for one in known],
        ))  # fmt: skip
        axes.fill_between(places, low, high, color=shades[k], alpha=0.2, linewidth=0.0)
        axes.plot(places, middle, color=shades[k], linewidth=1.6)
        beside = (5, {PEOPLE: 9, CRUISE: -6}.get(k, 0))
        axes.annotate(name, (places[-1], middle[-1]), beside, textcoords="offset points", color=shades[k], va="center")
    finish(axes, "How much speeds vary, over those of the first vehicle", "place in the string")
    axes.set_ylim(bottom=0.0)
    axes.set_xlim(0, FOLLOWERS + 5)
    axes.set_xticks(range(0, FOLLOWERS + 1, 5))


def _draw_flow(axes: Axes, drives: Sequence[Drive], shades: Sequence[str]) -> None:
    flow = np.array([d.flow for d in drives])
    axes.bar(range(len(STRINGS)), flow.mean(axis=0), color=shades, width=0.6)
    for k in range(len(STRINGS)):
        axes.plot(k + np.linspace(-0.2, 0.2, len(drives)), flow[:, k], ".", color="black", markersize=3)
    axes.set_xticks(range(len(STRINGS)), [name.replace(" ", "\n") for name in STRINGS])
    finish(axes, "Flow in vehicles/h, and each seed", "")


if __name__ == "__main__":
    drives = [drive(seed) for seed in SEEDS]
    draw(drives, Path("docs/pictures/platoons.png"))
    print(f"{told(drives)}\nsee docs/pictures/platoons.png")
