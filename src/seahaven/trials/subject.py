"""Virtual subjects: drivers who stand in for people, each unlike the others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from seahaven.errors import InputError
from seahaven.files import Document
from seahaven.kernel import Stream

__all__ = ["driven_by", "kind_of"]

_CHARACTERS: Final = ("cautious", "ordinary", "hurried")


def kind_of(number: int, seed: int) -> str:
    """What kind of driver a person is of those who stand in for the participants of an experiment."""
    return _CHARACTERS[(number + seed) % len(_CHARACTERS)]


def driven_by(document: Document, kind: str, number: int) -> Document:
    """The study with a person of a kind at the wheel of its subject, instead of its own driver."""
    data: Any = document.data
    if not isinstance(data, dict) or not isinstance(data.get("subject"), dict):
        raise InputError("a virtual subject needs a subject to stand in for; add 'subject'", document.at())
    pace, headway = (Stream.named(number, f"a {kind} subject").uniform(draw=draw) for draw in (0, 1))
    driver: Any = {"like": kind, "speed_factor": round(0.8 + 0.5 * pace, 3), "headway": f"{0.7 + 1.6 * headway:.2f} s"}
    return replace(document, data={**data, "subject": {**data["subject"], "driver": driver}})
