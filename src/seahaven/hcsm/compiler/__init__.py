"""The compiler: a whole machine flattened into one source file, run over all rows at once as native code (H10).

In comes a `Program`; out come crowds of entities whose outputs and messages are those of the interpreter, bit for bit.
Begin reading at `emission.py`, which writes the algorithm out; `crowd.py` runs what it wrote. It touches nothing but
its own memory and the cache folder.
"""

from seahaven.hcsm.compiler.crowd import Crowd, Wires
from seahaven.hcsm.compiler.machine import CompiledMachine
from seahaven.hcsm.compiler.mail import Mail

__all__ = ["CompiledMachine", "Crowd", "Mail", "Wires"]
