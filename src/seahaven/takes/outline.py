"""What is known of a take before its roads are read and its code is compiled, and whether its folder is free.

Whatever can be refused at once is refused here: a folder in which a reel lies already takes a second to tell, and not
the ten that loading a study with traffic takes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

from seahaven.errors import InputError, SeahavenError
from seahaven.files import Document, file_digest
from seahaven.kernel import CheckpointHeader, read_checkpoint
from seahaven.reels import refuse_folder
from seahaven.takes.keeping import Halfway, kept_in, reel_in, refuse_other_notes, resumable, slug_of
from seahaven.takes.study import Study
from seahaven.takes.take import Take

__all__ = ["Outline", "said_by"]


@dataclass(frozen=True, slots=True)
class Outline:
    """The title of a take, how long it lasts (ns), its seed and rate, and what its checkpoints have to say.

    `home` is the folder from which the input files of a study are named.
    """

    title: str
    duration: int
    seed: int
    rate: Fraction | None
    said: str
    home: Path | None = None
    inputs: Mapping[str, str] | None = None
    """The input files with their digests; None for a study that was not loaded, which may lead to more of them."""

    @property
    def slug(self) -> str:
        """The title as a file name."""
        return slug_of(self.title)

    @classmethod
    def of_study(cls, study: Study, document: Document, *, seed: int | None) -> Outline:
        """The outline of a study that has only been read."""
        own = study.seed if seed is None else seed
        home = Path(document.file).parent
        return cls(study.study, study.duration, own, study.record, said_by(document), home)

    @classmethod
    def of_take(cls, take: Take) -> Outline:
        """The outline of a take, for sources of which nothing is known before they are loaded."""
        return cls(take.name, take.duration, take.seed, take.rate, take.said, inputs=take.inputs)

    def refuse_until(self, until: int | None) -> None:
        """Refuse an end that lies behind the end of the take."""
        if until is not None and until > self.duration:
            message = f"'{self.title}' is over after {self.duration / 1e9:g} s, before {until / 1e9:g} s"
            raise InputError(f"{message}; leave --until away, or give the study a longer 'duration'")

    def refuse_unrecorded(self, rate: Fraction | None) -> None:
        """Refuse a take that records nothing, unless it is given a rate."""
        if rate is None and self.rate is None:
            message = f"'{self.title}' records nothing ('record: null'), so there would be no reel"
            raise InputError(f"{message}; give --rate 20, or leave 'record' out of the study")

    def refuse_checkpoint(self, path: Path, until: int | None) -> None:
        """Refuse a checkpoint of another study, and one that lies behind the end; a take compares the rest of it."""
        header, end = read_checkpoint(path), self.duration if until is None else until
        refuse_other_notes(path, header.notes, self._notes(header))
        if header.now > end:
            message = f"{path} was kept at {header.now / 1e9:g} s, and this run ends at {end / 1e9:g} s"
            raise InputError(f"{message}; give a later --until, or leave --resume away")

    def refuse_used(self, out: Path, *, rate: Fraction | None, overwrite: bool) -> None:
        """Refuse a folder in which a run of the same title lies; one that broke off may go on."""
        if not overwrite and self._broke_off(out, rate):
            message = f"{out} holds a run of '{self.title}' that broke off"
            raise InputError(f"{message}; go on with --resume {out}, or play it anew with --force")
        refuse_folder(reel_in(out, self.title), overwrite=overwrite)

    def _broke_off(self, out: Path, rate: Fraction | None) -> bool:
        try:
            self._halfway(out, rate)
        except SeahavenError:
            return False
        return True

    def _halfway(self, out: Path, rate: Fraction | None) -> Halfway:
        notes = self._notes(read_checkpoint(kept_in(out, self.title)))
        return resumable(out, notes, seed=self.seed, rate=rate or self.rate)

    def _notes(self, header: CheckpointHeader) -> dict[str, Any]:
        """What a checkpoint has to say to be one of this take; input files are those that it names, as they are now."""
        inputs, home = self.inputs, self.home or Path()
        if inputs is None:
            named = header.notes.get("inputs")
            inputs = {name: file_digest(home / name) for name in named} if isinstance(named, dict) else {}
        return {"study": self.title, "inputs": dict(inputs), "said": self.said}


def said_by(document: Document, person: int | None = None) -> str:
    """A hash of what a study says for one run, with one person of the standard population at the wheel if given."""
    text: Any = [document.data, person]
    return sha256(json.dumps(text, sort_keys=True).encode()).hexdigest()
