"""Resiting: places for situations on a drive that was laid anew."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite

import numpy as np

from seahaven.direction.desk import PlacedDesk, PlacedLights
from seahaven.direction.laying import LaidDrive
from seahaven.direction.lights import lights_at
from seahaven.direction.line import Line, Spot
from seahaven.direction.other_ways import joining_roles, other_way, refuse_short_way, ways_along
from seahaven.direction.placement import Placement
from seahaven.direction.places_along import places_along
from seahaven.direction.siting import Site, find_site
from seahaven.direction.situation import Needs
from seahaven.errors import InputError
from seahaven.roads.places import describe
from seahaven.roads.routing import Tracks

__all__ = ["Resiting", "Stretches", "home_of"]

STEP = 50.0
"""Metres from one place that is tried to the next."""


def home_of(placement: Placement, drive: Line) -> Spot | None:
    """The place of a situation on the roads, as the study planned it; None where the drive has no lane there."""
    lanes = drive.lanes_at(placement.at)
    return drive.spot(int(lanes[-1]), placement.at) if len(lanes) else None


@dataclass(frozen=True, slots=True)
class Stretches:
    """Which places along a drive are free: those from `earliest` on that lie `apart` metres from the places `taken`."""

    earliest: float
    apart: float
    taken: tuple[float, ...] = ()

    def has(self, at: float) -> bool:
        """Whether a place is free."""
        return at >= self.earliest and all(abs(at - other) >= self.apart for other in self.taken)

    def without(self, at: float) -> Stretches:
        """What is free once a place is taken."""
        return replace(self, taken=(*self.taken, at))


class Resiting:
    """Finds places on a laid drive; what it gives depends on the drive and on the situation alone."""

    def __init__(self, laid: LaidDrive) -> None:
        self.laid = laid

    def kept(self, placement: Placement, home: Spot | None) -> Placement | None:
        """A situation where the study planned it, if the drive comes by there; `placement` is that of the study."""
        at = float("nan") if home is None else float(self.laid.line.at(*home))
        if not isfinite(at) or at > self.laid.line.length - placement.needs.after:
            return None
        begin, end = at - (placement.at - placement.begin), at + (placement.end - placement.at)
        return replace(placement, at=at, begin=begin, end=end, start=self.laid.start)

    def elsewhere(self, placement: Placement, wanted: float, free: Stretches) -> Placement | str:
        """A situation at another place, the nearest to a wanted one that has what it needs; or why there is none."""
        if placement.is_bound:
            return "its stream of traffic is bound to a place that the drive does not come by any more"
        needs, start = placement.needs, self.laid.start
        free = replace(free, earliest=max(free.earliest, start + needs.window))
        last = self.laid.line.length - needs.after
        if last < free.earliest:
            needed = free.earliest - start + needs.after
            return f"the drive is too short for it: {self.laid.length:.0f} m are left, and it needs {needed:.0f} m"
        for at in self._candidates(needs, max(wanted, start + needs.before), free.earliest, last):
            if free.has(at):
                found = self.at(placement, at)
                if found is not None and free.has(found.at):
                    return found
        return _lacking(needs)

    def at(self, placement: Placement, at: float) -> Placement | None:
        """A situation at about a place; None where the road lacks what it needs."""
        laid, kind = self.laid, type(placement.situation)
        try:
            site = find_site(kind, at, laid.line, laid.features, start=laid.start)
            return self._placed(placement, site)
        except InputError:
            return None

    def _candidates(self, needs: Needs, wanted: float, first: float, last: float) -> list[float]:
        """Places from the first to the last at which it may be, the nearest to a wanted one first."""
        kind = needs.junction or ("hill" if needs.grade > 0.0 else "")
        if needs.place is not None:
            known = places_along(self.laid.line, needs.place)
            places = [one.at for one in known if first <= one.at <= last]
        elif kind:
            places = [one.at for one in self.laid.features if one.kind == kind and first <= one.at <= last]
        else:
            places = [min(max(wanted, first), last), *np.arange(first, last, STEP).tolist()]
        return sorted(places, key=lambda at: abs(at - wanted))

    def _placed(self, placement: Placement, site: Site) -> Placement:
        laid, feature, kind = self.laid, site.feature, type(placement.situation)
        begin, end = (feature.begin, feature.end) if feature else (site.at, site.at)
        ways, roles = placement.ways, joining_roles(kind)
        if roles and feature is not None:
            other = other_way(laid.router, feature, laid.route.lanes[-1])
            refuse_short_way(kind, feature, other, laid.router)
            tracks = Tracks(laid.router.table([other]))
            ways = ways_along(Line(tracks, 0, is_facing=feature.kind == "oncoming lane", driven=-1), feature, roles)
        desks = {name: self._desk(desk, site) for name, desk in placement.desks.items()}
        return replace(placement, at=site.at, begin=begin, end=end, ways=ways, desks=desks, start=laid.start)

    def _desk(self, desk: PlacedDesk, site: Site) -> PlacedDesk:
        if isinstance(desk, PlacedLights) and site.feature is not None:
            return lights_at(self.laid.line, site.feature)
        return desk


def _lacking(needs: Needs) -> str:
    """What the rest of a drive lacks for a situation."""
    if needs.place is not None:
        return f"no {describe(needs.place)} lies ahead on the drive"
    if needs.junction:
        return f"no {needs.junction} that would do lies ahead on the drive"
    if needs.grade > 0.0:
        return f"no hill of {needs.grade:.1%} lies ahead on the drive"
    if needs.has_oncoming:
        return "no lane for oncoming traffic lies ahead beside the drive"
    if needs.lanes > 1:
        return f"no stretch of {needs.lanes} lanes is free ahead on the drive"
    return "no stretch is free ahead on the drive"
