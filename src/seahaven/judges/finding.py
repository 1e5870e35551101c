"""Findings: what a recording shows of each thing that a situation consists of; and the verdict on the whole."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

__all__ = ["Finding", "Verdict", "between", "missing", "near", "shown"]

ROUNDING = 1e-6
"""By how much a value may be beyond its band for the sake of rounding."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that has to hold: what it is about, whether it does, and what the recording shows."""

    what: str
    holds: bool
    shows: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement on one situation of a drive.

    `time` is the instant at which it is judged (s), None if the recording has none; `outcome` says what the subject
    made of it, where that is told.
    """

    number: int
    situation: str
    use: str
    time: float | None = None
    findings: tuple[Finding, ...] = ()
    outcome: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether everything holds that the situation consists of."""
        return bool(self.findings) and all(finding.holds for finding in self.findings)

    @property
    def why(self) -> str:
        """Why it is not whole; empty if it is."""
        return "; ".join(f"{finding.what}: {finding.shows}" for finding in self.findings if not finding.holds)


def near(what: str, value: float | None, wanted: float, margin: float, unit: str) -> Finding:
    """Whether a value is within a margin of the wanted one.

    >>> near("gap", 84.3, 80.0, 4.0, "m").shows
    '84.3 m, wanted 80 ± 4 m'
    """
    told = f"{_number(value)} {unit}, wanted {wanted:g} ± {margin:.3g} {unit}"
    return Finding(what, value is not None and abs(value - wanted) <= margin + ROUNDING, told)


def between(what: str, value: float | None, least: float, most: float, unit: str) -> Finding:
    """Whether a value lies in a band, both ends included.

    >>> between("headway", 3.5, 1.0, 3.0, "s").shows
    '3.50 s, wanted 1 to 3 s'
    """
    told = f"{_number(value)} {unit}, wanted {least:g} to {most:g} {unit}"
    return Finding(what, value is not None and least - ROUNDING <= value <= most + ROUNDING, told)


def shown(what: str, holds: bool, otherwise: str) -> Finding:
    """Whether something holds; `otherwise` says what the recording shows if it does not."""
    return Finding(what, bool(holds), "" if holds else otherwise)


def missing(what: str, why: str) -> tuple[Finding, ...]:
    """The only finding of a situation whose moment the recording does not have."""
    return (Finding(what, False, why),)


def _number(value: float | None) -> str:
    if value is None or not isfinite(value):
        return "none"
    return f"{value:.1f}" if abs(value) >= 10.0 else f"{value:.2f}"
