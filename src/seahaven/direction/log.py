"""The log of direction: what directors watched, whom they cast, what they pressed, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

__all__ = [
    "CastMember",
    "Closed",
    "Contradicted",
    "Critical",
    "Forecast",
    "Marker",
    "Opened",
    "Ordered",
    "Planned",
    "Told",
]


@dataclass(frozen=True, slots=True)
class Planned:
    """A situation lies ahead: its name, its number in the drive, where along the drive it is (m from where the subject
    began), and what is to be reached there, of which role. All are told when the drive begins.

    Reels of before tell only where it opened, and not what was to be reached.
    """

    situation: str
    number: int
    at: float
    criterion: str = ""
    unit: str = ""
    wanted: float = inf
    tolerance: float = inf
    role: str = ""


@dataclass(frozen=True, slots=True)
class Opened(Planned):
    """The subject has come near a situation."""


@dataclass(frozen=True, slots=True)
class CastMember:
    """Somebody takes part: in which role, who, how it was found, and whether it was the first choice or a later one.

    `how` is "conscripted", "brought in" or "carried over".
    """

    situation: str
    number: int
    role: str
    entity: int
    how: str
    choice: int


@dataclass(frozen=True, slots=True)
class Ordered:
    """A button of somebody in the cast was pressed, or a dial set; what steers it from step to step is not told."""

    situation: str
    number: int
    role: str
    entity: int
    item: str
    value: float


@dataclass(frozen=True, slots=True)
class Forecast:
    """Whether the criterion can still be met, and in how many seconds the subject will be at the place.

    The subject may be there at the `earliest`, is `likely` to be, and will be at the `latest`; nobody knows of one that
    stands, which gives infinity. `why` says what it cannot be met for: who lacks how much.
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
    """The critical moment has come, and the cast is let go: what was wanted then, and what was reached.

    `stimulus` is what the subject has to answer (a `StimulusKind`), and `stimulus_by` the vehicle or person that shows
    it; both are empty in reels of before.
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
    """A situation is over: it was "played" or has "failed", and why.

    Of one that failed `nearest` is what came nearest to what was wanted, infinite if nothing did, and `lacked` says who
    lacked how much when the subject came past.
    """

    situation: str
    number: int
    outcome: str
    why: str
    nearest: float = inf
    lacked: str = ""


@dataclass(frozen=True, slots=True)
class Contradicted:
    """Somebody was told two things at once: the button or dial that holds, with its value, and the module that pressed
    it; and the one that does not."""

    entity: int
    item: str
    value: float
    by: str
    other_item: str
    other_value: float
    other_by: str


@dataclass(frozen=True, slots=True)
class Told:
    """The subject was told something: in which words, and which secondary task it is."""

    text: str
    task: str


@dataclass(frozen=True, slots=True)
class Marker:
    """A mark in time that the study asks for."""

    text: str
