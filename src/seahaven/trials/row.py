"""What a table of situations holds: one row for each situation of each drive."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, Any

from seahaven.trials.column import Is

__all__ = ["Condition", "Order", "Participant", "Position", "Row", "Seed", "Subject", "Who", "row_from"]

Participant = Annotated[str, Is("name or number of the participant, or number of the virtual subject")]
Subject = Annotated[str, Is("kind of the virtual subject, with `--subjects`; empty otherwise")]
Condition = Annotated[str, Is("condition of the experiment")]
Order = Annotated[str, Is("order in which the movable situations came")]
Position = Annotated[int, Is("which of the participant's drives this was, counted from 1")]
Seed = Annotated[int, Is("seed of the drive")]


@dataclass(frozen=True, slots=True)
class Who:
    """Whose drive it is: the participant, the kind of virtual subject, the condition and the order of situations."""

    participant: str = ""
    subject: str = ""
    condition: str = ""
    order: str = ""
    position: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One situation of one drive; SI units, None where there is no value.

    Columns from `speed` on describe the critical moment. Columns from `stimulus` on cover the time from the onset of
    the stimulus, or from the critical moment if that comes first, to the end of measuring (`measured_until`).
    """

    participant: Participant
    subject: Subject
    condition: Condition
    order: Order
    position: Position = 1
    seed: Seed
    number: Annotated[int, Is("number of the situation in the drive, from 1")]
    situation: Annotated[str, Is("name of the situation")]
    outcome: Annotated[
        str,
        Is(
            "*played*, *failed* or *dropped*; *unended*, *unopened* or *postponed* if the drive ended while it was "
            "open, before, or while it had no place"
        ),
    ]
    why: Annotated[str, Is("why it was not played")]
    lacked: Annotated[
        str, Is("if it failed: which roles were out of position when the subject passed, and by how much")
    ] = ""
    attempt: Annotated[
        int, Is("how often it opened: more than once if the subject left the drive and it was tried again")
    ] = 1
    drive: Annotated[
        int, Is("which of the subject's drives it had its place on: 1 as planned, one more whenever that was laid anew")
    ] = 1
    opened: Annotated[float | None, Is("when the situation opened, the last time", "s")]
    place: Annotated[float | None, Is("place of the situation along that drive, from where the subject was then", "m")]
    time: Annotated[float | None, Is("time of the critical moment", "s")] = None
    distance: Annotated[float | None, Is("distance that the subject had driven by then", "m")] = None
    x: Annotated[float | None, Is("where the subject's centre was then, to the east", "m")] = None
    y: Annotated[float | None, Is("where the subject's centre was then, to the north", "m")] = None
    road: Annotated[str, Is("road on which the subject was then")] = ""
    lane: Annotated[str, Is("lane in which the subject was then")] = ""
    task: Annotated[str, Is("last secondary task that the subject had been given")] = ""
    task_since: Annotated[float | None, Is("time from that task to the critical moment", "s")] = None
    criterion: Annotated[str, Is("quantity that the situation is judged by")] = ""
    unit: Annotated[str, Is("unit of the next five columns")] = ""
    wanted: Annotated[float | None, Is("wanted value", "`unit`")] = None
    reached: Annotated[float | None, Is("value at the critical moment", "`unit`")] = None
    error: Annotated[float | None, Is("`reached` minus `wanted`", "`unit`")] = None
    tolerance: Annotated[float | None, Is("greatest error that counts as met", "`unit`")] = None
    nearest: Annotated[
        float | None,
        Is("if it failed: the value nearest to `wanted` while all roles were cast", "`unit`"),
    ] = None
    is_met: Annotated[bool | None, Is("whether the error is within the tolerance; empty if the moment never came")] = (
        None
    )
    is_whole: Annotated[
        bool | None,
        Is("whether the recording shows the whole situation as it is told; empty if no judge knows it"),
    ] = None
    not_whole: Annotated[str, Is("what the recording lacks of it")] = ""
    role: Annotated[str, Is("role that the criterion is about")] = ""
    role_vehicle: Annotated[str, Is("vehicle that had this role at the critical moment: its name or number")] = ""
    cast: Annotated[str, Is("vehicles cast for each role, and how each was found; *then* precedes a later choice")]
    acceleration: Annotated[float | None, Is("the subject's acceleration", "m/s²")] = None
    speed: Annotated[float | None, Is("speed of the subject", "m/s")] = None
    leader: Annotated[str, Is("vehicle ahead in the subject's lane: its name or number")] = ""
    leader_gap: Annotated[float | None, Is("gap to the leader, from bumper to bumper along the lane", "m")] = None
    leader_speed: Annotated[float | None, Is("speed of the leader", "m/s")] = None
    follower_gap: Annotated[float | None, Is("gap to the vehicle behind in the subject's lane", "m")] = None
    follower_speed: Annotated[float | None, Is("speed of the vehicle behind in the subject's lane", "m/s")] = None
    left_ahead_gap: Annotated[
        float | None, Is("gap to the vehicle ahead in the left lane; negative alongside", "m")
    ] = None
    left_ahead_speed: Annotated[float | None, Is("speed of the vehicle ahead in the left lane", "m/s")] = None
    left_behind_gap: Annotated[
        float | None, Is("gap to the vehicle behind in the left lane; negative alongside", "m")
    ] = None
    left_behind_speed: Annotated[float | None, Is("speed of the vehicle behind in the left lane", "m/s")] = None
    right_ahead_gap: Annotated[
        float | None, Is("gap to the vehicle ahead in the right lane; negative alongside", "m")
    ] = None
    right_ahead_speed: Annotated[float | None, Is("speed of the vehicle ahead in the right lane", "m/s")] = None
    right_behind_gap: Annotated[
        float | None, Is("gap to the vehicle behind in the right lane; negative alongside", "m")
    ] = None
    right_behind_speed: Annotated[float | None, Is("speed of the vehicle behind in the right lane", "m/s")] = None
    vehicles_near: Annotated[int | None, Is("number of other vehicles within 200 m")] = None
    stimulus: Annotated[str, Is("what the subject responds to, as the situation declares it")] = ""
    onset: Annotated[float | None, Is("when the stimulus could first be seen; empty if it could not", "s")] = None
    reaction_time: Annotated[float | None, Is("time from `onset` to the subject's first response", "s")] = None
    reaction: Annotated[str, Is("that response: *release*, *brake* or *steer*")] = ""
    release_time: Annotated[float | None, Is("time from `onset` to the release of the accelerator", "s")] = None
    brake_time: Annotated[float | None, Is("time from `onset` to the beginning of braking", "s")] = None
    steer_time: Annotated[float | None, Is("time from `onset` to the beginning of steering", "s")] = None
    response_source: Annotated[
        str, Is("what the four times are from: *pedals and wheel*, or the *movement* of the vehicle")
    ] = ""
    resolution: Annotated[float | None, Is("time resolution of these four times", "s")] = None
    onset_resolution: Annotated[float | None, Is("time resolution of `onset`, that of the recorded traffic", "s")] = (
        None
    )
    least_time_to_collision: Annotated[
        float | None, Is("least value with any vehicle, in any lane and direction; empty if never below 10 s", "s")
    ] = None
    conflict_vehicle: Annotated[str, Is("that vehicle: its name or number")] = ""
    least_role_time_to_collision: Annotated[
        float | None, Is("least value with `role_vehicle`; empty if never below 10 s", "s")
    ] = None
    post_encroachment_time: Annotated[
        float | None, Is("between the subject and `role_vehicle` on the same spot; 0 if they touched", "s")
    ] = None
    least_leader_gap: Annotated[float | None, Is("least gap to the vehicle ahead in the subject's lane", "m")] = None
    least_time_gap: Annotated[float | None, Is("least time gap to the vehicle ahead in the subject's lane", "s")] = None
    required_deceleration: Annotated[
        float | None, Is("greatest deceleration that was needed to avoid the vehicle ahead", "m/s²")
    ] = None
    least_role_gap: Annotated[
        float | None, Is("least distance between the outlines of subject and `role_vehicle`", "m")
    ] = None
    hardest_braking: Annotated[float | None, Is("greatest deceleration of the subject", "m/s²")] = None
    sd_lane_position: Annotated[float | None, Is("standard deviation of the subject's lane position", "m")] = None
    measured_until: Annotated[
        str, Is("what ended measuring: *collision*, *end of the situation*, *30 s* or *end of the drive*")
    ] = ""
    collision: Annotated[str, Is("vehicles that the subject touched")] = ""


def row_from(values: dict[str, Any]) -> Row:
    """A row from its values; unknown columns are left out, so that files of later versions can be read."""
    names = {one.name for one in fields(Row)}
    return Row(**{name: value for name, value in values.items() if name in names})
