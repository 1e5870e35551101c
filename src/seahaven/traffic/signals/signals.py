"""Lights at work: a machine with a panel for each controller, and what carries out what it asks for."""

from __future__ import annotations

from fractions import Fraction

from seahaven.kernel import Module, Param, port
from seahaven.roads.junctions import SignalPlan
from seahaven.traffic.signals.controllers import Controllers
from seahaven.traffic.signals.lamps import Lamps

__all__ = ["Signals"]


class Signals(Module):
    """Lets the lights of a network run their programs, and do what directors press (H19).

    >>> from seahaven.kernel import SECOND, Controller, Module
    >>> from seahaven.roads import JunctionLogic, LaneMap
    >>> from seahaven.roads.builder import lesson_town
    >>> from seahaven.roads.junctions import SignalPlan
    >>> from seahaven.traffic import LIGHTS, Signals
    >>> from seahaven.world import World
    >>> plan = SignalPlan.of(JunctionLogic.of(LaneMap(lesson_town())))
    >>> station = plan.controller("station/lights")
    >>> phases = plan.controllers[station].programs[0].phases
    >>> world = World(LIGHTS)
    >>> root = Module("root", Signals("signals", plan=plan))
    >>> with Controller(root, store=world) as run:
    ...     for _ in range(5):
    ...         run.advance(8 * SECOND)
    ...         phase = phases[world.family("controller").phase[station]]
    ...         print(run.now // SECOND, phase.states, phase.name)
    8 ryrrryrrrrrr High Street, left, amber
    16 GrrrGrrrrGrG High Street
    24 GrrrGrrrrGrG High Street
    32 GrrrGrrrrrrr High Street, people wait
    40 yrrryrrrrrrr High Street, amber

    Its parts are `controllers`, the panels, and `lamps`, which bring the rows of both families when the run begins, in
    the order of the plan. Whoever presses is linked to `signals/controllers.presses`: buttons `ask` (a phase by its
    number), `hold`, `release`, `switch_program`, `call` (the letter of a light at which somebody waits on foot), `off`
    and `on`, and the dial `hold_for`. Whatever is asked for, amber, red and shortest greens are kept.
    """

    plan: Param[SignalPlan]
    rate_hz: Param[float | Fraction] = port(10.0, unit="Hz", doc="how often programs and panels are looked at")
    actuated: Param[bool] = port(False, doc="whether lights begin with the program in which traffic decides")
    gap: Param[float] = port(3.0, unit="s", doc="when nobody has come for so long, a green ends that traffic decides")

    def build(self) -> None:
        """Add the two parts."""
        self.add(
            Controllers("controllers", rate=self.rate_hz, plan=self.plan),
            Lamps("lamps", rate=self.rate_hz, plan=self.plan, actuated=self.actuated, gap=self.gap),
        )
