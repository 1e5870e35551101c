"""One process of a federation: it joins, plays its part, and tells how it goes: `ready`, and `at` now and then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final, Self

from seahaven.federation.checkpoints import Keeping, mark_in, part_file
from seahaven.federation.placing import cast, seats_of
from seahaven.federation.post import Post, Terms
from seahaven.federation.radio import Radio
from seahaven.federation.sheet import RECORDERS, CallSheet, load_sheet
from seahaven.kernel import SECOND, Pacer, Split, Stopwatch, kinds_of
from seahaven.seats import PythonDriver
from seahaven.takes import Run, Take

__all__ = ["Orders", "play_part"]

EVERY: Final = 0.25
"""Seconds between two reports."""

Tell = Callable[[dict[str, Any]], None]


@dataclass(frozen=True, slots=True)
class Orders:
    """What a process is told to do."""

    sheet: str
    process: str
    out: str
    terms: dict[str, Any]
    allow: list[str] = field(default_factory=list)
    overwrite: bool = False
    pace: float | None = None
    resume: int | None = None
    """The date (ns) of the checkpoint to go on from."""

    @property
    def parts(self) -> Path:
        """The folder of what concerns single processes."""
        return Path(self.out) / "parts"


@dataclass(slots=True)
class Meter:
    """Tells now and then, in a thread of its own, how far the part has come and for how long it has been waiting."""

    tell: Tell
    post: Post
    dates: int = 0
    date: int = 0
    _over: Event = field(default_factory=Event)

    def __call__(self, date: int) -> None:
        """Note a date that is complete."""
        self.dates += 1
        self.date = date

    def __enter__(self) -> Self:
        Thread(target=self._go_on, name="meter", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()

    def _go_on(self) -> None:
        while not self._over.wait(EVERY):
            waiting = self.post.waiting
            told = {"at": self.date, "waiting": waiting.seconds if waiting else 0.0}
            self.tell({**told, "traffic": asdict(self.post.traffic)})


def play_part(orders: Orders, tell: Tell) -> dict[str, Any]:
    """Play one process's part of a sheet; gives what there is to say of it at the end."""
    sheet = load_sheet(orders.sheet)
    take, place = cast(sheet, allow=orders.allow)
    others = [name for name in sheet.processes if name != orders.process]
    post = Post(orders.process, others, Terms(**orders.terms), kinds_of(take.root))
    take = replace(take, split=Split(orders.process, place, post.lines, post.reach) if others else None)
    for name, seat in seats_of(sheet, take).items():
        if place(seat.path) == orders.process:
            radio = Radio(name, post, lambda text: tell({"notice": text}))
            seat.give("driver", PythonDriver(radio.drive, name))
    meter = Meter(tell, post)
    pacer = Pacer(orders.pace) if orders.pace else None
    run = Run(take, out=Path(orders.out), pacer=pacer, on_date=meter, is_bare=True)
    keeping = _record(run, sheet, orders, take)
    tell({"ready": True, "inputs": dict(take.inputs)})
    post.enter()
    tell({"began": True})
    watch = Stopwatch()
    checkpoint = None if orders.resume is None else part_file(orders.parts, orders.process, orders.resume)
    with meter, run:
        run.begin(checkpoint)
        began = run.now
        if keeping:
            keeping.begin(run.now)

        def is_over(run: Run) -> bool:
            if keeping:
                keeping.look(run.controller)
            return run.is_over

        run.play(take.duration, is_over, SECOND if take.ending else _pause(keeping, take))
    post.close()
    return {
        "from": began, "to": run.now, "dates": meter.dates, "seconds": watch.seconds, "traffic": asdict(post.traffic),
        "reel": str(run.reel.path) if place(RECORDERS[0]) == orders.process else None,
    }  # fmt: skip


def _record(run: Run, sheet: CallSheet, orders: Orders, take: Take) -> Keeping | None:
    """Add the recorder, which every part knows and one has, and what keeps the state of this part."""
    every = sheet.entry.checkpoint_every
    onward = None
    if orders.resume is not None:
        marks = (mark_in(part_file(orders.parts, name, orders.resume)) for name in sheet.processes)
        onward = next((mark for mark in marks if mark), None)
    flush_every = 1.0 if orders.pace else 10.0
    recorder = run.add_recorder(Path(orders.out), overwrite=orders.overwrite, flush_every=flush_every, onward=onward)
    if every is None:
        return None
    has_recorder = take.split is None or take.split.runs(recorder.path)
    notes = {"study": take.name, "inputs": dict(take.inputs), "process": orders.process, "places": sheet.places}
    return Keeping(orders.parts, orders.process, every, notes, recorder if has_recorder else None)


def _pause(keeping: Keeping | None, take: Take) -> int:
    return keeping.every if keeping else take.duration
