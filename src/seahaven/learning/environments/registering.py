"""The names under which Gymnasium and PettingZoo make our environments."""

from __future__ import annotations

from typing import Final

import gymnasium
import pettingzoo

from seahaven.learning.environments.task import TASKS

__all__ = ["NAMES", "register_all"]

NAMES: Final = tuple(f"seahaven/{task.capitalize()}-v0" for task in TASKS)
"""One for each task, and `seahaven/Study-v0` for study files of your own."""
_ROOM: Final = "seahaven.learning.environments"
_ENTRY, _OF_SEVERAL, _OF_MANY = f"{_ROOM}:DrivingEnv", f"{_ROOM}:ParallelDrivingEnv", f"{_ROOM}:VectorDrivingEnv"


def register_all() -> None:
    """Register all names with both libraries; once is enough."""
    for name, task in (*zip(NAMES, TASKS, strict=True), ("seahaven/Study-v0", None)):
        given = {} if task is None else {"task": task}
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point=_ENTRY, vector_entry_point=_OF_MANY, kwargs=given)
        if name not in pettingzoo.parallel_registry:
            pettingzoo.register("parallel", name, _OF_SEVERAL, kwargs=given)
