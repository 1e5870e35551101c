"""Things on and beside the road, and paint across it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from seahaven.roads.drawing import Window, draw_map
from seahaven.roads.drawing.paint import crosswalks, stop_lines
from seahaven.roads.drawing.ribbon import Ribbons
from seahaven.roads.drawing.thing import covers, outlines, thing_areas
from seahaven.roads.model import Facing, ObjectKind, Outline, RoadObject, Signal, SignalKind
from tests.roads.drawing.networks import map_of, straight

SEEN = Window.around(50.0, 0.0, 50.0, longest=1000.0)


def ribbons(*things: RoadObject, signals: tuple[Signal, ...] = ()) -> Ribbons:
    return Ribbons(map_of(replace(straight(), objects=things, signals=signals)), SEEN)


def test_a_box_lies_around_its_place_turned_by_its_heading() -> None:
    box = RoadObject("b", ObjectKind.BUILDING, 50.0, 10.0, heading=np.pi / 2, length=6.0, width=4.0)
    (ring,) = outlines(straight(), box)
    assert np.allclose(ring.min(axis=0), (48.0, 7.0))
    assert np.allclose(ring.max(axis=0), (52.0, 13.0))


def test_corners_on_the_road_are_s_and_t() -> None:
    corners = ((40.0, 3.0, 0.0, 0.0), (44.0, 3.0, 0.0, 0.0), (44.0, -3.0, 0.0, 0.0))
    (ring,) = outlines(
        straight(), RoadObject("c", ObjectKind.OBSTACLE, 0.0, outlines=(Outline(corners, on_road=True),))
    )
    assert np.allclose(ring, [corner[:2] for corner in corners])


def test_a_guard_rail_follows_its_road() -> None:
    (ring,) = outlines(straight(), RoadObject("r", ObjectKind.BARRIER, 10.0, 5.0, span=50.0))
    assert np.allclose(ring[:, 1], 5.0)
    assert (ring[:, 0].min(), ring[:, 0].max()) == (10.0, 60.0)


@pytest.mark.parametrize("length", [3.0, 8.0])
def test_people_walk_across_the_road_on_a_crosswalk_unless_it_is_long_the_other_way(length: float) -> None:
    thing = RoadObject("c", ObjectKind.CROSSWALK, 50.0, length=length, width=4.0)
    (stripe,) = crosswalks(ribbons(thing)).children
    (x, y) = (float(text) for text in stripe.attributes["d"].partition("l")[2].replace("-", " -").split())
    assert abs(y) > abs(x) if length == 3.0 else abs(x) > abs(y)
    assert stripe.attributes["stroke-width"] == ("30" if length == 3.0 else "40")


def test_a_crosswalk_that_is_a_signal_runs_from_edge_to_edge() -> None:
    signal = Signal("c", SignalKind.CROSSWALK, 50.0, value=3.0)
    (stripe,) = crosswalks(ribbons(signals=(signal,))).children
    assert stripe.attributes["d"] == "M500 465l0 70"


def test_a_stop_line_lies_before_the_lanes_that_it_holds_for() -> None:
    signal = Signal("s", SignalKind.STOP_LINE, 50.0, facing=Facing.ALONG)
    (line,) = stop_lines(ribbons(signals=(signal,))).children
    assert line.attributes["d"] == "M500 500l0 35"
    (other,) = stop_lines(ribbons(signals=(replace(signal, lanes=((1, 1),)),))).children
    assert other.attributes["d"] == "M500 465l0 35"


def test_a_stop_line_may_be_an_object() -> None:
    thing = RoadObject("s", ObjectKind.STOP_LINE, 50.0, -1.75, length=0.4, width=3.5)
    (line,) = stop_lines(ribbons(thing)).children
    assert line.attributes["d"] in ("M500 535l0-35", "M500 500l0 35")


@pytest.mark.parametrize("kind", list(ObjectKind))
def test_every_kind_of_thing_can_be_drawn_in_any_form(kind: ObjectKind) -> None:
    forms = (
        RoadObject("a", kind, 20.0, 8.0),
        RoadObject("b", kind, 40.0, 8.0, length=3.0, width=2.0),
        RoadObject("c", kind, 60.0, 8.0, radius=1.0),
        RoadObject("d", kind, 70.0, 8.0, span=20.0),
        RoadObject("e", kind, 80.0, outlines=(Outline(((0.0, 0.0, 0.0, 0.0),) * 3), Outline(()))),
    )
    assert "nan" not in draw_map(map_of(replace(straight(), objects=forms)))


def test_what_spans_its_road_leaves_it_in_sight() -> None:
    hull = RoadObject("h", ObjectKind.OBSTACLE, 50.0, length=60.0, width=12.0)
    post = RoadObject("p", ObjectKind.OBSTACLE, 50.0, 12.0, length=4.0, width=4.0)
    looks = [path.attributes["class"] for path in thing_areas(ribbons(hull, post)).children]
    assert looks == ["barrier", "roof"]


def test_tunnels_lie_between_broken_lines_and_bridges_between_rails() -> None:
    tunnel = RoadObject("t", ObjectKind.TUNNEL, 20.0, span=30.0)
    assert [path.attributes["class"] for path in covers(ribbons(tunnel)).children] == ["veil", "tunnel-line"]
    bridge = replace(tunnel, kind=ObjectKind.BRIDGE)
    assert [path.attributes["class"] for path in covers(ribbons(bridge)).children] == ["rail-line"]


def test_the_legend_tells_of_things_beside_the_road() -> None:
    kinds = ObjectKind.PARKING_SPACE, ObjectKind.TREE, ObjectKind.BUILDING
    things = [RoadObject(kind, kind, 50.0, 12.0, length=4.0, width=4.0) for kind in kinds]
    text = draw_map(map_of(replace(straight(), objects=tuple(things))), window=SEEN)
    for caption in ("parking spaces", "trees, plants", "buildings"):
        assert f">{caption}</text>" in text
    assert ">barriers, obstacles</text>" not in text
