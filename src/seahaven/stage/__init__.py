"""The movie set: scenes written once, and played around a driver who goes where they like.

In come scene files and the roads; out go scenes, the places where they may happen, and how likely and when the student
comes there. Nothing here moves a vehicle or decides how one drives.
"""

from seahaven.stage.crew import Crew, RoleCast, Said, SceneBegun, SceneEnded, ShotTaken
from seahaven.stage.mark import Mark
from seahaven.stage.reading import is_scene, load_scene, scene_schema
from seahaven.stage.roles import ROLE_TYPES, RoleState, RoleType, RoleTypes, Wish
from seahaven.stage.scene import SKILLS, CastRole, Expectation, Scene, Shot, Skill, Tolerance
from seahaven.stage.scout import Prospect, Scout
from seahaven.stage.storyboard import storyboard
from seahaven.stage.telling import PlayedScene, played_scenes, story_of
from seahaven.stage.wanderer import Wanderer

__all__ = [
    "ROLE_TYPES",
    "SKILLS",
    "CastRole",
    "Crew",
    "Expectation",
    "Mark",
    "PlayedScene",
    "Prospect",
    "RoleCast",
    "RoleState",
    "RoleType",
    "RoleTypes",
    "Said",
    "Scene",
    "SceneBegun",
    "SceneEnded",
    "Scout",
    "Shot",
    "ShotTaken",
    "Skill",
    "Tolerance",
    "Wanderer",
    "Wish",
    "is_scene",
    "load_scene",
    "played_scenes",
    "scene_schema",
    "story_of",
    "storyboard",
]
