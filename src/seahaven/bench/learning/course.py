"""The studies in which drivers learn, and in which they are judged: one declaration, rings and seeds of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from seahaven.classifiers import RuleBase, write_rules
from seahaven.takes import Take, load_take

__all__ = ["JUDGED", "LEARNT", "Ring", "take_of"]

DECLARED: Final = """\
    sensors:
      close: time_gap < 1.2 s
      very close: time_gap < 0.7 s
      approaching: braking_needed > 0.4 m/s²
      dangerous: braking_needed > 1.5 m/s²
      left free: >-
        left_open and not left_gap < 15 m and not left_rear_gap < 10 m and not left_rear_time_to_collision < 5 s
        and not left_braking_needed > 1 m/s²
      right free: >-
        right_open and not right_gap < 20 m and not right_rear_gap < 10 m and not right_rear_time_to_collision < 5 s
        and not right_braking_needed > 1 m/s²
    effectors:
      keep: {}
      accelerate: {acceleration: 2.5 m/s²}
      ease off: {acceleration: -1 m/s²}
      brake: {acceleration: -5 m/s²}
      left: {acceleration: 0.5 m/s², lane: left}
      right: {lane: right}
    goals:
      avoid collisions: {when: hits, reward: -100, priority: 1, tolerance: 15}
      keep out of danger: {when: braking_needed > 0.8 m/s², of: closing, times: -4, priority: 2, tolerance: 30}
      endanger nobody behind:
        {when: rear_braking_needed > 1.5 m/s², of: rear_closing, times: -4, priority: 2, tolerance: 30}
      keep distance: {when: time_gap < 0.8 s, of: closing, less: -2 m/s, times: -4, priority: 2, tolerance: 30}
      drive fast: {of: speed, less: 2 m/s, priority: 3}
      stay right: {when: no_lane_right, reward: 0.5, priority: 3}
    decides: 2 Hz
    least_speed: 2 m/s
    most_speed: 31 m/s
"""
"""What drivers of all forms sense, can do, and want."""
STUDY: Final = """\
study: Motorists
seed: {seed}
duration: 20 min
record: null
roads: seahaven.bench.learning.rings:{ring}
learned:
  motorist:
{declared}{ways}
traffic:
  collisions: pass
  patience: null
  mix: {{car: 70 %, van: 15 %, truck: 15 %}}
  types: {{motorist: {{like: car, learned: motorist, reaction: 0.1 s}}}}
world:
  vehicle:
{vehicles}
"""


@dataclass(frozen=True, slots=True)
class Ring:
    """A ring with traffic on it: which one, lanes, length (m), how many drive there, and how many of them learn."""

    name: str
    lanes: int
    length: float
    vehicles: int
    learners: int


LEARNT: Final = (Ring("ring_2200_2", 2, 2200.0, 36, 9), Ring("ring_2600_3", 3, 2600.0, 45, 9))
"""To learn on: first the one, then the other."""
JUDGED: Final = (Ring("ring_3000_2", 2, 3000.0, 48, 12), Ring("ring_2000_3", 3, 2000.0, 40, 10))
"""To be judged on."""


def take_of(
    ring: Ring, *, seed: int, terms: str = "", learns: bool, bases: Sequence[RuleBase] = (), kind: str = "motorist"
) -> Take:
    """A take on a ring, on which drivers begin with some rule bases, one after the other; `kind` is what they drive."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        files = []
        for k, base in enumerate(bases):
            write_rules(base, folder / f"{k}.rules")
            files.append(f"{k}.rules")
        ways = [f"learns: {str(learns).lower()}", f"terms: {{{terms}}}"]
        ways += [f"rules: [{', '.join(files)}]"] if files else ["random: 1"]
        text = STUDY.format(
            seed=seed, ring=ring.name, declared=DECLARED, ways="".join(f"    {way}\n" for way in ways),
            vehicles="".join(_vehicles(ring, kind)),
        )  # fmt: skip
        path = folder / "motorists.study.yaml"
        path.write_text(text, encoding="utf-8")
        return load_take(path)


def _vehicles(ring: Ring, kind: str) -> list[str]:
    """All vehicles, evenly spread over the lanes; those that are judged come first, evenly among the others."""
    every = ring.vehicles // ring.learners
    lines = []
    own = other = 0
    for k in range(ring.vehicles):
        at = 5.0 + k * (ring.length - 10.0) / ring.vehicles
        lane = -1 - k % ring.lanes
        is_own = k % every == 0 and own < ring.learners
        own, other = own + is_own, other + (not is_own)
        name = f"judged {own}" if is_own else f"other {other}"
        sort = kind if is_own else ("car", "car", "van", "car", "truck")[other % 5]
        speed = 22 if sort == "truck" else 25
        lines.append(f"    {name}: {{on: ring, at: {at:.1f} m, lane: {lane}, type: {sort}, speed: {speed}}}\n")
    return lines
