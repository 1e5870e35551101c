from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from seahaven.roads.builder import lesson_town
from seahaven.roads.drawing import Window, draw_map, map_shapes
from seahaven.roads.lanemap import LaneMap
from tests.reels.pages import straight_road


def test_each_lane_is_a_shape_and_marks_have_a_pen_in_pixels() -> None:
    lane_map = LaneMap(straight_road())
    window = replace(Window.of_roads(lane_map), scale=10.0)
    shapes = list(map_shapes(lane_map, window))
    areas = [shape for shape in shapes if not shape.width]
    assert [shape.look for shape in areas] == ["shoulder", "road", "road"]
    lines = [shape for shape in shapes if shape.look == "line"]
    assert [(line.colour, line.width, line.dashes) for line in lines] == [
        ("#ffffff", 1.2, ()),
        ("#ffffff", 1.2, (30.0, 45.0)),
    ]


def test_shapes_lie_where_the_window_puts_the_lanes() -> None:
    lane_map = LaneMap(straight_road())
    window = replace(Window.of_roads(lane_map), scale=10.0)
    first = next(shape for shape in map_shapes(lane_map, window) if shape.look == "road")
    steps = np.array([float(text) for text in re.findall(r"-?[\d.]+", first.data)]).reshape(-1, 2)
    corners = window.pixels(np.array([[-100.0, 0.0], [100.0, 0.0], [100.0, -3.5], [-100.0, -3.5]]))
    assert np.allclose(steps.cumsum(axis=0), corners)


def test_shapes_show_what_the_picture_shows() -> None:
    lane_map = LaneMap.of(lesson_town())
    window = replace(Window.of_roads(lane_map), scale=2.0)
    picture = draw_map(lane_map, window=window)
    areas = [shape for shape in map_shapes(lane_map, window) if not shape.width and shape.look in ("road", "pavement")]
    assert len(areas) > 300
    assert all(f'd="{shape.data}"' in picture for shape in areas)
