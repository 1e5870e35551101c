"""Modules without a part, visited in the middle of a stretch: the same bytes as when each date is a visit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seahaven.errors import ProposalError, StepError
from seahaven.kernel import SECOND, Controller, Emits, Module, Param, State, Tick, Visits, fork, restore, take_snapshot
from seahaven.world import Column, FamilyType, Machines, World, writes
from tests.world.stretch_parts import BODY, Ear, Mover, Pusher
from tests.world.test_machines import CAR, Driver

WIDE = FamilyType(
    "body",
    {
        **BODY.columns,
        "gap": Column(nullable=True),
        "lit": Column("bool", default=False),
        "small": Column("int8", default=0),
        "sort": Column(kinds=("car", "bus", "tram"), default="car", immediate=True),
    },
)
COLUMNS = ("speed", "push", "seat", "gap", "lit", "small", "sort")
WAYS = ("plain", "null", "array", "put", "masked", "nothing", "cells", "mixed")


class Scribe(Module):
    """Writes some bodies' columns, in another way at each step."""

    ways: Param[tuple[str, ...]]
    told: Emits[int]
    steps: State[int] = 0
    own = writes("body", *COLUMNS)

    def step(self, tick: Tick) -> None:
        self.steps += 1
        way, number = self.ways[tick.index % len(self.ways)], float(tick.index % 5)
        if len(self.own):
            getattr(self, f"_{way}")(number)
        if way == "mixed":
            self.told.append(int(number))

    def _plain(self, number: float) -> None:
        self.own.speed, self.own.push, self.own.seat = 0.1 * number, -number, int(number)
        self.own.gap, self.own.lit, self.own.small = number, number > 2, int(number)
        self.own.sort = ("car", "bus", "tram")[int(number) % 3]

    def _null(self, number: float) -> None:
        self.own.gap = self.own.seat = None
        self.own.speed = int(number)  # a whole number goes into a column of floats, too

    def _array(self, number: float) -> None:
        self.own.speed = np.full(len(self.own), 0.2 * number)
        self.own.sort = [1] * len(self.own)

    def _put(self, number: float) -> None:
        self.own.push = number
        self.own.put("push", 0.5, ids=self.own.ids[:1])
        self.own.put("gap", 2.5, ids=self.own.ids[-1:])

    def _masked(self, number: float) -> None:
        self.own.gap = np.full(len(self.own), number)
        self.own.set_null("gap", np.arange(len(self.own)) % 2 == 0)

    def _nothing(self, number: float) -> None:
        """A step that writes nothing."""

    def _cells(self, number: float) -> None:
        self._plain(number)
        for index, (values, nulls) in enumerate(self.own.all_cells()):
            values[:] = index % 2
            if nulls is not None:
                nulls[:] = False

    def _mixed(self, number: float) -> None:
        self._plain(number)
        self.own.put("speed", 1.5, ids=self.own.ids[:1])
        self.own.speed = self.own.speed[0] + 0.5 if number else 0.25


def run_of(ways: tuple[str, ...], owned: list[int], rate: int, visits: Visits | None = None) -> Controller:
    world = World([WIDE])
    ids = world.add_many("body", 4, speed=[0.1, 0.2, 0.3, 0.4])
    world.grant("scribe", "body", ids=ids[owned])
    modules = Pusher("pusher", rate=10), Mover("mover", rate=10, limit=1e9), Ear("ear", rate=5)
    root = Module("root", *modules, Scribe("scribe", rate=rate, ways=ways))
    root.link("scribe.told", "ear.events")
    return Controller(root, store=world, visits=visits)


def told(run: Controller) -> Any:
    assert isinstance(run.store, World)
    modules = run.tree.activations.values()
    kept = {a.path: [a.fields.get(name) for name in ("steps", "heard")] for a in modules}
    return run.store.digest(), kept, {a.path: a.tick.index for a in modules}, run.now


CASES = st.tuples(
    st.lists(st.sampled_from(WAYS), min_size=1, max_size=4).map(tuple),
    st.sampled_from([[1], [0, 2], [3], [0, 1, 2, 3]]),
    st.sampled_from([2, 10, 20]),
)


@settings(deadline=None)
@given(CASES, st.lists(st.integers(0, 2 * SECOND), min_size=1, max_size=3))
def test_property_whatever_a_visited_module_writes_is_the_same_as_without_stretches(case: Any, advances: list[int]):
    results = []
    for visits in Visits:
        run, noted = run_of(*case, visits), []
        for dt in advances:
            run.advance(dt)
            noted.append(told(run))
        results.append(noted)
    assert results[0] == results[1] == results[2]


@settings(deadline=None)
@given(CASES, st.integers(0, 2 * SECOND), st.integers(0, 2 * SECOND))
def test_property_snapshots_forks_and_new_owners_find_the_same_values(case: Any, moment: int, later: int):
    results = []
    for visits in (Visits.ALL, Visits.NEEDED):
        run = run_of(*case, visits)
        assert isinstance(run.store, World)
        run.advance(moment)
        saved, twin = take_snapshot(run), fork(run)
        run.store.transfer(run.store.family("body").ids[:2], ["speed", "push"], to="scribe")
        run.advance(later)
        first = told(run)
        run.store.transfer(run.store.family("body").ids[:1], ["speed"], to="mover")
        run.advance(later)
        twin.advance(later)
        second = told(run)
        restore(run, saved)
        run.advance(later)
        assert told(run) == told(twin)
        results.append((first, second, told(twin)))
    assert results[0] == results[1]


@pytest.mark.parametrize("visits", [Visits.ALL, Visits.NEEDED])
@pytest.mark.parametrize(
    ("value", "message"),
    [
        (float("nan"), r"module 'own' proposed nan for body\.speed of entity no\. 1 at 1\.5 s"),
        ("fast", r"module 'own' proposed 'fast' is a name, but the column has no kinds: body\.speed at 1\.5 s"),
        (RuntimeError("burnt out"), r"module 'own' failed at 1\.5 s: RuntimeError: burnt out"),
    ],
)
def test_what_fails_in_the_middle_of_a_stretch_is_told_with_its_date(value: Any, message: str, visits: Visits):
    world = World([WIDE])
    world.grant("own", "body", ids=world.add("body"))
    modules = Pusher("pusher", rate=10), Mover("mover", rate=10, limit=1e9), Breaker("own", rate=10, value=value)
    run = Controller(Module("root", *modules), store=world, visits=visits)
    with pytest.raises((StepError, ProposalError), match=message):
        run.advance(10 * SECOND)
    assert run.now == 1.5 * SECOND


class Breaker(Module):
    """Does something wrong in its sixteenth step."""

    value: Param[Any]
    own = writes("body", "speed")

    def step(self, tick: Tick) -> None:
        if tick.index == 15 and isinstance(self.value, Exception):
            raise self.value
        self.own.speed = self.value if tick.index == 15 else 1.0


def test_a_number_too_large_for_its_column_is_refused_by_name():
    world = World([WIDE])
    world.grant("own", "body", ids=world.add("body"))
    modules = Pusher("pusher", rate=10), Mover("mover", rate=10, limit=1e9), Large("own", rate=10)
    run = Controller(Module("root", *modules), store=world)
    with pytest.raises(StepError, match=r"module 'own' proposed 129, which is out of range for int8: body\.small"):
        run.advance(20 * SECOND)


class Large(Module):
    """Counts further than its column goes."""

    own = writes("body", "small")

    def step(self, tick: Tick) -> None:
        self.own.small = tick.index if tick.index < 128 else 129


class Away(Module):
    """Writes all that a car's machine would put out."""

    own = writes("car", "acceleration", "mood")

    def step(self, tick: Tick) -> None:
        self.own.acceleration, self.own.mood = 0.1 * tick.index, tick.index


def test_a_machine_that_runs_elsewhere_neither_sends_nor_keeps_anything():
    results = []
    for visits in (Visits.ALL, Visits.NEEDED):
        world = World([CAR])
        ids = world.add_many("car", 20, speed=10.0, gap=None, friend=[3] * 20)
        world.grant("away", "car", ids=[])
        modules = Machines("drivers", rate=10, family="car", machine=Driver), Away("away", rate=10)
        run = Controller(Module("root", *modules), store=world, seed=5, visits=visits)
        noted = []
        for owner in ("drivers", "away", "drivers"):
            world.transfer(int(ids[4]), ["acceleration", "mood"], to=owner)
            run.advance(SECOND)
            saved = take_snapshot(run).modules["drivers"].fields["saved"]
            assert (int(ids[4]) in saved["ids"]) == (owner == "drivers")
            noted.append((world.digest(), {name: array.tolist() for name, array in saved.items()}))
        results.append(noted)
    assert results[0] == results[1]
