"""Whole maps."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from seahaven.files import Element, parse_xml
from seahaven.roads.builder import Builder, motorway
from seahaven.roads.drawing import Window, draw_map
from seahaven.roads.drawing.yielding import _has_to_wait
from seahaven.roads.formats import read_roads
from seahaven.roads.junctions import JunctionLogic
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import Mark, MarkKind, RoadNetwork, Signal, SignalKind
from tests.roads.drawing.networks import BROKEN, map_of, market, straight


def drawn(lane_map: LaneMap, **options: object) -> Element:
    """The outermost element of a map."""
    return parse_xml(draw_map(lane_map, **options).encode(), file="map.svg")  # type: ignore[arg-type]


def classes(root: Element) -> list[str]:
    return [element.attributes["class"] for element in root.everything() if "class" in element.attributes]


def all_of(root: Element, tag: str) -> list[Element]:
    return [element for element in root.everything() if element.tag == tag]


def test_the_same_map_gives_the_same_bytes() -> None:
    assert draw_map(market(), title="market") == draw_map(market(), title="market")


def test_a_map_is_complete_in_itself() -> None:
    text = draw_map(market())
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "nan" not in text


def test_every_lane_is_an_area_of_its_kind_with_a_tooltip() -> None:
    lane_map = market()
    root = drawn(lane_map)
    assert {"road", "bike", "pavement"} <= set(classes(root))
    texts = parse_xml(draw_map(lane_map).encode(), file="map.svg", texts=("title",))
    titles = {element.text.partition(":")[0] for element in all_of(texts, "title")}
    assert {"high.1", "mill.2"} <= titles


def test_marks_have_their_colour_width_and_dashes() -> None:
    root = drawn(map_of(straight(BROKEN)), window=Window.around(50.0, 0.0, 20.0, longest=400.0))
    (mark,) = [path for path in all_of(root, "path") if path.attributes.get("stroke") == "#f4c63d"]
    assert mark.attributes["stroke-width"] == "1.2"
    assert mark.attributes["stroke-dasharray"] == "30 45"


@pytest.mark.parametrize(
    ("kind", "solid", "broken"),
    [
        (MarkKind.SOLID, 1, 0),
        (MarkKind.SOLID_SOLID, 2, 0),
        (MarkKind.SOLID_BROKEN, 1, 1),
        (MarkKind.BROKEN_BROKEN, 0, 2),
        (MarkKind.NONE, 0, 0),
    ],
)
def test_double_marks_are_two_lines(kind: MarkKind, solid: int, broken: int) -> None:
    root = drawn(map_of(straight(Mark(kind, color="yellow"))))
    marks = [path for path in all_of(root, "path") if path.attributes.get("stroke") == "#f4c63d"]
    lines = {("stroke-dasharray" in mark.attributes): mark.attributes["d"].count("M") for mark in marks}
    assert (lines.get(False, 0), lines.get(True, 0)) == (solid, broken)


def test_of_a_double_mark_in_the_middle_the_left_line_is_first() -> None:
    window = Window.around(50.0, 0.0, 60.0)
    root = drawn(map_of(straight(Mark(MarkKind.SOLID_BROKEN, color="yellow"))), window=window)
    marks = [path for path in all_of(root, "path") if path.attributes.get("stroke") == "#f4c63d"]
    heights = {
        "stroke-dasharray" in mark.attributes: float(mark.attributes["d"].partition("l")[0].split()[-1])
        for mark in marks
    }
    assert heights[False] < heights[True]


def test_marks_are_left_out_where_they_would_hide_the_lanes() -> None:
    root = drawn(map_of(straight(BROKEN, length=10_000.0)))
    assert not [path for path in all_of(root, "path") if path.attributes.get("stroke") == "#f4c63d"]


def test_equal_marks_one_after_the_other_are_one_line() -> None:
    marks = (Mark(MarkKind.SOLID, color="yellow"), Mark(MarkKind.SOLID, 40.0, color="yellow"))
    root = drawn(map_of(straight(*marks)))
    (mark,) = [path for path in all_of(root, "path") if path.attributes.get("stroke") == "#f4c63d"]
    assert mark.attributes["d"].count("M") == 1


def test_a_long_lane_is_seen_where_only_its_middle_is_in_sight() -> None:
    root = drawn(map_of(straight(length=5000.0)), window=Window.around(2500.0, 0.0, 20.0))
    assert "road" in classes(root)


def test_what_is_out_of_sight_is_not_drawn() -> None:
    root = drawn(market(), window=Window.around(-5000.0, 0.0, 20.0))
    assert "road" not in classes(root)
    assert not all_of(root, "use")


def test_a_bridge_covers_the_road_below() -> None:
    over = straight(id="over", height=6.0)
    for roads in ((over, straight()), (straight(), over)):
        groups = [g for g in all_of(drawn(map_of(*roads)), "g") if g.attributes.get("class") == "surfaces"]
        texts = draw_map(map_of(*roads))
        assert len(groups) == 2
        assert texts.index("main:0:1") < texts.index("over:0:1")


def test_lights_and_signs_stand_as_symbols_each_described_once() -> None:
    root = drawn(market())
    described = [g.attributes["id"] for g in all_of(root, "g") if "id" in g.attributes]
    assert described == ["light", "pedestrian-light"]
    used = {use.attributes["href"] for use in all_of(root, "use")}
    assert used == {"#light", "#pedestrian-light"}


@pytest.mark.parametrize("kind", list(SignalKind))
def test_every_kind_of_signal_can_be_drawn(kind: SignalKind) -> None:
    road = replace(straight(), signals=(Signal("s", kind, 50.0, -5.0, height=2.0, value=13.888888888888889),))
    text = draw_map(map_of(road))
    assert ("#limit-50-kmh" in text) is (kind is SignalKind.SPEED_LIMIT)


@pytest.mark.parametrize(("reach", "word"), [(20.0, True), (120.0, False)])
def test_a_stop_sign_has_its_word_where_that_can_be_read(reach: float, word: bool) -> None:
    road = replace(straight(), signals=(Signal("s", SignalKind.STOP, 50.0, -5.0),))
    text = draw_map(map_of(road), window=Window.around(50.0, 0.0, reach))
    assert "#stop" in text
    assert (">STOP</text>" in text) is word


def test_signs_are_larger_in_a_strip_of_a_map() -> None:
    signals = (Signal("s", SignalKind.YIELD, 50.0, -5.0),)
    text = draw_map(map_of(replace(straight(length=700.0), signals=signals)))
    assert 'id="yield" transform="scale(1.4)"' in text


def test_equal_signs_on_one_spot_are_one_and_different_ones_stand_side_by_side() -> None:
    kinds = SignalKind.LIGHT, SignalKind.LIGHT, SignalKind.YIELD
    signals = tuple(Signal(str(k), kind, 50.0, -5.0) for k, kind in enumerate(kinds))
    uses = all_of(drawn(map_of(replace(straight(), signals=signals))), "use")
    assert [use.attributes["href"] for use in uses] == ["#light", "#yield"]
    assert float(uses[1].attributes["y"]) > float(uses[0].attributes["y"])


def test_names_are_written_on_lanes_only_if_asked_for() -> None:
    window = Window.around(100.0, 0.0, 30.0)
    assert ">high.1:0:-1</text>" not in draw_map(market(), window=window)
    assert ">high.1:0:-1</text>" in draw_map(market(), window=window, names=True)


def test_names_that_would_lie_over_others_are_left_out() -> None:
    twins = straight(length=1.5, id="one"), straight(length=1.5, id="two")
    text = draw_map(map_of(*twins), names=True, window=Window.around(1.0, 0.0, 15.0))
    assert text.count('class="lane-name"') == 2
    assert ">one:0:1</text>" in text


def test_names_inside_junctions_have_to_be_larger() -> None:
    window = Window.around(100.0, 0.0, 140.0)
    text = draw_map(market(), window=window, names=True)
    assert re.search(r'<text class="lane-name[^>]*>high\.1:0:-1<', text)
    assert not re.search(r'<text class="lane-name[^>]*>market/', text)


def test_where_lanes_are_narrow_roads_are_named() -> None:
    assert ">main</text>" in draw_map(map_of(straight(length=5000.0)), names=True)


def test_conflicts_are_coloured_by_who_yields() -> None:
    builder = Builder("tee")
    main = builder.road("main").straight(160.0)
    side = builder.side_road("side", off=main, at=80.0, to="right").straight(80.0)
    builder.junction("tee", main, side, control="stop")
    lane_map = LaneMap(builder.build())
    plain, told = draw_map(lane_map), draw_map(lane_map, logic=JunctionLogic(lane_map))
    assert "stop and yield" not in plain
    assert "stop and yield (" in told
    assert "where one waits" in told


def roundabout() -> LaneMap:
    builder = Builder("ring")
    high = builder.road("high").straight(200.0)
    mill = builder.road("mill", at=(100.0, -100.0), heading=1.5707963267948966).straight(200.0)
    builder.roundabout("ring", high, mill, radius=15.0)
    return LaneMap(builder.build())


def test_nobody_waits_on_the_ring_of_a_roundabout() -> None:
    lane_map = roundabout()
    logic = JunctionLogic(lane_map)
    waiting = {lane_map.name(way.incoming).partition(".")[0] for way in logic.ways if _has_to_wait(logic, way)}
    assert waiting == {"high", "mill"}


def test_lights_that_keep_ways_apart_colour_them_whatever_else_is_stated(shared_data: Path) -> None:
    lane_map = LaneMap(read_roads(shared_data / "sumo/pasubio/pasubio_buslanes.net.xml"))
    text = draw_map(lane_map, window=Window.around(380.0, 420.0, 80.0), logic=JunctionLogic(lane_map))
    assert ">lights</text>" in text
    assert "lights, and yield (stated priority) when they are off" in text


def test_a_motorway_is_not_full_of_arrows() -> None:
    builder = Builder("road")
    builder.road("a", motorway()).straight(1500.0)
    root = drawn(LaneMap(builder.build()))
    (arrows,) = [path for path in all_of(root, "path") if path.attributes.get("class") == "arrow"]
    assert 4 <= arrows.attributes["d"].count("M") <= 80


def test_names_cannot_break_the_picture() -> None:
    road = straight(id='<b>"&')
    root = drawn(map_of(road), title="<script>", names=True)
    assert not all_of(root, "script")


REAL = ("xodr/carla/Town10HD.xodr", "xodr/esmini/e6mini.xodr", "sumo/pasubio/pasubio_buslanes.net.xml")


@pytest.mark.parametrize("name", REAL)
def test_real_networks_make_compact_maps(shared_data: Path, name: str) -> None:
    text = draw_map(LaneMap(read_roads(shared_data / name)), title=name)
    assert 10_000 < len(text) < 300_000
    assert "nan" not in text.replace("Verna", "")
    assert np.isfinite(float(parse_xml(text.encode(), file="map.svg").attributes["width"]))


def test_no_roads_at_all_make_an_empty_map() -> None:
    assert drawn(LaneMap(RoadNetwork(()))).tag == "svg"


def test_the_legend_tells_only_what_is_there() -> None:
    text = draw_map(market(), logic=JunctionLogic(market()), window=Window.around(30.0, 0.0, 10.0))
    assert ">road</text>" in text
    assert ">parking</text>" not in text
    assert ">where one waits</text>" not in text
