"""Compiled: drivers that go by a table of values, one for each message and effector: Q-learning, and random driving."""

from __future__ import annotations

from typing import Any

from seahaven.geometry.compiled import inlined
from seahaven.geometry.entry_kernels import compiled_entry, taken
from seahaven.hcsm.compiler.lot_kernels import uniform
from seahaven.seats.learned.learned_kernels import earn, holds, note_events, note_people, put, start

EPSILON, RATE, DISCOUNT = range(3)
COIN, WHICH = range(2)


@inlined
def best_of(values: Any, state: int) -> int:
    """The effector of the highest value; of equal ones the first."""
    best = 0
    for action in range(1, values.shape[1]):
        if values[state, action] > values[state, best]:
            best = action
    return best


@compiled_entry
def drive_tabular(hand: Any, index: int, now: int, due: int) -> int:
    """One step of all vehicles of a driver: note what happened, at its dates learn and choose, and act."""
    tally, which, every, settings, seen, kept, cells, plan, tables, table, tallies, people, rewards, keys = taken(hand)
    values, states, actions = table
    n, dt = tally[0], (due - now) / 1e9
    note_people(seen, kept, tallies, n, which, people)
    for row in range(n):
        if seen.learned[row] != which or kept.seat[row] < 0:
            continue
        seat = kept.seat[row]
        note_events(seen, kept, tallies, n, row, dt)
        if index % every == 0 or not kept.acts[row]:
            state = 0
            for sensor in range(len(plan.sensor_first) - 1):
                if holds(tables, plan.sensor_first[sensor], plan.sensor_first[sensor + 1], row):
                    state |= 1 << sensor
            if kept.acts[row]:
                earn(plan, tables, rewards, kept, tallies, row)
                earned = 0.0
                for goal in range(rewards.shape[1]):
                    earned += rewards[0, goal]
                target = earned + settings[DISCOUNT] * values[state, best_of(values, state)]
                was = values[states[seat], actions[seat]]
                values[states[seat], actions[seat]] = was + settings[RATE] * (target - was)
            effector = best_of(values, state)
            if uniform(keys[0], keys[1], seen.ids[row], index, COIN) < settings[EPSILON]:
                effector = int(uniform(keys[0], keys[1], seen.ids[row], index, WHICH) * values.shape[1])
            states[seat], actions[seat] = state, effector
            tallies[seat, 0] += 1.0
            kept.acts[row] = True
            start(seen, kept, plan, tallies, row, effector)
        put(seen, kept, cells, plan, row, dt)
    return 0
