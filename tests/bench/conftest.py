"""What the tests before have left is out of sight while something is measured."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def fresh_memory() -> Iterator[None]:
    """Benches collect garbage before they measure: among all that a long run of tests keeps, that takes a second."""
    gc.freeze()
    yield
    gc.unfreeze()
