"""Hierarchical concurrent state machines: behaviour written once, as a short Python class.

In comes an author's class, read and checked when it is made; out comes a `Program`, the data that the engines run, and
from those the outputs and messages of each step. The room knows no cars, tables or clocks, and never runs the author's
functions: it reads them.
"""

from seahaven.hcsm.compiler import CompiledMachine, Crowd, Mail, Wires
from seahaven.hcsm.definition import (
    Arrow,
    Bag,
    Button,
    Dial,
    In,
    Local,
    Machine,
    Note,
    Out,
    clip,
    declare,
    disjoint_union,
    either,
    most_conservative,
    own,
    pass_through,
    press,
    priority,
    send,
    set_dial,
    settings,
    sign,
    weighted_blend,
)
from seahaven.hcsm.drawing import draw_svg, draw_text, expression_text
from seahaven.hcsm.errors import MachineError, MachineWarning
from seahaven.hcsm.interpreter import (
    Ensemble,
    Instance,
    Interpreter,
    StepResult,
    StepTrace,
    Trace,
    choices,
    first_difference,
)
from seahaven.hcsm.panel import Message
from seahaven.hcsm.program import Peer, Port, Program, Read

__all__ = [
    "Arrow",
    "Bag",
    "Button",
    "CompiledMachine",
    "Crowd",
    "Dial",
    "Ensemble",
    "In",
    "Instance",
    "Interpreter",
    "Local",
    "Machine",
    "MachineError",
    "MachineWarning",
    "Mail",
    "Message",
    "Note",
    "Out",
    "Peer",
    "Port",
    "Program",
    "Read",
    "StepResult",
    "StepTrace",
    "Trace",
    "Wires",
    "choices",
    "clip",
    "declare",
    "disjoint_union",
    "draw_svg",
    "draw_text",
    "either",
    "expression_text",
    "first_difference",
    "most_conservative",
    "own",
    "pass_through",
    "press",
    "priority",
    "send",
    "set_dial",
    "settings",
    "sign",
    "weighted_blend",
]
