"""The weather as a machine with a panel: what it is like, and how fast it changes (H19)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from types import MappingProxyType
from typing import Any, Final

from seahaven.behaviour import own_pace, weather_pace
from seahaven.errors import InputError, WiringError, nearest
from seahaven.hcsm import Dial, In, Local, Machine, Out, declare, settings
from seahaven.kernel import ASLEEP, Param, Part, Tick
from seahaven.world import Host, Press, Table, reads, writes

__all__ = [
    "CLEAR",
    "CONDITIONS",
    "FOG",
    "NIGHT",
    "RAIN",
    "SNOW",
    "WEATHER_BOUNDS",
    "Conditions",
    "Sky",
    "Weather",
    "conditions",
    "pace_in",
]

WEATHER_BOUNDS: Mapping[str, tuple[float, float]] = {
    "visibility": (1.0, 1e6),
    "grip": (0.01, 1.5),
    "rain": (0.0, 1e3),
    "daylight": (0.0, 1.0),
}


@dataclass(frozen=True, slots=True)
class Conditions:
    """What the weather is like: a row of the world's weather."""

    visibility: float = 10_000.0
    """m, how far one sees"""
    grip: float = 1.0
    """friction of the road as a share of that of a dry one"""
    rain: float = 0.0
    """mm/h"""
    daylight: float = 1.0
    """1 at noon, 0 in the darkest night"""

    def __post_init__(self) -> None:
        for name, (least, most) in WEATHER_BOUNDS.items():
            value = getattr(self, name)
            if not (isfinite(value) and least <= value <= most):
                raise InputError(f"the weather has {name} {value!r}; expected a number from {least:g} to {most:g}")

    @property
    def columns(self) -> dict[str, float]:
        """The row: `world.add("weather", **FOG.columns)`."""
        return {name: getattr(self, name) for name in self.__slots__}

    def pace(self, caution: float = 1.0) -> float:
        """The share of the speed it likes on a clear day that a driver likes in this weather, by `weather_caution`."""
        return float(own_pace(weather_pace(self.visibility, self.grip, self.rain, self.daylight), caution))

    def presses(self, fade: float = 0.0) -> tuple[Press, ...]:
        """What to press so that the weather becomes like this within `fade` seconds."""
        return (Press((), "fade", fade), *(Press((), name, value) for name, value in self.columns.items()))


# Grip: friction of 0.65 on dry asphalt, 0.50 on wet and 0.20 to 0.25 on snow (Noon, 1994) are 0.77 and 0.31 to 0.38.
# Visibility: fog is less than 1,000 m, and for motorists less than 200 m (the Met Office's fact sheet 3).
CLEAR = Conditions()
RAIN = Conditions(visibility=2_000.0, grip=0.75, rain=6.0, daylight=0.7)
FOG = Conditions(visibility=150.0, grip=0.9, daylight=0.8)
SNOW = Conditions(visibility=400.0, grip=0.3, rain=2.0, daylight=0.7)
NIGHT = Conditions(daylight=0.0)

CONDITIONS: Mapping[str, Conditions] = MappingProxyType(
    {"clear": CLEAR, "rain": RAIN, "fog": FOG, "snow": SNOW, "night": NIGHT}
)
"""The weather above, by name."""


SKY: Final = ("visibility", "grip", "rain", "daylight")
"""What of the weather drivers respond to, by its columns."""


def pace_in(weather: Table) -> float:
    """The share of its speed that the average driver keeps in the world's weather; 1 in a world without one."""
    if not len(weather):
        return 1.0
    return weather_pace(*(float(getattr(weather, name)[0]) for name in SKY))


def conditions(name: str, **changed: float) -> Conditions:
    """The weather of that name, with some of it changed: `conditions("rain", visibility=800.0)`."""
    if name not in CONDITIONS:
        raise InputError(f"there is no weather '{name}'{nearest(name, CONDITIONS)}")
    for unknown in sorted(changed.keys() - set(Conditions.__slots__)):
        raise InputError(f"the weather has no '{unknown}'{nearest(unknown, Conditions.__slots__)}")
    return Conditions(**{**CONDITIONS[name].columns, **changed})


class Sky(Machine):
    """Weather that goes, evenly and within `fade` seconds, from what it is to what its dials say."""

    dt: In[float] = declare(unit="s")
    visibility_now: In[float] = declare(unit="m")
    grip_now: In[float]
    rain_now: In[float] = declare(unit="mm/h")
    daylight_now: In[float]
    visibility: Dial[float] = declare(10_000.0, unit="m", doc="how far one sees")
    grip: Dial[float] = declare(1.0, doc="friction of the road as a share of that of a dry one")
    rain: Dial[float] = declare(0.0, unit="mm/h", doc="how hard it rains")
    daylight: Dial[float] = declare(1.0, doc="1 at noon, 0 in the darkest night")
    fade: Dial[float] = declare(0.0, unit="s", doc="how long a change takes that is asked for from now on; 0: at once")
    left: Local[float] = declare(0.0, unit="s", doc="until it is as the dials say")
    visibility_next: Out[float] = declare(unit="m")
    grip_next: Out[float]
    rain_next: Out[float] = declare(unit="mm/h")
    daylight_next: Out[float]

    def pre_activity(m: Sky) -> None:
        """Begin to fade when a dial was turned."""
        if settings(m.visibility).any or settings(m.grip).any or settings(m.rain).any or settings(m.daylight).any:
            m.left = m.fade

    def activity(m: Sky) -> None:
        """Go on by this step's share of what is left."""
        done = m.dt >= m.left
        share = 1.0 if done else m.dt / m.left
        m.visibility_next = m.visibility if done else m.visibility_now + share * (m.visibility - m.visibility_now)
        m.grip_next = m.grip if done else m.grip_now + share * (m.grip - m.grip_now)
        m.rain_next = m.rain if done else m.rain_now + share * (m.rain - m.rain_now)
        m.daylight_next = m.daylight if done else m.daylight_now + share * (m.daylight - m.daylight_now)
        m.left = max(0.0, m.left - m.dt)


class Weather(Host):
    """Makes the weather of the world as its panel says, and fades from one to the next.

        world.add("weather", **CLEAR.columns)
        Weather("weather", rate=2, conditions=CLEAR)

    Its panel, pressed through `presses`: dials `visibility`, `grip`, `rain`, `daylight`, and `fade`, in how many
    seconds the others take effect. `RAIN.presses(fade=60.0)` has them all. The world needs its one row before the
    start; what that says gives way to `conditions` with the first step.
    """

    machine = Sky
    conditions: Param[Conditions] = CLEAR

    now = reads("weather", *Conditions.__slots__)
    next = writes("weather", *Conditions.__slots__)

    def build(self) -> None:
        """Begin with the dials at the given weather."""
        self.give("machine", Sky(**self.conditions.columns))

    def sense(self, tick: Tick) -> Mapping[str, float]:
        """What the weather is like now."""
        if len(self.now) != 1:
            raise WiringError(
                f"module '{self.path}' makes the weather of one row, but the world has {len(self.now)}; "
                'add one: world.add("weather")'
            )
        row = {f"{name}_now": float(getattr(self.now, name)[0]) for name in Conditions.__slots__}
        return {"dt": tick.dt, **row}

    def act(self, tick: Tick, outputs: Mapping[str, Any]) -> None:
        """Write what changes of the row, within what makes sense, however far the dials were turned."""
        for name, value in _bounded(outputs).items():
            if value != getattr(self.now, name)[0]:
                setattr(self.next, name, value)

    def part(self, tick: Tick) -> Part | None:
        """Sleeps while the weather is as the dials say and nothing is pressed."""
        running, senses = self._running(tick.seed), self.sense(tick)
        if not running.rests(senses):
            return None
        return (
            ASLEEP if all(value == senses[f"{name}_now"] for name, value in _bounded(running.outputs).items()) else None
        )


def _bounded(outputs: Mapping[str, Any]) -> dict[str, float]:
    """The next row of the weather, by column."""
    return {name: min(max(outputs[f"{name}_next"], least), most) for name, (least, most) in WEATHER_BOUNDS.items()}
