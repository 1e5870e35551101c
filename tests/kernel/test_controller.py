from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from seahaven.errors import InputError, OccupantError, SeahavenError, StepError, WiringError
from seahaven.kernel import (
    MILLISECOND,
    SECOND,
    Controller,
    Emits,
    Event,
    Hears,
    In,
    Module,
    Out,
    Param,
    State,
    Tick,
    port,
)
from tests.kernel.parts import Bomb, Diary, EdgeDiary, Sink, Source, counting


def test_init_step_and_end_come_in_order_of_paths_and_edges_begin_and_end_last() -> None:
    book: list[str] = []
    names = [
        Diary("b", rate=1, book=book),
        EdgeDiary("a", rate=1, book=book),
        Diary("c", Diary("x", book=book), book=book),
    ]
    with Controller(Module("root", *names)) as controller:
        controller.run(1)
    assert book == [
        "init b", "init c", "init x", "init a",
        "step a", "step b", "step c", "step x",
        "end x", "end c", "end b", "end a",
    ]  # fmt: skip


def test_start_and_end_happen_once() -> None:
    book: list[str] = []
    with Controller(Module("root", Diary("a", rate=1, book=book))) as controller:
        controller.start()
        controller.end()
    controller.end()
    assert book == ["init a", "end a"]


def test_an_ended_run_does_not_go_on() -> None:
    with Controller(counting()) as controller:
        controller.run(SECOND)
    with pytest.raises(SeahavenError, match=r"the run has ended at 1\.0 s; fork it to go on from there"):
        controller.advance(1)


@pytest.mark.parametrize("dt", [-1, -SECOND])
def test_time_does_not_go_back(dt: int) -> None:
    with pytest.raises(InputError, match=r"time cannot go back by .* s; restore a snapshot instead"):
        Controller(counting()).advance(dt)


def test_time_advances_by_whole_nanoseconds() -> None:
    controller = Controller(counting())
    with pytest.raises(InputError, match=r"by whole nanoseconds, not by 0\.5; give an int, such as"):
        controller.advance(0.5)
    controller.advance(np.int64(7))
    assert type(controller.now) is int


# --- failures ---------------------------------------------------------------------------------------------------------


def failing(charge: object, book: list[str]) -> Controller:
    root = Module("root", Diary("a", rate=10, book=book), Diary("z", rate=10, book=book))
    root.add(EdgeDiary("edge", rate=10, book=book), Module("car", Bomb("bomb", rate=10, fuse=1, charge=charge)))
    return Controller(root)


def test_a_failing_module_is_named_with_date_inputs_parameters_and_state() -> None:
    cause = ValueError("boom")
    with pytest.raises(StepError) as caught:
        failing(cause, []).run(SECOND)
    assert str(caught.value) == (
        "module 'car/bomb' failed at 0.1 s: ValueError: boom\n"
        "  inputs: value=0.25\n"
        "  parameters: fuse=1, charge=ValueError('boom')\n"
        "  state: mood='calm'"
    )
    assert (caught.value.path, caught.value.now, caught.value.__cause__) == ("car/bomb", 100 * MILLISECOND, cause)
    assert cause.__traceback__ is not None


@pytest.mark.parametrize("with_block", [True, False])
def test_after_a_failure_the_others_end_in_order_and_edges_observe_it_and_end_last(with_block: bool) -> None:
    book: list[str] = []
    controller = failing(ValueError("boom"), book)

    def play() -> None:
        if with_block:
            with controller:
                controller.run(SECOND)
        else:
            controller.run(SECOND)

    with pytest.raises(StepError):
        play()
    assert book[-5:] == ["step a", "observe car/bomb.fault", "end z", "end a", "end edge"]
    assert controller.is_ended


def test_an_interrupt_ends_the_run_in_order_and_goes_on_as_it_is() -> None:
    book: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        failing(KeyboardInterrupt(), book).run(SECOND)
    assert book[-4:] == ["observe .fault", "end z", "end a", "end edge"]


def test_an_error_in_the_with_block_ends_the_run_in_order() -> None:
    book: list[str] = []
    with pytest.raises(ImportError), failing(None, book):
        raise ImportError("mine")
    assert book[-4:] == ["observe .fault", "end z", "end a", "end edge"]


def test_a_failure_in_init_ends_the_run() -> None:
    class Shy(Diary):
        def init(self, tick: Tick) -> None:
            raise LookupError("not today")

    book: list[str] = []
    with pytest.raises(StepError, match="module 'shy' failed in init at 0 s: LookupError: not today"):
        Controller(Module("root", Shy("shy", book=book), Diary("a", book=book))).start()
    assert book == ["init a", "end shy", "end a"]


def test_failures_while_ending_keep_nobody_from_ending_and_the_first_is_raised() -> None:
    class Clinging(Diary):
        def end(self, tick: Tick) -> None:
            super().end(tick)
            raise OSError(f"{self.name} is busy")

    book: list[str] = []
    root = Module("root", Clinging("a", book=book), Clinging("b", book=book), Diary("c", book=book))
    with pytest.raises(StepError, match="module 'b' failed in end at 0 s: OSError: b is busy"), Controller(root):
        pass
    assert book[3:] == ["end c", "end b", "end a"]


def test_what_goes_wrong_after_a_failure_is_noted_on_the_first_error() -> None:
    class Clumsy(EdgeDiary):
        def observe(self, events: list[Event]) -> None:
            raise OSError("no paper")

        def end(self, tick: Tick) -> None:
            raise OSError("no ink")

    book: list[str] = []
    root = Module("root", Clumsy("pen", book=book), EdgeDiary("zeta", book=book), Bomb("bomb", rate=1))
    with pytest.raises(StepError, match="module 'bomb' failed at 0 s: ValueError: boom") as caught:
        Controller(root).run(SECOND)
    assert [note.splitlines()[0] for note in caught.value.__notes__] == [
        "while ending: module 'pen' failed in observe at 0 s: OSError: no paper",
        "while ending: module 'pen' failed in end at 0 s: OSError: no ink",
    ]
    assert book[-2:] == ["observe bomb.fault", "end zeta"]


class Speaker(Module):
    """Puts out and tells whatever it is told to."""

    value: Param[object] = 0.0
    word: Param[object] = "hello"
    before: Out[float] = 0.0
    out: Out[float] = 0.0
    told: Emits[str]

    def step(self, tick: Tick) -> None:
        self.out = self.value
        self.told.append(self.word)


def test_an_output_of_the_wrong_type_is_named_without_pretending_that_the_step_raised() -> None:
    with pytest.raises(
        StepError, match=r"module 'speaker' failed at 0 s: output 'out': expected float, got str 'loud'\n"
    ):
        Controller(Module("root", Speaker("speaker", rate=1, value="loud"))).run(1)


def test_an_event_of_the_wrong_type_is_named() -> None:
    with pytest.raises(StepError, match=r"failed at 0 s: event output 'told': expected str, got int 7\n"):
        Controller(Module("root", Speaker("speaker", rate=1, word=7))).run(1)


@pytest.mark.parametrize("error", [TypeError("unsupported"), KeyError("speed")])
def test_what_a_step_raises_itself_keeps_its_type(error: Exception) -> None:
    with pytest.raises(StepError, match=f"failed at 0 s: {type(error).__name__}: "):
        Controller(Module("root", Bomb("bomb", rate=1, charge=error))).run(1)


def test_a_kernel_error_inside_a_step_is_not_told_twice() -> None:
    with pytest.raises(StepError, match="module 'bomb' failed at 0 s: the gap is negative\n"):
        Controller(Module("root", Bomb("bomb", rate=1, charge=SeahavenError("the gap is negative")))).run(1)


def test_a_failure_that_came_from_outside_is_told_without_the_module_that_met_it() -> None:
    with pytest.raises(StepError, match=r"^the planner exited$") as caught:
        Controller(Module("root", Bomb("bomb", rate=1, charge=OccupantError("the planner exited")))).run(1)
    assert (caught.value.path, caught.value.now) == ("bomb", 0)


def test_a_value_that_cannot_be_shown_does_not_hide_the_failure() -> None:
    class Mute:
        def __repr__(self) -> str:
            raise RuntimeError("no words")

    bomb = Bomb("bomb", rate=1)
    bomb.mood = Mute()
    with pytest.raises(StepError, match=r"ValueError: boom\n.*\n.*\n  state: mood=<Mute without a text>"):
        Controller(Module("root", bomb)).run(1)


class Growing(Module):
    a: Out[NDArray[np.float64]] = np.zeros(1)

    def step(self, tick: Tick) -> None:
        self.a = np.zeros(tick.index + 2)


class Blending(Module):
    a: In[NDArray[np.float64]] = port(interpolate="linear")

    def step(self, tick: Tick) -> None:
        pass


def test_an_input_that_cannot_be_interpolated_is_a_failure_of_its_reader() -> None:
    root = Module("root", Growing("growing", rate=1), Blending("blending", rate=2))
    root.link("growing.a", "blending.a")
    with pytest.raises(StepError, match=r"module 'blending' failed at 1\.5 s: ValueError: arrays of the shapes "):
        Controller(root).run(3 * SECOND)


def test_an_observer_that_fails_is_named() -> None:
    class Censor(EdgeDiary):
        def observe(self, events: list[Event]) -> None:
            raise PermissionError("not to be seen")

    with pytest.raises(StepError, match="module 'censor' failed in observe at 0 s: PermissionError: not to be seen"):
        Controller(Module("root", Speaker("speaker", rate=1), Censor("censor", book=[]))).run(1)


# --- modules without a rate -------------------------------------------------------------------------------------------


class Free(Module):
    """Follows the caller; tells how often it ran."""

    runs: Out[float] = 0.0
    told: Emits[float]

    def step(self, tick: Tick) -> None:
        self.runs += 1.0
        self.told.append(self.runs)


def free_and_sink(**options: object) -> tuple[Controller, Sink]:
    sink = Sink("sink", rate=10)
    root = Module("root", Free("free"), sink)
    root.link("free.runs", "sink.value", **options)
    return Controller(root), sink


def test_what_a_module_without_a_rate_writes_comes_into_force_at_the_end_of_the_advance() -> None:
    controller, sink = free_and_sink()
    controller.advance(300 * MILLISECOND)
    assert (sink.values, controller.get("free.runs")) == ([0.0, 0.0, 0.0], 1.0)
    controller.advance(200 * MILLISECOND)
    assert sink.values == [0.0, 0.0, 0.0, 1.0, 1.0]


def test_nobody_interpolates_towards_a_value_that_is_dated_later() -> None:
    controller, sink = free_and_sink(interpolate="linear")
    controller.advance(200 * MILLISECOND)
    controller.advance(200 * MILLISECOND)
    assert sink.values == [0.0, 0.0, 1.0, 1.5]


def test_an_immediate_reader_sees_it_in_the_same_date() -> None:
    controller, sink = free_and_sink(immediate=True)
    controller.advance(200 * MILLISECOND)
    assert sink.values == [1.0, 1.0]


def test_advancing_by_nothing_runs_modules_without_a_rate_and_nobody_else() -> None:
    controller, sink = free_and_sink()
    controller.advance(0)
    controller.advance(0)
    assert (sink.values, controller.get("free.runs"), controller.now) == ([], 2.0, 0)
    controller.advance(1)
    assert sink.values == [2.0]


# --- changing the tree while running ----------------------------------------------------------------------------------


def test_a_module_added_later_runs_from_its_first_date_from_now_on() -> None:
    controller = Controller(counting(source_rate=2, sink_rate=2))
    controller.run(1100 * MILLISECOND)
    late = Sink("late", rate=3)
    controller.root.link("source.x", "late.value")
    controller.root.link("source.bell", "late.bells")
    controller.add(late)
    controller.run(2 * SECOND + 1)
    assert late.seen == [(1_333_333_333, 2.0), (1_666_666_667, 3.0), (2 * SECOND, 4.0)]
    assert late.heard == [4]


def test_a_module_added_later_feeds_old_ones_and_what_was_told_before_is_still_heard() -> None:
    class Born(Source):
        def init(self, tick: Tick) -> None:
            self.x = tick.seconds
            self.bell.append(-1)

    controller = Controller(counting())
    controller.run(SECOND)
    controller.disconnect("sink.bells")
    controller.root.link("car/born.bell", "sink.bells")
    controller.add(Module("car", Born("born", rate=1)))
    assert controller.get("car/born.x") == 1.0
    controller.run(SECOND + 1)
    assert controller.get("sink.heard") == [1, -1, 2]


def test_links_above_both_ends_are_found_when_a_part_is_added_below() -> None:
    root = Module("root", Source("source", rate=1), Module("car"))
    root.link("source.x", "car/sink.value")
    with pytest.raises(WiringError, match="there is no module 'car/sink'"):
        Controller(root)
    root.unlink("car/sink")
    controller = Controller(root)
    root.link("source.x", "car/sink.value")
    controller.add(Sink("sink", rate=1), under="car")
    controller.run(2 * SECOND)
    assert controller.get("car/sink.seen") == [(0, 0.0), (SECOND, 1.0)]


def test_adding_a_module_does_not_touch_another_whose_name_begins_alike() -> None:
    root = Module("root", Source("source", rate=1), Sink("car10", rate=1))
    root.link("source.x", "car10.value")
    controller = Controller(root)
    root.link("source.x", "car1.value")
    controller.add(Sink("car1", rate=1))
    controller.run(SECOND)
    controller.remove("car1")
    controller.run(2 * SECOND)
    assert controller.get("car10.seen") == [(0, 0.0), (SECOND, 1.0)]


def test_a_module_that_cannot_be_added_leaves_the_run_as_it_was() -> None:
    controller = Controller(counting())
    controller.run(SECOND)
    with pytest.raises(WiringError, match=r"input late\.value is not connected"):
        controller.add(Sink("late", rate=1))
    with pytest.raises(WiringError, match="there is no module 'sonk' to add 'late' to; did you mean 'sink'"):
        controller.add(Source("late", rate=1), under="sonk")
    assert [module.name for module in controller] == ["root", "sink", "source"]
    controller.add(Source("late", rate=1))
    controller.run(2 * SECOND)
    assert controller.get("sink.seen")[-1] == (1500 * MILLISECOND, 3.0)


def test_a_module_added_later_that_fails_in_init_ends_the_run() -> None:
    class Shy(Module):
        def init(self, tick: Tick) -> None:
            raise LookupError("not today")

    controller = Controller(counting())
    controller.run(SECOND)
    with pytest.raises(StepError, match="module 'shy' failed in init at 1 s: LookupError: not today"):
        controller.add(Shy("shy"))
    assert controller.is_ended


def test_a_removed_module_ends_with_its_parts_and_its_links_go_too() -> None:
    book: list[str] = []
    root = counting()
    root.add(Diary("a", Diary("b", rate=2, book=book), rate=2, book=book))
    controller = Controller(root)
    controller.run(1)
    controller.remove("a")
    controller.run(SECOND)
    assert book == ["init a", "init b", "step a", "step b", "end b", "end a"]
    controller.remove("sink")
    controller.remove("source")
    controller.run(2 * SECOND)
    assert list(root.all_links()) == []
    controller.add(Source("source", rate=1))
    controller.run(3 * SECOND)
    assert controller.get("source.x") == 1.0


def test_a_module_that_others_need_is_not_removed() -> None:
    controller = Controller(counting())
    controller.run(SECOND)
    with pytest.raises(WiringError, match=r"input sink\.value is not connected"):
        controller.remove("source")
    with pytest.raises(WiringError, match="there is no module 'sauce' to remove; did you mean 'source'"):
        controller.remove("sauce")
    controller.run(2 * SECOND)
    assert controller.get("sink.seen")[-1] == (1500 * MILLISECOND, 3.0)


def test_a_removed_module_that_fails_to_end_is_gone_all_the_same() -> None:
    class Clinging(Module):
        def end(self, tick: Tick) -> None:
            raise OSError("busy")

    controller = Controller(Module("root", Source("source", rate=1), Clinging("clinging")))
    controller.run(SECOND)
    with pytest.raises(StepError, match="module 'clinging' failed in end at 1 s: OSError: busy"):
        controller.remove("clinging")
    controller.run(2 * SECOND)
    assert [module.name for module in controller] == ["root", "source"]


def test_parameters_are_set_and_read_while_running() -> None:
    controller = Controller(counting())
    controller.run(SECOND)
    controller.set("source.gain", 10)
    controller.run(2 * SECOND)
    assert (controller.get("source.gain"), controller.get("source.x"), controller.get("source.n")) == (10.0, 40.0, 4)
    with pytest.raises(WiringError, match=r"source\.n is the state 'n' \(int\); only control parameters can be set"):
        controller.set("source.n", 1)


# --- events -----------------------------------------------------------------------------------------------------------


class Caller(Module):
    words: Param[tuple[str, ...]] = ()
    calls: Emits[str]

    def step(self, tick: Tick) -> None:
        self.calls += self.words


class Listener(Module):
    ears: Hears[str]
    heard: State[list[tuple[str, int, str]]] = port([])

    def step(self, tick: Tick) -> None:
        self.heard += [(event.sender, event.index, event.value) for event in self.ears]


def test_events_heard_together_are_sorted_whatever_the_order_of_declaration() -> None:
    def play(arrange: Callable[[list[Module]], list[Module]]) -> list[tuple[str, int, str]]:
        listener = Listener("listener", rate=1)
        root = Module(
            "root", *arrange([Caller("b", rate=1, words=("x",)), Caller("a", rate=1, words=("z", "y")), listener])
        )
        for name in arrange(["a", "b"]):
            root.link(f"{name}.calls", "listener.ears")
        Controller(root).run(SECOND + 1)
        return listener.heard

    expected = [("a.calls", 0, "z"), ("a.calls", 1, "y"), ("b.calls", 0, "x")]
    assert play(list) == play(lambda items: items[::-1]) == expected


def test_edge_modules_observe_all_events_also_those_of_init() -> None:
    class Herald(Caller):
        def init(self, tick: Tick) -> None:
            self.calls.append("good morning")

    book: list[str] = []
    Controller(Module("root", Herald("herald", rate=1, words=("hey",)), EdgeDiary("edge", book=book))).run(1)
    assert book.count("observe herald.calls") == 2


def test_an_edge_module_changes_no_result() -> None:
    alone, watched = counting(3, 7), counting(3, 7)
    watched.add(EdgeDiary("edge", rate=11, book=[]))
    for root in (alone, watched):
        Controller(root).run(3 * SECOND)
    assert alone.children[1].seen == watched.children[1].seen
