"""The simulation behind the studio, asked without a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from seahaven.studio.commands import Furnish, Open
from seahaven.studio.simulator import Simulator


class Heard:
    """What a simulation says, by kinds, and what it stores."""

    def __init__(self, project: Path) -> None:
        self.frames, self.said = list[bytes](), list[dict[str, Any]]()
        self.stored = dict[str, bytes]()
        self.simulator = Simulator(
            project, show=lambda run, frame: self.frames.append(frame), tell=self.said.append, put=self.store
        )

    def store(self, name: str, content: bytes) -> None:
        assert name not in self.stored
        self.stored[name] = content

    def kinds(self) -> list[str]:
        return [message["type"] for message in self.said]


@pytest.fixture
def heard(project: Path) -> Iterator[Heard]:
    made = Heard(project)
    yield made
    made.simulator._close()


def test_a_watched_run_moves_before_its_world_is_made_which_is_made_once_when_it_is_looked_at(heard: Heard) -> None:
    simulator = heard.simulator
    simulator.obey(Open(source="drive.study.yaml"))
    simulator._go_on()
    assert list(heard.stored) == ["map"]
    simulator.obey(Furnish())
    thread = simulator._making
    simulator.obey(Furnish())
    assert thread is not None
    assert thread is simulator._making
    shown = len(heard.frames)
    simulator._go_on()
    assert len(heard.frames) > shown
    thread.join(60.0)
    assert list(heard.stored) == ["map", "world"]
    assert heard.kinds().count("ready") == 1


def test_a_kind_of_virtual_subject_drives_where_it_is_chosen(heard: Heard) -> None:
    heard.simulator.obey(Open(source="drive.study.yaml", subject="tailgater"))
    opened = next(message for message in heard.said if message["type"] == "opened")
    assert opened["seats"] == {}
    (run,) = heard.simulator._runs
    assert any(type(module).__name__ != "Module" and module.name == "seat0" for module in run.controller)
