"""A study that says nearly everything that a study can say, and the same with one number changed."""

from __future__ import annotations

import copy
from typing import Any, Final

from seahaven.files import parse_yaml

TEXT: Final = """\
study: Everything
seed: 1
duration: 10 s
record: 2 Hz
roads: seahaven.roads.builder:lesson_town
spacing: 0 m
courses:
  track:
    start: {x: 0, y: 0, heading: 0}
    pieces: [{line: 10 m}, {arc: 10 m, radius: 50 m}, {clothoid: 10 m, radius: 60 m}]
weather:
  - {preset: rain, visibility: 500 m, grip: 0.8, rain: 4 mm/h, daylight: 0.5}
  - {at: 5 s, over: 2 s, preset: fog}
subject:
  {name: ada, on: High_Street.1, at: 60 m, lane: -1, speed: 40 km/h, to: Station_Road.7,
    driver: {virtual: {kind: slow, number: 3}}}
traffic:
  rate: 10 Hz
  threads: 1
  mix: {car: 90 %, van: 10 %}
  patience: 90 s
  types: {old: {like: car, headway: 2 s}}
  flows:
    - {from: High_Street.1, rate: 240/h, begin: 0 s, end: 9 s, lane: 0, speed: 30 km/h, mix: {car: 1}}
  turns: {station: {left: 20 %, straight: 60 %, right: 20 %}}
  trips:
    - name: line
      from: Station_Road.1
      at: 5 m
      to: Station_Road.7
      via: [High_Street.4]
      departure: 1 s
      every: 3 s
      end: 9 s
      lane: 0
      speed: 20 km/h
      halts: [{on: High_Street.4, at: 60 m, lane: -1, duration: 5 s, until: 8 s}]
  stops:
    station: {on: High_Street.4, from: 40 m, to: 75 m, lane: -1, duration: 30 s}
    market: {on: Market_Road, at: 110 m}
  random: {rate: 500/h, fringe: 3, least: 250 m, begin: 0 s, end: 8 s, mix: {car: 1}}
  ambient:
    radius: 400 m
    density: [{density: 5/km, lanes: [1], of: 1}]
    mix: {car: 1}
    horizon: 200 m
    turning: 0.3
    areas: {market: {road: Market_Road, from: 0 m, to: 50 m}, square: {x: 0, y: 0, radius: 50 m}}
people: {rate: 60/h, walks: 5}
triggers:
  slow:
    on: High_Street.2
    at: 10 m
    lane: -1
    for: 1 s
    delay: 1 s
    rest: 1 s
    when:
      stopped: 1 s
      speed_above: 1 m/s
      speed_below: 30 m/s
      closer_than: {distance: 5 m, to: ada}
      time_to_arrival: {on: High_Street.2, at: 3 m, lane: -1, below: 3 s}
      headway: {below: 2 s}
      at: 1 s
      after: {trigger: square, by: 1 s}
  square: {area: {x: 0, y: 0, length: 5 m, width: 5 m, heading: 0.5}}
  stretch: {on: High_Street.2, from: 1 m, to: 2 m}
  round: {area: {x: 0, y: 0, radius: 5 m}, when: {headway: 2 s}}
beacons:
  lamp: {on: High_Street.2, at: 10 m, lane: -1, reach: 50 m, every: 1 s, message: {brake: 2}}
  west: {stream: {from: by-pass.1, to: by-pass.5, headway: 3 s, speed: 20 m/s, mix: {car: 1}}}
  east: {stream: {from: by-pass.5, to: by-pass.1, rate: 600/h}}
instructions: [{at: 100 m, say: Turn the radio on.}, {time: 3 s, mark: middle}]
modules:
  cue: {use: cue, rate: 10 Hz, entity: ada, with: {at: 1 s, button: brake, value: 2}}
experiment: {participants: 2, conditions: {dry: {}, wet: {weather: rain}}}
"""
EVERYTHING: Final[Any] = parse_yaml(TEXT).data


def places(path: str) -> list[tuple[str | int, ...]]:
    """Where a number stands that a schema calls `traffic.flows[].rate` or `courses.NAME.start.x`; maybe nowhere."""
    found: list[tuple[tuple[str | int, ...], Any]] = [((), EVERYTHING)]
    for step in path.replace("[]", ".[]").split("."):
        found = [((*way, key), value) for way, data in found for key, value in _inside(data, step)]
    return [way for way, _ in found]


def changed(place: tuple[str | int, ...], value: Any) -> Any:
    """The study with another value at a place."""
    data = copy.deepcopy(EVERYTHING)
    inner: Any = data
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return data


def _inside(data: Any, step: str) -> list[tuple[str | int, Any]]:
    if step == "[]":
        return list(enumerate(data)) if isinstance(data, list) else []
    if not isinstance(data, dict):
        return []
    return list(data.items()) if step == "NAME" else [(step, data[step])] if step in data else []
