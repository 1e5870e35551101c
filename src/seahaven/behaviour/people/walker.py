"""Whoever walks: along pavements, over crosswalks, and out onto the road when told to."""

from __future__ import annotations

from math import sqrt

from seahaven.hcsm import Button, Dial, In, Local, Machine, Out, declare, either
from seahaven.world import LightState, WalkPhase

__all__ = ["ACROSS", "HURRIED", "HURRYING", "Walker"]

OFF, GREEN, YIELDING, BLINKING = (
    int(LightState.OFF), int(LightState.GREEN), int(LightState.YIELDING), int(LightState.BLINKING),
)  # fmt: skip
WALKING, WAITING, CROSSING, HESITATING, STANDING, STRAYING, FALLEN = (int(phase) for phase in WalkPhase)
AT_KERB = 0.5
"""Metres before the roadway at which it has to have made up its mind."""
LOOKING = 6.0
"""Metres before the roadway from which on it looks for traffic."""
TOES = 0.25
"""Metres before the roadway, or a lane of it, at which it stands."""
STOPPING = 2.0
"""Deceleration (m/s²) with which it stops."""
DODGING = 1.5
"""Speed (m/s) at which it steps aside or back for a vehicle that comes at it."""
CLEAR = 0.4
"""Metres that it keeps from vehicles and from people before it."""
CREEP = 0.35
"""Speed (m/s) at which it squeezes past others."""
ABREAST = 0.7
"""Metres between the middles of two who pass each other."""
SHY = 0.45
"""Metres that it keeps away from kerbs and walls unless it passes somebody (Highway Capacity Manual 2010)."""
FAR = 1e4
LOOKS = 0.5
"""Of the dial `look`, from where on somebody looks."""
ACROSS = 0.1
"""Metres from the other side of the road within which somebody has crossed it."""
HELPED = 180.0
"""Seconds for which somebody who was hit lies there, until help has come, as long as drivers stay after an accident.
Then it walks on along its way, from the pavement beside."""
HURRYING, HURRIED = 1.35, 1.6
"""How many times as fast as else somebody walks who is late on the road, and how fast at least (m/s)."""


class Walker(Machine):
    """Somebody on foot: crosses when the gap is long enough or drivers have stopped, and at lights when they say so."""

    dt: In[float] = declare(unit="s")
    speed: In[float] = declare(unit="m/s")
    offset: In[float] = declare(unit="m")
    crosswalk: In[int]
    contact: In[int | None]
    waits: In[bool]
    # what it is like
    pace: In[float] = declare(unit="m/s")
    patience: In[float] = declare(unit="s")
    boldness: In[float]
    reaction: In[float] = declare(unit="s")
    side: In[float]
    # what it knows
    kerb: In[float | None] = declare(unit="m")
    breadth: In[float | None] = declare(unit="m")
    spare: In[float | None] = declare(unit="s")
    edge: In[float | None] = declare(unit="m")
    blocked: In[float | None] = declare(unit="m")
    crossing_light: In[int]
    ahead_gap: In[float | None] = declare(unit="m")
    ahead_speed: In[float | None] = declare(unit="m/s")
    ahead_aside: In[float | None] = declare(unit="m")
    left_leeway: In[float] = declare(unit="m")
    right_leeway: In[float] = declare(unit="m")
    escape: In[float | None] = declare(unit="m")
    verge: In[float | None] = declare(unit="m")
    # its panel
    step_out: Button[float] = declare(doc="cross the road here and now, whatever comes")
    wait: Button[float] = declare(doc="stay where it is, or at the next kerb, until told to go or to step out")
    stop: Button[float] = declare(doc="stand still at once, on the road, too, until told to go or to step out")
    go: Button[float] = declare(doc="walk on after a wait or a stop")
    walk_to: Button[float] = declare(doc="walk to a place beside a road: the number of a stand of the walking network")
    hurry: Dial[float] = declare(1.0, least=0.0, most=4.0, doc="factor on the pace")
    look: Dial[float] = declare(
        1.0,
        least=0.0,
        most=1.0,
        doc="1: it looks for vehicles before it steps onto a road; 0: it walks on as if none came",
    )

    is_new: Local[bool] = declare(True, doc="whether it has never been stepped")
    is_told_out: Local[bool] = declare(False, doc="whether it was told to step out, and has not yet")
    is_told_to_wait: Local[bool] = declare(False)
    is_halted: Local[bool] = declare(False, doc="whether it was told to stand still")
    looked: Local[float] = declare(0.0, unit="s", doc="for how long it could have gone")
    waited: Local[float] = declare(0.0, unit="s", doc="at this kerb")
    is_ready: Local[bool] = declare(False, doc="whether it steps onto the roadway when it comes to it")
    is_out: Local[bool] = declare(False, doc="whether it has stepped onto this roadway")
    is_over: Local[bool] = declare(False, doc="whether it has just crossed a road away from crosswalks")
    lain: Local[float] = declare(0.0, unit="s", doc="for how long it has lain there since it was hit last")

    stride: Out[float] = declare(unit="m/s")
    lean: Out[float] = declare(unit="m")
    dodge: Out[float] = declare(unit="m/s")
    strays: Out[bool]
    goal: Out[float | None]
    phase: Out[int]

    class Walking(Machine):
        """Along its way."""

        phase: Out[int]

        def activity(m: Walker.Walking) -> None:
            """Say so."""
            m.phase = WALKING

    class Waiting(Machine):
        """At the kerb, for a gap or for the light."""

        phase: Out[int]

        def activity(m: Walker.Waiting) -> None:
            """Say so."""
            m.phase = WAITING

    class Crossing(Machine):
        """On the roadway, or about to step onto it."""

        phase: Out[int]

        def activity(m: Walker.Crossing) -> None:
            """Say so."""
            m.phase = CROSSING

    class Hesitating(Machine):
        """On the roadway, standing back from somebody who does not slow down."""

        phase: Out[int]

        def activity(m: Walker.Hesitating) -> None:
            """Say so."""
            m.phase = HESITATING

    class Standing(Machine):
        """As told, or across the road."""

        phase: Out[int]

        def activity(m: Walker.Standing) -> None:
            """Say so."""
            m.phase = STANDING

    class Straying(Machine):
        """Straight across the road, whatever comes."""

        phase: Out[int]

        def activity(m: Walker.Straying) -> None:
            """Say so."""
            m.phase = STRAYING

    class Fallen(Machine):
        """Hit."""

        phase: Out[int]

        def activity(m: Walker.Fallen) -> None:
            """Say so."""
            m.phase = FALLEN

    start = Walking
    transitions = (
        (Walking >> Crossing).when(
            lambda m: ((m.kerb < AT_KERB and m.is_ready) or (m.kerb is None and m.breadth is not None))
            and m.contact is None
        ),
        (Walking >> Waiting).when(
            lambda m: m.kerb < AT_KERB and not m.is_ready and not m.is_halted and m.contact is None
        ),
        (Walking >> Standing).when(
            lambda m: (m.is_halted or (m.is_told_to_wait and not m.kerb < AT_KERB)) and not m.is_told_out
            and m.contact is None
        ),
        (Waiting >> Crossing).when(lambda m: m.is_ready and m.contact is None),
        (Waiting >> Standing).when(
            lambda m: (m.is_told_to_wait or m.is_halted) and not m.is_ready and m.contact is None
        ),
        (Waiting >> Walking).when(lambda m: m.kerb is None and not m.is_ready and m.contact is None),
        (Standing >> Walking).when(
            lambda m: not m.is_told_to_wait and not m.is_halted and not m.is_told_out and not m.is_over
            and m.contact is None
        ),
        (Crossing >> Walking).when(lambda m: m.breadth is None and m.contact is None),
        (Crossing >> Waiting).when(
            lambda m: m.is_out and m.kerb < AT_KERB and not m.is_ready and m.contact is None
        ),
        (Crossing >> Hesitating).when(
            lambda m: m.edge < TOES + 0.3 and not m.is_told_out and m.look >= LOOKS and m.breadth is not None
            and m.contact is None
        ),
        (Hesitating >> Crossing).when(lambda m: m.edge is None and m.contact is None),
        (Walking >> Straying).when(
            lambda m: m.is_told_out and m.crosswalk < 0 and m.verge is not None and m.contact is None
            and not m.kerb < AT_KERB
        ),
        (Standing >> Straying).when(
            lambda m: m.is_told_out and m.crosswalk < 0 and m.verge is not None and m.contact is None
        ),
        (Standing >> Crossing).when(
            lambda m: m.is_told_out and m.kerb < LOOKING and not m.is_over and m.contact is None
        ),
        (Straying >> Standing).when(lambda m: m.is_over and m.contact is None),
        (Walking >> Fallen).when(lambda m: m.contact is not None),
        (Waiting >> Fallen).when(lambda m: m.contact is not None),
        (Crossing >> Fallen).when(lambda m: m.contact is not None),
        (Hesitating >> Fallen).when(lambda m: m.contact is not None),
        (Standing >> Fallen).when(lambda m: m.contact is not None),
        (Straying >> Fallen).when(lambda m: m.contact is not None),
        (Fallen >> Walking).when(lambda m: m.lain > HELPED),
    )  # fmt: skip

    def pre_activity(m: Walker) -> None:
        """Remember orders, and judge whether it may cross."""
        if m.is_new:
            m.is_told_to_wait = m.waits
            m.is_new = False
        if m.wait.any:
            m.is_told_to_wait = True
        if m.stop.any:
            m.is_halted = True
        if m.go.any or m.walk_to.any or m.step_out.any:
            m.is_told_to_wait = False
            m.is_halted = False
        if m.step_out.any:
            m.is_told_out = True
        is_near = m.kerb is not None and m.kerb < LOOKING
        is_dark = m.crossing_light == OFF or m.crossing_light == BLINKING
        may_walk = is_dark or m.crossing_light == GREEN or m.crossing_light == YIELDING
        wanted = (2.5 - 2.0 * m.boldness) * max(1.0 - 0.5 * m.waited / max(m.patience, 1.0), 0.3)
        is_safe = m.look < LOOKS or ((m.spare is None or m.spare > (wanted if is_dark else 0.4)) and m.edge is None)
        is_kept = m.is_told_to_wait or m.is_halted
        can_go = is_near and may_walk and is_safe and m.blocked is None and not is_kept
        m.looked = m.looked + m.dt if can_go else 0.0
        m.is_ready = (can_go and m.looked >= m.reaction) or (m.is_told_out and is_near)
        m.waited = m.waited + m.dt if m.kerb is not None and m.kerb < AT_KERB else 0.0
        is_on_roadway = m.breadth is not None and m.kerb is None
        if is_on_roadway:
            m.is_out = True
        if m.breadth is None:
            if m.is_out:
                m.is_told_out = False
            m.is_out = False
        m.is_over = m.verge is not None and abs(either(m.verge, 0.0) - m.offset) < ACROSS
        if m.is_over:
            m.is_told_out = False

    def activity(m: Walker) -> None:
        """Walk as fast as it likes, but no further than is safe, and round those who are in its way."""
        phase = either(either(m.Walking.phase, m.Waiting.phase), either(m.Crossing.phase, m.Hesitating.phase))
        phase = either(phase, either(either(m.Standing.phase, m.Straying.phase), m.Fallen.phase))
        free = m.pace * max(m.hurry, 0.0)
        is_late = (either(m.spare, FAR) < 1.0 and m.look >= LOOKS) or (
            m.crossing_light != OFF
            and m.crossing_light != BLINKING
            and m.crossing_light != GREEN
            and m.crossing_light != YIELDING
        )
        if phase == CROSSING and m.kerb is None and is_late:
            free = max(HURRYING * free, HURRIED)
        if either(m.escape, 0.0) > 0.0:
            free = max(HURRYING * free, HURRIED)
        room = FAR
        if phase <= WAITING:
            room = FAR if m.is_ready else either(m.kerb, FAR) - TOES
        elif phase <= HESITATING:
            room = FAR if m.is_told_out or m.look < LOOKS else either(m.edge, FAR) - TOES
        room = min(room, either(m.blocked, FAR) - CLEAR)
        fastest = min(free, sqrt(2.0 * STOPPING * max(room, 0.0)), max(room, 0.0) / m.dt)

        # whoever is before it: past on the freer side, else behind
        gap = either(m.ahead_gap, FAR)
        aside = either(m.ahead_aside, 0.0)
        other = either(m.ahead_speed, 0.0)
        is_slower = m.ahead_gap is not None and other < free
        follow = max(other, 0.0) + max(gap - CLEAR, 0.0)
        is_in_line = either(m.kerb, FAR) < LOOKING and not m.is_ready
        least = 0.0 if is_in_line or other > 0.1 else CREEP
        aside_by = abs(aside)
        if is_slower and aside_by < ABREAST - 0.1:
            fastest = min(fastest, max(follow, least))
        lean = max(m.side, 0.0) * max(m.left_leeway - SHY, 0.0) + min(m.side, 0.0) * max(m.right_leeway - SHY, 0.0)
        if is_slower:
            away = max(ABREAST - aside_by, 0.0)
            over = ABREAST + aside_by
            is_left = aside >= 0.0
            lean = m.offset - away if is_left else m.offset + away
            if lean > m.left_leeway or lean < -m.right_leeway:
                lean = m.offset + over if is_left else m.offset - over
        m.lean = max(min(lean, m.left_leeway), -m.right_leeway)
        m.strays = m.is_over
        m.stride = fastest
        if phase == STANDING or m.is_halted:
            m.stride = 0.0
            m.lean = m.offset
        m.dodge = 0.0
        if m.escape is not None and phase <= STANDING:
            m.dodge = DODGING
            if phase == STANDING:
                m.lean = max(min(m.offset, m.left_leeway), -m.right_leeway)
            if either(m.escape, 0.0) < 0.0:
                m.stride = -DODGING
        if phase == FALLEN:
            m.stride = 0.0
            m.lean = m.offset
            m.strays = True
        if phase == STRAYING:
            m.lean = either(m.verge, m.offset)
            m.strays = True
            m.stride = min(free, sqrt(2.0 * STOPPING * max(either(m.blocked, FAR) - CLEAR, 0.0)))
            if m.is_halted:
                m.lean = m.offset
                m.stride = 0.0
        m.goal = m.walk_to.last
        m.lain = m.lain + m.dt if phase == FALLEN and m.contact is None else 0.0
        m.phase = phase
