"""How a module declares, in its class body, what it reads from the world and writes to it.

    class Follower(Module):
        seen = reads("vehicle", "gap", "speed")
        wish = writes("vehicle", "acceleration")

        def step(self, tick: Tick) -> None:
            self.wish.acceleration = 0.4 * (self.seen.gap - 2.0 - 1.5 * self.seen.speed)

Readers and writers show plain NumPy arrays; with `single`, plain values of the module's one entity.
"""

from __future__ import annotations

from typing import Any, Literal, cast, overload

from seahaven.kernel import StorePort
from seahaven.world.entity import OwnEntity
from seahaven.world.family import FamilyType
from seahaven.world.spawner import Spawner
from seahaven.world.table import Reader
from seahaven.world.writer import Writer

__all__ = ["Reads", "Spawns", "WorldPort", "Writes", "reads", "spawns", "writes"]


class WorldPort(StorePort):
    """A port on one family; `columns` empty means all of them.

    Given as a declaration instead of a name, the family need not be there.
    """

    def __init__(self, family: str | FamilyType, columns: tuple[str, ...] = (), *, single: bool = False) -> None:
        self.family = family if isinstance(family, str) else family.name
        self.declared = None if isinstance(family, str) else family
        self.columns = columns
        self.single = single


class Reads(WorldPort):
    """Declares columns that a module reads."""


class Writes(WorldPort):
    """Declares columns that a module writes."""


class Spawns(WorldPort):
    """Declares that a module adds and removes entities."""


@overload
def reads(family: str | FamilyType, *columns: str, single: Literal[False] = False) -> Reader: ...
@overload
def reads(family: str, *columns: str, single: Literal[True]) -> OwnEntity: ...
def reads(family: str | FamilyType, *columns: str, single: bool = False) -> Reader | OwnEntity:
    """Declare that a module reads these columns (all, if none are named); in the step it finds a `Reader` here.

    A family given by its declaration, `reads(SIGNAL, "state")`, need not be in the world: then the reader has no rows.

    With `single`, it finds a handle on the one entity that was granted to it: plain values instead of arrays, and
    immediate columns of other entities do not tie it to their modules.
    """
    return cast(Any, Reads(family, columns, single=single))  # type: ignore[no-any-return]  # what the step will find


def writes(family: str, *columns: str, single: bool = False) -> Writer:
    """Declare that a module writes these columns (all, if none are named); in the step it finds a `Writer` here.

    With `single`, the module must have been granted exactly one entity, and reading gives plain values, not arrays.
    """
    return cast(Writer, Writes(family, columns, single=single))


def spawns(family: str) -> Spawner:
    """Declare that a module adds and removes entities of a family; in the step it finds a `Spawner` here."""
    return cast(Spawner, Spawns(family))
