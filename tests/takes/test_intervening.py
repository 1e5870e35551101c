"""Situations in the hands of a person: cued, cast and stopped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from seahaven.direction import SituationAccount
from seahaven.errors import InputError
from seahaven.takes import Run, open_run
from seahaven.trials import entry_text
from tests.takes.test_run import written

STUDY = """
study: By hand
duration: 4 min
roads: ROADS
subject: {name: ada, on: A1.1, lane: right, at: 500 m, to: A1.4, speed: 100 km/h}
world:
  vehicle:
    bob: {on: A1.1, lane: right, at: 640 m, to: A1.4, speed: 100 km/h}
    carl: {on: A1.1, lane: right, at: 800 m, to: A1.4, speed: 100 km/h}
traffic: {}
situations:
  - {use: sudden braking, at: 5 km, with: {headway: 1.5 s, braking: 0.6 g}}
"""
ROADS = Path(__file__).parents[2] / "examples" / "roads" / "motorway.xodr"
NAME = "sudden braking"


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    with open_run(written(tmp_path, STUDY.replace("ROADS", str(ROADS)))) as run:
        run.advance(1.0)
        yield run


def account(run: Run) -> SituationAccount:
    (only,) = run.situations
    return only


def lead(run: Run) -> int:
    (role,) = account(run).roles
    return role.entity


def test_a_situation_is_cued_cast_and_stopped_by_hand(run: Run) -> None:
    told = list[str]()
    names = {entity: name for name, entity in run.names.items()}
    run.watch(_Listener(lambda event: told.append(type(event.value).__name__)))
    begun = account(run)
    assert (begun.state, begun.wanted, begun.unit, begun.roles[0].entity) == ("waiting", 1.5, "s", 0)
    assert begun.way is not None
    assert begun.way > 3000.0
    run.cue(NAME)
    run.advance(1.5)
    assert (account(run).state, account(run).is_cued, lead(run)) == ("playing", True, run.names["bob"])
    assert account(run).now is not None
    run.cast(1, "lead", "carl")
    run.advance(1.5)
    assert lead(run) == run.names["carl"]
    assert account(run).roles[0].station is not None
    run.stop(NAME)
    run.advance(0.3)
    assert (account(run).state, account(run).why, lead(run)) == ("failed", "it was stopped by hand", 0)
    assert told.count("Intervention") == 3
    (first, *_) = (event for event in run.frame().events if type(event.value).__name__ == "Intervention")
    assert entry_text(first.value, names) == "by hand: sudden braking is cued"


class _Listener:
    def __init__(self, hear: object) -> None:
        self.on_event = hear


def test_a_waiting_situation_that_is_stopped_is_dropped(run: Run) -> None:
    run.stop(NAME)
    run.advance(0.2)
    assert (account(run).state, account(run).why) == ("dropped", "it was stopped by hand")
    with pytest.raises(InputError, match="is over: it was dropped"):
        run.cue(NAME)


def test_what_was_done_by_hand_is_part_of_snapshots(run: Run) -> None:
    run.cast(NAME, "lead", "carl")
    run.advance(2.0)
    twin = run.fork()
    run.advance(3.0)
    twin.advance(3.0)
    assert account(run) == account(twin)
    assert lead(twin) == run.names["carl"]
    twin.close()


def test_what_cannot_be_done_is_refused_in_words(run: Run) -> None:
    with pytest.raises(InputError, match=r"no situation 'sudden brake'.*did you mean 'sudden braking'"):
        run.cue("sudden brake")
    with pytest.raises(InputError, match=r"has no role 'leed'.*did you mean 'lead'"):
        run.cast(NAME, "leed", "bob")
    with pytest.raises(InputError, match="a vehicle that is no subject"):
        run.cast(NAME, "lead", "ada")
    run.cue(NAME)
    run.advance(0.5)
    with pytest.raises(InputError, match="is open already"):
        run.cue(NAME)
