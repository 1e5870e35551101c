"""Options that several commands share."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Final

import typer

from seahaven.cli import quantity
from seahaven.cli.settings import allowed_always

__all__ = ["JSON", "Allow", "Json", "look_here"]

JSON: Final = "seahaven.json"
"""Where the context of a command keeps whether JSON is wanted, for the message about its failure."""


def look_here() -> None:
    """Have packages found in the current folder, too.

    That comes last on Python's path, so that nothing there can stand in for a library.
    """
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)


def _importable(names: list[str] | None) -> list[str] | None:
    """What may run, the user's settings included; packages are found in the current folder, too."""
    if names:
        look_here()
    return [*(names or ()), *allowed_always()] or None


Allow = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME",
        callback=_importable,
        help="A package of yours that may run, installed or in this folder, or a program that may drive; repeatable.",
    ),
]
"""Packages, besides our own, that a source may run code from, and programs that it may start."""


def _noted(context: typer.Context, wanted: bool) -> bool:
    context.meta[JSON] = wanted
    return wanted


Json = Annotated[bool, typer.Option("--json", callback=_noted, help="Print JSON for other programs.")]
"""JSON on the standard output, and nothing else there."""

Pace = Annotated[
    float | None,
    typer.Option(
        parser=quantity.pace,
        metavar="FACTOR",
        help="A multiple of real time to hold the run to, or 'realtime'.",
        show_default="as fast as possible",
    ),
]
