"""Virtual subjects in place of a study's own driver."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from seahaven.errors import InputError
from seahaven.files import Document
from seahaven.seats import virtual_subject

__all__ = ["driven_by", "kind_of"]


def kind_of(number: int, seed: int) -> str:
    """What kind of driver a person of the standard population is."""
    return virtual_subject(number, seed).kind


def driven_by(document: Document, kind: str, number: int) -> Document:
    """The study with a person of a kind at the wheel of its subject, instead of its own driver."""
    data: Any = document.data
    if not isinstance(data, dict) or not isinstance(data.get("subject"), dict):
        raise InputError("a virtual subject needs a subject to stand in for; add 'subject'", document.at())
    driver: Any = {"virtual": {"kind": kind, "number": number}}
    return replace(document, data={**data, "subject": {**data["subject"], "driver": driver}})
