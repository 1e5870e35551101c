"""Straying: whether the subject has left its drive, and where it went."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, isnan
from typing import Final, Literal, TypeAlias

import numpy as np

from seahaven.direction.director import LOST_FOR
from seahaven.direction.line import Spot
from seahaven.direction.view import View

__all__ = ["Departure", "Straying"]

Departure: TypeAlias = Literal["turned elsewhere", "turned round", "came back to the road", "came back to the drive"]
"""Why a drive is laid anew."""
TURNED_FOR: Final = 4.0
"""Seconds for which the subject is on another road, or goes the other way, until its drive is laid from there. Shorter,
and a car that waits across a junction gets a new drive; longer, and a place soon after a wrong turn is missed."""
BACK_FOR: Final = 1.0
"""Seconds for which it is on its drive again until it counts as back."""
MOVES: Final = 1.0
"""Speed (m/s) from which on it goes somewhere."""


@dataclass(slots=True)
class Straying:
    """How long the subject has been off its drive, and what it did meanwhile; plain values."""

    last: float = 0.0
    """How far along the drive it was when it was last on it (m)."""
    away: float = 0.0
    """Seconds since then."""
    off_road: float = 0.0
    """Seconds of these on no lane."""
    elsewhere: float = 0.0
    """For how long it has been on another road, along one of its lanes (s)."""
    against: float = 0.0
    """For how long it has driven against its lane (s), other than on the wrong side of its drive, as to overtake."""
    back: float = 0.0
    """For how long it has been on the drive again (s)."""

    def look(self, view: View, dt: float) -> None:
        """Take in where the subject is."""
        table, lane = view.table, int(view.table.lane[view.own])
        goes_along = lane >= 0 and _goes_along(view, lane)
        if goes_along and not isnan(view.at):
            self._is_on_drive(view.at, dt)
            return
        self.away, self.back = self.away + dt, 0.0
        self.off_road += dt if lane < 0 else 0.0
        is_against = lane >= 0 and not goes_along and not _is_opposite(view)
        moves = abs(float(table.speed[view.own])) > MOVES
        self.against = self.against + dt if is_against and moves else 0.0
        if not goes_along:
            self.elsewhere = 0.0
        elif view.drive.lane_map.junction[lane] < 0:
            self.elsewhere += dt

    def _is_on_drive(self, at: float, dt: float) -> None:
        self.last, self.elsewhere, self.against = at, 0.0, 0.0
        if self.away < LOST_FOR:
            self.away = self.off_road = 0.0
        else:
            self.back += dt

    def departure(self, view: View) -> Departure | None:
        """Why the drive is to be laid anew now; None while it is not."""
        if self.back >= BACK_FOR:
            return "came back to the road" if self.off_road > 0.0 else "came back to the drive"
        if self.against >= TURNED_FOR:
            return "turned round"
        if self.elsewhere < TURNED_FOR:
            return None
        if self.off_road >= TURNED_FOR:
            return "came back to the road"
        return "turned round" if _is_opposite(view) else "turned elsewhere"

    def start(self, view: View) -> Spot | None:
        """Where the new drive begins: where the subject is, on the lane in whose direction it goes; None for none."""
        lane, s = int(view.table.lane[view.own]), float(view.table.s[view.own])
        if self.against < TURNED_FOR:
            return Spot(lane, s)
        return _facing(view, lane, s)

    def settle(self, at: float) -> None:
        """Begin anew, so far along a new drive."""
        self.last, self.away, self.off_road, self.elsewhere, self.against, self.back = at, 0.0, 0.0, 0.0, 0.0, 0.0

    def wait(self) -> None:
        """Look again later: no drive could be laid."""
        self.elsewhere = self.against = 0.0


def _goes_along(view: View, lane: int) -> bool:
    """Whether the subject's vehicle points where its lane leads."""
    lane_map = view.drive.lane_map
    first, last = int(lane_map.first[lane]), int(lane_map.first[lane + 1]) - 1
    row = first + int(lane_map.s[first:last].searchsorted(view.table.s[view.own], side="right")) - 1
    return cos(float(view.table.heading[view.own]) - float(lane_map.heading[max(row, first)])) > 0.0


def _is_opposite(view: View) -> bool:
    """Whether the subject is on a road of its drive, on the side of those who come the other way."""
    lane_map, lane = view.drive.lane_map, int(view.table.lane[view.own])
    beside = (lane_map.road == lane_map.road[lane]) & (lane_map.along != lane_map.along[lane])
    return bool((view.drive.rank[np.flatnonzero(beside)] >= 0).any())


def _facing(view: View, lane: int, s: float) -> Spot | None:
    """The nearest lane of the same road that leads the other way; None where there is none."""
    lane_map = view.drive.lane_map
    while lane_map.left[lane] >= 0:
        is_opposite = bool(lane_map.left_opposite[lane])
        lane, s = lane_map.beside(lane, s, "left")
        if is_opposite:
            return Spot(int(lane), float(s))
    return None
