"""Compiled: tracks of objects, kept by Kalman filters from what sensors report.

A track moves on straight at a steady speed, give or take some acceleration. A report is a place with different errors
along the line of sight and across it, so the two are taken in one after the other, as scalars. Closing speeds of
radars and speeds by radio are further scalars.
"""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin

import numpy as np

from seahaven.geometry import Floats, Integers
from seahaven.geometry.compiled import compiled, compiled_part

(
    X, Y, VX, VY, LENGTH, WIDTH, HEIGHT, HEADING, SEEN, SPEED, ACCELERATION, KNOWS_SIZE, KNOWS_HEADING, COVARIANCE,
) = range(14)  # fmt: skip
"""The numbers of a track: place and velocity, box, when it was last seen, speed and acceleration of late, whether a
sensor has told its size and its heading, and then the sixteen numbers of its covariance."""
NUMBERS = COVARIANCE + 16
NUMBER, HITS, TURN_LIGHT, BRAKE_LIGHT, TAKEN, KINDS = range(6)
"""Its whole numbers: its own, how often it was seen, its lights, by which reading it was updated last; then how often
each kind was recognised."""
MOST_KINDS = 8
WHOLES = KINDS + MOST_KINDS
RADAR, LIDAR, CAMERA, V2X = range(4)
RESTLESS = 3.0
"""m/s². Standard deviation of accelerations that a track does not foresee."""
QUICK = 15.0
"""m/s. Standard deviation of the speeds of new tracks."""
GATE = 16.0
"""Squared standard deviations within which a report belongs to a track."""
FURTHEST = 50.0
"""m. Further from where it was expected no report belongs to a track."""
VAGUE = 3.0
"""m. A report with a larger error along the line of sight begins no track where there is one about already."""
SURE = 3
"""A track is shown from so many reports on."""
FORGOTTEN, DOUBTED = 1.0, 0.5
"""s. After so long without a report a track is dropped; one that is not shown yet earlier."""
SAME = 1.5
"""m. Two tracks nearer to each other than this are one object, whose older track stays."""
SMOOTH = 0.2
"""The weight of a new size or acceleration against those before."""
MARGIN = 0.5
"""m. What lies within the ego's box and so much around it is the ego itself."""


@compiled_part
def rounded_off(angle: float) -> float:
    """An angle between -pi and pi."""
    return float(angle - 2.0 * pi * np.ceil(angle * (0.5 / pi) - 0.5))


@compiled
def carry_on(tracks: Floats, count: int, dt: float) -> None:
    """Move tracks on by some time."""
    q = RESTLESS * RESTLESS
    q00, q02, q22 = 0.25 * q * dt**4, 0.5 * q * dt**3, q * dt * dt
    for k in range(count):
        t = tracks[k]
        t[X] += dt * t[VX]
        t[Y] += dt * t[VY]
        for j in range(4):  # rows of places take in those of velocities, then columns
            t[COVARIANCE + j] += dt * t[COVARIANCE + 8 + j]
            t[COVARIANCE + 4 + j] += dt * t[COVARIANCE + 12 + j]
        for j in range(4):
            t[COVARIANCE + 4 * j] += dt * t[COVARIANCE + 4 * j + 2]
            t[COVARIANCE + 4 * j + 1] += dt * t[COVARIANCE + 4 * j + 3]
        t[COVARIANCE] += q00
        t[COVARIANCE + 5] += q00
        t[COVARIANCE + 2] += q02
        t[COVARIANCE + 8] += q02
        t[COVARIANCE + 7] += q02
        t[COVARIANCE + 13] += q02
        t[COVARIANCE + 10] += q22
        t[COVARIANCE + 15] += q22


@compiled_part
def take_in(t: Floats, h0: float, h1: float, h2: float, h3: float, residual: float, variance: float) -> None:
    """Correct a track by one number: what was measured less what was expected, along a direction of its state."""
    c = COVARIANCE
    g0 = t[c] * h0 + t[c + 1] * h1 + t[c + 2] * h2 + t[c + 3] * h3
    g1 = t[c + 4] * h0 + t[c + 5] * h1 + t[c + 6] * h2 + t[c + 7] * h3
    g2 = t[c + 8] * h0 + t[c + 9] * h1 + t[c + 10] * h2 + t[c + 11] * h3
    g3 = t[c + 12] * h0 + t[c + 13] * h1 + t[c + 14] * h2 + t[c + 15] * h3
    scale = 1.0 / (h0 * g0 + h1 * g1 + h2 * g2 + h3 * g3 + variance)
    gains = (g0, g1, g2, g3)
    for i in range(4):
        t[X + i] += gains[i] * scale * residual
        for j in range(4):
            t[c + 4 * i + j] -= gains[i] * scale * gains[j]


@compiled_part
def begin_track(t: Floats, w: Integers, number: int, x: float, y: float, ux: float, uy: float, radial: float,
                across: float) -> None:  # fmt: skip
    """A new track where a report is."""
    t[:] = 0.0
    w[:] = 0
    t[X], t[Y] = x, y
    t[LENGTH], t[WIDTH], t[HEIGHT] = 4.5, 1.8, 1.5
    t[COVARIANCE] = radial * ux * ux + across * uy * uy
    t[COVARIANCE + 1] = (radial - across) * ux * uy
    t[COVARIANCE + 4] = t[COVARIANCE + 1]
    t[COVARIANCE + 5] = radial * uy * uy + across * ux * ux
    t[COVARIANCE + 10] = t[COVARIANCE + 15] = QUICK * QUICK
    w[NUMBER] = number


@compiled_part
def belonging(
    tracks: Floats, wholes: Integers, count: int, turn: int, x: float, y: float, lag: float, ux: float, uy: float,
    radial: float, across: float,
) -> int:  # fmt: skip
    """The track to which a report belongs, of those that this reading has not updated yet.

    -1 stands for none, so that it begins a track; -2 for a report that is too vague for that, with others about.
    """
    best, least, c = -1, GATE, COVARIANCE
    is_vague, is_near = radial > VAGUE * VAGUE, False
    for k in range(count):
        t = tracks[k]
        dx, dy = x - t[X] + lag * t[VX], y - t[Y] + lag * t[VY]
        if abs(dx) > FURTHEST or abs(dy) > FURTHEST:
            continue
        if wholes[k, TAKEN] == turn:
            is_near = True
            continue
        along, aside = dx * ux + dy * uy, dy * ux - dx * uy
        cross = 2.0 * t[c + 1] * ux * uy
        s_along = t[c] * ux * ux + cross + t[c + 5] * uy * uy + radial
        s_aside = t[c] * uy * uy - cross + t[c + 5] * ux * ux + across
        off = along * along / s_along + aside * aside / s_aside
        if off < least:
            best, least = k, off
    return -2 if best < 0 and is_vague and is_near else best


@compiled
def fuse(
    kind: int, figures: Floats, codes: Integers, brakes: Integers, noise: Floats, mount: Floats, ego: Floats,
    now: float, date: float, turn: int, next_number: int, tracks: Floats, wholes: Integers, count: int,
) -> tuple[int, int]:  # fmt: skip
    """Take a reading in; how many tracks there are then, and the number that the next new one gets.

    `mount` is roadside, ahead, left and turned; `ego` is x, y, heading, speed, yaw rate, length and width by now.
    """
    lag = now - date
    gx, gy, gh = ego[0] - lag * ego[3] * cos(ego[2]), ego[1] - lag * ego[3] * sin(ego[2]), ego[2] - lag * ego[4]
    c, s = cos(gh), sin(gh)
    sx, sy, sh = mount[1], mount[2], mount[3]
    wx, wy = 0.0, 0.0
    if mount[0] == 0.0:
        sx, sy, sh = gx + mount[1] * c - mount[2] * s, gy + mount[1] * s + mount[2] * c, gh + mount[3]
        wx, wy = ego[3] * c - ego[4] * (sy - gy), ego[3] * s + ego[4] * (sx - gx)
    stale = 0.5 * RESTLESS * lag * lag
    for n in range(figures.shape[1]):
        if kind == V2X:
            x, y = figures[0, n], figures[1, n]
        elif kind == LIDAR:
            x = sx + figures[0, n] * cos(sh) - figures[1, n] * sin(sh)
            y = sy + figures[0, n] * sin(sh) + figures[1, n] * cos(sh)
        else:
            distance, bearing = (figures[0, n], figures[1, n]) if kind == RADAR else (figures[1, n], figures[0, n])
            x, y = sx + distance * cos(sh + bearing), sy + distance * sin(sh + bearing)
        ahead, left = (x - gx) * c + (y - gy) * s, (y - gy) * c - (x - gx) * s
        if abs(ahead) < 0.5 * ego[5] + MARGIN and abs(left) < 0.5 * ego[6] + MARGIN:
            continue
        away = max(hypot(x - sx, y - sy), 0.1)
        ux, uy = (x - sx) / away, (y - sy) / away
        radial = max(noise[0] + noise[1] * away, 0.05)
        across = radial if kind == V2X else max(hypot(noise[0], noise[2] * away), 0.05)
        radial, across = radial * radial + stale * stale, across * across + stale * stale
        k = belonging(tracks, wholes, count, turn, x, y, lag, ux, uy, radial, across)
        if k < 0:
            if k == -2 or count == len(tracks):
                continue
            k = count
            begin_track(tracks[k], wholes[k], next_number, x, y, ux, uy, radial, across)
            count, next_number = count + 1, next_number + 1
        else:
            t = tracks[k]
            dx, dy = x - t[X] + lag * t[VX], y - t[Y] + lag * t[VY]
            take_in(t, ux, uy, -lag * ux, -lag * uy, dx * ux + dy * uy, radial)
            dx, dy = x - t[X] + lag * t[VX], y - t[Y] + lag * t[VY]
            take_in(t, -uy, ux, lag * uy, -lag * ux, dy * ux - dx * uy, across)
        t, w = tracks[k], wholes[k]
        w[TAKEN], t[SEEN] = turn, date
        w[HITS] += 1
        pace = max(noise[3] * noise[3], 0.01)
        if kind == RADAR:
            measured = wx * ux + wy * uy - figures[2, n]
            take_in(t, 0.0, 0.0, ux, uy, measured - t[VX] * ux - t[VY] * uy, pace)
        elif kind == LIDAR:
            share = SMOOTH if t[KNOWS_SIZE] > 0.0 else 1.0
            for j in range(3):
                t[LENGTH + j] += share * (figures[3 + j, n] - t[LENGTH + j])
            t[HEADING], t[KNOWS_SIZE], t[KNOWS_HEADING] = sh + figures[2, n], 1.0, 1.0
        elif kind == CAMERA:
            w[KINDS + min(codes[1, n], MOST_KINDS - 1)] += 1
            w[TURN_LIGHT], w[BRAKE_LIGHT] = codes[2, n], brakes[0, n]
        else:
            heading, speed = figures[2, n], figures[3, n]
            take_in(t, 0.0, 0.0, 1.0, 0.0, speed * cos(heading) - t[VX], pace)
            take_in(t, 0.0, 0.0, 0.0, 1.0, speed * sin(heading) - t[VY], pace)
            w[KINDS + min(codes[1, n], MOST_KINDS - 1)] += 1
            t[HEADING], t[KNOWS_HEADING] = heading, 1.0
            if t[KNOWS_SIZE] == 0.0:
                t[LENGTH], t[WIDTH], t[KNOWS_SIZE] = figures[5, n], figures[6, n], 1.0
    return count, next_number


@compiled
def tidy(tracks: Floats, wholes: Integers, count: int, now: float, dt: float) -> int:
    """Drop tracks that were not seen for long, and the younger of two that are one; note accelerations.

    How many are left.
    """
    left = 0
    for k in range(count):
        t = tracks[k]
        is_gone = now - t[SEEN] > (FORGOTTEN if wholes[k, HITS] >= SURE else DOUBTED)
        for j in range(left):
            near = abs(tracks[j, X] - t[X]) < SAME and abs(tracks[j, Y] - t[Y]) < SAME
            if near and hypot(tracks[j, VX] - t[VX], tracks[j, VY] - t[VY]) < 5.0:
                is_gone = True
        if is_gone:
            continue
        speed = hypot(t[VX], t[VY])
        if wholes[k, HITS] > SURE and dt > 0.0:
            t[ACCELERATION] += SMOOTH * ((speed - t[SPEED]) / dt - t[ACCELERATION])
        t[SPEED] = speed
        if speed > 1.0:
            t[HEADING] = atan2(t[VY], t[VX])
        if left != k:
            tracks[left], wholes[left] = t, wholes[k]
        left += 1
    return left


@compiled
def shown(
    tracks: Floats, wholes: Integers, count: int, ego: Floats, most: int, numbers: Floats, codes: Integers,
    brakes: Integers,
) -> int:  # fmt: skip
    """Fill in the tracks that are sure, the nearest first, as the columns of a view's objects; how many there are."""
    at, far, sure = np.empty(count, np.int64), np.empty(count), 0
    for k in range(count):
        if wholes[k, HITS] >= SURE:
            at[sure], far[sure] = k, hypot(tracks[k, X] - ego[0], tracks[k, Y] - ego[1])
            sure += 1
    order = np.argsort(far[:sure], kind="mergesort")
    c, s, total = cos(ego[2]), sin(ego[2]), min(sure, most)
    for place in range(total):
        k = at[order[place]]
        t, w = tracks[k], wholes[k]
        dx, dy = t[X] - ego[0], t[Y] - ego[1]
        numbers[0, place], numbers[1, place] = dx * c + dy * s, dy * c - dx * s
        numbers[2, place] = rounded_off(t[HEADING] - ego[2])
        numbers[3, place], numbers[4, place] = t[SPEED], t[ACCELERATION]
        numbers[5, place], numbers[6, place], numbers[7, place] = t[LENGTH], t[WIDTH], t[HEIGHT]
        numbers[8, place], numbers[9, place], numbers[10, place] = t[X], t[Y], rounded_off(t[HEADING])
        codes[0, place], codes[2, place], codes[3, place] = w[NUMBER], -1, w[TURN_LIGHT]
        codes[1, place] = np.argmax(w[KINDS : KINDS + MOST_KINDS])
        brakes[0, place] = w[BRAKE_LIGHT]
    return total
