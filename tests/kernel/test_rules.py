"""One test for each numbered rule of "When a write is seen" in docs/design.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from seahaven.errors import SnapshotError, WiringError
from seahaven.kernel import (
    MILLISECOND,
    SECOND,
    Beat,
    Controller,
    Emits,
    Hears,
    In,
    Module,
    Out,
    Param,
    Split,
    State,
    Tick,
    begin_after,
    fork,
    port,
    prelude,
)
from tests.splitting import in_threads


class Counter(Module):
    """Puts out 1, 2, 3, ... at its dates; starts at 0."""

    count: Out[float] = 0.0
    bell: Emits[int]

    def step(self, tick: Tick) -> None:
        self.count += 1.0
        self.bell.append(tick.index)


class Watcher(Module):
    """Keeps what it saw: (date in ms, value)."""

    value: In[float] = -1.0
    bells: Hears[int]
    scale: Param[float] = 1.0
    seen: State[list[tuple[int, float]]] = port([])
    heard: State[list[tuple[int, int]]] = port([])
    out: Out[float] = 0.0

    def step(self, tick: Tick) -> None:
        self.seen = [*self.seen, (tick.now // MILLISECOND, self.scale * self.value)]
        self.heard = [*self.heard, *((tick.now // MILLISECOND, event.value) for event in self.bells)]
        self.out = self.value


def watched(counter_rate: float, watcher_rate: float, **options: object) -> tuple[Controller, Watcher]:
    watcher = Watcher("watcher", rate=watcher_rate)
    root = Module("root", Counter("counter", rate=counter_rate), watcher)
    root.link("counter.count", "watcher.value", **options)
    root.link("counter.bell", "watcher.bells")
    return Controller(root), watcher


def test_rule_1_the_kth_date_is_k_over_rate_rounded_never_a_sum() -> None:
    assert [Beat.of(3).date(k) for k in (0, 1, 2, 3, 3_000_000)] == [
        0, 333_333_333, 666_666_667, SECOND, 1_000_000 * SECOND,
    ]  # fmt: skip


def test_rule_2_only_dates_at_which_something_is_due_are_visited_in_six_phases() -> None:
    controller, _ = watched(2, 3)
    visited: list[int] = []
    controller.advance(SECOND, on_date=visited.append)
    assert [date // MILLISECOND for date in visited] == [0, 333, 500, 666]
    phases = ["receive", "deliver", "compute", "commit", "emit", "send"]
    assert [name for name in vars(Controller) if name in phases] == phases


def test_rule_3_a_module_reads_what_is_dated_now_or_earlier_and_dates_its_writes_with_its_next_date() -> None:
    controller, watcher = watched(2, 4)
    controller.advance(1250 * MILLISECOND)
    assert watcher.seen == [(0, 0.0), (250, 0.0), (500, 1.0), (750, 1.0), (1000, 2.0)]


def test_rule_4_initial_values_are_dated_at_the_start() -> None:
    controller, watcher = watched(1, 1)
    controller.advance(1)
    assert watcher.seen == [(0, 0.0)]


def test_rule_5_an_input_is_read_at_its_readers_date_by_the_declared_order() -> None:
    linear, watcher = watched(2, 4, interpolate="linear")
    linear.advance(1500 * MILLISECOND)
    assert watcher.seen == [(0, 0.0), (250, 0.0), (500, 1.0), (750, 1.5), (1000, 2.0), (1250, 2.5)]
    lagged, watcher = watched(2, 4, interpolate="linear", lag=0.25)
    lagged.advance(1500 * MILLISECOND)
    assert watcher.seen == [(0, 0.0), (250, 0.0), (500, 0.5), (750, 1.0), (1000, 1.5), (1250, 2.0)]


def test_rule_6_an_immediate_link_hands_over_what_was_computed_last_even_in_this_date() -> None:
    controller, watcher = watched(2, 4, immediate=True)
    controller.advance(SECOND)
    assert watcher.seen == [(0, 1.0), (250, 1.0), (500, 2.0), (750, 2.0)]


def test_rule_6_a_loop_of_immediate_links_is_refused() -> None:
    root = Module("root", Watcher("a", rate=1), Watcher("b", rate=1))
    root.link("a.out", "b.value", immediate=True)
    root.link("b.out", "a.value", immediate=True)
    with pytest.raises(WiringError, match="immediate links form a loop: 'a' -> 'b' -> 'a'"):
        Controller(root)


def test_rule_7_events_are_dated_like_outputs_and_heard_once_at_the_first_date_not_before() -> None:
    controller, watcher = watched(2, 3)
    controller.advance(2 * SECOND)
    assert watcher.heard == [(666, 0), (1000, 1), (1666, 2)]


def test_rule_8_changes_from_outside_are_seen_from_the_next_date_on() -> None:
    controller, watcher = watched(2, 2)
    controller.advance(SECOND)
    controller.set("watcher.scale", 10.0)
    controller.disconnect("watcher.value")
    controller.advance(SECOND)
    assert watcher.seen == [(0, 0.0), (500, 1.0), (1000, -10.0), (1500, -10.0)]


def test_rule_8_changes_asked_for_in_a_step_are_made_before_the_next_date() -> None:
    class Rewirer(Module):
        def step(self, tick: Tick) -> None:
            if tick.index == 1:
                tick.disconnect("watcher.value")

    controller, watcher = watched(2, 2)
    controller.add(Rewirer("aaa", rate=2))
    controller.advance(2 * SECOND)
    assert watcher.seen == [(0, 0.0), (500, 1.0), (1000, -1.0), (1500, -1.0)]


def test_rule_8_an_event_that_is_posted_from_outside_is_heard_from_now_on_and_stays_in_order() -> None:
    controller, watcher = watched(2, 2)
    controller.advance(SECOND)
    for index, value in enumerate((70, 60)):
        controller.post("counter.bell", value, index=index)
    twin = fork(controller)
    for run in (controller, twin):
        run.advance(SECOND)
    assert watcher.heard == twin["watcher"].heard == [(500, 0), (1000, 1), (1000, 70), (1000, 60), (1500, 2)]
    with pytest.raises(WiringError, match=r"counter.count is the output 'count' \(float\); only an event output can"):
        controller.post("counter.count", 1.0)
    with pytest.raises(WiringError, match=r"counter.bell: expected int"):
        controller.post("counter.bell", "loud")


def test_rule_9_advancing_is_half_open_and_composes() -> None:
    controller, watcher = watched(2, 2)
    controller.advance(0)
    assert watcher.seen == []
    controller.advance(500 * MILLISECOND)
    assert (watcher.seen, controller.get("counter.count")) == ([(0, 0.0)], 1.0)
    controller.advance(1)
    assert watcher.seen == [(0, 0.0), (500, 1.0)]


def test_rule_10_a_module_without_a_rate_runs_once_per_advance_over_its_dt() -> None:
    class Integrator(Module):
        total: Out[float] = 0.0

        def step(self, tick: Tick) -> None:
            self.total += tick.dt

    controller = Controller(Module("root", Integrator("sum")))
    for dt in (0, 300_000_000, 0, 1, 699_999_999):
        controller.advance(dt)
    assert controller.get("sum.total") == pytest.approx(1.0, abs=1e-12)


def test_rule_11_a_module_keeps_nothing_but_its_declared_fields() -> None:
    controller, watcher = watched(1, 1)
    watcher.diary = "secret"
    with pytest.raises(SnapshotError, match=r"module 'watcher' keeps 'diary', which is not declared; .*`diary: State"):
        fork(controller)


@pytest.mark.parametrize("is_immediate", [False, True])
def test_rule_12_a_split_over_processes_changes_no_value(is_immediate: bool) -> None:
    def played(split: Split | None = None) -> list[tuple[int, object]]:
        root = Module("root", Counter("counter", rate=3), Watcher("watcher", rate=10))
        root.link("counter.count", "watcher.value", immediate=is_immediate)
        with Controller(root, split=split) as controller:
            controller.run(SECOND)
        return controller["watcher"].seen

    place = {"counter": "A", "watcher": "B"}.__getitem__
    assert in_threads("AB", place, played)["B"] == played()


def test_rule_13_a_run_begins_where_its_prelude_has_come_to() -> None:
    root = Module("root", Counter("counter", rate=10), Watcher("watcher", rate=10))
    root.link("counter.count", "watcher.value")
    run = Controller(root)
    with prelude(run, ["counter"], start=-SECOND) as before:
        before.run(0)
        begin_after(run, before)
    assert (run.now, run.get("counter.count")) == (0, before.get("counter.count"))


def test_every_rule_in_the_document_has_its_test_here() -> None:
    text = Path("docs/design.md").read_text().split("## When a write is seen")[1].split("\n## ")[0]
    numbers = set(re.findall(r"^(\d+)\. ", text, re.MULTILINE))
    tested = set(re.findall(r"def test_rule_(\d+)_", Path(__file__).read_text()))
    assert numbers == tested
