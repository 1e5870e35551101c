"""The coach of one vehicle of a cast: its speed and its lane, in closed loop."""

from seahaven.direction.coach.coach import Coach

__all__ = ["Coach"]
