"""What the table of drives holds: one row for each drive."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated

from seahaven.trials.column import Is
from seahaven.trials.record import Record
from seahaven.trials.row import Condition, Order, Participant, Seed, Subject

__all__ = ["DriveRow", "drive_row"]


@dataclass(frozen=True, slots=True)
class DriveRow:
    """One drive; SI units."""

    participant: Participant
    subject: Subject
    condition: Condition
    order: Order
    seed: Seed
    folder: Annotated[str, Is("where its reel lies")]
    state: Annotated[str, Is("*finished*, or *failed* by an error")]
    error: Annotated[str, Is("which error")]
    duration: Annotated[float, Is("how long it took, in simulated time", "s")]
    distance: Annotated[float, Is("how far the subject drove, from where it began", "m")]
    mean_speed: Annotated[float | None, Is("of the subject; this and the next six columns end at `crashed`", "m/s")]
    sd_speed: Annotated[float | None, Is("standard deviation of its speed", "m/s")]
    sd_lane_position: Annotated[float | None, Is("standard deviation of its lane position", "m")]
    steering_reversals: Annotated[float | None, Is("how often it reversed its steering", "1/min")]
    above_limit: Annotated[float | None, Is("share of the time in which it drove faster than the limit")]
    red_lights: Annotated[int, Is("how often it passed a stop line at red")]
    rights_of_way: Annotated[int, Is("how often it took the right of way of another vehicle")]
    collisions: Annotated[int, Is("how often the subject touched another vehicle")]
    crashed: Annotated[float | None, Is("when that happened first", "s")]
    situations: Annotated[int, Is("how many it was to have")]
    played: Annotated[int, Is("how many of them came to their critical moment")]
    met: Annotated[int, Is("how many of them were as wanted")]


def drive_row(record: Record) -> DriveRow:
    """The row of a drive."""
    drive, who = record.drive, record.drive.who
    return DriveRow(
        *(who.participant, who.subject, who.condition, who.order),
        seed=drive.seed,
        folder=drive.folder,
        state="finished" if record.is_finished else "failed",
        error=record.error,
        duration=record.duration,
        distance=record.distance,
        **{field.name: getattr(record.handling, field.name) for field in fields(record.handling)},
        collisions=record.collisions,
        situations=len(record.rows),
        played=sum(row.outcome == "played" for row in record.rows),
        met=sum(row.is_met is True for row in record.rows),
    )
