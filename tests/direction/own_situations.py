"""Situations of somebody's own: one that is whole, and some that lack something."""

from __future__ import annotations

from seahaven.direction import Ahead, Cast, Criterion, Joining, Needs, Situation
from seahaven.hcsm import Dial, In, Machine, declare, send


class Dawdler(Situation):
    """The car ahead slows down when the subject has come near, and drives on."""

    gap: Dial[float] = declare(40.0, unit="m", doc="to the subject when it slows down")
    slow: Dial[float] = declare(12.0, unit="m/s", doc="at which it drives then")

    moment: In[float | None] = declare(unit="s")
    subject_way: In[float | None] = declare(unit="m")
    lead: In[int | None]
    lead_settled: In[float | None] = declare(unit="s")

    cast = Cast(lead=Ahead())
    criterion = Criterion("gap", of="lead", wanted="gap")
    needs = Needs(before=2000.0, window=1000.0, after=1500.0)

    class Alone(Machine):
        """Nobody is there yet."""

    class Leading(Machine):
        """It comes to lead."""

        def entry(m: Dawdler.Leading) -> None:
            """Keep the distance."""
            send(m.lead, "hold_gap", m.gap)

    class Dawdling(Machine):
        """It slows down."""

        def entry(m: Dawdler.Dawdling) -> None:
            """Slow down."""
            send(m.lead, "adjust_speed", m.slow)

        def activity(m: Dawdler.Dawdling) -> None:
            """This is the moment; ten seconds later it is over."""
            m.is_critical = True
            m.is_over = m.moment > 10.0

    start = Alone
    transitions = (
        (Alone >> Leading).when(lambda m: m.lead is not None),
        (Leading >> Alone).when(lambda m: m.lead is None),
        (Leading >> Dawdling).when(lambda m: m.lead_settled > 1.0 and m.subject_way < 1000.0),
    )


class Aimless(Situation):
    """It says no criterion."""

    cast = Cast(lead=Ahead())


class Misnamed(Situation):
    """Its input is no fact."""

    gap: Dial[float] = declare(40.0, unit="m")
    lead_sped: In[float | None] = declare(unit="m/s")

    cast = Cast(lead=Ahead())
    criterion = Criterion("gap", of="lead", wanted="gap")


class WithoutDial(Situation):
    """What it wants is no dial of its."""

    gap: Dial[float] = declare(40.0, unit="m")

    cast = Cast(lead=Ahead())
    criterion = Criterion("gap", of="lead", wanted="gab")


class WithoutQuantity(Situation):
    """What it is about is nothing that is measured."""

    headway: Dial[float] = declare(1.5, unit="s")

    cast = Cast(lead=Ahead())
    criterion = Criterion("headwy", of="lead", wanted="headway")  # type: ignore[arg-type]


class Unheard(Situation):
    """What it sends to somebody is nothing that anybody can do."""

    headway: Dial[float] = declare(1.5, unit="s")
    lead: In[int | None]

    cast = Cast(lead=Ahead())
    criterion = Criterion("headway", of="lead", wanted="headway")

    def pre_activity(m: Unheard) -> None:
        """Have it lead."""
        if m.lead is not None:
            send(m.lead, "hold_headwy", m.headway)


class WithoutRole(Situation):
    """It wants something of nobody."""

    gap: Dial[float] = declare(40.0, unit="m")

    cast = Cast(lead=Ahead())
    criterion = Criterion("gap", of="leed", wanted="gap")


class WithoutWay(Situation):
    """Somebody is to join, from nowhere."""

    together: Dial[float] = declare(0.0, unit="s")

    cast = Cast(merger=Joining())
    criterion = Criterion("arrival", of="merger", wanted="together")
    needs = Needs(lanes=1)


class Car:
    """No situation at all."""
