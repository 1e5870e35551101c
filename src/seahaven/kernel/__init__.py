"""Time, modules and the controller that keeps them in step.

In comes a tree of modules with rates, ports and links; out come the values they compute, in the right order, the same
for any order of modules and any split over processes. The kernel does not know what the modules are about: no metres,
no vehicles, no files but checkpoints. The rules are numbered in `docs/design.md`.
"""

from seahaven.kernel.change import Link
from seahaven.kernel.checkpoint import CheckpointHeader, load_checkpoint, read_checkpoint, save_checkpoint
from seahaven.kernel.controller import Controller
from seahaven.kernel.dates import MILLISECOND, SECOND, Beat, in_seconds, nanoseconds
from seahaven.kernel.interpolation import Blendable, Order
from seahaven.kernel.module import Module
from seahaven.kernel.pacing import Deadline, Pacer, Pacing, Stopwatch
from seahaven.kernel.parcel import Parcel, kinds_of, pack, unpack
from seahaven.kernel.part import ASLEEP, DONE, NEVER, VISIT, Dates, Halt, Part, Stretch, Visits
from seahaven.kernel.port import Emits, Event, Field, Hears, In, Many, Out, Param, Role, State, port
from seahaven.kernel.prelude import begin_after, prelude
from seahaven.kernel.random import Draws, Stream, philox
from seahaven.kernel.snapshot import Snapshot, fork, restart, restore, take_blank, take_snapshot
from seahaven.kernel.split import Channel, PipeChannel, Split
from seahaven.kernel.store import Bound, Store, StorePort
from seahaven.kernel.tick import Tick

__all__ = [
    "ASLEEP",
    "DONE",
    "MILLISECOND",
    "NEVER",
    "SECOND",
    "VISIT",
    "Beat",
    "Blendable",
    "Bound",
    "Channel",
    "CheckpointHeader",
    "Controller",
    "Dates",
    "Deadline",
    "Draws",
    "Emits",
    "Event",
    "Field",
    "Halt",
    "Hears",
    "In",
    "Link",
    "Many",
    "Module",
    "Order",
    "Out",
    "Pacer",
    "Pacing",
    "Param",
    "Parcel",
    "Part",
    "PipeChannel",
    "Role",
    "Snapshot",
    "Split",
    "State",
    "Stopwatch",
    "Store",
    "StorePort",
    "Stream",
    "Stretch",
    "Tick",
    "Visits",
    "begin_after",
    "fork",
    "in_seconds",
    "kinds_of",
    "load_checkpoint",
    "nanoseconds",
    "pack",
    "philox",
    "port",
    "prelude",
    "read_checkpoint",
    "restart",
    "restore",
    "save_checkpoint",
    "take_blank",
    "take_snapshot",
    "unpack",
]
