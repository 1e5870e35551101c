"""Road marks."""

from __future__ import annotations

from functools import lru_cache
from math import isfinite

from seahaven.files import Element
from seahaven.roads.formats.opendrive.remarks import Remarks
from seahaven.roads.model import Crossing, Mark, MarkKind

__all__ = ["read_mark"]

_KINDS = {kind.value: kind for kind in MarkKind} | {"bott's dots": MarkKind.BOTTS_DOTS, "": MarkKind.NONE}
_CROSSINGS: dict[str | None, Crossing | None] = {None: None, **{crossing.value: crossing for crossing in Crossing}}


def read_mark(mark: Element, remarks: Remarks) -> Mark:
    """One road mark; paint of an unknown kind is kept as custom."""
    said = mark.attributes.get
    try:
        return _mark(
            said("type", ""),
            said("sOffset", "0"),
            said("laneChange"),
            said("color", "standard"),
            said("width"),
            said("weight", "standard"),
            said("material", "standard"),
        )
    except (KeyError, ValueError):
        return _doubtful(mark, remarks)


# Marks are a fifth of a large file, and most of them say the same.
@lru_cache(maxsize=10_000)
def _mark(kind: str, start: str, change: str | None, color: str, width: str | None, weight: str, material: str) -> Mark:
    s, wide = float(start), None if width is None else float(width)
    if not isfinite(s + (wide or 0.0)):
        raise ValueError(start, width)
    return Mark(_KINDS[kind], s, _CROSSINGS[change], color, wide, weight, material)


def _doubtful(mark: Element, remarks: Remarks) -> Mark:
    """A mark of which something is unknown; refused where something is no number."""
    kind, change = mark.attributes.get("type", ""), mark.attributes.get("laneChange")
    if kind not in _KINDS:
        remarks.note("seahaven:roadMark.type", mark, f"road mark type '{kind}' is unknown; taken as custom")
    if change not in _CROSSINGS:
        remarks.note("seahaven:roadMark.laneChange", mark, f"laneChange '{change}' is unknown; the paint decides")
    return Mark(
        _KINDS.get(kind, MarkKind.CUSTOM),
        mark.number("sOffset", 0.0),
        _CROSSINGS.get(change),
        mark.attributes.get("color", "standard"),
        mark.number("width", None),
        mark.attributes.get("weight", "standard"),
        mark.attributes.get("material", "standard"),
    )
