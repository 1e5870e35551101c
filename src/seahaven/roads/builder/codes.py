"""What other programs call the signs and things that were put up."""

from __future__ import annotations

from dataclasses import replace

from seahaven.errors import InputError, nearest
from seahaven.roads.model import SIGN_COUNTRIES, Road, RoadNetwork, RoadObject, Signal, object_code, signal_code


def check_country(country: str) -> None:
    """Refuse countries whose signs are not known."""
    if country not in SIGN_COUNTRIES:
        raise InputError(
            f"a Builder got country '{country}', whose signs are unknown{nearest(country, SIGN_COUNTRIES)}"
        )


def with_codes(network: RoadNetwork, country: str) -> RoadNetwork:
    """The network with the codes of that country's signs, and the types of things, as OpenDRIVE has them."""
    return replace(network, roads=tuple(_road(road, country) for road in network.roads))


def _road(road: Road, country: str) -> Road:
    signals = tuple(_signal(signal, country) for signal in road.signals)
    return replace(road, signals=signals, objects=tuple(map(_thing, road.objects)))


def _signal(signal: Signal, country: str) -> Signal:
    return replace(signal, code=signal_code(signal.kind, country))


def _thing(thing: RoadObject) -> RoadObject:
    code, subtype = object_code(thing.kind)
    return replace(thing, code=code, subtype=subtype)
