"""What lights keep to, whatever is asked of them: amber, shortest greens, and red until the way is clear."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seahaven.kernel import SECOND, fork
from seahaven.roads import LaneMap
from seahaven.roads.builder import lesson_town
from seahaven.roads.junctions import JunctionLogic, SignalPlan
from seahaven.roads.model import Phase
from seahaven.traffic.signals.tables import make_tables
from seahaven.world import LightState
from tests.roads.junctions.stars import TEE
from tests.traffic.signals.crossing import TWO_STAGES, plan_of, run_of, states

GREEN = (int(LightState.GREEN), int(LightState.YIELDING))
STEPS = 240


def bare_town() -> SignalPlan:
    """The lesson town without its programs: four stages at the station, with lights for those who turn across."""
    town = lesson_town()
    junctions = tuple(replace(junction, controllers=()) for junction in town.junctions)
    return SignalPlan.of(JunctionLogic.of(LaneMap(replace(town, controllers=(), junctions=junctions))))


PLANS = {
    "cross": lambda: plan_of(walks=True),
    "tee": lambda: plan_of(walks=True, bearings=TEE),
    "station": bare_town,
}
known_plan = cache(lambda name: PLANS[name]())
every = pytest.mark.parametrize("name", PLANS)


@st.composite
def orders(draw: st.DrawFn, plan: SignalPlan) -> list[tuple[int, str, float]]:
    """Presses of the first controller at any step."""
    controller = plan.controllers[0]
    calm = [k for k, phase in enumerate(controller.programs[0].phases) if "y" not in phase.states]
    when = st.integers(0, STEPS - 40)
    one: Any = st.one_of(
        st.tuples(when, st.just("ask"), st.sampled_from(calm)),
        st.tuples(when, st.just("ask"), st.sampled_from(calm)),
        st.tuples(when, st.sampled_from(["hold", "release", "off", "on"]), st.just(1)),
        st.tuples(when, st.just("hold_for"), st.integers(0, 20)),
        st.tuples(when, st.just("switch_program"), st.integers(0, 1)),
        st.tuples(when, st.just("call"), st.integers(0, len(controller.signals) - 1)),
    )
    return draw(st.lists(one, max_size=16))


@every
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_amber_and_shortest_green_are_kept_whatever_is_asked(name: str, data: st.DataObject) -> None:
    plan = known_plan(name)
    seen = _watch(plan, data.draw(orders(plan)))
    tables = make_tables(plan)
    for row, codes in enumerate(seen.T.tolist()):
        runs = _runs(codes)
        for k, ((code, steps), (after, _)) in enumerate(pairwise(runs)):
            if code in GREEN and after not in GREEN:
                assert tables.is_walk[row] or after == LightState.AMBER
                assert _green_steps(runs, k) * 0.5 >= tables.least_green[row]
            if code == LightState.AMBER:
                assert steps * 0.5 >= tables.amber[row]
                assert after in (LightState.RED, LightState.BLINKING)


@every
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_nobody_gets_green_before_others_are_out_of_the_way(name: str, data: st.DataObject) -> None:
    plan = known_plan(name)
    seen = _watch(plan, data.draw(orders(plan)))
    times = _times(plan)
    green = np.isin(seen, GREEN)
    busy = green | (seen == LightState.AMBER)
    for a, b in np.argwhere(times > 0.0).tolist():
        assert not (green[:, a] & green[:, b]).any()
        for begin in np.flatnonzero(green[1:, b] & ~green[:-1, b]) + 1:
            before = np.flatnonzero(busy[:begin, a])
            if len(before):
                assert (begin - before[-1] - 1) * 0.5 >= times[a, b] - 1e-9


@settings(max_examples=20, deadline=None)
@given(data=st.data(), at=st.integers(0, STEPS))
def test_a_fork_shows_the_same_whenever_it_is_made(data: st.DataObject, at: int) -> None:
    plan = known_plan("station")
    run = run_of(plan, *data.draw(orders(plan)), actuated=True)
    run.advance(at * SECOND // 2)
    twin = fork(run)
    for one in (run, twin):
        one.advance(60 * SECOND)
    assert run.store.digest() == twin.store.digest()


def _times(plan: SignalPlan) -> np.ndarray:
    tables, count = make_tables(plan), len(plan.controllers[0].signals)
    return tables.clear[: count * count].reshape(count, count)


def _watch(plan: SignalPlan, pressed: list[tuple[int, str, float]]) -> np.ndarray:
    run = run_of(plan, *pressed)
    run.start()
    return states(run, STEPS / 2)[:, : plan.row_first[1]]


def _runs(codes: list[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for code in codes:
        if runs and runs[-1][0] == code:
            runs[-1] = (code, runs[-1][1] + 1)
        else:
            runs.append((code, 1))
    return runs


def _green_steps(runs: list[tuple[int, int]], k: int) -> int:
    """How many steps a light has been green, in whatever way, up to a run of which it is."""
    steps = 0
    while k >= 0 and runs[k][0] in GREEN:
        steps += runs[k][1]
        k -= 1
    return steps


def test_a_program_without_amber_gets_some_where_it_is_left_for_a_phase_that_was_asked_for() -> None:
    run = run_of(plan_of((Phase(30.0, "GrGr"), Phase(30.0, "rGrG"))), (4, "ask", 1))
    run.start()
    seen = states(run, 20.0)
    codes = [code for code, _ in _runs(seen[:, 0].tolist())]
    assert codes == [LightState.GREEN, LightState.AMBER, LightState.RED]


def test_amber_is_whole_also_where_the_green_before_it_had_to_wait() -> None:
    run = run_of(known_plan("tee"), (38, "ask", 0))
    run.start()
    amber = [steps for code, steps in _runs(states(run, 120.0)[:, 0].tolist()) if code == LightState.AMBER]
    assert min(amber) == 6


def test_nothing_is_written_while_nothing_changes() -> None:
    run = run_of(plan_of(TWO_STAGES))
    run.start()
    run.advance(2_000_000_000)
    before = run.store.save()
    run.advance(2_000_000_000)
    after = run.store.save()
    assert before.waiting == after.waiting == ()
