"""The subject's usual speed: how fast it drives when no vehicle ahead holds it up."""

from __future__ import annotations

import numpy as np

from seahaven.judges.scene import Scene
from seahaven.measures import leader_rows, time_gap

__all__ = ["usual_speed"]

LOOK_BACK = 300.0
"""Seconds before a situation opens in which the subject's usual speed is looked for."""
FREE = 4.0
"""Seconds behind its leader from which on the subject drives as it likes."""
ROLLING, FEWEST = 0.5, 20
"""Share of the speed limit below which the subject is not under way, and frames that are needed for a mean."""


def usual_speed(scene: Scene, time: float) -> float:
    """The subject's usual speed (m/s) at the place where it is at a time (s).

    It is the median of its speed while it drove freely, as a share of the limit there, times the limit here. A subject
    that never did so counts as usually as fast as in the fastest tenth of its frames.
    """
    opened = scene.times[0] if scene.episode.opened is None else scene.episode.opened
    frames = scene.recording.frames(max(opened - LOOK_BACK, 0.0), time)
    speed, lane, s = frames.mine("speed"), frames.mine("lane").astype(np.int64), frames.mine("s")
    limit = np.where(lane >= 0, scene.lanes.lane_map.limit(np.maximum(lane, 0), np.maximum(s, 0.0)), np.nan)
    share = speed / limit
    rows, gaps = leader_rows(frames, scene.lanes)
    is_free = (rows < 0) | (time_gap(gaps, speed) > FREE)
    under_way = share[(share > ROLLING) & is_free]
    if len(under_way) < FEWEST:
        under_way = np.sort(share[~np.isnan(share)])[-max(FEWEST, len(share) // 10) :]
    return float(np.median(under_way) * limit[-1]) if len(under_way) else float("nan")
