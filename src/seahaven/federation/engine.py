"""The library of the run-time infrastructure, loaded when it is first used: the extra `federation` brings it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from seahaven.errors import InputError

__all__: list[str] = []


def __getattr__(name: str) -> Any:
    """Whatever the library offers."""
    if name.startswith("__"):
        raise AttributeError(name)
    try:
        value = getattr(import_module("helics"), name)
    except ModuleNotFoundError:
        raise InputError(
            "federations need the library 'helics'; install it: pip install 'seahaven[federation]'"
        ) from None
    globals()[name] = value
    return value
