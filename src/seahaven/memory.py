"""Python's garbage collector, kept from searching where there is nothing to find.

It searches all objects again and again while many are made, and once more when the process ends. Half a million
objects of this package and its libraries stay until then; searching them took a third of the time of a short run.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

__all__ = ["lasting", "undisturbed"]

LIBRARIES: Final = frozenset(
    (
        "annotated_doc", "annotated_types", "click", "cloudpickle", "colorama", "cython_runtime",
        "llvmlite", "markdown_it", "mdurl", "msgpack",
        "numba", "numpy", "pyarrow", "pydantic", "pydantic_core", "pygments", "rich", "ruamel", "scipy", "seahaven",
        "shellingham", "typer", "typing_extensions", "typing_inspection",
        "yaml",
    )
)  # fmt: skip
"""The libraries that this package loads, and those that they load, as far as they can be left to lie at the end."""


@contextmanager
def undisturbed() -> Iterator[None]:
    """Keep the garbage collector from looking, while a large file is read, through all that was made so far.

    Everything made then is kept, so there is nothing to find, and the search takes as long as the reading.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def lasting() -> Iterator[None]:
    """Load modules, which stay until the process ends: the collector leaves alone all that is there afterwards.

    Whatever else is there would stay as well, so this is for imports alone, and holds only in a process that has loaded
    nothing but this package and what it needs. Other libraries may count on being searched when the process ends: one
    kind complains if its objects are left then.
    """
    with undisturbed():
        yield
        if _is_alone():
            gc.freeze()


def _is_alone() -> bool:
    """Whether all modules are Python's own, this package's or of libraries that it loads; hidden ones do not count."""
    loaded = {name.partition(".")[0] for name in sys.modules}
    strangers = loaded - LIBRARIES - sys.stdlib_module_names
    return all(name.startswith("_") for name in strangers)
