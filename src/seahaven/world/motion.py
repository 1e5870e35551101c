"""Motion behaviours: what moves entities, chosen for each of them by a column and switched by writing it (C5, G8).

    motions = Motions({"lane": LaneBound(), "pearls": StringOfPearls(), "replay": Replay(reel)})
    vehicle = FamilyType("vehicle", {..., "motion": motions.column(default="lane")})

    class Mover(Module):
        seen = reads("vehicle")
        body = writes("vehicle", "x", "y", "heading", "speed")

        def step(self, tick: Tick) -> None:
            motions.step(self.seen, self.body, tick.dt, tick.seconds)

A step may be a transaction, or go from one behaviour and entity to the next (C4); dt may be anything from 0 up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seahaven.errors import ProposalError, WiringError, nearest
from seahaven.world.column import Column, Misfit
from seahaven.world.label import entity_with_id
from seahaven.world.table import Table
from seahaven.world.writer import Writer

__all__ = ["MotionBehaviour", "Motions", "Rows"]


class MotionBehaviour(Protocol):
    """Moves entities from one date to the next.

    `kind` says how much truth is in it: descriptive (follows what was laid down: key frames, a recording), generative
    (physics), or behavioural (decides for itself).
    """

    @property
    def kind(self) -> Literal["descriptive", "generative", "behavioural"]:
        """How the movement comes about."""

    def move(self, rows: Rows, dt: float, now: float) -> None:
        """Propose the state of `rows` at `now + dt` (s), given that at `now`; with dt = 0 nothing moves."""


@dataclass(slots=True)
class Sketch:
    """Next values of one column, over all rows of the table, and which of them were proposed."""

    values: NDArray[Any]
    nulls: NDArray[np.bool_] | None
    given: NDArray[np.bool_]


class Canvas:
    """Where behaviours put next values; when they run in sequence, also where they read what others have put."""

    def __init__(self, table: Table, writer: Writer, *, sequential: bool) -> None:
        self.table = table
        self.writer = writer
        self._sequential = sequential
        self._sketches: dict[str, Sketch] = {}

    def read(self, name: str) -> NDArray[Any]:
        """A column over all rows, as behaviours see it now."""
        seen: NDArray[Any] = getattr(self.table, name)
        return self._sketches[name].values if self._sequential and name in self._sketches else seen

    def null(self, name: str) -> NDArray[np.bool_]:
        """Where a column is null, as behaviours see it now."""
        seen = self.table.null(name)
        sketch = self._sketches.get(name) if self._sequential else None
        return seen if sketch is None or sketch.nulls is None else sketch.nulls

    def write(self, name: str, rows: NDArray[np.intp], value: Any) -> None:
        """Put next values into some rows."""
        sketch = self._sketch(name)
        try:
            values, nulls = self.table.type.columns[name].fit(value, len(rows))
        except Misfit as reason:
            raise ProposalError(f"a motion behaviour proposed {reason}: {self.table.type.name}.{name}") from None
        sketch.values[rows] = values
        sketch.given[rows] = True
        if sketch.nulls is not None:
            sketch.nulls[rows] = False if nulls is None else nulls

    def _sketch(self, name: str) -> Sketch:
        if name not in self._sketches:
            if name not in self.writer.columns:
                hint = nearest(name, self.writer.columns)
                raise WiringError(f"a motion behaviour writes '{name}', which its module does not declare{hint}")
            column, count = self.table.type.columns[name], len(self.table)
            is_seen = name in self.table.columns
            values = getattr(self.table, name).copy() if is_seen else np.zeros(count, column.dtype)
            nulls = self.table.null(name).copy() if is_seen and column.nullable else None
            if column.nullable and nulls is None:
                nulls = np.zeros(count, np.bool_)
            self._sketches[name] = Sketch(values, nulls, np.zeros(count, np.bool_))
        return self._sketches[name]

    def hand_over(self) -> None:
        """Propose everything through the writer."""
        for name, sketch in self._sketches.items():
            rows = np.flatnonzero(sketch.given)
            self.writer.put(name, sketch.values[rows], ids=self.table.ids[rows])
            if sketch.nulls is not None:
                self.writer.set_null(name, (sketch.nulls & sketch.given)[self.writer.rows])


class Rows:
    """The entities that a behaviour moves, in order of id.

    `rows.speed` has a value for each of them; `rows.speed = next_speed` proposes. `rows.whole("x")` is the column over
    all entities of the family, in which `rows.rows` are the behaviour's own, for looking at neighbours.
    """

    __slots__ = ("_canvas", "rows")

    _canvas: Canvas
    rows: NDArray[np.intp]

    def __init__(self, canvas: Canvas, rows: NDArray[np.intp]) -> None:
        object.__setattr__(self, "_canvas", canvas)
        object.__setattr__(self, "rows", rows)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def ids(self) -> NDArray[np.int64]:
        """The ids of the entities."""
        return self._canvas.table.ids[self.rows]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._canvas.read(name)[self.rows]

    def __setattr__(self, name: str, value: Any) -> None:
        self._canvas.write(name, self.rows, value)

    def null(self, name: str) -> NDArray[np.bool_]:
        """Where a nullable column is null."""
        return self._canvas.null(name)[self.rows]

    def set_null(self, name: str, mask: ArrayLike) -> None:
        """Propose null where `mask` is true."""
        self._canvas.write(name, self.rows[np.asarray(mask, np.bool_)], None)

    def whole(self, name: str) -> NDArray[Any]:
        """A column over all entities of the family; read-only by agreement."""
        return self._canvas.read(name)


class Motions:
    """Behaviours by name, and a category column that says which of them moves an entity."""

    def __init__(self, behaviours: Mapping[str, MotionBehaviour], *, chosen_by: str = "motion") -> None:
        self._behaviours = dict(behaviours)
        self._chosen_by = chosen_by

    def column(self, *, default: Any = ...) -> Column:
        """The declaration of the column that chooses; writing it switches an entity's behaviour."""
        return Column(kinds=tuple(self._behaviours), doc="the behaviour that moves the entity", default=default)

    def step(self, table: Table, writer: Writer, dt: float, now: float, *, sequential: bool = False) -> None:
        """Let each behaviour move its entities among those that `writer` owns (C4).

        As a transaction, all read the committed state, so their order is of no matter. Sequentially, behaviours run
        in the order of declaration and entities one by one in order of id, and each sees what was proposed before it.
        """
        canvas = Canvas(table, writer, sequential=sequential)
        for name, rows in self._shares(table, writer):
            behaviour = self._behaviours[name]
            parts = rows.reshape(-1, 1) if sequential else [rows]
            for part in parts:
                behaviour.move(Rows(canvas, part), dt, now)
        canvas.hand_over()

    def _shares(self, table: Table, writer: Writer) -> list[tuple[str, NDArray[np.intp]]]:
        """Each behaviour that has something to move, with its rows."""
        column = table.column(self._chosen_by)
        own = np.arange(len(table))[writer.rows]
        if column.nullable:
            own = own[~table.null(self._chosen_by)[own]]
        codes = getattr(table, self._chosen_by)[own]
        shares = {kind: own[codes == code] for code, kind in enumerate(column.kinds)}
        for kind, rows in shares.items():
            if len(rows) and kind not in self._behaviours:
                who = f"{table.type.name} {entity_with_id(table.ids[rows[0]])}"
                raise WiringError(
                    f"{who} is to be moved by '{kind}', which is not registered{nearest(kind, self._behaviours)}"
                )
        return [(name, shares[name]) for name in self._behaviours if len(shares.get(name, ()))]
