"""Where triggers are, and in which state each of them is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from seahaven.direction import Trigger, Triggers
from seahaven.reels.map import Ink, Mark, Point
from seahaven.studio.layers.outlook import Outlook

__all__ = ["triggers"]

INKS: Final[dict[str, Ink]] = {
    "Armed": "good", "Holding": "doubt", "Delaying": "doubt", "Firing": "grave", "Resting": "calm", "Spent": "dim",
    "Asleep": "dim",
}  # fmt: skip
LINE, STRETCH = 1.2, 3.0
"""How wide (m) lines across lanes and stretches are drawn."""


def triggers(outlook: Outlook) -> Iterator[Mark]:
    """The place of each trigger that has one, with its name and state; it can be dragged by its middle."""
    for module in outlook.modules(Triggers):
        states = module.states()
        for trigger in module.triggers:
            yield from _marks(trigger, states.get(trigger.name, "Armed"))


def _marks(trigger: Trigger, state: str) -> Iterator[Mark]:
    place = trigger.place
    if place is None:
        return
    ink = INKS.get(state, "plain")
    x, y, radius = place.circle
    text = f"{trigger.name} ({state.lower()})"
    outlines = place.outlines
    handle = f"triggers {trigger.name}"
    if not outlines:
        yield Mark(ink, at=(x, y), reach=radius, text=text, is_filled=True, handle=handle)
        return
    middle = _middle(outlines[0])
    for outline in outlines:
        yield Mark(ink, path=outline, width=LINE if len(outline) == 2 else 0.0 if len(outline) == 5 else STRETCH)
    yield Mark(ink, at=middle, text=text, handle=handle)


def _middle(outline: tuple[Point, ...]) -> Point:
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)
