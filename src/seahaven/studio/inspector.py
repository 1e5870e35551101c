"""The machine of one vehicle as it is now: which machines are active, what the top one puts out, its panel."""

from __future__ import annotations

from typing import Any, Final

from seahaven.errors import SeahavenError
from seahaven.hcsm import Program, draw_svg
from seahaven.takes import Run
from seahaven.world import Machines

__all__ = ["Inspector"]

DRIVERS: Final = "traffic/drivers"


class Inspector:
    """Looks into the drivers of a run."""

    def __init__(self, run: Run) -> None:
        self._run = run

    @property
    def _machines(self) -> Machines | None:
        if DRIVERS not in self._run.controller.tree.activations:
            return None
        module = self._run.controller[DRIVERS]
        return module if isinstance(module, Machines) else None

    def told_once(self) -> dict[str, Any] | None:
        """The diagram of the machine, and its panel; None where nothing is driven by machines."""
        machines = self._machines
        if machines is None:
            return None
        program = machines.machine.program
        buttons = [{"name": item.name, "unit": item.unit, "doc": item.doc} for item in program.buttons]
        dials = [{"name": item.name, "unit": item.unit, "doc": item.doc} for item in program.dials]
        return {"name": program.name, "diagram": draw_svg(program), "buttons": buttons, "dials": dials}

    def told(self, vehicle: int) -> dict[str, Any] | None:
        """What is active in the machine of a vehicle, and what it puts out; None where it has none."""
        machines = self._machines
        if machines is None:
            return None
        try:
            active = sorted(machines.active(vehicle))
        except SeahavenError:
            return None
        row = self._run.world.entity(vehicle)
        return {"vehicle": vehicle, "active": active, "outputs": _outputs(machines.machine.program, row)}


def _outputs(program: Program, row: Any) -> dict[str, Any]:
    """The outputs of the top machine, as its vehicle has them."""
    told = dict[str, Any]()
    for port in program.outputs:
        value = getattr(row, port.name, None)
        told[port.name] = round(value, 4) if isinstance(value, float) else value
    return told
