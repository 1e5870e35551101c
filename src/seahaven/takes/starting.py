"""Scripts that a trigger begins."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from seahaven.direction import Fired
from seahaven.errors import InputError, nearest
from seahaven.kernel import Emits, Hears, Module, Param, Tick
from seahaven.motion import Move
from seahaven.takes.actors import Actors
from seahaven.takes.motion_entries import ScriptEntry
from seahaven.takes.outside import MOVES
from seahaven.takes.study import Study
from seahaven.world import World

__all__ = ["ScriptStarter", "add_script_starter"]

STARTER = "scripts"


class ScriptStarter(Module):
    """Begins scripts of vehicles when triggers fire; a trigger that fires again begins them anew."""

    moves: Param[dict[str, tuple[Move, ...]]]
    fired: Hears[Fired]
    moved: Emits[Move]

    def step(self, tick: Tick) -> None:
        """Begin the scripts of the triggers that have just fired."""
        for event in self.fired:
            self.moved.extend(self.moves.get(event.value.trigger, ()))


def add_script_starter(actors: Actors, study: Study, world: World, root: Module) -> None:
    """Put what begins scripts into the tree, if any waits for a trigger; refuse triggers that do not exist."""
    moves = dict[str, tuple[Move, ...]]()
    for actor in actors.members:
        entry = actor.entry.motion
        if actor.script is None or not isinstance(entry, ScriptEntry) or entry.trigger is None:
            continue
        if entry.trigger not in study.triggers:
            at = actors.location.reading.at(*actor.path, "motion", "trigger")
            raise InputError(f"there is no trigger '{entry.trigger}'{nearest(entry.trigger, study.triggers)}", at)
        move = replace(actor.script, entity=world[actor.name].id)
        moves[entry.trigger] = (*moves.get(entry.trigger, ()), move)
    if moves:
        root.add(ScriptStarter(STARTER, rate=Fraction(actors.location.traffic.rate), moves=moves))
        root.link("triggers.fired", f"{STARTER}.fired")
        root.link(f"{STARTER}.moved", MOVES)
