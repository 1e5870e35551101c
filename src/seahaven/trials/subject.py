"""Virtual subjects: drivers who stand in for people, each unlike the others."""

from __future__ import annotations

from typing import Any, Final

from seahaven.errors import InputError
from seahaven.files import Document
from seahaven.kernel import Stream

__all__ = ["as_subject"]

_CHARACTERS: Final = ("cautious", "ordinary", "hurried")


def as_subject(document: Document, number: int, seed: int) -> tuple[str, dict[str, Any]]:
    """The kind of a virtual subject, and what a study says so that it drives instead of the study's own."""
    if not isinstance(document.data, dict) or not isinstance(document.data.get("subject"), dict):
        raise InputError("a virtual subject needs a subject to stand in for; add 'subject'", document.at())
    draws = Stream.named(seed, "virtual subjects")
    character = _CHARACTERS[(number - 1) % len(_CHARACTERS)]
    pace, headway = (draws.uniform(entity=number, draw=draw) for draw in (0, 1))
    driver = {"like": character, "speed_factor": round(0.8 + 0.5 * pace, 3), "headway": f"{0.7 + 1.6 * headway:.3f} s"}
    return character, {"subject": {"driver": driver}}
