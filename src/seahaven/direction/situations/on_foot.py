"""Situations in which somebody on foot comes onto the road before the subject."""

from __future__ import annotations

from math import inf

from seahaven.direction.desk import Bystander, Desks
from seahaven.direction.facts import Player
from seahaven.direction.quantities import Quantity
from seahaven.direction.situation import Cast, Criterion, Needs, PreparedSituation
from seahaven.hcsm import Dial, In, declare, either, send

__all__ = ["ChildRunsOut", "HesitatingPedestrian", "SteppingOut"]

ROLLS = 2.0
"""Speed (m/s) below which the subject is not on its way to the place."""
LASTS = 9.0
"""Seconds after which the situation is over."""
FAR = 1e6


def arrival_of(player: Player) -> float:
    """In how many seconds the subject's front is at the place, as it drives now; infinite if it stands."""
    view = player.scope.view
    return (player.scope.place - view.front) / view.outlook.speed if view.outlook.speed > 0.1 else inf


ARRIVAL = Quantity(
    "time to arrival",
    "s",
    "in how many seconds the subject is there, as it drives at that moment",
    arrival_of,
    is_of_subject=True,
    sketched=": the subject is there in that time",
    span="subject to the place",
)


class SteppingOut(PreparedSituation):
    """A pedestrian steps out onto the road from behind a parked van.

    It waits at the kerb, hidden from those who come, and steps out when the subject is a set time away, as it drives
    then. It crosses without looking, and walks on.
    """

    arrival: Dial[float] = declare(2.5, unit="s", least=0.5, most=10.0, doc="time of the subject to the place then")
    hurry: Dial[float] = declare(1.0, least=0.3, most=3.0, doc="pace of the pedestrian, as a share of 1.34 m/s")
    kerb: Dial[float] = declare(0.6, unit="m", least=0.3, most=5.0, doc="how far from the roadway it waits")
    height: Dial[float] = declare(1.75, unit="m", least=0.8, most=2.1, doc="how tall it is")
    hidden: Dial[float] = declare(1.0, least=0.0, most=1.0, doc="whether a parked van hides it (1) or not (0)")

    subject_way: In[float | None] = declare(unit="m")
    subject_speed: In[float | None] = declare(unit="m/s")
    pedestrian: In[int]

    cast = Cast()
    desks = Desks(pedestrian=Bystander())
    criterion = Criterion(ARRIVAL, of="pedestrian", wanted="arrival")
    needs = Needs(before=400.0, after=150.0)

    class Critical(PreparedSituation.Critical):
        """Out onto the road."""

        def entry(m: SteppingOut.Critical) -> None:
            """Step out."""
            send(m.pedestrian, "hurry", m.hurry)
            send(m.pedestrian, "step_out")

    def pre_activity(m: SteppingOut) -> None:
        """Step out when the subject is so far away; it is over a while after that."""
        speed = either(m.subject_speed, 0.0)
        way = either(m.subject_way, FAR)
        m.is_ready = speed > ROLLS and way <= (m.arrival + 0.05) * speed
        m.is_done = either(m.moment, 0.0) > LASTS


class ChildRunsOut(SteppingOut):
    """A child runs out onto the road from behind a parked van."""

    arrival: Dial[float] = declare(2.0, unit="s", least=0.5, most=10.0, doc="time of the subject to the place then")
    hurry: Dial[float] = declare(2.0, least=0.3, most=3.0, doc="pace of the child, as a share of 1.34 m/s")
    height: Dial[float] = declare(1.2, unit="m", least=0.8, most=2.1, doc="how tall it is")


class HesitatingPedestrian(SteppingOut):
    """A pedestrian steps out in plain sight, stops on the road, and goes on after a while."""

    arrival: Dial[float] = declare(4.0, unit="s", least=0.5, most=10.0, doc="time of the subject to the place then")
    hidden: Dial[float] = declare(0.0, least=0.0, most=1.0, doc="whether a parked van hides it (1) or not (0)")
    out: Dial[float] = declare(1.8, unit="s", least=0.2, most=5.0, doc="how long it walks until it stops")
    pause: Dial[float] = declare(2.0, unit="s", least=0.2, most=10.0, doc="how long it stands on the road")

    class Critical(SteppingOut.Critical):
        """Out onto the road."""

    class Standing(PreparedSituation.Critical):
        """On the road, in two minds."""

        def entry(m: HesitatingPedestrian.Standing) -> None:
            """Stop."""
            send(m.pedestrian, "stop")

    class Leaving(PreparedSituation.Critical):
        """On to the other side."""

        def entry(m: HesitatingPedestrian.Leaving) -> None:
            """Go on."""
            send(m.pedestrian, "go")

    transitions = (  # type: ignore[assignment]  # it has more of them than what it is made from
        (PreparedSituation.Casting >> PreparedSituation.Preparing).when(lambda m: m.is_cast),
        (PreparedSituation.Preparing >> PreparedSituation.Casting).named("lost").when(lambda m: not m.is_cast),
        (PreparedSituation.Preparing >> Critical).when(lambda m: m.is_cast and m.is_ready),
        (Critical >> Standing).when(lambda m: m.moment > m.out),
        (Standing >> Leaving).when(lambda m: m.moment > m.out + m.pause),
        (Leaving >> PreparedSituation.Over).when(lambda m: m.is_done),
    )
