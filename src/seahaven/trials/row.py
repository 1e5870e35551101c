"""What a table of situations holds: one row for each situation of each drive."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, Any

from seahaven.trials.column import Is

__all__ = ["Condition", "Order", "Participant", "Row", "Seed", "Subject", "Who", "row_from"]

Participant = Annotated[str, Is("the name or number of the participant, or the number of the virtual subject")]
Subject = Annotated[str, Is("the kind of a virtual subject; empty for a person")]
Condition = Annotated[str, Is("the condition of the experiment")]
Order = Annotated[str, Is("the order of movable situations")]
Seed = Annotated[int, Is("the seed of the drive")]


@dataclass(frozen=True, slots=True)
class Who:
    """Whose drive it is: the participant, what kind of subject it is, under which condition, in which order."""

    participant: str = ""
    subject: str = ""
    condition: str = ""
    order: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One situation of one drive; SI units, None where there is nothing to tell.

    From `speed` on everything is about the critical moment. From `stimulus` on it is about the time from the onset of
    the stimulus, or from the critical moment if that comes first, to the end of measuring (`measured_until`).
    """

    participant: Participant
    subject: Subject
    condition: Condition
    order: Order
    seed: Seed
    number: Annotated[int, Is("which situation of the drive, counted from 1")]
    situation: Annotated[str, Is("its name")]
    outcome: Annotated[
        str, Is("*played* or *failed*; *unended* or *unopened* if the drive ended while it was open, or before")
    ]
    why: Annotated[str, Is("why it was not played")]
    lacked: Annotated[str, Is("if it failed: which role lacked how much when the subject came past")] = ""
    opened: Annotated[float | None, Is("when the subject came near, if it did", "s")]
    place: Annotated[float | None, Is("where the situation lies along the drive, from where the subject began", "m")]
    time: Annotated[float | None, Is("when the critical moment came", "s")] = None
    distance: Annotated[float | None, Is("how far the subject had driven then, from where it began", "m")] = None
    x: Annotated[float | None, Is("where its centre was then, to the east", "m")] = None
    y: Annotated[float | None, Is("where its centre was then, to the north", "m")] = None
    road: Annotated[str, Is("the road on which it was then")] = ""
    lane: Annotated[str, Is("the lane on which it was then")] = ""
    task: Annotated[str, Is("the secondary task that the subject was given last")] = ""
    task_since: Annotated[float | None, Is("how long before the critical moment that was", "s")] = None
    criterion: Annotated[str, Is("what was to be reached")] = ""
    unit: Annotated[str, Is("the unit of the next five columns")] = ""
    wanted: Annotated[float | None, Is("how much of it was wanted", "`unit`")] = None
    reached: Annotated[float | None, Is("how much there was at the critical moment", "`unit`")] = None
    error: Annotated[float | None, Is("`reached` less `wanted`", "`unit`")] = None
    tolerance: Annotated[float | None, Is("how great the error may be", "`unit`")] = None
    nearest: Annotated[
        float | None,
        Is("if it failed: the value nearest to `wanted` while all roles were cast", "`unit`"),
    ] = None
    is_met: Annotated[bool | None, Is("whether the error is within the tolerance; empty without a moment")] = None
    role: Annotated[str, Is("the role that the criterion is about")] = ""
    role_vehicle: Annotated[str, Is("the vehicle that had it at the critical moment: its name, or its number")] = ""
    cast: Annotated[str, Is("the vehicles cast for each role and how each was found; *then* precedes a later choice")]
    speed: Annotated[float | None, Is("of the subject", "m/s")] = None
    leader: Annotated[str, Is("the vehicle ahead on the subject's lane: its name, or its number")] = ""
    leader_gap: Annotated[float | None, Is("to the leader: from bumper to bumper, along the lanes", "m")] = None
    leader_speed: Annotated[float | None, Is("of the leader", "m/s")] = None
    follower_gap: Annotated[float | None, Is("to the vehicle behind on the subject's lane", "m")] = None
    follower_speed: Annotated[float | None, Is("of the vehicle behind on the subject's lane", "m/s")] = None
    left_ahead_gap: Annotated[float | None, Is("to the vehicle ahead to the left; below 0 alongside", "m")] = None
    left_ahead_speed: Annotated[float | None, Is("of the vehicle ahead to the left", "m/s")] = None
    left_behind_gap: Annotated[float | None, Is("to the vehicle behind to the left; below 0 alongside", "m")] = None
    left_behind_speed: Annotated[float | None, Is("of the vehicle behind to the left", "m/s")] = None
    right_ahead_gap: Annotated[float | None, Is("to the vehicle ahead to the right; below 0 alongside", "m")] = None
    right_ahead_speed: Annotated[float | None, Is("of the vehicle ahead to the right", "m/s")] = None
    right_behind_gap: Annotated[float | None, Is("to the vehicle behind to the right; below 0 alongside", "m")] = None
    right_behind_speed: Annotated[float | None, Is("of the vehicle behind to the right", "m/s")] = None
    vehicles_near: Annotated[int | None, Is("how many other vehicles are within 200 m")] = None
    stimulus: Annotated[str, Is("what the subject had to answer, as the situation declares it")] = ""
    onset: Annotated[float | None, Is("when that could first be seen; empty if it could not", "s")] = None
    reaction_time: Annotated[float | None, Is("from `onset` to the subject's first answer", "s")] = None
    reaction: Annotated[str, Is("that answer: *release*, *brake* or *steer*")] = ""
    release_time: Annotated[float | None, Is("from `onset` to the release of the accelerator", "s")] = None
    brake_time: Annotated[float | None, Is("from `onset` to the beginning of braking", "s")] = None
    steer_time: Annotated[float | None, Is("from `onset` to the beginning of steering", "s")] = None
    resolution: Annotated[float | None, Is("the finest difference in time that the recording shows", "s")] = None
    least_time_to_collision: Annotated[
        float | None, Is("with any vehicle, on any lane and in any direction; empty if never below 10 s", "s")
    ] = None
    conflict_vehicle: Annotated[str, Is("that vehicle: its name, or its number")] = ""
    least_role_time_to_collision: Annotated[float | None, Is("with `role_vehicle`; empty if never below 10 s", "s")] = (
        None
    )
    post_encroachment_time: Annotated[
        float | None, Is("between the subject and `role_vehicle` on the same spot; 0 if they touched", "s")
    ] = None
    least_leader_gap: Annotated[float | None, Is("to the vehicle ahead on the subject's lane", "m")] = None
    least_time_gap: Annotated[float | None, Is("to the vehicle ahead on the subject's lane", "s")] = None
    required_deceleration: Annotated[
        float | None, Is("the greatest that it took not to touch the vehicle ahead", "m/s²")
    ] = None
    least_role_gap: Annotated[float | None, Is("from the subject's outline to that of `role_vehicle`", "m")] = None
    hardest_braking: Annotated[float | None, Is("the greatest deceleration of the subject", "m/s²")] = None
    sd_lane_position: Annotated[float | None, Is("standard deviation of the subject's lane position", "m")] = None
    measured_until: Annotated[
        str, Is("what ended measuring: *collision*, *end of the situation*, *30 s* or *end of the drive*")
    ] = ""
    collision: Annotated[str, Is("the vehicles that the subject touched")] = ""


def row_from(values: dict[str, Any]) -> Row:
    """A row from its values; what it does not know is left out, so that files of later versions can be read."""
    names = {one.name for one in fields(Row)}
    return Row(**{name: value for name, value in values.items() if name in names})
