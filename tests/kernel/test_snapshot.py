from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest
from numpy.typing import NDArray

from seahaven.errors import SnapshotError
from seahaven.kernel import (
    SECOND,
    Controller,
    In,
    Module,
    Out,
    Param,
    State,
    Tick,
    fork,
    port,
    restart,
    restore,
    take_blank,
    take_snapshot,
)
from tests.kernel.parts import Diary, EdgeDiary, Sink, Source, counting


def straight(until: int = 3 * SECOND) -> tuple[list, list]:
    controller = Controller(counting(3, 7))
    controller.run(until)
    return controller.get("sink.seen"), controller.get("sink.heard")


@pytest.mark.parametrize("moment", [0, 1, SECOND, 1_333_333_333, 2 * SECOND + 5])
def test_a_fork_runs_on_alike_with_required_inputs_pending_samples_and_events(moment: int) -> None:
    controller = Controller(counting(3, 7))
    controller.run(moment)
    twin = fork(controller)
    twin.run(3 * SECOND)
    assert (twin.get("sink.seen"), twin.get("sink.heard")) == straight()
    controller.run(3 * SECOND)
    assert (controller.get("sink.seen"), controller.get("sink.heard")) == straight()


def test_a_fork_of_a_fork_and_a_fork_before_the_start_run_on_alike() -> None:
    first = fork(Controller(counting(3, 7)))
    first.run(SECOND)
    second = fork(first)
    second.run(3 * SECOND)
    assert (second.get("sink.seen"), second.get("sink.heard")) == straight()


def test_a_run_that_has_ended_can_be_forked_but_not_taken_back() -> None:
    with Controller(counting(3, 7)) as controller:
        controller.run(SECOND)
        saved = take_snapshot(controller)
    twin = fork(controller)
    twin.run(3 * SECOND)
    assert twin.get("sink.seen") == straight()[0]
    with pytest.raises(SnapshotError, match="the run has ended and cannot go back; restore into a new one, or fork it"):
        restore(controller, saved)


def test_one_snapshot_serves_many_times() -> None:
    controller = Controller(counting(3, 7))
    controller.run(SECOND)
    saved = take_snapshot(controller)
    for _ in range(3):
        controller.run(3 * SECOND)
        assert (controller.get("sink.seen"), controller.get("sink.heard")) == straight()
        restore(controller, saved)


class Matrix(Module):
    """State, parameter and output arrays, of which the state is changed in place."""

    scale: Param[NDArray[np.float64]] = np.ones(2)
    state: State[NDArray[np.float64]] = port(np.zeros(2))
    nested: State[dict[str, list[NDArray[np.float64]]]] = port({"a": [np.zeros(1)]})
    out: Out[NDArray[np.float64]] = np.zeros(2)

    def step(self, tick: Tick) -> None:
        self.state += self.scale
        self.nested["a"][0] += 1.0
        self.out = self.state.copy()


def test_forks_are_independent_down_to_the_arrays() -> None:
    controller = Controller(Module("root", Matrix("m", rate=1)))
    controller.run(SECOND)
    twin, saved = fork(controller), take_snapshot(controller)
    twin.set("m.scale", np.full(2, 100.0))
    twin.run(3 * SECOND)
    assert twin.get("m.out").tolist() == [201.0, 201.0]
    assert controller.get("m.out").tolist() == [1.0, 1.0]
    controller.run(4 * SECOND)
    restore(controller, saved)
    assert (controller.get("m.state").tolist(), controller.get("m.nested")["a"][0].tolist()) == ([1.0, 1.0], [1.0])


def test_parameters_and_links_changed_while_running_are_part_of_the_snapshot() -> None:
    root = counting()
    root.add(Source("spare", rate=2, gain=100.0))
    controller = Controller(root)
    saved = take_snapshot(controller)
    controller.set("source.gain", 5.0)
    controller.connect("spare.x", "sink.value", replace=True)
    twin = fork(controller)
    restore(controller, saved)
    for run in (controller, twin):
        run.run(SECOND)
    assert controller.get("sink.seen")[-1][1] == 1.0
    assert (twin.get("sink.seen")[-1][1], twin.get("source.x")) == (100.0, 10.0)


class Asking(Module):
    def init(self, tick: Tick) -> None:
        tick.set("source.gain", 2.0)

    def step(self, tick: Tick) -> None:
        if tick.index == 1:
            tick.set("source.gain", 50.0)


@pytest.mark.parametrize("moment", [0, SECOND])
def test_wishes_that_wait_are_part_of_the_snapshot(moment: int) -> None:
    def tree() -> Controller:
        root = counting()
        root.add(Asking("asking", rate=2))
        return Controller(root)

    controller, whole = tree(), tree()
    controller.run(moment)
    twin = fork(controller)
    for run in (twin, whole):
        run.run(2 * SECOND)
    assert twin.get("sink.seen") == whole.get("sink.seen")
    assert twin.get("source.x") == 200.0


def test_events_of_a_module_added_just_now_are_part_of_the_snapshot() -> None:
    class Herald(Source):
        def init(self, tick: Tick) -> None:
            self.bell.append(99)

    controller = Controller(counting())
    controller.run(SECOND)
    controller.root.link("herald.bell", "sink.bells")
    controller.add(Herald("herald", rate=1))
    twin = fork(controller)
    twin.run(SECOND + 1)
    assert 99 in twin.get("sink.heard")


def test_history_for_readers_that_interpolate_is_part_of_the_snapshot() -> None:
    root = Module("root", Source("source", rate=3), Sink("sink", rate=10))
    root.link("source.x", "sink.value", interpolate="cubic", lag=0.15)
    controller = Controller(root)
    controller.run(2 * SECOND)
    twin = fork(controller)
    for run in (controller, twin):
        run.run(3 * SECOND)
    assert twin.get("sink.seen") == controller.get("sink.seen")


def test_an_undeclared_attribute_is_refused_by_name() -> None:
    root = counting()
    root.children[0].cache = {}
    with pytest.raises(
        SnapshotError, match=r"module 'source' keeps 'cache', which is not declared; declare it in Source"
    ):
        take_snapshot(Controller(root))


def test_state_that_cannot_be_copied_is_refused_by_name() -> None:
    class Odd(Module):
        thing: State[object] = None

    odd = Odd("odd")
    odd.thing = object()
    with pytest.raises(
        SnapshotError, match=r"car/odd\.thing holds a object, which cannot be copied; keep numbers, text"
    ):
        take_snapshot(Controller(Module("root", Module("car", odd))))


def test_a_parameter_as_the_study_gave_it_may_be_any_object() -> None:
    class Network:
        pass

    class Router(Module):
        network: Param[Network]
        names: Param[list[str]] = port([])

        def step(self, tick: Tick) -> None:
            self.names.append(self.name)

    network = Network()
    controller = Controller(Module("root", Router("router", rate=1, network=network)))
    twin = fork(controller)
    twin.run(SECOND)
    assert twin.get("router.network") is network
    assert (controller.get("router.names"), twin.get("router.names")) == ([], ["router"])


def test_another_tree_is_refused_with_what_differs() -> None:
    saved = take_snapshot(Controller(counting()))
    more = counting()
    more.add(Source("spare", rate=2))
    with pytest.raises(SnapshotError, match="module 'spare' is only in this run"):
        restore(Controller(more), saved)
    with pytest.raises(SnapshotError, match="module 'sink' is only in the snapshot"):
        restore(Controller(Module("root", Source("source", rate=2))), saved)
    with pytest.raises(SnapshotError, match="module 'source' has the rate 5 Hz, but had 2 Hz when saved"):
        restore(Controller(counting(5)), saved)
    with pytest.raises(SnapshotError, match="the snapshot was taken under seed 0, this run has 1"):
        restore(Controller(counting(), seed=1), saved)


def test_another_class_under_the_same_path_is_refused() -> None:
    class Impostor(Source):
        pass

    root = Module("root", Impostor("source", rate=2), Sink("sink", rate=2))
    root.link("source.x", "sink.value")
    with pytest.raises(SnapshotError, match=r"module 'source' is a .*Impostor, but was a .*:Source when saved"):
        restore(Controller(root), take_snapshot(Controller(counting())))


def test_edge_modules_stay_behind_in_a_fork_and_are_rewound_by_a_restore() -> None:
    book: list[str] = []
    root = counting()
    root.add(EdgeDiary("edge", rate=3, book=book))
    controller = Controller(root)
    controller.run(SECOND)
    saved = take_snapshot(controller)
    count = len(book)
    twin = fork(controller)
    twin.run(3 * SECOND)
    assert len(book) == count
    assert "edge" not in saved.modules
    restore(controller, saved)
    assert book[count:] == [f"rewind {SECOND}"]


def test_a_run_may_be_restored_with_other_edge_modules_than_it_was_saved_with() -> None:
    controller = Controller(counting(3, 7))
    controller.run(SECOND)
    saved = take_snapshot(controller)
    book: list[str] = []
    root = counting(3, 7)
    root.add(EdgeDiary("edge", rate=2, book=book))
    with_edge = Controller(root)
    restore(with_edge, saved)
    with_edge.run(3 * SECOND)
    assert book[0] == "init edge"
    assert book.count("step edge") == 4
    assert with_edge.get("sink.seen") == straight()[0]


def test_an_edge_reader_that_interpolates_changes_nothing_in_a_restored_run() -> None:
    class Meter(Module, edge=True):
        value: In[float] = port(interpolate="cubic", lag=0.2)

        def step(self, tick: Tick) -> None:
            assert self.value >= 0.0

    root = counting(3, 7)
    root.add(Meter("meter", rate=5))
    root.link("source.x", "meter.value")
    controller = Controller(root)
    controller.run(SECOND)
    twin = fork(controller)
    for run in (controller, twin):
        run.run(3 * SECOND)
        assert run.get("sink.seen") == straight()[0]


def test_a_fork_can_grow_and_shrink_by_itself() -> None:
    controller = Controller(counting())
    controller.run(SECOND)
    twin = fork(controller)
    twin.root.link("source.x", "late.value")
    twin.add(Sink("late", rate=2))
    twin.remove("sink")
    twin.run(2 * SECOND)
    assert [module.name for module in twin] == ["root", "late", "source"]
    assert [module.name for module in controller] == ["root", "sink", "source"]
    assert fork(twin).get("late.seen") == twin.get("late.seen")


def test_a_fork_ends_its_own_modules() -> None:
    book: list[str] = []
    controller = Controller(Module("root", Diary("a", rate=1, book=book)))
    controller.run(1)
    saved = list(book)
    with fork(controller) as twin:
        twin.run(SECOND + 1)
    assert saved == ["init a", "step a"]
    assert not controller.is_ended


def test_a_fork_that_nobody_needs_is_freed_at_once() -> None:
    run = Controller(Module("root", Module("car", Source("source", rate=10))))
    run.advance(SECOND)
    gc.disable()
    try:
        twin = fork(run)
        twin.advance(SECOND)
        gone = weakref.ref(twin.root)
        del twin
        assert gone() is None
    finally:
        gc.enable()


class Gambler(Module):
    """Draws a number at each step, and remembers what its input was when it began."""

    dealt: In[float] = 0.5
    first: State[float] = 0.0
    drawn: State[list[float]] = port([])

    def init(self, tick: Tick) -> None:
        self.first = self.dealt + tick.random.uniform()

    def step(self, tick: Tick) -> None:
        self.drawn = [*self.drawn, tick.random.uniform() + self.dealt]


class Dealer(Module):
    """Deals another number at each step."""

    card: Out[float] = 0.0

    def step(self, tick: Tick) -> None:
        self.card = tick.random.uniform()


def table() -> Module:
    root = Module("root", Gambler("gambler", rate=7), Dealer("dealer", rate=3))
    root.link("dealer.card", "gambler.dealt")
    return root


@pytest.mark.parametrize("moment", [0, 1_333_333_333])
def test_a_run_that_begins_anew_with_another_seed_is_like_a_new_one(moment: int) -> None:
    controller = Controller(table(), seed=1)
    blank = take_blank(controller)
    for seed in (2, 1, 2):
        controller.run(moment)
        restart(controller, blank, seed=seed)
        assert not controller.is_started
        other = Controller(table(), seed=seed)
        for run in (controller, other):
            run.run(SECOND)
        for address in ("gambler.first", "gambler.drawn", "dealer.card"):
            assert controller.get(address) == other.get(address)
        restart(controller, blank, seed=seed)


def test_a_run_that_has_begun_has_no_blank_state_and_one_that_has_ended_does_not_begin_anew() -> None:
    controller = Controller(table(), seed=1)
    blank = take_blank(controller)
    with controller:
        controller.run(SECOND)
        with pytest.raises(SnapshotError, match=r"the run has begun; its blank state was there before 1\.0 s"):
            take_blank(controller)
    with pytest.raises(SnapshotError, match="the run has ended and cannot begin anew; make another one"):
        restart(controller, blank, seed=2)
