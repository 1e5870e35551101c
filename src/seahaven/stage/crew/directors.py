"""Directors and casting directors: a tree by type of role, with the master director on top (T9, T10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import isfinite

from seahaven.stage.actors import Actor, Stage
from seahaven.stage.crew.log import Said
from seahaven.stage.mark import Mark
from seahaven.stage.roles import RoleType, RoleTypes
from seahaven.stage.scene import CastRole, Scene

__all__ = ["MASTER", "STUDENT", "Directors"]

MASTER, STUDENT = "master director", "student"


@dataclass(slots=True)
class Directors:
    """The tree: each type of role has a director and a casting director, which are the parents' children.

    A role goes from the master director down to the director of its type; a question goes up until a director knows
    the actor that is asked, and the answer comes back the same way.
    """

    types: RoleTypes
    said: list[Said] = field(default_factory=list)

    def say(self, number: int, sender: str, receiver: str, words: str) -> None:
        """Record a message."""
        self.said.append(Said(number, sender, receiver, words))

    def cast(self, number: int, role: CastRole, scene: Scene, stage: Stage) -> Iterator[Actor]:
        """Actors that can play a role, the best of each kind first: the casting director of its type asks them."""
        above = MASTER
        for kind in reversed(tuple(role.type.lineage())):
            self.say(number, above, casting_director(kind), f"find {role.words()} for '{role.name}'")
            above = casting_director(kind)
        for kind in self.types.kinds_of(role.type):
            if kind.actor is not None:
                yield from kind.actor.candidates(role, scene, stage)

    def ask_student(self, number: int, role: CastRole, mark: Mark, stage: Stage) -> float:
        """When the student is at a mark: the question goes up to the director of road users, and comes back (T10)."""
        way = [director(kind) for kind in role.type.lineage()]
        chain = [role.name, *way, MASTER] if way[-1] != "director of road users" else [role.name, *way]
        for sender, receiver in zip(chain, [*chain[1:], STUDENT], strict=True):
            self.say(number, sender, receiver, f"when is the student {mark}?")
        time = stage.student.time(mark)
        answer = f"in {time:.1f} s" if isfinite(time) else "not as long as it stands"
        for sender, receiver in zip([STUDENT, *reversed(chain)], reversed(chain), strict=False):
            self.say(number, sender, receiver, answer)
        return time

    def tree(self) -> Mapping[str, str]:
        """Of each director, who stands above it."""
        return {director(kind): director(kind.parent) if kind.parent else MASTER for kind in self.types.known.values()}


def director(kind: RoleType) -> str:
    """The name of the director of a type of roles."""
    return f"director of {_plural(kind.name)}"


def casting_director(kind: RoleType) -> str:
    """The name of the casting director of a type of roles."""
    return f"casting director of {_plural(kind.name)}"


def _plural(name: str) -> str:
    return f"{name}es" if name.endswith("s") else f"{name}s"
