"""Orders to roles: what a situation may tell whoever has a role, and who sees to it.

    send(m.lead, "hold_headway", 1.5)    # its coach
    send(m.lead, "meet_early", 4.0)      # says more about a meeting
    send(m.lead, "exchange", m.cutter)   # exchanges two roles
    send(m.lead, "brake", 6.0)           # its driver

An order that is in none of the tables goes to the panel of whoever has the role (`Role.panel`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Protocol

from seahaven.direction.coach import Coach
from seahaven.direction.facts import Member

__all__ = ["ROLE_ORDERS", "RoleOrder", "Stage", "order_named"]

PLAIN: Final = frozenset({"pace", "ease", "steady", "let_go"})
"""Tasks that a coach accepts after the critical moment: none of them depends on the subject."""


class Stage(Protocol):
    """What an order acts on."""

    @property
    def is_critical(self) -> bool:
        """Whether the critical moment has come."""

    def press(self, entity: int, item: str, value: float) -> None:
        """Press a button or turn a dial of a vehicle's driver."""

    def coach(self, member: Member, item: str, value: float) -> None:
        """Press a button of a vehicle's coach."""

    def exchange(self, member: Member, entity: int) -> None:
        """Let a vehicle exchange its role with another one."""


@dataclass(frozen=True, slots=True)
class RoleOrder:
    """An order by its name; this one is for the driver of the vehicle."""

    name: str
    unit: str = ""
    meaning: str = ""

    def give(self, stage: Stage, member: Member, value: float) -> None:
        """Give it to whoever has a role."""
        stage.press(member.entity, self.name, value)


class CoachOrder(RoleOrder):
    """A task for the coach of the vehicle. After the critical moment nothing counts that depends on the subject."""

    __slots__ = ()

    def give(self, stage: Stage, member: Member, value: float) -> None:
        """Tell the coach."""
        if self.name in PLAIN or not stage.is_critical:
            stage.coach(member, self.name, value)


@dataclass(frozen=True, slots=True)
class MeetingDetail(RoleOrder):
    """What an order `meet` means more precisely; `field` is that of `Member` which keeps it."""

    field: str = ""

    def give(self, stage: Stage, member: Member, value: float) -> None:
        """Keep it for the meeting."""
        setattr(member, self.field, value)


class Exchange(RoleOrder):
    """Two vehicles exchange their roles."""

    __slots__ = ()

    def give(self, stage: Stage, member: Member, value: float) -> None:
        """Exchange the role with the vehicle of that id."""
        stage.exchange(member, int(value))


_KNOWN: Final = (
    *(CoachOrder(button.name, button.unit, button.doc) for button in Coach.program.buttons),
    MeetingDetail("meet_short", "m", "how far before the place it is to be; if negative, see `Member.short`", "short"),
    MeetingDetail("meet_lag", "m", "how far before the place the subject then is", "lag"),
    MeetingDetail("meet_early", "s", "how much earlier than the subject it is to be there", "early"),
    MeetingDetail("meet_beyond", "m", "how far beyond the place both are to be together", "beyond"),
    Exchange("exchange", "", "the vehicle with which it exchanges its role"),
)
ROLE_ORDERS: Mapping[str, RoleOrder] = MappingProxyType({one.name: one for one in _KNOWN})
"""Orders that are not simply for the panel of whoever has the role, by name."""


def order_named(name: str) -> RoleOrder:
    """What sees to an order."""
    return ROLE_ORDERS.get(name) or RoleOrder(name)
