"""What a table of situations holds: one row for each situation of each drive."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, Any

from seahaven.trials.column import Is

__all__ = ["Condition", "Order", "Participant", "Row", "Seed", "Subject", "Who", "row_from"]

Participant = Annotated[str, Is("who drove: the name or number of a participant, the number of a virtual subject")]
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

    From `speed` on everything is about the critical moment, and from `reaction_time` on about the time from then to the
    end of the situation, 30 s at most.
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
    lacked: Annotated[str, Is("if it failed: who of the cast lacked how much when the subject came past")] = ""
    opened: Annotated[float | None, Is("when the subject came near, if it did", "s")]
    place: Annotated[float | None, Is("where the situation lies along the drive, from where the subject began", "m")]
    time: Annotated[float | None, Is("when the critical moment came", "s")] = None
    distance: Annotated[float | None, Is("how far the subject had driven then, from where it began", "m")] = None
    x: Annotated[float | None, Is("where its centre was then, to the east", "m")] = None
    y: Annotated[float | None, Is("where its centre was then, to the north", "m")] = None
    road: Annotated[str, Is("the road on which it was then")] = ""
    lane: Annotated[str, Is("the lane on which it was then")] = ""
    task: Annotated[str, Is("the secondary task that the subject was told last by then")] = ""
    task_since: Annotated[float | None, Is("how long before the critical moment that was", "s")] = None
    criterion: Annotated[str, Is("what was to be reached")] = ""
    unit: Annotated[str, Is("the unit of the next five columns")] = ""
    wanted: Annotated[float | None, Is("how much of it was wanted", "`unit`")] = None
    reached: Annotated[float | None, Is("how much there was at the critical moment", "`unit`")] = None
    error: Annotated[float | None, Is("`reached` less `wanted`", "`unit`")] = None
    tolerance: Annotated[float | None, Is("how great the error may be", "`unit`")] = None
    nearest: Annotated[
        float | None,
        Is("of one that failed: what came nearest to `wanted` while everybody was cast", "`unit`"),
    ] = None
    is_met: Annotated[bool | None, Is("whether the error is within the tolerance; empty without a moment")] = None
    role: Annotated[str, Is("the role that the criterion is about")] = ""
    role_vehicle: Annotated[int | None, Is("the id of who had it at the critical moment")] = None
    cast: Annotated[str, Is("who was cast for each role and how it was found; *then* tells a second choice")]
    speed: Annotated[float | None, Is("of the subject", "m/s")] = None
    leader: Annotated[int | None, Is("the id of who is ahead on the subject's lane")] = None
    leader_gap: Annotated[float | None, Is("to the leader: from bumper to bumper, along the lanes", "m")] = None
    leader_speed: Annotated[float | None, Is("of the leader", "m/s")] = None
    follower_gap: Annotated[float | None, Is("to who is behind on the subject's lane", "m")] = None
    follower_speed: Annotated[float | None, Is("of who is behind on the subject's lane", "m/s")] = None
    left_ahead_gap: Annotated[float | None, Is("to who is ahead on the lane to the left; below 0 alongside", "m")] = (
        None
    )
    left_ahead_speed: Annotated[float | None, Is("of who is ahead on the lane to the left", "m/s")] = None
    left_behind_gap: Annotated[float | None, Is("to who is behind on the lane to the left; below 0 alongside", "m")] = (
        None
    )
    left_behind_speed: Annotated[float | None, Is("of who is behind on the lane to the left", "m/s")] = None
    right_ahead_gap: Annotated[float | None, Is("to who is ahead on the lane to the right; below 0 alongside", "m")] = (
        None
    )
    right_ahead_speed: Annotated[float | None, Is("of who is ahead on the lane to the right", "m/s")] = None
    right_behind_gap: Annotated[
        float | None, Is("to who is behind on the lane to the right; below 0 alongside", "m")
    ] = None
    right_behind_speed: Annotated[float | None, Is("of who is behind on the lane to the right", "m/s")] = None
    vehicles_near: Annotated[int | None, Is("how many others there are within 200 m")] = None
    reaction_time: Annotated[float | None, Is("to the subject's first answer that lasts 0.3 s", "s")] = None
    reaction: Annotated[str, Is("which answer: *release*, *brake* or *steer*")] = ""
    least_time_to_collision: Annotated[float | None, Is("with who is ahead on the subject's lane", "s")] = None
    least_leader_gap: Annotated[float | None, Is("to who is ahead on the subject's lane", "m")] = None
    least_role_gap: Annotated[float | None, Is("from the subject's outline to that of `role_vehicle`", "m")] = None
    hardest_braking: Annotated[float | None, Is("the greatest deceleration of the subject", "m/s²")] = None
    collision: Annotated[str, Is("whom the subject touched")] = ""


def row_from(values: dict[str, Any]) -> Row:
    """A row from its values; what it does not know is left out, so that files of later versions can be read."""
    names = {one.name for one in fields(Row)}
    return Row(**{name: value for name, value in values.items() if name in names})
