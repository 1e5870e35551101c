"""The map of a report."""

from __future__ import annotations

import re

import numpy as np
import pytest

from seahaven.trials.report.route_map import _Names, _View, map_plot


def test_a_map_shows_the_moments_of_all_drives_and_names_the_one_in_the_middle() -> None:
    trail = [(float(x), 0.0) for x in range(0, 2000, 50)]
    places = [(900.0, 0.0), (1000.0, 0.0), (1300.0, 0.0)]
    one, three = map_plot([trail], {"gang": places[1:2]}), map_plot([trail], {"gang": places})
    assert three.count("<use") == one.count("<use") + 2
    assert one.count("gang") == three.count("gang") > 0


def _route(svg: str) -> list[tuple[float, float]]:
    """The points of the first line of a map, in pixels to the right and down."""
    found = re.search(r'<path d="(M [^"]*)"[^>]*stroke: var\(--line\)', svg)
    assert found
    return [(float(x), float(y)) for x, y in re.findall(r"[ML] (\S+) (\S+)", found[1])]


@pytest.mark.parametrize("legs", [(400.0, 8000.0), (8000.0, 400.0), (3000.0, 3000.0)])
def test_a_map_has_north_up_however_the_route_goes_with_equal_scales(legs: tuple[float, float]) -> None:
    east, north = legs
    trail = [(0.0, 0.0), (east, 0.0), (east, north)]
    svg = map_plot([trail], {"gang": [(east, 0.5 * north)]})
    start, corner, end = _route(svg)
    assert corner[1] == pytest.approx(start[1])
    assert end[0] == pytest.approx(corner[0])
    assert end[1] < corner[1]
    assert (corner[0] - start[0]) / east == pytest.approx((corner[1] - end[1]) / north, rel=1e-3)
    assert ">N</text>" in svg
    assert re.search(r">\d+ k?m</text>", svg)


def test_names_on_a_map_hide_neither_each_other_nor_the_route() -> None:
    trail = np.stack((np.zeros(200), np.linspace(0.0, 9000.0, 200)), axis=-1)
    names = _Names(_View.of(trail), [_View.of(trail).on_paper(trail)])
    moments = [(0.0, 4500.0 + 60.0 * k) for k in range(4)]
    for k, place in enumerate(moments):
        names.spot(f"a situation {k}", np.array(place))
    assert len(names.taken) == len(set(names.taken)) == 4
    for k, (left, low, right, high) in enumerate(names.taken):
        for other_left, other_low, other_right, other_high in names.taken[:k]:
            assert right <= other_left or other_right <= left or high <= other_low or other_high <= low
        assert left > names.trails[0][0, 0] or right < names.trails[0][0, 0]
