"""What a picked driver perceives: leader, followers, neighbours on either side, and what it meets at the junction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from seahaven.behaviour import Junctions
from seahaven.direction import Vicinity
from seahaven.reels.map import Mark
from seahaven.studio.layers.outlook import Outlook
from seahaven.world import Table

__all__ = ["perception"]

REACH: Final = 350.0
"""Metres along the roads within which neighbours are looked for."""
NEAR: Final = 4.0
"""A vehicle is the one that a driver perceives if its gap is within so many metres of the perceived one."""
SIDES: Final = (("", 0, "same lane"), ("left_", 1, "left"), ("right_", -1, "right"))
RIGHTS: Final = {"goes first": "grave", "first come": "doubt", "yields": "good"}


def perception(outlook: Outlook) -> Iterator[Mark]:
    """Ties from each picked vehicle to those that its driver knows of, with gaps, and what holds it at the junction."""
    table = outlook.vehicles
    for entity in outlook.picked:
        row = outlook.row(entity)
        if row < 0 or "rear_gap" not in table.type.columns:
            continue
        yield from _neighbours(outlook, table, row)
        yield from _junction(outlook, table, row)
        yield from _reach(table, row)


def _value(table: Table, name: str, row: int) -> float | None:
    """A column's value; None where it is null or not there."""
    if name not in table.type.columns:
        return None
    if table.type.columns[name].nullable and table.null(name)[row]:
        return None
    return float(getattr(table, name)[row])


def _neighbours(outlook: Outlook, table: Table, row: int) -> Iterator[Mark]:
    own, leader = int(table.ids[row]), _value(table, "leader", row)
    gap = _value(table, "gap", row)
    if leader is not None and gap is not None:
        yield Mark("gap", at=own, to=int(leader), text=_told(table, row, "", gap, "ahead"))
    lane = int(table.lane[row])
    if outlook.lane_map is None or lane < 0:
        return
    around = outlook.kept.setdefault(f"vicinity {lane}", Vicinity(outlook.lane_map, lane, reach=REACH))
    ahead = around.offset[table.lane] + table.s - float(table.s[row])
    gaps = np.abs(ahead) - 0.5 * (table.length + float(table.length[row]))
    for prefix, side, word in SIDES:
        for is_ahead in (True, False):
            if not prefix and is_ahead:
                continue
            perceived = _value(table, f"{prefix}gap" if is_ahead else f"{prefix}rear_gap", row)
            found = _found(gaps, (around.side[table.lane] == side) & ((ahead > 0.0) == is_ahead), perceived, row)
            if perceived is not None and found is not None:
                where = "ahead" if is_ahead else "behind"
                name = prefix if is_ahead else f"{prefix}rear_"
                text = _told(table, row, name, perceived, where if not prefix else f"{word} {where}")
                yield Mark("speed" if prefix else "gap", at=own, to=int(table.ids[found]), text=text, is_dashed=True)


def _found(gaps: Any, meant: Any, perceived: float | None, row: int) -> int | None:
    """The row of the one whose gap is nearest to the perceived one."""
    if perceived is None:
        return None
    away = np.where(meant, np.abs(gaps - perceived), np.inf)
    away[row] = np.inf
    best = int(np.nanargmin(np.where(np.isnan(away), np.inf, away)))
    return best if away[best] < NEAR else None


def _told(table: Table, row: int, prefix: str, gap: float, word: str) -> str:
    closing = _value(table, f"{prefix}closing", row)
    rate = f", {closing:+.1f} m/s" if closing is not None and abs(closing) >= 0.05 else ""
    return f"{word} {gap:.0f} m{rate}"


def _junction(outlook: Outlook, table: Table, row: int) -> Iterator[Mark]:
    own = int(table.ids[row])
    for module in outlook.modules(Junctions):
        for entity, right in module.opponents(table, own).items():
            yield Mark(RIGHTS[right], at=own, to=entity, text=right, is_dashed=True)  # type: ignore[arg-type]  # an ink
    hold = _value(table, "hold", row)
    if hold is not None:
        slack = _value(table, "slack", row)
        text = "may wait here" if slack is None else f"may wait here, slack {slack:.1f} s"
        yield from _ahead(outlook, table, row, hold, "doubt", text)
    block = _value(table, "block", row)
    if block is not None:
        yield from _ahead(outlook, table, row, block, "grave", "has to stand here")


def _ahead(outlook: Outlook, table: Table, row: int, metres: float, ink: Any, text: str) -> Iterator[Mark]:
    """A bar across the own lane so far ahead of the front, as long as that lies on the lane."""
    lane, s = int(table.lane[row]), float(table.s[row]) + 0.5 * float(table.length[row]) + metres
    if outlook.lane_map is None or lane < 0 or not 0.0 <= s <= float(outlook.lane_map.length[lane]):
        return
    half = 0.5 * float(outlook.lane_map.width(lane, s))
    ends = outlook.point(lane, s, half), outlook.point(lane, s, -half)
    yield Mark(ink, at=outlook.point(lane, s), path=ends, width=0.5, text=text)


def _reach(table: Table, row: int) -> Iterator[Mark]:
    """How far it sees: by its eyes, or as far as the weather lets it."""
    reach = min(_value(table, "sight", row) or np.inf, _value(table, "visibility", row) or np.inf)
    if np.isfinite(reach):
        yield Mark("calm", at=int(table.ids[row]), reach=float(reach), is_dashed=True, text=f"sees {reach:.0f} m")
