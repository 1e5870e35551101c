"""Who meets whom at a junction: for those who look on, not for drivers, who know of others only what they perceive."""

from __future__ import annotations

import numpy as np

from seahaven.behaviour.junctions.crossroads import (
    CONFLICTS,
    CROSS,
    FIRST_COME,
    FOE,
    GO_FIRST,
    HERE,
    KIND,
    MERGE,
    VERDICT,
    WAY,
    Crossroads,
)
from seahaven.geometry import Integers
from seahaven.world import Table

__all__ = ["opponents"]

RIGHTS = {GO_FIRST: "yields", FIRST_COME: "first come"}
"""What the other one does, by what the rules say of oneself; where nothing stands here, it goes first."""


def opponents(roads: Crossroads, lanes: int, table: Table, row: int) -> dict[int, str]:
    """Those whose way crosses or joins that of a vehicle, at the junction that it is in or comes to, by id.

    Each "goes first", "yields" or is there at "first come" by signs and rules, lights left aside. `lanes` is how many
    lanes there are; `row` is that of the vehicle in the table.
    """
    ways = _ways(roads, lanes, table)
    own = int(ways[row])
    if own < 0:
        return {}
    rows = slice(int(roads.links[own, CONFLICTS]), int(roads.links[own + 1, CONFLICTS]))
    conflicts = roads.conflicts[rows]
    meets = np.isin(conflicts[:, KIND], (CROSS, MERGE))
    rights = {int(foe): RIGHTS.get(int(verdict), "goes first") for foe, verdict in conflicts[meets][:, [FOE, VERDICT]]}
    return {int(table.ids[k]): rights[int(ways[k])] for k in range(len(ways)) if k != row and int(ways[k]) in rights}


def _ways(roads: Crossroads, lanes: int, table: Table) -> Integers:
    """The way through a junction that each vehicle is on, or comes to; -1 for none near."""
    entries = len(roads.entries) - lanes
    where = np.where(table.entry >= 0, table.entry, entries + table.lane)
    known = roads.entries[np.where(table.lane >= 0, where, 0)]
    here, ahead = known[:, HERE], np.where(table.null("junction"), -1, known[:, WAY])
    ways: Integers = np.where(table.lane < 0, -1, np.where(here >= 0, here, ahead)).astype(np.int64)
    return ways
