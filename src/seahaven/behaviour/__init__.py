"""Who perceives and decides.

In come read-only columns of the world and a course or route; out go wishes: a target, an acceleration, a gaze. Nothing
here moves anything.
"""

from seahaven.behaviour.driver import Driver
from seahaven.behaviour.junctions import Junctions
from seahaven.behaviour.people import AFOOT, FOOT_SENSED, Lookout, Walker, Watch
from seahaven.behaviour.perception import Perception
from seahaven.behaviour.pilot import Action, Pilot
from seahaven.behaviour.senses import ADVICE, AT_JUNCTIONS, AT_PEDALS, GOING, PARTNER, SENSED, TRAITS, TurnOrder
from seahaven.behaviour.vision import Sighting, Vision
from seahaven.behaviour.weather import WeatherResponse, own_pace, weather_pace
from seahaven.behaviour.whims import Whims

__all__ = [
    "ADVICE",
    "AFOOT",
    "AT_JUNCTIONS",
    "AT_PEDALS",
    "FOOT_SENSED",
    "GOING",
    "PARTNER",
    "SENSED",
    "TRAITS",
    "Action",
    "Driver",
    "Junctions",
    "Lookout",
    "Perception",
    "Pilot",
    "Sighting",
    "TurnOrder",
    "Vision",
    "Walker",
    "Watch",
    "WeatherResponse",
    "Whims",
    "own_pace",
    "weather_pace",
]
