"""A subject who does not keep to its drive: the drive is laid anew, and situations get other places or reasons."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from seahaven.geometry import Floats
from seahaven.reels import Reel
from seahaven.takes import load_take
from seahaven.trials import measure
from tests.direction.wayward import Wayward

ROADS = "tests.direction.country:country"
STUDY = """
study: Wayward
seed: 1
duration: {seconds} s
record: 10 Hz
roads: {roads}
weather: {{preset: clear, visibility: 300 m}}
subject: {{name: ada, on: {on}, at: {at} m, to: {to}, speed: 20, driver: {driver}}}
traffic: {{rate: 10 Hz}}
situations:
{situations}
"""
SLOWING = "  - {{use: 'tests.direction.wayward:{use}', name: {name}, at: {at} m}}\n"


class Told(NamedTuple):
    """An event of a reel."""

    time: float
    kind: str
    value: dict[str, Any]


class Drive:
    """The reel of a drive, and what it shows of the subject."""

    def __init__(self, reel: Reel) -> None:
        self.reel = reel
        self.events = [Told(one["time"], one["kind"], json.loads(one["value"])) for one in reel.events().to_pylist()]
        self.subject = reel.manifest.names["ada"]
        columns = "time, lane, x, y, speed, heading, pilot"
        query = f"select {columns} from vehicle where id = {self.subject} order by time"
        self.way: dict[str, Floats] = reel.query(query).fetchnumpy()

    def of(self, kind: str, situation: str = "") -> list[Told]:
        """The events of a kind, about a situation if any is named."""
        chosen = [event for event in self.events if event.kind == kind]
        return [event for event in chosen if not situation or event.value["situation"] == situation]

    def at(self, time: float) -> dict[str, Any]:
        """How the subject was at a time."""
        row = int(np.searchsorted(self.way["time"], time - 1e-6))
        return {name: column[row] for name, column in self.way.items()}

    def gap_at(self, time: float, other: int) -> float:
        """How far the centre of another vehicle was from the subject's at a time."""
        ((x, y),) = self.reel.query(
            f"select x, y from vehicle where id = {other} and abs(time - {time!r}) < 0.01"
        ).fetchall()
        own = self.at(time)
        return float(np.hypot(x - own["x"], y - own["y"]))


def driven(
    folder: Path,
    legs: Sequence[dict[str, Any]],
    *,
    seconds: int,
    situations: str | None = None,
    way: tuple[str, float, str] = ("land_street_1.2", 650.0, "land_street_1.5"),
    **parameters: Any,
) -> Drive:
    """Play a study whose subject follows a path of its own; its way is on which road it begins, where, and to where."""
    given = {"roads": ROADS, "legs": legs, "speed": 21.0, **parameters}
    driver = json.dumps({"python": f"{Wayward.__module__}:{Wayward.__name__}", "parameters": given})
    default = SLOWING.format(use="Slowing", name="one", at=1000) + SLOWING.format(use="Slowing", name="two", at=2300)
    path = folder / "wayward.study.yaml"
    on, at, to = way
    told = {"seconds": seconds, "roads": ROADS, "driver": driver, "on": on, "at": at, "to": to}
    path.write_text(STUDY.format(**told, situations=situations or default))
    return Drive(load_take(path, allow=["tests"]).play(folder / "out"))


def street(number: int, piece: int, s: float, *, back: bool = False) -> list[Any]:
    """A place on a street, on the side that leads east, or back west."""
    return [f"land_street_{number}.{piece}:0:{1 if back else -1}", s]


def avenue(number: int, s: float, *, back: bool = False) -> list[Any]:
    """A place on an avenue between the two streets, on the side that leads north, or back south."""
    return [f"land_avenue_{number}.2:0:{1 if back else -1}", s]


START = street(1, 2, 650.0)


def test_a_subject_who_turns_elsewhere_gets_a_new_drive_along_which_the_cast_drives(tmp_path: Path) -> None:
    round_the_block = [START, avenue(2, 150.0), street(2, 3, 500.0), avenue(3, 150.0, back=True), street(1, 5, 500.0)]
    drive = driven(tmp_path, [{"over": round_the_block}], seconds=95)
    (laid,) = drive.of("DriveLaid")
    assert laid.value["why"] == "turned elsewhere"
    assert (laid.value["road"], laid.value["to"]) == ("land_avenue_2.2", "land_street_1.5")
    turned = drive.way["time"][np.flatnonzero(drive.way["y"] > 15.0)[0]]  # past the corner, by the reel
    assert 0.0 < laid.time - turned < 8.0
    first, again = drive.of("Opened", "one")
    assert first.time < turned < again.time
    assert [event.value["why"] for event in drive.of("Postponed", "one")] == ["the subject has left the drive"]
    (moved,) = drive.of("Resited", "one")
    assert (moved.value["is_kept"], moved.value["attempt"]) == (False, 2)
    (kept,) = drive.of("Resited", "two")
    assert kept.value["is_kept"]
    lead = drive.of("CastMember", "one")[-1].value["entity"]
    way = drive.reel.query(f"select x, y from vehicle where id = {lead} order by time").fetchnumpy()
    assert way["y"][0] > 390.0  # brought in on the other street, ahead on the new drive,
    assert abs(way["y"][-1]) < 10.0  # from which it turned back to the first one, as the new drive does
    assert np.abs(way["x"][(way["y"] > 20.0) & (way["y"] < 380.0)] - 2000.0).max() < 10.0
    rows = {row.situation: row for row in measure(drive.reel)}
    assert (rows["one"].attempt, rows["one"].drive, rows["one"].place) == (2, 2, round(moved.value["at"], 4))
    assert (rows["two"].outcome, rows["two"].attempt, rows["two"].drive) == ("unopened", 0, 2)


def test_a_situation_is_tried_again_at_a_new_place_and_played_there(tmp_path: Path) -> None:
    round_the_block = [START, avenue(2, 150.0), street(2, 3, 500.0), avenue(3, 150.0, back=True), street(1, 5, 500.0)]
    one = SLOWING.format(use="SetsOff", name="one", at=1200)
    drive = driven(tmp_path, [{"over": round_the_block}], seconds=153, situations=one)
    first, again = drive.of("Opened", "one")
    (laid,) = drive.of("DriveLaid")
    (moved,) = drive.of("Resited", "one")
    assert first.time < laid.time <= again.time
    assert (moved.value["is_kept"], moved.value["attempt"]) == (False, 2)
    (critical,) = drive.of("Critical", "one")
    car = drive.of("CastMember", "one")[-1].value["entity"]
    assert drive.gap_at(critical.time, car) == pytest.approx(critical.value["reached"] + 4.6, abs=2.0)
    own = drive.at(critical.time)
    assert own["x"] > 2000.0  # the drive as it was planned came by 1850 m, and the new one does not
    row = measure(drive.reel)[0]
    assert (row.outcome, row.attempt, row.drive, row.is_met) == ("played", 2, 2, True)


def test_a_subject_who_turns_round_gets_a_drive_that_begins_the_other_way(tmp_path: Path) -> None:
    legs = [{"over": [START, street(1, 2, 800.0)]}, {"over": [street(1, 2, 190.0, back=True), avenue(1, 100.0)]}]
    drive = driven(tmp_path, legs, seconds=70, speed=14.0)
    laid, *_ = drive.of("DriveLaid")
    assert laid.value["why"] in ("turned round", "came back to the road")  # it swings over the grass on its way
    assert laid.value["is_to_goal"]
    assert laid.value["length"] > 3500.0  # round two blocks, since nobody may turn on the road
    own = drive.at(laid.time)
    assert np.cos(own["heading"]) < -0.5
    assert own["x"] < 830.0


def test_a_situation_is_tried_again_after_the_subject_was_on_the_grass(tmp_path: Path) -> None:
    legs = [
        {"over": [START, street(1, 2, 750.0)]},
        {"points": [[790.0, -12.0], [815.0, -16.0]], "stops": 20.0},
        {"points": [[840.0, -12.0], [855.0, -6.0]]},
        {"over": [street(1, 2, 860.0), street(1, 5, 300.0)]},
    ]
    drive = driven(tmp_path, legs, seconds=145, situations=SLOWING.format(use="Slowing", name="one", at=1500))
    off = drive.way["time"][drive.way["lane"] < 0]
    assert off[-1] - off[0] > 20.0
    (laid,) = drive.of("DriveLaid")
    assert laid.value["why"] == "came back to the road"
    assert 0.0 < laid.time - off[-1] < 3.0
    first, again = drive.of("Opened", "one")
    assert first.time < off[0] < laid.time < again.time
    (moved,) = drive.of("Resited", "one")
    assert moved.value["is_kept"]
    (critical,) = drive.of("Critical", "one")
    assert critical.time > laid.time
    assert drive.of("Closed", "one")[0].value["outcome"] == "played"
    row = measure(drive.reel)[0]
    assert (row.outcome, row.attempt, row.drive, row.is_met) == ("played", 2, 2, True)


def test_a_situation_does_not_count_as_played_after_the_subject_has_hit_the_cast(tmp_path: Path) -> None:
    legs = [{"over": [START, street(1, 5, 500.0)]}]
    one = SLOWING.format(use="Late", name="one", at=1800)
    drive = driven(tmp_path, legs, seconds=110, situations=one, rams=True)
    hit = drive.of("Collision")[0]
    assert drive.subject in hit.value["entities"]
    assert not drive.of("Critical")
    (closed,) = drive.of("Closed", "one")
    assert 0.0 < closed.time - hit.time < 0.5
    assert closed.value["outcome"] == "failed"
    assert closed.value["why"] == "the subject and lead collided before the moment had come"
    assert measure(drive.reel)[0].outcome == "failed"


def test_what_has_no_place_is_postponed_and_dropped_when_the_time_is_over(tmp_path: Path) -> None:
    into_the_blue = [{"over": [START, ["land_avenue_2.1:0:1", 200.0]]}]
    drive = driven(tmp_path, into_the_blue, seconds=60)
    (laid,) = drive.of("DriveLaid")
    assert not laid.value["is_to_goal"]
    assert laid.value["to"] == "land_avenue_2.1"
    reasons = [event.value["why"] for event in drive.of("Postponed")]
    assert reasons[-1].startswith("the drive is too short for it: ")
    for closed in drive.of("Closed"):
        assert closed.value["outcome"] == "dropped"
        assert closed.value["why"].startswith("the time of the study is over; it was postponed: the drive is too short")
    assert [row.outcome for row in measure(drive.reel)] == ["dropped", "dropped"]


@pytest.mark.slow
def test_what_is_postponed_is_dropped_when_the_subject_reaches_its_goal(tmp_path: Path) -> None:
    legs = [
        {"over": [street(1, 2, 900.0), street(1, 3, 140.0)]},
        {"points": [[1180.0, -12.0], [1200.0, -16.0]], "stops": 6.0},
        {"points": [[1220.0, -12.0], [1235.0, -6.0]]},
        {"over": [street(1, 3, 240.0), street(1, 3, 970.0)]},
    ]
    one = SLOWING.format(use="Slowing", name="one", at=500)
    way = ("land_street_1.2", 900.0, "land_street_1.3")
    drive = driven(tmp_path, legs, seconds=90, situations=one, way=way)
    assert [event.value["why"] for event in drive.of("DriveLaid")] == ["came back to the road"]
    (closed,) = drive.of("Closed")
    assert closed.value["outcome"] == "dropped"
    assert closed.value["why"].startswith("the subject has reached its goal; it was postponed: the drive is too short")
    assert drive.at(closed.time)["x"] > 1940.0


TOWN = """
study: Another way through town
seed: 1
duration: 45 s
record: 10 Hz
roads: seahaven.roads.builder:lesson_town
subject:
  {{name: ada, on: High_Street.1, at: 20 m, to: by-pass.5, via: [Market_Road], speed: 40 km/h, driver: {driver}}}
traffic: {{rate: 10 Hz, {patience}random: {{rate: 300/h}}}}
situations:
  - {{use: 'tests.direction.wayward:Slowing', name: early, at: 100 m, with: {{gap: 20 m}}}}
  - {{use: red light violation, at: 560 m}}
"""


def in_town(folder: Path, patience: str = "") -> Drive:
    """Turn left into West Street instead of going on along High Street."""
    legs = [{"over": [["High_Street.1:0:-1", 20.0], ["West_Street.4:0:-1", 200.0]]}]
    given = {"roads": "seahaven.roads.builder:lesson_town", "legs": legs, "speed": 13.0}
    path = folder / "town.study.yaml"
    driver = json.dumps({"python": "tests.direction.wayward:Wayward", "parameters": given})
    path.write_text(TOWN.format(driver=driver, patience=patience))
    return Drive(load_take(path, allow=["tests"]).play(folder / "out"))


def test_in_a_town_the_drive_is_laid_along_the_way_that_the_vehicle_was_given(tmp_path: Path) -> None:
    drive = in_town(tmp_path)
    laid = drive.of("DriveLaid")[0]
    assert (laid.value["why"], laid.value["road"], laid.value["to"]) == (
        "turned elsewhere",
        "West_Street.3",
        "by-pass.5",
    )
    assert drive.of("Replanned")
    assert laid.value["length"] < 2000.0  # the way that was given to the vehicle forgets what it was to come by
    assert {event.value["situation"] for event in drive.of("Resited") + drive.of("Postponed")} >= {
        "red light violation"
    }


def test_in_a_town_a_subject_without_another_way_still_comes_by_the_places_that_are_left(tmp_path: Path) -> None:
    drive = in_town(tmp_path, "patience: null, ")
    laid = drive.of("DriveLaid")[0]
    assert not drive.of("Replanned")
    assert laid.value["is_to_goal"]
    assert laid.value["length"] > 2000.0
