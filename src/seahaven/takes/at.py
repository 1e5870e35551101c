"""Errors with the place in the study file that led to them."""

from __future__ import annotations

from seahaven.errors import InputError, Position, SeahavenError

__all__ = ["At"]


class At:
    """Gives errors from inside the place in the file that led there, unless they have one of their own.

    with At(document.at("roads")):
        network = read_roads(path)
    """

    def __init__(self, at: Position) -> None:
        self._at = at

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, SeahavenError) and getattr(error, "at", None) is None:
            raise InputError(str(error), self._at) from error.__cause__
