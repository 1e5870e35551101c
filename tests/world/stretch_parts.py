"""Modules that run as parts, or sleep, to hold the controller to "visited or slept through"."""

from __future__ import annotations

from typing import Any

from seahaven.geometry.entry_kernels import compiled_entry, taken
from seahaven.kernel import ASLEEP, VISIT, Emits, Hears, In, Many, Module, Out, Param, Part, State, Tick, port
from seahaven.world import Column, FamilyType, World, make_step, part_of, reads, spawns, watcher_of, writes

BODY = FamilyType(
    "body",
    {
        "x": Column(unit="m", default=0.0),
        "speed": Column(unit="m/s", default=1.0),
        "push": Column(unit="m/s2", default=0.0, immediate=True),
        "flag": Column("int8", default=0),
        "seat": Column("int64", nullable=True),
    },
)


@compiled_entry
def push(hand: Any, index: int, _now: int, _due: int) -> int:
    tally, x, speed, cells = taken(hand)
    for row in range(tally[0]):
        cells[row] = 0.5 * speed[row] - 0.01 * x[row] + 0.001 * (index % 7)
    return 0


@compiled_entry
def move(hand: Any, _index: int, now: int, due: int) -> int:
    tally, (x, speed, pushed), (to_x, to_speed, to_flag), limit = taken(hand)
    dt, told = (due - now) / 1e9, 0
    for row in range(tally[0]):
        to_x[row] = x[row] + speed[row] * dt
        to_speed[row] = speed[row] + pushed[row] * dt
        to_flag[row] = 1 if to_x[row] > limit else 0
        told += to_flag[row]
    return told


@compiled_entry
def watch(hand: Any, _index: int, _now: int, _due: int) -> int:
    tally, x, limit = taken(hand)
    for row in range(tally[0]):
        if x[row] > limit:
            return VISIT
    return 0


class Pusher(Module):
    """Fills an immediate column, compiled."""

    seen = reads("body", "x", "speed")
    out = writes("body", "push")

    def step(self, tick: Tick) -> None:
        make_step(self.part(tick), tick)

    def part(self, tick: Tick) -> Part:
        homes = self.seen.memory, self.out.all_cells()
        if self.live is None or self.live[0][0] is not homes[0] or self.live[0][1] is not homes[1]:
            values = self.seen.tally, self.seen.spacious("x"), self.seen.spacious("speed"), homes[1][0][0]
            self.live = homes, part_of(push, values)
        part: Part = self.live[1]
        return part


class Mover(Module):
    """Writes columns for the next date, compiled, and tells afterwards how many are far out."""

    limit: Param[float] = 5.0
    far: Emits[int]
    seen = reads("body", "x", "speed", "push")
    out = writes("body", "x", "speed", "flag")

    def step(self, tick: Tick) -> None:
        status = make_step(self.part(tick), tick)
        if status:
            self.settle(tick, status)

    def settle(self, tick: Tick, status: int) -> None:
        self.far.append(status)

    def part(self, tick: Tick) -> Part:
        homes = self.seen.memory, self.out.all_cells()
        live, limit = self.live, self.border
        if live is None or live[0][0] is not homes[0] or live[0][1] is not homes[1] or live[2] != limit:
            columns = tuple(map(self.seen.spacious, ("x", "speed", "push")))
            values = self.seen.tally, columns, tuple(cells for cells, _ in homes[1]), limit
            self.live = homes, part_of(move, values), limit
        part: Part = self.live[1]
        return part

    @property
    def border(self) -> float:
        """Beyond which a body is far out."""
        return self.limit


class Led(Mover):
    """Is told by a bell what is far out."""

    rung: In[int] = port(0, immediate=True)

    @property
    def border(self) -> float:
        """Beyond which a body is far out."""
        return self.limit + self.rung % 3


class Door(Module):
    """Takes out bodies that are far, and brings others; sleeps while none is."""

    limit: Param[float] = 8.0
    count: Out[int] = 0
    heard: State[int] = 0
    far: Hears[int]
    gone: Emits[int]
    seen = reads("body", "x")
    rows = spawns("body")

    def hear(self, tick: Tick) -> None:
        self.heard += sum(event.value for event in self.far)

    def step(self, tick: Tick) -> None:
        ids = self.seen.ids[self.seen.x > self.limit]
        if len(ids):
            self.rows.remove(ids)
            self.rows.add(len(ids) + tick.index % 2, speed=1.0 + 0.1 * (tick.index % 5))
            self.gone.append(len(ids))
            self.count += len(ids)

    def part(self, tick: Tick) -> Part:
        if self.live is None or self.live[0] is not self.seen.memory:
            values = self.seen.tally, self.seen.spacious("x"), self.limit
            self.live = self.seen.memory, watcher_of(watch, values)
        part: Part = self.live[1]
        return part


class Clock(Module):
    """Ticks every third of a second in Python, and sleeps in between."""

    ticks: State[int] = 0
    ticked: Emits[int]

    def step(self, tick: Tick) -> None:
        if tick.now >= self.due:
            self.ticks += 1
            self.ticked.append(self.ticks)

    @property
    def due(self) -> int:
        return self.ticks * 333_333_333

    def part(self, tick: Tick) -> Part | None:
        return Part(is_asleep=True, until=self.due) if self.due > tick.now else None


class Bell(Clock):
    """Puts out how often it has rung, each third of a second, and sleeps in between."""

    rung: Out[int] = 0

    def step(self, tick: Tick) -> None:
        Clock.step(self, tick)
        self.rung = self.ticks


class Servant(Module):
    """Counts what bells put out, and sleeps as long as none has rung."""

    bells: Many[int] = port(immediate=True)
    heard: State[list[int]] = port([])

    def step(self, tick: Tick) -> None:
        if sum(self.bells.values()) > sum(self.heard):
            self.heard = [*self.heard, sum(self.bells.values()) - sum(self.heard)]

    def part(self, tick: Tick) -> Part | None:
        return ASLEEP if sum(self.bells.values()) == sum(self.heard) else None


class Ear(Module):
    """Counts what it hears, and sleeps until it hears anything."""

    heard: State[list[int]] = port([])
    events: Hears[int]

    def step(self, tick: Tick) -> None:
        self.heard = [*self.heard, *(event.value for event in self.events)]

    def part(self, tick: Tick) -> Part:
        return ASLEEP


class Fidget(Module):
    """Says that it sleeps, and does not."""

    what: Param[str] = "emit"
    emitted: Emits[int]
    count: State[int] = 0
    out = writes("body", "seat")

    def step(self, tick: Tick) -> None:
        if self.what == "emit":
            self.emitted.append(1)
        elif self.what == "count":
            self.count += 1
        elif self.what == "write":
            self.out.seat = 3

    def part(self, tick: Tick) -> Part:
        return ASLEEP


def bodies(count: int) -> World:
    """A world with bodies at the origin, each a little faster than the one before."""
    world = World([BODY])
    for k in range(count):
        world.add("body", speed=1.0 + 0.2 * k)
    return world
