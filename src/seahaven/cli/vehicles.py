"""`seahaven vehicles`: the parameter sets of free driving, and what each can do."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from seahaven.cli.console import OUT, fact_table, plain_table, print_json, tell
from seahaven.cli.options import Json

if TYPE_CHECKING:
    from seahaven.motion import Chassis, Performance

__all__ = ["VEHICLE_EXAMPLES", "vehicles"]

VEHICLE_EXAMPLES = """
Examples:

  seahaven vehicles

  seahaven vehicles "trailer truck"

  seahaven vehicles --json
"""

Name = Annotated[str | None, typer.Argument(metavar="NAME", help="A vehicle; without it, all are listed.")]


def vehicles(name: Name = None, json: Json = False) -> None:
    """List the vehicles of free driving with what they can do; show the parameters of one."""
    from seahaven.motion import FLEET, chassis_named, measure_performance

    chosen = {name: chassis_named(name)} if name is not None else dict(FLEET)
    measured = {one: measure_performance(chassis) for one, chassis in chosen.items()}
    if json:
        print_json({one: asdict(chosen[one]) | {"performance": asdict(measured[one])} for one in chosen})
    elif name is not None:
        _show(name, chosen[name], measured[name])
    else:
        _list(chosen, measured)


def _list(chosen: dict[str, Chassis], measured: dict[str, Performance]) -> None:
    numbers = ("kg", "0–50 s", "0–100 s", "top km/h", "braking m", "from km/h", "circle m")
    table = plain_table("vehicle", *numbers, numbers=numbers)
    for name, chassis in chosen.items():
        table.add_row(name, f"{chassis.total_mass:,.0f}", *_words(measured[name]))
    OUT.print(table)
    tell(OUT, 'For the parameters of one, name it: seahaven vehicles "sedan"', "dim")


def _words(figures: Performance) -> list[str]:
    return [
        _seconds(figures.to_fifty),
        _seconds(figures.to_hundred),
        f"{3.6 * figures.top_speed:.0f}",
        f"{figures.braking:.1f}",
        f"{3.6 * figures.braking_speed:.0f}",
        f"{figures.turning_circle:.1f}",
    ]


def _seconds(time: float | None) -> str:
    return "never" if time is None else f"{time:.1f}"


def _show(name: str, chassis: Chassis, figures: Performance) -> None:
    tell(OUT, name, "bold")
    parts = asdict(chassis)
    trailer = parts.pop("trailer")
    OUT.print(fact_table({part: _value(value) for part, value in parts.items()}))
    if trailer is not None:
        tell(OUT, "its trailer", "bold")
        OUT.print(fact_table({part: _value(value) for part, value in trailer.items()}))
    tell(OUT, "what it can do", "bold")
    titles = ("0–50 km/h (s)", "0–100 km/h (s)", "top (km/h)", "braking (m)", "from (km/h)", "turning circle (m)")
    OUT.print(fact_table(dict(zip(titles, _words(figures), strict=True))))


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(f"{part:.3g}" for part in value)
    return f"{value:,.6g}" if isinstance(value, float) else str(value)
