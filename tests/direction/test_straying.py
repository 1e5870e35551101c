"""A subject who does not keep to its drive: the drive is laid anew, and situations get other places or reasons."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

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
subject: {{name: ada, on: land_street_1.2, at: 650 m, to: land_street_1.5, speed: 20, driver: {driver}}}
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
    folder: Path, legs: Sequence[dict[str, Any]], *, seconds: int, situations: str | None = None, **parameters: Any
) -> Drive:
    """Play a study whose subject follows a path of its own."""
    given = {"roads": ROADS, "legs": legs, "speed": 21.0, **parameters}
    driver = json.dumps({"python": f"{Wayward.__module__}:{Wayward.__name__}", "parameters": given})
    default = SLOWING.format(use="Slowing", name="one", at=1000) + SLOWING.format(use="Slowing", name="two", at=2300)
    path = folder / "wayward.study.yaml"
    path.write_text(STUDY.format(seconds=seconds, roads=ROADS, driver=driver, situations=situations or default))
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
    drive = driven(tmp_path, legs, seconds=145, situations=SLOWING.format(use="Slowing", name="one", at=1700))
    off = drive.way["time"][drive.way["lane"] < 0]
    assert off[-1] - off[0] > 20.0
    (laid,) = drive.of("DriveLaid")
    assert laid.value["why"] == "came back to the road"
    assert 0.0 < laid.time - off[-1] < 3.0
    assert len(drive.of("Opened", "one")) == 2
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
