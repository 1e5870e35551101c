"""Places in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import inf
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from seahaven.errors import InputError
from seahaven.roads import places
from seahaven.roads.model import LaneKind, RoadKind
from seahaven.roads.places import Arrival, Bend, Control, Shape, Wanted, describe, parse
from seahaven.roads.places.vocabulary import ARRIVALS, BOUNDS, CONTROLS, HEADS, LANES, UNITS

WORD = re.compile(r"`([^`]+)`")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("T-junction", places.junction(shape="T")),
        ("a t junction with traffic lights", places.junction(shape="T", control="lights")),
        ("junction with stop on the side road", places.junction(control="stop", arriving="side road")),
        ("T-junction on the stem", places.junction(shape="T", arriving="stem")),
        ("crossing on the stop arm", places.junction(shape="crossing", arriving="stop")),
        ("Y-junction with three arms and all-way stop", places.junction(shape="Y", control="all-way stop", arms=3)),
        ("roundabout with 5 arms", places.junction(shape="roundabout", arms=5)),
        ("junction without lights and without stop signs", places.junction(no_control=("lights", "stop"))),
        ("junction with no lights", places.junction(no_control="lights")),
        ("junction with lights and crosswalk", places.junction(control="lights").having(places.crosswalk())),
        ("junction, with lights, on the stem", places.junction(control="lights", arriving="stem")),
        ("road with an exit lane", places.road(beside="exit")),
        ("road with parking lane and without bike lane", places.road(beside="parking", not_beside="biking")),
        ("motorway with entry lane", places.road(beside="entry", kind="motorway")),
        ("road with a speed limit of 36 km/h and two lanes", places.road(limit=10.0, lanes=2)),
        ("road of at least 1 km with pavement", places.road(beside="sidewalk", least=1000.0)),
        ("straight of at least 300 m", places.straight(least=300.0)),
        ("straight of at least 0.5 km without crosswalk", places.straight(least=500.0).lacking(places.crosswalk())),
        ("straight with parking lane", places.straight().having(places.road(beside="parking"))),
        ("left curve with a radius of at most 80 m", places.curve("left", most=80.0)),
        ("curve of radius above 100 m and with radius below 200 m", places.curve(least=100.0, most=200.0)),
        ("crest", places.crest()),
        ("sag of change at least 6 %", places.sag(change=0.06)),
        ("crosswalk without lights and without junction", places.crosswalk(lights=False, at_junction=False)),
        ("lane drop", places.lane_drop()),
        ("dead ends", places.dead_end()),
        ("junction with (crosswalk without lights)", places.junction().having(places.crosswalk(lights=False))),
        ("intersection with traffic signals", places.junction(control="lights")),
        ("traffic circle with a zebra crossing", places.junction(shape="roundabout").having(places.crosswalk())),
        ("crossroads without pedestrian crossing", places.junction(shape="crossing").lacking(places.crosswalk())),
        ("road with sidewalk and footpath", places.road(beside=("sidewalk", "sidewalk"))),
        ("road with bicycle lane and without cycle lanes", places.road(beside="biking", not_beside="biking")),
        ("freeway", places.road(kind="motorway")),
        ("straight longer than 300 m", places.straight(least=300.0)),
        ("straight of more than 2 miles", places.straight(least=2 * 1609.344)),
        ("straight over 200 metres, and shorter than 1 kilometre", places.straight(least=200.0, most=1000.0)),
        ("curve of at most 100 m", places.curve(most=100.0)),
        ("curve with a radius of less than 80 m", places.curve(most=80.0)),
        ("left bend tighter than 300 feet", places.curve("left", most=300 * 0.3048)),
        ("curve under 80 m", places.curve(most=80.0)),
        ("crest of change over 6 per cent", places.crest(change=0.06)),
    ],
)  # fmt: skip
def test_words_say_what_values_say(text: str, wanted: Wanted) -> None:
    assert parse(text) == wanted


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("T-juntion with lights", "no kind of place is called 'T-juntion' .* did you mean 'T-junction'"),
        ("T-junction with lihgts", "no feature of a place is called 'lihgts' .* did you mean 'lights'"),
        ("road with parkng lane", "did you mean 'parking lane'"),
        ("roundabout on the sideroad", "no arm is called 'sideroad' .* did you mean 'side road'"),
        ("curve on the stem", "only junctions have arms"),
        ("straight of at least 300 parsecs", "unknown unit 'parsecs' for a length"),
        ("straight of great length", "is no measure; write one like 'of at least 300 m'"),
        ("road with speed limit 50 m", "'50 m' is a length; expected a speed"),
        ("junction with (crosswalk", "parenthesis without its partner"),
        ("", 'a wish got no words; begin with a kind of place, as in "T-junction with lights"'),
        ("T-junction or crossing", 'says "or", which a wish cannot; ask for each by itself'),
        ("road with a speed limit of 30", "the speed limit 30 in .* has no unit; write '30 km/h' or '30 mph'"),
        ("curve longer than 100 m", "measures nothing that this place has; a curve has a radius: 'of at most 80 m'"),
        ("junction of at least 300 m", "measures nothing that this place has; it has no measures"),
        ("highway", "'highway' in .* may mean several things; say 'motorway' or 'rural road'"),
    ],
)
def test_what_is_not_understood_is_named_with_the_nearest_word(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse(text)


def test_values_with_unknown_words_are_refused() -> None:
    with pytest.raises(InputError, match="no shape of a junction is called 'TT'"):
        places.junction(shape="TT")
    with pytest.raises(InputError, match=r"no control of a junction is called 'light'; did you mean 'lights'\?"):
        places.junction(control="light")
    with pytest.raises(InputError, match="arms=0; expected a number from 1 on"):
        places.junction(arms=0)
    with pytest.raises(InputError, match=r"straight got least=-1.0; expected a number from 0 on"):
        places.straight(least=-1.0)


def vocabulary(title: str) -> set[str]:
    """The words that the page about places lists under a title, each in backticks in the first two columns."""
    page = (Path(__file__).parents[3] / "docs" / "places.md").read_text(encoding="utf-8")
    rows = page.split(f"### {title}\n")[1].split("\n#")[0].splitlines()
    return {word for row in rows if row.startswith("|") for cell in row.split("|")[1:3] for word in WORD.findall(cell)}


@pytest.mark.parametrize(
    ("title", "known"),
    [
        ("Kinds of places", HEADS),
        ("Lanes", LANES),
        ("Controls", CONTROLS),
        ("Arms", ARRIVALS),
        ("Bounds", BOUNDS),
    ],
)
def test_the_page_about_places_lists_every_word(title: str, known: Mapping[str, object]) -> None:
    assert vocabulary(title) == set(known)


@pytest.mark.parametrize("word", UNITS)
def test_units_may_be_spelled_out(word: str) -> None:
    kind = "sag of change at least" if UNITS[word] == "%" else "straight of at least"
    assert parse(f"{kind} 3 {word}") == parse(f"{kind} 3 {UNITS[word]}")


numbers = some.floats(1.0, 1e4).map(lambda value: round(value, 3))
controls = some.lists(some.sampled_from(list(Control)), max_size=2).map(tuple)
kinds = some.lists(some.sampled_from(list(LaneKind)), max_size=2).map(tuple)
maybe = some.none() | some.booleans()
plain = some.one_of(
    some.builds(
        places.WantedJunction,
        shape=some.none() | some.sampled_from(Shape),
        controls=controls,
        no_controls=controls,
        arms=some.none() | some.integers(1, 9),
        arriving=some.none() | some.sampled_from([*Arrival, *Control]),
    ),
    some.builds(
        places.WantedRoad,
        beside=kinds,
        not_beside=kinds,
        kind=some.none() | some.sampled_from(RoadKind),
        limit=some.none() | numbers,
        lanes=some.none() | some.integers(1, 9),
        least=some.just(0.0) | numbers,
    ),
    some.builds(places.WantedStraight, least=numbers, most=some.just(inf) | numbers),
    some.builds(places.WantedCurve, side=some.none() | some.sampled_from(Bend), most=some.just(inf) | numbers),
    some.builds(places.WantedHill, is_crest=some.booleans(), change=some.sampled_from([0.02, 0.04, 0.055])),
    some.builds(places.WantedCrosswalk, lights=maybe, at_junction=maybe),
    some.sampled_from([places.lane_drop(), places.dead_end()]),
)
nested = some.recursive(
    plain, lambda inner: some.builds(lambda a, b, c: a.having(b).lacking(c), plain, inner, inner), max_leaves=3
)


@given(nested)
def test_every_wish_is_understood_as_it_is_told(wanted: Wanted) -> None:
    assert parse(describe(wanted)) == wanted
