"""The peers there are; importing this file needs all of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from seahaven.bench.drivers.by_py_trees import PyTreesDriver
from seahaven.bench.drivers.by_sismic import SismicDriver
from seahaven.bench.drivers.by_statemachine import StateMachineDriver
from seahaven.bench.drivers.by_transitions import TransitionsDriver
from seahaven.bench.drivers.plain import Answer
from seahaven.bench.drivers.traffic import Sight

__all__ = ["IN_PYTHON", "PEERS"]

Tick = Callable[[Sight], Answer]

PEERS: dict[str, Callable[[], Tick]] = {
    "py_trees": PyTreesDriver,
    "python-statemachine": StateMachineDriver,
    "sismic": SismicDriver,
    "transitions": TransitionsDriver,
}
"""What makes a driver, by the library that runs it."""

IN_PYTHON: Callable[[], Tick] = partial(PyTreesDriver, table=True)
"""py_trees only picks the activity; which state is active, plain Python decides."""
