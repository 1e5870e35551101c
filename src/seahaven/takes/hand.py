"""Hands: columns of one entity that a program outside the run writes."""

from __future__ import annotations

from itertools import count
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, cast

import numpy as np

from seahaven.errors import InputError, SeahavenError, nearest
from seahaven.files import parse_quantity
from seahaven.kernel import Controller
from seahaven.takes.acting import label
from seahaven.takes.dimensions import DIMENSIONS
from seahaven.takes.limits import column_limit
from seahaven.takes.outside import OUTSIDE, Grasp, outside_of
from seahaven.world import Column, World

if TYPE_CHECKING:
    from seahaven.kernel import Beat

__all__ = ["Hand", "grant", "hands_in"]


class Hand:
    """Columns of one entity that belong to the caller, from the next date on until they are released.

        hand = run.grant("lead", "wish")
        hand.wish = -2.0
        run.step()
        hand.release()

    A value that is set is written in every step, until another one is set. A column that was not set keeps the value
    that it has. Values are in SI, or text with a unit; null is None.
    """

    __slots__ = ("_columns", "_controller", "_era", "_world", "entity", "path")

    def __init__(self, controller: Controller, world: World, path: str) -> None:
        grasp = controller[path]
        assert isinstance(grasp, Grasp)
        self.entity: int
        self.path: str
        put = object.__setattr__
        put(self, "_controller", controller)
        put(self, "_world", world)
        put(self, "_era", world.era)
        put(self, "path", path)
        put(self, "entity", grasp.entity)
        put(self, "_columns", grasp.columns)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        columns: tuple[str, ...] = self._columns
        return columns

    @property
    def is_released(self) -> bool:
        """Whether the columns are no longer the caller's, also because the run was reset or the entity is gone."""
        return self._found is None or self.entity not in self._world

    @property
    def _found(self) -> Grasp | None:
        active = self._controller.tree.activations.get(self.path)
        is_over = self._controller.is_ended or self._era != self._world.era
        grasp = active.module if active and not is_over else None
        is_own = isinstance(grasp, Grasp) and (grasp.entity, grasp.columns) == (self.entity, self.columns)
        return cast(Grasp, grasp) if is_own else None

    @property
    def _grasp(self) -> Grasp:
        found = self._found
        if found is None or self.entity not in self._world:
            if self._controller.is_ended:
                raise SeahavenError("the run of this hand has ended; open or reset it, and grant the columns anew")
            whose = label(self._world, self.entity)
            raise SeahavenError(f"the columns {', '.join(self.columns)} of {whose} were released; grant them anew")
        return found

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        self._refuse_other(name)
        return self._grasp.values.get(name)

    def __setattr__(self, name: str, value: Any) -> None:
        self._refuse_other(name)
        grasp = self._grasp
        column = self._world.family(grasp.family).column(name)
        grasp.values = {**grasp.values, name: cell_value(f"{grasp.family}.{name}", column, name, value)}

    def _refuse_other(self, name: str) -> None:
        if name not in self.columns:
            raise InputError(
                f"the hand on {label(self._world, self.entity)} was not granted '{name}'{nearest(name, self.columns)}"
            )

    def release(self) -> None:
        """Give the columns back to the modules that wrote them before; once is enough."""
        grasp = self._found
        if grasp is None:
            return
        before = dict(zip(grasp.columns, grasp.owners, strict=True))
        self._controller.remove(self.path)
        for column, owner in before.items():
            if self.entity in self._world and owner and self._world.owner(self.entity, column) != owner:
                self._world.transfer(self.entity, [column], to=owner)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def __repr__(self) -> str:
        state = "released" if self.is_released else ", ".join(self.columns)
        return f"<hand on {label(self._world, self.entity)}: {state}>"


def cell_value(where: str, column: Column, name: str, value: Any) -> Any:
    """A value as a column takes it, a plain one in SI; refused beyond its bounds."""
    value = value.item() if isinstance(value, np.generic | np.ndarray) and np.ndim(value) == 0 else value
    if isinstance(value, str) and column.unit in DIMENSIONS:
        value = parse_quantity(value, DIMENSIONS[column.unit])
    limit = column_limit(name, column.unit)
    if limit and isinstance(value, int | float) and not isinstance(value, bool):
        limit.refuse(where, value)
    try:
        cells, _ = column.fit(value, 1)
    except ValueError as reason:
        raise InputError(f"{where} cannot be {value!r:.60}: {reason}") from None
    if column.offender(cells) is not None:
        raise InputError(f"{where} cannot be {value!r:.60}: {column.expected}")
    return value


def grant(controller: Controller, world: World, entity: int, columns: tuple[str, ...], beat: Beat) -> Hand:
    """Make columns of an entity the caller's."""
    family = world.entity(entity).family
    known = world.family(family).columns
    if not columns:
        raise InputError(f"no column is named; a {family} has {', '.join(known)}")
    for k, name in enumerate(columns):
        if name not in known:
            raise InputError(f"a {family} has no column '{name}'{nearest(name, known)}")
        if name in columns[:k]:
            raise InputError(f"'{name}' is named twice")
    owners = tuple(world.owner(entity, name) or "" for name in columns)
    for name, owner in zip(columns, owners, strict=True):
        if owner.startswith(f"{OUTSIDE}/"):
            raise InputError(f"'{name}' of {label(world, entity)} is granted already; release that hand first")
    outside_of(controller)
    taken = controller.tree.activations
    number = next(k for k in count(1) if f"{OUTSIDE}/hand{k}" not in taken)
    path = f"{OUTSIDE}/hand{number}"
    world.grant(path, family, ids=[])
    options = {"family": family, "entity": entity, "columns": columns, "owners": owners}
    controller.add(Grasp(f"hand{number}", rate=beat.rate, **options), under=OUTSIDE)
    world.transfer(entity, columns, to=path)
    return Hand(controller, world, path)


def hands_in(controller: Controller, world: World) -> tuple[Hand, ...]:
    """All hands on a run."""
    return tuple(Hand(controller, world, module.path) for module in controller if isinstance(module, Grasp))
