"""A module's writing end: values assigned here are proposals, in force when they are due."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seahaven.errors import OwnershipError, ProposalError, WiringError, nearest
from seahaven.world.column import Misfit, NoColumn
from seahaven.world.docket import Docket
from seahaven.world.draft import Draft, Room, at_seconds
from seahaven.world.family import FamilyType, mask_of
from seahaven.world.label import entity_with_id
from seahaven.world.storage import Storage

__all__ = ["Desk", "Writer"]


class Desk:
    """Where a writer works: the rows it owns now, the draft it fills, and spare drafts to fill next.

    Drafts go round: sealed, committed, in force, then back here, so that a step allocates nothing.
    """

    __slots__ = (
        "_checkers", "_docket", "_epoch", "_home", "_immediate", "_in_place", "_is_plain", "draft", "holding", "index",
        "is_immediate", "names", "path", "spares", "storage",
    )  # fmt: skip

    def __init__(self, path: str, storage: Storage, names: tuple[str, ...], docket: Docket) -> None:
        self.path = path
        self.storage = storage
        self.names = names
        self.index = {name: index for index, name in enumerate(names)}
        self.is_immediate = [storage.type.columns[name].immediate for name in names]
        self._docket = docket
        self._epoch = -1
        self.spares: list[Draft] = []
        self._immediate = frozenset(index for index, immediate in enumerate(self.is_immediate) if immediate)
        self._in_place: set[int] = set()
        self._checkers: dict[frozenset[int], Callable[[int], bool]] = {}
        self._look_up()
        self.draft = Draft(path, storage, names, self.holding)

    def _look_up(self) -> None:
        """Look up which rows are owned now."""
        storage = self.storage
        self.holding = storage.ownership.holding(self.path, self.names, storage.held_ids, storage.version)
        self._is_plain = isinstance(self.holding.rows, slice) and self.holding.is_whole
        self._home = storage.arena

    def _follow(self) -> None:
        """Follow rows that have moved, or have come to other owners."""
        home, was_plain, first = self._home, self._is_plain, self.holding.first
        self._look_up()
        if home is not self._home or not (was_plain and self._is_plain) or first != self.holding.first:
            self.spares.clear()
            self._checkers.clear()
            self.draft = self._blank()
        else:
            self.draft = self._fitting(self.draft)

    def _blank(self) -> Draft:
        """A draft to fill: one that has been used, if there is any."""
        if self.spares:
            return self._fitting(self.spares.pop())
        return Draft(self.path, self.storage, self.names, self.holding)

    def _fitting(self, draft: Draft) -> Draft:
        """A draft for the rows of now: the given one, if it has room for them."""
        if draft.holding is not self.holding or not draft.is_empty:
            if not draft.has_room_for(len(self.holding.ids)):
                return Draft(self.path, self.storage, self.names, self.holding)
            draft.follow(self.holding)
        return draft

    def begin(self) -> None:
        """Be up to date: at a new date, drop what a step left unsealed, and follow rows that have moved."""
        if self._epoch == self._docket.epoch:
            return
        self._epoch = self._docket.epoch
        self._in_place.clear()
        if self.holding.version != self.storage.version:
            self._follow()
        elif not self.draft.is_empty:
            self.draft = self._blank()

    def position(self, name: str) -> int:
        """Which of the writer's columns this is."""
        try:
            return self.index[name]
        except KeyError:
            raise NoColumn(
                f"module '{self.path}' does not write '{name}' of family '{self.storage.type.name}'"
                f"{nearest(name, self.names)}"
            ) from None

    def propose(self, name: str, value: Any) -> None:
        """Propose values for all rows that the writer owns."""
        self.begin()
        index = self.position(name)
        draft = self.draft
        target = draft.values[index]
        nulls = draft.nulls[index]
        if type(value) is np.ndarray:
            fits = value.dtype == target.dtype and value.shape == target.shape
        else:
            fits = isinstance(value, float) and target.dtype == np.float64
        if not fits:
            self._fit(index, value, slice(None), len(target))
        else:
            target[...] = value
            if nulls is not None:
                nulls.fill(False)
        draft.given[index] = True
        draft.is_empty = draft.is_whole = False

    def cells(self, name: str) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
        """Room for the values of all rows that the writer owns, and for their nulls; to be filled by the caller."""
        self.begin()
        index = self.position(name)
        rows, arrays = self.holding.rows, self.storage.arrays
        if self.is_immediate[index] and isinstance(rows, slice) and self.holding.picks[index] is None:
            self._in_place.add(index)
            nulls = arrays[mask_of(name)][rows] if self.draft.columns[index].nullable else None
            return arrays[name][rows], nulls
        self.draft.given[index] = True
        self.draft.is_empty = False
        return self.draft.values[index], self.draft.nulls[index]

    def all_cells(self) -> tuple[Room, ...]:
        """Room for all columns that the writer writes, to be filled in every one."""
        self.begin()
        if not self._is_plain:
            return tuple(self.cells(name) for name in self.names)
        draft = self.draft
        draft.look_around()
        if draft.rooms is None:
            draft.rooms = tuple(self._room(index) for index in range(len(self.names)))
        self._in_place |= self._immediate
        if len(self._immediate) < len(self.names):
            draft.given = [not immediate for immediate in self.is_immediate]
            draft.is_empty, draft.is_whole = False, True
        return draft.rooms

    def _room(self, index: int) -> Room:
        """Where compiled code is to put a column: in the table itself if it is immediate, with the spare rows."""
        if not self.is_immediate[index]:
            return self.draft.room(index)
        name, arrays, first = self.names[index], self._home.arrays, self.holding.first
        mask = arrays.get(mask_of(name))
        return arrays[name][first:], None if mask is None else mask[first:]

    def _check_in_place(self, now: int) -> None:
        """Refuse values that were filled into the table itself and must not stay there."""
        filled = frozenset(self._in_place)
        self._in_place.clear()
        if filled not in self._checkers:
            columns = {self.names[index]: self.draft.columns[index] for index in sorted(filled)}
            self._checkers[filled] = self.storage.arena.checker(columns)
        if self._checkers[filled](self.storage.count):
            self._refuse_in_place(sorted(filled), now)

    def _refuse_in_place(self, indices: list[int], now: int) -> None:
        for index in indices:
            self.draft.refuse_offender(index, self.storage.arrays[self.names[index]][self.holding.rows], now)

    def _fit(self, index: int, value: Any, cells: slice | NDArray[np.intp], count: int) -> None:
        draft = self.draft
        try:
            values, nulls = draft.columns[index].fit(value, count)
        except Misfit as reason:
            raise self._refusal(index, reason) from None
        draft.values[index][cells] = values
        mask = draft.nulls[index]
        if mask is not None:
            mask[cells] = False if nulls is None else nulls

    def _refusal(self, index: int, reason: Misfit) -> ProposalError:
        address = f"{self.storage.type.name}.{self.names[index]}"
        return ProposalError(f"module '{self.path}' proposed {reason}: {address} {at_seconds(self._docket.now)}")

    def put(self, name: str, value: Any, ids: ArrayLike) -> None:
        """Propose values for some of the entities that the writer owns."""
        self.begin()
        index = self.position(name)
        cells = self._own(index, np.atleast_1d(np.asarray(ids, np.int64)))
        self._fit(index, value, cells, len(cells))
        self._mark(index, cells)

    def _own(self, index: int, ids: NDArray[np.int64]) -> NDArray[np.intp]:
        """Where entities lie among those whose column the writer owns; refuse any other."""
        pick, own = self.holding.picks[index], self.holding.ids
        mine = own if pick is None else own[pick]
        stray = ids[~np.isin(ids, mine)]
        if len(stray):
            whose = f"{self.storage.type.name} {entity_with_id(stray[0])}"
            raise OwnershipError(
                f"module '{self.path}' does not own '{self.names[index]}' of {whose} "
                f"{at_seconds(self._docket.now)}; transfer it first"
            )
        return own.searchsorted(ids)

    def _mark(self, index: int, cells: NDArray[np.intp]) -> None:
        """Note that some cells of a column are given."""
        draft = self.draft
        given = draft.given[index]
        if given is False:
            given = draft.given[index] = np.zeros(len(self.holding.ids), np.bool_)
        if given is not True:
            given[cells] = True
        draft.is_empty = draft.is_whole = False

    def set_null(self, name: str, mask: ArrayLike) -> None:
        """Propose null where `mask` is true."""
        self.begin()
        index = self.position(name)
        nulls = self.draft.nulls[index]
        if nulls is None:
            raise self._refusal(index, Misfit("null, but the column is not nullable"))
        marks = np.asarray(mask)
        if marks.dtype != np.bool_ or marks.shape not in ((), nulls.shape):
            expected = f"expected truth for {len(nulls)} entities"
            raise self._refusal(index, Misfit(f"a mask of {marks.dtype} and shape {marks.shape}, {expected}"))
        cells = np.flatnonzero(np.broadcast_to(marks, nulls.shape))
        nulls[cells] = True
        self.draft.values[index][cells] = 0
        self._mark(index, cells)

    def seal(self, now: int, due: int) -> None:
        """Write immediate columns at once, and hand the rest over until `due`."""
        self.begin()
        if self._in_place:
            self._check_in_place(now)
        draft = self.draft
        if draft.is_empty:
            return
        draft.now, draft.due = now, due
        if self._immediate and not draft.is_whole:
            self._seal_immediate(draft)
            if not any(given is not False for given in draft.given):
                draft.clear()
                return
        draft.shelf = self.spares
        self._docket.sealed.append(draft)
        self.draft = self._blank()

    def _seal_immediate(self, draft: Draft) -> None:
        at_once = [i for i, given in enumerate(draft.given) if self.is_immediate[i] and given is not False]
        for index in at_once:
            draft.check_column(index)
        for index in at_once:
            draft.apply_column(index)
            draft.given[index] = False


class Writer:
    """The columns that a module writes, for the entities that it owns.

        self.body.speed = speeds                      one value for each of `body.ids`, in this order
        self.body.speed = 3.0                         the same for all (or for the one entity of a car's module)
        self.body.gap = None                          null
        self.body.put("speed", 0.0, ids=[7])          for some of them

    Assigning proposes; reading `body.speed` gives what is in force. Values are copied when assigned. What is proposed
    in a step comes into force as a whole at the module's next date; proposing twice in one step, the last value counts.
    Entities of which another module was given some of these columns stay in `ids`, but those cells are passed over.
    """

    __slots__ = ("_desk", "_single")

    _desk: Desk
    _single: bool

    def __init__(self, desk: Desk, *, single: bool = False) -> None:
        object.__setattr__(self, "_desk", desk)
        object.__setattr__(self, "_single", single)

    def __setattr__(self, name: str, value: Any) -> None:
        self._desk.propose(name, value)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        desk = self._desk
        desk.begin()
        desk.position(name)
        if not self._single:
            return desk.storage.views[name][desk.holding.rows]
        if len(desk.holding.ids) != 1:
            raise WiringError(
                f"module '{desk.path}' writes a single {desk.storage.type.name}, "
                f"but owns {len(desk.holding.ids)} now; ask len() first"
            )
        return desk.storage.cell(name, cast(slice, desk.holding.rows).start)

    @property
    def type(self) -> FamilyType:
        """The family's declaration."""
        return self._desk.storage.type

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns that the module writes."""
        return self._desk.names

    @property
    def ids(self) -> NDArray[np.int64]:
        """The entities that the writer owns, in ascending order."""
        self._desk.begin()
        return self._desk.holding.ids

    @property
    def rows(self) -> slice | NDArray[np.intp]:
        """What selects the writer's entities from a table's arrays: `table.x[writer.rows]`."""
        self._desk.begin()
        return self._desk.holding.rows

    def owned(self, name: str) -> NDArray[np.intp] | None:
        """Of which of `ids` the writer owns this column, as positions among them; None means of all."""
        self._desk.begin()
        return self._desk.holding.picks[self._desk.position(name)]

    def __len__(self) -> int:
        return len(self.ids)

    def null(self, name: str) -> NDArray[np.bool_]:
        """Where a nullable column is null in the writer's entities, as in force."""
        self._desk.begin()
        self._desk.position(name)
        if not self._desk.storage.type.columns[name].nullable:
            raise NoColumn(f"{self._desk.storage.type.name}.{name} is not nullable, so there is no mask")
        return self._desk.storage.views[mask_of(name)][self._desk.holding.rows]

    def put(self, name: str, values: Any, *, ids: int | Sequence[int] | NDArray[np.int64]) -> None:
        """Propose values for some of the writer's entities: one for all of `ids`, or one for each."""
        self._desk.put(name, values, ids)

    def set_null(self, name: str, mask: ArrayLike) -> None:
        """Propose null where `mask` is true, after the values: what lies below is of no matter, not even NaN."""
        self._desk.set_null(name, mask)

    def cells(self, name: str) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
        """Arrays for compiled code to fill, one cell for each of `ids`: the values, and where they are null.

        Fill every cell, with 0 where it is null. This is assigning without a copy; the arrays are good for this step
        only. Of an immediate column that the writer owns whole they are the table's own: if a step fails half-way, what
        it filled in stays.
        """
        return self._desk.cells(name)

    def all_cells(self) -> tuple[tuple[NDArray[Any], NDArray[np.bool_] | None], ...]:
        """The `cells` of all of `columns`, in their order, for compiled code that fills in every one of them.

        The same arrays come in the same tuple: there are a few that take turns. They have spare cells at their end, so
        that they stay the same while others come and go; only as many as there are `ids` count.
        """
        return self._desk.all_cells()

    def seal(self, now: int, due: int) -> None:
        """Take what was assigned in the step at `now`, to be in force at `due`; the kernel calls this."""
        self._desk.seal(now, due)
