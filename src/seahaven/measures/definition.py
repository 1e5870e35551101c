"""Definitions: what each measure is, in which unit, and where the definition comes from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

__all__ = ["DEFINITIONS", "Definition", "defined"]

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Definition:
    """One measure: the function that computes it, its title, unit, meaning and source.

    `standard` is its name in SAE J2944, empty where that standard has none.
    """

    name: str
    title: str
    unit: str
    meaning: str
    standard: str
    source: str


DEFINITIONS: Final[dict[str, Definition]] = {}
"""All measures of this room, by the names of their functions."""


def defined(title: str, unit: str, *, meaning: str, source: str, standard: str = "") -> Callable[[Function], Function]:
    """Declare that a function computes a measure; documentation and tables take their words from here."""

    def declare(function: Function) -> Function:
        name = function.__name__
        DEFINITIONS[name] = Definition(name, title, unit, meaning, standard, source)
        return function

    return declare
