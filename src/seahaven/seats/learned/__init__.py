"""Learned drivers: rule bases that drive vehicles by what these perceive, and go on learning if they are to (A5, A6).

In come declarations of sensors, effectors and goals, rule bases, and the perception columns of vehicles; out go
accelerations and lane changes. No part of the driver machine acts beneath: a learned driver can, and does, collide.
"""

from seahaven.seats.learned.declaration import Deeds, Effector, LearnedDriver, Objective, Sensor
from seahaven.seats.learned.drivers import LEARNED, LearnedDrivers
from seahaven.seats.learned.quantity import EVENTS, PERCEIVED, Condition, Quantity, Term, quantity_named
from seahaven.seats.learned.tally import Tally

__all__ = [
    "EVENTS",
    "LEARNED",
    "PERCEIVED",
    "Condition",
    "Deeds",
    "Effector",
    "LearnedDriver",
    "LearnedDrivers",
    "Objective",
    "Quantity",
    "Sensor",
    "Tally",
    "Term",
    "quantity_named",
]
