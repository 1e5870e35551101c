from __future__ import annotations

from pathlib import Path

import numpy as np

from examples import incident_detection
from examples.california import Alarm, Breakdown, California, Section
from examples.incident_detection import Thresholds, Verdict, Watch, alarms_by, choose, draw
from seahaven.hcsm import Interpreter
from seahaven.kernel import SECOND, Controller, Hears, Module, State, Tick, port
from seahaven.takes import load_take
from seahaven.traffic import DETECTOR
from seahaven.world import VEHICLE, Column, Named, World, writes

FREE, BLOCKED = (12.0, 12.0), (30.0, 8.0)
MINE = Thresholds(8.0, 0.4, 14.0)


def watch(*, has_incident: bool, count: int = 24) -> Watch:
    """A drive in which the vehicle stands in section 4 from 240 s on, and the fourth station notices."""
    occupancy = np.full((count, incident_detection.SECTIONS + 1), 12.0)
    if has_incident:
        occupancy[9:, 3], occupancy[9:, 4:] = 35.0, 8.0
    else:
        occupancy[5, 2] = 40.0  # once, by chance
    stopped, place = (240.0, 3200.0) if has_incident else (None, None)
    return Watch("dense", occupancy, (), stopped, place)


def test_an_alarm_takes_two_intervals_and_is_raised_once() -> None:
    interpreter = Interpreter(California)
    section = interpreter.machine()
    alarms = []
    for k, (above, below) in enumerate([FREE, BLOCKED, FREE, BLOCKED, BLOCKED, BLOCKED, FREE]):
        alarms.append(interpreter.step(section, {"above": above, "below": below}, step=k).outputs["alarm"])
    assert alarms == [False, False, False, False, True, False, False]


def test_the_crowd_says_when_and_where_for_all_thresholds_at_once() -> None:
    seen = [watch(has_incident=True), watch(has_incident=False)]
    own, deaf = alarms_by([MINE, Thresholds(30.0, 0.4, 14.0)], seen)[0]
    assert own == [(330.0, 4)]
    assert deaf == []
    assert alarms_by([MINE], seen)[1] == [[]]
    assert seen[0].delay(own) == 90.0
    assert seen[0].delay([(330.0, 7)]) == np.inf


def test_thresholds_are_chosen_that_notice_without_false_alarms(tmp_path: Path) -> None:
    seen = [watch(has_incident=k % 2 == 0) for k in range(6)]
    thresholds, verdicts = choose(seen)
    chosen = Verdict.of(seen, [own[0] for own in alarms_by([thresholds], seen)])
    assert (chosen.rate, chosen.false_rate) == (1.0, 0.0)
    assert "3 of 3 incidents noticed, 100% (44% to 100%), after 90 (90 to 90) s on average; 0 false" in chosen.told()
    samples = np.arange(0.0, 720.0, 5.0), np.full(144, 3000.0), np.full(144, 25.0)
    shown = Watch("dense", seen[0].occupancy, ((330.0, 4),), 240.0, 3200.0, samples)
    draw(shown, [shown] * 3, verdicts, chosen, tmp_path / "incident.png")
    assert (tmp_path / "incident.png").stat().st_size > 10_000


class Loops(Module):
    """Two loops that tell every second, first of free traffic, then of a blocked lane."""

    own = writes("detector", "measured", "occupancy")

    def step(self, tick: Tick) -> None:
        self.own.measured = tick.seconds + tick.dt
        self.own.occupancy = np.array(BLOCKED if tick.seconds >= 3.0 else FREE) / 100.0


class Ear(Module):
    """Notes when which section raised an alarm."""

    alarms: Hears[Alarm]
    heard: State[list[tuple[float, int]]] = port([])

    def step(self, tick: Tick) -> None:
        self.heard = [*self.heard, *((tick.seconds, event.value.section) for event in self.alarms)]


def test_a_section_raises_the_alarm_in_the_run() -> None:
    world = World([DETECTOR])
    above, below = world.add_many("detector", 2, lane=0, s=0.0, x=0.0, y=0.0).tolist()
    section = Section("section", rate=2, number=7, above=Named([above]), below=Named([below]))
    root = Module("root", Loops("loops", rate=1), section, Ear("ear", rate=2))
    root.link("section.alarms", "ear.alarms")
    with Controller(root, store=world) as run:
        run.advance(9 * SECOND)
        assert run.get("ear.heard") == [(5.5, 7)]


def test_a_vehicle_breaks_down_where_and_when_the_seed_says() -> None:
    cars = VEHICLE.extended({"lane": Column("int32", default=-1)})
    world = World([cars])
    world.add_many("vehicle", 30, lane=np.repeat([0, 1, 2], 10), x=np.tile(np.arange(10) * 700.0, 3), y=0.0)
    breakdown = Breakdown("breakdown", rate=1, earliest=3.0, latest=5.0)
    with Controller(Module("root", breakdown), store=world, seed=4) as run:
        run.advance(2 * SECOND)
        assert run.get("breakdown.stopped") == 0
        run.advance(5 * SECOND)
        stopped = world.entity(run.get("breakdown.stopped"))
        assert stopped.lane == run.get("breakdown.lane")
        assert 0.0 < run.get("breakdown.where") - stopped.x <= 700.0


def test_the_study_loads_with_its_sections() -> None:
    take = load_take(incident_detection.STUDY, allow=["examples"])
    sections = sorted((one for one in take.root.walk() if isinstance(one, Section)), key=lambda one: one.number)
    assert [one.number for one in sections] == list(range(1, incident_detection.SECTIONS + 1))
    assert [len(one.above) for one in sections] == [3] * incident_detection.SECTIONS
    assert sections[0].below == sections[1].above
