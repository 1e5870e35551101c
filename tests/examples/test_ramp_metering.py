from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from examples import ramp_metering
from examples.alinea import Alinea, Phase, RampMeter
from examples.roads.metered_ramp import MERGE, metered_ramp
from seahaven.hcsm import Interpreter
from seahaven.kernel import SECOND, Controller, Module
from seahaven.roads import JunctionLogic, LaneMap
from seahaven.roads.junctions import SignalPlan
from seahaven.takes import load_take
from seahaven.traffic import DETECTOR, LIGHTS, Detector, Signals, place_detectors
from seahaven.world import LightState, Named, World

QUIET: dict[str, Any] = {
    "time": 0.0, "light": 7, "phase": int(Phase.RED), "is_changing": False, "occupancy": None, "is_full": False,
}  # fmt: skip


def rates(*occupancies: float | None, is_full: bool = False) -> list[float]:
    """What the machine says after each of some measurements."""
    interpreter = Interpreter(Alinea)
    meter = interpreter.machine()
    inputs = [{**QUIET, "occupancy": one, "is_full": is_full} for one in occupancies]
    return [interpreter.step(meter, one, step=k).outputs["rate"] for k, one in enumerate(inputs)]


def test_fewer_may_enter_the_denser_traffic_is_and_more_again() -> None:
    assert rates(16.0, None, 16.0, 13.0) == [580.0, 580.0, 440.0, 510.0]
    assert rates(*[30.0] * 5)[-1] == 240.0
    assert rates(*[5.0] * 5)[-1] == 720.0


def test_a_queue_that_reaches_the_end_of_the_ramp_is_let_in() -> None:
    assert rates(30.0, 30.0, is_full=True) == [720.0, 720.0]


def test_the_light_lets_one_in_at_a_time_as_often_as_the_rate_says() -> None:
    lane_map = LaneMap(metered_ramp())
    plan = SignalPlan.of(JunctionLogic.of(lane_map))
    world = World([*LIGHTS, DETECTOR])
    (loop,) = place_detectors(world, lane_map, [Detector("merge", 0, 10.0)])
    meter = RampMeter("meter", rate=2, machine=Alinea(most=360.0), merge=Named([loop]))
    root = Module("root", Signals("signals", plan=plan, rate_hz=2.0), meter)
    root.link("meter.pressed", "signals/controllers.presses")
    greens, shown = [], int(LightState.RED)
    with Controller(root, store=world) as run:
        for second in range(90):
            run.advance(SECOND)
            state = int(world.family("signal").state[0])
            if state == LightState.GREEN != shown:
                greens.append(second)
            shown = state
    assert set(np.diff(greens[1:]).tolist()) == {10}


def test_the_study_finds_its_loops_by_their_names() -> None:
    take = load_take(ramp_metering.STUDY, allow=["examples"])
    meter = next(module for module in take.root.walk() if module.path == "meter")
    names = {id: name for name, id in take.world.names.items()}
    assert [names[id] for id in meter.merge] == ["before -1", "before -2", "behind -1", "behind -2"]
    assert [names[id] for id in meter.queue] == ["queue"]


def test_both_sides_are_told_and_drawn(tmp_path: Path) -> None:
    time = np.arange(5.0, 2401.0, 5.0)
    samples = (np.repeat(time, 2), np.tile([1000.0, MERGE + 100.0], len(time)), np.full(2 * len(time), 20.0))
    free, metered = (
        [
            ramp_metering.Drive(time, np.full(len(time), many + k), np.full(len(time), 30.0), time * flow, samples)
            for k in range(3)
        ]
        for many, flow in ((360.0, 0.8), (300.0, 0.9))
    )
    said = ramp_metering.told(free, metered)
    assert "hours spent by all: 240.7" in said
    assert "-40.0 (-40.0 to -40.0, -17%), 3 pairs" in said
    assert "+360 (+360 to +360, +12%), 3 pairs" in said
    ramp_metering.draw(free, metered, tmp_path / "ramp.png")
    assert (tmp_path / "ramp.png").stat().st_size > 10_000
