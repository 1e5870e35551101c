"""For all tests: how long Hypothesis searches, what comes last, and real files beside the project, never part of it."""

import gc
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # threads of libraries must not spin while the other process works

settings.register_profile("quick", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("fuzz", deadline=None, max_examples=10_000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

SHARED = Path(__file__).parents[2] / "shared" / "data"
LATE = [Path(__file__).parent / folder for folder in ("docs", "examples")]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the examples, and those of the docs, after all other tests.

    They need nearly everything compiled. Were they run at once, while the first tests have the same code compiled in
    another process, it would be compiled twice.
    """
    items.sort(key=lambda item: any(folder in item.path.parents for folder in LATE))


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
