"""The picture of fields of view, and of what each sensor sees: `python -m tests.docs.sensor_picture` draws it anew."""

from __future__ import annotations

from math import cos, degrees, pi, radians, sin
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Polygon, Wedge

from seahaven.seats import LaneControls, Mount, Sensor, SensorSet, View
from seahaven.seats.readings import Reading
from tests.seats.driving import driven

PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "sensors.svg"
INK, ROAD, GREY = "#3a4652", "#e4e9ed", "#9fb3c8"
SHADES = {"radar": "#d1495b", "lidar": "#00798c", "camera": "#edae49", "mast": "#66a182"}
SENSORS = (
    Sensor.of("radar", "radar", mount=Mount(False, ahead=2.2), range=90.0, field_of_view=radians(50.0)),
    Sensor.of("lidar", "lidar", range=45.0),
    Sensor.of("camera", "camera", mount=Mount(False, ahead=1.0, up=1.4), range=75.0, field_of_view=radians(80.0)),
    Sensor.of(
        "mast", "lidar", mount=Mount(True, 182.0, 4.0, 7.0, -0.75 * pi), range=60.0, field_of_view=radians(130.0)
    ),
)
OTHERS = (
    ("M1:0:-4", 128.0, "truck", 12.0, 2.5, 3.6), ("M1:0:-4", 148.0, "car", 4.6, 1.8, 1.5),
    ("M1:0:-3", 118.0, "car", 4.6, 1.8, 1.5), ("M1:0:-3", 152.0, "car", 4.6, 1.8, 1.5),
    ("M1:0:-2", 139.0, "car", 4.6, 1.8, 1.5), ("M1:0:-2", 172.0, "bus", 11.0, 2.5, 3.2),
    ("M1:0:-3", 79.0, "car", 4.6, 1.8, 1.5), ("M1:0:-4", 180.0, "car", 4.6, 1.8, 1.5),
)  # fmt: skip


class Looking:
    """Keeps the view before the last one."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def __call__(self, view: View) -> LaneControls:
        self.views.append(view)
        return LaneControls(0.0)


def draw() -> Figure:
    """Fields of view above, and below what each sensor reports and what the fusion makes of all."""
    eye = Looking()
    others = tuple(
        {"lane": lane, "s": s, "kind": kind, "length": length, "width": width, "height": height, "top_speed": 20.0}
        for lane, s, kind, length, width, height in OTHERS
    )
    drive = driven(eye, controls="lane", others=others, sensors=SensorSet(SENSORS, objects="fused"))
    drive.go(0.95)
    first, last = eye.views[0].ego.x, eye.views[-1]
    table = drive.world.family("vehicle")
    shift = last.ego.x - drive.row.x
    boxes = list(zip(table.x + shift, table.y, table.length, table.width, strict=True))
    figure = Figure(figsize=(10.5, 8.4), layout="constrained")
    axes = figure.subplots(6, 1)
    names = ["Fields of view", *(f"{each.name}: {each.text}" for each in SENSORS), "fused: tracks with their speeds"]
    for axis, title in zip(axes, names, strict=True):
        _road(axis, title)
        _boxes(axis, boxes)
    _fields(axes[0], last)
    for axis, sensor in zip(axes[1:5], SENSORS, strict=True):
        _wedge(axis, sensor, last, 0.10)
        _reports(axis, sensor, last)
    _tracks(axes[5], last)
    assert first < last.ego.x
    return figure


def _road(axis: Any, title: str) -> None:
    axis.set_title(title, color=INK, fontsize=10, loc="left", fontweight="bold")
    axis.axhspan(-14.3, -3.0, color=ROAD, zorder=0)
    for y in (-10.5, -6.75):
        axis.plot([60, 220], [y, y], color="white", linewidth=1.2, linestyle=(0, (8, 10)), zorder=1)
    axis.set(xlim=(85, 215), ylim=(-17, 7), aspect="equal")
    axis.axis("off")


def _boxes(axis: Any, boxes: Any) -> None:
    for k, (x, y, length, width) in enumerate(boxes):
        corners = [(x - length / 2, y - width / 2), (x + length / 2, y - width / 2), (x + length / 2, y + width / 2),
                   (x - length / 2, y + width / 2)]  # fmt: skip
        axis.add_patch(Polygon(corners, facecolor=INK if k == 0 else GREY, edgecolor="white", linewidth=0.5, zorder=3))


def _pose(sensor: Sensor, view: View) -> tuple[float, float, float]:
    mount = sensor.mount
    if mount.roadside:
        return mount.ahead, mount.left, mount.turned
    return view.ego.x + mount.ahead, view.ego.y + mount.left, view.ego.heading + mount.turned


def _wedge(axis: Any, sensor: Sensor, view: View, alpha: float) -> None:
    x, y, heading = _pose(sensor, view)
    half = 0.5 * sensor.field_of_view
    shade = SHADES[sensor.name]
    edges = degrees(heading - half), degrees(heading + half)
    axis.add_patch(Wedge((x, y), sensor.range, *edges, facecolor=shade, alpha=alpha, zorder=2))
    axis.add_patch(Wedge((x, y), sensor.range, *edges, fill=False, edgecolor=shade, linewidth=0.8, zorder=2))
    axis.plot([x], [y], marker="s", color=shade, markersize=4, zorder=6)


def _fields(axis: Any, view: View) -> None:
    for sensor in SENSORS:
        _wedge(axis, sensor, view, 0.16)
    handles = [axis.plot([], [], color=shade, linewidth=4, label=name)[0] for name, shade in SHADES.items()]
    axis.legend(handles=handles, frameon=False, ncols=4, loc="lower right", bbox_to_anchor=(1.0, 1.0), fontsize=8)


def _reports(axis: Any, sensor: Sensor, view: View) -> None:
    readings: tuple[Reading, ...] = getattr(view.sensors, sensor.kind)
    (reading,) = [each for each in readings if each.sensor == sensor.name]
    x, y, heading = _pose(sensor, view)
    rows: Any = reading.objects  # type: ignore[union-attr]  # these sensors report objects
    shade = SHADES[sensor.name]
    if sensor.kind == "lidar":
        c, s = cos(heading), sin(heading)
        for row in rows:
            a, b = x + row.ahead * c - row.left * s, y + row.ahead * s + row.left * c
            turn = heading + row.turned
            ahead, left = 0.5 * row.length * np.array([cos(turn), sin(turn)]), 0.5 * row.width * np.array(
                [-sin(turn), cos(turn)])  # fmt: skip
            middle = np.array([a, b])
            corners = [middle + ahead + left, middle + ahead - left, middle - ahead - left, middle - ahead + left]
            axis.add_patch(Polygon(corners, fill=False, edgecolor=shade, linewidth=1.8, zorder=5))
        return
    a, b = x + rows.distance * np.cos(heading + rows.bearing), y + rows.distance * np.sin(heading + rows.bearing)
    axis.scatter(a, b, s=34, color=shade, edgecolor="white", linewidth=0.8, zorder=5)
    if sensor.kind == "radar":
        for k, closing in enumerate(rows.closing):
            axis.annotate(f"{-closing:+.1f} m/s", (a[k], b[k]), (0, -11), textcoords="offset points", fontsize=7,
                          ha="center", color=INK, zorder=7)  # fmt: skip
    else:
        for k, row in enumerate(rows):
            axis.annotate(row.kind, (a[k], b[k]), (0, -11), textcoords="offset points", fontsize=7, ha="center",
                          color=INK, zorder=7)  # fmt: skip


def _tracks(axis: Any, view: View) -> None:
    for row in view.objects:
        c, s = cos(row.heading), sin(row.heading)
        ahead, left = 0.5 * row.length * np.array([c, s]), 0.5 * row.width * np.array([-s, c])
        middle = np.array([row.x, row.y])
        corners = [middle + ahead + left, middle + ahead - left, middle - ahead - left, middle - ahead + left]
        axis.add_patch(Polygon(corners, fill=False, edgecolor=INK, linewidth=1.8, zorder=5))
        label = f"{row.id}: {row.speed:.1f} m/s"
        axis.annotate(label, (row.x, row.y), (0, -13), textcoords="offset points", fontsize=7,
                      ha="center", color=INK, zorder=7)  # fmt: skip


if __name__ == "__main__":
    import matplotlib as mpl

    mpl.rcParams["svg.hashsalt"] = "seahaven"
    draw().savefig(PICTURE, metadata={"Date": None})
