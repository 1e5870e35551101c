"""A module's writing end: values assigned here are proposals, in force when they are due."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seahaven.errors import WiringError
from seahaven.world.column import NoColumn
from seahaven.world.desk import Desk
from seahaven.world.family import FamilyType, mask_of
from seahaven.world.inlet import Inlet, Record
from seahaven.world.proposing import propose, put, set_null

__all__ = ["Writer", "desk_of"]

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
            propose(self._desk, name, value)

    def _put_record_down(self) -> None:
        """Use the draft itself for the rest of the step."""
        if self._record is not None:
            self._pack()
            self._keep(None)

    def _pack(self) -> None:
        """Put the values of the record into the draft."""
        if self._record is not None and not self._record.pack():
            for name in self._desk.names:
                propose(self._desk, name, self._given[name])

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
        put(self._desk, name, values, ids)

    def claim(self, ids: NDArray[np.int64], **values: Any) -> None:
        """Become the owner of entities when the step is due, with these values of theirs.

            self.body.claim(struck, x=x, y=y, speed=0.0)

        All columns of the writer are claimed. Whatever their owner had proposed for that date or a later one is
        dropped. If two modules claim a cell at once, the one whose path comes last has it.
        """
        self._put_record_down()
        self._desk.claims.add(self._desk, ids, values)

    def give_back(self, ids: NDArray[np.int64]) -> None:
        """Leave entities to whichever module writes the rest when the step is due; values proposed now still count."""
        self._put_record_down()
        self._desk.claims.add(self._desk, ids, None)

    def set_null(self, name: str, mask: ArrayLike) -> None:
        """Propose null where `mask` is true, after the values: what lies below is of no matter, not even NaN."""
        self._put_record_down()
        set_null(self._desk, name, mask)

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


def desk_of(writer: Writer) -> Desk:
    """Where a writer works."""
    return writer._desk
