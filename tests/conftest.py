"""Settings for all tests: how long Hypothesis searches, and what comes last."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("quick", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("fuzz", deadline=None, max_examples=10_000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

LATE = [Path(__file__).parent / folder for folder in ("docs", "examples")]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the examples, and those of the docs, after all other tests.

    They need nearly everything compiled. Were they run at once, while the first tests have the same code compiled in
    another process, it would be compiled twice.
    """
    items.sort(key=lambda item: any(folder in item.path.parents for folder in LATE))
