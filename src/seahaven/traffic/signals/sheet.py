"""What is to be known of one controller: which phases let somebody go, how each is left, what is kept between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from seahaven.roads.junctions import SignalPlan, amber_for, approach_limit, intergreens
from seahaven.roads.model import Phase, Program

__all__ = ["LEAST_GREEN", "MOVING", "STAGE", "Leaf", "Sheet", "walk_rows"]

LEAST_GREEN = 5.0
"""How long a green lasts at least whose program says nothing, in seconds, unless the program itself has it shorter."""
GREEN, AMBER = frozenset("Gg"), frozenset("yu")
LEAST_RED = 1.0
"""How long lights are red at least before others that conflict are green, in seconds, where we change them over."""
MOVING = 1
"""The bit of `kind` of phases with amber, which end when they are due and can be neither asked for nor held."""
STAGE = 2
"""The bit of `kind` of phases that let somebody go who did not go before."""

Floats = NDArray[np.float64]


class Leaf:
    """A phase among those of its controller, numbered through all of its programs."""

    __slots__ = ("kind", "lead", "least", "letters", "next", "phase", "way_out")

    def __init__(self, phase: Phase, letters: str, next: list[int]) -> None:
        self.phase, self.letters, self.next = phase, letters, next
        self.kind, self.least, self.way_out, self.lead = 0, 0.0, -1, -1

    @property
    def shortest(self) -> float:
        """How long it lasts at least where traffic decides."""
        return self.phase.duration if self.phase.shortest is None else self.phase.shortest

    @property
    def longest(self) -> float:
        """How long it lasts at most where traffic decides."""
        return self.phase.duration if self.phase.longest is None else self.phase.longest

    @property
    def briefest(self) -> float:
        """How long it lasts at least, by the clock or as traffic decides."""
        return min(self.phase.duration, self.shortest)


class Sheet:
    """What one controller has to know."""

    def __init__(self, plan: SignalPlan, number: int) -> None:
        self._plan, self._number = plan, number
        self.count = len(plan.controllers[number].signals)
        first = int(plan.row_first[number])
        self._is_walk = walk_rows(plan)[first : first + self.count].tolist()
        self.programs = plan.controllers[number].programs
        self.leaves: list[Leaf] = []
        for program in self.programs:
            self._take(program)

    def _take(self, program: Program) -> None:
        base, count = len(self.leaves), len(program.phases)
        for k, phase in enumerate(program.phases):
            following = [n for n in phase.next if n < count] or [(k + 1) % count]
            letters = phase.states[: self.count].ljust(self.count, "O")
            self.leaves.append(Leaf(phase, letters, [base + n for n in following]))
        own = self.leaves[base:]
        for k, leaf in enumerate(own):
            leaf.kind = self._kind(own, k)
            leaf.least = _least(leaf)
        for k in range(count):
            self._find_way_out(base + k)

    def _kind(self, own: Sequence[Leaf], k: int) -> int:
        """A phase with amber moves on; one in which somebody may go who could not in the phase before is a stage."""
        letters = own[k].letters
        if AMBER & set(letters):
            return MOVING
        before = next((own[k - n].letters for n in range(1, len(own)) if own[k - n].letters != letters), "")
        starts = any(new in GREEN and old not in GREEN for new, old in zip(letters, before, strict=bool(before)))
        return STAGE if starts or (not before and GREEN & set(letters)) else 0

    def _find_way_out(self, k: int) -> None:
        """How the program itself leaves a phase: over phases that show the same, then by amber and red to a stage."""
        at, seen = self.leaves[k].next[0], {k}
        while at not in seen and self.leaves[at].letters == self.leaves[k].letters:
            seen.add(at)
            at = self.leaves[at].next[0]
        way_out = at
        if at in seen or self._is_abrupt(self.leaves[k].letters, self.leaves[at].letters):
            return
        while at not in seen and not self.leaves[at].kind & STAGE:
            seen.add(at)
            at = self.leaves[at].next[0]
        if at not in seen:
            self.leaves[k].way_out, self.leaves[k].lead = way_out, at

    def _is_abrupt(self, old: str, new: str) -> bool:
        """Whether somebody's green ends without amber; people on foot have none."""
        pairs = zip(old, new, self._is_walk, strict=True)
        return any(a in GREEN and b not in GREEN and b != "y" and not walks for a, b, walks in pairs)

    def ambers(self) -> list[float]:
        """How long the amber of each row lasts: as in the programs, else by how fast one may drive there."""
        own = []
        first = int(self._plan.row_first[self._number])
        for letter in range(self.count):
            told = [leaf.phase.duration for leaf in self.leaves if leaf.letters[letter] == "y"]
            own.append(max(told, default=0.0) or _amber(self._plan, first + letter))
        return own

    def least_greens(self) -> list[float]:
        """The shortest green of each row: five seconds, or the shortest that it ever has."""
        return [min([LEAST_GREEN, *self._runs(letter)]) for letter in range(self.count)]

    def clearing(self) -> Floats:
        """The time from the red of each letter to the green of each other: what the way needs, or what programs give.

        A second at least, also where a program gives none.
        """
        needed = intergreens(self._plan, self._number)
        given = np.minimum.reduce([self._given(own) for own in self._own()])
        return np.where(needed > 0.0, np.maximum(np.minimum(needed, given), np.minimum(needed, LEAST_RED)), 0.0)

    def _given(self, own: Sequence[Leaf]) -> Floats:
        """The shortest time that a program leaves between each two letters, from the end of amber to green."""
        green = np.array([[letter in GREEN for letter in leaf.letters] for leaf in own])
        busy = green | np.array([[letter == "y" for letter in leaf.letters] for leaf in own])
        times, last, now = np.full((self.count, self.count), np.inf), np.full(self.count, -np.inf), 0.0
        for k in (*range(len(own)), *range(len(own))):
            starts = green[k] & ~green[k - 1]
            times[:, starts] = np.minimum(times[:, starts], (now - last)[:, None])
            now += own[k].briefest
            last[busy[k]] = now
        return times

    def _own(self) -> Iterable[Sequence[Leaf]]:
        """The phases of each program."""
        ends = np.cumsum([0, *(len(program.phases) for program in self.programs)]).tolist()
        return [self.leaves[first:last] for first, last in pairwise(ends)]

    def _runs(self, letter: int) -> Iterable[float]:
        """How long the greens of a letter last, one after the other."""
        for own in self._own():
            green = [leaf.letters[letter] in GREEN for leaf in own]
            for k in range(len(own)):
                if green[k] and not green[k - 1]:
                    run = [own[(k + n) % len(own)] for n in range(len(own))]
                    last = next((n for n in range(len(run)) if run[n].letters[letter] not in GREEN), len(run))
                    yield sum(leaf.briefest for leaf in run[:last])


def _least(leaf: Leaf) -> float:
    """How long a phase stays at least: as it says; a stage for a shortest green, and what clears the way wholly."""
    if leaf.phase.shortest is not None:
        return leaf.phase.shortest
    return min(leaf.phase.duration, LEAST_GREEN) if leaf.kind & STAGE else leaf.phase.duration


def _amber(plan: SignalPlan, row: int) -> float:
    owner = np.repeat(np.arange(len(plan.way_first) - 1), np.diff(plan.way_first))
    ways = owner[plan.way_row == row].tolist()
    return max((amber_for(approach_limit(plan.logic, way)) for way in ways), default=3.0)


def walk_rows(plan: SignalPlan) -> NDArray[np.bool_]:
    """Which rows people on foot heed, and nobody else."""
    walks = np.zeros(len(plan), dtype=bool)
    walks[plan.crosswalk_row[plan.crosswalk_row >= 0]] = True
    walks[plan.way_row] = False
    return walks
