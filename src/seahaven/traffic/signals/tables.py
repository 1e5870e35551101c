"""Programs as arrays: what compiled code has to know to switch lights."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.roads.junctions import SignalPlan
from seahaven.traffic.signals.sheet import Leaf, Sheet, walk_rows
from seahaven.world import LightState

__all__ = ["ProgramTables", "make_tables"]

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


class ProgramTables(NamedTuple):
    """All programs of all controllers, flat. Phases are numbered through; rows are those of the family of lights.

    An array whose name ends in `_first` says where the entries of each begin: those of i lie from `[i]` to `[i + 1]`.
    """

    row_first: Integers
    """Controller i switches these rows."""
    program_first: Integers
    """Controller i has these programs."""
    phase_first: Integers
    """Program i has these phases."""
    is_actuated: NDArray[np.bool_]
    """Of a program: whether traffic decides how long its phases last."""
    duration: Floats
    """Of a phase, in seconds; so on down to `lead`."""
    shortest: Floats
    longest: Floats
    least: Floats
    """How long it stays at least before the panel may end it."""
    kind: Integers
    """The bits MOVING and STAGE."""
    next_first: Integers
    next_phase: Integers
    """The phases that may follow, of which traffic chooses one if there are several."""
    way_out: Integers
    """The phase by which its program leaves it, and the stage to which that leads; -1 if its program has no amber."""
    lead: Integers
    letter_first: Integers
    """Where the letters of a phase begin in `letters`: as many as its controller has rows."""
    letters: NDArray[np.int8]
    amber: Floats
    """Of a row: how long its amber lasts where a change-over is made, and its shortest green; in seconds."""
    least_green: Floats
    is_walk: NDArray[np.bool_]
    """Whether people on foot heed a row; they have no amber."""
    clear_first: Integers
    """Controller i has a square of times in `clear`: from the red of each of its rows to the green of each other."""
    clear: Floats


def make_tables(plan: SignalPlan) -> ProgramTables:
    """The programs of a plan as arrays."""
    sheets = [Sheet(plan, k) for k in range(len(plan.controllers))]
    programs = [program for sheet in sheets for program in sheet.programs]
    phases = [leaf for sheet in sheets for leaf in sheet.leaves]
    bases = _first(len(sheet.leaves) for sheet in sheets)
    follow = [[base + n for n in leaf.next] for base, leaf in _based(bases, sheets)]
    return ProgramTables(
        row_first=plan.row_first,
        program_first=_first(len(sheet.programs) for sheet in sheets),
        phase_first=_first(len(program.phases) for program in programs),
        is_actuated=np.array([program.is_actuated for program in programs], dtype=bool),
        duration=_floats(leaf.phase.duration for leaf in phases),
        shortest=_floats(leaf.shortest for leaf in phases),
        longest=_floats(leaf.longest for leaf in phases),
        least=_floats(leaf.least for leaf in phases),
        kind=np.array([leaf.kind for leaf in phases], dtype=np.int64),
        next_first=_first(map(len, follow)),
        next_phase=np.array([n for own in follow for n in own], dtype=np.int64),
        way_out=_based_on(bases, sheets, "way_out"),
        lead=_based_on(bases, sheets, "lead"),
        letter_first=_first(len(leaf.letters) for leaf in phases),
        letters=np.array([code for leaf in phases for code in _codes(leaf.letters)], dtype=np.int8),
        amber=_floats(time for sheet in sheets for time in sheet.ambers()),
        least_green=_floats(time for sheet in sheets for time in sheet.least_greens()),
        is_walk=walk_rows(plan),
        clear_first=_first(sheet.count * sheet.count for sheet in sheets),
        clear=np.concatenate([np.empty(0), *(sheet.clearing().ravel() for sheet in sheets)]),
    )


def _codes(letters: str) -> list[int]:
    return [int(LightState.of(letter)) for letter in letters]


def _first(counts: Iterable[int]) -> Integers:
    return np.concatenate(([0], np.cumsum(np.fromiter(counts, dtype=np.int64)))).astype(np.int64)


def _floats(values: Iterable[float]) -> Floats:
    return np.fromiter(values, dtype=np.float64)


def _based(bases: Integers, sheets: Sequence[Sheet]) -> Iterable[tuple[int, Leaf]]:
    """Every phase, with the number of its controller's first one."""
    return ((int(bases[k]), leaf) for k, sheet in enumerate(sheets) for leaf in sheet.leaves)


def _based_on(bases: Integers, sheets: Sequence[Sheet], name: str) -> Integers:
    """A column of numbers of phases, counted through all controllers; -1 stays."""
    numbers: list[Any] = [(base, getattr(leaf, name)) for base, leaf in _based(bases, sheets)]
    return np.array([base + n if n >= 0 else -1 for base, n in numbers], dtype=np.int64)
