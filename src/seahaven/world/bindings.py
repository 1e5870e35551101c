"""Which module reads and writes what: the ports at work, and the order that immediate columns ask for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from seahaven.errors import WiringError, nearest
from seahaven.kernel import Bound, StorePort
from seahaven.world.desk import Desk
from seahaven.world.docket import Docket
from seahaven.world.entity import OwnEntity
from seahaven.world.ids import IdBlocks
from seahaven.world.ports import Reads, Spawns, WorldPort, Writes
from seahaven.world.spawner import Spawner
from seahaven.world.storage import Storage
from seahaven.world.table import Reader
from seahaven.world.writer import Writer

__all__ = ["Bindings"]


class Bindings:
    """The bound ports of a world.

    Modules that read the same columns share one reader, so that following rows that come and go costs little however
    many modules there are.
    """

    def __init__(self, storages: dict[str, Storage], ids: IdBlocks, docket: Docket) -> None:
        self._storages = storages
        self._ids = ids
        self._docket = docket
        self._shared: dict[tuple[str, tuple[str, ...]], Reader] = {}
        self._readers: dict[str, list[tuple[str, tuple[str, ...], int | None]]] = {}
        self.desks: dict[str, list[Desk]] = {}
        """Where the writers of each module work."""

    def storage(self, family: str) -> Storage:
        """The rows of a family; an unknown name is refused with the nearest one."""
        try:
            return self._storages[family]
        except KeyError:
            raise WiringError(f"the world has no family '{family}'{nearest(family, self._storages)}") from None

    def bind(self, path: str, port: StorePort) -> Bound:
        """Put a declared port to work for the module at `path`."""
        try:
            match port:
                case Reads():
                    return self._bind_reader(path, port)
                case Writes():
                    return self._bind_writer(path, port)
                case Spawns():
                    self.storage(port.family)
                    return Spawner(path, port.family, self._storages, self._ids, self._docket)
        except WiringError as error:
            raise type(error)(f"port '{path}.{port.name}': {error}") from None
        raise WiringError(f"port '{path}.{port.name}' is a {type(port).__name__}, which the world does not know")

    def _columns(self, port: WorldPort) -> tuple[Storage, tuple[str, ...]]:
        storage = self.storage(port.family)
        for name in port.columns:
            storage.type.column(name)
        return storage, port.columns or tuple(storage.type.columns)

    def _bind_reader(self, path: str, port: Reads) -> Reader | OwnEntity:
        if port.declared is not None and port.family not in self._storages:
            return Reader(Storage(port.declared), port.columns or tuple(port.declared.columns))
        storage, columns = self._columns(port)
        entity = self._single(path, storage) if port.single else None
        self._readers.setdefault(path, []).append((port.family, columns, entity))
        if entity is not None:
            return OwnEntity(storage, entity, columns)
        key = (port.family, columns)
        if key not in self._shared:
            self._shared[key] = Reader(storage, columns)
        return self._shared[key]

    def _bind_writer(self, path: str, port: Writes) -> Writer:
        storage, columns = self._columns(port)
        if port.single:
            self._single(path, storage)
        storage.ownership.declare(path, columns)
        storage.version += 1
        self._docket.epoch += 1
        desk = Desk(path, storage, columns, self._docket)
        self.desks.setdefault(path, []).append(desk)
        return Writer(desk, single=port.single)

    def _single(self, path: str, storage: Storage) -> int:
        granted = sorted(storage.ownership.grants.get(path, ()))
        if len(granted) != 1:
            raise WiringError(
                f"it is for a single {storage.type.name}, but {len(granted)} were granted; "
                f"call world.grant('{path}', '{storage.type.name}', ids=...) with one id first"
            )
        return granted[0]

    def release(self, path: str) -> None:
        """Forget the module at `path`."""
        self._readers.pop(path, None)
        self.desks.pop(path, None)
        for storage in self._storages.values():
            if path in storage.ownership.writers or path in storage.ownership.grants:
                storage.ownership.release(path)
                storage.version += 1

    def order(self) -> Iterator[tuple[str, str]]:
        """Pairs (writer, reader) of modules joined by an immediate column, each pair once, sorted."""
        pairs = set()
        for reader, ports in self._readers.items():
            for family, columns, entity in ports:
                for writer in self._immediate_writers(family, columns, entity):
                    pairs.add((writer, reader))
        return iter(sorted(pair for pair in pairs if pair[0] != pair[1]))

    def meetings(self) -> Iterator[tuple[str, str]]:
        """Pairs (writer, reader) of which one could see at once what the other writes, of any entity."""
        pairs = set[tuple[str, str]]()
        for reader, ports in self._readers.items():
            for family, columns, _ in ports:
                pairs.update((writer, reader) for writer in self._immediate_writers(family, columns, None))
        return iter(sorted(pair for pair in pairs if pair[0] != pair[1]))

    def seen_by(self, paths: Iterable[str]) -> Iterator[tuple[str, tuple[str, ...], int | None]]:
        """The columns that modules read or write, by family; of a single entity, or (None) of all."""
        for path in paths:
            yield from self._readers.get(path, ())
            for desk in self.desks.get(path, ()):
                yield desk.storage.type.name, desk.names, None

    def _immediate_writers(self, family: str, columns: tuple[str, ...], entity: int | None) -> Iterator[str]:
        storage = self._storages[family]
        ownership = storage.ownership
        for column in columns:
            if not storage.type.columns[column].immediate:
                continue
            if entity is None:
                yield from (path for path, names in ownership.writers.items() if column in names)
            elif (owner := ownership.owner(column, entity)) is not None:
                yield owner
