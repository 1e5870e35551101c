"""The manifest: what was recorded, from which files, under which seed and versions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, Literal, Self, cast, get_args

from seahaven.disk import replacing
from seahaven.errors import ReelError, WiringError
from seahaven.reels.arrow import pa
from seahaven.reels.finding import why_no_reel
from seahaven.reels.plain_value import Misshapen, PlainValue, parse_json
from seahaven.reels.schema import EVENTS, FRAMES, column_of, described, event_schema, family_schema, frame_schema
from seahaven.world import FamilyType

__all__ = ["MANIFEST", "Manifest", "TakeState"]

MANIFEST: Final = "manifest.json"
FORMAT: Final = 1
MOST_BYTES: Final = 64 * 2**20
"""Of a manifest; one with a hundred thousand names has four million."""
LATEST: Final = 9e9
"""Seconds; nanoseconds are counted in 64 bits."""
_RATE: Final = re.compile(r"\d{1,40}(/\d{1,40})?")
_NEAR: Final = 2.5
"""Frames; a run may begin and end between two of its recorder's dates."""

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
    off went on in the same reel; the tables do not show it. `digests` are the SHA-256 of the packed tables, by name.
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
    digests: Mapping[str, str] = field(default_factory=dict)

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
        body: dict[str, Any] = {
            **({"digests": dict(sorted(self.digests.items()))} if self.digests else {}),
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
        """The manifest of a reel; refuses a folder that is none, one that is damaged, or one from a newer version."""
        path = folder / MANIFEST
        try:
            manifest = cls._of(_body(folder))
            manifest.tables()
        except (Misshapen, WiringError) as error:
            raise ReelError(f"{path} is damaged: {error}; restore it from a backup, or record the run again") from None
        return manifest

    @classmethod
    def _of(cls, body: PlainValue) -> Self:
        manifest = cls(
            state=_state(body["state"]),
            name=body["name"].text(),
            seed=body["seed"].integer(),
            rate=_rate(body.get("rate")),
            start=body["start"].number(most=LATEST),
            duration=body["duration"].number(most=LATEST),
            families={name: _family(name, told) for name, told in body["families"].fields()},
            rows={name: told["rows"].whole() for name, told in body["families"].fields()},
            frames=body["frames"].whole(),
            events=body["events"].whole(),
            names={name: entity.whole() for name, entity in body["names"].fields()},
            subjects=tuple(entity.whole() for entity in _list(body, "subjects")),
            roads=_text(body, "roads"),
            inputs=_texts(body["inputs"]),
            versions=_texts(body["versions"]),
            fault=_text(body, "fault"),
            resumed=tuple(date.number(most=LATEST) for date in _list(body, "resumed")),
            digests=_texts(body["digests"]) if body.get("digests") else {},
        )
        manifest._refuse_absurd()
        return manifest

    def _refuse_absurd(self) -> None:
        """Refuse a length of time that the frames cannot have taken; somebody would wait for it in vain."""
        if self.state == "running" or self.rate is None:
            return
        if abs(self.frames - self.duration * self.rate) > _NEAR:
            raise Misshapen(f"{self.frames} frames at {self.rate} Hz do not take {self.duration:g} s")


def _state(told: PlainValue) -> TakeState:
    state = told.text()
    if state not in get_args(TakeState):
        told.refuse(f"expected one of {', '.join(get_args(TakeState))}")
    return cast(TakeState, state)


def _rate(told: PlainValue | None) -> Fraction | None:
    if told is None:
        return None
    if not _RATE.fullmatch(told.text()) or not (rate := Fraction(told.text())):
        told.refuse("expected a rate in Hz above 0, such as 20 or 30000/1001")
    return rate


def _family(name: str, told: PlainValue) -> FamilyType:
    if name in (EVENTS, FRAMES):
        raise Misshapen(f"'families.{name}' is a table that a reel has itself")
    columns = {column: column_of(value) for column, value in told["columns"].fields()}
    if "time" in columns:
        raise Misshapen(f"'families.{name}.columns.time' is a column that every table has itself")
    return FamilyType(name, columns, told["doc"].text())


def _texts(told: PlainValue) -> dict[str, str]:
    return {name: value.text() for name, value in told.fields()}


def _text(body: PlainValue, name: str) -> str | None:
    value = body.get(name)
    return None if value is None else value.text()


def _list(body: PlainValue, name: str) -> Iterator[PlainValue]:
    value = body.get(name)
    return iter(()) if value is None else value.items()


def _body(folder: Path) -> PlainValue:
    """The manifest as plain data, of a format that this version reads."""
    path = folder / MANIFEST
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise Misshapen(f"it has {size:,} bytes; expected {MOST_BYTES:,} at most")
        body = parse_json(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        raise ReelError(why_no_reel(folder, MANIFEST)) from None
    except OSError as error:
        raise ReelError(f"cannot read {path}: {error.strerror}") from None
    try:
        written = body["format"].whole()
    except Misshapen as error:
        raise ReelError(f"{folder} is not a reel: its {MANIFEST} names no reel format ({error})") from None
    if written > FORMAT:
        raise ReelError(f"{folder} has reel format {written}, but this version reads up to {FORMAT}; update Seahaven")
    return body
