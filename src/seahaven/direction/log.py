"""The log of direction: the events that record plans, castings, orders, critical moments and outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf

__all__ = [
    "CastMember",
    "Closed",
    "Contradicted",
    "Critical",
    "DriveLaid",
    "Forecast",
    "Marker",
    "Opened",
    "Ordered",
    "Planned",
    "Postponed",
    "Resited",
    "Told",
]


@dataclass(frozen=True, slots=True)
class Planned:
    """A situation of the drive, emitted when the drive begins: its name and number, its place along the drive (m from
    where the subject started), and its criterion with role, unit, wanted value and tolerance.

    `use` is the situation of the library, or `package.module:Name`, and `parameters` are the values that it is played
    with (SI), so that a recording can be judged without the study. Reels of earlier versions have neither; those of
    the first versions have only `Opened`, without a criterion.
    """

    situation: str
    number: int
    at: float
    criterion: str = ""
    unit: str = ""
    wanted: float = inf
    tolerance: float = inf
    role: str = ""
    use: str = ""
    parameters: Mapping[str, float] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Opened(Planned):
    """A situation has opened, since the subject has come near."""


@dataclass(frozen=True, slots=True)
class CastMember:
    """A vehicle got a role: which role, which vehicle, how it was found, and which attempt this was (1 for the first).

    `how` is "conscripted", "brought in", "carried over" or "exchanged"; of somebody on foot, who waits there from the
    beginning, "there".
    """

    situation: str
    number: int
    role: str
    entity: int
    how: str
    choice: int


@dataclass(frozen=True, slots=True)
class Ordered:
    """The situation gave an order: a button pressed or a dial set. What coaches press at each step is not logged."""

    situation: str
    number: int
    role: str
    entity: int
    item: str
    value: float


@dataclass(frozen=True, slots=True)
class Forecast:
    """Whether the criterion can still be met, and in how many seconds the subject will reach the place.

    The times are the `earliest` possible, the `likely` and the `latest`; infinite if the subject stands. `why` names
    the obstacle if the criterion cannot be met: which role is not in position, and by how much.
    """

    situation: str
    number: int
    feasible: bool
    earliest: float
    likely: float
    latest: float
    why: str = ""


@dataclass(frozen=True, slots=True)
class Critical:
    """The critical moment has come, and the cast is let go: the wanted and the reached value.

    `stimulus` is what the subject responds to (a `StimulusKind`), and `stimulus_by` the vehicle or person that shows
    it; both are empty in reels of earlier versions.
    """

    situation: str
    number: int
    criterion: str
    unit: str
    wanted: float
    reached: float
    tolerance: float
    is_met: bool
    role: str
    entity: int
    stimulus: str = ""
    stimulus_by: int = 0


@dataclass(frozen=True, slots=True)
class Closed:
    """A situation is over: "played", "failed" or "dropped", and why.

    It is dropped if it was postponed and can no longer happen.
    If it failed, `nearest` is the value that came nearest to the wanted one, infinite if there was none, and `lacked`
    says which roles were out of position when the subject passed, and by how much.
    """

    situation: str
    number: int
    outcome: str
    why: str
    nearest: float = inf
    lacked: str = ""


@dataclass(frozen=True, slots=True)
class DriveLaid:
    """The subject's drive was laid anew: why, from which road, to which road, and how long it is (m).

    `number` counts the drives of the subject; that of the study is 1. `is_to_goal` is false where no way leads to the
    goal of the study: then the drive goes straight on, to where the roads end.
    """

    number: int
    why: str
    road: str
    to: str
    length: float
    is_to_goal: bool


@dataclass(frozen=True, slots=True)
class Resited:
    """A situation has a place on a drive that was laid anew: how far along that it is (m from where it was laid).

    `is_kept` says that it is the same place on the road as before. `attempt` counts how often the situation will have
    opened when it opens there.
    """

    situation: str
    number: int
    at: float
    is_kept: bool
    attempt: int


@dataclass(frozen=True, slots=True)
class Postponed:
    """A situation has no place for now, and why. It gets one when the drive is laid anew, or is dropped.

    `attempt` is how often it has opened so far.
    """

    situation: str
    number: int
    why: str
    attempt: int


@dataclass(frozen=True, slots=True)
class Contradicted:
    """A driver got two contradictory orders in one step: the button or dial that holds, with its value and the module
    that pressed it, and the same of the one that does not."""

    entity: int
    item: str
    value: float
    by: str
    other_item: str
    other_value: float
    other_by: str


@dataclass(frozen=True, slots=True)
class Told:
    """An instruction to the subject: its text, and the secondary task that it starts."""

    text: str
    task: str


@dataclass(frozen=True, slots=True)
class Marker:
    """A mark in the data that the study sets at a time or place."""

    text: str
