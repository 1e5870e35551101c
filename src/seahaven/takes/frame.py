"""A frame: what there is in a running world at one date, as copies that stay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import InputError, nearest
from seahaven.kernel import Event, in_seconds
from seahaven.reels import data_frame
from seahaven.world import FamilyType, World, entity_label, entity_of

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["Families", "Frame", "chosen_families", "frame_of"]

Families: TypeAlias = Mapping[str, Sequence[str]] | Iterable[str] | None
"""Which families are wanted, or which columns of each; None for all but the columns of passing interest."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The world at one date, and what has happened since the frame before.

        frame = run.frame()
        frame.time, frame["vehicle"]["speed"], frame.row("ada")["gap"], frame.table("vehicle")

    `tables` has, by family, an array of `id` and one of each column, with a row for each entity in ascending order of
    id. The arrays are copies. Where a column is null, a float is NaN, and anything else is masked (`numpy.ma`).
    Categories are numbers, as `families` numbers their names. Immediate columns, such as what drivers perceive, are
    those of the last step.
    """

    now: int
    tables: Mapping[str, Mapping[str, NDArray[Any]]]
    events: tuple[Event[Any], ...]
    names: Mapping[str, int]
    subjects: tuple[int, ...]
    families: Mapping[str, FamilyType]

    @property
    def time(self) -> float:
        """The date in seconds."""
        return in_seconds(self.now)

    def __getitem__(self, family: str) -> Mapping[str, NDArray[Any]]:
        if family not in self.tables:
            raise InputError(f"the frame has no family '{family}'{nearest(family, self.tables)}")
        return self.tables[family]

    def row(self, entity: int | str) -> dict[str, Any]:
        """All columns of one entity, by its name or id: None for null, names for categories."""
        number = entity_of(entity, _by_id(self.names)) if isinstance(entity, str) else int(entity)
        for family, table in self.tables.items():
            rows = np.flatnonzero(table["id"] == number)
            if len(rows):
                columns = self.families[family].columns
                return {name: _cell(columns[name].kinds, table[name][rows[0]]) for name in columns}
        raise InputError(f"{entity!r} is not in the frame at {self.time:g} s; frames hold what is in the world")

    def table(self, family: str = "vehicle") -> DataFrame:
        """A family as a pandas table, in the types of `Reel.frame`, with a name or number for each entity."""
        cells = dict(self[family])
        labels = [entity_label(entity, _by_id(self.names)) for entity in cells["id"].tolist()]
        return data_frame(self.families[family], self.time, cells, labels)

    def __repr__(self) -> str:
        rows = ", ".join(f"{len(table['id'])} {family}" for family, table in self.tables.items())
        return f"<frame at {self.time:g} s: {rows}, {len(self.events)} events>"


def chosen_families(world: World, families: Families) -> dict[str, FamilyType]:
    """The families with the columns that a frame is to have; unknown names are refused."""
    known = {family.name: family for family in world.families}
    wanted = known if families is None else [families] if isinstance(families, str) else families
    chosen = dict[str, FamilyType]()
    for name in wanted:
        if name not in known:
            raise InputError(f"the world has no family '{name}'{nearest(name, known)}")
        family = known[name]
        lasting = [column for column in family.columns if not family.columns[column].is_passing]
        columns = families[name] if isinstance(families, Mapping) else lasting
        chosen[name] = FamilyType(name, {column: family.column(column) for column in columns}, family.doc)
    return chosen


def frame_of(world: World, now: int, families: Mapping[str, FamilyType], events: Iterable[Event[Any]]) -> Frame:
    """A copy of what there is."""
    tables = {name: _copied(world, family) for name, family in families.items()}
    return Frame(now, tables, tuple(events), world.names, tuple(world.subjects), families)


def _copied(world: World, family: FamilyType) -> dict[str, NDArray[Any]]:
    table = world.family(family.name)
    cells = {"id": table.ids.copy()}
    for name, column in family.columns.items():
        values = getattr(table, name).copy()
        if column.nullable and column.is_float:
            values[table.null(name)] = np.nan
        elif column.nullable:
            values = np.ma.MaskedArray(values, table.null(name).copy())
        cells[name] = values
    return cells


def _by_id(names: Mapping[str, int]) -> dict[int, str]:
    return {entity: name for name, entity in names.items()}


def _cell(kinds: tuple[str, ...], value: Any) -> Any:
    if value is np.ma.masked or (isinstance(value, float) and np.isnan(value)):
        return None
    return kinds[int(value)] if kinds else value.item()
