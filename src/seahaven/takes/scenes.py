"""The crew of a study: scenes from its pool are played wherever its subject comes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from seahaven.errors import InputError, Position
from seahaven.kernel import Module
from seahaven.stage import ROLE_TYPES, Crew, Scene, Wanderer, load_scene
from seahaven.takes.at import At
from seahaven.takes.reading import Reading
from seahaven.takes.setting import SubjectEntry
from seahaven.takes.turnout import Turnout
from seahaven.world import World

__all__ = ["add_crew", "add_wanderer", "scenes_in"]

CREW_RATE: Final = Fraction(10)
"""In Hz, how often the crew looks at most."""
WANDER_RATE: Final = 2
"""In Hz, how often it is looked whether a subject has come onto another road."""


def scenes_in(files: Sequence[str], reading: Reading, allowed: Sequence[str]) -> tuple[Scene, ...]:
    """The scenes of the files that a study names, each once."""
    pool = list[Scene]()
    for number, name in enumerate(files):
        at, path = reading.at("scenes", number), reading.file(name)
        if not path.is_file():
            raise InputError(f"there is no file '{name}'; expected a scene beside the study (*.scene.yaml)", at)
        with At(at):
            scene = load_scene(path, allow=allowed)
        if scene.name in (other.name for other in pool):
            raise InputError(f"the scene '{scene.name}' is in the pool twice", reading.at("scenes", number))
        _refuse_unplayable(scene, reading.at("scenes", number))
        pool.append(scene)
    return tuple(pool)


def _refuse_unplayable(scene: Scene, at: Position) -> None:
    """Refuse a scene with a role for which there are no actors: it would go back to the pool for ever."""
    for role in scene.cast.values():
        if role.type.actor is None and not any(kind.actor for kind in ROLE_TYPES.kinds_of(role.type)):
            raise InputError(
                f"nobody can play '{role.name}' of '{scene.name}': a {role.type.name} has no actor yet", at
            )


def add_crew(pool: tuple[Scene, ...], turnout: Turnout, reading: Reading, world: World, root: Module) -> None:
    """Add the crew that plays a pool of scenes around the first subject, and link it to those whom it directs."""
    if not pool:
        return
    if not world.subjects:
        raise InputError("scenes are played around a subject; add 'subject'", reading.key_at("scenes"))
    tracks, location = turnout.ways.tracks, turnout.ways.screenplay.actors.location
    assert tracks is not None  # a subject drives along some
    rate = min(location.traffic.rate, CREW_RATE)
    root.add(Crew("crew", rate=rate, tracks=tracks, subject=world.subjects[0], pool=pool))
    names = {child.name for child in root.children}
    root.link("crew.pressed", "traffic/drivers.presses")
    root.link("crew.rerouted", "traffic/motion.rerouted")
    if "signals" in names:
        root.link("crew.to_lights", "signals/controllers.presses")
    if "ambient" in names:
        root.link("crew.handovers", "ambient.handovers")


def add_wanderer(turnout: Turnout, world: World, root: Module) -> None:
    """Have subjects turn where they like whose entries say that they wander."""
    actors = turnout.ways.screenplay.actors
    wandering = [one.name for one in actors.members if isinstance(one.entry, SubjectEntry) and one.entry.wanders]
    if wandering and turnout.ways.tracks is not None:
        ids = tuple(world[name].id for name in wandering)
        root.add(Wanderer("wanderer", rate=WANDER_RATE, tracks=turnout.ways.tracks, drivers=ids))
        root.link("wanderer.rerouted", "traffic/motion.rerouted")
