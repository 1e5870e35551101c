"""A module's writing end: values assigned here are proposals, in force when they are due."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seahaven.errors import OwnershipError, ProposalError, WiringError, nearest
from seahaven.world.column import Misfit, NoColumn
from seahaven.world.docket import Docket, Handover
from seahaven.world.draft import Draft, Room, Write, at_seconds
from seahaven.world.family import FamilyType, mask_of
from seahaven.world.inlet import Inlet, Record
from seahaven.world.label import entity_with_id
from seahaven.world.landing import Landing, shared_columns
from seahaven.world.spared import Spared
from seahaven.world.storage import Storage

__all__ = ["Desk", "Writer", "desk_of"]


class Desk:
    """Where a writer works: the rows it owns now, the draft it fills, and spare drafts to fill next.

    Drafts go round: sealed, committed, in force, then back here, so that a step allocates nothing. A module whose
    values are in force at its next date fills the same draft in every step. Drafts of a writer that fills `all_cells`
    are for all rows of the table, others for those of which it owns some column.
    """

    __slots__ = (
        "_at_once",
        "_claims",
        "_docket",
        "_epoch",
        "_has_offender",
        "_immediate",
        "_in_place",
        "_inlet",
        "_is_sealed",
        "_landing",
        "_set_aside",
        "_spans",
        "draft",
        "fills_own",
        "held",
        "holding",
        "home",
        "index",
        "is_immediate",
        "names",
        "path",
        "spares",
        "storage",
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
        self._in_place = False
        self._is_sealed = self._spans = self.fills_own = False
        self._at_once: Spared | None = None
        self._has_offender: Callable[[int], bool] | None = None
        self._landing: Landing | None = None
        self._claims: list[tuple[NDArray[np.int64], dict[str, Any] | None]] = []
        """Whom the step wants to have, with values of theirs; or, without, whom it gives back."""
        self._inlet: Inlet | None = None
        self._look_up()
        self.draft = Draft(path, storage, names, self.held)
        self._set_aside: Draft | None = None
        """The draft to go on with after a stretch in which an inlet's is filled."""

    def _look_up(self) -> None:
        """Look up which rows are owned now, and which are to be filled."""
        storage, ownership = self.storage, self.storage.ownership
        self.holding = ownership.holding(self.path, self.names, storage.held_ids, storage.version)
        self.held = self.holding
        """The rows that drafts are for."""
        if self._spans and len(self.holding.ids) < storage.count:
            self.held = ownership.holding(self.path, self.names, storage.held_ids, storage.version, of_all=True)
        self.home, self._at_once = storage.arena, None

    def _follow(self) -> None:
        """Follow rows that have moved, or have come to other owners."""
        home = self.home
        self._look_up()
        if home is not self.home:
            self.spares.clear()
            self._has_offender = None
            self.draft, self._is_sealed = self._blank(), False
        elif self._is_sealed:
            self._renew()
        else:
            self.draft = self._fitting(self.draft)

    def _renew(self) -> None:
        """Have a draft to fill: one that has been used, if there is any."""
        self.draft, self._is_sealed = self._blank(), False

    def _blank(self) -> Draft:
        if self.spares:
            return self._fitting(self.spares.pop())
        return Draft(self.path, self.storage, self.names, self.held)

    def _fitting(self, draft: Draft) -> Draft:
        """A draft for the rows of now: the given one, if it has room for them."""
        if draft.holding is not self.held or not draft.is_empty:
            if not draft.has_room_for(len(self.held.ids)):
                return Draft(self.path, self.storage, self.names, self.held)
            draft.follow(self.held)
        return draft

    def begin(self) -> None:
        """Be up to date: at a new date, drop what a step left unsealed, and follow rows that have moved."""
        if self._epoch == self._docket.epoch and not self._is_sealed:
            return
        self._epoch = self._docket.epoch
        self._in_place = False
        self._claims.clear()
        if self.holding.version != self.storage.version:
            self._follow()
        elif self._is_sealed:
            self._renew()
        elif not self.draft.is_empty:
            self.draft = self._fitting(self.draft)

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
        target, nulls = draft.values[index], draft.nulls[index]
        if self.held is not self.holding:
            cells = np.arange(len(target))[self.holding.rows]
            self._fit(index, value, cells, len(cells))
            self._mark(index, cells)
            return
        column = draft.columns[index]
        if type(value) is str and value in column.kinds:
            value = column.kinds.index(value)
        if value is None and nulls is not None:
            target[...] = 0
            nulls.fill(True)
        elif _fits(value, target) or column.holds(value):
            target[...] = value
            if nulls is not None:
                nulls.fill(False)
        else:
            self._fit(index, value, slice(None), len(target))
        draft.given[index] = True
        draft.is_empty = draft.is_whole = False

    def all_cells(self) -> tuple[Room, ...]:
        """Room for all columns that the writer writes, in all rows of the table, to be filled in every one."""
        self.begin()
        if self._set_aside is not None:
            self.draft = self._set_aside
        if not self._spans:
            self._spans = True
            self.spares.clear()
            self._look_up()
            self.draft = self._fitting(self.draft)
        draft = self.draft
        draft.look_around()
        if draft.rooms is None:
            draft.rooms = tuple(self.room(index) for index in range(len(self.names)))
        if self._immediate and not self._in_place:
            self._in_place = True
            self._keep_others()
        if len(self._immediate) < len(self.names):
            draft.given = [not immediate for immediate in self.is_immediate]
            draft.is_empty, draft.is_whole = False, True
        return draft.rooms

    def own_cells(self) -> tuple[Room, ...]:
        """Room for all columns that the writer writes, in the rows that it owns, to be filled in every one."""
        self.begin()
        if self._set_aside is not None:
            self.draft = self._set_aside
        if self._spans or self._immediate or any(others is not None for others in self.held.others):
            raise WiringError(
                f"module '{self.path}' cannot fill its own cells of {', '.join(self.names)}: they are to be seen at "
                "once, belong to others in part, or are filled in all rows; declare a port for those that are not"
            )
        self.fills_own, draft = True, self.draft
        draft.look_around()
        if draft.rooms is None:
            draft.rooms = tuple(self.room(index) for index in range(len(self.names)))
        draft.given = [True] * len(self.names)
        draft.is_empty = False
        return draft.rooms

    def fill_again(self) -> None:
        """Have what compiled code has filled in as what was given."""
        if self.fills_own:
            self.own_cells()
        else:
            self.all_cells()

    def room(self, index: int) -> Room:
        """Where compiled code is to put a column: in the table itself if it is immediate, with the spare rows."""
        if not self.is_immediate[index]:
            return self.draft.room(index)
        name, arrays = self.names[index], self.home.arrays
        return arrays[name], arrays.get(mask_of(name))

    def _keep_others(self) -> None:
        """Note what immediate columns hold where they belong to other writers: they are filled in the table itself."""
        if self.held.is_whole:
            return
        if self._at_once is None:
            others = zip(self.names, self.held.others, self.is_immediate, strict=True)
            cells = [(name, rows) for name, rows, is_immediate in others if is_immediate and rows is not None]
            self._at_once = Spared(self.home, cells)
        self._at_once.keep()

    def _settle_in_place(self, now: int) -> None:
        """Refuse values that were filled into the table itself and must not stay there."""
        self._in_place = False
        if self._at_once is not None:
            self._at_once.put_back()
        if self._has_offender is None:
            columns = {self.names[index]: self.draft.columns[index] for index in sorted(self._immediate)}
            self._has_offender = self.home.checker(columns)
        if self._has_offender(self.storage.count):
            for index in sorted(self._immediate):
                self.draft.refuse_offender(index, self.storage.arrays[self.names[index]], now)

    @property
    def is_filled(self) -> bool:
        """Whether compiled code has been given room to fill in every row of this step."""
        return self._in_place or self.draft.is_whole or (self.fills_own and not self.draft.is_empty)

    def landing(self) -> Landing:
        """What compiled code does with what is filled in: the same object for as long as it is good."""
        known = self._landing
        if known is None or known.draft is not self.draft or known.home is not self.home:
            known = self._landing = Landing(self)
        elif self.fills_own:
            known.follow(self)
        elif known.shared or not self.held.is_whole:
            if known.shared != shared_columns(self):
                known = self._landing = Landing(self)
            else:
                known.follow(self)
        return known

    def may_go_on(self, landing: Landing) -> bool:
        """Whether compiled code may go on filling in the same draft, whatever rows have come and gone in its memory."""
        draft = self.draft
        if self._is_sealed or self.fills_own or not self.held.is_whole:
            return False
        is_same = landing.draft is draft and landing.home is self.storage.arena
        return is_same and draft.has_room_for(self.storage.count)

    def inlet(self) -> Inlet | None:
        """What takes in values in the middle of a stretch: the same object for as long as it is good.

        A writer that fills `all_cells` has none.
        """
        self.begin()
        if self._spans or self.fills_own:
            return None
        if self._inlet is None or not self._inlet.fits(self):
            self._inlet = Inlet(self)
        self._inlet.follow()
        return self._inlet

    def open_inlet(self, inlet: Inlet) -> None:
        """Fill the draft of an inlet until it is closed; not if `all_cells` has been asked for meanwhile."""
        self.begin()
        if not self._spans:
            self._set_aside, self.draft = self.draft, inlet.draft

    @property
    def opened(self) -> Inlet | None:
        """The inlet that is being filled, if any."""
        inlet = self._inlet
        return inlet if self._set_aside is not None and inlet is not None and self.draft is inlet.draft else None

    def close_inlet(self) -> None:
        """Fill drafts of one's own again."""
        if self.opened is not None and self._set_aside is not None:
            self.draft = self._set_aside
        self._set_aside = None

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
        pick, own = self.held.picks(index), self.held.ids
        mine = own if pick is None else own[pick]
        places = np.minimum(mine.searchsorted(ids), len(mine) - 1)
        is_mine = mine[places] == ids if len(mine) else np.zeros(len(ids), np.bool_)
        if not is_mine.all():
            whose = f"{self.storage.type.name} {entity_with_id(ids[~is_mine][0])}"
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
            given = draft.given[index] = np.zeros(len(self.held.ids), np.bool_)
        if given is not True:
            given[cells] = True
        draft.is_empty = draft.is_whole = False

    def claim(self, ids: NDArray[np.int64], values: dict[str, Any] | None) -> None:
        """Have entities from the next date on, with these values then; without values, give them back."""
        self.begin()
        for name in values or ():
            self.position(name)
        self._claims.append((ids.copy(), values))

    def _seal_claims(self, due: int) -> None:
        """Hand over whom the step claimed or gave back."""
        family = self.storage.type.name
        for ids, values in self._claims:
            self._docket.sealed.append(Handover(self.path, family, due, self.names, ids, values is not None))
            for name, value in (values or {}).items():
                index = self.position(name)
                column = self.draft.columns[index]
                try:
                    cells, nulls = column.fit(value, len(ids))
                except Misfit as reason:
                    raise self._refusal(index, reason) from None
                offender = column.offender(cells)
                if offender is not None:
                    raise self._refusal(index, Misfit(f"{cells[offender]} for entity {entity_with_id(ids[offender])}"))
                if nulls is None and column.nullable:
                    nulls = np.zeros(len(ids), np.bool_)
                self._docket.sealed.append(Write(self.path, family, name, due, ids, cells, nulls))
        self._claims.clear()

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
        if self._claims:
            self._seal_claims(due)
        if self._set_aside is not None and self._inlet is not None:
            if self.draft is self._inlet.draft:
                return
            self._inlet.void()
        self.begin()
        if self._in_place:
            self._settle_in_place(now)
        draft = self.draft
        if draft.is_empty:
            return
        draft.now, draft.due = now, due
        if draft.is_whole and not self.held.is_whole:
            draft.fill_spared()
        if self._immediate and not draft.is_whole:
            self._seal_immediate(draft)
            if not any(given is not False for given in draft.given):
                draft.clear()
                return
        draft.shelf = self.spares
        self._docket.sealed.append(draft)
        self._is_sealed = True

    def _seal_immediate(self, draft: Draft) -> None:
        at_once = [i for i, given in enumerate(draft.given) if self.is_immediate[i] and given is not False]
        for index in at_once:
            draft.check_column(index)
        for index in at_once:
            draft.apply_column(index)
            draft.given[index] = False


_NOTHING: dict[str, Any] = {}


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

    __slots__ = ("_desk", "_given", "_plain", "_record", "_single")

    _desk: Desk
    _single: bool
    _plain: dict[str, type]
    """In the middle of a stretch: of each column the type of which a value goes into `_given` as it is."""
    _given: dict[str, Any]
    _record: Record | None

    def __init__(self, desk: Desk, *, single: bool = False) -> None:
        object.__setattr__(self, "_desk", desk)
        object.__setattr__(self, "_single", single)
        self._keep(None)

    def _keep(self, record: Record | None) -> None:
        """Put values down in a record, or in none."""
        object.__setattr__(self, "_record", record)
        object.__setattr__(self, "_plain", _NOTHING if record is None else record.plain)
        object.__setattr__(self, "_given", _NOTHING if record is None else record.given)

    def __setattr__(self, name: str, value: Any) -> None:
        if self._plain.get(name) is type(value):
            self._given[name] = value
        else:
            self._assign(name, value)

    def _assign(self, name: str, value: Any) -> None:
        if self._record is None or not self._record.takes(name, value):
            self._put_record_down()
            self._desk.propose(name, value)

    def _put_record_down(self) -> None:
        """Use the draft itself for the rest of the step."""
        if self._record is not None:
            self._pack()
            self._keep(None)

    def _pack(self) -> None:
        """Put the values of the record into the draft."""
        if self._record is not None and not self._record.pack():
            for name in self._desk.names:
                self._desk.propose(name, self._given[name])

    def open_inlet(self, inlet: Inlet) -> None:
        """Fill an inlet in the steps to come, until it is closed."""
        self._desk.open_inlet(inlet)
        if self._desk.opened is not None:
            self._open_record(inlet)

    def _open_record(self, inlet: Inlet) -> None:
        if inlet.record is not None:
            inlet.record.load()
            self._keep(inlet.record)

    def close_inlet(self) -> None:
        """Propose values as usual again."""
        self._keep(None)
        self._desk.close_inlet()

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

    @property
    def others(self) -> tuple[NDArray[np.intp] | None, ...]:
        """Of each of `columns`, the rows that belong to other writers; another tuple once these or owners change."""
        self._desk.begin()
        return self._desk.held.others

    def foreign(self, name: str) -> NDArray[np.intp] | None:
        """The rows of which a column belongs to other writers; None means none."""
        return self.others[self._desk.position(name)]

    def __len__(self) -> int:
        return len(self.ids)

    def spacious(self, name: str) -> NDArray[Any]:
        """A column of all rows of the table as in force, with spare rows at its end, for compiled code."""
        self._desk.position(name)
        return self._desk.storage.arena.views[name]

    def null(self, name: str) -> NDArray[np.bool_]:
        """Where a nullable column is null in the writer's entities, as in force."""
        self._desk.begin()
        self._desk.position(name)
        if not self._desk.storage.type.columns[name].nullable:
            raise NoColumn(f"{self._desk.storage.type.name}.{name} is not nullable, so there is no mask")
        return self._desk.storage.views[mask_of(name)][self._desk.holding.rows]

    def put(self, name: str, values: Any, *, ids: int | Sequence[int] | NDArray[np.int64]) -> None:
        """Propose values for some of the writer's entities: one for all of `ids`, or one for each."""
        self._put_record_down()
        self._desk.put(name, values, ids)

    def claim(self, ids: NDArray[np.int64], **values: Any) -> None:
        """Become the owner of entities when the step is due, with these values of theirs.

            self.body.claim(struck, x=x, y=y, speed=0.0)

        All columns of the writer are claimed. Whatever their owner had proposed for that date or a later one is
        dropped. If two modules claim a cell at once, the one whose path comes last has it.
        """
        self._put_record_down()
        self._desk.claim(ids, values)

    def give_back(self, ids: NDArray[np.int64]) -> None:
        """Leave entities to whichever module writes the rest when the step is due; values proposed now still count."""
        self._put_record_down()
        self._desk.claim(ids, None)

    def set_null(self, name: str, mask: ArrayLike) -> None:
        """Propose null where `mask` is true, after the values: what lies below is of no matter, not even NaN."""
        self._put_record_down()
        self._desk.set_null(name, mask)

    def all_cells(self) -> tuple[tuple[NDArray[Any], NDArray[np.bool_] | None], ...]:
        """Arrays of all of `columns`, in their order, for compiled code that fills in every row of the table.

        Of each column the values, and where they are null; put 0 where they are. This is assigning without a copy. The
        same arrays come in the same tuple as long as they lie where they do, whoever comes and goes: they have spare
        cells at their end. What is put into cells that belong to other writers is passed over. Those of an immediate
        column are the table's own: if a step fails half-way, what it filled in stays.
        """
        self._put_record_down()
        return self._desk.all_cells()

    def own_cells(self) -> tuple[tuple[NDArray[Any], NDArray[np.bool_] | None], ...]:
        """Arrays of all of `columns`, for compiled code that fills in every one of the writer's own rows.

        They hold a cell for each of `ids`, in this order, and spare cells after these. The same arrays come in the same
        tuple as long as they lie where they do. This is for a writer that owns few rows of many; it has to own all of
        its columns of these, and none may be immediate.
        """
        self._put_record_down()
        return self._desk.own_cells()

    def seal(self, now: int, due: int) -> None:
        """Take what was assigned in the step at `now`, to be in force at `due`; the kernel calls this."""
        if self._record is not None:
            self._pack()
            return
        self._desk.seal(now, due)
        inlet = self._desk.opened
        if inlet is not None:
            self._open_record(inlet)


def _fits(value: Any, target: NDArray[Any]) -> bool:
    """Whether an array has the type and the length of another, or a float goes into it."""
    if type(value) is np.ndarray:
        return bool(value.dtype == target.dtype and value.shape == target.shape)
    return isinstance(value, float) and target.dtype == np.float64


def desk_of(writer: Writer) -> Desk:
    """Where a writer works."""
    return writer._desk
