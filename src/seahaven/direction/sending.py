"""What a situation may send, and to whom; what nobody would hear is refused before the drive."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from seahaven.behaviour import Driver
from seahaven.direction.beacons.stream_panel import StreamPanel
from seahaven.direction.coach import Coach
from seahaven.direction.desk import PlacedDesk, PlacedLights, PlacedStream
from seahaven.errors import InputError, nearest
from seahaven.hcsm import Peer, Program, Read
from seahaven.traffic import Signalman

__all__ = ["COACHED", "EXCHANGE", "MEETING", "refuse_unheard"]

COACHED = frozenset(button.name for button in Coach.program.buttons)
"""What a coach sees to; all else that a situation sends is for drivers."""
EXCHANGE = "exchange"
"""Sent to somebody with the id of another one, with whom it exchanges its role."""
MEETING = {"meet_short": "short", "meet_lag": "lag", "meet_early": "early", "meet_beyond": "beyond"}
"""How a meeting is meant, see `Member`."""


def refuse_unheard(program: Program, roles: Collection[str], desks: Mapping[str, PlacedDesk]) -> None:
    """Refuse a situation that sends something to a role or a desk which that has no button or dial for."""
    for press in (press for _, machine in program.walk() for press in machine.presses()):
        to = press.to
        if not (isinstance(to, Peer) and isinstance(to.handle, Read) and to.handle.place == "input"):
            continue
        name = to.handle.name
        panel = _panel(name, roles, desks)
        if panel and to.item not in panel:
            raise InputError(f"'{name}' has no button or dial '{to.item}'{nearest(to.item, panel)} ({press.where})")


def _panel(name: str, roles: Collection[str], desks: Mapping[str, PlacedDesk]) -> list[str]:
    """What can be sent to a role or a desk; nothing is known of others."""
    if name in roles:
        return sorted({*COACHED, *MEETING, EXCHANGE, *_items(Driver.program)})
    if name not in desks:
        return []
    desk = desks[name]
    machine = StreamPanel if isinstance(desk, PlacedStream) else Signalman if isinstance(desk, PlacedLights) else Driver
    return _items(machine.program)


def _items(program: Program) -> list[str]:
    return [item.name for item in (*program.buttons, *program.dials)]
