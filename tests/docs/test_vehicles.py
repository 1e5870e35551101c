"""The tables of vehicles and surfaces in the docs say what the model has: copy the lines that this test misses."""

from __future__ import annotations

from pathlib import Path

from seahaven.motion import FLEET, SURFACES, Chassis, measure_performance

PAGE = Path(__file__).parents[2] / "docs" / "vehicle-model.md"


def parameters(name: str, chassis: Chassis) -> str:
    """A row of the table of parameters."""
    trailer = f" + {chassis.trailer.mass:,.0f}" if chassis.trailer else ""
    return (
        f"| `{name}` | {chassis.mass:,.0f}{trailer} | {chassis.inertia:,.0f} | {chassis.wheelbase:.2f} | "
        f"{100 * chassis.rear / chassis.wheelbase:.0f} | {chassis.mass_height:.2f} | {chassis.length:.2f} × "
        f"{chassis.width:.2f} | {chassis.power / 1e3:,.3g} | {chassis.torque:,.0f} | {len(chassis.ratios)} | "
        f"{chassis.drag_area:.2f} | {chassis.grip:.2f} | {chassis.stiffness:g} / {chassis.rear_stiffness:g} |"
    )


def figures(name: str, chassis: Chassis) -> str:
    """A row of the table of what vehicles can do."""
    done = measure_performance(chassis)
    fifty = "–" if done.to_fifty is None else f"{done.to_fifty:.1f}"
    hundred = "–" if done.to_hundred is None else f"{done.to_hundred:.1f}"
    return (
        f"| `{name}` | {fifty} | {hundred} | {3.6 * done.top_speed:.0f} | {done.braking:.0f} from "
        f"{3.6 * done.braking_speed:.0f} | {done.turning_circle:.1f} |"
    )


def test_the_docs_have_all_parameters() -> None:
    missing = [line for name, one in FLEET.items() if (line := parameters(name, one)) not in PAGE.read_text()]
    assert not missing, "\n".join(missing)


def test_the_docs_have_what_vehicles_can_do() -> None:
    missing = [line for name, one in FLEET.items() if (line := figures(name, one)) not in PAGE.read_text()]
    assert not missing, "\n".join(missing)


def test_the_docs_have_all_surfaces() -> None:
    lines = [f"| `{name}` | {surface.grip:g} | {surface.drag:g} |" for name, surface in SURFACES.items()]
    assert not [line for line in lines if line not in PAGE.read_text()]
