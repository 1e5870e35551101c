"""Options that several commands share."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Final

import typer

__all__ = ["JSON", "Allow", "Json"]

JSON: Final = "seahaven.json"
"""Where the context of a command keeps whether JSON is wanted, for whoever tells about its failure."""


def _importable(packages: list[str] | None) -> list[str] | None:
    """Let Python find packages in the current folder too, last, so that nothing there can stand in for a library."""
    here = os.getcwd()
    if packages and here not in sys.path:
        sys.path.append(here)
    return packages


Allow = Annotated[
    list[str] | None,
    typer.Option(
        metavar="PACKAGE",
        callback=_importable,
        help="A package of yours that may run, installed or in this folder; repeat for more.",
    ),
]
"""Packages, besides our own, that a source may run code from."""


def _noted(context: typer.Context, wanted: bool) -> bool:
    context.meta[JSON] = wanted
    return wanted


Json = Annotated[bool, typer.Option("--json", callback=_noted, help="Print JSON for other programs.")]
"""JSON on the standard output, and nothing else there."""
