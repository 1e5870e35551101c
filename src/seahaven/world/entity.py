"""One entity, read attribute by attribute."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from seahaven.errors import WiringError, nearest
from seahaven.world.column import NoColumn
from seahaven.world.label import entity_with_id

if TYPE_CHECKING:
    from seahaven.world.storage import Storage

__all__ = ["Entity", "Named", "OwnEntity"]


class Entity:
    """A handle on one entity: `lead.speed` is its committed speed, None if null, a name for a category.

    The handle stays good while rows come and go; when the entity is gone, or the world began anew, `exists` says so and
    reading is refused.
    """

    __slots__ = ("_columns", "_era", "_row", "_storage", "_version", "id")

    is_port: ClassVar[bool] = False

    def __init__(self, storage: Storage, entity: int, columns: tuple[str, ...] = ()) -> None:
        self.id = entity
        self._storage = storage
        self._columns = columns or tuple(storage.type.columns)
        self._era = storage.era
        self._version = -1
        self._row = -1

    def _find(self) -> int:
        storage = self._storage
        if self._version != storage.version:
            self._row = storage.row(self.id) if self.is_port or self._era == storage.era else -1
            self._version = storage.version
        return self._row

    @property
    def family(self) -> str:
        """The name of the entity's family."""
        return self._storage.type.name

    @property
    def _label(self) -> str:
        return f"{self.family} {entity_with_id(self.id)}"

    @property
    def exists(self) -> bool:
        """Whether the entity is in the world now."""
        return self._find() >= 0

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._columns:
            raise NoColumn(f"{self._label} has no column '{name}' here{nearest(name, self._columns)}")
        row = self._find()
        if row < 0:
            raise WiringError(f"{self._label} is not in the world, so it has no '{name}'; ask `exists` first")
        return self._storage.cell(name, row)

    def __setattr__(self, name: str, value: Any) -> None:
        if name != "id" and not name.startswith("_"):
            raise WiringError(f"'{name}' cannot be assigned to a handle: it is read-only; declare `writes` in a module")
        object.__setattr__(self, name, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entity) and (self.id, self._storage) == (other.id, other._storage)

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"<{self._label}{'' if self.exists else ', gone'}>"


class OwnEntity(Entity):
    """A module's own entity, as a port of it; it stays good when the world begins anew."""

    __slots__ = ()

    is_port = True

    def seal(self, now: int, due: int) -> None:
        """Nothing: reading proposes nothing."""


class Named(tuple[int, ...]):
    """The ids of entities that a study names to a module, as the type of a parameter.

        class Meter(Module):
            loops: Param[Named] = Named()

    A study says `with: {loops: [down -1, down -2]}`, or `with: {loops: down}` for the detectors `down` in all lanes.
    """

    __slots__ = ()
    is_immutable: ClassVar[bool] = True
