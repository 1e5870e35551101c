"""PyArrow as `pa`, `pc` and `pq`, loaded when the first table is made or read: most runs record nothing."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = ["pa", "pc", "pq"]


class _Late:
    """A library that is loaded when a name of it is first used; afterwards the name is at hand."""

    def __init__(self, library: str) -> None:
        self._library = library

    def __getattr__(self, name: str) -> Any:
        value = getattr(import_module(self._library), name)
        setattr(self, name, value)
        return value


if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq
else:
    pa, pc, pq = _Late("pyarrow"), _Late("pyarrow.compute"), _Late("pyarrow.parquet")
