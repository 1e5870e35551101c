"""Entities that a module claims in a step, with values of theirs, or gives back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from seahaven.world.column import Misfit
from seahaven.world.docket import Handover
from seahaven.world.draft import Write
from seahaven.world.label import entity_with_id

if TYPE_CHECKING:
    from seahaven.world.desk import Desk

__all__ = ["Claims"]


class Claims:
    """Whom a step wants to have, with values of theirs; or, without values, whom it gives back."""

    __slots__ = ("_wanted",)

    def __init__(self) -> None:
        self._wanted: list[tuple[NDArray[np.int64], dict[str, Any] | None]] = []

    def clear(self) -> None:
        """Forget all."""
        self._wanted.clear()

    def add(self, desk: Desk, ids: NDArray[np.int64], values: dict[str, Any] | None) -> None:
        """Have entities from the next date on, with these values then; without values, give them back."""
        desk.begin()
        for name in values or ():
            desk.position(name)
        self._wanted.append((ids.copy(), values))

    def seal(self, desk: Desk, due: int) -> None:
        """Hand over whom the step claimed or gave back."""
        if not self._wanted:
            return
        path, family, sealed = desk.path, desk.storage.type.name, desk.docket.sealed
        for ids, values in self._wanted:
            sealed.append(Handover(path, family, due, desk.names, ids, values is not None))
            sealed += _values(desk, ids, values or {}, due)
        self._wanted.clear()


def _values(desk: Desk, ids: NDArray[np.int64], values: dict[str, Any], due: int) -> Iterator[Write]:
    """The values of entities that are claimed, as proposals."""
    for name, value in values.items():
        index = desk.position(name)
        column = desk.draft.columns[index]
        try:
            cells, nulls = column.fit(value, len(ids))
        except Misfit as reason:
            raise desk.refusal(index, reason) from None
        offender = column.offender(cells)
        if offender is not None:
            raise desk.refusal(index, Misfit(f"{cells[offender]} for entity {entity_with_id(ids[offender])}"))
        if nulls is None and column.nullable:
            nulls = np.zeros(len(ids), np.bool_)
        yield Write(desk.path, desk.storage.type.name, name, due, ids, cells, nulls)
