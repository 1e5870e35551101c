"""Generated towns, each with one feature of real towns that traffic has to cope with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from seahaven.bench.realism.towns.sketch import Flow, Sketch, Street

__all__ = ["FEATURES"]

LIGHT, SIGN, DEAD_END = "traffic_light", "priority", "dead_end"
NO_TURNING = ("--no-turnarounds",)


def _both(begin: str, end: str, lanes: int = 1, *, width: float | None = None, priority: int = 1) -> Iterator[Street]:
    """A street and the one that comes back."""
    yield Street(begin, end, lanes, width=width, priority=priority)
    yield Street(end, begin, lanes, width=width, priority=priority)


def _cross(reach: float, kind: str) -> dict[str, tuple[float, float, str]]:
    """A crossing `m` with arms to the west, south, east and north."""
    arms = {"w": (-reach, 0.0), "s": (0.0, -reach), "e": (reach, 0.0), "n": (0.0, reach)}
    return {"m": (0.0, 0.0, kind), **{name: (*place, DEAD_END) for name, place in arms.items()}}


def _streets(*groups: Iterable[Street]) -> tuple[Street, ...]:
    return tuple(street for group in groups for street in group)


def _turns(per_hour: float, *, left: float = 0.15, right: float = 0.15) -> tuple[Flow, ...]:
    """Vehicles from all four arms of a crossing."""
    arms = "wsen"
    return tuple(
        Flow(f"{arm}m", f"m{arms[(k + turn) % 4]}", per_hour * share)
        for k, arm in enumerate(arms)
        for turn, share in ((1, right), (2, 1.0 - left - right), (3, left))
    )


def _arms(lanes: int = 1) -> tuple[Street, ...]:
    return _streets(*(_both(arm, "m", lanes) for arm in "wsen"))


ENDS_AT_LIGHT = Sketch(
    "trips that end before a light",
    _cross(200.0, LIGHT),
    _arms(),
    (*_turns(250.0, left=0.3), *(Flow(f"{arm}m", f"{arm}m", 60.0) for arm in "wsen")),
    options=NO_TURNING,
)
"""A vehicle that has come to its goal before the line stands behind one that turns left from a shared lane."""

OPENING = Sketch(
    "one lane that opens into three",
    {**_cross(200.0, LIGHT), "o": (-80.0, 0.0, SIGN)},
    _streets((Street("w", "o"), Street("o", "m", 3), Street("m", "w")), *(_both(arm, "m") for arm in "sen")),
    (
        Flow("wo", "me", 350.0), Flow("wo", "mn", 250.0), Flow("wo", "ms", 250.0), Flow("em", "mw", 300.0),
        Flow("sm", "mn", 150.0), Flow("nm", "ms", 150.0),
    ),
    options=NO_TURNING,
)  # fmt: skip
"""Before the light there is a lane for each way to turn; the one lane of the road behind leads into all of them."""

SHARED = Sketch(
    "shared lanes at a light", _cross(250.0, LIGHT), _arms(), _turns(420.0, left=0.05, right=0.4), options=NO_TURNING
)
"""Right turns and straight on from one lane, by types that say nothing of how they accelerate."""

CLOSE = Sketch(
    "two junctions 11 m apart",
    {
        "w": (-200.0, 0.0, DEAD_END), "a": (0.0, 0.0, SIGN), "b": (30.0, 0.0, SIGN), "e": (230.0, 0.0, DEAD_END),
        "s": (0.0, -200.0, DEAD_END), "n": (30.0, 200.0, DEAD_END),
    },
    _streets(
        _both("w", "a", 2, priority=3), _both("a", "b", 2, priority=3), _both("b", "e", 2, priority=3), _both("s", "a"),
        _both("n", "b"),
    ),
    (
        Flow("wa", "be", 400.0), Flow("eb", "aw", 400.0), Flow("wa", "aw", 40.0), Flow("eb", "be", 40.0),
        Flow("sa", "bn", 60.0), Flow("nb", "as", 60.0), Flow("sa", "aw", 40.0), Flow("nb", "be", 40.0),
        Flow("wa", "bn", 60.0), Flow("eb", "as", 60.0),
    ),
)  # fmt: skip
"""Vehicles change lanes between the two, and turn back at either."""

BEND = Sketch(
    "a bus in a tight bend",
    {
        "w": (-150.0, 0.0, DEAD_END), "a": (0.0, 0.0, SIGN), "b": (6.0, -6.0, SIGN), "s": (6.0, -160.0, DEAD_END),
    },
    _streets(_both("w", "a"), _both("a", "b"), _both("b", "s")),
    (
        Flow("wa", "bs", 300.0), Flow("sb", "aw", 300.0), Flow("wa", "bs", 60.0, "bus"), Flow("sb", "aw", 60.0, "bus"),
    ),
    options=NO_TURNING,
)  # fmt: skip
"""A bend of 90 degrees over an edge of 8 m, which buses of 13 m take in both directions."""

POCKETS = Sketch(
    "turning pockets",
    {**_cross(250.0, LIGHT), "p": (-45.0, 0.0, SIGN), "q": (45.0, 0.0, SIGN)},
    _streets(
        (Street("w", "p", 2), Street("p", "m", 3), Street("m", "w", 2)),
        (Street("e", "q", 2), Street("q", "m", 3), Street("m", "e", 2)), _both("s", "m"), _both("n", "m"),
    ),
    (
        Flow("wp", "me", 450.0), Flow("wp", "mn", 150.0), Flow("wp", "ms", 80.0), Flow("eq", "mw", 450.0),
        Flow("eq", "ms", 150.0), Flow("eq", "mn", 80.0), Flow("sm", "mn", 120.0), Flow("nm", "ms", 120.0),
    ),
    links=(
        ("wp", 0, "pm", 0), ("wp", 1, "pm", 1), ("wp", 1, "pm", 2), ("eq", 0, "qm", 0), ("eq", 1, "qm", 1),
        ("eq", 1, "qm", 2),
    ),
    options=NO_TURNING,
)  # fmt: skip
"""A short lane for left turns beside two others, which its vehicles come onto from the lane beside."""

NARROW = Sketch(
    "lanes of 2.4 m with buses",
    _cross(250.0, LIGHT),
    _streets(*(_both(arm, "m", 2, width=2.4) for arm in "we"), *(_both(arm, "m") for arm in "sn")),
    (*_turns(300.0), Flow("wm", "me", 60.0, "bus"), Flow("em", "mw", 60.0, "bus"), Flow("wm", "mn", 20.0, "bus")),
    options=NO_TURNING,
)
"""Buses are 2.5 m wide, wider than their lanes."""

HAIRPIN = Sketch(
    "a hairpin and a tight ramp",
    {
        "w": (-200.0, 0.0, DEAD_END), "h": (0.0, 0.0, SIGN), "r": (-200.0, -30.0, DEAD_END),
        "e": (150.0, 0.0, DEAD_END),
    },
    _streets(
        _both("w", "h"), _both("h", "e"), (
            Street("h", "r", speed=27.8, by=((12.0, -4.0), (16.0, -15.0), (12.0, -26.0), (0.0, -30.0))),
        ),
    ),
    (
        Flow("wh", "he", 200.0), Flow("eh", "hw", 250.0), Flow("wh", "hr", 120.0), Flow("eh", "hr", 60.0),
        Flow("wh", "hr", 40.0, "truck"),
    ),
    options=NO_TURNING,
    kinds={"truck": {"vClass": "truck"}},
)  # fmt: skip
"""A road that turns back on itself, with a limit far above what its bend allows."""

PARTING = Sketch(
    "ways that part and cross again",
    {
        "w": (-200.0, 0.0, DEAD_END), "m": (0.0, 0.0, SIGN), "e": (200.0, 20.0, DEAD_END),
        "f": (200.0, -20.0, DEAD_END), "s": (10.0, -200.0, DEAD_END),
    },
    _streets(_both("w", "m", 2), (Street("m", "e"), Street("m", "f")), _both("s", "m")),
    (Flow("wm", "me", 350.0), Flow("wm", "mf", 350.0), Flow("sm", "me", 60.0), Flow("sm", "mw", 60.0)),
    links=(
        ("wm", 0, "me", 0), ("wm", 0, "mf", 0), ("wm", 1, "mf", 0), ("wm", 0, "ms", 0), ("sm", 0, "me", 0),
        ("sm", 0, "mw", 0),
    ),
    options=NO_TURNING,
)  # fmt: skip
"""From a lane two ways lead on, one of which is crossed by the way of the lane beside."""

ABREAST = Sketch(
    "two lanes that turn abreast",
    {
        **_cross(200.0, LIGHT), "o": (-90.0, 0.0, SIGN), "b": (0.0, 34.0, SIGN), "v": (-80.0, 60.0, DEAD_END),
    },
    _streets(
        (Street("w", "o"), Street("o", "m", 3), Street("m", "w")), (Street("m", "b", 2), Street("b", "m", 1)),
        (Street("b", "n", 2), Street("n", "b", 1)), _both("v", "b"), _both("e", "m"), _both("s", "m"),
    ),
    (
        Flow("wo", "bn", 420.0), Flow("wo", "bn", 40.0, "bus"), Flow("wo", "me", 150.0), Flow("em", "mw", 200.0),
        Flow("sm", "bn", 60.0), Flow("vb", "bn", 60.0), Flow("nb", "ms", 80.0),
    ),
    links=(
        ("wo", 0, "om", 0), ("wo", 0, "om", 1), ("wo", 0, "om", 2), ("om", 0, "me", 0), ("om", 1, "mb", 0),
        ("om", 2, "mb", 1), ("mb", 0, "bn", 0), ("mb", 1, "bn", 1),
    ),
    options=NO_TURNING,
)  # fmt: skip
"""From a lane that opens into three, two lead abreast through a turn and the next junction, 10 m behind it."""

FEATURES = (ENDS_AT_LIGHT, OPENING, ABREAST, SHARED, CLOSE, PARTING, BEND, POCKETS, NARROW, HAIRPIN)
"""All of them, each with less traffic than its junctions can take."""
