"""Reels: a take is one run, a reel is its recording.

In come the world's tables and the run's events, at the recorder's dates; out goes a folder `NAME.reel` with one table
per family, one of events, one of the frames taken, and a manifest. Reading back gives PyArrow tables, pandas frames and
DuckDB queries; a replay puts what was recorded into a world again. Nothing here decides anything, and nothing but a
replay changes a world.
"""

from seahaven.reels.beginning import Mark
from seahaven.reels.charts import Body, Panel, Picture, draw_scene, draw_strip
from seahaven.reels.data_frame import data_frame
from seahaven.reels.event_text import event_text
from seahaven.reels.finding import only_reel_in, why_no_reel
from seahaven.reels.folder import SUFFIX, refuse_folder
from seahaven.reels.manifest import Manifest
from seahaven.reels.recorder import Recorder, library_versions
from seahaven.reels.recovery import recover
from seahaven.reels.reel import Reel
from seahaven.reels.replay import Replay

__all__ = [
    "SUFFIX",
    "Body",
    "Manifest",
    "Mark",
    "Panel",
    "Picture",
    "Recorder",
    "Reel",
    "Replay",
    "data_frame",
    "draw_scene",
    "draw_strip",
    "event_text",
    "library_versions",
    "only_reel_in",
    "recover",
    "refuse_folder",
    "why_no_reel",
]
