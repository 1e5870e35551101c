"""What a situation may send, and to whom; what nobody would hear is refused before the drive."""

from __future__ import annotations

from collections.abc import Mapping

from seahaven.behaviour import Driver, Walker
from seahaven.direction.beacons.stream_panel import StreamPanel
from seahaven.direction.desk import PlacedBystander, PlacedDesk, PlacedLights, PlacedStream
from seahaven.direction.role_orders import ROLE_ORDERS
from seahaven.direction.roles import Role
from seahaven.errors import InputError, nearest
from seahaven.hcsm import Peer, Program, Read
from seahaven.traffic import Signalman

__all__ = ["refuse_unheard"]


def refuse_unheard(program: Program, roles: Mapping[str, Role], desks: Mapping[str, PlacedDesk]) -> None:
    """Refuse a situation that sends something to a role or a desk which that has no button or dial for."""
    for press in (press for _, machine in program.walk() for press in machine.presses()):
        to = press.to
        if not (isinstance(to, Peer) and isinstance(to.handle, Read) and to.handle.place == "input"):
            continue
        name = to.handle.name
        panel = _panel(name, roles, desks)
        if panel and to.item not in panel:
            raise InputError(f"'{name}' has no button or dial '{to.item}'{nearest(to.item, panel)} ({press.where})")


def _panel(name: str, roles: Mapping[str, Role], desks: Mapping[str, PlacedDesk]) -> list[str]:
    """What can be sent to a role or a desk; nothing is known of others."""
    if name in roles:
        return sorted({*ROLE_ORDERS, *roles[name].panel})
    if name not in desks:
        return []
    desk = desks[name]
    panels = {PlacedStream: StreamPanel, PlacedLights: Signalman, PlacedBystander: Walker}
    return _items(panels.get(type(desk), Driver).program)


def _items(program: Program) -> list[str]:
    return [item.name for item in (*program.buttons, *program.dials)]
