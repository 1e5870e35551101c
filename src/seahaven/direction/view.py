"""What directors see in one step: everybody along the drive, seen from the subject."""

from __future__ import annotations

from math import isnan

import numpy as np

from seahaven.direction.line import Line
from seahaven.direction.outlook import Outlook
from seahaven.geometry import Floats
from seahaven.world import Table

__all__ = ["View"]


class View:
    """The vehicles of a step, and where they are along the subject's drive."""

    def __init__(self, table: Table, drive: Line, subject: int, outlook: Outlook) -> None:
        self.table = table
        self.drive = drive
        self.subject = subject
        self.outlook = outlook
        self.along: Floats = drive.at(table.lane, table.s)
        self.own = self.row(subject)
        self.at = float(self.along[self.own]) if self.own >= 0 else float("nan")

    @property
    def is_lost(self) -> bool:
        """Whether the subject is gone, or off the drive."""
        return isnan(self.at)

    @property
    def front(self) -> float:
        """How far along the drive the subject's front is."""
        return self.at + 0.5 * float(self.table.length[self.own])

    @property
    def has_left(self) -> bool:
        """Whether there is a lane to the left of the subject's."""
        return not self.is_lost and int(self.drive.rank[self.table.lane[self.own]]) > 0

    @property
    def has_right(self) -> bool:
        """Whether there is one to the right of it that is no shoulder."""
        if self.is_lost:
            return False
        right = int(self.drive.lane_map.right[self.table.lane[self.own]])
        return right >= 0 and right in self.drive.lanes_at(self.at).tolist()

    def row(self, entity: int) -> int:
        """The row of an entity; -1 if it is gone."""
        ids = self.table.ids
        row = int(np.searchsorted(ids, entity))
        return row if row < len(ids) and ids[row] == entity else -1

    def ahead(self, row: int) -> float | None:
        """How far somebody's centre is ahead of the subject's; None off the drive."""
        metres = float(self.along[row]) - self.at
        return None if isnan(metres) else metres

    def reach(self, row: int) -> float:
        """Half of somebody's length and half the subject's."""
        return 0.5 * float(self.table.length[row] + self.table.length[self.own])

    def gap(self, row: int) -> float | None:
        """From bumper to bumper, to somebody ahead or behind; negative for one beside."""
        ahead = self.ahead(row)
        return None if ahead is None else abs(ahead) - self.reach(row)

    def side(self, row: int) -> int:
        """How many lanes to the left of somebody's lane the subject's is; 0 off the drive."""
        ranks = self.drive.rank
        own, other = int(self.table.lane[self.own]), int(self.table.lane[row])
        if own < 0 or other < 0 or ranks[own] < 0 or ranks[other] < 0:
            return 0
        return int(ranks[other] - ranks[own])
