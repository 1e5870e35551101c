"""The picture of the vehicle model beside its oracle: `python -m tests.docs.vehicle_picture` draws it anew."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from seahaven.bench.seat.oracle import MANOEUVRES, H, oracle_chassis, oracle_path, our_path

PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "vehicle_model.svg"
INK, OURS, THEIRS = "#3a4652", "#d1495b", "#9fb3c8"
NAMES = {1: "Ford Escort", 2: "BMW 320i", 3: "VW Vanagon"}
SHADES = {1: "#d1495b", 2: "#00798c", 3: "#edae49"}


def draw() -> Figure:
    """Paths above, distances below, a column per manoeuvre."""
    figure = Figure(figsize=(10.5, 5.4), layout="constrained")
    axes = figure.subplots(2, len(MANOEUVRES), height_ratios=(2.2, 1))
    for column, (name, manoeuvre) in enumerate(MANOEUVRES.items()):
        path, gaps = axes[0, column], axes[1, column]
        theirs, ours = oracle_path(2, manoeuvre), our_path(oracle_chassis(2), manoeuvre)
        path.plot(*theirs.T, color=THEIRS, linewidth=6.0, solid_capstyle="round", label="oracle")
        path.plot(*ours.T, color=OURS, linewidth=1.6, label="Seahaven")
        path.set_title(name, color=INK, fontsize=11, loc="left", fontweight="bold")
        if name == "lane change":
            path.set_ylim(-2.0, 7.0)
        else:
            path.set_aspect("equal", adjustable="datalim")
        path.set_xlabel("x (m)")
        for vehicle, shade in SHADES.items():
            far = np.hypot(*(oracle_path(vehicle, manoeuvre) - our_path(oracle_chassis(vehicle), manoeuvre)).T)
            gaps.plot(np.arange(len(far)) * H, 100.0 * far, color=shade, linewidth=1.6, label=NAMES[vehicle])
        gaps.axhline(5.0, color=INK, linewidth=0.8, linestyle=(0, (4, 4)))
        gaps.text(0.1, 5.15, "allowed", color=INK, fontsize=8, va="bottom")
        gaps.set_ylim(0.0, 6.2)
        gaps.set_xlabel("time (s)")
    axes[0, 0].set_ylabel("y (m), vehicle 2")
    axes[1, 0].set_ylabel("distance (cm)")
    axes[0, 0].legend(frameon=False, loc="upper left", fontsize=9)
    axes[1, 0].legend(frameon=False, loc="upper left", fontsize=8, bbox_to_anchor=(0.0, 0.84), labelspacing=0.2)
    for axis in axes.flat:
        axis.spines[["top", "right"]].set_visible(False)
        axis.tick_params(colors=INK, labelsize=8)
        axis.grid(color="#e6ebf0", linewidth=0.6)
        axis.set_axisbelow(True)
    return figure


if __name__ == "__main__":
    draw().savefig(PICTURE, metadata={"Date": None})
