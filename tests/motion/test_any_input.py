"""No control, ground or state makes the vehicle model fail."""

from __future__ import annotations

from math import inf, nan

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from seahaven.motion import FLEET, Cockpit, FreeState, Ground, chassis_table, drive

TABLE = chassis_table(*FLEET.values())
anything = st.one_of(st.floats(), st.sampled_from([0.0, 1.0, -1.0, nan, inf, -inf, 1e308, 5e-324]))
COUNT = len(FLEET)


def test_the_least_of_all_grips_counts_as_none() -> None:
    state, cockpit, ground = FreeState.of(COUNT), Cockpit.of(COUNT), Ground.of(COUNT)
    state.kind[:], state.speed[:], ground.grip[:] = np.arange(COUNT), 14.0, 5e-324
    drive(TABLE, state, cockpit, ground, 0.5)
    assert np.isfinite(state.x).all()


@given(st.data())
def test_no_input_makes_nan_or_runs_away(data: st.DataObject) -> None:
    state, cockpit, ground = FreeState.of(COUNT), Cockpit.of(COUNT), Ground.of(COUNT)
    state.kind[:] = np.arange(COUNT)
    state.speed[:] = data.draw(st.floats(-40.0, 60.0))
    state.aside[:] = data.draw(st.floats(-30.0, 30.0))
    state.yaw_rate[:] = data.draw(st.floats(-15.0, 15.0))
    state.wrecked[:] = data.draw(st.booleans())
    for _ in range(4):
        for column in (cockpit.wheel, cockpit.throttle, cockpit.brake, cockpit.hand_brake, *ground):
            column[:] = data.draw(anything)
        cockpit.acceleration[:], cockpit.steering_rate[:] = data.draw(anything), data.draw(anything)
        cockpit.gear[:] = data.draw(st.integers(-128, 127))
        cockpit.by_acceleration[:], cockpit.by_rate[:] = data.draw(st.booleans()), data.draw(st.booleans())
        drive(TABLE, state, cockpit, ground, 0.5)
    for name, column in zip(state._fields, state, strict=True):
        assert np.isfinite(column).all(), name
    assert (np.abs(state.speed) < 200.0).all()
    assert (np.abs(state.yaw_rate) < 60.0).all()
