"""The manifest: what was recorded, from which files, under which seed and versions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, Literal, Self, get_args

import pyarrow as pa

from seahaven.disk import replacing
from seahaven.errors import ReelError, WiringError
from seahaven.reels.finding import why_no_reel
from seahaven.reels.schema import EVENTS, FRAMES, column_of, described, event_schema, family_schema, frame_schema
from seahaven.world import FamilyType

__all__ = ["MANIFEST", "Manifest", "TakeState"]

MANIFEST: Final = "manifest.json"
FORMAT: Final = 1

TakeState = Literal["running", "closed", "failed", "interrupted", "recovered"]


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a reel says about itself.

    `state` is *running* until the run ends (or for ever, if it was killed), then *closed*, or *failed* with the
    `fault`, or *interrupted* if it was asked to stop; *recovered* if it was killed and made readable afterwards.
    `start` is the first date and `duration` how long it went on from there, both in seconds; `rate` is the recorder's,
    in Hz, or None if it had none. `names` are the entities that have one, `subjects` the ids of those around whom it
    happened, and `inputs` the SHA-256 of the files the run was made from. `roads` is the SHA-256 of the road network
    that lies beside the tables, None where there is none. `resumed` are the dates (s) at which a run that had broken
    off went on in the same reel; the tables do not show it.
    """

    state: TakeState
    name: str = ""
    seed: int = 0
    rate: Fraction | None = None
    start: float = 0.0
    duration: float = 0.0
    families: Mapping[str, FamilyType] = field(default_factory=dict)
    rows: Mapping[str, int] = field(default_factory=dict)
    frames: int = 0
    events: int = 0
    names: Mapping[str, int] = field(default_factory=dict)
    subjects: tuple[int, ...] = ()
    roads: str | None = None
    inputs: Mapping[str, str] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    fault: str | None = None
    resumed: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        # The columns of the table of frames follow this order, which has to be the same after reading back.
        object.__setattr__(self, "families", dict(sorted(self.families.items())))

    def tables(self) -> dict[str, tuple[pa.Schema, int]]:
        """The schema and the number of rows of every table in the reel."""
        own = {name: (family_schema(family), self.rows.get(name, 0)) for name, family in self.families.items()}
        return {**own, EVENTS: (event_schema(), self.events), FRAMES: (frame_schema(self.families), self.frames)}

    def text(self) -> str:
        """The manifest as JSON: keys sorted, but columns in the order of their declaration."""
        families = {
            name: {
                "columns": {column: described(told) for column, told in family.columns.items()},
                "doc": family.doc,
                "rows": self.rows.get(name, 0),
            }
            for name, family in self.families.items()
        }
        body = {
            "duration": self.duration,
            "events": self.events,
            "families": families,
            "fault": self.fault,
            "format": FORMAT,
            "frames": self.frames,
            "inputs": dict(sorted(self.inputs.items())),
            "name": self.name,
            "names": dict(sorted(self.names.items())),
            "rate": None if self.rate is None else str(self.rate),
            "roads": self.roads,
            "seed": self.seed,
            "start": self.start,
            "state": self.state,
            "subjects": list(self.subjects),
            "versions": dict(sorted(self.versions.items())),
        }
        if self.resumed:
            body["resumed"] = list(self.resumed)
        return json.dumps(body, indent=2, ensure_ascii=False) + "\n"

    def write(self, folder: Path) -> None:
        """Put the manifest into a reel's folder, whole or not at all, and wait until it is on the disk."""
        with replacing(folder / MANIFEST) as file:
            file.write(self.text().encode())

    def is_in(self, folder: Path) -> bool:
        """Whether this very manifest lies in a folder."""
        try:
            return (folder / MANIFEST).read_bytes() == self.text().encode()
        except OSError:
            return False

    @classmethod
    def read(cls, folder: Path) -> Self:
        """The manifest of a reel; refuses a folder that is none, or one from a newer version."""
        body = _body(folder)
        try:
            return cls._of(body)
        except (KeyError, TypeError, ValueError, AttributeError, WiringError) as error:
            raise ReelError(f"{folder / MANIFEST} is damaged: {type(error).__name__}: {error}{_DAMAGED}") from None

    @classmethod
    def _of(cls, body: dict[str, Any]) -> Self:
        if body["state"] not in get_args(TakeState):
            raise ValueError(f"the state is '{body['state']}'")
        families = {
            name: FamilyType(name, {c: column_of(t) for c, t in told["columns"].items()}, told["doc"])
            for name, told in body["families"].items()
        }
        return cls(
            state=body["state"],
            name=body["name"],
            seed=int(body["seed"]),
            rate=None if body["rate"] is None else Fraction(body["rate"]),
            start=float(body["start"]),
            duration=float(body["duration"]),
            families=families,
            rows={name: int(told["rows"]) for name, told in body["families"].items()},
            frames=int(body["frames"]),
            events=int(body["events"]),
            names={name: int(entity) for name, entity in body["names"].items()},
            subjects=tuple(int(entity) for entity in body.get("subjects", ())),
            roads=body.get("roads"),
            inputs=dict(body["inputs"]),
            versions=dict(body["versions"]),
            fault=body["fault"],
            resumed=tuple(float(date) for date in body.get("resumed", ())),
        )


_DAMAGED: Final = "; take it from a backup, or record the run again"


def _body(folder: Path) -> dict[str, Any]:
    """The manifest as plain data, of a format that this version reads."""
    path = folder / MANIFEST
    try:
        body: Any = json.loads(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        raise ReelError(why_no_reel(folder, MANIFEST)) from None
    except OSError as error:
        raise ReelError(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:
        raise ReelError(f"{path} is damaged: {error}{_DAMAGED}") from None
    if not isinstance(body, dict) or not isinstance(written := body.get("format"), int):
        raise ReelError(f"{folder} is not a reel: its {MANIFEST} names no reel format")
    if written > FORMAT:
        raise ReelError(f"{folder} has reel format {written}, but this version reads up to {FORMAT}; update Seahaven")
    return body
