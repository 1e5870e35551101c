"""How a driver responds to a stimulus: when it releases the accelerator, brakes or steers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seahaven.geometry import Floats
from seahaven.measures.definition import defined

__all__ = [
    "BRAKING",
    "HELD",
    "LIFTED",
    "PRESSED",
    "RELEASE",
    "SWERVE",
    "TURNED",
    "Response",
    "pedal_responses",
    "resolution",
    "responses",
]

BRAKING: Final = 1.0
"""m/s². A deceleration beyond this needs the brake: an engine alone slows a car by less than 1 m/s²."""
RELEASE: Final = 0.5
"""m/s². A deceleration that grows by more than this since the onset means that the foot has left the accelerator. Less
would count the ordinary unsteadiness of a foot (about 0.1 m/s²) and changes of grade."""
SWERVE: Final = 0.3
"""m/s across the lane. A sideways speed that differs by more than this from that at the onset means steering; ordinary
wander in the lane stays below 0.2 m/s."""
LATEST: Final = 10.0
"""Seconds. A sign that comes later than this after the onset is no response to it."""
HELD: Final = 0.3
"""Seconds for which a sign must last to count as a response, so that a twitch does not."""
LIFTED: Final = 0.1
"""Share of its travel by which the accelerator must come up. Drivers that keep their speed move it by some hundredths;
more would take gentle releases for none."""
PRESSED: Final = 0.02
"""Share of its travel by which a pedal is pressed: less is noise of a sensor, or a foot that rests on it."""
TURNED: Final = 0.035
"""rad at the steering wheel, 2 degrees, from which a turn of it counts, as in studies of drivers who take over (Gold,
Damböck, Lorenz and Bengler 2013)."""


@dataclass(frozen=True, slots=True)
class Response:
    """The responses to a stimulus: seconds from its onset to each kind, None for those that did not come."""

    release: float | None = None
    brake: float | None = None
    steer: float | None = None

    @property
    def first(self) -> tuple[float, str] | None:
        """Time and kind of the first response; of simultaneous ones brake goes before release, release before steer."""
        answers = [(time, kind) for kind in ("brake", "release", "steer") if (time := getattr(self, kind)) is not None]
        return min(answers, key=lambda answer: answer[0], default=None)


@defined(
    "response times",
    "s",
    meaning="time from the onset of a stimulus to the first sign of a response that lasts 0.3 s, or until a "
    "collision, and comes within 10 s: *brake*, a deceleration beyond 1 m/s² and by 0.5 m/s² greater than at the "
    "onset; *release* of the accelerator, a deceleration by 0.5 m/s² greater than at the onset; *steer*, a sideways "
    "speed that differs by 0.3 m/s from that at the onset",
    standard="accelerator release time, brake reaction time, steering response time",
    source="SAE J2944 (2015, reaffirmed 2023) measures movements of pedals and wheel; these are their earliest signs "
    "in the movement of the vehicle, so they come a little later",
)
def responses(
    time: ArrayLike, acceleration: ArrayLike, drift: ArrayLike, *, onset: float, is_cut: bool = False
) -> Response:
    """The responses in samples of the subject: times (s), accelerations (m/s²) and sideways speeds (m/s).

    Responses are compared with the last sample up to the onset. Samples that end in a collision are `is_cut`: a sign
    that lasts until then counts, however short it was.
    """
    times, slowing, across = (np.asarray(one, dtype=np.float64) for one in (time, acceleration, drift))
    at = max(int(np.searchsorted(times, onset + _MOMENT, side="right")) - 1, 0)
    times, slowing, across = times[at:], slowing[at:], across[at:]
    if not len(times):
        return Response()
    is_slower = slowing < slowing[0] - RELEASE
    signs = {
        "release": is_slower,
        "brake": is_slower & (slowing < -BRAKING),
        "steer": np.abs(across - across[0]) > SWERVE,
    }
    return Response(**{kind: _lasting(times, sign, onset, is_cut) for kind, sign in signs.items()})


@defined(
    "response times of pedals and wheel",
    "s",
    meaning="the same from what a driver does in the cockpit: *brake*, the brake pedal 2 % of its travel deeper than "
    "at the onset; *release*, the accelerator up by 10 % of its travel since the onset, or released altogether; "
    "*steer*, the beginning of the turn of the wheel, by 2 degrees, that leads to a sideways speed which differs by "
    "0.3 m/s from that at the onset",
    standard="accelerator release time, brake reaction time, steering response time",
    source="SAE J2944 (2015, reaffirmed 2023) for what is timed; limits of pedals are ours, that of the wheel is of "
    "Gold, Damböck, Lorenz and Bengler, “Take over! How long does it take to get the driver back into the loop?”, "
    "Proceedings of the Human Factors and Ergonomics Society 57 (2013)",
)
def pedal_responses(
    time: ArrayLike,
    throttle: ArrayLike,
    brake: ArrayLike,
    wheel: ArrayLike,
    *,
    onset: float,
    swerve: float | None = None,
    to_left: bool = True,
    is_cut: bool = False,
) -> Response:
    """The responses in samples of the cockpit: times (s), pedals (0 to 1) and angles of the steering wheel (rad).

    The wheel also turns with the road, so that only the movement of the vehicle tells a swerve: `swerve` is how long
    after the onset it shows (s), the `steer` of `responses`, and `to_left` to which side. What is found here is when
    the wheel began it.
    """
    times, gas, stop, angle = (np.asarray(one, dtype=np.float64) for one in (time, throttle, brake, wheel))
    at = max(int(np.searchsorted(times, onset + _MOMENT, side="right")) - 1, 0)
    times, gas, stop, angle = times[at:], gas[at:], stop[at:], angle[at:]
    if not len(times):
        return Response()
    is_up = (gas < gas[0] - LIFTED) | ((gas < PRESSED) & (gas[0] >= PRESSED))
    signs = {"release": is_up, "brake": stop > stop[0] + PRESSED}
    found = {kind: _lasting(times, sign, onset, is_cut) for kind, sign in signs.items()}
    return Response(
        **found, steer=None if swerve is None else _turn(times, angle if to_left else -angle, onset, swerve)
    )


@defined(
    "resolution",
    "s",
    meaning="shortest time between two recorded frames in which some vehicle moved: response times and other times are "
    "no finer than this. Traffic steps at 10 Hz unless a study says otherwise; recording at 20 Hz does not refine it",
    source="the recording",
)
def resolution(time: ArrayLike, is_moved: ArrayLike) -> float:
    """The shortest time between frames (s) that differ from the frame before; NaN without two such frames."""
    changed = np.asarray(time, dtype=np.float64)[np.asarray(is_moved, dtype=bool)]
    return float(np.diff(changed).min()) if len(changed) > 1 else float("nan")


_MOMENT: Final = 1e-6


def _turn(times: Floats, angle: Floats, onset: float, swerve: float) -> float:
    """When the wheel began the turn that shows as a swerve later, both in seconds from the onset.

    The turn is the greatest one to the left up to then; it begins where it exceeds `TURNED`, or half of itself.
    """
    until = max(int(np.searchsorted(times, onset + swerve + _MOMENT, side="right")), 1)
    angle = angle[:until]
    turned = angle - np.minimum.accumulate(angle)
    peak = int(np.argmax(turned))
    before = np.flatnonzero(turned[: peak + 1] < min(TURNED, 0.5 * float(turned[peak])))
    began = float(times[before[-1] + 1]) if len(before) else onset + swerve
    return max(min(began - onset, swerve), 0.0)


def _lasting(times: Floats, sign: NDArray[np.bool_], onset: float, is_cut: bool) -> float | None:
    """When a sign first appears that lasts long enough, or to the end if samples are cut, in seconds from the onset."""
    began = None
    for time, is_seen in zip(times.tolist(), sign.tolist(), strict=True):
        began = (time if began is None else began) if is_seen else None
        if began is not None and time - began >= HELD - _MOMENT:
            break
    else:
        began = began if is_cut else None
    return None if began is None or began - onset > LATEST else max(float(began) - onset, 0.0)
