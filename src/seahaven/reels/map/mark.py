"""Marks: what is drawn on a map besides roads, vehicles and lights, by `web/marks.js`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

__all__ = ["Ink", "Mark", "Point", "Spot"]

Point: TypeAlias = tuple[float, float]
"""x and y (m)."""
Spot: TypeAlias = Point | int
"""A point, or the id of an entity, which a mark follows."""
Ink: TypeAlias = Literal["calm", "gap", "speed", "role", "subject", "good", "doubt", "grave", "dim", "plain"]


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark: a text at a spot, with a circle around it, a tie to another spot, or a line along a path.

    Mark("gap", at=12, to=17, text="24 m")
    Mark("calm", at=(10.0, 4.0), reach=150.0, text="works")
    Mark("plain", path=((0.0, 0.0), (0.0, 7.5)), width=1.0, handle="trigger gate")
    """

    ink: Ink
    at: Spot | None = None
    to: Spot | None = None
    reach: float = 0.0
    """Radius of the circle around `at` (m)."""
    path: tuple[Point, ...] = ()
    width: float = 0.0
    """Of the path (m); 0: as thin as other lines."""
    text: str = ""
    is_dashed: bool = False
    is_filled: bool = False
    """Whether the circle is filled."""
    handle: str = ""
    """What is moved if somebody drags it by its point; empty: nothing."""

    def plain(self, layer: str) -> dict[str, Any]:
        """As the page reads it: what is not there is left out, and metres go down to centimetres."""
        told: dict[str, Any] = {"layer": layer, "ink": self.ink}
        for name in ("at", "to"):
            spot = getattr(self, name)
            if spot is not None:
                told[name] = spot if isinstance(spot, int) else _rounded(spot)
        if self.path:
            told["path"] = [_rounded(point) for point in self.path]
        told |= {name: round(value, 2) for name in ("reach", "width") if (value := getattr(self, name))}
        told |= {name: value for name in ("text", "is_dashed", "is_filled", "handle") if (value := getattr(self, name))}
        return told


def _rounded(point: Point) -> list[float]:
    return [round(float(value), 2) for value in point]
