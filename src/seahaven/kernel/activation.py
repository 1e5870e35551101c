"""A module at work in a controller: its signals, what feeds it, and how one step of it runs."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import CFUNCTYPE, c_int64, c_void_p, cast
from typing import TYPE_CHECKING, Any
from weakref import ref

from seahaven.errors import SeahavenError, SnapshotError, StepError
from seahaven.kernel.change import Change
from seahaven.kernel.dates import in_seconds
from seahaven.kernel.module import Module
from seahaven.kernel.part import FAILED, LEFT, MADE, Part
from seahaven.kernel.port import Event, Role
from seahaven.kernel.signal import Read, Signal
from seahaven.kernel.store import Bound, Store
from seahaven.kernel.tick import Tick
from seahaven.kernel.values import Misfit

_ENTRY = CFUNCTYPE(c_int64, c_int64, c_int64, c_int64, c_int64)
"""What compiled code calls: a hand, the number of a step, its date and the next one give a status."""

if TYPE_CHECKING:
    from seahaven.kernel.controller import Controller

__all__ = ["Activation"]


class Activation:
    """One module's place in the running tree.

    The lists are flat and typed by how an input is read, because `run` is where a simulation of small modules spends
    its time: `held` inputs take the value in force, `fresh` ones (immediate links) the latest, `read` ones a function
    of the date, `many` a value per source.
    """

    __slots__ = (
        "__weakref__",
        "_failure_in_visit",
        "_told",
        "_visit",
        "bound",
        "can_hear",
        "emits",
        "feeders",
        "fields",
        "filled",
        "fresh",
        "has_part",
        "hears",
        "held",
        "inbox",
        "is_fed_later",
        "is_loose",
        "is_mirror",
        "layout",
        "many",
        "may_part",
        "module",
        "part",
        "path",
        "read",
        "readers",
        "signals",
        "tick",
        "version",
    )  # fmt: skip

    def __init__(self, module: Module, seed: int, requests: list[tuple[str, Change]], *, is_mirror: bool) -> None:
        self.module = module
        self.path = module.path
        self.fields = module.__dict__
        self.tick = Tick(self.path, seed, requests)
        self.is_mirror = is_mirror
        self.signals = [
            Signal(f"{self.path}.{f.name}", f, self.fields[f.name])
            for f in module.fields.values()
            if f.role is Role.OUT
        ]
        self.emits = [f.name for f in module.fields.values() if f.role is Role.EMITS]
        self.hears = [f.name for f in module.fields.values() if f.role is Role.HEARS]
        self.inbox: dict[str, list[Event[Any]]] = {name: [] for name in self.hears}
        self.bound: list[Bound] = []
        self.held: list[tuple[str, Signal]] = []
        self.fresh: list[tuple[str, Signal]] = []
        self.read: list[tuple[str, Read]] = []
        self.many: dict[str, dict[str, Read]] = {}
        self.is_fed_later = False
        """Whether any input is fed by a link that is not immediate, and so may change at any date."""
        self.feeders: list[Activation] = []
        self.readers: list[ref[Activation]] = []
        """The modules at the other ends of immediate links: those that feed this one, and those that it feeds."""
        self.can_hear = type(module).hear is not Module.hear
        self.may_part = False
        """Whether the module may run as a part, as it is wired."""
        self.part: Part | None = None
        """How its next steps are made, as long as it is good at this `version` of the store, or `layout` if steady."""
        self.version = self.layout = -1
        self.is_loose = False
        """Whether no other module has to run after it at the same date."""
        self.filled: tuple[Any, ...] = ()
        """What the part fills in the store."""
        self.has_part = type(module).part is not Module.part
        self._visit: Part | None = None
        """How compiled code visits the module, if it has no part of its own."""
        self._told: list[Event[Any]] = []
        self._failure_in_visit: BaseException | None = None
        """What the last visit from compiled code emitted, and why it failed."""

    def look_over(self) -> None:
        """See whether the module may run as a part: its inputs change only where another module at the same date puts
        something out, and nobody needs the history of its outputs.

        A module without a part of its own may be visited in the middle of a stretch if it has no signals at all.
        """
        is_fed = self.is_fed_later or (bool(self.feeders) and not self.has_part)
        is_heeded = any(signal.dates for signal in self.signals) if self.has_part else bool(self.signals)
        self.may_part = not (is_fed or is_heeded or self.is_mirror)
        self.part = None

    def ask(self, now: int, due: int, store: Store, version: int, layout: int) -> Part | None:
        """The module's part for its step at `now`; None where it has to be visited.

        A module that can hear by itself hears first what has come for it; others are visited then. One that others feed
        has a part only while all of these sleep, so that its inputs stay as they are. `version` and `layout` are those
        of the store.
        """
        if self.feeders and not all(feeder.sleeps_soundly for feeder in self.feeders):
            return None
        if self.part is None or (self.version != version and not self._outlives(store, version, layout)):
            if not self.has_part:
                return self._ask_visit(store, version)
            self.tick.now, self.tick.next = now, due
            try:
                if self.hears and any(self.inbox.values()):
                    if not self.can_hear:
                        return None
                    self._fill_events(now)
                    self.module.hear(self.tick)
                    if any(self.inbox.values()):
                        return None
                if self.feeders:
                    self._fill_fed(now)
                part = self.module.part(self.tick)
                filled = () if part is None or part.is_asleep else store.filled(self.bound)
            except Exception as error:
                raise self._failure(error, now, "in part ") from error
            self.part, self.version, self.layout = part, version, layout
            if filled != self.filled:
                self.filled = filled
        return self.part

    @property
    def sleeps_soundly(self) -> bool:
        """Whether the module will put out nothing new until it is visited."""
        return self.part is not None and self.part.is_asleep and not self.part.code

    def _wake_readers(self) -> None:
        """Have the modules that this one feeds asked again: their inputs may be others now."""
        for reader in self.readers:
            if (activation := reader()) is not None:
                activation.part = None

    def _outlives(self, store: Store, version: int, layout: int) -> bool:
        """Whether the part is good for what the store is now, although that is not what it was."""
        if self.part is None or not self.part.is_steady or self.layout != layout:
            return False
        if self.filled and not store.keeps(self.filled):
            return False
        self.version = version
        return True

    def _ask_visit(self, store: Store, version: int) -> Part:
        """The part by which compiled code visits the module."""
        if self._visit is None:
            entry = _entry_of(self, store)
            self._visit = Part(cast(entry, c_void_p).value or 0, is_visit=True, held=entry)
        self.part, self.version = self._visit, version
        filled = store.inlets(self.bound)
        if filled != self.filled:
            self.filled = filled
        return self.part

    def visit(self, index: int, now: int, due: int, store: Store) -> int:
        """Make a step in the middle of a stretch, and say whether anything is left to do at the end of the date."""
        tick = self.tick
        tick.index, tick.now, tick.next = index, now, due
        try:
            store.pass_to(now)
            if self.hears:
                self._fill_events(now)
                if self.can_hear:
                    self.module.hear(tick)
            self.module.step(tick)
            for bound in self.bound:
                bound.seal(now, due)
            self._told = self._collect_events(due) if self.emits else []
        except BaseException as error:  # also Ctrl-C: compiled code cannot pass it on
            self._failure_in_visit = error
            return FAILED
        return LEFT if self._told or tick.has_asked or store.is_disturbed else MADE

    def told_in_visit(self) -> list[Event[Any]]:
        """The events that the last visit from compiled code emitted."""
        told, self._told = self._told, []
        return told

    def raise_failure(self, now: int) -> None:
        """Raise what went wrong in the last visit from compiled code."""
        error, self._failure_in_visit = self._failure_in_visit, None
        if isinstance(error, Exception):
            raise self._failure(error, now) from error
        raise error or KeyboardInterrupt  # an interrupt that came before the visit had begun

    def count(self, steps: int, now: int, due: int) -> None:
        """Count steps that compiled code has made or slept through, the last one at `now`; date what was put out."""
        tick = self.tick
        tick.index += steps
        tick.now, tick.next = now, due
        for signal in self.signals:
            signal.date, signal.due = now, due

    def settle(self, now: int, status: int) -> list[Event[Any]]:
        """Let the module do what is left of a step that compiled code has made; give the events that were emitted."""
        if self.part is not None and not self.part.is_steady:
            self.part = None
        due = self.tick.next
        try:
            self.module.settle(self.tick, status)
            if self.readers:
                self._wake_readers()
            for signal in self.signals:
                signal.latest = signal.check(self.fields[signal.name])
            return self._collect_events(due) if self.emits else []
        except Exception as error:
            raise self._failure(error, now) from error

    def guard(self, now: int, act: Callable[[], None]) -> None:
        """Do something in the name of the module; what goes wrong is told as in one of its steps."""
        try:
            act()
        except Exception as error:
            raise self._failure(error, now) from error

    def turn(self) -> None:
        """Bring the outputs of the last step into force."""
        for signal in self.signals:
            signal.turn()

    def run(self, now: int, due: int) -> list[Event[Any]]:
        """Fill the inputs, run the step, take over the outputs; give the events that were emitted."""
        fields = self.fields
        tick = self.tick
        self.part = None
        if self.readers:
            self._wake_readers()
        tick.now, tick.next = now, due
        try:
            for name, signal in self.held:
                fields[name] = signal.value
            for name, signal in self.fresh:
                fields[name] = signal.latest
            for name, read in self.read:
                fields[name] = read(now)
            if self.many:
                self._fill_many(now)
            if self.hears:
                self._fill_events(now)
                if self.can_hear:
                    self.module.hear(tick)
            self.module.step(tick)
            for signal in self.signals:
                signal.latest = signal.check(fields[signal.name])
                signal.due = due
            for bound in self.bound:
                bound.seal(now, due)
            told = self._collect_events(due) if self.emits else []
        except Exception as error:
            raise self._failure(error, now) from error
        tick.index += 1
        return told

    def _fill_fed(self, now: int) -> None:
        """Fill the inputs of a module that is fed by immediate links alone."""
        for name, signal in self.fresh:
            self.fields[name] = signal.latest
        if self.many:
            self._fill_many(now)

    def _fill_many(self, now: int) -> None:
        for name, sources in self.many.items():
            self.fields[name] = {address: read(now) for address, read in sources.items()}

    def _fill_events(self, now: int) -> None:
        for name, waiting in self.inbox.items():
            if not waiting:
                self.fields[name] = ()
                continue
            ready = sorted(event for event in waiting if event.date <= now)
            self.fields[name] = tuple(ready)
            if ready:
                self.inbox[name] = [event for event in waiting if event.date > now]

    def _collect_events(self, due: int) -> list[Event[Any]]:
        told = []
        for name in self.emits:
            values = self.fields[name]
            if values:
                check = self.module.fields[name].check
                told += [Event(due, f"{self.path}.{name}", i, check(v)) for i, v in enumerate(values)]
                self.fields[name] = []
        return told

    def init(self, now: int) -> list[Event[Any]]:
        """Prepare the module and take its initial outputs, dated `now`."""
        self.tick.now = self.tick.next = now
        self.tick.resume(-1)
        try:
            self.module.init(self.tick)
            for signal in self.signals:
                signal.begin(self.fields[signal.name], now)
            for bound in self.bound:
                bound.seal(now, now)
            told = self._collect_events(now) if self.emits else []
        except Exception as error:
            raise self._failure(error, now, "in init ") from error
        self.tick.resume(0)
        return told

    def finish(self, run: Controller, now: int) -> None:
        """Let an edge module take a last look."""
        try:
            self.module.finish(run)
        except Exception as error:
            raise self._failure(error, now, "in finish ") from error

    def end(self, now: int) -> None:
        """Let the module come to its end."""
        self.tick.now = self.tick.next = now
        try:
            self.module.end(self.tick)
        except Exception as error:
            raise self._failure(error, now, "in end ") from error

    def observe(self, events: list[Event[Any]], now: int) -> None:
        """Show an edge module what was emitted."""
        try:
            self.module.observe(events)
        except Exception as error:
            raise self._failure(error, now, "in observe ") from error

    def _failure(self, error: Exception, now: int, phase: str = "") -> SeahavenError:
        """What a person needs at night: which module, when, with which inputs and parameters."""
        if isinstance(error, SeahavenError) and error.speaks_for_itself:
            return StepError(str(error), path=self.path, now=now)
        kind = self._misfit() if isinstance(error, Misfit) else f"{type(error).__name__}: "
        kind = "" if isinstance(error, SeahavenError) else kind
        lines = [f"module '{self.path or self.module.name}' failed {phase}at {in_seconds(now):.9g} s: {kind}{error}"]
        for title, roles in _TOLD:
            told = [
                f"{f.name}={_shown(self.fields.get(f.name))}" for f in self.module.fields.values() if f.role in roles
            ]
            if told:
                lines.append(f"  {title}: {', '.join(told)}")
        return StepError("\n".join(lines), path=self.path, now=now)

    def _misfit(self) -> str:
        """The port whose value is of the wrong type; looked for only now, so that good steps cost nothing."""
        for field in self.module.fields.values():
            if field.role not in (Role.OUT, Role.EMITS):
                continue
            value = self.fields[field.name]
            try:
                for one in value if field.role is Role.EMITS else (value,):
                    field.check(one)
            except Misfit:
                return f"{field.role.value} '{field.name}': "
        return ""

    def refuse_undeclared(self) -> None:
        """Refuse to be copied with attributes that no declaration mentions."""
        extra = sorted(self.fields.keys() - self.module.fields.keys() - self.module.ports.keys())
        if extra:
            raise SnapshotError(
                f"module '{self.path}' keeps '{extra[0]}', which is not declared; "
                f"declare it in {type(self.module).__qualname__} as `{extra[0]}: State[...]`"
            )


def _entry_of(activation: Activation, store: Store) -> Any:
    """What compiled code calls to visit a module; it keeps neither the module nor the store alive."""
    module, world = ref(activation), ref(store)

    def visit(_hand: int, index: int, now: int, due: int) -> int:
        """Make a step, if there is still a run to make it in."""
        visited, seen = module(), world()
        return FAILED if visited is None or seen is None else visited.visit(index, now, due, seen)

    return _ENTRY(visit)


_TOLD = (
    ("inputs", (Role.IN, Role.MANY, Role.HEARS)),
    ("parameters", (Role.PARAM,)),
    ("state", (Role.STATE,)),
)


def _shown(value: Any) -> str:
    """The beginning of a value's text on one line; a value that cannot be shown must not hide the failure."""
    try:
        return f"{' '.join(repr(value).split()):.60}"
    except Exception:
        return f"<{type(value).__name__} without a text>"
