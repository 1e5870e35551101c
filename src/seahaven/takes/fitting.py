"""Fits the tree of a run to a snapshot: hands and seats that were taken in the run come and go with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seahaven.kernel import Controller, Module, Snapshot
from seahaven.takes.outside import OUTSIDE, Grasp, outside_of
from seahaven.takes.sitting import is_seat, occupancy_like, put_in
from seahaven.world import World

__all__ = ["fit_tree"]


def fit_tree(controller: Controller, world: World, snapshot: Snapshot) -> None:
    """Have the modules of acts that a snapshot has, and no others, so that it can be restored."""
    present = {path for path in controller.tree.activations if _is_ours(path)}
    wanted = {path: snapshot.modules[path].fields for path in sorted(snapshot.modules) if _is_ours(path)}
    for path in sorted(present, reverse=True):
        if path not in wanted or (path != OUTSIDE and not _is_same(controller[path], wanted[path])):
            controller.remove(path)
    for path, fields in wanted.items():
        rate = snapshot.modules[path].rate.removesuffix(" Hz")
        if path == OUTSIDE:
            outside_of(controller)
        elif path in controller.tree.activations:
            continue
        elif is_seat(path):
            put_in(controller, world, *occupancy_like(path, rate, fields))
        else:
            _add_grasp(controller, world, path, rate, fields)


def _add_grasp(controller: Controller, world: World, path: str, rate: str, fields: Mapping[str, Any]) -> None:
    options = {name: fields[name] for name in ("family", "entity", "columns", "owners")}
    world.grant(path, options["family"], ids=[])
    controller.add(Grasp(path.rpartition("/")[2], rate=rate, **options), under=OUTSIDE)


def _is_ours(path: str) -> bool:
    return path == OUTSIDE or path.startswith(f"{OUTSIDE}/")


def _is_same(module: Module, fields: Mapping[str, Any]) -> bool:
    names = ("entity", "columns") if isinstance(module, Grasp) else ("driver", "terms", "person")
    return [getattr(module, name, None) for name in names] == [fields.get(name) for name in names]
