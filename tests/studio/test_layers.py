"""What layers draw on the map, of one small drive."""

from __future__ import annotations

from typing import Any

from seahaven.studio.layers import LAYERS, Outlook, marks_of
from seahaven.takes import Run


def marks(run: Run, layer: str, *picked: str) -> list[dict[str, Any]]:
    outlook = Outlook(run)
    outlook.picked = tuple(run.names[name] for name in picked)
    return marks_of(outlook, frozenset({layer}))


def test_a_picked_driver_perceives_its_leader_and_who_is_beside(directed: Run) -> None:
    ties = {mark["to"]: mark["text"] for mark in marks(directed, "perception", "ada") if "to" in mark}
    assert ties.keys() == {directed.names["bob"], directed.names["carl"]}
    assert ties[directed.names["bob"]].startswith("ahead ")
    assert ties[directed.names["carl"]].startswith("left behind ")
    assert marks(directed, "perception") == []


def test_triggers_show_their_place_and_state(directed: Run) -> None:
    line, name = marks(directed, "triggers")[0], marks(directed, "triggers")[-1]
    assert len(line["path"]) == 2
    assert (name["text"], name["handle"], name["ink"]) == ("gate (armed)", "triggers gate", "good")


def test_beacons_show_whom_they_have_in_reach(directed: Run) -> None:
    circle, *ties = marks(directed, "beacons")
    assert (circle["reach"], circle["handle"]) == (250.0, "beacons works")
    assert {tie["to"] for tie in ties} == {directed.names[name] for name in ("ada", "bob", "carl")}


def test_situations_show_the_cast_and_its_station(directed: Run) -> None:
    place, *cast = marks(directed, "situations")
    assert place["text"].startswith("1 sudden braking (playing): headway ")
    assert cast[0]["at"] == directed.names["bob"]
    assert len(cast[0]["to"]) == 2


def test_lanes_behind_the_hill_are_out_of_sight(directed: Run) -> None:
    circle, *hidden = marks(directed, "sight")
    assert circle["at"] == directed.names["ada"]
    assert len(hidden) > 3
    assert all(len(mark["path"]) > 1 for mark in hidden)


def test_layers_that_nobody_wants_are_not_worked_out(directed: Run) -> None:
    assert marks_of(Outlook(directed), frozenset({"console"})) == []
    told = marks_of(Outlook(directed), frozenset(LAYERS))
    assert {mark["layer"] for mark in told} == {"triggers", "beacons", "situations", "sight"}
