"""From an author's class to a checked `Program`.

In comes a class body: ports, children, transitions and short functions, whose source is read and never run; out comes a
`Program`, or a refusal with file, line and a hint. Begin reading at `machine.py`; `draft.py` has the order of things.
"""

from seahaven.hcsm.definition.arrow import Arrow
from seahaven.hcsm.definition.machine import Machine
from seahaven.hcsm.definition.note import Note
from seahaven.hcsm.definition.port import Button, Dial, In, Local, Out, declare
from seahaven.hcsm.definition.resolution import (
    disjoint_union,
    most_conservative,
    own,
    pass_through,
    priority,
    weighted_blend,
)
from seahaven.hcsm.definition.vocabulary import Bag, clip, either, press, send, set_dial, settings, sign

__all__ = [
    "Arrow",
    "Bag",
    "Button",
    "Dial",
    "In",
    "Local",
    "Machine",
    "Note",
    "Out",
    "clip",
    "declare",
    "disjoint_union",
    "either",
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
