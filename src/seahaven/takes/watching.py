"""Programs that watch a run as it goes: frames at a rate of their own, and events as they come."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, TypeAlias

from seahaven.errors import InputError, SeahavenError
from seahaven.kernel import Beat, Event, Module, in_seconds
from seahaven.takes.frame import Families, Frame, chosen_families, frame_of
from seahaven.world import FamilyType, World

__all__ = ["Ear", "Watch", "Watches", "beat_every"]

KEPT: Final = 100_000
"""How many events are kept for a frame that is asked for late; earlier ones are forgotten."""

Inbox: TypeAlias = deque[Event[Any]]


class Ear(Module, edge=True):
    """Hears the events of a run for all who watch it from outside."""

    def open(self) -> Inbox:
        """A new inbox, which gets all events from now on."""
        inbox: Inbox = deque(maxlen=KEPT)
        self.live = [*(self.live or ()), inbox]
        return inbox

    def close(self, inbox: Inbox) -> None:
        """Give an inbox up."""
        self.live = [other for other in self.live or () if other is not inbox]

    def moved(self) -> Ear:
        """One that fills the same inboxes, for another tree."""
        if self.parent is None:
            return self
        other = Ear(self.name)
        other.live = self.live
        return other

    def observe(self, events: list[Event[Any]]) -> None:
        """Put the events into all inboxes."""
        for inbox in self.live or ():
            inbox.extend(events)

    def rewind(self, now: int) -> None:
        """Forget what has not happened any more."""
        for inbox in self.live or ():
            inbox.clear()


@dataclass(slots=True, eq=False)
class Watch:
    """A program that watches a run, until `stop` is called."""

    name: str
    on_frame: Callable[[Frame], object] | None
    on_event: Callable[[Event[Any]], object] | None
    beat: Beat
    families: Mapping[str, FamilyType]
    inbox: Inbox
    _watches: Watches = field(repr=False)
    due: int = 0
    is_stopped: bool = field(default=False, init=False)
    _unseen: list[Event[Any]] = field(default_factory=list, init=False)

    def stop(self) -> None:
        """Watch no longer."""
        self.is_stopped = True
        self._watches.drop(self)

    def begin(self, now: int) -> None:
        """Count dates from `now` on, which may be before those that were seen."""
        self.due = self.beat.date(self.beat.first(now))
        self._unseen.clear()

    def serve(self, world: World, now: int) -> None:
        """Hand over what has happened, and a frame if one is due."""
        try:
            self._tell_events()
            if self.on_frame and now >= self.due:
                frame = frame_of(world, now, self.families, self._unseen)
                self._unseen.clear()
                self.due = self.beat.date(self.beat.first(now + 1))
                self.on_frame(frame)
        except Exception as error:
            reason = str(error) if isinstance(error, SeahavenError) else f"{type(error).__name__}: {error}"
            raise SeahavenError(f"watcher '{self.name}' failed at {in_seconds(now):.9g} s: {reason}") from error

    def _tell_events(self) -> None:
        while self.inbox:
            event = self.inbox.popleft()
            if self.on_frame:
                self._unseen.append(event)
            if self.on_event:
                self.on_event(event)


class Watches:
    """All who watch one run."""

    def __init__(self, ear: Ear) -> None:
        self.ear = ear
        self._watches: list[Watch] = []

    def add(self, watcher: Any, beat: Beat, world: World, families: Families, now: int) -> Watch:
        """Let a callable see frames, or an object with `on_frame` or `on_event` what these are for."""
        on_frame, on_event = (getattr(watcher, name, None) for name in ("on_frame", "on_event"))
        if on_frame is None and on_event is None:
            on_frame = watcher
        for method in filter(lambda method: method is not None, (on_frame, on_event)):
            if not callable(method):
                raise InputError(
                    f"{watcher!r:.60} cannot watch: it is neither callable nor has it 'on_frame' or 'on_event'"
                )
        name = getattr(watcher, "__name__", type(watcher).__name__)
        chosen = chosen_families(world, families)
        watch = Watch(name, on_frame, on_event, beat, chosen, self.ear.open(), self)
        watch.begin(now)
        self._watches.append(watch)
        return watch

    def drop(self, watch: Watch) -> None:
        """Let a program watch no longer."""
        self._watches = [other for other in self._watches if other is not watch]
        self.ear.close(watch.inbox)

    def serve(self, world: World, now: int) -> None:
        """Hand over what is due to everybody, in the order in which they came."""
        for watch in self._watches:
            if not watch.is_stopped:
                watch.serve(world, now)

    def begin(self, now: int) -> None:
        """Count dates from `now` on."""
        for watch in self._watches:
            watch.begin(now)

    @property
    def due(self) -> int | None:
        """The next date at which a frame is due."""
        return min((watch.due for watch in self._watches if watch.on_frame), default=None)

    @property
    def hear_events(self) -> bool:
        """Whether anybody wants events as they come."""
        return any(watch.on_event for watch in self._watches)


def beat_every(seconds: float | Fraction) -> Beat:
    """The dates that lie this many seconds apart."""
    try:
        return Beat.of(1 / Fraction(str(seconds)))
    except (ValueError, ZeroDivisionError, InputError):
        raise InputError(f"'every' is {seconds!r}; expected a positive number of seconds, such as 0.5") from None
