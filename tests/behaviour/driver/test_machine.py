"""The driver as a machine: engines, columns, drawing, cost."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from seahaven.behaviour import SENSED, TRAITS, Driver
from seahaven.hcsm import CompiledMachine, Interpreter, Mail, Message, draw_svg, draw_text
from seahaven.hcsm.compiler.weight import pays_without_branches
from seahaven.traffic import VEHICLES
from tests.behaviour.driver.ring import TYPES, Ring, traits

ORDERS = [("adjust_speed", 20.0), ("change_lane", 1.0), ("follow", 2.0), ("beside", 1.0), ("brake", 3.0),
          ("release", 1.0), ("stop", 1.0), ("go", 1.0), ("stop_on_shoulder", 1.0), ("lead", 3.0)]  # fmt: skip


def test_its_ports_are_columns_of_vehicles() -> None:
    columns = VEHICLES.columns
    assert {port.name for port in Driver.program.inputs} - {"dt"} <= set(columns)
    assert {port.name for port in Driver.program.outputs} <= set(columns)
    assert all(columns[p.name].nullable == p.nullable for p in Driver.program.inputs if p.name != "dt")
    by_perception = {"weather_caution"}  # is in `weather_pace` and `gloomy`
    assert set(TRAITS) - by_perception <= {port.name for port in Driver.program.inputs}
    assert set(SENSED) > {port.name for port in Driver.program.inputs} & set(SENSED)


def test_everything_on_its_panel_is_explained() -> None:
    program = Driver.program
    assert all(port.doc for port in (*program.buttons, *program.dials))


def random_columns(random: Any, count: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Whatever may come, plausible or not."""
    values, nulls = {}, {}
    for port in Driver.program.inputs:
        drawn = {"float": random.uniform(0.1, 40.0, count), "int": random.integers(-2, 4, count),
                 "bool": random.random(count) < 0.5}[port.type]  # fmt: skip
        values[port.name] = drawn.astype(TYPES[port.type])
        if port.nullable:
            nulls[port.name] = random.random(count) < (0.95 if port.name in ("contact", "route_end") else 0.3)
    values["dt"][:] = 0.1
    return values, nulls


def test_compiled_it_says_what_it_says_interpreted() -> None:
    count, random = 9, np.random.default_rng(4)  # noqa: TID251 # any numbers will do
    ids = np.arange(1, count + 1)
    interpreter = Interpreter(Driver, seed=6)
    machines = [interpreter.machine(int(entity)) for entity in ids]
    crowd = CompiledMachine(Driver, seed=6).crowd(ids)
    for step in range(60):
        values, nulls = random_columns(random, count)
        crowd.post(crowd.step(values, nulls, step=step))
        for row, machine in enumerate(machines):
            given = {n: None if n in nulls and nulls[n][row] else v[row].item() for n, v in values.items()}
            result = interpreter.step(machine, given, step=step)
            for message in result.sent:
                machine.post(message)
            for name, said in result.outputs.items():
                value, is_null = (part[row] for part in crowd.output(name))
                assert (None if is_null else value.item()) == said, (step, row, name)
        item, value = ORDERS[step % len(ORDERS)]
        order = Message(step % count + 1, f".{item}", value)
        machines[step % count].post(order)
        crowd.post(Mail.of([order]))


def test_it_runs_without_branches_and_few_rows_are_left_over() -> None:
    assert pays_without_branches(Driver.program)
    ring = Ring(6_000.0, 3, 400, **traits(400, 2))
    ring.spread(25.0)
    ring.step(30)
    left = []
    for _ in range(50):
        ring.step()
        left.append(int(ring.crowd._posts._hard.sum()))
    assert np.mean(left) < 0.05 * 400


def test_it_can_be_drawn() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        text = draw_text(Driver.program)
        picture = draw_svg(Driver.program)
    for part in (
        "cruising",
        "following",
        "avoiding",
        "keeping",
        "passing",
        "merging",
        "courtesy",
        "halting",
        "looking",
    ):
        assert part in text
    assert picture.startswith("<svg")
