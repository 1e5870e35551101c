"""Weather that comes up when a study says so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from seahaven.errors import InputError
from seahaven.files import Document
from seahaven.kernel import SECOND, Emits, Module, Param, Tick
from seahaven.takes.at import At
from seahaven.takes.setting import Weather, WeatherEntry
from seahaven.traffic import CLEAR, Conditions, conditions
from seahaven.world import Press

__all__ = ["Forecast", "Outlook", "outlooks"]


@dataclass(frozen=True, slots=True)
class Outlook:
    """Weather that begins to come up at a date (ns), and is there `fade` seconds later."""

    at: int
    fade: float
    conditions: Conditions


class Forecast(Module):
    """Presses the panel of the weather when it is time for another.

        Forecast("forecast", rate=2, outlooks=(Outlook(180 * SECOND, 60.0, RAIN),))

    A press is heard at the date after the one that it was made at, so each is made one step early.
    """

    outlooks: Param[tuple[Outlook, ...]]
    pressed: Emits[Press]

    def step(self, tick: Tick) -> None:
        """Press what is to be heard at the next date."""
        for outlook in self.outlooks:
            if tick.now < outlook.at <= tick.next:
                self.pressed.extend(outlook.conditions.presses(outlook.fade))


def outlooks(weather: Weather, document: Document) -> tuple[Outlook, ...]:
    """The weather of a study, one after the other, the first from the start on; what one leaves out stays as it was."""
    if not isinstance(weather, list):
        return tuple(_outlooks([(weather, ("weather",))], document))
    return tuple(_outlooks([(one, ("weather", k)) for k, one in enumerate(weather)], document))


def _outlooks(entries: list[tuple[str | WeatherEntry, tuple[str | int, ...]]], document: Document) -> Iterator[Outlook]:
    before = Outlook(0, 0.0, CLEAR)
    for k, (said, path) in enumerate(entries):
        entry = WeatherEntry(preset=said) if isinstance(said, str) else said  # type: ignore[arg-type]  # was checked
        if k == 0 and entry.at > 0:
            yield before
        if k > 0 and entry.at <= before.at:
            message = "weather comes up one after the other; give it an 'at' later than that of the one before"
            raise InputError(message, document.at(*path))
        base = before.conditions if entry.preset is None else conditions(entry.preset)
        own = {key: value for key, value in entry if key in Conditions.__slots__ and value is not None}
        with At(document.at(*path)):
            before = Outlook(entry.at, entry.over / SECOND, Conditions(**{**base.columns, **own}))
        yield before
