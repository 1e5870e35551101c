"""What the table of drives holds: one row for each drive."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated

from seahaven.trials.column import Is
from seahaven.trials.record import Record
from seahaven.trials.row import Condition, Order, Participant, Position, Seed, Subject

__all__ = ["DriveRow", "drive_row"]


@dataclass(frozen=True, slots=True)
class DriveRow:
    """One drive; SI units."""

    participant: Participant
    subject: Subject
    condition: Condition
    order: Order
    position: Position
    seed: Seed
    folder: Annotated[str, Is("folder of its reel")]
    state: Annotated[str, Is("*finished*, or *failed* with an error")]
    error: Annotated[str, Is("the error")]
    duration: Annotated[float, Is("simulated duration", "s")]
    distance: Annotated[float, Is("distance that the subject drove", "m")]
    mean_speed: Annotated[float | None, Is("mean speed; this and the next eight columns end at `crashed`", "m/s")]
    sd_speed: Annotated[float | None, Is("standard deviation of the speed", "m/s")]
    sd_lane_position: Annotated[float | None, Is("standard deviation of the lane position", "m")]
    steering_reversals: Annotated[float | None, Is("reversals of the steering", "1/min")]
    accelerator_reversals: Annotated[
        float | None, Is("reversals of the accelerator; empty if pedals were not recorded", "1/min")
    ]
    control_source: Annotated[
        str, Is("what reversals are counted in: the *steering wheel* at the seat's rate, or the *front wheels*")
    ]
    above_limit: Annotated[float | None, Is("share of the time more than 1 km/h above the speed limit")]
    red_lights: Annotated[int, Is("number of stop lines passed at red")]
    rights_of_way: Annotated[int, Is("number of times it took the right of way of another vehicle")]
    collisions: Annotated[int, Is("number of collisions of the subject with other vehicles")]
    crashed: Annotated[float | None, Is("time of the first collision", "s")]
    laid: Annotated[int, Is("how often the drive was laid anew, because the subject had left it")]
    situations: Annotated[int, Is("number of planned situations")]
    played: Annotated[int, Is("number of situations that came to their critical moment")]
    met: Annotated[int, Is("number of situations whose criterion was met")]


def drive_row(record: Record) -> DriveRow:
    """The row of a drive."""
    drive, who = record.drive, record.drive.who
    return DriveRow(
        *(who.participant, who.subject, who.condition, who.order, who.position),
        seed=drive.seed,
        folder=drive.folder,
        state="finished" if record.is_finished else "failed",
        error=record.error,
        duration=record.duration,
        distance=record.distance,
        **{field.name: getattr(record.handling, field.name) for field in fields(record.handling)},
        collisions=record.collisions,
        laid=len(record.laid),
        situations=len(record.rows),
        played=sum(row.outcome == "played" for row in record.rows),
        met=sum(row.is_met is True for row in record.rows),
    )
