"""Requirements made of others: and, or, not, within, after, until."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from seahaven.testbed import operators
from seahaven.testbed.evidence import Evidence
from seahaven.testbed.margins import Margins
from seahaven.testbed.requirement import Judging

__all__ = ["AllOf", "AnyOf", "ComesWithin", "HoldsUntil", "NotOf", "Whenever"]


@dataclass(frozen=True, slots=True)
class AllOf:
    """All of its parts hold."""

    parts: tuple[Judging, ...]

    def margins(self, evidence: Evidence) -> Margins:
        """The least margin of its parts."""
        return operators.both(*(part.margins(evidence) for part in self.parts))

    def over_drive(self, evidence: Evidence) -> Margins:
        """The least margin of its parts over the drive."""
        return operators.both(*(part.over_drive(evidence) for part in self.parts))

    def text(self) -> str:
        """Its parts in words."""
        return f"({' and '.join(part.text() for part in self.parts)})"


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of its parts holds."""

    parts: tuple[Judging, ...]

    def margins(self, evidence: Evidence) -> Margins:
        """The greatest margin of its parts."""
        return operators.either(*(part.margins(evidence) for part in self.parts))

    def over_drive(self, evidence: Evidence) -> Margins:
        """The greatest margin of its parts over the drive."""
        return operators.either(*(part.over_drive(evidence) for part in self.parts))

    def text(self) -> str:
        """Its parts in words."""
        return f"({' or '.join(part.text() for part in self.parts)})"


@dataclass(frozen=True, slots=True)
class NotOf:
    """Its part does not hold."""

    part: Judging

    def margins(self, evidence: Evidence) -> Margins:
        """By how much the part does not hold."""
        return operators.opposite(self.part.margins(evidence))

    def over_drive(self, evidence: Evidence) -> Margins:
        """By how much the part does not hold over the drive."""
        return operators.opposite(self.part.over_drive(evidence))

    def text(self) -> str:
        """Its part in words."""
        return f"not {self.part.text()}"


@dataclass(frozen=True, slots=True)
class ComesWithin:
    """Its part comes to hold within some seconds."""

    part: Judging
    seconds: float

    def margins(self, evidence: Evidence) -> Margins:
        """The greatest margin of the part within the time."""
        return operators.eventually(self.part.margins(evidence), 0.0, self.seconds)

    def over_drive(self, evidence: Evidence) -> Margins:
        """The same from the beginning of the drive on."""
        return self.margins(evidence)

    def text(self) -> str:
        """Its part in words, and the time."""
        return f"within {self.seconds:g} s {self.part.text()}"


@dataclass(frozen=True, slots=True)
class Whenever:
    """Whenever one thing holds, another one does, at once or within some seconds."""

    trigger: Judging
    then: Judging
    seconds: float | None = None

    def margins(self, evidence: Evidence) -> Margins:
        """The least margin of what follows, from each frame on."""
        then = self.then.margins(evidence)
        follows = then if self.seconds is None else operators.eventually(then, 0.0, self.seconds)
        return operators.after(self.trigger.margins(evidence), follows)

    def over_drive(self, evidence: Evidence) -> Margins:
        """The same from the beginning of the drive on."""
        return self.margins(evidence)

    def text(self) -> str:
        """Both in words."""
        soon = "" if self.seconds is None else f" within {self.seconds:g} s"
        return f"after {self.trigger.text()}:{soon} {self.then.text()}"


@dataclass(frozen=True, slots=True)
class HoldsUntil:
    """One thing holds until another one does, which comes within some seconds or at any time."""

    hold: Judging
    goal: Judging
    seconds: float | None = None

    def margins(self, evidence: Evidence) -> Margins:
        """By how much the one holds until the other comes, from each frame on."""
        end = inf if self.seconds is None else self.seconds
        return operators.until(self.hold.margins(evidence), self.goal.margins(evidence), 0.0, end)

    def over_drive(self, evidence: Evidence) -> Margins:
        """The same from the beginning of the drive on."""
        return self.margins(evidence)

    def text(self) -> str:
        """Both in words."""
        soon = "" if self.seconds is None else f" within {self.seconds:g} s"
        return f"{self.hold.text()} until{soon} {self.goal.text()}"
