from __future__ import annotations

from pathlib import Path

from examples.roads.motorway import FILE, motorway_through_hills
from seahaven.kernel import SECOND
from seahaven.roads.formats.opendrive import opendrive_text
from seahaven.takes import load_take, summarise

STUDY = Path("examples/motorway.study.yaml")


def test_the_motorway_is_lively_from_the_first_moment(tmp_path: Path) -> None:
    take = load_take(STUDY)
    reel = take.play(tmp_path, until=6 * SECOND)
    summary = summarise(reel, take.root)
    assert [journey.name for journey in summary.journeys] == ["ada"]
    assert summary.traffic is not None
    assert summary.traffic.vehicles > 50
    assert summary.traffic.collisions == 0
    assert summary.traffic.mean_speed > 20.0


def test_rain_comes_up_and_others_join_as_the_study_says() -> None:
    take = load_take(STUDY)
    modules = {module.path: module for module in take.root.walk()}
    rain = modules["forecast"].outlooks[0]
    assert (rain.at, rain.fade, rain.conditions.visibility) == (180 * SECOND, 120.0, 1200.0)
    (flow,) = modules["population"].demand.demand.flows
    assert (flow.name, flow.begin) == ("from the mill", 240.0)


def test_the_road_is_the_one_that_the_script_draws() -> None:
    assert FILE.read_text() == opendrive_text(motorway_through_hills())
