"""Modules visited or slept through, one date or many in a call: the same bytes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seahaven.errors import ProposalError, StepError
from seahaven.kernel import SECOND, Controller, Module, Tick, Visits, fork, restore, take_snapshot
from seahaven.world import World, writes
from tests.world.stretch_parts import Bell, Clock, Door, Ear, Fidget, Led, Mover, Pusher, Servant, bodies

RATES = st.sampled_from([1, 2, 5, 7, 10, 20])


class Plain(Module):
    """A module without a part, which is visited at each of its dates."""

    out = writes("body", "seat")

    def step(self, tick: Tick) -> None:
        self.out.seat = tick.index


def tree(rates: dict[str, int], *, with_plain: bool = False) -> Module:
    root = Module(
        "root",
        Pusher("pusher", rate=rates["mover"]),
        Mover("mover", rate=rates["mover"]),
        Door("door", rate=rates["door"]),
        Clock("clock", rate=rates["clock"]),
        Ear("ear", rate=rates["ear"]),
    )
    root.link("mover.far", "door.far")
    root.link("clock.ticked", "ear.events")
    if with_plain:
        root.add(Plain("plain", rate=rates["plain"]))
    return root


def rung_tree(rates: dict[str, int], *, with_plain: bool = False) -> Module:
    """A tree with bells, and modules that read at once, or later, what these put out."""
    root = tree({**rates, "mover": rates["plain"]})
    mover = next(child for child in root.children if child.name == "mover")
    root.children.remove(mover)
    root.add(Led("mover", rate=rates["plain"]), Bell("bell", rate=rates["mover"]), Bell("gong", rate=rates["ear"]))
    root.add(Servant("servant", rate=rates["clock"]), Servant("late", rate=rates["clock"]))
    for bell in ("bell", "gong"):
        root.link(f"{bell}.rung", "servant.bells")
        root.link(f"{bell}.rung", "late.bells", immediate=not with_plain)
    root.link("bell.rung", "mover.rung")
    return root


def state(controller: Controller, world: World) -> Any:
    activations = controller.tree.activations.values()
    kept = {a.path: [a.fields[name] for name in ("heard", "count", "ticks") if name in a.fields] for a in activations}
    return world.digest(), kept, {a.path: a.tick.index for a in activations}, controller.now


@st.composite
def cases(draw: st.DrawFn) -> tuple[dict[str, int], bool, list[int], int]:
    rates = {name: draw(RATES) for name in ("mover", "door", "clock", "ear", "plain")}
    advances = draw(st.lists(st.integers(0, 2 * SECOND), min_size=1, max_size=5))
    return rates, draw(st.booleans()), advances, draw(st.integers(0, 4))


@settings(deadline=None)
@given(cases())
def test_property_visited_slept_through_or_checked_is_all_the_same(case: Any):
    rates, with_plain, advances, count = case
    results = []
    for visits in Visits:
        world = bodies(count)
        controller = Controller(tree(rates, with_plain=with_plain), seed=1, store=world, visits=visits)
        told = []
        for dt in advances:
            controller.advance(dt)
            told.append(state(controller, world))
        results.append(told)
    assert results[0] == results[1] == results[2]


@settings(deadline=None)
@given(cases(), st.integers(0, 3 * SECOND))
def test_property_modules_that_others_feed_sleep_as_long_as_these(case: Any, moment: int):
    rates, with_plain, advances, count = case
    results = []
    for visits in Visits:
        world = bodies(count)
        controller = Controller(rung_tree(rates, with_plain=with_plain), seed=1, store=world, visits=visits)
        controller.advance(moment)
        twin = fork(controller)
        for run in (controller, twin):
            for dt in advances:
                run.advance(dt)
        results.append([state(controller, world), state(twin, twin.store)])  # type: ignore[arg-type]  # it is a world
    assert results[0] == results[1] == results[2]
    assert results[0][0] == results[0][1]


def test_modules_that_others_feed_are_slept_through_in_one_call():
    world = bodies(2)
    root = Module("root", Bell("bell", rate=10), Servant("servant", rate=10), Pusher("pusher", rate=10))
    root.link("bell.rung", "servant.bells")
    controller = Controller(root, store=world)
    seen = list[int]()
    stretch = world.stretch
    world.stretch = lambda *given: _counting(stretch(*given), seen)  # type: ignore[method-assign,assignment]
    controller.advance(2 * SECOND)
    assert controller["servant"].heard == [1] * 6
    assert max(seen) > 2


@settings(deadline=None)
@given(cases(), st.integers(0, 3 * SECOND))
def test_property_snapshots_and_forks_in_the_middle_of_a_stretch_run_on_to_the_same_bytes(case: Any, moment: int):
    rates, with_plain, advances, count = case
    world = bodies(count)
    controller = Controller(tree(rates, with_plain=with_plain), seed=1, store=world)
    controller.advance(moment)
    saved, twin = take_snapshot(controller), fork(controller)
    controller.advance(sum(advances))
    expected = state(controller, world)
    twin.advance(sum(advances))
    assert state(twin, twin.store) == expected  # type: ignore[arg-type]  # the store is a world
    restore(controller, saved)
    for dt in advances:
        controller.advance(dt)
    assert state(controller, world) == expected


@settings(deadline=None)
@given(cases(), st.integers(0, 3 * SECOND))
def test_property_rows_added_between_two_stretches_are_the_same_as_when_visited(case: Any, moment: int):
    rates, with_plain, advances, count = case
    results = []
    for visits in (Visits.ALL, Visits.NEEDED):
        world = bodies(count)
        controller = Controller(tree(rates, with_plain=with_plain), seed=1, store=world, visits=visits)
        controller.advance(moment)
        world.add("body", speed=2.0)
        controller.advance(advances[0])
        world.remove(world.family("body").ids[:1])
        controller.advance(sum(advances))
        results.append(state(controller, world))
    assert results[0] == results[1]


def test_dates_of_parts_alone_are_run_in_one_call():
    world = bodies(2)
    root = Module("root", Pusher("pusher", rate=10), Mover("mover", rate=10, limit=1e9))
    controller = Controller(root, store=world)
    seen = list[int]()
    stretch = world.stretch
    world.stretch = lambda *given: _counting(stretch(*given), seen)  # type: ignore[method-assign,assignment]
    controller.advance(4 * SECOND)
    assert seen == [40]


def test_a_date_at_which_a_module_is_visited_that_none_waits_for_takes_one_call():
    world = bodies(2)
    door = Door("door", rate=10, limit=-1.0)
    controller = Controller(Module("root", door, Pusher("pusher", rate=10), Mover("mover", rate=10)), store=world)
    seen = list[int]()
    stretch = world.stretch
    world.stretch = lambda *given: _counting(stretch(*given), seen)  # type: ignore[method-assign,assignment]
    controller.advance(SECOND)
    assert len(seen) == 10
    assert door.count > 10


def test_a_module_without_a_part_and_one_that_asks_for_a_visit_share_the_call_of_a_date():
    results, seen = [], list[int]()
    for visits in (Visits.ALL, Visits.NEEDED):
        world = bodies(2)
        modules = Plain("plain", rate=10), Pusher("pusher", rate=10), Mover("mover", rate=10)
        controller = Controller(
            Module("root", Door("door", rate=10, limit=-1.0), *modules), store=world, visits=visits
        )  # fmt: skip
        stretch = world.stretch
        world.stretch = lambda *given, stretch=stretch: _counting(stretch(*given), seen)  # type: ignore[method-assign,assignment,misc]
        controller.advance(SECOND)
        results.append(state(controller, world))
    assert results[0] == results[1]
    assert len(seen) == 10


class Slow(Clock):
    """Ticks every half a second."""

    @property
    def due(self) -> int:
        return self.ticks * SECOND // 2


def test_modules_that_are_visited_by_turns_are_not_taken_for_each_other():
    """Of three modules that mostly sleep, another one is visited at each date, and as many run as parts."""
    results = []
    for visits in (Visits.ALL, Visits.NEEDED):
        world = bodies(2)
        modules = Ear("a", rate=6), Clock("b", rate=6), Slow("c", rate=6), Door("d", rate=6, limit=3.0)
        moving = Pusher("pusher", rate=6), Mover("mover", rate=6)
        controller = Controller(Module("root", *modules, *moving), store=world, visits=visits)
        controller.advance(10 * SECOND)
        results.append(state(controller, world))
    assert results[0] == results[1]


def test_a_steady_part_outlives_rows_that_come_and_go(monkeypatch: pytest.MonkeyPatch):
    asked = list[int]()
    part = Ear.part
    monkeypatch.setattr(Ear, "part", lambda ear, tick: (asked.append(tick.now), part(ear, tick))[1])
    world = bodies(2)
    ear = Ear("ear", rate=10)
    controller = Controller(Module("root", ear, Door("door", rate=10, limit=-1.0)), store=world)
    controller.advance(SECOND)
    assert asked == [0]
    world.add_many("body", 1000)  # needs other memory
    controller.advance(SECOND)
    assert asked[:2] == [0, SECOND]


def _counting(stretch: Any, seen: list[int]) -> Any:
    run = stretch.run

    def counted(dates: Any, *others: Any) -> Any:
        seen.append(len(dates))
        return run(dates, *others)

    return type("Counting", (), {"run": staticmethod(counted), "seal": stretch.seal})()


@settings(deadline=None)
@given(cases(), RATES, st.integers(0, SECOND))
def test_property_cells_with_another_owner_keep_its_values(case: Any, rate: int, moment: int):
    rates, with_plain, advances, _ = case
    results = []
    for visits in (Visits.ALL, Visits.NEEDED):
        world = bodies(3)
        chosen = int(world.family("body").ids[1])
        root = tree(rates, with_plain=with_plain)
        controller = Controller(root, store=world, visits=visits)
        controller.advance(moment)
        world.grant("mine", "body", ids=chosen)
        controller.add(Mine("mine", rate=rate))
        for dt in advances:
            controller.advance(dt)
        results.append(state(controller, world))
    assert results[0] == results[1]


class Mine(Module):
    """Owns the speed and the push of one body."""

    out = writes("body", "speed", "push")

    def step(self, tick: Tick) -> None:
        self.out.speed, self.out.push = 0.01 * tick.index, 0.5


@pytest.mark.parametrize("visits", [Visits.ALL, Visits.NEEDED])
def test_a_number_that_is_not_finite_is_refused_by_name_wherever_it_comes_up(visits: Visits):
    world = bodies(2)
    controller = Controller(tree(dict.fromkeys(("mover", "door", "clock", "ear"), 10)), store=world, visits=visits)
    controller.advance(SECOND)
    world.add("body", speed=-1.7e308, x=-1e308)
    with pytest.raises(
        (ProposalError, StepError), match=r"module 'mover' proposed -inf for body\.speed of entity no\. 3 at 1\.1 s"
    ):
        controller.advance(100 * SECOND)


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("emit", r"module 'fidget' emitted 1 at 0 s, although its part says that it sleeps"),
        ("count", r"module 'fidget' changed 'count' from 0 to 1 at 0 s"),
        ("write", r"module 'fidget' proposed values for the store at 0 s"),
    ],
)
def test_a_module_that_does_anything_in_its_sleep_is_named(what: str, message: str):
    root = Module("root", Fidget("fidget", rate=10, what=what))
    controller = Controller(root, store=bodies(1), visits=Visits.CHECKED)
    with pytest.raises(StepError, match=message):
        controller.advance(SECOND)


def test_a_part_follows_parameters_that_are_set_between_two_advances():
    results = []
    for visits in (Visits.ALL, Visits.NEEDED):
        world = bodies(2)
        controller = Controller(tree(dict.fromkeys(("mover", "door", "clock", "ear"), 10)), store=world, visits=visits)
        controller.advance(SECOND)
        controller.set("door.limit", 2.0)
        controller["door"].live = None
        controller.advance(3 * SECOND)
        results.append(state(controller, world))
    assert results[0] == results[1]
    assert np.any(results[0][1]["door"])
