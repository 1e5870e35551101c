"""The situations of the library with an ordinary subject: the figures of section 4.4.2 of the Iowa paper."""

from __future__ import annotations

from pathlib import Path
from tempfile import mkdtemp

import numpy as np
import pytest

from seahaven.direction.library import LIBRARY
from seahaven.direction.log import CastMember, Closed, Critical, Forecast
from seahaven.direction.situations import freeway, slow_truck
from seahaven.direction.situations.following import RISES
from seahaven.direction.situations.freeway import BEYOND, NOTICE
from seahaven.world import TURN_LIGHTS
from tests.direction.course import MILE, MPH, OTHERS, STEP, G, Played, directed, features, lane_map, play, write

DT = STEP / 1e9


def site(kind: str, junction: str = "") -> float:
    """How far along the drive something is."""
    return next(one.at for one in features() if one.kind == kind and one.junction == junction)


def staged(situations: str, start: float, **told: str | int) -> Played:
    """A drive with situations, and a second more."""
    return play(write(Path(mkdtemp()), situations, start, **told), after=1.0)


def first_met(situations: str, start: float, seeds: tuple[int, ...]) -> Played:
    """The first of some drives in traffic in which every criterion is met; the last one if none is."""
    for seed in seeds:
        played = staged(situations, start, seed=seed, others=OTHERS)
        told = played.events(Critical)
        if len(told) == len(directed(played.take).placements) and all(event.is_met for _, event in told):
            break
    return played


def outcome(played: Played, number: int = 0) -> str:
    """How a situation ended."""
    return next(event.outcome for _, event in played.events(Closed) if event.number == number)


def moment(played: Played, number: int = 0) -> tuple[float, Critical]:
    """When the critical moment of a situation was, and what was reached then."""
    return next((time, event) for time, event in played.events(Critical) if event.number == number)


# --- situation 1 --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def truck() -> Played:
    return staged("  - {use: slow truck, at: 2600 m}", site("hill") - 2600.0)


def truck_at(played: Played, along: float, name: str) -> float:
    """A column of the truck when its front is so far along the drive."""
    front = played.column("truck", "along") + 0.5 * played.column("truck", "length")
    return float(np.interp(along, front, played.column("truck", name)))


def hill(played: Played) -> tuple[float, float, float]:
    """Where the hill begins, is half climbed, and ends, along the drive of a take."""
    (placement,) = directed(played.take).placements
    return placement.begin, placement.at, placement.end


def test_the_truck_comes_to_the_hill_at_55_mph_and_is_down_to_40_halfway_up(truck: Played) -> None:
    foot, middle, _ = hill(truck)
    assert truck_at(truck, foot, "speed") == pytest.approx(55.0 * MPH, abs=2.0 * MPH)
    assert truck_at(truck, middle, "speed") == pytest.approx(40.0 * MPH, abs=1.0 * MPH)
    time, critical = truck.moment
    assert critical.is_met
    assert critical.reached == pytest.approx(80.0, abs=4.0)
    assert truck.at("truck", time)["speed"] == pytest.approx(40.0 * MPH, abs=1.0 * MPH)


def test_no_brake_light_is_on_while_the_truck_climbs(truck: Played) -> None:
    foot, _, crest = hill(truck)
    front = truck.column("truck", "along") + 0.5 * truck.column("truck", "length")
    is_lit = truck.column("truck", "brake_light") > 0.0
    assert not is_lit[(front >= foot) & (front <= crest)].any()


def test_at_the_crest_the_truck_pulls_over_and_stands_on_the_shoulder(truck: Played) -> None:
    _, _, crest = hill(truck)
    (time, _), *more = truck.orders("stop_on_shoulder")
    assert not more
    front = truck.at("truck", time)["along"] + 0.5 * truck.at("truck", time)["length"]
    assert front == pytest.approx(crest + slow_truck.BEYOND, abs=10.0)
    last = truck.rows["truck"][-1]
    line = directed(truck.take).drive
    assert line.is_refuge(int(last["lane"]))
    assert outcome(truck) == "played"


def test_before_the_moment_the_log_tells_that_it_can_be_done_and_when(truck: Played) -> None:
    forecasts = [(time, event) for time, event in truck.events(Forecast) if time < truck.moment[0]]
    assert forecasts[-1][1].feasible
    assert all(event.earliest <= event.likely <= event.latest for _, event in forecasts)


# --- situations 3 and 4 -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def following() -> Played:
    start = 10.9 * MILE - 3000.0
    quarry = site("left turn", "quarry")
    return staged(
        f"  - {{use: inconspicuous following, at: 3000 m}}\n"
        f"  - {{use: unexpected slowdown, at: {quarry - start:.0f} m}}", start,
    )  # fmt: skip


def test_the_lead_car_drives_35_mph_until_the_subject_is_close_and_55_two_seconds_later(following: Played) -> None:
    time, critical = moment(following)
    assert critical.is_met
    assert following.column("lead", "speed", time - 15.0, time) == pytest.approx(35.0 * MPH, abs=0.3)
    (_, slow), (faster, fast), *_ = following.orders("pace")
    assert (slow.value, fast.value) == (pytest.approx(35.0 * MPH), pytest.approx(55.0 * MPH))
    assert faster - time == pytest.approx(2.0 - RISES, abs=1.5 * DT)
    later = following.column("lead", "acceleration", time, time + 10.0)
    assert DT * int(np.argmax(later > 0.3)) == pytest.approx(2.0, abs=0.35)  # visible a step or two later
    (closed, _), *_ = following.events(Closed)
    assert following.at("lead", closed)["speed"] == pytest.approx(55.0 * MPH, rel=0.04)


def test_the_car_that_was_followed_leads_on_into_the_unexpected_slowdown(following: Played) -> None:
    first, second = (event for _, event in following.events(CastMember))
    assert (first.role, second.role, second.how) == ("lead", "lead", "carried over")
    assert first.entity == second.entity


def test_the_lead_car_brakes_with_035_g_from_50_metres_before_the_junction(following: Played) -> None:
    time, _ = moment(following, 1)
    (ordered, order), *_ = following.orders("brake")
    assert ordered == pytest.approx(time - DT)
    assert order.value == pytest.approx(0.35 * G)
    begins = next(row for row in following.rows["lead"] if row["time"] >= time - DT and row["acceleration"] < -0.5)
    way = directed(following.take).placements[1].at - begins["along"] - 0.5 * begins["length"]
    assert way == pytest.approx(50.0, abs=2.5 + DT * begins["speed"])
    braking = following.column("lead", "acceleration", time + 0.5, time + 1.5)
    assert braking == pytest.approx(-0.35 * G, rel=0.05)
    assert not following.column("lead", "brake_light", time - 1.0, time - DT).any()
    assert following.column("lead", "brake_light", time + 0.5, time + 1.5).all()


def test_the_log_says_that_it_was_50_metres(following: Played) -> None:
    assert moment(following, 1)[1].is_met


def test_then_the_lead_car_turns_left(following: Played) -> None:
    roads = lane_map()
    lanes = {int(row["lane"]) for row in following.rows["lead"] if row["lane"] >= 0}
    names = [roads.name(lane) for lane in lanes]
    assert any(name.lower().startswith("quarry") for name in names), names
    assert outcome(following, 1) == "played"


# --- a sudden braking ---------------------------------------------------------------------------------------------


def test_the_car_ahead_brakes_with_06_g_at_a_headway_of_one_and_a_half_seconds() -> None:
    played = staged("  - {use: sudden braking, at: 3000 m}", 10.9 * MILE - 3000.0)
    time, critical = played.moment
    assert critical.reached == pytest.approx(1.5, abs=0.25)
    assert played.column("lead", "acceleration", time + 0.5, time + 2.5) == pytest.approx(-0.6 * G, rel=0.05)
    assert outcome(played) == "played"


# --- situation 6 --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def merge() -> Played:
    return first_met("  - {use: dangerous merge, at: 3400 m}", site("merge") - 3400.0, (6, 4, 5, 1, 3, 2))


def test_one_on_the_ramp_would_touch_the_subject_and_is_let_go_four_seconds_before_and_the_lead_signals(
    merge: Played,
) -> None:
    time, critical = merge.moment
    assert critical.is_met
    row = merge.at("subject", time)
    (placement,) = directed(merge.take).placements
    way = placement.at - row["along"] - 0.5 * row["length"]
    assert (way + BEYOND) / row["speed"] == pytest.approx(4.0 + NOTICE, abs=0.5)


def test_from_then_on_the_merging_car_keeps_its_speed(merge: Played) -> None:
    time, _ = merge.moment
    speed = merge.column("merger", "speed", time, time + 4.0)
    assert speed == pytest.approx(speed[0], rel=0.02)


def test_on_the_ramp_it_shows_its_left_turn_light(merge: Played) -> None:
    time, _ = merge.moment
    assert set(merge.column("merger", "turn_light", time - 5.0, time)) == {TURN_LIGHTS.index("left")}


def test_the_lead_car_moves_left_at_that_moment(merge: Played) -> None:
    time, _ = merge.moment
    (ordered, order), *_ = [one for one in merge.orders("change_lane") if one[1].role == "lead"]
    assert (ordered, order.value) == (time, 1.0)
    rank = directed(merge.take).drive.rank
    assert rank[int(merge.at("lead", time + 6.0)["lane"])] == rank[int(merge.at("lead", time)["lane"])] - 1


def test_somebody_on_the_left_shadows_the_subject(merge: Played) -> None:
    time, _ = merge.moment
    subject, shadow = merge.at("subject", time), merge.at("shadow", time)
    assert shadow["along"] - subject["along"] == pytest.approx(2.0, abs=4.0)


# --- situations 7 and 8 -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def gang() -> Played:
    both = "  - {use: gang, at: 3900 m}\n  - {use: sudden stop, after: 1500 m}"
    return first_met(both, 22.6 * MILE - 3900.0, (1, 4, 5, 6, 2, 3))


def test_the_gang_leads_at_a_headway_of_one_and_a_half_seconds(gang: Played) -> None:
    time, critical = moment(gang)
    assert critical.is_met
    subject, lead = gang.at("subject", time), gang.at("lead", time)
    gap = lead["along"] - subject["along"] - 0.5 * (lead["length"] + subject["length"])
    assert gap / subject["speed"] == pytest.approx(1.5, abs=0.25)


def test_five_seconds_after_positions_were_taken_another_one_cuts_in(gang: Played) -> None:
    time, _ = moment(gang)
    (ordered, order), *_ = gang.orders("change_lane")
    assert (ordered, order.role) == (time, "cutter")
    rank = directed(gang.take).drive.rank
    within = gang.column("lead", "along", time - 5.0, time) - gang.column("subject", "along", time - 5.0, time)
    lengths = 0.5 * (gang.at("lead", time)["length"] + gang.at("subject", time)["length"])
    headways = (within - lengths) / gang.column("subject", "speed", time - 5.0, time)
    assert headways == pytest.approx(1.5, abs=0.25)
    own = rank[int(gang.at("subject", time)["lane"])]
    cut = next(row["time"] for row in gang.rows["cutter"] if row["time"] > time and rank[int(row["lane"])] == own)
    assert cut - time < 6.0
    subject, cutter, lead = (gang.at(who, cut)["along"] for who in ("subject", "cutter", "lead"))
    assert subject < cutter < lead


def test_1500_metres_on_at_30_metres_the_lead_car_brakes_with_085_g(gang: Played) -> None:
    first, second = directed(gang.take).placements
    assert second.at - first.at == pytest.approx(1500.0)
    time, critical = moment(gang, 1)
    assert critical.is_met
    assert critical.reached == pytest.approx(30.0, abs=1.5)
    over = next(when for when, event in gang.events(Closed) if event.number == 0)
    driven = gang.at("subject", time)["along"] - gang.at("subject", over)["along"]
    assert 1500.0 - freeway.EARLY - 10.0 <= driven < 1500.0 + second.needs.after
    (ordered, order), *_ = gang.orders("brake")
    assert (ordered, order.value) == (time, pytest.approx(0.85 * G))
    assert gang.column("lead", "acceleration", time + 0.5, time + 2.0) == pytest.approx(-0.85 * G, rel=0.05)


# --- all of them --------------------------------------------------------------------------------------------------


def test_every_situation_of_the_library_is_shown_here() -> None:
    shown = {"slow truck", "inconspicuous following", "unexpected slowdown", "sudden braking", "gang", "sudden stop"}
    assert shown | {"dangerous merge"} <= LIBRARY.keys()


def test_nobody_accelerates_or_brakes_unnaturally_before_the_moment(
    truck: Played, following: Played, merge: Played, gang: Played
) -> None:
    for played in (truck, following, merge, gang):
        for _, event in played.events(CastMember):
            before = played.column(event.role, "acceleration", 0.0, moment(played, event.number)[0] - DT)
            assert before.min() > -2.5, (event.situation, event.role)
            assert before.max() < 2.0, (event.situation, event.role)
