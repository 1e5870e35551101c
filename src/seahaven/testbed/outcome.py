"""What came of a drive, as `verdict.json` keeps it beside the reel: the same drive gives the same bytes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from seahaven.errors import InputError
from seahaven.files import write_text_atomic
from seahaven.testbed.drive import Variant
from seahaven.testbed.verdict import DriveVerdict, Finding

__all__ = ["VERDICT", "DriveOutcome", "State", "read_outcome", "write_outcome"]

VERDICT: Final = "verdict.json"
FORMAT: Final = 1
State = Literal["passed", "failed", "error"]


@dataclass(frozen=True, slots=True)
class DriveOutcome:
    """A drive with its verdict, or the `error` for which it could not be played or judged.

    `duration` is simulated time (s), `reel` the name of the recording in the folder of the drive, `command` what plays
    it again, `staged` what was staged on purpose and cannot happen in reality.
    """

    name: str
    source: str
    variant: Variant = field(default_factory=Variant)
    title: str = ""
    seed: int = 0
    driver: str = ""
    duration: float = 0.0
    reel: str = ""
    inputs: Mapping[str, str] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    verdict: DriveVerdict | None = None
    error: str = ""
    command: str = ""
    staged: tuple[str, ...] = ()

    @property
    def state(self) -> State:
        """Whether all held, something did not, or nothing can be said."""
        if self.verdict is None:
            return "error"
        return "passed" if self.verdict.has_passed() else "failed"

    def as_dict(self) -> dict[str, Any]:
        """It as JSON has it."""
        findings = None if self.verdict is None else [asdict(one) for one in self.verdict.findings]
        told = {name: getattr(self, name) for name in _PLAIN} | {"staged": list(self.staged)}
        return {"format": FORMAT, "state": self.state, **told, "variant": asdict(self.variant), "findings": findings}


_PLAIN: Final = (
    "name", "source", "title", "seed", "driver", "duration", "reel", "inputs", "versions", "error", "command",
)  # fmt: skip


def write_outcome(outcome: DriveOutcome, folder: Path) -> None:
    """Write `verdict.json` into the folder of a drive, whole or not at all."""
    text = json.dumps(outcome.as_dict(), indent=1, ensure_ascii=False, sort_keys=True)
    write_text_atomic(folder / VERDICT, text + "\n")


def read_outcome(folder: Path) -> DriveOutcome | None:
    """What came of the drive in a folder; None if it never came to a verdict."""
    path = folder / VERDICT
    if not path.is_file():
        return None
    try:
        told = json.loads(path.read_text("utf-8"))
        if told["format"] != FORMAT:
            raise ValueError("another format")
        found = told["findings"]
        verdict = None if found is None else DriveVerdict(tuple(_finding(one) for one in found))
        plain = {name: told[name] for name in _PLAIN}
        plain["staged"] = tuple(told.get("staged", ()))
        return DriveOutcome(**plain, variant=Variant(**told["variant"]), verdict=verdict)
    except (ValueError, TypeError, KeyError) as error:
        raise InputError(f"{path} is no verdict ({error}); take it away, and play the drive again") from None


def _finding(told: dict[str, Any]) -> Finding:
    return Finding(**{**told, "clip": tuple(told["clip"]), "states": tuple(told.get("states", ()))})
