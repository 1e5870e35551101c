"""The crew of the movie set: who chooses scenes, casts them and directs them.

In come scenes, the scout, the tables of vehicles and lights, and the student as seen from outside; out go presses of
panels, other routes for vehicles, and messages. Nothing here moves a vehicle.
"""

from seahaven.stage.crew.assistant import AssistantDirector, Choice
from seahaven.stage.crew.crew import Crew
from seahaven.stage.crew.directors import Directors
from seahaven.stage.crew.log import RoleCast, Said, SceneBegun, SceneEnded, ShotTaken
from seahaven.stage.crew.production import Production

__all__ = [
    "AssistantDirector",
    "Choice",
    "Crew",
    "Directors",
    "Production",
    "RoleCast",
    "Said",
    "SceneBegun",
    "SceneEnded",
    "ShotTaken",
]
