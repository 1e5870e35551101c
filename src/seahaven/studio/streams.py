"""Markers and streams over the Lab Streaming Layer, so that what the world does lies beside what instruments measure.

Two outlets are open while a drive of the laboratory runs: `Seahaven markers`, what happens in words, and `Seahaven
subject`, how the subject drives, with every frame. That takes the library `pylsl` (extra `lab`).
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from seahaven.takes import Run

__all__ = ["CHANNELS", "Streams", "can_stream", "sample_of"]

CHANNELS: Final = (
    ("time", "s"), ("x", "m"), ("y", "m"), ("heading", "rad"), ("speed", "m/s"), ("acceleration", "m/s²"), ("gap", "m"),
    ("steering_wheel", "rad"), ("throttle", ""), ("brake", ""),
)  # fmt: skip
"""What is streamed of the subject: names and units; NaN where there is nothing, a gap without a leader say."""
CONFIG: Final = "LSLAPICFG"
"""The variable that names the configuration of the library."""
OWN_MACHINE: Final = "[multicast]\nResolveScope = machine\nListenAddress = 127.0.0.1\n"
"""Found and heard on this machine only."""
IRREGULAR: Final = 0.0
NOTHING: Final = float("nan")


def can_stream(*, is_shared: bool = False) -> bool:
    """Whether the library is there; unless the studio is shared, it is bound to this machine from its first use on."""
    if not is_shared and CONFIG not in os.environ:
        folder = Path(tempfile.mkdtemp(prefix="seahaven-lsl-"))
        (folder / "lsl_api.cfg").write_text(OWN_MACHINE)
        os.environ[CONFIG] = str(folder / "lsl_api.cfg")
    try:
        import pylsl  # noqa: F401
    except (ImportError, RuntimeError, OSError):  # it also fails where its native library cannot be loaded
        return False
    return True


class Streams:
    """The outlets of one drive, once `can_stream`; `who` and `study` tell apart what several studios send."""

    def __init__(self, run: Run, *, study: str, who: str) -> None:
        import pylsl  # waits for `can_stream`, which names its configuration

        self._run = run
        known = f"{study} {who}"
        marks = pylsl.StreamInfo("Seahaven markers", "Markers", 1, IRREGULAR, "string", f"seahaven markers {known}")
        motion = pylsl.StreamInfo(
            "Seahaven subject", "Motion", len(CHANNELS), IRREGULAR, "double64", f"seahaven subject {known}"
        )
        channels = motion.desc().append_child("channels")
        for name, unit in CHANNELS:
            channel = channels.append_child("channel")
            channel.append_child_value("label", name)
            channel.append_child_value("unit", unit)
        for info in (marks, motion):
            info.desc().append_child_value("study", study).append_child_value("participant", who)
        self._marks: Any = pylsl.StreamOutlet(marks)
        self._motion: Any = pylsl.StreamOutlet(motion)

    def mark(self, text: str) -> None:
        """Tell that something happens now."""
        self._marks.push_sample([text])

    def show(self) -> None:
        """Tell how the subject drives now."""
        self._motion.push_sample(sample_of(self._run))

    def close(self) -> None:
        """Close the outlets."""
        del self._marks, self._motion


def sample_of(run: Run) -> Sequence[float]:
    """The channels of the first subject as they are now."""
    subjects = [int(one) for one in run.world.subjects if int(one) in run]
    if not subjects:
        return [run.time, *[NOTHING] * (len(CHANNELS) - 1)]
    car = run.world.entity(subjects[0])
    values = [getattr(car, name) for name in ("x", "y", "heading", "speed", "acceleration", "gap")]
    return [run.time, *(NOTHING if value is None else float(value) for value in values), *_pedals(run, subjects[0])]


def _pedals(run: Run, subject: int) -> list[float]:
    """Steering wheel, throttle and brake of a subject that is driven freely."""
    if "cockpit" in {family.name for family in run.world.families}:
        table = run.world.family("cockpit")
        for row in range(len(table)):
            if int(table.vehicle[row]) == subject:
                return [float(getattr(table, column)[row]) for column in ("wheel", "throttle", "brake")]
    return [NOTHING] * 3
