"""For all tests: how long Hypothesis searches, their order, and real files beside the project, never part of it."""

import gc
import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Tests start a hundred processes, each of which would compile a thousand files again where nothing keeps them.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # threads of libraries must not spin while the other process works

settings.register_profile("quick", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("fuzz", deadline=None, max_examples=10_000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

SHARED = Path(__file__).parents[2] / "shared" / "data"
ROOMS = Path(__file__).parent
ORDER = ["behaviour", "seats", "roads", "hcsm", "kernel", "geometry", "files"]
LATE = ["docs", "examples"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests into an order in which two processes do not compile the same code at the same time.

    Of two processes, the first begins with the first eighth of the tests and the second with the second eighth.
    Behaviour and seats make up the first, and compile nearly everything that drives. The second is tests of roads and
    machines, which compile other code and take as long. The examples and those of the docs come last, since they need
    it all.
    """
    items.sort(key=_place)


def _place(item: pytest.Item) -> int:
    """When a test's turn comes: by its room, and with the other tests of that room as they were."""
    room = item.path.relative_to(ROOMS).parts[0] if ROOMS in item.path.parents else ""
    if room in ORDER:
        return ORDER.index(room)
    return len(ORDER) + (room in LATE)


def pytest_collection_finish() -> None:
    """Spare the garbage collector what lasts for the whole run: thousands of tests, and a compiler.

    It went through all that again and again, which took a tenth of the time of all tests.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real files, whose tests are skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("the folder of real road files, ../shared/data, is not here")
    return SHARED
