"""Taking seats while a run goes on: an occupant takes over from the driver machine, and gives back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final, Protocol, TypeAlias, cast

from seahaven.errors import InputError, nearest
from seahaven.kernel import Controller, Module
from seahaven.seats import (
    FREE,
    KINDS,
    Controls,
    Occupancy,
    OccupantIs,
    ProgramDriver,
    PythonDriver,
    Seat,
    Terms,
    View,
    VirtualSubject,
)
from seahaven.takes.acting import label
from seahaven.takes.outside import OUTSIDE, outside_of, post
from seahaven.takes.seating import MACHINE
from seahaven.world import World

__all__ = ["AnyDriver", "give_seat_back", "is_seat", "occupancy_like", "put_in", "put_in_place", "take_seat"]


class DrivingObject(Protocol):
    """An object that drives."""

    def drive(self, view: View) -> Controls:
        """Its controls for a view."""


AnyDriver: TypeAlias = Callable[[View], Controls] | DrivingObject | PythonDriver | ProgramDriver | VirtualSubject
"""Who may take a seat: a function `drive(view)`, or an object with such a method; a program; a virtual subject."""
TRAFFIC: Final = "traffic"
SEAT: Final = f"{OUTSIDE}/seat"
"""How the paths of seats begin that were taken in a run; the id of the vehicle follows."""


def take_seat(
    controller: Controller, world: World, entity: int, driver: AnyDriver, *, rate: Fraction, terms: Mapping[str, Any]
) -> None:  # fmt: skip
    """Let an occupant drive from the next date on, in the place of the driver machine, or of another such occupant."""
    if TRAFFIC not in controller.tree.activations:
        raise InputError(f"{label(world, entity)} has no driver machine to take over from: the study has no roads")
    before = _occupancy_of(controller, world, entity)
    if before and not is_seat(before.path):
        raise InputError(
            f"{label(world, entity)} is driven by {before.label}, as its study says; only the driver machine gives up "
            "its seat in a run, so name another driver in the study"
        )
    occupancy = _occupancy(controller, world, entity, driver, rate, terms)
    if before:
        controller.remove(before.path)
    outside_of(controller)
    put_in(controller, world, occupancy, entity)


def put_in_place(root: Module, drivers: Mapping[str, AnyDriver]) -> None:
    """Put other drivers, by the names of their vehicles, into the seats that a study gives to drivers from outside."""
    seats = {module.vehicle: module for module in root.walk() if isinstance(module, Seat)}
    for name, driver in drivers.items():
        if name not in seats:
            hint = "give it one, such as 'driver: {python: \"my_drivers:Mine\", controls: pedals}'"
            raise InputError(f"the study names no driver for '{name}'{nearest(name, seats)}, so it has no seat; {hint}")
        seats[name].driver = _as_driver(driver)


def give_seat_back(controller: Controller, entity: int) -> None:
    """Let the driver machine drive again, if an occupant took its seat."""
    path = f"{SEAT}{entity}"
    if path in controller.tree.activations:
        controller.remove(path)
        post(controller, "seated", OccupantIs(entity, MACHINE, "panel"))


def put_in(controller: Controller, world: World, occupancy: Occupancy, entity: int) -> None:
    """Put an occupant into the tree, with the columns of one vehicle."""
    world.grant(f"{OUTSIDE}/{occupancy.name}", "vehicle", ids=entity)
    controller.root.link(f"{OUTSIDE}/{occupancy.name}.pressed", "traffic/drivers.presses")
    controller.add(occupancy, under=OUTSIDE)


def is_seat(path: str) -> bool:
    """Whether a module is a seat that was taken in a run."""
    return path.startswith(SEAT)


def occupancy_like(path: str, rate: str, fields: Mapping[str, Any]) -> tuple[Occupancy, int]:
    """An occupant as the one in a snapshot, and the id of its vehicle."""
    name = path.removeprefix(f"{OUTSIDE}/")
    kind: type[Occupancy] = Seat
    options: tuple[str, ...] = "tracks", "driver", "terms", "vehicle"
    if "person" in fields:
        kind, options = KINDS[fields["person"].kind].occupant, ("person", "vehicle")
    return kind(name, rate=rate, **{option: fields[option] for option in options}), int(path.removeprefix(SEAT))


def _occupancy_of(controller: Controller, world: World, entity: int) -> Occupancy | None:
    """Who sits in the seat of a vehicle; None if the driver machine does."""
    seats = [module for module in controller if isinstance(module, Occupancy)]
    found = (seat for seat in seats if seat.path == f"{SEAT}{entity}" or world.names.get(seat.vehicle) == entity)
    return next(found, None)


def _occupancy(
    controller: Controller, world: World, entity: int, driver: AnyDriver, rate: Fraction, terms: Mapping[str, Any]
) -> Occupancy:
    name = f"seat{entity}"
    vehicle = next((name for name, known in world.names.items() if known == entity), str(entity))
    if isinstance(driver, VirtualSubject):
        if terms:
            raise InputError(f"a virtual subject takes no terms, but got {', '.join(terms)}; leave them out")
        kind = KINDS[driver.kind].occupant
        return kind(name, rate=rate if kind.rate_hz is None else kind.rate_hz, person=driver, vehicle=vehicle)
    agreed = Terms(**{"controls": "lane", **terms})
    if agreed.controls in FREE:
        raise InputError(
            f"{label(world, entity)} keeps to lanes, so an occupant who comes in a run gives 'lane', 'assisted' or "
            f"'panel' controls, not '{agreed.controls}'; a driver that drives freely is named in the study"
        )
    tracks = cast(Any, controller[TRAFFIC]).tracks
    return Seat(name, rate=rate, tracks=tracks, driver=_as_driver(driver), terms=agreed, vehicle=vehicle)


def _as_driver(driver: AnyDriver) -> PythonDriver | ProgramDriver:
    if isinstance(driver, PythonDriver | ProgramDriver):
        return driver
    if isinstance(driver, VirtualSubject):
        raise InputError("a virtual subject is named in the study, or takes its seat with run.seat()")
    name = getattr(driver, "__qualname__", None) or type(driver).__qualname__
    return PythonDriver(cast(Callable[..., Any], driver), name)
