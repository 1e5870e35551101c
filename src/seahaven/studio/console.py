"""What the director's console shows of a run: situations, triggers, beacons, lights, weather and ambient traffic."""

from __future__ import annotations

from dataclasses import asdict
from math import isfinite
from typing import Any, Final

from seahaven.direction import Beacons, SituationAccount, TrafficStream, Triggers
from seahaven.takes import Run
from seahaven.traffic import CONTROLLER, Ambient, Signals

__all__ = ["SKY", "told_console"]

SKY: Final = ("visibility", "grip", "rain", "daylight")
"""What can be told of, and asked of, the weather."""
CHANGES: Final = ("", "amber", "clearing", "off")
"""How a controller changes over, by the number in the table."""


def told_console(run: Run) -> dict[str, Any]:
    """All of it as it is now; lists of what the study does not have are empty."""
    known = {family.name for family in run.world.families}
    return {
        "situations": [_situation(account) for account in run.situations],
        "triggers": _triggers(run),
        "beacons": _beacons(run),
        "lights": _lights(run) if CONTROLLER.name in known else [],
        "weather": (_weather(run) if "weather" in known else None) or None,
        "ambient": any(isinstance(module, Ambient) for module in run.controller),
    }


def _situation(account: SituationAccount) -> dict[str, Any]:
    """An account as it is told: what JSON has no number for becomes null."""
    told = asdict(account)
    told.pop("place")
    return {name: None if isinstance(value, float) and not isfinite(value) else value for name, value in told.items()}


def _triggers(run: Run) -> list[dict[str, str]]:
    return [
        {"name": name, "state": state}
        for module in run.controller
        if isinstance(module, Triggers)
        for name, state in module.states().items()
    ]


def _beacons(run: Run) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = []
    for module in run.controller:
        if isinstance(module, Beacons):
            told += [{"name": name, "reach": radius} for name, radius in module.radii().items()]
        elif isinstance(module, TrafficStream):
            told.append({"name": module.beacon or module.name, "members": len(module.members)})
    return told


def _lights(run: Run) -> list[dict[str, Any]]:
    signals = next((module for module in run.controller if isinstance(module, Signals)), None)
    table = run.world.family(CONTROLLER.name)
    if signals is None or not len(table):
        return []
    told = []
    for k, planned in enumerate(signals.plan.controllers):
        program = planned.programs[int(table.program[k])]
        told.append({
            "name": planned.id, "id": int(table.ids[k]), "program": program.id, "phase": int(table.phase[k]),
            "phases": [phase.name or f"phase {n}" for n, phase in enumerate(program.phases)],
            "green": [n for n, phase in enumerate(program.phases) if not {"y", "u"} & set(phase.states)],
            "change": CHANGES[int(table.change[k])], "is_held": bool(table.is_held[k]),
        })  # fmt: skip
    return told


def _weather(run: Run) -> dict[str, float]:
    table = run.world.family("weather")
    return {name: round(float(getattr(table, name)[0]), 2) for name in SKY} if len(table) else {}
