"""Where beacons are, how far they reach, and whom they have told anything; streams of traffic with their ways."""

from __future__ import annotations

from collections.abc import Iterator

from seahaven.direction import Beacons, TrafficStream
from seahaven.reels.map import Mark, Spot
from seahaven.studio.layers.outlook import Outlook

__all__ = ["beacons"]


def beacons(outlook: Outlook) -> Iterator[Mark]:
    """A circle around each beacon, and ties to those that it has in reach. Distances count along the roads, so that a
    vehicle within the circle may still be out of reach."""
    for module in outlook.modules(Beacons):
        radii = module.radii()
        for beacon in module.beacons:
            at = _where(outlook, beacon.place, beacon.rides)
            if at is None:
                continue
            radius = radii.get(beacon.name, beacon.reach)
            text = f"{beacon.name} (off)" if radius is None else f"{beacon.name} ({radius:.0f} m)"
            handle = "" if beacon.place is None else f"beacons {beacon.name}"
            yield Mark("dim" if radius is None else "calm", at=at, reach=radius or 0.0, text=text, handle=handle)
            for entity in module.told.get(beacon.name, {}):
                yield Mark("calm", at=at, to=entity, is_dashed=True)
    for stream in outlook.modules(TrafficStream):
        for entity in stream.members:
            yield Mark("calm", at=entity, text=stream.beacon or stream.name)


def _where(outlook: Outlook, place: tuple[int, float] | None, rides: int | None) -> Spot | None:
    if place is not None:
        return outlook.point(*place)
    return rides if rides is not None and outlook.row(rides) >= 0 else None
