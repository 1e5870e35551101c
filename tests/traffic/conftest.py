"""Demand files that nobody here wrote: found beside the project, never part of it."""

from pathlib import Path

import pytest

SHARED = Path(__file__).parents[3] / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real files, whose tests are skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("the folder of real road files, ../shared/data, is not here")
    return SHARED
