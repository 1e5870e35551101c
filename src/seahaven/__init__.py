"""Directed driving simulation: ordinary-looking traffic, quietly directed around one driver.

    import seahaven

    with seahaven.open("examples/motorway.study.yaml", seed=3) as run:
        run.advance(10.0)

The names here are those that programs need (`docs/python.md`). They are loaded when they are first used, so that
importing the package takes no time. `open` is left out of `from seahaven import *`, where it would hide Python's own.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from seahaven.errors import (
        InputError,
        OccupantError,
        OwnershipError,
        ProposalError,
        ReelError,
        SeahavenError,
        SnapshotError,
        StepError,
        TrustError,
        UnitError,
        WiringError,
    )
    from seahaven.hcsm import (
        Button,
        Dial,
        In,
        Interpreter,
        Local,
        Machine,
        MachineError,
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
    from seahaven.kernel import (
        SECOND,
        Controller,
        Emits,
        Event,
        Hears,
        Many,
        Module,
        Param,
        Snapshot,
        State,
        Tick,
        in_seconds,
        nanoseconds,
        port,
    )
    from seahaven.reels import Reel
    from seahaven.roads import LaneMap, RoadNetwork
    from seahaven.roads import read_roads as load_roads
    from seahaven.roads.builder import Builder
    from seahaven.takes import Frame, Hand, Run, Take, Watch, check, load_take, open_run
    from seahaven.world import Column, Entity, FamilyType, Machines, Press, World, reads, spawns, writes

    open = open_run
    __version__: str

__all__ = [
    "SECOND",
    "Builder",
    "Button",
    "Column",
    "Controller",
    "Dial",
    "Emits",
    "Entity",
    "Event",
    "FamilyType",
    "Frame",
    "Hand",
    "Hears",
    "In",
    "InputError",
    "Interpreter",
    "LaneMap",
    "Local",
    "Machine",
    "MachineError",
    "Machines",
    "Many",
    "Module",
    "OccupantError",
    "Out",
    "OwnershipError",
    "Param",
    "Press",
    "ProposalError",
    "Reel",
    "ReelError",
    "RoadNetwork",
    "Run",
    "SeahavenError",
    "Snapshot",
    "SnapshotError",
    "State",
    "StepError",
    "Take",
    "Tick",
    "TrustError",
    "UnitError",
    "Watch",
    "WiringError",
    "World",
    "__version__",
    "check",
    "clip",
    "declare",
    "disjoint_union",
    "either",
    "in_seconds",
    "load_roads",
    "load_take",
    "most_conservative",
    "nanoseconds",
    "own",
    "pass_through",
    "port",
    "press",
    "priority",
    "reads",
    "send",
    "set_dial",
    "settings",
    "sign",
    "spawns",
    "weighted_blend",
    "writes",
]

_ROOMS: Final = {
    "errors": "InputError OccupantError OwnershipError ProposalError ReelError SeahavenError SnapshotError StepError "
    "TrustError UnitError WiringError",
    "hcsm": "Button Dial In Interpreter Local Machine MachineError Out clip declare disjoint_union either "
    "most_conservative own pass_through press priority send set_dial settings sign weighted_blend",
    "kernel": "SECOND Controller Emits Event Hears Many Module Param Snapshot State Tick in_seconds nanoseconds port",
    "reels": "Reel",
    "roads": "LaneMap RoadNetwork",
    "roads.builder": "Builder",
    "takes": "Frame Hand Run Take Watch check load_take",
    "world": "Column Entity FamilyType Machines Press World reads spawns writes",
}
_HOMES: Final = {name: (room, name) for room, names in _ROOMS.items() for name in names.split()} | {
    "load_roads": ("roads", "read_roads"),
    "open": ("takes", "open_run"),
}
"""The room of each name, and what it is called there."""


def __getattr__(name: str) -> Any:
    """Load a name when it is first used."""
    if name == "__version__":
        from importlib.metadata import version  # takes longer to load than all else here

        return version("seahaven")
    if name not in _HOMES:
        raise AttributeError(f"module 'seahaven' has no attribute '{name}'")
    from seahaven.memory import lasting

    room, own = _HOMES[name]
    with lasting():
        value = globals()[name] = getattr(import_module(f"seahaven.{room}"), own)
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, *_HOMES})
