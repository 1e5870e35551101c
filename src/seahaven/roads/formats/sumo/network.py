"""A SUMO network as roads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path as FilePath

from seahaven.files import Element, load_xml
from seahaven.memory import undisturbed
from seahaven.roads.formats.sumo.junction import junction_links, junction_remarks, make_junction, roundabouts
from seahaven.roads.formats.sumo.light import light_remarks, light_uses, make_controllers, read_lights
from seahaven.roads.formats.sumo.net import Net, NetLink, read_net
from seahaven.roads.formats.sumo.road import make_road, strip_remarks
from seahaven.roads.formats.sumo.signal import light_spots, road_signals
from seahaven.roads.formats.sumo.strip import Plan, plan_roads
from seahaven.roads.formats.sumo.walking import walking_zones
from seahaven.roads.model import Remark, Road, RoadNetwork, Signal, SignalUse

_NO_PROJECTION = "!"


def read_sumo(path: str | FilePath, *, additional: Iterable[str | FilePath] = ()) -> RoadNetwork:
    """Read a SUMO network, `.net.xml` or `.net.xml.gz`; additional files may bring programs of its traffic lights.

    What becomes of what:

    - An edge is a road of that name, with all its lanes on one side; an edge inside a junction is a connecting road,
      and where one halts half way inside, two roads that join. Lanes of such an edge that do not keep abreast, as most
      do not in turns, are a road each, named as the lane.
    - A lane lies where its points say, also where its `length` says otherwise (then there is a remark); only where a
      road between junctions turns sharply at one point it is rounded. The road's line is the centre of the lane in the
      middle, with kinks rounded also where lanes lie beside it. Turning speeds inside junctions are kept as their
      limits.
    - Every letter of a traffic light is a signal `light:letter` at the beginning of the connecting road, and its
      controller has the programs, the one that SUMO begins with first.
    - Who waits for whom is kept lane by lane. Two ways that would each wait for the other have no entry.
    - Crossings are roads of one lane with a crosswalk on it, walking areas are zones. Edges that share their ground
      (`bidi`) stay two roads. Junctions that nothing leads through, such as dead ends, are left out.
    """
    with undisturbed():
        root = load_xml(path)
        net = read_net(root)
        return _network(net, plan_roads(net), (root, *(load_xml(other) for other in additional)))


def _network(net: Net, plan: Plan, sources: tuple[Element, ...]) -> RoadNetwork:
    links, uses, lights = junction_links(net), light_uses(net), read_lights(sources)
    georeference, offset = _location(net.root)
    remarks = (*_remarks(net, plan, links), *light_remarks(uses, lights, sources))
    return RoadNetwork(
        roads=_roads(net, plan, links),
        junctions=tuple(make_junction(net.junctions[id], ways, net, plan) for id, ways in links.items()),
        controllers=tuple(make_controllers(uses, lights)),
        groups=roundabouts(net, links),
        zones=walking_zones(net, plan),
        georeference=georeference,
        offset=offset,
        remarks=remarks,
    )


def _roads(net: Net, plan: Plan, links: dict[str, list[NetLink]]) -> tuple[Road, ...]:
    signals = road_signals(net, plan, light_spots(net))
    roads = (make_road(strip, plan, net, links) for strip in plan.strips)
    return tuple(_with_signals(road, signals.get(road.id, [])) for road in roads)


def _with_signals(road: Road, found: list[Signal | SignalUse]) -> Road:
    signals = tuple(signal for signal in found if isinstance(signal, Signal))
    uses = tuple(use for use in found if isinstance(use, SignalUse))
    return replace(road, signals=signals, signal_uses=uses) if found else road


def _location(root: Element) -> tuple[str, tuple[float, float, float, float]]:
    """The projection of the network, and where its origin lies there: SUMO states by how much it moved it."""
    element = root.first("location")
    if element is None:
        return "", (0.0, 0.0, 0.0, 0.0)
    projection = element.word("projParameter", _NO_PROJECTION)
    moved = element.word("netOffset", "0,0").split(",")
    try:
        x, y = (0.0 - float(number) for number in moved)
    except ValueError:
        element.refuse(f"<location> has netOffset '{element.word('netOffset')}'; expected x,y")
    return "" if projection == _NO_PROJECTION else projection, (x, y, 0.0, 0.0)


def _remarks(net: Net, plan: Plan, links: dict[str, list[NetLink]]) -> Iterator[Remark]:
    for strip in plan.strips:
        yield from strip_remarks(strip)
    lit = {link.junction for link in net.links if link.light is not None}
    for id, ways in links.items():
        yield from junction_remarks(net.junctions[id], ways, is_lit=id in lit)
