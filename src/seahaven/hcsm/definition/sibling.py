"""Whether what children send to each other finds a panel (H11).

A machine knows its siblings by their names only, and nothing of what is inside them (H2). So what it sends is checked
when a machine is made that has it for a child.
"""

from __future__ import annotations

from collections.abc import Mapping

from seahaven.errors import nearest
from seahaven.hcsm.definition.typed import common_type, shown
from seahaven.hcsm.errors import MachineError
from seahaven.hcsm.program import Const, Press, Program, SiblingPanel

__all__ = ["check_siblings"]


def check_siblings(parent: str, children: Mapping[str, Program]) -> None:
    """Refuse children that send to what is not their sibling, or has no such button or dial."""
    for name, child in children.items():
        for press in child.presses():
            if isinstance(press.to, SiblingPanel):
                _check(parent, name, children, press, press.to)


def _check(parent: str, name: str, children: Mapping[str, Program], press: Press, to: SiblingPanel) -> None:
    sender, siblings = f"'{name}' of {parent}", [other for other in children if other != name]
    if to.sibling == name:
        raise MachineError(f"{sender} sends to itself", press.where, "keep the value in a local")
    if to.sibling not in siblings:
        hint = "a machine sends to another child of its own parent, never to what is inside one (H2)"
        known = nearest(to.sibling, siblings) if siblings else "; it has no siblings"
        raise MachineError(f"{sender} sends to '{to.sibling}', which is not its sibling{known}", press.where, hint)
    panel = {port.name: port for port in (*children[to.sibling].buttons, *children[to.sibling].dials)}
    if to.item not in panel:
        raise MachineError(
            f"{sender} sends to '{to.sibling}', which has no button or dial '{to.item}'{nearest(to.item, panel)}",
            press.where,
        )
    port = panel[to.item]
    if press.value != Const(1.0, "float") and common_type(press.value, Const(0, port.type)) != port.type:
        raise MachineError(
            f"'{to.sibling}.{to.item}' is of type {port.type} and gets a {shown(press.value)} from {sender}",
            press.where,
        )
