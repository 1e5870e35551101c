"""The driver machine: what a driver wishes for, from what it senses and what it is like (H11).

In come columns of its own vehicle, `TRAITS` and `SENSED`, and presses on its panel; out go an acceleration, a lane to
aim for, lights, a gaze and whom it plays to. It never looks at the world, and moves nothing.
"""

from seahaven.behaviour.driver.driver import Driver

__all__ = ["Driver"]
