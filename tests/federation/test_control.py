from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from seahaven import __version__
from seahaven.federation.control import Gatehouse, Machine
from seahaven.federation.ward import Ward


@pytest.fixture
def gatehouse() -> Iterator[tuple[Gatehouse, list[Machine]]]:
    joined: list[Machine] = []
    house = Gatehouse("127.0.0.1", 0, ["simulator"], joined.append)
    yield house, joined
    house.close()


def said(house: Gatehouse, *lines: bytes) -> tuple[socket.socket, Any]:
    host, _, port = house.address.rpartition(":")
    stream = socket.create_connection((host, int(port)), timeout=10.0)
    stream.sendall(b"".join(line + b"\n" for line in lines))
    return stream, stream.makefile("rb")


def hello(house: Gatehouse, **changes: Any) -> bytes:
    return json.dumps({"hello": "simulator", "key": house.key, "version": __version__, **changes}).encode()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"key": "0" * 32}, "this is not the key of the run"),
        ({"key": None}, "this is not the key of the run"),
        ({"version": "0.0"}, "you have Seahaven 0.0, this federation has"),
        ({"hello": "attic"}, "the call sheet names no machine 'attic'; it names simulator"),
    ],
)
def test_strangers_are_turned_away_and_counted(
    gatehouse: tuple[Gatehouse, list[Machine]], changes: dict[str, Any], message: str
) -> None:
    house, joined = gatehouse
    stream, lines = said(house, hello(house, **changes))
    with stream, lines:
        assert message in json.loads(lines.readline())["refused"]
        assert not lines.readline()
    assert (house.refused, joined) == (1, [])


@pytest.mark.parametrize("garbage", [b"", b"GET / HTTP/1.1", b"[1, 2", b"7", b"\xff\xfe\x00", b"{" * 5000])
def test_garbage_is_turned_away_and_counted(gatehouse: tuple[Gatehouse, list[Machine]], garbage: bytes) -> None:
    house, joined = gatehouse
    stream, lines = said(house, garbage)
    with stream, lines:
        assert "refused" in json.loads(lines.readline())
    assert (house.refused, joined) == (1, [])


def test_what_a_machine_passes_on_reaches_its_process_and_garbage_ends_it(
    gatehouse: tuple[Gatehouse, list[Machine]],
) -> None:
    house, joined = gatehouse
    told: list[dict[str, Any]] = []
    ward = house.wards["minds"] = Ward("minds", lambda _, what: told.append(what), is_away=True)
    lines = [json.dumps({"process": "minds", "told": each}).encode() for each in ({"pid": 7}, {"beat": True})]
    stream, answers = said(house, hello(house), *lines, b'{"process": "attic"}')
    with stream, answers:
        assert "refused" in json.loads(answers.readline())
    assert house.refused == 1
    assert [machine.name for machine in joined] == ["simulator"]
    assert ward.pid == 7
    assert told[0] == {"pid": 7}
