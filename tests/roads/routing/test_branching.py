"""All ways ahead of a place."""

from __future__ import annotations

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.roads.routing import Router, branches
from tests.roads.routing.networks import meshed

FORK = meshed(
    {"in": 100.0, "left": 50.0, "right": 60.0},
    {"in": 2, "left": 1, "right": 1},
    [("in", -1, "left", -1, 10.0), ("in", -2, "right", -1, 20.0), ("left", -1, "in", -1, 5.0)],
)


def test_branches_hold_every_way_within_reach() -> None:
    tree = branches(Router(FORK), FORK.index("in:0:-1"), 30.0, 200.0)
    assert [FORK.name(lane) for lane in tree.lane] == ["in:0:-1", "link0:0:-1", "left:0:-1", "link2:0:-1", "in:0:-1"]
    np.testing.assert_allclose(tree.distance, [-30.0, 70.0, 80.0, 130.0, 135.0])
    assert tree.parent.tolist() == [-1, 0, 1, 2, 3]
    assert len(branches(Router(FORK), FORK.index("in:0:-1"), 30.0, 60.0).lane) == 1


def test_branches_lead_over_lane_changes_when_asked() -> None:
    tree = branches(Router(FORK), FORK.index("in:0:-1"), 30.0, 100.0, with_changes=True)
    found = {FORK.name(lane): k for k, lane in enumerate(tree.lane)}
    assert set(found) == {"in:0:-1", "in:0:-2", "link0:0:-1", "link1:0:-1", "left:0:-1", "right:0:-1"}
    right = found["right:0:-1"]
    assert [FORK.name(lane) for lane in tree.path(right)] == ["in:0:-1", "in:0:-2", "link1:0:-1", "right:0:-1"]
    assert (tree.changes[right], tree.distance[right]) == (1, pytest.approx(90.0))


def test_a_tree_that_grows_too_large_is_refused() -> None:
    with pytest.raises(InputError, match="look less far ahead"):
        branches(Router(FORK), 0, 0.0, 1e8)
    with pytest.raises(InputError, match=r"branches got s=101.0 on lane 'in:0:-1'"):
        branches(Router(FORK), FORK.index("in:0:-1"), 101.0, 10.0)
