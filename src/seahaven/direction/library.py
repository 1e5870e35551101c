"""The situations that studies use by name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from seahaven.direction import situations
from seahaven.direction.situation import Situation

__all__ = ["LIBRARY", "name_of", "title"]


def title(situation: type[Situation]) -> str:
    """The name of a situation in words: `SuddenBraking` is a sudden braking."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", situation.__name__).lower()


LIBRARY: Mapping[str, type[Situation]] = MappingProxyType(
    {title(kind): kind for kind in (getattr(situations, name) for name in situations.__all__)}
)


def name_of(situation: type[Situation]) -> str:
    """What a study calls a situation by: its name in the library, or `package.module:Name`."""
    if LIBRARY.get(title(situation)) is situation:
        return title(situation)
    return f"{situation.__module__}:{situation.__qualname__}"
