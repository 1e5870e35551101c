"""Collisions: momentum, energy, closed forms, thin things at speed, and wrecks that come to rest."""

from __future__ import annotations

from math import cos, inf, pi, sin

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from seahaven.errors import InputError
from seahaven.geometry import Box, Pose
from seahaven.motion import (
    FLEET,
    SURFACES,
    Chassis,
    Hulls,
    Impact,
    chassis_table,
    collide,
    drive,
    slide_to_rest,
    trailer_pose,
)
from seahaven.motion.chassis import GRAVITY
from seahaven.motion.free_columns import Cockpit, FreeState, Ground
from seahaven.motion.tyre_kernels import SLIDING
from tests.motion.driving import Ride

DT = 0.01


def hull(
    x: float = 0.0, y: float = 0.0, heading: float = 0.0, vx: float = 0.0, vy: float = 0.0, r: float = 0.0, *,
    mass: float = 1500.0, inertia: float = 2500.0, length: float = 4.5, width: float = 1.8, ahead: float = 0.0,
) -> Hulls:  # fmt: skip
    one = Hulls.of(1)
    for column, value in zip(one, (x, y, heading, vx, vy, r, mass, inertia, length, width, ahead), strict=False):
        column[0] = value
    return one


def wall(x: float, thickness: float = 0.2, length: float = 40.0) -> Hulls:
    return hull(x, mass=inf, inertia=inf, length=thickness, width=length)


def fly(hulls: Hulls, seconds: float, *, dt: float = DT, **options: float) -> list[Impact]:
    """Let bodies move freely, without ground, and collide."""
    impacts = []
    for _ in range(round(seconds / dt)):
        before = hulls.poses
        c, s = np.cos(hulls.heading), np.sin(hulls.heading)
        turned = hulls.heading + dt * hulls.yaw_rate
        hulls.x[:] += dt * hulls.velocity_x + hulls.ahead * (np.cos(turned) - c)
        hulls.y[:] += dt * hulls.velocity_y + hulls.ahead * (np.sin(turned) - s)
        hulls.heading[:] = turned
        impacts += collide(before, hulls, dt, **options)
    return impacts


def momentum(hulls: Hulls) -> np.ndarray:
    """Momentum to the east and to the north, and angular momentum about the origin."""
    x, y = hulls.x - hulls.ahead * np.cos(hulls.heading), hulls.y - hulls.ahead * np.sin(hulls.heading)
    px, py = hulls.mass * hulls.velocity_x, hulls.mass * hulls.velocity_y
    return np.array([px.sum(), py.sum(), (x * py - y * px + hulls.inertia * hulls.yaw_rate).sum()])


def energy(hulls: Hulls) -> float:
    moving = np.isfinite(hulls.mass)
    speed = hulls.velocity_x**2 + hulls.velocity_y**2
    return float((0.5 * hulls.mass * speed + 0.5 * hulls.inertia * hulls.yaw_rate**2)[moving].sum())


bodies = st.builds(
    lambda heading, vx, vy, r, mass, length, width, ahead: (heading, vx, vy, r, mass, length, width, ahead),
    st.floats(-pi, pi), st.floats(-40, 40), st.floats(-40, 40), st.floats(-5, 5), st.floats(60, 40e3),
    st.floats(0.4, 12), st.floats(0.4, 2.5), st.floats(-1.0, 1.0),
)  # fmt: skip


def made(x: float, y: float, parts: tuple[float, ...]) -> Hulls:
    heading, vx, vy, r, mass, length, width, ahead = parts
    inertia = mass * (length**2 + width**2) / 12.0
    return hull(x, y, heading, vx, vy, r, mass=mass, inertia=inertia, length=length, width=width, ahead=0.3 * ahead)


@given(bodies, bodies, st.floats(3.0, 12.0), st.floats(-pi, pi), st.floats(0.0, 1.0), st.floats(0.0, 1.5))
def test_collisions_keep_momentum_and_never_add_energy(
    one: tuple[float, ...], other: tuple[float, ...], gap: float, bearing: float, restitution: float, friction: float
) -> None:
    hulls = made(0.0, 0.0, one).joined(made(gap * cos(bearing), gap * sin(bearing), other))
    before, had = momentum(hulls), energy(hulls)
    scale = (hulls.mass * 60.0).sum() * np.array([1.0, 1.0, 20.0])
    for _ in range(25):
        fly(hulls, 0.02, restitution=restitution, friction=friction)
        now = energy(hulls)
        assert now <= had * (1.0 + 1e-12)
        had = now
    straight = momentum(hulls)[:2] - before[:2]
    assert (np.abs(straight) <= 1e-9 * scale[:2]).all()


@given(bodies, bodies, st.floats(-pi, pi), st.floats(0.0, 1.0), st.floats(0.0, 1.5))
def test_an_impact_keeps_angular_momentum(
    one: tuple[float, ...], other: tuple[float, ...], bearing: float, restitution: float, friction: float
) -> None:
    """Of bodies that overlap already, so that the impulse comes before any movement; the push aside is left out."""
    hulls = made(0.0, 0.0, one).joined(made(0.2 * cos(bearing), 0.2 * sin(bearing), other))
    poses, before = hulls.poses, momentum(hulls)
    impacts = collide(poses, hulls, 1e-9, restitution=restitution, friction=friction)
    assume(len(impacts) == 1)
    hulls.x[:], hulls.y[:], hulls.heading[:] = poses.T
    assert np.abs(momentum(hulls) - before).max() <= 1e-9 * (hulls.mass * 60.0).sum() * 20.0


@pytest.mark.parametrize("restitution", [0.0, 0.15, 0.5, 1.0])
@pytest.mark.parametrize(("mass", "speed", "heading"), [(1000.0, -10.0, pi), (36e3, -22.0, pi), (1000.0, 5.0, 0.0)])
def test_head_on_and_rear_end_match_the_closed_form(
    restitution: float, mass: float, speed: float, heading: float
) -> None:
    hulls = hull(vx=15.0).joined(hull(10.0, heading=heading, vx=speed, mass=mass, inertia=1.7 * mass))
    (impact,) = fly(hulls, 1.0, restitution=restitution)
    common = (1500.0 * 15.0 + mass * speed) / (1500.0 + mass)
    closing = 15.0 - speed
    assert hulls.velocity_x[0] == pytest.approx(common - restitution * closing * mass / (1500.0 + mass), rel=1e-9)
    assert hulls.velocity_x[1] == pytest.approx(common + restitution * closing * 1500.0 / (1500.0 + mass), rel=1e-9)
    assert np.abs(hulls.yaw_rate).max() < 1e-9
    assert impact.closing == pytest.approx(closing, rel=1e-9)
    assert impact.rows == (0, 1)
    assert impact.changes[0] * 1500.0 == pytest.approx(impact.impulse)


@pytest.mark.parametrize("offset", [-1.3, -0.7, 0.0, 1.1])
@pytest.mark.parametrize("restitution", [0.0, 0.2, 1.0])
def test_t_bone_matches_the_closed_form(offset: float, restitution: float) -> None:
    """A car hits the side of another, `offset` ahead of its centre of gravity, without friction."""
    hulls = hull(vx=15.0).joined(hull(10.0, -offset, pi / 2, vy=0.0, mass=1200.0, inertia=1900.0))
    impact = fly(hulls, 0.6, restitution=restitution, friction=0.0)[0]
    push = (1.0 + restitution) * 15.0 / (1 / 1500.0 + 1 / 1200.0 + offset**2 / 1900.0)
    assert impact.impulse == pytest.approx(push, rel=1e-9)
    assert impact.changes == pytest.approx((push / 1500.0, push / 1200.0), rel=1e-9)
    if offset == 0.0:
        assert hulls.velocity_x[1] == pytest.approx(push / 1200.0, rel=1e-9)
        assert np.abs(hulls.yaw_rate).max() < 1e-9


def test_t_bone_with_friction_matches_the_closed_form() -> None:
    """The struck car drives on: friction drags the striking one along, as much as the force between them allows."""
    hulls = hull(vx=12.0).joined(hull(10.0, -8.0, pi / 2, vy=10.0, mass=1500.0))
    impact = fly(hulls, 1.0, restitution=0.0, friction=0.4)[0]
    reach, half = 0.5 * 4.5, 0.5 * 1.8
    met = -8.0 + 10.0 * (10.0 - half - reach) / 12.0  # where the struck car is by then
    one, other = impact.y, impact.y - met
    knn = 2.0 / 1500.0 + (one**2 + other**2) / 2500.0
    knt = (-one * reach + other * half) / 2500.0
    push = 12.0 / (knn - 0.4 * knt)
    assert impact.x == pytest.approx(10.0 - half, abs=0.002)
    assert impact.impulse == pytest.approx(push * np.hypot(1.0, 0.4), rel=1e-3)
    assert hulls.velocity_y[0] > 0.0


@pytest.mark.parametrize("speed", [5.0, 30.0, 70.0, 300.0])
@pytest.mark.parametrize("dt", [0.01, 0.1])
def test_nothing_passes_a_thin_wall_a_pole_or_a_person(speed: float, dt: float) -> None:
    for obstacle in (
        wall(20.0, 0.02),
        hull(20.0, 0.3, mass=inf, inertia=inf, length=0.1, width=0.1),
        hull(20.0, -0.5, mass=75.0, inertia=3.0, length=0.3, width=0.5),
    ):
        hulls = hull(vx=speed).joined(obstacle)
        impacts = fly(hulls, round(40.0 / speed / dt + 1) * dt, dt=dt)
        assert impacts[0].closing == pytest.approx(speed, rel=1e-6)
        front = hulls.x[0] + 0.5 * 4.5
        assert front < hulls.x[1] + 0.1 or hulls.mass[1] < inf
        assert hulls.velocity_x[1] >= hulls.velocity_x[0] - 1e-6 or abs(hulls.yaw_rate[0]) > 0.01


@given(bodies, st.floats(20.0, 80.0), st.floats(-1.2, 1.2), st.floats(0.01, 0.1))
def test_no_body_gets_behind_a_wall(parts: tuple[float, ...], speed: float, aim: float, dt: float) -> None:
    heading, _, _, r, mass, length, width, ahead = parts
    hulls = made(0.0, 0.0, (heading, speed * cos(aim), speed * sin(aim), r, mass, length, width, ahead))
    hulls = hulls.joined(wall(10.0, 0.05, 400.0))
    for _ in range(15):
        fly(hulls, dt, dt=dt)
        box = Box(Pose(float(hulls.x[0]), float(hulls.y[0]), float(hulls.heading[0])), length, width)
        assert max(x for x, _ in box.corners) < 10.0


def test_two_fast_bodies_do_not_swap_places() -> None:
    hulls = hull(-0.6, vx=200.0, length=0.3, width=0.3).joined(hull(0.6, vx=-200.0, length=0.3, width=0.3))
    assert len(fly(hulls, 0.01, restitution=0.5)) == 1
    assert hulls.x[0] < hulls.x[1]
    assert hulls.velocity_x[0] < 0.0 < hulls.velocity_x[1]


def test_a_pile_up_is_resolved_in_the_order_of_impacts() -> None:
    hulls = hull(vx=30.0).joined(hull(6.0), hull(11.0), hull(16.0))
    impacts = fly(hulls, 2.0, restitution=0.0)
    assert list(dict.fromkeys(impact.rows for impact in impacts)) == [(0, 1), (1, 2), (2, 3)]
    assert momentum(hulls)[0] == pytest.approx(1500.0 * 30.0, rel=1e-9)
    assert (np.diff(hulls.x) > 4.49).all()


def test_movers_limit_which_pairs_are_looked_at() -> None:
    hulls = hull(vx=10.0).joined(hull(5.0), hull(20.0, vx=10.0), hull(25.0))
    before = hulls.poses
    hulls.x[:] += 0.1 * hulls.velocity_x
    impacts = collide(before, hulls, 0.1, movers=np.array([0]))
    assert [impact.rows for impact in impacts] == [(0, 1)]
    assert hulls.velocity_x[2] == 10.0


def test_bodies_that_overlap_are_pushed_apart_without_energy() -> None:
    hulls = hull().joined(hull(4.0))
    hulls.velocity_x[0] = 0.1
    fly(hulls, 1.0)
    assert hulls.x[1] - hulls.x[0] > 4.49
    assert energy(hulls) <= 0.5 * 1500.0 * 0.01 + 1e-12


def test_the_same_crash_gives_the_same_bytes() -> None:
    def crash() -> bytes:
        hulls = hull(vx=20.0, r=0.3).joined(hull(9.0, 1.0, 2.5, -8.0, 3.0), hull(14.0, -1.0, 1.0))
        fly(hulls, 1.5)
        return b"".join(column.tobytes() for column in hulls)

    assert crash() == crash()


def test_swapping_the_bodies_changes_nothing_but_the_order() -> None:
    one, other = hull(vx=20.0, r=0.3), hull(9.0, 0.7, 2.5, -8.0, 3.0, mass=900.0)
    forth, back = one.joined(other), other.joined(one)
    fly(forth, 0.5)
    fly(back, 0.5)
    for a, b in zip(forth, back, strict=True):
        assert a == pytest.approx(b[::-1], abs=1e-6)


def test_a_wreck_slides_with_locked_wheels_and_comes_to_rest() -> None:
    ride = Ride("sedan", speed=20.0, wrecked=True, throttle=1.0)
    rows = ride.drive(6.0)
    assert not rows[-1, 3:6].any()
    assert rows[-1, 0] == pytest.approx(20.0**2 / (2.0 * SLIDING * FLEET["sedan"].grip * GRAVITY), rel=0.03)
    assert (np.diff(rows[:, 3]) <= 0.0).all()


@given(
    st.sampled_from(sorted(FLEET)), st.floats(-30, 30), st.floats(-20, 20), st.floats(-8, 8),
    st.sampled_from(sorted(SURFACES)),
)  # fmt: skip
def test_wrecks_lose_energy_until_they_stand(name: str, speed: float, aside: float, r: float, surface: str) -> None:
    ride = Ride(name, speed=speed, aside=aside, yaw_rate=r, wrecked=True, grip=SURFACES[surface].grip)
    row = ride.chassis.row()
    had = inf
    for _ in range(60):
        ride.drive(2.0)
        _, _, _, vx, vy, yaw_rate, *_ = ride.row()
        now = 0.5 * row[0] * (vx**2 + vy**2) + 0.5 * row[1] * yaw_rate**2
        assert now <= had * (1.0 + 1e-12)
        had = now
    assert had == 0.0


def test_a_wreck_stays_on_a_hill_that_locked_wheels_hold() -> None:
    assert not Ride("van", wrecked=True, slope_x=0.3, slope_y=0.2).drive(5.0)[:, :6].any()


def test_a_person_who_is_hit_is_thrown_and_slides_to_rest() -> None:
    hulls = hull(vx=12.0).joined(hull(8.0, 0.2, mass=75.0, inertia=3.0, length=0.3, width=0.5))
    assert fly(hulls, 0.6)[0].changes[1] > 10.0
    hulls.x[0] -= 50.0
    for _ in range(400):
        slide_to_rest(hulls, [1], DT)
    assert hulls.velocity_x[1] == hulls.velocity_y[1] == hulls.yaw_rate[1] == 0.0
    assert 8.0 < hulls.x[1] < 40.0


def test_free_vehicles_crash_become_wrecks_and_come_to_rest() -> None:
    """Two cars drive at each other, off centre, and a wall stands beside them."""
    fleet = [FLEET["sedan"], FLEET["van"]]
    table = chassis_table(*fleet)
    state, cockpit, ground = FreeState.of(2), Cockpit.of(2), Ground.of(2)
    state.kind[:], state.x[:], state.y[:] = (0, 1), (0.0, 60.0), (0.0, 0.9)
    state.heading[:], state.speed[:], cockpit.throttle[:] = (0.0, pi), 14.0, 0.3
    barrier = hull(30.0, 8.0, mass=inf, inertia=inf, length=60.0, width=0.3)
    impacts: list[Impact] = []
    for _ in range(1200):
        before = Hulls.of_vehicles(fleet, state).joined(barrier).poses
        drive(table, state, cockpit, ground, DT)
        hulls = Hulls.of_vehicles(fleet, state).joined(barrier)
        found = collide(before, hulls, DT, movers=np.array([0, 1]))
        touched = sorted({row for impact in found for row in impact.rows if row < 2})
        hulls.put_into(fleet, state, touched)
        state.wrecked[touched] = True
        impacts += found
    assert impacts[0].rows == (0, 1)
    assert impacts[0].closing > 27.0
    assert not any(column.any() for column in (state.speed, state.aside, state.yaw_rate))
    first, second = (
        Box(Pose(*(float(value) for value in hulls.poses[i])), float(hulls.length[i]), float(hulls.width[i]))
        for i in (0, 1)
    )
    assert first.distance(second) > 0.0


def articulated(speed: float, hitch: float = 0.0) -> tuple[list[Chassis], FreeState]:
    state = FreeState.of(1)
    state.speed[:], state.hitch[:] = speed, hitch
    return [FLEET["trailer truck"]], state


def test_a_trailer_has_a_hull_that_moves_with_its_tractor() -> None:
    fleet, state = articulated(10.0, 0.4)
    state.yaw_rate[:] = 0.2
    hulls = Hulls.of_vehicles(fleet, state)
    pose = trailer_pose(fleet[0], Pose(0.0, 0.0, 0.0), 0.4)
    assert pose is not None
    assert hulls.poses[1] == pytest.approx((pose.x, pose.y, pose.heading))
    assert hulls.mass.sum() == pytest.approx(fleet[0].total_mass)
    before = hulls.poses
    hulls.x[:] += DT * hulls.velocity_x
    hulls.y[:] += DT * hulls.velocity_y
    hulls.heading[:] += DT * hulls.yaw_rate
    assert collide(before, hulls, DT) == []
    back = state.copy()
    hulls.x[:], hulls.y[:], hulls.heading[:] = before.T
    hulls.put_into(fleet, back, [0, 1])
    for name, one, other in zip(state._fields, state, back, strict=True):
        assert one == pytest.approx(other, abs=1e-12), name


def test_a_car_that_hits_a_trailer_moves_the_tractor_too() -> None:
    """Momentum and energy are those of all three bodies; the hitch stays together."""
    fleet, state = articulated(0.0)
    hulls = Hulls.of_vehicles(fleet, state).joined(hull(-9.0, -12.0, pi / 2, vy=25.0))
    before, had = momentum(hulls), energy(hulls)
    impacts = fly(hulls, 0.6)
    assert impacts[0].rows == (1, 2)
    assert momentum(hulls)[:2] == pytest.approx(before[:2], abs=1e-6)
    assert energy(hulls) < had
    assert abs(hulls.yaw_rate[0]) > 1e-3
    places = []
    for i, arm in ((1, hulls.hitch[1]), (0, hulls.puller_hitch[1])):
        along = arm - hulls.ahead[i]
        places.append(hulls.x[i] + along * np.cos(hulls.heading[i]))
    assert places[0] == pytest.approx(places[1], abs=0.05)
    hulls.put_into(fleet, state, [1])
    assert abs(state.hitch[0]) > 1e-3
    assert state.yaw_rate[0] == hulls.yaw_rate[0]


def test_joined_hulls_keep_their_pullers() -> None:
    fleet, state = articulated(0.0)
    hulls = hull().joined(Hulls.of_vehicles(fleet, state), Hulls.of_vehicles(fleet, state))
    assert hulls.puller.tolist() == [-1, -1, 1, -1, 3]


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(InputError, match=r"bodies cannot collide within 0.0 s"):
        collide(hull().poses, hull(), 0.0)
    with pytest.raises(InputError, match=r"1 hulls came with earlier poses of shape \(2, 3\)"):
        collide(np.zeros((2, 3)), hull(), 0.1)
