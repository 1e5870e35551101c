"""The modules that a study lists itself, with their links and the entities that they own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seahaven.errors import InputError, Position, nearest
from seahaven.files import CodeReference, KeyPath, load_object, show
from seahaven.geometry import Curve
from seahaven.kernel import Field, Module
from seahaven.takes.at import At
from seahaven.takes.catalogue import CATALOGUE
from seahaven.takes.cue import Cue
from seahaven.takes.cueing import told
from seahaven.takes.reading import Reading
from seahaven.takes.study import Entry, Study
from seahaven.traffic import DETECTOR
from seahaven.world import Named, World, Writes

__all__ = ["OwnModules"]


@dataclass(frozen=True, slots=True)
class OwnModules:
    """Makes the modules of a study; `allowed` are the packages whose code it may use."""

    study: Study
    reading: Reading
    allowed: tuple[str, ...]
    courses: Mapping[str, Curve]

    def add_to(self, root: Module, world: World) -> dict[str, Position]:
        """Add all modules and links to a tree; gives where in the study each link stands.

        Parameters of the type `Named` are ids of what is in the world by then.
        """
        places = dict[str, Position]()
        for name, entry in self.study.modules.items():
            module = self._module(name, entry, ("modules", name), places, world)
            with At(self.reading.key_at("modules", name)):
                root.add(module)
        self._link(root, self.study.links, ("links",), places)
        return places

    def _module(self, name: str, entry: Entry, path: KeyPath, places: dict[str, Position], world: World) -> Module:
        kind = self._kind(entry, path)
        given = told(entry.with_, self.reading, (*path, "with")) if kind is Cue else entry.with_
        values = {key: self._setting(kind, key, value, (*path, "with", key), world) for key, value in given.items()}
        with At(self.reading.key_at(*path)):
            module = kind(name, rate=entry.rate, **values)
            if module.has_step and module.beat is None:
                raise InputError(f"'{name}' ({kind.__name__}) needs a rate; add, say, 'rate: 20 Hz'")
        for part, inner in entry.parts.items():
            module.add(self._module(part, inner, (*path, "parts", part), places, world))
        self._link(module, entry.links, (*path, "links"), places)
        return module

    def _kind(self, entry: Entry, path: KeyPath) -> type[Module]:
        at = self.reading.at(*path, "use")
        if entry.use is None and not entry.parts:
            raise InputError(f"missing key 'use' in '{path[-1]}'; it is one of {', '.join(CATALOGUE)}", at)
        if entry.use is None:
            return Module
        if entry.use in CATALOGUE:
            return CATALOGUE[entry.use]
        if ":" not in entry.use:
            hint = nearest(entry.use, CATALOGUE)
            raise InputError(f"there is no module '{entry.use}' (nor is it package.module:Name){hint}", at)
        kind = load_object(CodeReference.parse(entry.use, at=at), allowed=self.allowed, at=at)
        if not (isinstance(kind, type) and issubclass(kind, Module)):
            raise InputError(f"'{entry.use}' is not a module class", at)
        return kind

    def _setting(self, kind: type[Module], key: str, value: Any, path: KeyPath, world: World) -> Any:
        declared = kind.fields.get(key)
        if declared is None:
            message = f"{kind.__name__} has no parameter '{key}'{nearest(key, kind.fields)}"
            raise InputError(message, self.reading.key_at(*path))
        if declared.type is Curve or declared.type == (Curve | None):
            return self.reading.named("course", self.courses, value, path)
        if declared.type is Path:
            return self.reading.file(str(value))
        with At(self.reading.at(*path)):
            if declared.type is Named:
                return _named(value, world)
            return _checked(kind, declared, self.reading.quantity(value, declared.unit, path))

    def _link(self, module: Module, links: list[str], path: KeyPath, places: dict[str, Position]) -> None:
        for i, text in enumerate(links):
            source, arrow, target = (part.strip() for part in text.partition("->"))
            if not (source and arrow and target):
                message = f"{show(text)} is no link; write 'module.output -> module.input'"
                raise InputError(message, self.reading.at(*path, i))
            module.link(source, target)
            places[f"{source} -> {target}"] = self.reading.at(*path, i)

    def grant(self, world: World, root: Module) -> None:
        """Give the entities that modules belong to over to them and their parts."""
        owners: dict[tuple[int, str], KeyPath] = {}
        for path, entry, module in _entries(self.study.modules, root, ("modules",)):
            if entry.entity is None:
                self._refuse_lonely(world, path, module)
                continue
            with At(self.reading.at(*path, "entity")):
                entity = world[entry.entity]
            self._refuse_second_owner(owners, entity.id, path, module)
            for part in module.walk():
                if part.ports:
                    world.grant(part.path, entity.family, ids=entity.id)

    def _refuse_lonely(self, world: World, path: KeyPath, module: Module) -> None:
        """Refuse a module that is made for one entity but was given none, neither itself nor by what it is part of."""
        if "entity" in self._keys_above(path):
            return
        single = [port for part in module.walk() for port in part.ports.values() if getattr(port, "single", False)]
        if single:
            known = ", ".join(sorted(world.names)) or "none yet"
            message = f"'{module.name}' is for one entity; add 'entity: NAME' (there are: {known})"
            raise InputError(message, self.reading.key_at(*path))

    def _keys_above(self, path: KeyPath) -> set[str]:
        """The keys of all entries that the one at `path` is part of."""
        keys: set[str] = set()
        data: Any = self.reading.document.data
        for step in path:
            data = data[step]
            keys |= data.keys()
        return keys

    def _refuse_second_owner(
        self, owners: dict[tuple[int, str], KeyPath], entity: int, path: KeyPath, module: Module
    ) -> None:
        """Refuse two modules that write the same column of one entity."""
        ports = [port for part in module.walk() for port in part.ports.values() if isinstance(port, Writes)]
        for column in sorted({column for port in ports for column in port.columns}):
            first = owners.setdefault((entity, column), path)
            if first != path and first != path[: len(first)]:
                line = self.reading.key_at(*first).line
                message = f"'{path[-1]}' and '{first[-1]}' (line {line}) both write '{column}' of the same entity"
                raise InputError(message, self.reading.key_at(*path))


def _entries(entries: Mapping[str, Entry], parent: Module, path: KeyPath) -> Iterator[tuple[KeyPath, Entry, Module]]:
    modules = {module.name: module for module in parent.children}
    for name, entry in entries.items():
        yield (*path, name), entry, modules[name]
        yield from _entries(entry.parts, modules[name], (*path, name, "parts"))


def _named(value: Any, world: World) -> Named:
    """The ids of entities by a name or several; that of a detector stands for its loops in all lanes."""
    names = value if isinstance(value, list) else [value]
    return Named(id for name in names for id in _ids(str(name), world))


def _ids(name: str, world: World) -> list[int]:
    if name in world.names:
        return [world.names[name]]
    across = [id for known, id in world.names.items() if known.rpartition(" ")[0] == name]
    loops = [id for id in across if world.entity(id).family == DETECTOR.name]
    if not loops:
        raise InputError(f"there is no entity '{name}'{nearest(name, world.names)}")
    return loops


def _checked(kind: type[Module], declared: Field, value: Any) -> Any:
    try:
        return declared.check(tuple(value) if isinstance(value, list) else value)
    except TypeError as error:
        raise InputError(f"{kind.__name__}.{declared.name}: {error}") from None
