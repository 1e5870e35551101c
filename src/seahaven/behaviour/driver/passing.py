"""When a driver wishes to be on another lane."""

from __future__ import annotations

from seahaven.behaviour.driver.cruising import AT_SPEED
from seahaven.behaviour.driver.keeping import LEFT, RIGHT, WISH
from seahaven.behaviour.driver.merging import CLOSE
from seahaven.hcsm import In, Local, Machine, Out, declare, either, send

__all__ = ["Passing"]

THRESHOLD = 0.09
"""Gain in acceleration (m/s²) below which a change is not worth it."""
BIAS = 0.24
"""What the rule to keep to one side is worth (m/s²); without a rule, the habit to stay."""
AHEAD, FAR = 2.0, 20.0
"""Nobody comes onto a lane that it would have to leave again within so many times the time in which it looks for a gap,
and so many metres more for each second of that."""
QUICK = 60.0 / 3.6
"""Speed (m/s) from which on nobody is passed on the wrong side."""
LATER = 28.0
"""Seconds after which it may catch up with somebody on the slower lane."""
EAGER, PATIENT = 2.5, 9.0
"""How long it must wish for another lane before it asks for it, and for the slower one (s)."""
REST, SOON = 12.0, 2.0
"""How long it must wish for one to ask again, and where they are much faster there (s)."""
LATER_ON, WORTH, AT_ONCE = 10.0, 8.0, 1.0
"""In towns: seconds after which it compares where it would be on which lane, how many metres further it would have to
come for a change to be worth it, and how long it must wish for another lane before it asks (s)."""
MUCH = 5.0
"""How much faster (m/s) the vehicle ahead there is than that on the own lane."""


class Passing(Machine):
    """Wish for the lane with the greater acceleration, if nobody there loses much, and press the lane button, once.

    After MOBIL (Kesting, Treiber and Helbing, 2007) with the rule to keep to one side: the faster lane has to be better
    by a margin, the slower one may be worse by it, if nobody will be in the way there for a while. Where the rule is
    on, nobody on the faster lane is passed at speed. The polite want a greater gap before whoever is behind there. Who
    indicates into the own lane counts as being on it, so that it may be let in by going over to the next. The wish has
    to last, and rests when it has been told; less so where they drive much faster than here.

    In towns, where one may drive on any lane, it wishes for the lane on which it would come further before long: the
    one with the shorter queue at the lights, say.
    """

    dt: In[float] = declare(unit="s")
    speed: In[float] = declare(unit="m/s")
    free: In[float] = declare(unit="m/s²", doc="acceleration if nobody were there")
    ahead: In[float] = declare(unit="m/s²", doc="acceleration behind the vehicle ahead")
    gap: In[float | None] = declare(unit="m")
    closing: In[float | None] = declare(unit="m/s")
    desired: In[float] = declare(unit="m/s", doc="by the limit and its own taste")
    left_open: In[bool]
    left_gap: In[float | None] = declare(unit="m")
    left_closing: In[float | None] = declare(unit="m/s")
    left_rear_gap: In[float | None] = declare(unit="m")
    left_rear_wanted: In[float] = declare(unit="m")
    left_ahead: In[float] = declare(unit="m/s²")
    left_light: In[int]
    left_drop: In[float | None] = declare(unit="m")
    right_open: In[bool]
    right_gap: In[float | None] = declare(unit="m")
    right_closing: In[float | None] = declare(unit="m/s")
    right_rear_gap: In[float | None] = declare(unit="m")
    right_rear_wanted: In[float] = declare(unit="m")
    right_ahead: In[float] = declare(unit="m/s²")
    right_light: In[int]
    right_drop: In[float | None] = declare(unit="m")
    wanted: In[float] = declare(unit="m", doc="gap to be kept to a vehicle of the same speed")
    liveliness: In[float] = declare(unit="m/s²")
    aggressiveness: In[float]
    is_in_town: In[bool] = declare(doc="whether one may drive on any lane here")
    keeps: In[int] = declare(doc="the side to keep to here")
    span: In[float] = declare(unit="s", doc="so long before the end of a lane it looks for a gap")
    need: In[int]
    urgency: In[float] = declare(doc="of the need, up to 1")
    told: In[int] = declare(doc="what it was told; with a partner, it stays with it")
    keeps_lane: In[bool]

    longing: Local[float] = declare(0.0, unit="s", doc="for how long it has wished to go left; right is negative")
    is_slow: Local[bool] = declare(False, doc="whether they drive much faster where it wishes to be")

    wish: Out[float] = declare(unit="m/s²")

    class Content(Machine):
        """Where it is."""

    class Asking(Machine):
        """For another lane."""

        asks: Out[bool]

        def activity(m: Passing.Asking) -> None:
            """Ask."""
            m.asks = True

    class Resting(Machine):
        """After having asked."""

    def pre_activity(m: Passing) -> None:
        """Weigh the lanes beside."""
        share = 1.0 + 0.5 * m.aggressiveness
        far = m.span * (AHEAD * m.speed + FAR)
        now = min(m.ahead, m.free)
        from_left = m.left_light == RIGHT and either(m.left_gap, 0.0) > 0.0
        from_right = m.right_light == LEFT and either(m.right_gap, 0.0) > 0.0
        now_left = min(now, m.right_ahead) if from_right else now
        now_right = min(now, m.left_ahead) if from_left else now
        to_left = min(m.left_ahead, m.free) - now_left - THRESHOLD + (BIAS if m.keeps > 0 else -BIAS)
        to_right = min(m.right_ahead, m.free) - now_right - THRESHOLD + (BIAS if m.keeps < 0 else -BIAS)
        if m.is_in_town:
            most = LATER_ON * m.desired
            own = min(either(m.gap, 1e4) + LATER_ON * max(m.speed - either(m.closing, 0.0), 0.0), most)
            there = min(either(m.left_gap, 1e4) + LATER_ON * max(m.speed - either(m.left_closing, 0.0), 0.0), most)
            to_left = there - own - WORTH
            there = min(either(m.right_gap, 1e4) + LATER_ON * max(m.speed - either(m.right_closing, 0.0), 0.0), most)
            to_right = there - own - WORTH
        is_free_left = share * either(m.left_rear_gap, 1e4) > m.left_rear_wanted and either(m.left_drop, 1e9) > far
        is_free_right = share * either(m.right_rear_gap, 1e4) > m.right_rear_wanted and either(m.right_drop, 1e9) > far
        left_later = either(m.left_gap, 1e4) - m.wanted > LATER * either(m.left_closing, 0.0)
        right_later = either(m.right_gap, 1e4) - m.wanted > LATER * either(m.right_closing, 0.0)
        left = m.left_open and is_free_left and to_left > 0.0 and (left_later or m.keeps <= 0)
        right = m.right_open and is_free_right and to_right > 0.0 and (right_later or m.keeps >= 0)
        goes_left = left and (to_left >= to_right or not right)
        longer = m.longing + (m.dt if goes_left else -m.dt)
        same = m.longing >= 0.0 if goes_left else m.longing <= 0.0
        m.longing = longer if (left or right) and same else 0.0
        there = either(m.left_closing if goes_left else m.right_closing, -m.speed)
        m.is_slow = either(m.closing, -m.speed) - there > MUCH

    def rest(m: Passing) -> None:
        """Begin to wish anew."""
        m.longing = 0.0

    start = Content
    transitions = (
        (Content >> Asking).when(
            lambda m: (
                m.need == 0
                and m.told <= AT_SPEED
                and (
                    m.longing > (PATIENT if m.keeps > 0 else AT_ONCE if m.is_in_town else EAGER)
                    or m.longing < (-PATIENT if m.keeps < 0 else -AT_ONCE if m.is_in_town else -EAGER)
                )
            )
        ),
        (Asking >> Resting).do(rest),
        (Resting >> Content).when(lambda m: abs(m.longing) > (SOON if m.is_slow else REST)).do(rest),
    )

    def activity(m: Passing) -> None:
        """Press the lane button of lane keeping (H11), and keep behind those on the faster lane."""
        if m.Asking.asks and not m.keeps_lane:
            send("keeping", "change", WISH if m.longing > 0.0 else -WISH)
        ahead = m.right_ahead if m.keeps > 0 else m.left_ahead
        gap = m.right_gap if m.keeps > 0 else m.left_gap
        if either(gap, 0.0) > 0.0 and m.keeps != 0 and m.urgency == 0.0 and m.told <= AT_SPEED and m.speed > QUICK:
            m.wish = max(CLOSE * ahead + (1.0 - CLOSE) * m.liveliness, -0.3)
