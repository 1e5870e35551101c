"""Requirements: what must hold on a drive, judged from its evidence."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, ClassVar, Final, Protocol, TypeVar

from seahaven.errors import SeahavenError
from seahaven.files import Schema, format_quantity
from seahaven.testbed.evidence import Evidence
from seahaven.testbed.margins import Cause, Integers, Margins
from seahaven.testbed.operators import always, eventually

__all__ = ["VALIDATORS", "Judging", "Over", "Requirement", "validator"]


class Over(Enum):
    """How a requirement that holds moment by moment is taken over a whole drive."""

    ALWAYS = "always"
    EVENTUALLY = "eventually"


class Judging(Protocol):
    """What can be required: a validator, or an operator with others inside."""

    def margins(self, evidence: Evidence) -> Margins:
        """By how much it holds, frame by frame."""

    def over_drive(self, evidence: Evidence) -> Margins:
        """By how much it holds on the drive from each frame on; the first one counts."""

    def text(self) -> str:
        """It in words, as verdicts show it."""


class Requirement(Schema):
    """One validator with its parameters.

        @validator("speed")
        class Speed(Requirement):
            \"\"\"How fast it drives.\"\"\"

            unit: ClassVar[str] = "m/s"
            usual: ClassVar[str] = "at_most"
            at_most: LimitSpeed

            def margins(self, evidence: Evidence) -> Margins:
                return self.of(evidence, self.at_most - evidence.mine("speed"))

    `usual` is the parameter that a bare value stands for, as in `speed: 50 km/h`.
    """

    name: ClassVar[str] = ""
    unit: ClassVar[str] = ""
    usual: ClassVar[str] = ""
    over: ClassVar[Over] = Over.ALWAYS

    def margins(self, evidence: Evidence) -> Margins:
        """By how much it holds, frame by frame."""
        raise NotImplementedError

    def over_drive(self, evidence: Evidence) -> Margins:
        """By how much it holds on the drive from each frame on."""
        here = self.margins(evidence)
        return always(here) if self.over is Over.ALWAYS else eventually(here)

    def of(
        self, evidence: Evidence, values: Any, *, others: Integers | None = None, reasons: tuple[str, ...] | None = None
    ) -> Margins:
        """Margins of its own, with an opponent and a reason for each frame where there are such."""
        return evidence.margins(values, Cause(self.text(), self.unit, others, reasons))

    def text(self) -> str:
        """Its name, with the parameters that the file states."""
        stated = [f"{key.replace('_', ' ')} {self._written(key)}" for key in sorted(self.model_fields_set)]
        words = self.name.replace("_", " ")
        return f"{words} ({', '.join(stated)})" if stated else words

    def _written(self, key: str) -> str:
        value = getattr(self, key)
        schema = type(self).model_json_schema()["properties"].get(key, {})
        unit = schema.get("unit") or next((one["unit"] for one in schema.get("anyOf", ()) if "unit" in one), "")
        return format_quantity(value, unit) if unit and isinstance(value, int | float) else str(value)


VALIDATORS: Final[dict[str, type[Requirement]]] = {}
"""All validators by the names that files give them."""
R = TypeVar("R", bound=Requirement)


def validator(name: str) -> Callable[[type[R]], type[R]]:
    """Declare a validator under the name that files give it; a second one of the same name is refused."""

    def declare(kind: type[R]) -> type[R]:
        if name in VALIDATORS:
            raise SeahavenError(f"there are two validators '{name}': {VALIDATORS[name].__name__} and {kind.__name__}")
        kind.name = name
        VALIDATORS[name] = kind
        return kind

    return declare
