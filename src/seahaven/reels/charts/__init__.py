"""Charts and maps of drives, all in one style.

In come the trails of vehicles and other numbers; out go pictures as PNG or SVG files, or as text for a web page. The
drawing library is loaded when the first picture is drawn.
"""

from seahaven.reels.charts.chart import chart, chart_text, draw_space_time, finish
from seahaven.reels.charts.drive_map import draw_north, length_text, round_bar
from seahaven.reels.charts.picture import Picture
from seahaven.reels.charts.scene import Body, draw_scene
from seahaven.reels.charts.strip import Panel, draw_strip
from seahaven.reels.charts.trail import EDGE, INK, PAPER, Trail, colours

__all__ = [
    "EDGE",
    "INK",
    "PAPER",
    "Body",
    "Panel",
    "Picture",
    "Trail",
    "chart",
    "chart_text",
    "colours",
    "draw_north",
    "draw_scene",
    "draw_space_time",
    "draw_strip",
    "finish",
    "length_text",
    "round_bar",
]
