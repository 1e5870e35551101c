"""A thousand birds that become a flock: nobody leads, each listens to three opinions (H19; Reynolds, 1987).

    seahaven play examples.flock:flock --allow examples

Every boid is a machine of three that run at once: keep away from whoever is too close, fly as the others fly, stay with
them. What it does is their weighted mean; one that sees nobody says nothing and does not count. The machines are
compiled and run for all boids together. The reel is in `out/flock`, and beside it `flock.svg`: the flock at four
moments, coloured by where each boid is heading, and how the headings come to agree.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from seahaven.hcsm import Dial, In, Machine, Out, declare, weighted_blend
from seahaven.kernel import SECOND, Module, Param, State, Tick, port
from seahaven.takes import Take
from seahaven.world import Column, FamilyType, Machines, World, reads, writes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FIELD = 100.0
"""Side of the square (m); who leaves it on one side comes back on the other."""
SIGHT, CLOSE = 11.0, 4.0
"""How far a boid sees others (m), and how near is too near."""

Vector = NDArray[np.float64]
Rows = NDArray[np.intp]


def momentary(unit: str, doc: str) -> Column:
    """Null for whoever has nobody near; used in the very moment in which it is written."""
    return Column(unit=unit, doc=doc, nullable=True, immediate=True)


BOID = FamilyType(
    "boid",
    {
        "x": Column(unit="m", default=0.0),
        "y": Column(unit="m", default=0.0),
        "vx": Column(unit="m/s", default=0.0),
        "vy": Column(unit="m/s", default=0.0),
        "crowd_x": momentary("1/m", "away from those who are too close, the nearer the more"),
        "crowd_y": momentary("1/m", "the same, north"),
        "flow_x": momentary("m/s", "the neighbours' mean velocity, less the boid's own"),
        "flow_y": momentary("m/s", "the same, north"),
        "middle_x": momentary("m", "from the boid to the middle of its neighbours"),
        "middle_y": momentary("m", "the same, north"),
        "wish_x": momentary("m/s²", "wanted acceleration"),
        "wish_y": momentary("m/s²", "the same, north"),
    },
)


class Separation(Machine):
    """Keep away from whoever is too close."""

    crowd_x: In[float | None]
    crowd_y: In[float | None]
    fear: Dial[float] = declare(80.0, unit="m²/s²")
    wish_x: Out[float]
    wish_y: Out[float]

    def activity(m):
        m.wish_x = m.fear * m.crowd_x
        m.wish_y = m.fear * m.crowd_y


class Alignment(Machine):
    """Fly as the neighbours fly."""

    flow_x: In[float | None]
    flow_y: In[float | None]
    zeal: Dial[float] = declare(5.0, unit="1/s")
    wish_x: Out[float]
    wish_y: Out[float]

    def activity(m):
        m.wish_x = m.zeal * m.flow_x
        m.wish_y = m.zeal * m.flow_y


class Cohesion(Machine):
    """Stay with the neighbours."""

    middle_x: In[float | None]
    middle_y: In[float | None]
    longing: Dial[float] = declare(0.8, unit="1/s²")
    wish_x: Out[float]
    wish_y: Out[float]

    def activity(m):
        m.wish_x = m.longing * m.middle_x
        m.wish_y = m.longing * m.middle_y


class Boid(Machine):
    """The weighted mean of those of the three opinions that there are."""

    crowd_x: In[float | None]
    crowd_y: In[float | None]
    flow_x: In[float | None]
    flow_y: In[float | None]
    middle_x: In[float | None]
    middle_y: In[float | None]
    separation, alignment, cohesion = Separation(), Alignment(), Cohesion()
    wish_x: Out[float]
    wish_y: Out[float]
    wish_x = wish_y = weighted_blend({separation: 2.0, alignment: 3.0, cohesion: 1.0})


def shortest(distance: Vector) -> Vector:
    """Differences of coordinates, by the shorter way round the field."""
    return distance - FIELD * np.round(distance / FIELD)


def neighbours(x: Vector, y: Vector, within: float) -> tuple[Rows, Rows]:
    """All pairs (one, other) of boids at most so far apart, in both directions.

    Boids are sorted into cells at least that wide, so each has to look into nine of them only.
    """
    side = int(FIELD // within)
    column, row = (np.minimum((at * (side / FIELD)).astype(np.intp), side - 1) for at in (x, y))
    order = np.argsort(row * side + column, kind="stable")
    sorted_cells = (row * side + column)[order]
    ones, others = [], []
    for right in (-1, 0, 1):
        for up in (-1, 0, 1):
            cell = (row + up) % side * side + (column + right) % side
            first, last = (np.searchsorted(sorted_cells, cell, side=end) for end in ("left", "right"))
            count = last - first
            ones.append(np.repeat(np.arange(len(x)), count))
            others.append(order[np.arange(count.sum()) - np.repeat(np.cumsum(count) - count - first, count)])
    one, other = np.concatenate(ones), np.concatenate(others)
    apart = np.hypot(shortest(x[other] - x[one]), shortest(y[other] - y[one]))
    near = (apart <= within) & (one != other)
    return one[near], other[near]


class Eyes(Module):
    """What every boid sees of the others around it."""

    birds = reads("boid", "x", "y", "vx", "vy")
    seen = writes("boid", "crowd_x", "crowd_y", "flow_x", "flow_y", "middle_x", "middle_y")

    def step(self, tick: Tick) -> None:
        """Means over all neighbours; over those who are too close, of how much they press, which is 0 at `CLOSE`."""
        birds = self.birds
        one, other = neighbours(birds.x, birds.y, SIGHT)
        dx, dy = shortest(birds.x[other] - birds.x[one]), shortest(birds.y[other] - birds.y[one])
        self._mean("flow", one, birds.vx[other] - birds.vx[one], birds.vy[other] - birds.vy[one])
        self._mean("middle", one, dx, dy)
        apart = np.hypot(dx, dy)
        near = (apart < CLOSE) & (apart > 0.0)
        push = (1.0 / apart[near] - 1.0 / CLOSE) / apart[near]
        self._mean("crowd", one[near], -dx[near] * push, -dy[near] * push)

    def _mean(self, name: str, one: Rows, east: Vector, north: Vector) -> None:
        count = np.bincount(one, minlength=len(self.birds))
        for column, values in ((f"{name}_x", east), (f"{name}_y", north)):
            total = np.bincount(one, values, minlength=len(self.birds))
            setattr(self.seen, column, total / np.maximum(count, 1))
            self.seen.set_null(column, count == 0)


class Flight(Module):
    """Scatters the boids over the field, and moves them: never too slow to fly, never too fast."""

    slowest: Param[float] = port(8.0, unit="m/s")
    fastest: Param[float] = port(14.0, unit="m/s")
    strongest: Param[float] = port(30.0, unit="m/s²")
    wish = reads("boid", "wish_x", "wish_y")
    body = writes("boid", "x", "y", "vx", "vy")

    def init(self, tick: Tick) -> None:
        """Anywhere, in any direction."""
        ids, random = self.body.ids, tick.random
        self.body.x, self.body.y = FIELD * random.uniforms(ids), FIELD * random.uniforms(ids)
        heading = 2.0 * np.pi * random.uniforms(ids)
        self.body.vx, self.body.vy = self.slowest * np.cos(heading), self.slowest * np.sin(heading)

    def step(self, tick: Tick) -> None:
        """Null wishes are zero in the table, and so leave a boid to fly on."""
        ax, ay = bounded(self.wish.wish_x, self.wish.wish_y, 0.0, self.strongest)
        vx, vy = bounded(self.body.vx + ax * tick.dt, self.body.vy + ay * tick.dt, self.slowest, self.fastest)
        self.body.vx, self.body.vy = vx, vy
        self.body.x, self.body.y = (self.body.x + vx * tick.dt) % FIELD, (self.body.y + vy * tick.dt) % FIELD


def bounded(x: Vector, y: Vector, low: float, high: float) -> tuple[Vector, Vector]:
    """Vectors with their lengths brought between two bounds; one of no length stays so."""
    length = np.hypot(x, y)
    factor = np.clip(length, low, high) / np.where(length > 0.0, length, 1.0)
    return x * factor, y * factor


def agreement(vx: Vector, vy: Vector) -> float:
    """How far the headings agree: 0 if they point everywhere, 1 if all point the same way."""
    speed = np.hypot(vx, vy)
    return float(np.hypot(np.mean(vx / speed), np.mean(vy / speed)))


INK, PAPER, SKY, HAZE = "#3b3a36", "#fbfaf7", "#f3f1eb", "#b9b3a5"
WHEEL = ("#c8452d", "#d9902f", "#93a63a", "#3f8f5f", "#1f7f9b", "#4a5fa5", "#8a4f9e", "#b83f72")
"""The colours of headings, from east by north around to east again."""
HUES, TAIL = 48, 0.5


class Sketch(Module, edge=True):
    """Draws the flock at some moments and at the end, and how its headings came to agree: `flock.svg` in its folder.

    A take that is played tells it which folder that is; without one, it does not draw.
    """

    folder: Param[Path | None] = None
    moments: Param[tuple[float, ...]] = port((1.0, 4.0, 10.0), unit="s")
    looks: State[dict[float, Vector]] = port({}, doc="x, y, vx, vy of all boids, by date")
    agreements: State[dict[float, float]] = port({})
    birds = reads("boid", "x", "y", "vx", "vy")

    def step(self, tick: Tick) -> None:
        """Look, and forget what belongs to the tail of no moment."""
        birds, now = self.birds, tick.seconds
        self.looks[now] = np.stack((birds.x, birds.y, birds.vx, birds.vy))
        self.agreements[now] = agreement(birds.vx, birds.vy)
        ends = (*self.moments, now)
        self.looks = {at: look for at, look in self.looks.items() if any(end - TAIL <= at <= end for end in ends)}

    def end(self, tick: Tick) -> None:
        """Look once more, and draw."""
        if self.folder is None:
            return
        self.step(tick)
        ends = sorted({end for end in self.moments if end in self.looks} | {tick.seconds})
        tails = {end: [self.looks[at] for at in sorted(self.looks) if end - TAIL <= at <= end] for end in ends}
        self.folder.mkdir(parents=True, exist_ok=True)
        draw(tails, self.agreements, self.folder / "flock.svg")


def draw(tails: dict[float, list[Vector]], agreements: dict[float, float], path: Path) -> None:
    """Write the picture; same flock, same bytes."""
    import matplotlib  # takes a good part of a second to load, and only who draws should wait for it
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    style: Any = {"svg.hashsalt": "flock", "font.family": "DejaVu Sans", "font.size": 9, "text.color": INK}
    with matplotlib.rc_context(style):
        layout = ConstrainedLayoutEngine(w_pad=0.08, h_pad=0.1)
        figure = Figure(figsize=(max(6.0, 3.0 * len(tails)), 4.8), facecolor=PAPER, layout=layout)
        grid = figure.add_gridspec(2, 1, height_ratios=(3.2, 1.4))
        above, below = grid[0].subgridspec(1, len(tails)), grid[1].subgridspec(1, 2, width_ratios=(6.0, 1.0))
        for i, (moment, looks) in enumerate(tails.items()):
            axes = figure.add_subplot(above[i])
            axes.set_title(f"{moment:g} s", loc="left", fontsize=12)
            draw_birds(axes, looks)
        draw_agreement(figure.add_subplot(below[0]), agreements, list(tails))
        draw_wheel(figure.add_subplot(below[1]))
        figure.savefig(path, format="svg", metadata={"Date": None})


def draw_birds(axes: Axes, looks: list[Vector]) -> None:
    """Every boid with its tail, in the colour of its heading."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path as Outline

    axes.set(xlim=(0.0, FIELD), ylim=(0.0, FIELD), xticks=(), yticks=(), aspect="equal", facecolor=SKY)
    axes.spines[:].set_visible(False)
    shapes = darts(looks)
    hues = np.floor(np.arctan2(looks[-1][3], looks[-1][2]) / (2.0 * np.pi) * HUES).astype(int) % HUES
    codes = [Outline.MOVETO, *[Outline.LINETO] * (shapes.shape[1] - 2), Outline.CLOSEPOLY]
    for hue in range(HUES):
        points = shapes[hues == hue]
        outline = Outline(points.reshape(-1, 2), codes * len(points))
        axes.add_patch(PathPatch(outline, facecolor=colour((hue + 0.5) / HUES), edgecolor=SKY, linewidth=0.12))


def darts(looks: list[Vector]) -> Vector:
    """A closed outline for each boid: from a point at the end of its tail to the width of a bird, and a beak."""
    spine = [looks[-1][:2]]
    for later, look in zip(looks[:0:-1], looks[-2::-1], strict=True):
        spine.append(spine[-1] - shortest(later[:2] - look[:2]))
    ahead = looks[-1][2:] / np.hypot(*looks[-1][2:])
    aside = np.stack((-ahead[1], ahead[0]))
    widths = np.linspace(0.55, 0.0, len(spine))
    left = [point + width * aside for point, width in zip(spine, widths, strict=True)]
    right = [point - width * aside for point, width in zip(spine, widths, strict=True)]
    outline = [spine[0] + 1.1 * ahead, *left, *right[-2::-1], spine[0] + 1.1 * ahead]
    return np.stack(outline).transpose(2, 0, 1)


def colour(turn: float) -> tuple[float, ...]:
    """The colour of a heading, given in turns from east."""
    from matplotlib.colors import to_rgb

    here, beyond = int(turn * len(WHEEL)) % len(WHEEL), int(turn * len(WHEEL) + 1) % len(WHEEL)
    share = turn * len(WHEEL) % 1.0
    return tuple((1.0 - share) * a + share * b for a, b in zip(to_rgb(WHEEL[here]), to_rgb(WHEEL[beyond]), strict=True))


def draw_agreement(axes: Axes, agreements: dict[float, float], moments: list[float]) -> None:
    """How far the headings agree over time, with a dot at each moment that is drawn."""
    axes.plot(list(agreements), list(agreements.values()), color=INK, linewidth=1.6)
    axes.plot(
        moments, [agreements[at] for at in moments], "o", color=INK, markersize=7, markeredgecolor=PAPER, clip_on=False
    )
    axes.set_title("How far the headings agree", loc="left", fontsize=10)
    axes.set(xlim=(0.0, 1.01 * max(agreements)), ylim=(0.0, 1.05), yticks=(0.0, 0.5, 1.0), xlabel="s", facecolor=PAPER)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color=HAZE, linewidth=0.4)


def draw_wheel(axes: Axes) -> None:
    """Which colour is which heading."""
    from matplotlib.patches import Wedge

    axes.set(xlim=(-1.6, 1.6), ylim=(-1.6, 1.6), aspect="equal")
    axes.set_axis_off()
    for hue in range(HUES):
        first, last = 360.0 * hue / HUES, 360.0 * (hue + 1) / HUES
        axes.add_patch(Wedge((0.0, 0.0), 1.0, first, last, width=0.4, color=colour((hue + 0.5) / HUES), linewidth=0.3))
    for letter, x, y in (("E", 1.35, 0.0), ("N", 0.0, 1.35), ("W", -1.35, 0.0), ("S", 0.0, -1.35)):
        axes.text(x, y, letter, ha="center", va="center", fontsize=8)


def flock(boids: int = 1000, *, seed: int = 3) -> Take:
    """Thirty seconds of a flock that finds itself."""
    world = World([BOID])
    world.add_many("boid", boids)
    root = Module(
        "root",
        Eyes("eyes", rate=10),
        Machines("boids", rate=10, family="boid", machine=Boid),
        Flight("flight", rate=10),
        Sketch("sketch", rate=4),
    )
    return Take("Flock", root, world, duration=30 * SECOND, seed=seed, rate=Fraction(10))
