"""What a study tells its subject on the way, and the moments that it marks."""

from __future__ import annotations

from collections.abc import Sequence

from seahaven.direction import Line, Prompt, Prompter
from seahaven.errors import InputError
from seahaven.files import Schema, model_validator
from seahaven.roads.routing import Tracks
from seahaven.takes.dimensions import Metres, Time
from seahaven.takes.reading import Reading

__all__ = ["InstructionEntry", "prompter"]

RATE = 5
"""In Hz, how often it is looked whether something is to be told."""


class InstructionEntry(Schema):
    """Something that the subject is told on its way, or a moment that is marked in the data."""

    at: Metres | None = None
    """How far along the drive, from where the subject begins."""
    time: Time | None = None
    """Instead: when."""
    say: str = ""
    """The words: `Please turn the radio on.`"""
    task: str = ""
    """The name of the secondary task that it is, for the tables."""
    mark: str = ""
    """What the moment is called in the data."""

    @model_validator(mode="after")
    def _is_whole(self) -> InstructionEntry:
        if (self.at is None) == (self.time is None):
            raise ValueError("say where or when: 'at' so far along the drive, or at a 'time'")
        if not (self.say or self.mark):
            raise ValueError("there is nothing to tell; add 'say' for the subject, or 'mark' for the data")
        if self.task and not self.say:
            raise ValueError("a task has to be told to the subject; add 'say'")
        return self


def prompter(
    entries: Sequence[InstructionEntry],
    tracks: Tracks,
    reading: Reading,
    *,
    route: int,
    subject: int,
    start: float,
    seconds: float,
) -> Prompter:
    """The module that tells instructions along a route; `start` is how far along it the subject begins, and `seconds`
    how long the drive may last."""
    drive = Line(tracks, route)
    for k, entry in enumerate(entries):
        if entry.at is not None and start + entry.at > drive.length:
            end = (drive.length - start) / 1000.0
            raise InputError(f"the drive ends at {end:.2f} km, before this place", reading.at("instructions", k, "at"))
        if entry.time is not None and entry.time > seconds:
            message = f"the drive is over after {seconds:g} s ('duration'), before this time"
            raise InputError(message, reading.at("instructions", k, "time"))
    prompts = [
        Prompt(None if entry.at is None else start + entry.at, entry.time, entry.say, entry.task, entry.mark)
        for entry in entries
    ]
    return Prompter("prompter", rate=RATE, prompts=tuple(prompts), drive=drive, subject=subject)
