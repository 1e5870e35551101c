"""One line at a time: what a pre-activity or activity may not say, and what the author reads then."""

from __future__ import annotations

import re

import pytest

from seahaven.hcsm import MachineError
from tests.hcsm.authored import authored

TEXT = """
import math
from seahaven.hcsm import *
class Part(Machine):
    heard: In[float | None]
    level: Dial[float] = 1.0
    ring: Button[bool]
    out: Out[float]
class Author(Machine):
    speed: In[float]
    gap: In[float | None]
    count: In[int]
    lit: In[bool]
    horn: Button[bool]
    memory: Local[float] = 0.0
    part = Part()
    out: Out[float]
    def {function}(m):
        {statement}
"""

CASES = [
    ("activity", "m.memory = ~m.count", "'~' is outside what machines can compute; write `not`, for truth values"),
    ("activity", "m.memory = m.count << 2", "'m.count << 2' works on bits; use +, -, *"),
    ("activity", "m.memory = 1.0 if m.lit is True else 0.0", "'is' compares with None only; write `==`"),
    ("activity", "m.memory = settings(m.level)", "'settings(m.level)' is a bag; ask for one of .any"),
    ("activity", "m.memory = either(m.gap)", "either takes two arguments or more"),
    ("activity", "m.memory = math.tau2", "module 'math' has no 'tau2'; did you mean 'tau'?"),
    ("activity", "m.memory = math.pi.real", "'math.pi.real' is nothing that a machine can see"),
    (
        "activity",
        "m.memory = 9223372036854775808",
        "9223372036854775808 does not fit into 64 bits; write it as a float",
    ),
    ("activity", "m.memory = m.speed.real", "input 'speed' is a float and has no 'real'"),
    ("activity", "m.memory = m.prt.out", "'prt' is not declared in Author; did you mean 'part'?"),
    ("activity", "m.memory = either(m.part.owt, 0.0)", "child 'part' has no output 'owt'; did you mean 'out'?"),
    (
        "activity",
        "m.memory = m.horn.total",
        "button 'horn' carries truth values, which have no total; ask for `.count`",
    ),
    ("activity", "x = 1.0; m.memory = x(2.0)", "'x' is a number, not a function"),
    ("activity", "m = 3", "'m' is the machine itself; take another name"),
    ("activity", "m.memory[0] = 1.0", "'m.memory[0]' cannot be assigned; assign to locals"),
    ("activity", "m.prt.heard = 1.0", "'prt' is not declared in Author; did you mean 'part'?"),
    ("activity", "math.pi = 3.0", "'math.pi' cannot be assigned; assign to locals"),
    ("activity", "m.part = 3.0", "'part' is a child; assign to one of its inputs"),
    ("activity", "m.memry = 3.0", "'memry' is not declared in Author; did you mean 'memory'?"),
    ("pre_activity", "m.part.ring = True", "'part.ring' is a button; write press(m.part.ring, value)"),
    ("pre_activity", "m.part.herd = 1.0", "child 'part' has no input 'herd'; did you mean 'heard'?"),
    ("activity", "press(m.part.ring, value=True)", "has keyword or starred arguments; write plain arguments"),
    ("activity", "send(m.count)", 'does not say what to send; write send(m.other, "item", value)'),
    ("activity", "send(m.speed, 'brake')", "'m.speed' is a float; an entity is named by its id, an int"),
    ("activity", "press(m.horn)", "does not name an item of a child; write press(m.child.item, value)"),
    ("activity", "press(m.prt.ring)", "'prt' is not declared in Author; did you mean 'part'?"),
    ("activity", "set_dial(m.part.level)", "'set_dial(m.part.level)' needs one value"),
    (
        "activity",
        "m.memory = -m.gap if m.lit else 1.0",
        "'m.memory' is never None, but '-m.gap if m.lit else 1.0' may be",
    ),
    ("activity", "m.memory = either(m.gap, m.part.out)", "'m.memory' is never None, but"),
    ("activity", "m.memory = (lambda x: x)(1.0)", "is nothing that a machine can see"),
    ("activity", "assert m.lit", "an assert is outside what machines can do; put the trouble out as an output"),
    ("activity", "global memory", "a global is outside what machines can do; use a local of the machine"),
    ("activity", "import math", "an import is outside what machines can do; import at the top of the file"),
    ("activity", "del m.memory", "a del is outside what machines can do"),
    ("activity", "m.memory = m.out2", "'out2' is not declared in Author; did you mean 'out'?"),
    ("activity", "m.memory = ...", "... is not a number; use a number"),
    ("activity", "m.memory = 2j", "2j is not a number; use a number"),
    ("activity", "m.memory = int(m.lit)", "'m.lit' is a truth value, not a number; write `1.0 if m.lit else 0.0`"),
    ("activity", "m.memory = Machine", "Machine is not a number; use a number"),
]


@pytest.mark.parametrize(("function", "statement", "message"), CASES, ids=[statement for _, statement, _ in CASES])
def test_a_statement_is_refused(function: str, statement: str, message: str) -> None:
    with pytest.raises(MachineError, match=re.escape(message)) as caught:
        authored(TEXT.format(function=function, statement=statement))
    assert caught.value.where is not None
    assert caught.value.where.line == TEXT[: TEXT.index("{statement}")].count("\n") + 1


ACCEPTED = [
    ("activity", "m.memory = +m.speed"),
    ("activity", "m.memory = either(m.speed, m.gap)"),
    ("activity", "m.out = None if m.lit else m.count"),
    ("activity", "m.memory = -m.gap if m.gap > 0.0 else 1.0"),
    ("activity", "m.memory = either(m.part.out, m.gap) if m.gap is not None else 1.0"),
    ("activity", "m.memory = (m.gap if m.lit else 2.0 * m.gap) if not (m.gap is None or m.lit) else 0.0"),
    ("activity", "press(m.part.ring, None)"),
    ("activity", "send(None, 'brake', 1)"),
    ("pre_activity", "m.part.heard = None"),
    ("pre_activity", "m.part.heard = m.gap"),
]


@pytest.mark.parametrize(("function", "statement"), ACCEPTED, ids=[statement for _, statement in ACCEPTED])
def test_a_statement_is_accepted(function: str, statement: str) -> None:
    program = authored(TEXT.format(function=function, statement=statement))["Author"].program
    assert len(getattr(program, function)) == 1
