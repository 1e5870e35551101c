"""A world in several processes: each holds a copy of what it needs, and whatever is read is the same as in one."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from seahaven.kernel import SECOND, Controller, Emits, Event, Hears, Module, Param, Split, State, Tick, port
from seahaven.world import Column, FamilyType, World, reads, spawns, writes
from tests.splitting import in_threads

BODY = FamilyType(
    "body",
    {
        "x": Column(default=0.0),
        "speed": Column(default=1.0),
        "gap": Column(nullable=True, immediate=True),
        "wish": Column(default=0.0, immediate=True),
        "mood": Column("int8", default=0),
    },
)
RATES = st.sampled_from([1, 2, 5, 7, 10])


class Eyes(Module):
    """Sees at once how far it is to the next body."""

    seen = reads("body", "x")
    out = writes("body", "gap")

    def step(self, tick: Tick) -> None:
        x = self.seen.x
        gaps = np.abs(x[:, None] - x[None, :])
        np.fill_diagonal(gaps, 1e9)
        nearest = gaps.min(axis=1) if len(x) > 1 else np.full(len(x), 1e9)
        self.out.gap = np.minimum(nearest, 50.0)
        self.out.set_null("gap", nearest > 50.0)


class Minds(Module):
    """Wishes at once, by what it sees and by chance."""

    seen = reads("body", "gap", "speed", "mood")
    out = writes("body", "wish")

    def step(self, tick: Tick) -> None:
        self.out.wish = np.sin(self.seen.gap + self.seen.speed + self.seen.mood) + tick.random.uniform()


class Legs(Module):
    """Moves everybody, and tells of those who are far."""

    seen = reads("body", "wish")
    out = writes("body", "x", "speed")
    far: Emits[int]

    def step(self, tick: Tick) -> None:
        self.out.speed = np.clip(self.out.speed + 0.3 * self.seen.wish, -3.0, 3.0)
        self.out.x = self.out.x + self.out.speed * tick.dt
        self.far += [int(each) for each in self.out.ids[np.abs(self.out.x) > 4.0]]


class Gate(Module):
    """Takes out those who are far, and brings others in."""

    far: Hears[int]
    bodies = spawns("body")
    seen = reads("body", "x")

    def step(self, tick: Tick) -> None:
        gone = sorted({event.value for event in self.far} & set(self.seen.ids.tolist()))
        if gone:
            self.bodies.remove(np.array(gone, np.int64))
        if tick.random.uniform() < 0.6 and len(self.seen) < 12:
            self.bodies.add(2, x=np.array([tick.random.uniform(), -1.0]), speed=tick.random.normal())


class Thief(Module):
    """Claims a body now and then, moves it by itself, and gives it back."""

    seen = reads("body", "x", "gap")
    mine = writes("body", "x", "mood")
    is_mine: State[int] = 0

    def step(self, tick: Tick) -> None:
        if len(self.mine.ids):
            self.mine.x = self.mine.x + 0.25
            if tick.index % 3 == 0:
                self.mine.give_back(self.mine.ids.copy())
        elif len(self.seen):
            wanted = self.seen.ids[[tick.index % len(self.seen)]].copy()
            self.mine.claim(wanted, x=np.array([0.5]), mood=np.array([3], np.int8))


class Diary(Module, edge=True):
    """Writes down what it reads and all that is told."""

    seen = reads("body")
    lines: State[list[Any]] = port([])
    rate_of_all: Param[int] = 0

    def step(self, tick: Tick) -> None:
        columns = {name: getattr(self.seen, name).tolist() for name in self.seen.columns}
        nulls = self.seen.null("gap").tolist()
        self.lines.append((tick.now, self.seen.ids.tolist(), columns, nulls))

    def observe(self, events: list[Event[Any]]) -> None:
        self.lines += [(event.date, event.sender, event.index, event.value) for event in events]


KINDS = {"diary": Diary, "eyes": Eyes, "gate": Gate, "legs": Legs, "minds": Minds, "thief": Thief}


def played(rates: dict[str, int], count: int, split: Split | None = None) -> list[Any]:
    world = World([BODY])
    world.add_many("body", count, x=np.linspace(-3.0, 3.0, count))
    world.grant("thief", "body", ids=[])
    root = Module("root", *(KINDS[name](name, rate=rate) for name, rate in rates.items()))
    root.link("legs.far", "gate.far")
    with Controller(root, seed=4, store=world, split=split) as controller:
        controller.run(3 * SECOND)
        controller.advance(SECOND // 3)
    return controller["diary"].lines


@st.composite
def cases(draw: st.DrawFn) -> tuple[dict[str, int], int, dict[str, str]]:
    rates = {name: draw(RATES) for name in KINDS}
    return rates, draw(st.integers(0, 5)), {name: draw(st.sampled_from("ABC")) for name in KINDS}


@settings(deadline=None, max_examples=40)
@given(cases())
def test_property_a_world_split_anyhow_shows_what_it_shows_in_one_process(case: Any) -> None:
    rates, count, places = case
    whole = played(rates, count)
    names = "".join(sorted({*places.values()}))
    parts = in_threads(names, places.__getitem__, lambda split: played(rates, count, split))
    assert parts[places["diary"]] == whole
    assert len(whole) > 3
