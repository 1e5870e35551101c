"""What enters a run from outside: presses, calls and values of granted columns, as modules of its tree.

Since these are ordinary modules, snapshots, forks and recordings carry whatever was done, and the same acts at the same
dates give the same bytes. They are added when an act first needs them: a run in which nobody acts has none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from seahaven.direction import Beacons, Call, Direction, Intervention, TrafficStream, Triggers
from seahaven.errors import WiringError
from seahaven.kernel import Controller, Emits, Module, Param, State, Tick, port
from seahaven.motion import Move
from seahaven.seats import OccupantIs, Seat
from seahaven.world import Press, Writer, writes

__all__ = ["DESKS", "MOVES", "OUTSIDE", "Grasp", "Outside", "outside_of", "post"]

OUTSIDE: Final = "outside"
"""The path of the module; those of hands are below it."""
DESKS: Final[Mapping[str, str]] = {
    "pressed": "traffic/drivers.presses",
    "to_people": "people/walkers.presses",
    "to_lights": "signals/controllers.presses",
    "to_ambient": "ambient.presses",
    "to_weather": "weather.presses",
}
"""Which input hears what is pressed, by the event output that emits it."""
MOVES: Final = "traffic/motion.moves"
"""The input that hears how vehicles are to be moved."""


class Outside(Module):
    """Emits what is pressed or moved from outside, at the date at which that is done."""

    pressed: Emits[Press]
    moved: Emits[Move]
    to_people: Emits[Press]
    to_lights: Emits[Press]
    to_ambient: Emits[Press]
    to_weather: Emits[Press]
    called: Emits[Call]
    intervened: Emits[Intervention]
    seated: Emits[OccupantIs]
    date: State[int] = port(0, unit="ns", doc="of the last act")
    acts: State[int] = port(0, doc="how many there were at that date")


class Grasp(Module):
    """Writes columns of one entity with the values that a hand outside sets; a column without one keeps its value."""

    family: Param[str]
    entity: Param[int]
    columns: Param[tuple[str, ...]]
    owners: Param[tuple[str, ...]] = port(doc="of each column, the module that wrote it before; empty where none did")
    values: State[dict[str, Any]] = port({})

    own: Writer

    def build(self) -> None:
        """Declare the columns."""
        self.open_port("own", writes(self.family, *self.columns))

    def step(self, tick: Tick) -> None:
        """Write what was set, as long as the entity is in the world."""
        if self.entity in self.own.ids:
            for name, value in self.values.items():
                self.own.put(name, value, ids=[self.entity])


def outside_of(controller: Controller) -> Outside:
    """The module through which acts enter a run; it is added if there is none yet."""
    found = controller.tree.activations.get(OUTSIDE)
    if found is None:
        controller.start()
        for source, target in _links(controller):
            controller.root.link(f"{OUTSIDE}.{source}", target)
        controller.add(Outside(OUTSIDE))
        found = controller.tree.activations[OUTSIDE]
    if not isinstance(found.module, Outside):
        raise WiringError(f"the run has a module '{OUTSIDE}' of its own, so nobody can act in it; rename that module")
    return found.module


def _links(controller: Controller) -> list[tuple[str, str]]:
    """Links to everything that can be pressed or called."""
    links = [(source, target) for source, target in DESKS.items() if _path(target) in controller.tree.activations]
    if "contradictions" in controller.tree.activations:
        links.append(("pressed", "contradictions.ordered"))
    if _path(MOVES) in controller.tree.activations:
        links.append(("moved", MOVES))
    callees = [module.path for module in controller if isinstance(module, Triggers | Beacons | TrafficStream)]
    links += [("intervened", f"{module.path}.interventions") for module in controller if isinstance(module, Direction)]
    callees += [seat.path for seat in controller if isinstance(seat, Seat) and seat.terms.sensors.sensors]
    return [*links, *(("called", f"{path}.calls") for path in callees)]


def _path(address: str) -> str:
    return address.rpartition(".")[0]


def post(controller: Controller, source: str, value: Press | Call | Move | OccupantIs | Intervention) -> None:
    """Press, call, move or note an occupant from outside, at the date reached."""
    outside = outside_of(controller)
    if outside.date != controller.now:
        outside.date, outside.acts = controller.now, 0
    controller.post(f"{OUTSIDE}.{source}", value, index=outside.acts)
    outside.acts += 1
