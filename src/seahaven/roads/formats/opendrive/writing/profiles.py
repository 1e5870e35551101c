"""Profiles as records of cubics."""

from __future__ import annotations

from collections.abc import Iterator

from seahaven.files import Element, new_element
from seahaven.roads.model import Profile


def profile_elements(tag: str, profile: Profile, *, start: str = "s") -> Iterator[Element]:
    """A record for each piece; `start` names the attribute that says where it begins."""
    names = (start, "a", "b", "c", "d")
    return (new_element(tag, dict(zip(names, piece, strict=True))) for piece in profile.pieces)
