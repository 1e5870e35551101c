"""Every number that a study may say has bounds, and what lies beyond them is answered at once."""

from __future__ import annotations

import json
import resource
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from seahaven.errors import InputError, SeahavenError
from seahaven.files import Document, Schema, numeric_fields, parse_yaml, validate
from seahaven.kernel import Stream
from seahaven.takes import Study, examine, load_take, study_schema
from tests.takes.everything import TEXT, changed, places

FIELDS = numeric_fields(Study)


def test_every_number_of_a_study_has_bounds() -> None:
    assert len(FIELDS) > 100
    assert [field.path for field in FIELDS if field.within is None] == []


class Inner(Schema):
    count: int | None = None


class Outer(Schema):
    many: dict[str, list[Inner]] | None = None
    word: str = ""
    flag: bool = False


def test_a_number_without_bounds_is_found_wherever_it_stands() -> None:
    assert [(field.path, field.within) for field in numeric_fields(Outer)] == [("many.NAME[].count", None)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("duration: 999999999999 s", "2:11: duration is 999999999999 s; expected up to 7 days"),
        ("duration: 0", "2:11: duration is 0 s; expected at least 1 ms"),
        ("duration: -.inf", "2:11: duration is -inf s; expected 1 ms to 7 days"),
        ("seed: -1", "3:7: seed is -1; expected at least 0"),
        ("seed: 1000000000000000000000", "3:7: seed is 1000000000000000000000; expected up to 1,000,000,000,"),
        ("record: 1e9 Hz", "3:9: record is 1e9 Hz; expected up to 1,000 Hz"),
        ("traffic: {rate: 1e9 Hz}", "3:17: traffic.rate is 1e9 Hz; expected up to 1,000 Hz"),
        ("traffic: {random: {rate: 1e9/h}}", "3:26: traffic.random.rate is 1e9/h; expected up to 100,000/h"),
        ("people: {rate: 60/h, walks: 65537}", "3:29: people.walks is 65537; expected up to 1,000"),
        ("subject: {on: A, speed: 10000 km/h}", "3:25: subject.speed is 10000 km/h; expected up to 252 km/h$"),
        ("subject: {on: A, speed: 120}", "speed is 120 m/s; expected up to 252 km/h; .* write, say, '120 km/h'$"),
        ("subject: {on: A, lane: 1e9}", r"subject.lane is 1000000000.0; expected up to 100;"),
        ("courses: {a: {pieces: [{clothoid: 1e15 m}]}}", "clothoid is 1e15 m; expected up to 100 km"),
        ("experiment: {participants: 3000000}", "experiment.participants is 3000000; expected up to 10,000$"),
        ("triggers: {a: {when: {headway: 200 s}}}", "triggers.a.when.headway is 200 s; expected up to 60 s$"),
        ("triggers: {a: {when: {stopped: 1e9 s}}}", "triggers.a.when.stopped is 1e9 s; expected up to 7 days$"),
    ],
)
def test_a_number_beyond_its_bounds_is_refused_with_them_and_its_place(text: str, message: str) -> None:
    others = "" if text.startswith("duration") else "duration: 1 s\n"
    with pytest.raises(InputError, match=message):
        validate(parse_yaml(f"study: a\n{others}{text}\n"), Study)


def test_editors_know_the_bounds() -> None:
    duration = study_schema()["properties"]["duration"]["anyOf"][0]
    assert (duration["minimum"], duration["maximum"]) == (0.001, 7 * 24 * 3600)
    walks: dict[str, Any] = study_schema()["$defs"]["PeopleEntry"]["properties"]["walks"]
    assert (walks["minimum"], walks["maximum"]) == (1, 1000)


ROADS = """\
study: Bounds
duration: 10 s
roads: tests.trials.script:roads
subject: {name: ada, on: M1, lane: right, at: 400 m}
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("traffic: {types: {old: {headway: 200 s}}}", r":5:34: headway is 200 s; expected up to 60 s"),
        ("traffic: {types: {old: {headway: {low: 1 s, high: 90 s}}}}", r":5:34: .* from 1.01 to 90; .* 0 to 60 s"),
        ("traffic: {types: {old: {length: 1e9 m}}}", r":5:33: length is 1e9 m; expected up to 500 m"),
        ("traffic: {types: {old: {power: 0}}}", r":5:32: power is 0 W/kg; expected at least 0.01 W/kg"),
        ("world: {vehicle: {b: {on: M1, driver: {reaction: 99 s}}}}", r":5:50: reaction is 99 s; expected up to 10 s"),
        ("world: {vehicle: {b: {on: M1, headway: 200 s}}}", r":5:40: headway is 200 s; expected up to 60 s"),
        ("world: {vehicle: {b: {x: 1e12 m, y: 0}}}", r":5:26: x is 1e12 m; expected up to 20,000 km"),
        ("world: {vehicle: {b: {x: 0, y: 0, aim: 1e99}}}", r":5:40: aim is 1e\+99; expected up to 1,000,000,0"),
        ("modules: {c: {use: cue, rate: 1e9 Hz}}", r":5:31: modules.c.rate is 1e9 Hz; expected up to 10 kHz"),
        (
            "modules: {c: {use: cue, rate: 1 Hz, entity: ada, with: {at: 1e99 s, button: go}}}",
            r":5:61: at is 1e99 s; expected up to 7 days",
        ),
        (
            "triggers: {t: {who: ada, orders: [{of: firer, press: {adjust_speed: 999 m/s}}]}}",
            r":5:69: adjust_speed is 999 m/s; expected up to 252 km/h",
        ),
        (
            "weather: rain\ntriggers: {t: {who: ada, orders: [{of: weather, press: {grip: 1e9}}]}}",
            r":6:63: grip is 1000000000.0; expected up to 1.5",
        ),
        (
            "beacons: {b: {rides: ada, message: {brake: 1e6 g}}}",
            r":5:44: brake is 1e6 g; expected up to 20 m/s²",
        ),
        (
            "situations: [{use: sudden braking, at: 1 km, with: {headway: 1e9 s}}]",
            r":5:62: headway is 1e9 s; expected up to 600 s",
        ),
        (
            "duration: 7 days\ntraffic: {random: {rate: 1e5/h}}",
            r":5:26: there would be 16,800,000 random trips; expected up to 100,000: let fewer set out",
        ),
        (
            "duration: 7 days\ntraffic: {trips: [{name: a, from: M1, to: M1, every: 0.1 s}]}",
            r":5:54: there would be 6,048,000 trips 'a'; expected up to 100,000",
        ),
    ],
)
def test_values_that_no_schema_knows_have_bounds_too(text: str, message: str, tmp_path: Path) -> None:
    study = tmp_path / "bounds.study.yaml"
    first, _, rest = text.partition("\n")
    base = ROADS.replace("duration: 10 s", first) if first.startswith("duration") else ROADS
    study.write_text(base + (rest if first.startswith("duration") else text) + "\n")
    with pytest.raises(InputError, match=message):
        load_take(study, allow=("tests",))


EXTREMES = (0, -1, 1e-300, 1e9, 1e15, 1e300, -1e300, 10**30, "1e999 s", "-1e99 km", "1e99 Hz", "1e9/h", "1e99 %")


def cost(work: Callable[[], object]) -> tuple[float, float]:
    """The seconds of CPU time and the megabytes that something takes, whether or not it refuses."""
    before = resource.getrusage(resource.RUSAGE_SELF)
    with suppress(SeahavenError):
        work()
    after = resource.getrusage(resource.RUSAGE_SELF)
    return after.ru_utime - before.ru_utime, (after.ru_maxrss - before.ru_maxrss) / 1024


def test_extremes_of_every_number_are_answered_at_once() -> None:
    for field in FIELDS:
        for place in places(field.path):
            for value in EXTREMES:
                document = Document("<data>", changed(place, value))
                seconds, megabytes = cost(partial(validate, document, Study))
                assert max(seconds, megabytes / 100.0) < 1.0, (place, value)


def test_studies_at_their_bounds_are_checked_in_bounded_time_and_memory(tmp_path: Path) -> None:
    study, stream = tmp_path / "everything.study.yaml", Stream.named(7, "bounds")
    study.write_text(TEXT)
    examine(study)
    chosen = [field for k, field in enumerate(FIELDS) if places(field.path) and stream.uniform(entity=k) < 0.05]
    assert chosen
    for field in chosen:
        assert field.within
        for value in (field.within.least, field.within.most):
            study.write_text(json.dumps(changed(places(field.path)[0], value)))  # all JSON is YAML
            seconds, megabytes = cost(partial(examine, study))
            assert max(seconds / 3.0, megabytes / 300.0) < 1.0, (field.path, value)
