"""A car driven by hand from Python, with wheel and pedals: the program holds them, and steps the run.

    python -m examples.by_hand

A cockpit would read its hardware where `turn` is called. This one pulls out to the left, goes on straight and brakes.
"""

from __future__ import annotations

from pathlib import Path

import seahaven
from seahaven.seats import PedalControls, View

STUDY = Path(__file__).with_name("by_hand.study.yaml")


class Desk:
    """Wheel (rad, left is positive) and pedals (0 to 1), as they are held."""

    wheel = throttle = brake = 0.0

    def drive(self, view: View) -> PedalControls:
        """What is held, 100 times a second."""
        return PedalControls(self.wheel, self.throttle, self.brake)


def turn(desk: Desk, time: float) -> None:
    """Hold wheel and pedals as it is time for."""
    desk.throttle = 0.3 if time < 6.0 else 0.0
    desk.brake = 0.4 if time >= 6.0 else 0.0
    desk.wheel = 0.15 if 2.0 <= time < 3.0 else -0.15 if 3.0 <= time < 4.0 else 0.0


def main() -> None:
    """Drive for ten seconds, and tell how it went every second."""
    desk = Desk()
    with seahaven.open(STUDY, drivers={"ada": desk}) as run:
        while run.time < 10.0:
            turn(desk, run.time)
            run.step()
            if round(run.time, 1) == round(run.time):
                ada = run["ada"]
                print(
                    f"{run.time:4.1f} s  {3.6 * ada.speed:5.1f} km/h  {ada.offset:+.2f} m from the middle of its lane"
                )


if __name__ == "__main__":
    main()
