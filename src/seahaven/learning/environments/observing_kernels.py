"""Compiled: what agents observe, written into arrays with a row for each agent."""

from __future__ import annotations

from math import cos, sin
from typing import Any

import numpy as np

from seahaven.geometry.compiled import bytes_at, compiled, floats_at, integers_at, shorts_at

FLOAT, SHORT, BYTE, INTEGER = range(4)
"""The types of columns."""
AT, KIND, NULL = range(3)
"""The columns of a table of features: the address of a column, its type, and where it says what is null, or 0."""
SCALE, NOTHING, EQUALS = range(3)
"""The columns of a table of their numbers: what counts as 1, what null counts as, and the code that counts as 1, or
NaN where the value itself counts."""
PRESENT, AHEAD, LEFT, AHEAD_SPEED, LEFT_SPEED, COSINE, SINE, LENGTH, WIDTH, IS_PERSON = range(10)
"""The columns of a list of road users."""
ALONG = 0.5
"""m, from one point of a box to the next that are put into an occupancy grid."""


@compiled
def gather(features: Any, numbers: Any, rows: Any, out: Any) -> None:
    """The features of the vehicles in some rows, each from -1 to 1."""
    for f in range(len(features)):
        at, kind, null = features[f, AT], features[f, KIND], features[f, NULL]
        scale, nothing, equals = numbers[f, SCALE], numbers[f, NOTHING], numbers[f, EQUALS]
        for k in range(len(rows)):
            row = rows[k]
            if null != 0 and bytes_at(null)[row] != 0:
                out[k, f] = nothing
                continue
            if kind == FLOAT:
                value = floats_at(at)[row]
            elif kind == SHORT:
                value = np.float64(shorts_at(at)[row])
            elif kind == BYTE:
                value = np.float64(bytes_at(at)[row])
            else:
                value = np.float64(integers_at(at)[row])
            if equals == equals:
                out[k, f] = 1.0 if value == equals else 0.0
            else:
                out[k, f] = min(max(value / scale, -1.0), 1.0)


@compiled
def list_users(
    users: Any, rows: Any, first: Any, last: Any, people: int, reach: float, fastest: float, out: Any
) -> None:
    """The nearest road users of each agent within reach, the agent itself first, in its own frame.

    `users` are x, y, heading, speed, length and width of all, people behind the vehicles from row `people` on.
    """
    x, y, heading, speed, length, width = users
    room = out.shape[1]
    nearest, away = np.empty(room, np.int64), np.empty(room, np.float64)
    for k in range(len(rows)):
        me, many = rows[k], 1
        nearest[0], away[0] = me, -1.0
        for part in range(2):
            low = first[k] if part == 0 else people
            high = last[k] if part == 0 else len(x)
            for i in range(low, high):
                distance = np.hypot(x[i] - x[me], y[i] - y[me])
                if i == me or distance > reach or (many == room and distance >= away[room - 1]):
                    continue
                place = many if many < room else room - 1
                while place > 1 and away[place - 1] > distance:
                    nearest[place], away[place] = nearest[place - 1], away[place - 1]
                    place -= 1
                nearest[place], away[place] = i, distance
                many = min(many + 1, room)
        c, s = cos(heading[me]), sin(heading[me])
        own_x, own_y = speed[me] * c, speed[me] * s
        out[k, :, :] = 0.0
        for j in range(many):
            i = nearest[j]
            dx, dy = x[i] - x[me], y[i] - y[me]
            vx, vy = speed[i] * cos(heading[i]), speed[i] * sin(heading[i])
            if j > 0:
                vx, vy = vx - own_x, vy - own_y
            turned = heading[i] - heading[me]
            out[k, j, PRESENT] = 1.0
            out[k, j, AHEAD], out[k, j, LEFT] = (dx * c + dy * s) / reach, (dy * c - dx * s) / reach
            out[k, j, AHEAD_SPEED] = min(max((vx * c + vy * s) / fastest, -1.0), 1.0)
            out[k, j, LEFT_SPEED] = min(max((vy * c - vx * s) / fastest, -1.0), 1.0)
            out[k, j, COSINE], out[k, j, SINE] = cos(turned), sin(turned)
            out[k, j, LENGTH], out[k, j, WIDTH] = min(length[i] / 20.0, 1.0), min(width[i] / 4.0, 1.0)
            out[k, j, IS_PERSON] = 1.0 if i >= people else 0.0


@compiled
def fill_grid(users: Any, rows: Any, first: Any, last: Any, people: int, frame: Any, fastest: float, out: Any) -> None:
    """Occupancy grids of agents: who is where around each, and how fast, relative to it.

    `frame` is how far the grid reaches behind, how far to the right, and the size of a cell ahead and to the left.
    """
    x, y, heading, speed, length, width = users
    behind, right, deep, broad = frame[0], frame[1], frame[2], frame[3]
    for k in range(len(rows)):
        me = rows[k]
        c, s = cos(heading[me]), sin(heading[me])
        out[k, :, :, :] = 0.0
        for part in range(2):
            low = first[k] if part == 0 else people
            high = last[k] if part == 0 else len(x)
            for i in range(low, high):
                if i == me:
                    continue
                dx, dy = x[i] - x[me], y[i] - y[me]
                ahead, left = dx * c + dy * s, dy * c - dx * s
                half = 0.5 * (length[i] + width[i])
                if ahead + half < -behind or ahead - half > deep * out.shape[2] - behind:
                    continue
                if left + half < -right or left - half > broad * out.shape[3] - right:
                    continue
                turned = heading[i] - heading[me]
                along_x, along_y = cos(turned), sin(turned)
                pace, drift = speed[i] * along_x - speed[me], speed[i] * along_y
                steps, sides = int(np.ceil(length[i] / ALONG)), int(np.ceil(width[i] / ALONG))
                for a in range(steps + 1):
                    for b in range(sides + 1):
                        p, q = (a / steps - 0.5) * length[i], (b / sides - 0.5) * width[i]
                        row = int(np.floor((ahead + p * along_x - q * along_y + behind) / deep))
                        column = int(np.floor((left + p * along_y + q * along_x + right) / broad))
                        if 0 <= row < out.shape[2] and 0 <= column < out.shape[3]:
                            out[k, 0, row, column] = 1.0
                            out[k, 1, row, column] = min(max(pace / fastest, -1.0), 1.0)
                            out[k, 2, row, column] = min(max(drift / fastest, -1.0), 1.0)
