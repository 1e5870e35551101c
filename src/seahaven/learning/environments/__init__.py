"""Studies as environments of learning libraries: Gymnasium for one agent, PettingZoo for several.

In come a study, what its agents observe, can do and are paid for; out come environments behind the interfaces of these
libraries, which are the extra `learning`. Agents act through one module of the run, `Reins`, and see tables that
nothing here writes.

    import gymnasium
    import seahaven.learning.environments

    env = gymnasium.make("seahaven/Motorway-v0")
"""

from seahaven.learning.environments.actions import Manoeuvre
from seahaven.learning.environments.observations import FEATURES, Feature, Grid, List, Observation, Vector
from seahaven.learning.environments.parallel import ParallelDrivingEnv
from seahaven.learning.environments.registering import NAMES, register_all
from seahaven.learning.environments.rewards import TERMS, Outcome
from seahaven.learning.environments.single import DrivingEnv
from seahaven.learning.environments.task import TASKS, Task
from seahaven.learning.environments.vector import VectorDrivingEnv

__all__ = [
    "FEATURES",
    "NAMES",
    "TASKS",
    "TERMS",
    "DrivingEnv",
    "Feature",
    "Grid",
    "List",
    "Manoeuvre",
    "Observation",
    "Outcome",
    "ParallelDrivingEnv",
    "Task",
    "Vector",
    "VectorDrivingEnv",
    "register_all",
]

register_all()
