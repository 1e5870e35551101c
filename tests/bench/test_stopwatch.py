"""Timing takes turns and leaves the first round out."""

from __future__ import annotations

from seahaven.bench.stopwatch import cpu_seconds, race


def test_work_is_called_once_and_takes_time() -> None:
    calls: list[int] = []
    assert cpu_seconds(lambda: calls.append(sum(range(10_000)))) > 0
    assert len(calls) == 1


def test_pieces_of_work_take_turns_after_a_round_that_does_not_count() -> None:
    turns: list[str] = []
    rounds = race(lambda: turns.append("ours"), lambda: turns.append("peer"), repeats=2)
    assert turns == ["ours", "peer"] * 3
    assert [len(times) for times in rounds] == [2, 2]
