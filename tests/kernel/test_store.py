from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seahaven.errors import OwnershipError, WiringError
from seahaven.kernel import (
    SECOND,
    Controller,
    Module,
    State,
    StorePort,
    Tick,
    fork,
    load_checkpoint,
    port,
    restore,
    save_checkpoint,
    take_snapshot,
)
from tests.kernel.parts import Source


class Slate:
    """A module's end of the board: proposes a number, reads the one in force."""

    def __init__(self, board: Board, path: str) -> None:
        self.board, self.path, self.proposed = board, path, None

    def seal(self, now: int, due: int) -> None:
        self.board.calls.append(f"seal {self.path} {now} {due}")
        if self.proposed is not None:
            self.board.waiting.append((due, self.proposed))
            self.proposed = None


class Board:
    """A store of one number that writes down how it is called."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.bound: list[str] = []
        self.waiting: list[tuple[int, float]] = []
        self.value = 0.0

    def bind(self, path: str, port: StorePort) -> Slate:
        if path.endswith("thief"):
            raise OwnershipError(f"'{path}' may not write")
        self.calls.append(f"bind {path}.{port.name}")
        self.bound.append(path)
        return Slate(self, path)

    def release(self, path: str) -> None:
        self.calls.append(f"release {path}")

    def order(self) -> Iterable[tuple[str, str]]:
        return [(first, second) for first, second in zip(self.bound, self.bound[1:], strict=False)]

    def turn(self, now: int) -> None:
        self.calls.append(f"turn {now}")
        for due, value in list(self.waiting):
            if due <= now:
                self.value = value
                self.waiting.remove((due, value))

    def commit(self, now: int) -> None:
        self.calls.append(f"commit {now}")

    def save(self) -> Any:
        return (self.value, tuple(self.waiting))

    def load(self, saved: Any) -> None:
        self.value, self.waiting = saved[0], list(saved[1])

    def fork(self) -> Board:
        twin = Board()
        twin.load(self.save())
        return twin

    def encode(self, saved: Any) -> dict[str, Any]:
        return {"value": np.array(saved[0]), "waiting": list(saved[1])}

    def decode(self, encoded: dict[str, Any]) -> Any:
        return (float(encoded["value"]), tuple(encoded["waiting"]))


class Clerk(Module):
    slate = StorePort()
    read: State[list[float]] = port([])

    def step(self, tick: Tick) -> None:
        self.read.append(self.slate.board.value)
        self.slate.proposed = self.slate.board.value + 1.0


def office() -> Controller:
    return Controller(Module("root", Clerk("b", rate=1), Clerk("a", rate=1)), store=Board())


def test_a_store_is_bound_turned_sealed_and_committed_in_this_order() -> None:
    controller = office()
    controller.run(SECOND)
    assert controller.store.calls == [
        "bind a.slate", "bind b.slate", "seal a 0 0", "seal b 0 0", "commit 0", "turn 0",
        "turn 0", f"seal a 0 {SECOND}", f"seal b 0 {SECOND}", "commit 0", f"turn {SECOND}",
    ]  # fmt: skip


def test_the_store_says_who_runs_before_whom() -> None:
    controller = Controller(Module("root", Clerk("b", rate=1), Clerk("a", rate=1)), store=Board())
    controller.store.bound.reverse()
    controller.tree.rewire(0)
    controller.run(1)
    seals = [call for call in controller.store.calls if call.startswith("seal")]
    assert seals[2:] == [f"seal b 0 {SECOND}", f"seal a 0 {SECOND}"]


def test_a_removed_module_is_released_and_an_added_one_bound_and_committed() -> None:
    controller = office()
    controller.run(SECOND)
    controller.store.calls.clear()
    controller.remove("a")
    controller.add(Clerk("c", rate=1))
    assert controller.store.calls == [
        "release a", "bind c.slate", f"seal c {SECOND} {SECOND}", f"commit {SECOND}", f"turn {SECOND}",
    ]  # fmt: skip


def test_a_module_that_the_store_refuses_is_not_added_and_keeps_nothing() -> None:
    controller = office()
    controller.store.calls.clear()
    with pytest.raises(OwnershipError, match="'group/thief' may not write"):
        controller.add(Module("group", Clerk("honest", rate=1), Clerk("thief", rate=1)))
    assert controller.store.calls == [
        "bind group/honest.slate",
        "release group",
        "release group/honest",
        "release group/thief",
    ]
    assert sorted(controller.tree.activations) == ["", "a", "b"]


def test_a_module_with_a_store_port_needs_a_store() -> None:
    with pytest.raises(WiringError, match="module 'a' uses the store by its port 'slate', but the run has no store"):
        Controller(Module("root", Clerk("a", rate=1)))


def test_store_ports_are_inherited() -> None:
    class Senior(Clerk):
        stamp = StorePort()

    assert list(Senior.store_ports) == ["slate", "stamp"]
    assert Senior.store_ports["stamp"].name == "stamp"


def test_snapshots_forks_and_checkpoints_carry_the_store(tmp_path: Path) -> None:
    straight = office()
    straight.run(6 * SECOND)
    expected = straight.get("a.read")
    controller = office()
    controller.run(3 * SECOND)
    twin, saved = fork(controller), take_snapshot(controller)
    save_checkpoint(controller, tmp_path / "run.npz")
    controller.run(5 * SECOND)
    restore(controller, saved)
    loaded = office()
    load_checkpoint(loaded, tmp_path / "run.npz")
    for run in (controller, twin, loaded):
        run.run(6 * SECOND)
        assert run.get("a.read") == expected
    assert twin.store is not controller.store


def test_a_run_without_store_ports_needs_no_store() -> None:
    Controller(Module("root", Source("source", rate=1))).run(SECOND)
