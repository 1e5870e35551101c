"""Compiled: who is honked at: the vehicle before one whose horn sounds."""

from __future__ import annotations

from math import cos
from typing import Any

import numpy as np

from seahaven.behaviour.perception.columns import GAP, HONKED_AT, LEADER_ROW, NO_FRONT, OWN_SIGNS
from seahaven.geometry import Floats
from seahaven.geometry.compiled import inlined, put_byte

EARSHOT = 25.0
"""Metres behind a vehicle within which a horn is meant for it."""
SAME_WAY = 0.5
"""Cosine of the angle between two vehicles above which both drive the same way."""


@inlined
def hear_horns(horn: Any, heading: Floats, views: Floats, addresses: Any, was_any: bool) -> bool:
    """Note for each driver whether it is honked at from behind; whether any may be."""
    if was_any:
        for i in range(len(horn)):
            put_byte(addresses[HONKED_AT], np.uintp(i), np.int8(0))
    is_any = False
    for i in range(len(horn)):
        if horn[i] != 0 and not int(views[i, OWN_SIGNS]) & NO_FRONT and views[i, GAP] < EARSHOT:
            leader = int(views[i, LEADER_ROW])
            if leader >= 0 and cos(heading[leader] - heading[i]) > SAME_WAY:
                put_byte(addresses[HONKED_AT], np.uintp(leader), np.int8(1))
                is_any = True
    return is_any
