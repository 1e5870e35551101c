"""Who feeds whom: resolves addresses, refuses what does not fit, and finds the order of immediate links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from weakref import ref

from seahaven.errors import WiringError, nearest
from seahaven.kernel.activation import Activation
from seahaven.kernel.change import Link
from seahaven.kernel.dates import in_seconds
from seahaven.kernel.interpolation import ORDERS, Order, blender
from seahaven.kernel.port import REQUIRED, Field, Role
from seahaven.kernel.signal import Read, Signal
from seahaven.kernel.values import fits, runtime_type, type_name

__all__ = ["Connection", "Wiring", "run_order"]

_PARTNERS = {Role.OUT: (Role.IN, Role.MANY), Role.EMITS: (Role.HEARS,)}


@dataclass(frozen=True, slots=True)
class Connection:
    """A link that has been checked, with nothing left open."""

    source: str
    target: str
    interpolate: Order
    lag: int
    immediate: bool

    def __str__(self) -> str:
        return f"{self.source} -> {self.target}"


@dataclass(frozen=True, slots=True)
class _End:
    activation: Activation
    field: Field


class Wiring:
    """All connections of a running tree, by the input that they feed."""

    def __init__(self, activations: dict[str, Activation]) -> None:
        self._activations = activations
        self._feeds: dict[str, dict[str, Connection]] = {}
        self._listeners: dict[str, list[tuple[Activation, str]]] = {}

    def __iter__(self) -> Iterator[Connection]:
        for target in sorted(self._feeds):
            yield from (self._feeds[target][source] for source in sorted(self._feeds[target]))

    def connect(self, link: Link, *, replace: bool = False) -> Connection:
        """Check a link and take it in; `replace` lets it take the place of the input's present producer."""
        source, target = self._resolve(link.source, link), self._resolve(link.target, link)
        self._refuse_misfit(link, source.field, target.field)
        made = _settled(link, source.field, target.field)
        if made.immediate and source.activation.is_mirror != target.activation.is_mirror:
            _refuse_without_rate(link, source.activation)
        present = self._feeds.setdefault(link.target, {})
        if target.field.role is Role.IN and present and not replace:
            raise WiringError(
                f"{link}: the input already has a producer, {next(iter(present))}; "
                "disconnect it first, or connect with replace=True"
            )
        if target.field.role is Role.IN:
            present.clear()
        present[link.source] = made
        return made

    def disconnect(self, target: str, source: str | None = None) -> None:
        """Forget what feeds an input: one source, or all."""
        self._resolve(target, f"disconnecting {target}")
        present = self._feeds.get(target, {})
        if source is not None and source not in present:
            raise WiringError(f"{target} is not fed by '{source}'{nearest(source, present)}")
        for address in [source] if source else list(present):
            del present[address]

    def saved(self) -> dict[str, dict[str, Connection]]:
        """Who feeds whom at present, to go back to when a change proves impossible."""
        return {target: dict(feeds) for target, feeds in self._feeds.items()}

    def load(self, saved: dict[str, dict[str, Connection]]) -> None:
        """Go back to what `saved` gave."""
        self._feeds = saved

    def forget(self, path: str) -> None:
        """Drop every connection from or to a module."""
        for target, present in list(self._feeds.items()):
            for source in [s for s in present if s.rpartition(".")[0] == path]:
                del present[source]
            if target.rpartition(".")[0] == path:
                del self._feeds[target]

    def end(self, address: str) -> tuple[Activation, Field]:
        """The module and field that an address names."""
        found = self._resolve(address, address)
        return found.activation, found.field

    def apply(self) -> None:
        """Hand every activation the readers of its inputs."""
        self._listeners = {}
        for activation in self._activations.values():
            activation.feeders, activation.readers, activation.is_fed_later = [], [], False
        for activation in self._activations.values():
            if not activation.is_mirror:
                self._feed(activation)

    def listeners(self, source: str) -> list[tuple[Activation, str]]:
        """Who hears the events of a port."""
        return self._listeners.get(source, [])

    def _resolve(self, address: str, context: object) -> _End:
        path, dot, name = address.rpartition(".")
        activation = self._activations.get(path)
        if not dot:
            raise WiringError(f"{context}: '{address}' names no port; write it as 'module.port' or 'part/part.port'")
        if activation is None:
            known = filter(None, self._activations)
            raise WiringError(f"{context}: there is no module '{path}'{nearest(path, known)}")
        field = activation.module.fields.get(name)
        if field is None:
            raise WiringError(
                f"{context}: module '{path}' has no port '{name}'{nearest(name, activation.module.fields)}"
            )
        return _End(activation, field)

    def _refuse_misfit(self, link: Link, source: Field, target: Field) -> None:
        if source.role not in _PARTNERS:
            raise WiringError(f"{link}: a link begins at an output, but {link.source} is the {source}")
        if target.role not in _PARTNERS[source.role]:
            raise WiringError(f"{link}: the {source} cannot feed the {target}")
        if not fits(source.type, target.type):
            raise WiringError(
                f"{link}: the output carries {type_name(source.type)}, the input takes {type_name(target.type)}"
            )
        if source.unit and target.unit and source.unit != target.unit:
            raise WiringError(f"{link}: the output is in {source.unit}, the input in {target.unit}")

    def _feed(self, activation: Activation) -> None:
        activation.held, activation.fresh, activation.read, activation.many = [], [], [], {}
        for field in activation.module.fields.values():
            feeds = self._feeds.get(f"{activation.path}.{field.name}", {})
            if field.role is Role.MANY:
                activation.many[field.name] = {s: self._any_reader(c) for s, c in sorted(feeds.items())}
            elif field.role is Role.HEARS:
                for source in feeds:
                    self._listeners.setdefault(source, []).append((activation, field.name))
            elif field.role is Role.IN and feeds:
                self._feed_one(activation, field, next(iter(feeds.values())))
            elif field.role is Role.IN:
                _rest(activation, field)
            if field.role in (Role.IN, Role.MANY):
                for connection in feeds.values():
                    self._note(activation, connection)

    def _note(self, reader: Activation, connection: Connection) -> None:
        """Note who feeds a module at once, and that something feeds it later."""
        feeder = self._resolve(connection.source, connection).activation
        if not connection.immediate:
            reader.is_fed_later = True
        elif feeder not in reader.feeders:
            reader.feeders.append(feeder)
            feeder.readers.append(ref(reader))

    def _feed_one(self, activation: Activation, field: Field, connection: Connection) -> None:
        signal = self._signal(connection.source)
        read = signal.reader(connection.interpolate, connection.lag)
        if connection.immediate:
            activation.fresh.append((field.name, signal))
        elif read is None:
            activation.held.append((field.name, signal))
        else:
            activation.read.append((field.name, read))

    def _any_reader(self, connection: Connection) -> Read:
        signal = self._signal(connection.source)
        if connection.immediate:
            return lambda _: signal.latest
        return signal.reader(connection.interpolate, connection.lag) or (lambda _: signal.value)

    def _signal(self, address: str) -> Signal:
        end = self._resolve(address, address)
        return next(s for s in end.activation.signals if s.name == end.field.name)


def _settled(link: Link, source: Field, target: Field) -> Connection:
    immediate = target.immediate if link.immediate is None else link.immediate
    order = link.interpolate or ("none" if immediate else target.interpolate)
    lag = link.lag if link.lag is not None else (0 if immediate else target.lag)
    if immediate and (order != "none" or lag):
        raise WiringError(f"{link}: an immediate link has neither interpolation nor lag")
    if order not in ORDERS:
        raise WiringError(f"{link}: no interpolation '{order}'; it is one of {', '.join(ORDERS)}")
    if lag < 0:
        raise WiringError(f"{link}: a lag is zero or more, not {in_seconds(lag)} s")
    if target.role is Role.HEARS and (immediate or lag or order != "none"):
        raise WiringError(f"{link}: events are neither interpolated, delayed nor immediate")
    if order != "none" and blender(runtime_type(source.type)) is None:
        raise WiringError(f"{link}: values of type {type_name(source.type)} cannot be interpolated")
    return Connection(link.source, link.target, order, lag, immediate)


def _rest(activation: Activation, field: Field) -> None:
    """Give an unconnected input its default."""
    default = activation.module.given.get(field.name, REQUIRED)
    if default is REQUIRED:
        raise WiringError(
            f"input {activation.path}.{field.name} is not connected and has no default; "
            f"link an output of type {type_name(field.type)} to it"
        )
    activation.fields[field.name] = default


def run_order(paths: Iterable[str], before: Iterable[tuple[str, str]]) -> dict[str, int]:
    """A rank for every module such that the first of each pair comes before the second; refuses loops."""
    graph: TopologicalSorter[str] = TopologicalSorter(dict.fromkeys(sorted(paths), ()))
    for first, second in sorted(before):
        graph.add(second, first)
    try:
        return {path: rank for rank, path in enumerate(graph.static_order())}
    except CycleError as error:
        loop = " -> ".join(repr(path) for path in error.args[1])
        raise WiringError(f"immediate links form a loop: {loop}; make one of them a delayed link") from None


def _refuse_without_rate(link: Link, source: Activation) -> None:
    """Refuse an immediate link to another process whose reader could not know when its producer is due."""
    if source.module.beat is None:
        raise WiringError(
            f"{link}: an immediate link from a module without a rate cannot cross processes; give '{source.path}' a "
            "rate, or run both modules in one"
        )
