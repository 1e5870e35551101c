"""When vehicles leave at the ends of their routes."""

from __future__ import annotations

import numpy as np

from seahaven.traffic.exit_kernels import list_leavers


def leaves(s: float, *, goes_on: bool, speed: float = 10.0, step: float = 0.5) -> bool:
    """Whether a vehicle of 5 m leaves in this step from a lane of 100 m, on which its route ends."""
    lengths, next_first = np.array([100.0]), np.array([0, 1 if goes_on else 0])
    lane, rows = np.array([0]), np.empty(1, np.int64)
    return bool(
        list_leavers(
            lane, lane, np.array([s]), np.array([speed]), np.array([5.0]), step, 0.5, lengths, lengths, next_first, rows
        )
    )


def test_a_vehicle_leaves_at_the_end_of_the_network_with_its_centre() -> None:
    assert [leaves(s, goes_on=False) for s in (94.0, 94.6)] == [False, True]


def test_no_part_of_a_vehicle_comes_onto_a_junction_before_which_its_route_ends() -> None:
    """Not even in its last step, in which it is taken out: others who cross there would hit it."""
    farthest = max(s for s in np.arange(0.0, 100.0, 0.25).tolist() if not leaves(s, goes_on=True))
    assert farthest + 2.5 + 2 * 10.0 * 0.5 <= 100.0
    assert [leaves(s, goes_on=True, speed=0.0) for s in (96.5, 97.2)] == [False, True]
