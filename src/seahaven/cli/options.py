"""Options that several commands share."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

__all__ = ["Allow", "Json"]


def _importable(packages: list[str] | None) -> list[str] | None:
    """Let Python find packages in the current folder too, last, so that nothing there can stand in for a library."""
    here = os.getcwd()
    if packages and here not in sys.path:
        sys.path.append(here)
    return packages


Allow = Annotated[
    list[str] | None,
    typer.Option(metavar="PACKAGE", callback=_importable, help="A package whose code may run; repeat for more."),
]
"""Packages, besides our own, that a source may run code from."""

Json = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
"""JSON on the standard output, and nothing else there."""
