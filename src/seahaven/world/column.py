"""What one column of a family holds: its type, unit, meaning, and which values fit into it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Self, cast

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import WiringError, nearest

__all__ = ["Column", "Misfit", "NoColumn"]

DTYPES: Final = ("float64", "float32", "int64", "int32", "int16", "int8", "bool")
_TYPES: Final = {name: np.dtype(name) for name in DTYPES}
_RANGES: Final = {
    name: (int(np.iinfo(name).min), int(np.iinfo(name).max)) for name, type_ in _TYPES.items() if type_.kind == "i"
}
"""The lowest and the highest number of each whole type."""


class Misfit(ValueError):
    """Why a value does not fit a column, as half a sentence; whoever knows the module and the time completes it."""


class NoColumn(WiringError, AttributeError):
    """A column that a family, or a port on it, does not have; also an AttributeError, so that `hasattr` works."""


@dataclass(frozen=True, slots=True)
class Column:
    """One attribute of every entity of a family.

        Column(unit="m/s", doc="along the heading")             a float64 that every new entity must be given
        Column("bool", default=False)                           a flag
        Column(unit="m", nullable=True)                         null unless given: no leader, no gap
        Column(kinds=("car", "truck"), default="car")           a category: names outside, int16 codes in arrays
        Column.entity(doc="the vehicle ahead")                  the id of another entity, or null

    `default` is taken for new entities that are not given a value; `...` means that they must be. A nullable column is
    null by default. A value written into an `immediate` column at t is seen at t by modules that run later in the same
    date; any other value is seen when it is due. What is of passing interest only, such as what every
    driver sees in every step, is left out of recordings unless asked for by name.
    """

    dtype: str = ""
    unit: str = ""
    doc: str = ""
    nullable: bool = False
    default: Any = ...
    immediate: bool = False
    kinds: tuple[str, ...] = ()
    is_entity: bool = False
    is_passing: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "kinds", tuple(self.kinds))
        object.__setattr__(self, "dtype", self._storage_type())
        if self.nullable and self.default is ...:
            object.__setattr__(self, "default", None)
        if self.default is not ...:
            try:
                values, _ = self.fit(self.default, 1)
            except Misfit as reason:
                raise WiringError(f"the default of {self} cannot be {self.default!r}: {reason}") from None
            if self.offender(values) is not None:
                raise WiringError(f"the default of {self} cannot be {self.default!r}: {self.expected}")

    @classmethod
    def entity(cls, *, doc: str = "", immediate: bool = False) -> Self:
        """A column of handles: the id of another entity, or null."""
        return cls("int64", doc=doc, nullable=True, immediate=immediate, is_entity=True)

    def _storage_type(self) -> str:
        if not self.kinds:
            if (self.dtype or "float64") not in DTYPES:
                raise WiringError(f"a column cannot hold '{self.dtype}'{nearest(self.dtype, DTYPES)}")
            return self.dtype or "float64"
        if self.dtype not in ("", "int16"):
            raise WiringError(f"a column of kinds is stored as int16, not '{self.dtype}'; leave the type out")
        if len(set(self.kinds)) < len(self.kinds):
            raise WiringError(f"the kinds {', '.join(self.kinds)} name one kind twice")
        return "int16"

    def __str__(self) -> str:
        kind = "category" if self.kinds else "entity" if self.is_entity else self.dtype
        return f"a {'nullable ' if self.nullable else ''}{kind} column"

    @property
    def expected(self) -> str:
        """What a value of this column must be, for error messages."""
        if self.kinds:
            return f"expected a code from 0 to {len(self.kinds) - 1} ({', '.join(self.kinds)})"
        null = " or null" if self.nullable else ""
        return f"expected a finite number{null}" if self.is_float else f"expected {self.dtype}{null}"

    @property
    def is_float(self) -> bool:
        """Whether NaN and infinity have to be kept out."""
        return self.dtype in ("float64", "float32")

    @property
    def can_offend(self) -> bool:
        """Whether a value of the right type may still be one that must not be committed."""
        return self.is_float or bool(self.kinds)

    def code(self, kind: str) -> int:
        """The number that stands for `kind` in the arrays of a category column."""
        if not self.kinds:
            raise Misfit(f"'{kind}' is a name, but the column has no kinds")
        if kind not in self.kinds:
            raise Misfit(f"'{kind}' is not one of its kinds{nearest(kind, self.kinds)}")
        return self.kinds.index(kind)

    def read(self, value: Any, is_null: bool) -> Any:
        """A cell as a person reads it: None for null, a name for a category, else a plain number or truth."""
        if is_null:
            return None
        return self.kinds[value] if self.kinds else value

    def holds(self, value: object) -> bool:
        """Whether a plain number or truth goes into a cell as it is; any other value is for `fit` to judge."""
        kind = type(value)
        if kind is int:
            low, high = _RANGES.get(self.dtype, (0, -1))
            return low <= cast(int, value) <= high
        return (kind is float and self.dtype == "float64") or (kind is bool and self.dtype == "bool")

    def fits(self, value: object, count: int) -> bool:
        """Whether a value is `count` cells already: an array of this column's type."""
        return type(value) is np.ndarray and value.dtype is _TYPES[self.dtype] and value.shape == (count,)

    def fit(self, value: Any, count: int) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
        """`value` as `count` cells: an array of this column's type, and where it is null (None: nowhere).

        Takes one value for all cells or one for each. Raises `Misfit` on a wrong length, a type that would lose
        something (a float into an integer, anything but truth into a bool), or an integer out of range. Cells that are
        null hold 0, so that equal states have equal bytes. NaN is left to `offender`.
        """
        if self.fits(value, count):
            return value.copy(), None
        source, nulls = self._numbers(value)
        if source.ndim > 1 or (source.ndim == 1 and len(source) != count):
            shape = f"{len(source)} values" if source.ndim == 1 else f"an array of shape {source.shape}"
            raise Misfit(f"{shape} for {count} {'entity' if count == 1 else 'entities'}")
        values = np.array(np.broadcast_to(self._cast(source), count))
        if nulls is None or not nulls.any():
            return values, None
        if not self.nullable:
            raise Misfit("null, but the column is not nullable")
        return values, np.array(np.broadcast_to(nulls, count))

    def _numbers(self, value: Any) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
        """`value` with names replaced by codes, and None by 0 and a mark in the mask."""
        if isinstance(value, np.ndarray) and value.dtype.kind not in "OU":
            return value, None
        if isinstance(value, np.ndarray) and value.dtype.kind == "U" and value.ndim == 1:
            names, which = np.unique(value, return_inverse=True)
            return np.array([self.code(name) for name in names.tolist()], np.int64)[which], None
        if isinstance(value, (list, tuple, np.ndarray)):
            cells = list(value)
            if not any(cell is None or isinstance(cell, str) for cell in cells):
                return (np.asarray(cells) if cells else np.zeros(0, self.dtype)), None
            blank = False if self.dtype == "bool" else 0
            numbers = [blank if cell is None else self._number(cell) for cell in cells]
            return np.asarray(numbers), np.array([cell is None for cell in cells])
        if value is None:
            return np.zeros((), self.dtype), np.ones((), np.bool_)
        return np.asarray(self._number(value)), None

    def _number(self, cell: Any) -> Any:
        return self.code(cell) if isinstance(cell, str) else cell

    def _cast(self, source: NDArray[Any]) -> NDArray[Any]:
        if source.dtype == self.dtype:
            return source
        is_truth = source.dtype.kind == "b"
        if not np.can_cast(source.dtype, self.dtype, "same_kind") or is_truth != (self.dtype == "bool"):
            raise Misfit(f"{source.dtype} values, but the column holds {self.dtype}")
        with np.errstate(over="ignore"):
            values = source.astype(self.dtype)
        if values.dtype.kind == "i" and (values != source).any():
            raise Misfit(f"{source.flat[int((values != source).argmax())]}, which is out of range for {self.dtype}")
        return values

    def offender(self, values: NDArray[Any]) -> int | None:
        """The first position whose value must not be committed (NaN, infinity, a code of no kind), or None."""
        if self.is_float:
            fine = np.isfinite(values)
            return None if fine.all() else int(fine.argmin())
        if self.kinds:
            bad = (values < 0) | (values >= len(self.kinds))
            return int(bad.argmax()) if bad.any() else None
        return None
