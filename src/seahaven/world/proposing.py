"""What becomes of the values that a module proposes: they are fitted to the column and put into the draft of a desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seahaven.errors import OwnershipError
from seahaven.world.column import Misfit
from seahaven.world.draft import at_seconds
from seahaven.world.label import entity_with_id

if TYPE_CHECKING:
    from seahaven.world.desk import Desk

__all__ = ["propose", "put", "set_null"]


def propose(desk: Desk, name: str, value: Any) -> None:
    """Propose values for all rows that the writer owns."""
    desk.begin()
    index = desk.position(name)
    draft = desk.draft
    target, nulls = draft.values[index], draft.nulls[index]
    if desk.held is not desk.holding:
        cells = np.arange(len(target))[desk.holding.rows]
        _fit(desk, index, value, cells, len(cells))
        _mark(desk, index, cells)
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
        _fit(desk, index, value, slice(None), len(target))
    draft.given[index] = True
    draft.is_empty = draft.is_whole = False


def put(desk: Desk, name: str, value: Any, ids: ArrayLike) -> None:
    """Propose values for some of the entities that the writer owns."""
    desk.begin()
    index = desk.position(name)
    cells = _own(desk, index, np.atleast_1d(np.asarray(ids, np.int64)))
    _fit(desk, index, value, cells, len(cells))
    _mark(desk, index, cells)


def set_null(desk: Desk, name: str, mask: ArrayLike) -> None:
    """Propose null where `mask` is true."""
    desk.begin()
    index = desk.position(name)
    nulls = desk.draft.nulls[index]
    if nulls is None:
        raise desk.refusal(index, Misfit("null, but the column is not nullable"))
    marks = np.asarray(mask)
    if marks.dtype != np.bool_ or marks.shape not in ((), nulls.shape):
        expected = f"expected truth for {len(nulls)} entities"
        raise desk.refusal(index, Misfit(f"a mask of {marks.dtype} and shape {marks.shape}, {expected}"))
    cells = np.flatnonzero(np.broadcast_to(marks, nulls.shape))
    nulls[cells] = True
    desk.draft.values[index][cells] = 0
    _mark(desk, index, cells)


def _fit(desk: Desk, index: int, value: Any, cells: slice | NDArray[np.intp], count: int) -> None:
    draft = desk.draft
    try:
        values, nulls = draft.columns[index].fit(value, count)
    except Misfit as reason:
        raise desk.refusal(index, reason) from None
    draft.values[index][cells] = values
    mask = draft.nulls[index]
    if mask is not None:
        mask[cells] = False if nulls is None else nulls


def _own(desk: Desk, index: int, ids: NDArray[np.int64]) -> NDArray[np.intp]:
    """Where entities lie among those whose column the writer owns; refuse any other."""
    pick, own = desk.held.picks(index), desk.held.ids
    mine = own if pick is None else own[pick]
    places = np.minimum(mine.searchsorted(ids), len(mine) - 1)
    is_mine = mine[places] == ids if len(mine) else np.zeros(len(ids), np.bool_)
    if not is_mine.all():
        whose = f"{desk.storage.type.name} {entity_with_id(ids[~is_mine][0])}"
        raise OwnershipError(
            f"module '{desk.path}' does not own '{desk.names[index]}' of {whose} "
            f"{at_seconds(desk.docket.now)}; transfer it first"
        )
    return own.searchsorted(ids)


def _mark(desk: Desk, index: int, cells: NDArray[np.intp]) -> None:
    """Note that some cells of a column are given."""
    draft = desk.draft
    given = draft.given[index]
    if given is False:
        given = draft.given[index] = np.zeros(len(desk.held.ids), np.bool_)
    if given is not True:
        given[cells] = True
    draft.is_empty = draft.is_whole = False


def _fits(value: Any, target: NDArray[Any]) -> bool:
    """Whether an array has the type and the length of another, or a float goes into it."""
    if type(value) is np.ndarray:
        return bool(value.dtype == target.dtype and value.shape == target.shape)
    return isinstance(value, float) and target.dtype == np.float64
