"""The module that drives all vehicles of one learned driver: one compiled call per date."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.classifiers import Colony, RuleBase
from seahaven.errors import InputError
from seahaven.geometry import Floats, Truths
from seahaven.kernel import ASLEEP, Module, Param, Part, State, Tick, port
from seahaven.seats.learned.declaration import LearnedDriver
from seahaven.seats.learned.plan import Plan, plan_of
from seahaven.seats.learned.quantity import EVENTS, PERCEIVED
from seahaven.seats.learned.tally import COUNTS, Tally
from seahaven.world import PERSON, Baggage, Binding, Column, Reader, Table, make_step, part_of, reads, writes

__all__ = ["LEARNED", "LearnedDrivers"]

LEARNED: Final[Mapping[str, Column]] = MappingProxyType(
    {
        "learned": Column(
            "int16", default=-1, is_passing=True, doc="which learned driver drives it, by its place in the study"
        )
    }
)
"""The column that says which vehicles learned drivers have; -1 for the driver machine, or another occupant."""
OWNED: Final = ("wish", "aim", "lean", "turn_light", "brake_light", "goes", "gaze", "horn")
"""What a learned driver writes: what any occupant with lane-level controls does."""


class Seen(NamedTuple):
    """What compiled code reads of vehicles besides what sensors and goals are about."""

    ids: NDArray[np.int64]
    learned: NDArray[np.int16]
    x: Floats
    y: Floats
    heading: Floats
    length: Floats
    drift: Floats
    speed: Floats
    line: NDArray[np.int32]
    left_open: Truths
    right_open: Truths
    contact: NDArray[np.int64]
    no_contact: Truths


class Kept(NamedTuple):
    """What is remembered of each vehicle."""

    seat: NDArray[np.int32]
    acceleration: Floats
    goal: NDArray[np.int32]
    touching: NDArray[np.int64]
    acts: Truths
    met: Truths
    has_met: Truths
    collides: Truths
    hits: Truths
    hits_person: Truths
    moves_left: Truths
    moves_right: Truths
    honks: Truths
    no_lane_right: Truths


class Cells(NamedTuple):
    """What is filled in for each vehicle."""

    wish: Floats
    aim: NDArray[np.int8]
    lean: Floats
    turn_light: NDArray[np.int16]
    brake_light: Truths
    goes: Truths
    gaze: Floats
    horn: Truths


_KEPT: Final[dict[str, tuple[str, float]]] = {
    **dict.fromkeys(Kept._fields, ("bool", 0)),
    "seat": ("int32", -1),
    "acceleration": ("float64", 0.0),
    "goal": ("int32", 0),
    "touching": ("int64", -1),
}


class LearnedDrivers(Module):
    """Drives the vehicles whose column `learned` has this `number`, by the rules that they have, or learn.

        LearnedDrivers("learned0", rate=10, driver=novice, number=0)

    It claims vehicles as they come; grant it those that are there from the beginning. A driver that learns has a rule
    base for each *seat*: a vehicle takes the first free seat, with what was learned there so far, and leaves it when it
    is gone. Rules of a driver that does not learn are shared by all its vehicles, base after base.
    """

    driver: Param[LearnedDriver]
    number: Param[int] = 0
    saved: State[dict[str, Any]] = port({}, doc="rule bases, who has which, what each is about, and the tally")

    seen = reads(
        "vehicle",
        *dict.fromkeys((*(name for name in Seen._fields if name not in ("ids", "no_contact")), *PERCEIVED)),
    )
    people = reads(PERSON, "contact")
    hands = writes("vehicle", *OWNED)

    def step(self, tick: Tick) -> None:
        """Take those who are new, and drive all."""
        live = self._living(tick)
        live.follow(self.seen)
        self._seat_newcomers(live)
        part = self._bound(live, tick)
        if part is not None:
            make_step(part, tick)

    def part(self, tick: Tick) -> Part | None:
        """All of it, as long as nobody is new."""
        live = self._living(tick)
        live.follow(self.seen)
        if len(self._newcomers(live)):
            return None
        return self._bound(live, tick) or ASLEEP

    def freeze(self) -> None:
        """Keep rule bases and all else as plain arrays."""
        live: _Live | None = self.live
        if live is not None:
            self.saved = live.packed()

    # --- rule bases ---------------------------------------------------------------------------------------------------

    def rules(self, seat: int = 0) -> RuleBase:
        """The rules of a seat as they are now."""
        return self._begun.colony.rules(seat)

    def load(self, base: RuleBase, seat: int = 0) -> None:
        """Give a seat other rules, between two advances; those of a narrower layout are carried over (A7)."""
        if self.live is None:
            raise InputError(f"module '{self.path}' has not run yet; advance first")
        self._begun.colony.load(base, rows=[seat])

    def begin_with(self, bases: Sequence[RuleBase]) -> None:
        """Take these rule bases in place of those that the study names; for a module that has not run yet (A7)."""
        layout = self.driver.layout
        carried = tuple(base.carried_to(layout) for base in bases)
        self.give("driver", replace(self.driver, bases=carried, random_rules=0))

    @property
    def tally(self) -> Tally:
        """What the vehicles of each seat have done so far."""
        sums = self._begun.tallies
        columns = {name: sums[:, k].copy() for k, name in enumerate(COUNTS)}
        return Tally(**columns, rewards=sums[:, len(COUNTS) :].copy())

    @property
    def fired(self) -> NDArray[np.int64]:
        """How often each sensor has answered yes so far."""
        return self._begun.plan.fired.copy()

    @property
    def occurred(self) -> dict[int, int]:
        """How often each message of the sensors came so far; nothing where there are too many to count."""
        counts = self._begun.plan.occurred
        return {message: int(counts[message]) for message in np.flatnonzero(counts).tolist()}

    @property
    def seats(self) -> dict[int, int]:
        """Which seat each of its vehicles has now, by id."""
        live = self._begun
        kept = live.baggage.arrays["seat"][: len(live.baggage.ids)]
        return {int(live.baggage.ids[row]): int(kept[row]) for row in np.flatnonzero(kept >= 0)}

    @property
    def _begun(self) -> _Live:
        """What is at work, or, of a run that has just been brought to a checkpoint, what was."""
        if self.live is None and not self.saved:
            raise InputError(f"module '{self.path}' has not run yet; advance first")
        live: _Live = self.live or _Live(self.driver, self.saved, seed=0, every=1)
        return live

    # --- at work ------------------------------------------------------------------------------------------------------

    def _living(self, tick: Tick) -> _Live:
        if self.live is None:
            self.live = _Live(self.driver, self.saved, tick.seed, round(self.driver.period / tick.dt))
        live: _Live = self.live
        return live

    def _newcomers(self, live: _Live) -> NDArray[np.int64]:
        """The rows of vehicles that it is to drive and has given no seat yet."""
        return np.flatnonzero((self.seen.learned == self.number) & (live.kept("seat", len(self.seen)) < 0))

    def _seat_newcomers(self, live: _Live) -> None:
        rows = self._newcomers(live)
        if not len(rows):
            return
        count, arrays = len(self.seen), live.baggage.arrays
        taken = set(live.kept("seat", count).tolist())
        for row in rows.tolist():
            arrays["seat"][row] = self._seat_for(live, taken)
            arrays["goal"][row] = self.seen.line[row]
            taken.add(int(arrays["seat"][row]))
        ids = self.seen.ids[rows]
        strangers = np.setdiff1d(ids, self.hands.ids, assume_unique=True)
        if len(strangers):
            self.hands.claim(strangers)

    def _seat_for(self, live: _Live, taken: set[int]) -> int:
        """The first seat that is free, or, where rules are shared, the next one."""
        driver = self.driver
        if not driver.learns:
            live.met += 1
            return (live.met - 1) % driver.seats
        for seat in range(driver.seats):
            if seat not in taken:
                return seat
        raise InputError(
            f"more than {driver.most} vehicles of the learned driver '{driver.name}' at a time; raise its 'most'"
        )

    def _bound(self, live: _Live, tick: Tick) -> Part | None:
        if not len(self.hands.ids):
            return None
        works_on = self.hands, self.seen, self.people, live.baggage.arrays
        return live.binding.bound(works_on, lambda: self._tied(live))

    def _tied(self, live: _Live) -> Part:
        import seahaven.seats.learned.learned_kernels as kernels

        learns = np.array([self.driver.learns], np.int64)
        return part_of(kernels.drive_learned, self.hand(live, learns, live.colony.tables))

    def hand(self, live: Any, settings: NDArray[Any], mind: tuple[Any, ...]) -> tuple[Any, ...]:
        """What compiled code works on: `settings` of its own, what it decides by, and what drivers have in common."""
        seen, arrays = self.seen, live.baggage.arrays
        read = {name: seen.spacious(name) for name in Seen._fields[:-1]}
        own = Seen(**read, no_contact=seen.spacious_null("contact"))
        cells = Cells(*[values for values, _ in self.hands.all_cells()])
        sources = np.array([_source(seen, arrays, name) for name in live.plan.names], np.uintp).reshape(-1, 3)
        people = self.people.tally, self.people.spacious("contact"), self.people.spacious_null("contact")
        return (
            seen.tally, self.number, live.every, settings, own,
            Kept(*[arrays[name] for name in Kept._fields]), cells, live.plan.numbers,
            (sources, live.plan.quantities, live.plan.terms, live.plan.limits), mind, live.tallies,
            people, live.rewards,
        )  # fmt: skip


def _source(seen: Table | Reader, arrays: Mapping[str, NDArray[Any]], name: str) -> tuple[int, int, int]:
    """Where compiled code finds what is known by a name: its values, where they are null, and their type."""
    import seahaven.seats.learned.learned_kernels as kernels

    if name in EVENTS:
        return arrays[name].ctypes.data, 0, kernels.SORTS["bool"]
    values = seen.spacious(name)
    mask = seen.spacious_null(name).ctypes.data if PERCEIVED[name].nullable else 0
    return values.ctypes.data, mask, kernels.SORTS[str(values.dtype)]


class _Live:
    """What is at work: the rule bases, and what is remembered of each vehicle."""

    __slots__ = ("baggage", "binding", "colony", "every", "met", "plan", "rewards", "tallies")

    def __init__(self, driver: LearnedDriver, saved: Mapping[str, Any], seed: int, every: int) -> None:
        layout = driver.layout
        self.every = max(every, 1)
        self.plan: Plan = plan_of(driver)
        self.colony = Colony(layout, driver.terms, agents=driver.seats, seed=seed)
        self.baggage = Baggage(**_KEPT)
        self.binding = Binding[Part]()
        self.rewards = np.zeros((1, len(layout.goals)))
        self.tallies = np.zeros((driver.seats, len(COUNTS) + len(layout.goals)))
        self.met = 0
        if saved:
            self._unpack(saved)
            return
        for seat in range(driver.seats if driver.bases else 0):
            self.colony.load(driver.bases[seat % len(driver.bases)], rows=[seat])
        if driver.random_rules:
            self.colony.fill(driver.random_rules)

    def kept(self, name: str, count: int) -> NDArray[Any]:
        """What is remembered of so many rows."""
        return self.baggage.arrays[name][:count]

    def follow(self, seen: Reader) -> None:
        """Remember those who are there now."""
        self.baggage.follow(seen.ids, seen.moves)

    def packed(self) -> dict[str, Any]:
        """A copy for snapshots."""
        return {
            "colony": self.colony.state(), "ids": self.baggage.ids.copy(), "kept": self.baggage.tight(),
            "tallies": self.tallies.copy(), "fired": self.plan.fired.copy(), "met": self.met,
            "occurred": self.plan.occurred.copy(),
        }  # fmt: skip

    def _unpack(self, saved: Mapping[str, Any]) -> None:
        self.colony.restore(saved["colony"])
        self.baggage.load(saved["ids"], saved["kept"])
        self.tallies[...], self.plan.fired[...], self.met = saved["tallies"], saved["fired"], saved["met"]
        self.plan.occurred[...] = saved["occurred"]
