"""People who drive, as the studio hears and shows them: links without browsers, each with pages of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from seahaven.bench.studio.client import Client, of, time_of


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as made:
        yield made


@pytest.fixture
def link(address: str, stack: ExitStack) -> Client:
    return stack.enter_context(Client(address))


def opened(client: Client, study: str, **options: object) -> dict[str, int]:
    """Open a study with people at the wheel; gives the vehicles by their names."""
    client.ask("open", source=study, driver="person", **options)
    told = client.hear("opened", lambda message: message["source"] == study)
    client.hear("ready")
    return {name: int(vehicle) for vehicle, name in told["seats"].items()}


def test_two_people_drive_in_one_world(address: str, link: Client, stack: ExitStack) -> None:
    seats = opened(link, "two.study.yaml", absent="brake")
    ada, bob = seats["ada"], seats["bob"]
    other = stack.enter_context(Client(address))
    link.ask("sit", vehicle=ada, page="one")
    other.ask("sit", vehicle=ada, page="other")
    assert "drives 'ada' already" in other.hear("fault")["text"]
    link.drive(ada, throttle=1.0, headlamps="dipped")
    # the vehicle that nobody drives brakes with its hazard lights on
    frame = link.see(lambda frame: of(frame, ada, "lamps") == 8 + 64 and of(frame, bob, "lamps") == 1 + 2 + 4 + 64)
    assert frame["cockpit"]["throttle"].max() == 1.0
    other.ask("sit", vehicle=bob, page="other")
    other.drive(ada, brake=1.0, turn_light="right")  # without that seat, this says nothing
    other.drive(bob, throttle=0.5, turn_light="right")
    frame = other.see(lambda frame: of(frame, bob, "lamps") == 4 + 64)
    assert of(frame, ada, "lamps") != 4 + 64
    link.ask("seated", vehicles=[ada])
    assert "no command 'seated'" in link.hear("fault")["text"]


def going(state: dict[str, Any]) -> bool:
    return not state["paused"]


def waiting(state: dict[str, Any]) -> bool:
    return bool(state["paused"]) and state["waiting"] == ["ada"]


@pytest.mark.slow
def test_time_waits_for_drivers_who_are_away(address: str, link: Client, stack: ExitStack) -> None:
    ada = opened(link, "drive.study.yaml", record=True)["ada"]
    with Client(address) as driver:
        driver.ask("sit", vehicle=ada, page="one")
        driver.drive(ada, throttle=1.0)
        driver.see(lambda frame: time_of(frame) > 0.3)
    link.hear("seats", lambda message: message["seats"][0]["page"] == driver.number)
    link.hear("seats", lambda message: message["seats"][0]["page"] == 0)
    link.hear("state", waiting)  # its page was closed
    stopped = time_of(link.see())
    assert time_of(link.see()) == stopped > 0.3
    driver = stack.enter_context(Client(address))
    driver.ask("sit", vehicle=ada, page="one")
    driver.drive(ada, throttle=1.0)
    (seat,) = link.hear("seats", lambda message: message["seats"][0]["away"])["seats"]
    link.hear("state", waiting)  # its browser sleeps
    assert seat["page"] == driver.number
    driver.drive(ada)
    link.hear("state", going)
    driver.close()
    link.hear("seats", lambda message: message["seats"][0]["page"] == 0)
    link.hear("state", waiting)
    stopped = time_of(link.see())
    link.ask("play")  # the director does not wait
    link.see(lambda frame: time_of(frame) > stopped + 0.1)


def test_a_seat_that_does_not_exist_is_refused_in_words(link: Client) -> None:
    link.ask("open", source="two.study.yaml", driver="person", seats=["bop"])
    assert "no subject 'bop'; did you mean 'bob'?" in link.hear("fault")["text"]
