"""What the codes of signs and lights mean to a driver, country by country.

OpenDRIVE names a sign by country, type and subtype, as the country's own catalogue numbers it. The numbers of the
country "OpenDRIVE" are its own from a million on and German ones below; many tools write German numbers whatever the
country, so these are the last resort. Readers look up what a code means here, and whoever puts up a sign what its code
is.
"""

from __future__ import annotations

from seahaven.roads.model.signal import SignalKind as Kind

_OPENDRIVE = {
    "1000001": Kind.LIGHT,  # red, amber, green
    "1000002": Kind.PEDESTRIAN_LIGHT,
    "1000003": Kind.CROSSWALK,  # painted
    "1000007": Kind.PEDESTRIAN_LIGHT,  # pedestrians and bicycles
    "1000008": Kind.LIGHT,  # red, amber
    "1000009": Kind.LIGHT,  # two lamps
    "1000010": Kind.LIGHT,  # red, amber, green with arrows
    "1000011": Kind.LIGHT,
    "1000012": Kind.LIGHT,  # green arrow alone
    "1000013": Kind.PEDESTRIAN_LIGHT,  # bicycles
    "1000014": Kind.LIGHT,  # trams
    "1000015": Kind.LIGHT,
    "1000016": Kind.LIGHT,
    "1000017": Kind.LIGHT,
    "1000018": Kind.LIGHT,
    "1000019": Kind.LIGHT,
    "1000020": Kind.LIGHT,
}

_GERMANY = {
    "102": Kind.RIGHT_FIRST,
    "205": Kind.YIELD,
    "206": Kind.STOP,
    "215": Kind.ROUNDABOUT,
    "274": Kind.SPEED_LIMIT,
    "274.1": Kind.SPEED_LIMIT,
    "278": Kind.SPEED_LIMIT_ENDS,
    "282": Kind.SPEED_LIMIT_ENDS,
    "293": Kind.CROSSWALK,
    "294": Kind.STOP_LINE,
    "301": Kind.PRIORITY_HERE,
    "306": Kind.PRIORITY_ROAD,
    "307": Kind.PRIORITY_ENDS,
    "350": Kind.CROSSWALK,
}

_AUSTRIA = _GERMANY | {"Haltelinie": Kind.STOP_LINE}

_UNITED_STATES = {
    "R1-1": Kind.STOP,
    "R1-2": Kind.YIELD,
    "R2-1": Kind.SPEED_LIMIT,
    "R2-6P": Kind.SPEED_LIMIT,
    "R6-4": Kind.ROUNDABOUT,
    "R6-5P": Kind.ROUNDABOUT,
    "W2-6": Kind.ROUNDABOUT,
    "R1-5": Kind.YIELD,
    "R1-6": Kind.CROSSWALK,
    "W11-2": Kind.CROSSWALK,
}

_SWEDEN = {
    "a29": Kind.RIGHT_FIRST,
    "b1": Kind.YIELD,
    "b2": Kind.STOP,
    "b3": Kind.CROSSWALK,
    "b4": Kind.PRIORITY_ROAD,
    "b5": Kind.PRIORITY_ENDS,
    "c31": Kind.SPEED_LIMIT,
    "c32": Kind.SPEED_LIMIT_ENDS,
    "d3": Kind.ROUNDABOUT,
}

_COUNTRIES = {
    "": _OPENDRIVE | _GERMANY,
    "opendrive": _OPENDRIVE | _GERMANY,
    "de": _GERMANY,
    "deu": _GERMANY,
    "ger": _GERMANY,
    "germany": _GERMANY,
    "at": _AUSTRIA,
    "aut": _AUSTRIA,
    "us": _UNITED_STATES,
    "usa": _UNITED_STATES,
    "se": _SWEDEN,
    "swe": _SWEDEN,
}

_LIGHTS = {Kind.LIGHT: ("OpenDRIVE", "1000001"), Kind.PEDESTRIAN_LIGHT: ("OpenDRIVE", "1000002")}
_SIGNS = {
    "DE": {
        Kind.STOP: "206",
        Kind.YIELD: "205",
        Kind.PRIORITY_ROAD: "306",
        Kind.PRIORITY_HERE: "301",
        Kind.PRIORITY_ENDS: "307",
        Kind.RIGHT_FIRST: "102",
        Kind.ROUNDABOUT: "215",
        Kind.SPEED_LIMIT: "274",
        Kind.SPEED_LIMIT_ENDS: "278",
        Kind.CROSSWALK: "350",
        Kind.STOP_LINE: "294",
    },
    "SE": {
        Kind.STOP: "b2",
        Kind.YIELD: "b1",
        Kind.PRIORITY_ROAD: "b4",
        Kind.PRIORITY_ENDS: "b5",
        Kind.RIGHT_FIRST: "a29",
        Kind.ROUNDABOUT: "d3",
        Kind.SPEED_LIMIT: "c31",
        Kind.SPEED_LIMIT_ENDS: "c32",
        Kind.CROSSWALK: "b3",
    },
    "US": {
        Kind.STOP: "R1-1",
        Kind.YIELD: "R1-2",
        Kind.ROUNDABOUT: "R6-4",
        Kind.SPEED_LIMIT: "R2-1",
        Kind.CROSSWALK: "W11-2",
    },
}
"""The code that is put up for each kind, of the several that may mean the same."""
SIGN_COUNTRIES = tuple(_SIGNS)
"""The countries whose signs can be put up."""

_WORDS = {
    "stop": Kind.STOP,
    "sign stop": Kind.STOP,
    "stop sign": Kind.STOP,
    "yield": Kind.YIELD,
    "give way": Kind.YIELD,
    "sign yield": Kind.YIELD,
    "yield sign": Kind.YIELD,
    "stop line": Kind.STOP_LINE,
    "stopline": Kind.STOP_LINE,
    "speed limit": Kind.SPEED_LIMIT,
    "traffic light": Kind.LIGHT,
    "trafficlight": Kind.LIGHT,
    "crosswalk": Kind.CROSSWALK,
    "priority road": Kind.PRIORITY_ROAD,
    "roundabout": Kind.ROUNDABOUT,
}

_MPH = frozenset({"us", "usa", "gb", "uk", "gbr"})
_UNSET = frozenset({"", "-1", "none"})
_GERMAN_SPEED_SUBTYPES = {str(50 + tens): 10.0 * tens for tens in range(1, 14)}
_KMH, _MILE_PER_HOUR = 1.0 / 3.6, 0.44704


def signal_kind(country: str, type_name: str, subtype: str, name: str) -> Kind:
    """What a sign or light means: by its country's code, else by German and OpenDRIVE's numbers, else by its name."""
    known = _COUNTRIES.get(country.lower(), {})
    joint = type_name + ("" if subtype in _UNSET else subtype)
    for table in (known, _OPENDRIVE, _GERMANY if type_name.replace(".", "").isdigit() else {}):
        for code in (type_name, joint, joint.lower(), type_name.upper()):
            if code in table:
                return table[code]
    for word in (type_name, name):
        if found := _WORDS.get(word.lower().replace("_", " ").strip()):
            return found
    return Kind.OTHER


def signal_speed(country: str, type_name: str, subtype: str, value: float | None) -> float | None:
    """The m/s of a speed sign without a unit: in the country's own unit, or as its subtype says.

    Swedish signs give tens of km/h (C31-5 is 50 km/h); German subtypes 51, 52, … stand for 10, 20, … km/h.
    """
    code = country.lower()
    if value is None or value <= 0.0:
        tabled = _GERMAN_SPEED_SUBTYPES.get(subtype) if type_name in ("274", "278") else None
        return None if tabled is None else tabled * _KMH
    if code in ("se", "swe") and value <= 13.0:
        return value * 10.0 * _KMH
    return value * (_MILE_PER_HOUR if code in _MPH else _KMH)


def signal_code(kind: Kind, country: str = "DE") -> tuple[str, str, str]:
    """The country, type and subtype of the sign or light of a kind.

    Lights have OpenDRIVE's own numbers wherever they stand, and signs that a country lacks have the German ones.
    """
    own = _SIGNS.get(country.upper(), {})
    if kind in _LIGHTS:
        return *_LIGHTS[kind], "-1"
    if kind in own:
        return country.upper(), own[kind], "-1"
    return ("DE", _SIGNS["DE"][kind], "-1") if kind in _SIGNS["DE"] else ("OpenDRIVE", "none", "-1")
