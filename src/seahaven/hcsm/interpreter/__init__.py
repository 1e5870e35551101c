"""The interpreter: one entity's machine at a time, plain, steppable and traced; it says what a machine means.

In comes a `Program` and, step by step, the inputs of its top machine; out come its outputs, the messages it sent and,
if asked for, a trace. Begin reading at `execution.py`, which is the algorithm of the paper. It touches nothing but the
instance that it steps.
"""

from seahaven.hcsm.interpreter.engine import Interpreter, StepResult
from seahaven.hcsm.interpreter.ensemble import Ensemble
from seahaven.hcsm.interpreter.instance import Instance
from seahaven.hcsm.interpreter.trace import Firing, MachineTrace, StepTrace, Trace, first_difference
from seahaven.hcsm.interpreter.watching import choices

__all__ = [
    "Ensemble",
    "Firing",
    "Instance",
    "Interpreter",
    "MachineTrace",
    "StepResult",
    "StepTrace",
    "Trace",
    "choices",
    "first_difference",
]
