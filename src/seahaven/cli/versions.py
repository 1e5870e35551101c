"""What is installed: Seahaven, Python, and the libraries that Seahaven names as its own."""

from __future__ import annotations

import platform
import re
from importlib.metadata import requires, version

__all__ = ["versions"]


def versions() -> dict[str, str]:
    """Give the installed version of everything that a run depends on, by name; optional extras are left out."""
    libraries = [_name(line) for line in requires("seahaven") or () if "extra ==" not in line]
    return {
        "seahaven": version("seahaven"),
        "python": platform.python_version(),
        **{library: version(library) for library in sorted(libraries)},
    }


def _name(requirement: str) -> str:
    """The package that a line such as `numpy>=2.1` asks for."""
    return re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0]
