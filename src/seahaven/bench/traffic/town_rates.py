"""How many vehicles either side moves on by a step in a town, in a second of CPU time; both in one race."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from seahaven.bench.stopwatch import all_cpu_seconds, race
from seahaven.bench.sumo.bologna import Bologna
from seahaven.bench.sumo.cologne import Cologne, play_elsewhere
from seahaven.bench.sumo.program import Sumo
from seahaven.bench.sumo.street_grid import StreetGrid
from seahaven.bench.sumo.town_drive import TownDrive
from seahaven.bench.traffic.rates import Heat, Rates
from seahaven.files import load_xml

__all__ = ["TOWN_HEAT", "Hour", "TownRace", "in_bologna", "in_grid", "whole_processes"]

TOWN_HEAT = Heat(warm_up=900.0, ours=60.0, sumo=30.0, step=0.5, repeats=3)
"""A quarter of an hour until as many arrive as set out; then what is measured of each side in a round."""


@dataclass(frozen=True, slots=True)
class TownRace:
    """Our side and SUMO's models in a town, and how fast they were; how many vehicles each had on the average."""

    rates: Rates
    vehicles: Mapping[str, float]


def in_grid(grid: StreetGrid, models: tuple[str, ...], *, per_second: float, heat: Heat) -> TownRace:
    """Race through a grid with lights, with so many random trips a second."""
    until = heat.warm_up + max(heat.ours * (heat.repeats + 1), heat.sumo)
    given = grid.departures(rate=per_second, until=until)
    sumos = {model: grid.sumo(given, step=heat.step, model=model) for model in models}
    return _race(grid.drive(given, step=heat.step), sumos, heat, grid.folder)


def in_bologna(town: Bologna, heat: Heat, folder: Path) -> TownRace:
    """Race through Bologna, whose own types of vehicles follow by SUMO's default model."""
    return _race(town.drive(step=heat.step, seed=1), {"Krauss": town.sumo(step=heat.step)}, heat, folder)


@dataclass(frozen=True, slots=True)
class Hour:
    """CPU times of whole processes in seconds, in the median round, and how many times ours goes into SUMO's."""

    ours: float
    sumo: float
    ratio: float


def whole_processes(place: Cologne, folder: Path, *, seconds: float, step: float, repeats: int) -> Hour:
    """Race processes from their start to their end, with all that they load."""
    demand = place.demand(folder / "hour.rou.xml")
    study = place.study(demand, folder / "hour.study.yaml", step=step, seconds=seconds)
    sumo = place.sumo(demand, step=step)
    rounds = race(lambda: play_elsewhere(study), lambda: sumo.run(seconds), repeats=repeats, seconds=all_cpu_seconds)
    ours, sumos = (median(times) for times in zip(*rounds, strict=True))
    return Hour(ours, sumos, median(b / a for a, b in rounds))


def _race(drive: TownDrive, sumos: Mapping[str, Sumo], heat: Heat, folder: Path) -> TownRace:
    """Take turns. SUMO goes on from a state that it kept; its start and the loading of that state are taken off."""
    drive.updates(heat.warm_up)
    moved = list[int]()
    sides: dict[str, Callable[[], None]] = {"ours": lambda: moved.append(drive.updates(heat.ours))}
    counts = dict[str, int]()
    for model, sumo in sumos.items():
        state = sumo.keep_state(heat.warm_up, folder / f"{model}.state.xml.gz")
        counts[model] = _moves(sumo, state, heat, folder / f"{model}.summary.xml")
        sides[model], sides[f"{model} loading"] = _from_state(sumo, state, heat)
    rounds = race(*sides.values(), repeats=heat.repeats, seconds=all_cpu_seconds)
    times = {side: list(seconds) for side, seconds in zip(sides, zip(*rounds, strict=True), strict=True)}
    # the first round of a race does not count
    ours = moved[-heat.repeats :]
    rates = {"ours": [count / seconds for count, seconds in zip(ours, times["ours"], strict=True)]}
    for model, count in counts.items():
        pairs = zip(times[model], times[f"{model} loading"], strict=True)
        rates[model] = [count / (whole - load) for whole, load in pairs]
    vehicles = {"ours": sum(ours) * heat.step / heat.ours / heat.repeats}
    vehicles |= {model: count * heat.step / heat.sumo for model, count in counts.items()}
    return TownRace(Rates(rates), vehicles)


def _from_state(sumo: Sumo, state: Path, heat: Heat) -> tuple[Callable[[], None], Callable[[], None]]:
    """What SUMO does in a round, and the same without any step."""
    return (
        lambda: sumo.run(heat.warm_up + heat.sumo, begin_with=state),
        lambda: sumo.run(heat.warm_up, begin_with=state),
    )


def _moves(sumo: Sumo, state: Path, heat: Heat, summary: Path) -> int:
    """How many moves of one vehicle by one step SUMO makes in a round; the same in each."""
    sumo.run(heat.warm_up + heat.sumo, begin_with=state, options={"summary-output": summary})
    rows = [row.attributes for row in load_xml(summary).children]
    return sum(int(row["running"]) for row in rows if float(row["time"]) >= heat.warm_up)
