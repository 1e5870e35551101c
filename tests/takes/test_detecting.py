"""Induction loops that a study places, and those that SUMO's files bring."""

from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.kernel import Module, Param
from seahaven.roads import LaneMap
from seahaven.roads.formats import read_roads
from seahaven.takes import load_take
from seahaven.traffic import read_demand
from seahaven.trials import write_drive
from seahaven.world import Named

STUDY = """
study: loops
duration: 8 s
seed: 1
roads: seahaven.roads.builder:lesson_town
traffic:
  detectors:
    gate: {on: by-pass.1, at: 100 m, interval: 4 s}
    single: {on: "by-pass.1:0:-3", at: 60 m, length: 1 m}
  flows: [{name: by-pass, from: by-pass.1, to: by-pass.5, rate: 3000/h, headways: regular}]
"""


def test_a_study_has_a_loop_in_each_lane_of_a_road_and_a_table_of_what_they_measure(tmp_path: Path) -> None:
    (tmp_path / "loops.study.yaml").write_text(STUDY)
    take = load_take(tmp_path / "loops.study.yaml")
    assert [name for name in take.world.names if name.startswith(("gate", "single"))] == [
        "gate 3", "gate 2", "gate -2", "gate -3", "gate -4", "single"
    ]  # fmt: skip
    reel = take.play(tmp_path / "out")
    write_drive(reel, tmp_path / "out", page=False)
    lines = (tmp_path / "out" / "detectors.csv").read_text().splitlines()
    assert lines[0] == "detector,begin,end,vehicles,flow,speed,occupancy"
    gates = [line.split(",") for line in lines[1:] if line.startswith("gate -")]
    assert [row[1:3] for row in gates] == [["0.0", "4.0"]] * 3 + [["4.0", "8.0"]] * 3
    assert sum(int(row[3]) for row in gates) in (3, 4, 5)
    assert reel.label(reel.entity("single")) == "single"


def test_detectors_that_are_nowhere_are_refused_with_their_place(tmp_path: Path) -> None:
    (tmp_path / "loops.study.yaml").write_text(STUDY.replace("at: 100 m", "at: 90 km"))
    with pytest.raises(InputError, match=r"loops\.study\.yaml:8:5: road 'by-pass\.1' has no s=90000"):
        load_take(tmp_path / "loops.study.yaml")
    (tmp_path / "loops.study.yaml").write_text(STUDY.replace("on: by-pass.1, at: 100", "on: by-pas.1, at: 100"))
    with pytest.raises(InputError, match=r"by-pas\.1.*did you mean 'by-pass\.1'"):
        load_take(tmp_path / "loops.study.yaml")


def test_loops_of_sumo_are_read_and_other_detectors_are_left_out_with_a_remark(tmp_path: Path) -> None:
    lane_map = LaneMap(read_roads(Path(__file__).parents[1] / "roads" / "data" / "tee.net.xml"))
    edge = next(road for road in lane_map.network.roads if road.junction is None)
    (tmp_path / "loops.add.xml").write_text(f"""<additional>
    <e1Detector id="front" lane="{edge.id}_0" pos="-5" freq="300" file="out.xml"/>
    <inductionLoop id="back" lane="{edge.id}_0" pos="5" period="60" file="out.xml"/>
    <laneAreaDetector id="queue" lane="{edge.id}_0" pos="5" length="30" freq="60" file="out.xml"/>
    <taz id="district" edges="{edge.id}"/>
    </additional>""")
    demand = read_demand(tmp_path / "loops.add.xml", lane_map=lane_map)
    front, back = demand.detectors
    assert (front.name, front.interval, back.name, back.s, back.interval) == ("front", 300.0, "back", 5.0, 60.0)
    assert front.s == pytest.approx(float(lane_map.length[front.lane]) - 5.0)
    assert sorted(remark.message.partition(" ")[0] for remark in demand.remarks) == ["<laneAreaDetector>", "<taz>"]


def test_a_program_reads_loops_while_the_study_runs(tmp_path: Path) -> None:
    import seahaven

    (tmp_path / "loops.study.yaml").write_text(STUDY)
    with seahaven.open(tmp_path / "loops.study.yaml") as run:
        run.advance(6.0)
        counts = [run[f"gate {lane}"].vehicles for lane in (-2, -3, -4)]
    assert sum(counts) > 0


class Watchers(Module):
    """Has the ids of loops that a study names."""

    loops: Param[Named] = Named()


@pytest.mark.parametrize(
    ("said", "names"),
    [("gate", ["gate -2", "gate -3", "gate -4", "gate 2", "gate 3"]), ("[single, gate -2]", ["gate -2", "single"])],
)
def test_a_module_of_a_study_has_the_ids_of_loops_by_their_names(tmp_path: Path, said: str, names: list[str]) -> None:
    take = load_take(_watched(tmp_path, said), allow=["tests"])
    watchers = next(module for module in take.root.walk() if module.path == "watchers")
    known = {id: name for name, id in take.world.names.items()}
    assert sorted(known[id] for id in watchers.loops) == names


def test_a_loop_that_is_not_there_is_refused_where_it_is_named(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"loops\.study\.yaml:12:\d+: there is no entity 'singel'; did you mean 'single'"
    ):
        load_take(_watched(tmp_path, "singel"), allow=["tests"])


def _watched(folder: Path, said: str) -> Path:
    path = folder / "loops.study.yaml"
    module = f'modules:\n  watchers: {{use: "tests.takes.test_detecting:Watchers", with: {{loops: {said}}}}}\n'
    path.write_text(STUDY + module)
    return path
