"""What the driver machine has to say to an occupant: its own wish, and what the way allows."""

from __future__ import annotations

import numpy as np

from tests.behaviour.driver.ring import Ring, traits


def ring(count: int = 1, **columns: float) -> Ring:
    """Cars on a wide ring at 20 m/s."""
    made = Ring(20_000.0, 1, count, **columns)
    made.speed[:] = 20.0
    return made


def test_advice_is_the_wish_of_the_driver_to_the_bit() -> None:
    crowded = Ring(3000.0, 3, 120, **traits(120, 4))
    crowded.spread(20.0)
    for _ in range(100):
        crowded.step()
        assert crowded.out["advice"][0].tolist() == crowded.wish.tolist()


def test_limits_leave_leeway() -> None:
    slow = ring(limit=10.0)
    slow.step()
    assert slow.wish[0] < -0.5
    assert slow.says("leeway") > 3.0


def test_an_occupant_has_to_heed_the_vehicle_ahead_itself() -> None:
    close = ring(2)
    close.s[:] = 100.0, 108.0
    close.step()
    assert close.wish[0] < -1.0
    assert np.array(close.out["leeway"][0])[0] > 3.0


def test_curves_leave_none() -> None:
    bend = ring(curvature=0.02, curve_distance=0.0)
    bend.step()
    assert bend.says("leeway") < -1.0


def test_orders_leave_none() -> None:
    told = ring()
    told.press(0, "brake", 3.0)
    told.step()
    assert told.says("leeway") == -3.0
