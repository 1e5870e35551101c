"""Even spacing along cubic pieces: from arc length back to the parameter of the piece."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Self, TypeAlias

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry.angle import wrap_angle
from seahaven.geometry.measure import Floats, Integers, Truths

ACCURACY = 1e-8
"""How far, in metres, a place may lie along the curve from where its arc length says it does."""
ROUNDING = 1e-14
"""What this cannot get below, as a share of the distance covered: it counts from a thousand kilometres on."""
FIRST_PANELS = 4
"""How many panels a piece is tried with before any is halved; most need more."""
NARROWEST = 2.0**-24
"""The share of a piece below which halving stops: the curve has a cusp there and no direction."""
WIDEST_TURN = 0.5
"""The most that a quarter of a panel may turn, in radians, so that headings can be followed without a jump."""
QUARTERS = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
NODES, WEIGHTS = np.polynomial.legendre.leggauss(8)

Panels: TypeAlias = tuple[Integers, Floats, Floats]
"""Stretches of pieces: which piece, and from and to which parameter."""


@dataclass(frozen=True, slots=True, eq=False)
class Spacing:
    """Panels of a chain of cubic pieces, each with a polynomial that gives the parameter by arc length.

    A row holds, for one panel: its first s, its length, six coefficients of the parameter in the share of the
    panel covered, four of x and four of y in the parameter, all in rising powers, and the heading where it begins.
    """

    stations: tuple[float, ...]
    rows: tuple[tuple[float, ...], ...]
    table: Floats

    @classmethod
    def along(cls, owner: str, pieces: Floats, extent: float) -> Self:
        """The spacing of pieces of shape (m, 2, 4): coefficients of x and y in a parameter from 0 to the extent.

        Panels are halved until a polynomial of degree five through both ends, with slope and bend, meets the arc
        length at its quarters to ten nanometres. Refused where the curve stops, since it may turn back there.
        """
        share = np.tile(np.arange(FIRST_PANELS + 1) * (extent / FIRST_PANELS), (len(pieces), 1))
        panels = np.repeat(np.arange(len(pieces)), FIRST_PANELS), share[:, :-1].ravel(), share[:, 1:].ravel()
        done: list[tuple[Panels, Floats, Floats]] = []
        while len(panels[0]):
            lengths, polynomials, fits = _fit(owner, pieces, panels)
            done.append((_pick(panels, fits), lengths[fits], polynomials[fits]))
            panels = _halve(owner, _pick(panels, ~fits), extent)
        stations, table = _assemble(pieces, done)
        return cls(tuple(stations.tolist()), tuple(map(tuple, table.tolist())), table)

    @property
    def length(self) -> float:
        """The arc length of all panels together."""
        return self.stations[-1]

    def row(self, s: float) -> tuple[float, ...]:
        """The row of the panel that holds s."""
        return self.rows[min(bisect_right(self.stations, s), len(self.rows)) - 1]

    def columns(self, s: Floats) -> Floats:
        """The rows of the panels that hold the given s, turned on their side: one column for each s."""
        k = np.searchsorted(self.table[:, 0], s, side="right") - 1
        return self.table[np.maximum(k, 0)].T


def _fit(owner: str, pieces: Floats, panels: Panels) -> tuple[Floats, Floats, Truths]:
    piece, low, high = panels
    t = low[:, np.newaxis] + (high - low)[:, np.newaxis] * QUARTERS
    speed, change, heading = _motion(pieces, piece, t)
    if not speed.all():
        _refuse_cusp(owner, float(t[speed == 0.0][0]))
    reached = np.cumsum(_quarter_lengths(pieces, piece, t), axis=1)
    lengths = reached[:, -1]
    polynomials = _hermite(low, high, lengths, speed[:, [0, -1]], change[:, [0, -1]])
    given = evaluate(polynomials.T[..., np.newaxis], reached / lengths[:, np.newaxis])
    strays = np.abs(given - t[:, 1:]) * speed[:, 1:]
    allowed = np.maximum(ACCURACY, ROUNDING * high * speed.max(axis=1))
    turns = np.abs(wrap_angle(np.diff(heading, axis=1)))
    return lengths, polynomials, (strays.max(axis=1) <= allowed) & (turns.max(axis=1) <= WIDEST_TURN)


def _motion(pieces: Floats, piece: Integers, t: Floats) -> tuple[Floats, Floats, Floats]:
    """Speed, change of speed and heading, all in terms of the parameter."""
    _, b, c, d = pieces[piece].transpose(2, 1, 0)[..., np.newaxis]
    (dx, dy), (ddx, ddy) = b + t * (2.0 * c + t * 3.0 * d), 2.0 * c + t * 6.0 * d
    speed = np.sqrt(dx * dx + dy * dy)
    change = np.divide(dx * ddx + dy * ddy, speed, out=np.zeros_like(speed), where=speed > 0.0)
    return speed, change, np.arctan2(dy, dx)


def _quarter_lengths(pieces: Floats, piece: Integers, t: Floats) -> Floats:
    half = 0.5 * np.diff(t, axis=1)
    nodes = t[:, :-1, np.newaxis] + half[..., np.newaxis] * (1.0 + NODES)
    speed, _, _ = _motion(pieces, piece, nodes.reshape(len(piece), -1))
    return half * (speed.reshape(nodes.shape) @ WEIGHTS)


def _hermite(low: Floats, high: Floats, length: Floats, speed: Floats, change: Floats) -> Floats:
    """Coefficients, in the share of the panel, of the parameter that starts and ends with the right two derivatives."""
    slope = length[:, np.newaxis] / speed
    bend = -slope * slope * change / speed
    c0, c1, c2 = low, slope[:, 0], 0.5 * bend[:, 0]
    a, b, c = high - (c0 + c1 + c2), slope[:, 1] - (c1 + 2.0 * c2), bend[:, 1] - 2.0 * c2
    return np.stack(
        (c0, c1, c2, 10.0 * a - 4.0 * b + 0.5 * c, -15.0 * a + 7.0 * b - c, 6.0 * a - 3.0 * b + 0.5 * c), axis=-1
    )


def evaluate(coefficients: Floats, t: Floats) -> Floats:
    """The polynomial whose coefficients, in rising powers, lie along the first axis, at t."""
    value: Floats = coefficients[-1]
    for coefficient in coefficients[-2::-1]:
        value = coefficient + t * value
    return value


def _pick(panels: Panels, which: Truths) -> Panels:
    piece, low, high = panels
    return piece[which], low[which], high[which]


def _halve(owner: str, panels: Panels, extent: float) -> Panels:
    piece, low, high = panels
    narrow = high - low < NARROWEST * extent
    if narrow.any():
        _refuse_cusp(owner, float(low[narrow][0]))
    middle = 0.5 * (low + high)
    return np.concatenate((piece, piece)), np.concatenate((low, middle)), np.concatenate((middle, high))


def _refuse_cusp(owner: str, parameter: float) -> None:
    raise InputError(
        f"{owner} comes to a stop at parameter {parameter:.9g} and has no direction there; "
        "expected a curve that keeps moving: part it in two or move its points"
    )


def _assemble(pieces: Floats, done: list[tuple[Panels, Floats, Floats]]) -> tuple[Floats, Floats]:
    piece = np.concatenate([panels[0] for panels, _, _ in done])
    low = np.concatenate([panels[1] for panels, _, _ in done])
    order = np.lexsort((low, piece))
    lengths = np.concatenate([part for _, part, _ in done])[order]
    polynomials = np.concatenate([part for _, _, part in done])[order]
    piece, low = piece[order], low[order]
    stations = np.concatenate(([0.0], np.cumsum(lengths)))
    heading = np.unwrap(_motion(pieces, piece, low[:, np.newaxis])[2][:, 0])
    coefficients = pieces[piece].reshape(len(piece), -1)
    return stations, np.column_stack((stations[:-1], lengths, polynomials, coefficients, heading))
