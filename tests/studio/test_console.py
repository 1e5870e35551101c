"""What the director's console shows, and where dragged things are in the words of the study."""

from __future__ import annotations

import json
from typing import Any

import pytest

from seahaven.errors import InputError
from seahaven.files import parse_yaml
from seahaven.kernel import Event
from seahaven.roads import LaneMap
from seahaven.studio.console import told_console
from seahaven.studio.moving import moved
from seahaven.studio.telling import told_event
from seahaven.takes import Run
from tests.studio.conftest import DIRECTED


def point(run: Run, lane: str, s: float) -> tuple[float, float]:
    assert run.take.roads is not None
    lane_map = LaneMap.of(run.take.roads)
    place = lane_map.place(lane_map.index(lane), s)
    return float(place.x), float(place.y)


def test_the_console_tells_how_everything_stands(directed: Run) -> None:
    told = json.loads(json.dumps(told_console(directed), allow_nan=False))
    (situation,) = told["situations"]
    assert (situation["name"], situation["state"], situation["wanted"], situation["unit"]) == (
        "sudden braking", "playing", 1.5, "s",
    )  # fmt: skip
    assert situation["roles"][0]["entity"] == directed.names["bob"]
    assert told["triggers"] == [{"name": "gate", "state": "Armed"}]
    assert told["beacons"] == [{"name": "works", "reach": 250.0}]
    assert (told["lights"], told["weather"], told["ambient"]) == ([], None, False)


def test_the_log_is_told_in_words(directed: Run) -> None:
    names = {entity: name for name, entity in directed.names.items()}
    events: list[Event[Any]] = list(directed.frame().events)
    lines = [told["text"] for event in events if (told := told_event(event, names)) and told.get("is_direction")]
    assert "by hand: sudden braking is cued" in lines
    assert any("bob" in line and "plays lead: conscripted" in line for line in lines)


def test_what_was_dragged_is_told_in_the_words_of_the_study(directed: Run) -> None:
    data = parse_yaml(DIRECTED).data
    x, y = point(directed, "A1.1:0:-1", 3000.0)
    (way, value), *more = moved(directed, data, "triggers gate", x, y).items()
    assert (way, more) == (("triggers", "gate", "at"), [])
    assert abs(float(str(value).removesuffix(" m")) - 3000.0) < 30.0
    assert moved(directed, data, "beacons works", x, y).keys() == {("beacons", "works", "at")}
    (way, value), *_ = moved(directed, data, "situations 0", x, y).items()
    assert way == ("situations", 0, "at")
    assert abs(float(str(value).removesuffix(" m")) - 2500.0) < 30.0


def test_a_stretch_keeps_its_length_and_a_circle_has_coordinates(directed: Run) -> None:
    data: Any = parse_yaml(DIRECTED).data
    data["triggers"]["zone"] = {"on": "A1.1", "from": "1 km", "to": "1200 m"}
    data["triggers"]["yard"] = {"area": {"x": 0, "y": 0, "radius": 5}}
    x, y = point(directed, "A1.1:0:-1", 3000.0)
    ends = moved(directed, data, "triggers zone", x, y)
    begin, end = (float(str(ends["triggers", "zone", key]).removesuffix(" m")) for key in ("from", "to"))
    assert end - begin == 200.0
    assert moved(directed, data, "triggers yard", 12.34, -5.0) == {
        ("triggers", "yard", "area", "x"): "12.3 m",
        ("triggers", "yard", "area", "y"): "-5.0 m",
    }


def test_what_cannot_be_put_there_is_refused(directed: Run) -> None:
    data = parse_yaml(DIRECTED).data
    with pytest.raises(InputError, match="no lane within 60 m"):
        moved(directed, data, "triggers gate", 0.0, 50_000.0)
    with pytest.raises(InputError, match="no 'triggers gone' that could be moved"):
        moved(directed, data, "triggers gone", 0.0, 0.0)
    with pytest.raises(InputError, match="no place along the subject's drive"):
        moved(directed, data, "situations 0", *point(directed, "A1.1:0:-1", 100.0))
