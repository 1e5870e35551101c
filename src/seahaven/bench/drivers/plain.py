"""What the driver computes, as plain Python: the peers only decide what is called when."""

from __future__ import annotations

from seahaven.bench.drivers.machine import LANE_WIDTH, STEP
from seahaven.bench.drivers.traffic import Sight

__all__ = ["Answer", "PlainDriver"]

Answer = tuple[float | None, float | None]
"""Acceleration and target; None is null."""


class PlainDriver:
    """The conditions and activities of the driver's states; the formulas are those of the machine."""

    def __init__(self) -> None:
        self.speed = 0.0
        self.gap: float | None = None
        self.closing: float | None = None
        self.wants_left = False
        self.left_gap: float | None = None
        self.limit, self.headway = 25.0, 1.5
        self.elapsed = self.progress = 0.0
        self.keeping = 0.0
        self.following: float | None = None
        self.target: float | None = None

    def take(self, sight: Sight) -> None:
        """Begin a step: the inputs are there, and nothing is said yet."""
        self.speed, self.gap, self.closing, self.wants_left, self.left_gap = sight
        self.following = self.target = None

    def answer(self) -> Answer:
        """End a step: count the time, and let the more cautious decide."""
        self.elapsed += STEP
        if self.following is not None and self.following < self.keeping:
            return self.following, self.target
        return self.keeping, self.target

    # Activities -------------------------------------------------------------------------------------------------------

    def keep_speed(self) -> None:
        """Half of what is missing, in each second, within comfort."""
        self.keeping = min(max(0.5 * (self.limit - self.speed), -2.0), 1.5)

    def track(self) -> None:
        """Close the gap to what it should be."""
        if self.gap is not None and self.closing is not None:
            self.following = 0.4 * (self.gap - 2.0 - self.headway * self.speed) - 0.9 * self.closing

    def brake(self) -> None:
        """Brake so as to stop coming closer before the gap is used up."""
        if self.gap is not None and self.closing is not None:
            self.following = -min(8.0, self.closing * self.closing / (2.0 * max(self.gap - 2.0, 0.5)))

    def ready(self) -> None:
        """Be about to go over."""
        self.progress = 0.0

    def go(self) -> None:
        """Move the target over in two seconds."""
        self.progress = min(1.0, self.progress + 0.5 * STEP)
        self.target = LANE_WIDTH * self.progress

    def hold(self) -> None:
        """Hold the new lane."""
        self.target = LANE_WIDTH

    def restart(self) -> None:
        """Begin to count anew."""
        self.elapsed = 0.0

    # Conditions -------------------------------------------------------------------------------------------------------

    def is_near(self) -> bool:
        """Clear >> Tracking."""
        return self.gap is not None and self.gap < 4.0 * self.speed

    def is_clear(self) -> bool:
        """Tracking >> Clear."""
        return self.gap is None or self.gap > 6.0 * self.speed

    def is_urgent(self) -> bool:
        """Tracking >> Braking."""
        if self.gap is None or self.closing is None:
            return False
        return self.closing > 0.0 and self.gap < 2.5 * self.closing

    def is_relaxed(self) -> bool:
        """Braking >> Tracking."""
        return self.gap is None or self.closing is None or self.closing <= 0.0 or self.gap > 3.5 * self.closing

    def is_wanted(self) -> bool:
        """Waiting >> Looking."""
        return self.wants_left

    def has_room(self) -> bool:
        """Looking >> Going."""
        return self.left_gap is None or self.left_gap > 10.0 + 0.5 * self.speed

    def gives_up(self) -> bool:
        """Looking >> Waiting."""
        return self.elapsed > 1.5 and self.left_gap is not None and self.left_gap <= 10.0 + 0.5 * self.speed

    def is_over(self) -> bool:
        """Going >> Settling."""
        return self.elapsed >= 2.0

    def is_settled(self) -> bool:
        """Settling >> Waiting."""
        return self.elapsed >= 1.0
