"""Occupancy: the hold of an occupant on one vehicle, whichever kind of occupant it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from seahaven.kernel import Emits, Module, Param, port
from seahaven.seats.actuation import ASSISTING, OWNED, assisted_columns, lane_columns
from seahaven.seats.controls import AssistedControls, LaneControls, PressedItem
from seahaven.world import OwnEntity, Press, Writer, reads, writes

__all__ = ["Occupancy", "OccupantIs"]


@dataclass(frozen=True, slots=True)
class OccupantIs:
    """Event: which occupant drives a vehicle."""

    entity: int
    occupant: str
    controls: str


class Occupancy(Module):
    """What all occupants of seats have in common: the columns that they own, the panel they press, who they are.

    Which columns of its vehicle an occupant owns follows from the kind of its controls alone (`OWNED`). The driver
    machine keeps the others. It runs for every vehicle, and what it puts out for a column of an occupant is dropped.
    """

    vehicle: Param[str] = port("", doc="the name of the vehicle")
    seated: Emits[OccupantIs]
    pressed: Emits[Press]

    columns: Writer
    assistance: OwnEntity

    @property
    def label(self) -> str:
        """How messages call the occupant."""
        raise NotImplementedError

    @property
    def kind_of_controls(self) -> str:
        """Which kind of controls the occupant gives."""
        raise NotImplementedError

    def build(self) -> None:
        """Declare the columns that the occupant owns."""
        kind = self.kind_of_controls
        if OWNED[kind]:
            self.open_port("columns", writes("vehicle", *OWNED[kind], single=True))
        if kind == "assisted":
            self.open_port("assistance", reads("vehicle", *ASSISTING, single=True))

    def sit_down(self, entity: int) -> None:
        """Emit who drives from now on."""
        self.seated.append(OccupantIs(entity, self.label, self.kind_of_controls))

    def put(self, controls: LaneControls | AssistedControls) -> None:
        """Write the columns of controls that keep to lanes."""
        if isinstance(controls, LaneControls):
            self.write(self.columns, lane_columns(controls))
        else:
            help_ = self.assistance
            self.write(self.columns, assisted_columns(controls, help_.advice, help_.leeway, help_.berth))

    def write(self, writer: Writer, columns: dict[str, Any]) -> None:
        """Set these columns; nothing while a hand outside holds all of them.

        All are set, whether they differ or not: to read what is in force takes several times as long as to set it.
        """
        if len(writer):
            for name, value in columns.items():
                setattr(writer, name, value)

    def press_items(self, entity: int, presses: Iterable[PressedItem]) -> None:
        """Press buttons, and set dials, on the panel of the driver machine."""
        self.pressed.extend(Press((entity,), each.item, float(each.value)) for each in presses)
