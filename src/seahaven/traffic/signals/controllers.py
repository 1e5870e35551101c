"""The panels of all controllers: one machine each, and presses that make no sense refused."""

from __future__ import annotations

from seahaven.errors import InputError
from seahaven.kernel import Param, Tick
from seahaven.roads.junctions import PlannedController, SignalPlan
from seahaven.roads.model import Program
from seahaven.traffic.signals.signalman import Signalman
from seahaven.world import Machines, Press, entity_with_id, reads

__all__ = ["Controllers"]


class Controllers(Machines):
    """Runs the panel of every controller of lights, compiled, all at once.

    A press names controllers by their ids. One of a phase, program or letter that a controller does not have is
    refused, and so is one of an entity that is no controller.
    """

    machine = Signalman
    family = "controller"
    plan: Param[SignalPlan]

    shown = reads("controller", "program")

    def hear(self, tick: Tick) -> None:
        """Put presses among the mail of the next step, after a look at each."""
        for event in self.presses:
            event.value.refuse_unknown(self.machine.program, event.sender)
            self._refuse_misplaced(event.value, event.sender)
        super().hear(tick)

    def _refuse_misplaced(self, press: Press, sender: str) -> None:
        known = {int(id): row for row, id in enumerate(self.shown.ids)}
        for entity in press.entities:
            if entity not in known:
                raise InputError(
                    f"'{sender}' pressed '{press.item}' of entity {entity_with_id(entity)}, which is no controller of "
                    f"lights; they have the ids {min(known, default=0)} to {max(known, default=0)}"
                )
            self._refuse_number(press, sender, known[entity])

    def _refuse_number(self, press: Press, sender: str, row: int) -> None:
        controller = self.plan.controllers[row]
        program = controller.programs[int(self.shown.program[row])]
        valid = _valid(press.item, controller, program)
        if valid is not None and press.value not in valid:
            what = {"ask": f"phases of program '{program.id}' that show no amber", "call": "letters"}
            raise InputError(
                f"'{sender}' pressed '{press.item}' of controller '{controller.id}' with {press.value:g}; "
                f"expected one of its {what.get(press.item, 'programs')}: {', '.join(map(str, valid))}"
            )


def _valid(item: str, controller: PlannedController, program: Program) -> list[int] | None:
    """The numbers that a button takes; None for a button that takes any."""
    if item == "ask":
        return [k for k, phase in enumerate(program.phases) if not {"y", "u"} & set(phase.states)]
    if item == "switch_program":
        return list(range(len(controller.programs)))
    return list(range(len(controller.signals))) if item == "call" else None
