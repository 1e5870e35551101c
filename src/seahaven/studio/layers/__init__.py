"""What is drawn on the live map besides roads, vehicles and lights: layers that a viewer can show and hide.

In comes a running world, and who is picked; out go marks for the renderer of maps. A new layer is one new file and a
line in `LAYERS`. Nothing here changes a run, and a layer that nobody shows costs nothing.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from seahaven.reels.map import Mark
from seahaven.studio.layers.beacons import beacons
from seahaven.studio.layers.outlook import Outlook
from seahaven.studio.layers.perception import perception
from seahaven.studio.layers.sight import sight
from seahaven.studio.layers.situations import situations
from seahaven.studio.layers.triggers import triggers

__all__ = ["LAYERS", "Outlook", "marks_of"]

LAYERS: Final[dict[str, Callable[[Outlook], Iterator[Mark]]]] = {
    "perception": perception, "triggers": triggers, "beacons": beacons, "situations": situations, "sight": sight,
}  # fmt: skip
"""All layers that the simulation draws, by the names by which pages ask for them. Pages draw gaps by themselves."""


def marks_of(outlook: Outlook, wanted: frozenset[str]) -> list[dict[str, Any]]:
    """The marks of some layers as they are told to pages."""
    return [mark.plain(name) for name, layer in LAYERS.items() if name in wanted for mark in layer(outlook)]
