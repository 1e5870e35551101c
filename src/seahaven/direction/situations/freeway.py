"""Situations 6 to 8 of the rear-end study: the dangerous merge, the gang, and the sudden stop."""

from __future__ import annotations

from seahaven.direction.roles import Ahead, Beside, Joining
from seahaven.direction.situation import Cast, Criterion, Needs, PreparedSituation, Situation, Stimulus
from seahaven.direction.situations.measures import FAR, G
from seahaven.hcsm import Dial, In, Local, Machine, declare, either, send

__all__ = ["DangerousMerge", "Gang", "SuddenStop"]

LEFT, RIGHT = 1.0, -1.0
WINDOW = 1800.0
"""Distance before the place (m) from which on the cut-in may come."""
ALONGSIDE, NEXT, CLOSELY = 1.0, -20.0, 0.6
"""Metres ahead of the subject at which the lead car waits beside it, and the one that cuts in behind that: the subject
sees neither before it, so that neither slows it down; and the share of its usual distance that the second one keeps to
the first."""
BEHIND, BEFORE, FOLLOWING = -25.0, 90.0, -60.0
"""Metres ahead of the subject between which the lead car sets out to its position, and from which on the other one
follows it."""
NEARLY_ABREAST, LENGTH = -15.0, 7.0
"""Metres ahead of the subject from which on the cutting car is in position, but for the last metres that it comes up
to where it cuts in from, and that it needs to others then."""
ALMOST = 2.5
"""Tolerances from its station within which the lead car changes lanes."""
ROUGHLY, EXACTLY = 0.25, 0.22
"""Seconds off the set headway within which the lead car is in position, to come nearer while the other one waits, and
within which the cut-in comes."""
EXCHANGED = 80.0
"""Distance ahead of the subject (m) within which the car further ahead becomes the lead car."""
RECOVERED, UNSLOWED = 0.94, 0.87
"""Shares of its usual speed at which the subject drives before the lead car moves in ahead of it, and at the cut-in."""
PATIENCE, SPARE = 25.0, 3.0
"""Time (s) in which both cars must get into position, and by which the cut-in may be late; then they start again."""
BACK = -25.0
"""Metres ahead of the subject at which the car alongside waits until the lead car is in the subject's lane: the two
would be in each other's way."""
SOONER = 1.0
"""How much faster (m/s) the subject may still become once the merging car is on its way."""
OVER, BEYOND = 3.0, 78.0
"""Seconds that the merging car takes from the place, where its lane begins to run beside the subject's, until it is so
far over that it touches a subject that is abreast of it; and how far beyond the place (m) it therefore meets the
subject."""
NOTICE = 1.4
"""Seconds from the order to the lead car until it is seen to move over: it signals first."""
AFTERWARDS = 4.0
"""Seconds after the collision that the subject has to prevent until the merging car drives as ordinary drivers do."""
SPAN, SHARP = 0.2, 0.1
"""Seconds around the set time within which the moment may come, and within which both arrive together for it to come.
"""
EARLY, TAKING = 120.0, 350.0
"""Metres before the place from which on the lead car brakes, and from which on it moves in ahead of the subject."""
STANDS_FOR = 15.0
"""Seconds from when the lead car brakes to a stop until it drives on."""
NEARLY = 1.3
"""Tolerances from its station within which the critical moment may come."""


class DangerousMerge(Situation):
    """At a ramp the lead car moves left, a car on the ramp arrives with the subject, and a third drives alongside."""

    before: Dial[float] = declare(
        4.0, unit="s", doc="time before the collision at which the lead car moves left and the others are let go"
    )
    together: Dial[float] = declare(0.0, unit="s", least=-5.0, doc="how much later than the subject the merger arrives")
    headway: Dial[float] = declare(2.0, unit="s", doc="time gap of the subject behind the lead car")
    beside: Dial[float] = declare(2.0, unit="m", least=-50.0, doc="how far the car alongside is ahead of the subject")

    lead: In[int | None]
    shadow: In[int | None]
    merger: In[int | None]
    lead_side: In[int | None]
    lead_ahead: In[float | None] = declare(unit="m")
    shadow_side: In[int | None]
    shadow_ahead: In[float | None] = declare(unit="m")
    merger_way: In[float | None] = declare(unit="m")
    merger_parked: In[bool | None]
    merger_arrival: In[float | None] = declare(unit="s")
    moment: In[float | None] = declare(unit="s")
    subject_time: In[float | None] = declare(unit="s")
    subject_way: In[float | None] = declare(unit="m")
    subject_speed: In[float] = declare(unit="m/s")

    cast = Cast(lead=Ahead(), shadow=Beside(side=1), merger=Joining(earliest=650.0))
    criterion = Criterion("arrival", of="merger", wanted="together")
    needs = Needs(before=3000.0, window=2500.0, after=400.0, lanes=2, clears=True, junction="merge")

    led: Local[int] = declare(-1, doc="the vehicle that was ordered to lead")
    shadowed: Local[int] = declare(-1, doc="the vehicle that was ordered to drive alongside")
    is_led: Local[bool] = declare(False, doc="whether the lead car is in the subject's lane")

    class Gathering(Machine):
        """All vehicles approach their positions."""

    class Merging(Machine):
        """The merging car sets out, to arrive together with the subject."""

        def entry(m: DangerousMerge.Merging) -> None:
            """Let it arrive together with the subject, at a constant speed by the time it is let go."""
            send(m.merger, "meet_short", -1.0)
            send(m.merger, "meet_early", m.before)
            send(m.merger, "meet_beyond", BEYOND)
            send(m.merger, "meet", 0.0)
            send(m.merger, "signal", LEFT)

    class Meeting(Machine):
        """The merging car is on its way."""

        def entry(m: DangerousMerge.Meeting) -> None:
            """Let the lead car keep the subject from arriving much sooner than predicted."""
            send(m.lead, "hold_back", m.subject_speed + SOONER)

    class LettingGo(Machine):
        """What happens now is up to the subject."""

        def entry(m: DangerousMerge.LettingGo) -> None:
            """The lead car moves left; the merging car keeps its speed, whatever is in its way."""
            send(m.lead, "let_go", 1.0)
            send(m.lead, "change_lane", LEFT)
            send(m.shadow, "steady", 1.0)
            send(m.shadow, "is_reckless", 1.0)
            send(m.merger, "steady", 1.0)
            send(m.merger, "is_reckless", 1.0)

        def activity(m: DangerousMerge.LettingGo) -> None:
            """Report the critical moment."""
            m.is_critical = True

    class Joining(Machine):
        """The merging car comes over into the subject's lane, at its constant speed."""

        def entry(m: DangerousMerge.Joining) -> None:
            """Change lanes, whatever is beside it: a subject that goes on as it does is hit."""
            send(m.merger, "change_lane", LEFT)

        def activity(m: DangerousMerge.Joining) -> None:
            """Report the critical moment."""
            m.is_critical = True

    class Merged(Machine):
        """The merging car is on the freeway, or behind the subject."""

        def entry(m: DangerousMerge.Merged) -> None:
            """Drive on as ordinary drivers do."""
            send(m.shadow, "is_reckless", 0.0)
            send(m.shadow, "let_go", 1.0)
            send(m.merger, "is_reckless", 0.0)
            send(m.merger, "let_go", 1.0)

        def activity(m: DangerousMerge.Merged) -> None:
            """Report the critical moment; the situation is over beyond the ramp."""
            m.is_critical = True
            m.is_over = m.subject_way < -250.0

    def pre_activity(m: DangerousMerge) -> None:
        """Send vehicles that have just been cast to their positions; of two in one lane the one ahead leads."""
        if m.lead is not None and m.led != m.lead:
            send(m.lead, "hold_headway", m.headway)
        is_led = m.lead is not None and m.lead_side == 0
        if m.moment is None and m.shadow is not None and (m.shadowed != m.shadow or m.is_led != is_led):
            send(m.shadow, "hold_beside", m.beside if is_led else BACK)
        is_behind = either(m.lead_ahead, 0.0) < either(m.shadow_ahead, 0.0)
        if m.moment is None and m.lead_side != 0 and m.lead_side == m.shadow_side and is_behind:
            send(m.lead, "exchange", m.shadow)
        m.led = either(m.lead, -1)
        m.shadowed = either(m.shadow, -1)
        m.is_led = is_led

    start = Gathering
    transitions = (
        (Gathering >> Merging).when(lambda m: m.merger is not None),
        (Merging >> Gathering).when(lambda m: m.merger is None),
        (Merging >> Meeting).when(lambda m: not m.merger_parked),
        (Meeting >> Gathering).when(lambda m: m.merger is None),
        (Meeting >> LettingGo).when(
            lambda m: (
                m.merger_arrival is not None
                and (
                    m.subject_time <= m.before + NOTICE - OVER - SPAN
                    or (
                        m.subject_time <= m.before + NOTICE - OVER + SPAN and abs(m.merger_arrival - m.together) < SHARP
                    )
                )
            )
        ),
        (LettingGo >> Joining).when(lambda m: m.merger_way < 0.0 or m.merger is None),
        (Joining >> Merged).when(lambda m: m.moment > m.before + NOTICE + AFTERWARDS or m.merger is None),
    )


class Gang(Situation):
    """A lead car drives ahead of the subject at a set headway, and a second car cuts in between them."""

    headway: Dial[float] = declare(1.5, unit="s", doc="time gap of the subject behind the lead car")
    wait: Dial[float] = declare(5.0, unit="s", doc="time from when both cars are in position to the cut-in")
    share: Dial[float] = declare(
        0.5, least=0.0, most=1.0, doc="share of that headway at which the cutter waits alongside"
    )

    dt: In[float] = declare(unit="s")
    moment: In[float | None] = declare(unit="s")
    lead: In[int | None]
    cutter: In[int | None]
    lead_headway: In[float | None] = declare(unit="s")
    lead_side: In[int | None]
    lead_ahead: In[float | None] = declare(unit="m")
    lead_lacks: In[float | None]
    cutter_side: In[int | None]
    cutter_ahead: In[float | None] = declare(unit="m")
    subject_speed: In[float] = declare(unit="m/s")
    subject_usual: In[float] = declare(unit="m/s")
    subject_way: In[float | None] = declare(unit="m")

    cast = Cast(lead=Ahead(), cutter=Beside(side=1, nearest=-80.0, furthest=150.0, carried="shadow"))
    criterion = Criterion("headway", of="lead", wanted="headway")
    stimulus = Stimulus("drift", of="cutter")
    needs = Needs(before=3500.0, window=WINDOW, after=1500.0, lanes=2, clears=True)

    since: Local[float] = declare(0.0, unit="s", doc="since positions are being taken, or have been")

    class Gathering(Machine):
        """Both cars approach, beside the subject's lane, one behind the other."""

        led: Local[int] = declare(-1, doc="the vehicle that was ordered to lead")
        cuts: Local[int] = declare(-1, doc="the vehicle that was ordered to follow it")

        def activity(m: Gang.Gathering) -> None:
            """Give orders to vehicles that have just been cast; the one further ahead leads."""
            if m.lead is not None and m.led != m.lead:
                send(m.lead, "either_side", 1.0)
                send(m.lead, "hold_beside", ALONGSIDE)
            if m.cutter is not None and m.cuts != m.cutter:
                send(m.cutter, "closeness", CLOSELY)
                send(m.cutter, "either_side", 1.0)
                send(m.cutter, "hold_beside", NEXT)
            if m.lead_side != 0 and m.lead_side == m.cutter_side and m.lead_ahead < m.cutter_ahead < EXCHANGED:
                send(m.lead, "exchange", m.cutter)
            m.led = either(m.lead, -1)
            m.cuts = either(m.cutter, -1)

    class Closing(Machine):
        """The cars move into position."""

        is_coming: Local[bool] = False

        def entry(m: Gang.Closing) -> None:
            """The lead car moves in ahead of the subject; the cutter moves up to where it will cut in."""
            send(m.lead, "hold_headway", m.headway)
            send(m.cutter, "hold_beside", 3.0 + m.share * m.headway * m.subject_speed)

        def activity(m: Gang.Closing) -> None:
            """Once there, the lead car changes lanes at once: a subject that makes room would fall back."""
            comes = m.lead_side != 0 and m.lead_lacks < ALMOST
            if comes != m.is_coming:
                send(m.lead, "is_reckless", 1.0 if comes else 0.0)
            m.is_coming = comes

        def exit(m: Gang.Closing) -> None:
            """React to others again."""
            send(m.lead, "is_reckless", 0.0)

    class Holding(Machine):
        """Both cars are in position."""

    class CuttingIn(Machine):
        """The cutter changes to the subject's lane."""

        def entry(m: Gang.CuttingIn) -> None:
            """Cut in."""
            send(m.cutter, "is_reckless", 1.0)
            send(m.cutter, "change_lane", RIGHT if m.cutter_side < 0 else LEFT)

        def activity(m: Gang.CuttingIn) -> None:
            """Report the critical moment."""
            m.is_critical = True

    class Done(Machine):
        """The cutter is between the two."""

        def entry(m: Gang.Done) -> None:
            """Drive on as ordinary drivers do."""
            send(m.cutter, "is_reckless", 0.0)
            send(m.cutter, "closeness", 1.0)
            send(m.cutter, "let_go", 1.0)

        def activity(m: Gang.Done) -> None:
            """Report the end."""
            m.is_critical = True
            m.is_over = True

    def pre_activity(m: Gang) -> None:
        """Count the time."""
        m.since += m.dt

    def count(m: Gang) -> None:
        """Start counting."""
        m.since = 0.0

    start = Gathering
    transitions = (
        (Gathering >> Closing)
        .when(
            lambda m: (
                BEHIND < m.lead_ahead < BEFORE
                and FOLLOWING < m.cutter_ahead < m.lead_ahead - LENGTH
                and abs(m.cutter_side) == 1
                and abs(m.lead_side) <= 1
                and m.subject_way < WINDOW
                and m.subject_speed > RECOVERED * m.subject_usual
            )
        )
        .do(count),
        (Closing >> Gathering).when(lambda m: m.lead is None or m.cutter is None or m.since > PATIENCE),
        (Closing >> Holding)
        .when(
            lambda m: (
                m.lead_side == 0
                and abs(m.lead_headway - m.headway) < ROUGHLY
                and abs(m.cutter_side) == 1
                and NEARLY_ABREAST < m.cutter_ahead < m.lead_ahead - LENGTH
            )
        )
        .do(count),
        (Holding >> Gathering).when(
            lambda m: (
                m.lead is None
                or m.cutter is None
                or m.since > m.wait + SPARE
                or m.subject_speed < UNSLOWED * m.subject_usual
            )
        ),
        (Holding >> CuttingIn).when(
            lambda m: (
                m.since >= m.wait
                and abs(m.lead_headway - m.headway) < EXACTLY
                and abs(m.cutter_side) == 1
                and LENGTH < m.cutter_ahead < m.lead_ahead - LENGTH
                and m.subject_speed > UNSLOWED * m.subject_usual
            )
        ),
        (CuttingIn >> Done).when(lambda m: m.cutter_side == 0 or m.moment > 10.0),
    )


class SuddenStop(PreparedSituation):
    """The lead car adjusts its distance to the subject, and brakes to a stop as hard as it can."""

    gap: Dial[float] = declare(30.0, unit="m", doc="distance gap of the subject when the lead car brakes")
    braking: Dial[float] = declare(0.85 * G, unit="m/s²", doc="deceleration of the lead car")

    lead: In[int | None]
    lead_lacks: In[float | None]
    lead_side: In[int | None]
    subject_way: In[float | None] = declare(unit="m")

    cast = Cast(lead=Ahead(carried="lead"))
    criterion = Criterion("gap", of="lead", wanted="gap")
    stimulus = Stimulus("brake light", of="lead")
    needs = Needs(before=1500.0, window=TAKING, after=500.0, lanes=2, clears=True, follows=True)

    class Preparing(Machine):
        """The coach brings the lead car to its distance, and holds it there."""

        def entry(m: SuddenStop.Preparing) -> None:
            """Go to that distance."""
            send(m.lead, "hold_gap", m.gap)

    class Critical(PreparedSituation.Critical):
        """The lead car brakes to a stop, and drives on after a while."""

        def entry(m: SuddenStop.Critical) -> None:
            """Brake."""
            send(m.lead, "brake", m.braking)

    def pre_activity(m: SuddenStop) -> None:
        """Brake once the lead car is in position, and the subject at about the place."""
        m.is_ready = either(m.lead_lacks, FAR) < NEARLY and m.lead_side == 0 and either(m.subject_way, FAR) <= EARLY
        m.is_done = either(m.moment, 0.0) > STANDS_FOR
