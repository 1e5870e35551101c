"""Cross sections that are met every day."""

from __future__ import annotations

from seahaven.roads.builder.cross_section import CrossSection, Strip, biking, driving, parking, pavement, shoulder
from seahaven.roads.builder.units import kmh
from seahaven.roads.model import LaneKind, RoadKind


def two_lane_highway(
    *, limit: float | None = kmh(100), width: float = 3.5, shoulders: float = 1.5, color: str = "standard"
) -> CrossSection:
    """A road in the country: a lane each way, and shoulders."""
    half = (driving(width), shoulder(shoulders)) if shoulders else (driving(width),)
    return CrossSection(half, half, limit, RoadKind.RURAL, color=color)


def country_lane(*, limit: float | None = kmh(70), width: float = 2.7) -> CrossSection:
    """A narrow road in the country, without shoulders or a line in the middle."""
    return CrossSection((driving(width),), (driving(width),), limit, RoadKind.RURAL)


def motorway(
    *, lanes: int = 2, limit: float | None = kmh(130), width: float = 3.75, median: float = 6.0, shoulders: float = 2.5
) -> CrossSection:
    """Two carriageways with a median between them: a four-lane motorway, by default."""
    half = (*(driving(width),) * lanes, shoulder(shoulders))
    return CrossSection(half, half, limit, RoadKind.MOTORWAY, median)


def ramp(*, limit: float | None = kmh(60), width: float = 3.75, shoulders: float = 1.5) -> CrossSection:
    """One lane, one way, as it leads on to or off a motorway."""
    lane = Strip(LaneKind.CONNECTING_RAMP, width)
    return CrossSection((lane, shoulder(shoulders)), (), limit, RoadKind.MOTORWAY)


def residential_street(*, limit: float | None = kmh(30), parked: bool = True) -> CrossSection:
    """A quiet street: a lane each way, cars parked on both sides, and pavements."""
    half = (driving(2.9), parking(), pavement()) if parked else (driving(2.9), pavement())
    return CrossSection(half, half, limit, RoadKind.RESIDENTIAL)


def town_street(*, limit: float | None = kmh(50), lanes: int = 1, bicycles: bool = False) -> CrossSection:
    """A street through town: one lane or more each way and pavements, with lanes for bicycles where asked for."""
    extra = (biking(),) if bicycles else ()
    half = (*(driving(3.25),) * lanes, *extra, pavement(2.5))
    return CrossSection(half, half, limit, RoadKind.TOWN)


def one_way_street(*, limit: float | None = kmh(30), lanes: int = 1, parked: bool = False) -> CrossSection:
    """A street on which traffic runs the way it is drawn only, with a pavement on either side."""
    extra = (parking(),) if parked else ()
    return CrossSection((*(driving(),) * lanes, *extra, pavement()), (pavement(),), limit, RoadKind.TOWN)
