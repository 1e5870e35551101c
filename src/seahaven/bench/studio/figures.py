"""What is measured of the studio: pages in a real browser, and a served studio by its protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

import numpy as np
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from seahaven.bench.studio.browser import Browser
from seahaven.bench.studio.client import Client, Frame, time_of
from seahaven.bench.studio.served import Served, cpu_of
from seahaven.geometry import Floats
from seahaven.kernel import Stopwatch
from seahaven.studio import unpacked

__all__ = ["Drawing", "cpu_shares", "drawing", "frame_bytes", "key_to_picture", "latencies", "start_seconds"]

NOTING = """
  (() => {
    const noted = window.noted = { handling: 0, script: [], calls: [], triangles: [] };
    const timed = (work) => (...given) => {
      const began = performance.now();
      try { return work(...given); } finally { noted.handling += performance.now() - began; }
    };
    const read = window.readFrame;
    window.readFrame = timed(read);
    page.link.seen = timed(page.link.seen);
    page.link.heard = timed(page.link.heard);
    const draw = page.draw.bind(page);
    page.draw = (now) => {
      if (page.scene) page.scene.gl.finish(); // what was asked for before does not hold this picture up
      const began = performance.now();
      draw(now);
      noted.script.push(performance.now() - began + noted.handling);
      noted.handling = 0;
      if (page.scene) { noted.calls.push(page.scene.calls); noted.triangles.push(page.scene.triangles); }
    };
  })()
"""
"""Notes what each picture costs a page: its script, with that for the frames before it, and what it draws."""
LARGE, SMALL = (1200, 760), (300, 190)
"""Pixels of the page: as it is looked at, and while its script is timed."""
UNCOUNTED = 5
"""Pictures after a change of size, for which the browser makes room."""
WAITED_FOR = 120.0
"""s. The longest that a page may take until its world is there; the first time, it may be compiled."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What each picture of a page cost: script (ms), draw calls and triangles; and how many it drew in a second."""

    script: Floats
    calls: Floats
    triangles: Floats
    rate: float
    vehicles: int


def drawing(browser: Browser, served: Served, study: Path, *, page: str, seconds: float, pictures: int) -> Drawing:
    """Give what it costs to draw a study on a page, `seat` or `live`."""
    with _opened(browser, served, study, page=page):
        began, watch = browser.value("page.draws"), Stopwatch()
        browser.value(f"new Promise((done) => setTimeout(done, {1000.0 * seconds}))")
        rate = (browser.value("page.draws") - began) / watch.seconds
        browser.resize(*SMALL)  # what is asked for is the same, and drawn so soon that there are many pictures
        browser.value(NOTING)
        browser.wait_for(f"noted.script.length >= {pictures + UNCOUNTED}", seconds=WAITED_FOR)
        browser.resize(*LARGE)
        noted = browser.value("noted")
        vehicles = browser.value("page.run ? page.run.frame.header.vehicles : page.runs[0].frame.header.vehicles")
    script, calls, triangles = (np.array(noted[name], float)[UNCOUNTED:] for name in ("script", "calls", "triangles"))
    return Drawing(script, calls, triangles, rate, int(vehicles))


@contextmanager
def _opened(browser: Browser, served: Served, study: Path, *, page: str) -> Iterator[None]:
    """The page with a study in motion; on that of the seat, a person is at the wheel."""
    browser.open(served.address + page)
    browser.wait_for("window.page && page.link.isOpen")
    driver = "person" if page == "seat" else "study"
    browser.value(f"page.link.ask('open', {{ source: '{study.name}', driver: '{driver}' }})")
    is_there = "page.wheel.isSeated && page.run.time > 0.5" if page == "seat" else "page.runs[0].time > 0.5"
    browser.wait_for(f"page.draws > 0 && page.told.source === '{study.name}' && {is_there}", seconds=WAITED_FOR)
    if page == "live":
        browser.value("page.pick(0); element('fit').click()")
    try:
        yield
    finally:
        browser.value("page.link.ask('close')")
        browser.open("about:blank")


def key_to_picture(browser: Browser, served: Served, study: Path, *, presses: int) -> Floats:
    """Give the times from a key to the first picture in which the accelerator moves (s)."""
    pressed = """new Promise((done) => {
      const began = performance.now();
      dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp" }));
      const look = () => {
        const { cockpit } = page.run.frame;
        if (cockpit.throttle[0] > 0) requestAnimationFrame(() => done(performance.now() - began));
        else requestAnimationFrame(look);
      };
      look();
    })"""
    released = 'dispatchEvent(new KeyboardEvent("keyup", { key: "ArrowUp" }))'
    times = []
    with _opened(browser, served, study, page="seat"):
        for _ in range(presses):
            times.append(browser.value(pressed) / 1000.0)
            browser.value(released)
            browser.wait_for("page.run.frame.cockpit.throttle[0] === 0")
    return np.array(times)


def latencies(served: Served, study: Path, *, inputs: int) -> Floats:
    """Give the times from an input sent to the frame in which it shows (s), at dates that fall anywhere in a frame."""
    times = []
    with Client(served.address) as client:
        (ada,) = _open_driven(client, study)
        for k in range(inputs):
            pressed = 0.2 + 0.6 * (k % 2)
            _pass_time(client, (0.618 * k) % 1.0 * 0.05)
            watch = Stopwatch()
            client.drive(ada, throttle=pressed)
            client.see(_has_throttle(pressed))
            times.append(watch.seconds)
    return np.array(times)


def _open_driven(client: Client, study: Path) -> list[int]:
    client.ask("open", source=study.name, driver="person")
    told = client.hear("opened", lambda message: message["source"] == study.name, seconds=WAITED_FOR)
    client.hear("ready", seconds=WAITED_FOR)
    seats = [int(vehicle) for vehicle in told["seats"]]
    for vehicle in seats:
        client.ask("sit", vehicle=vehicle, page="bench")
        client.drive(vehicle)
    client.see(lambda frame: time_of(frame) > 0.5)
    return seats


def _has_throttle(pressed: float) -> Callable[[Frame], bool]:
    def holds(frame: Frame) -> bool:
        throttle = frame["cockpit"]["throttle"]
        return len(throttle) > 0 and abs(float(throttle[0]) - pressed) < 0.01

    return holds


def _pass_time(client: Client, seconds: float) -> None:
    """Take in what comes for so long."""
    watch = Stopwatch()
    while (left := seconds - watch.seconds) > 0.0:
        with suppress(TimeoutError):
            client.socket.recv(timeout=left)


def frame_bytes(served: Served, study: Path) -> tuple[int, int]:
    """Give how long the frames of a study are, and how many vehicles they tell of."""
    with Client(served.address) as client:
        client.ask("open", source=study.name)
        client.hear("opened", lambda message: message["source"] == study.name, seconds=WAITED_FOR)
        while isinstance(said := client.socket.recv(timeout=WAITED_FOR), str):
            pass
        client.ask("close")
        client.hear("closed")
    return len(said), len(unpacked(said)["vehicle"]["id"])


def cpu_shares(served: Served, study: Path, *, seconds: float, rounds: int) -> Mapping[int, list[float]]:
    """Give the CPU time of the simulation's process for a second of simulated time, by its number of viewers.

    0, 1 and 10 viewers take turns, and one of the ten never reads. Each list has a figure for each round.
    """
    found: dict[int, list[float]] = {0: [], 1: [], 10: []}
    with Client(served.address) as director:
        director.ask("open", source=study.name)
        director.hear("opened", lambda message: message["source"] == study.name, seconds=WAITED_FOR)
        director.see(lambda frame: time_of(frame) > 3.0, seconds=WAITED_FOR)
    process = served.simulation
    for number in range(rounds + 1):
        for viewers in sorted(found, reverse=number % 2 == 1):
            share = _cpu_share(served, process, viewers, seconds)
            if number:  # in the first round, caches fill
                found[viewers].append(share)
    return found


def _cpu_share(served: Served, process: int, viewers: int, seconds: float) -> float:
    with ExitStack() as stack:
        for number in range(viewers):
            stack.enter_context(_watching(served.address, is_stalled=viewers > 1 and number == 0))
        began, spent = _now(served), cpu_of(process)
        Event().wait(seconds)
        ended, spent_then = _now(served), cpu_of(process)
    return (spent_then - spent) / (ended - began)


def _now(served: Served) -> float:
    """The date of the run, by a viewer who comes and goes."""
    with Client(served.address) as visitor:
        return time_of(visitor.see())


@contextmanager
def _watching(address: str, *, is_stalled: bool) -> Iterator[None]:
    """A viewer who takes in everything, or one who reads nothing at all."""
    with connect(address.replace("http", "ws", 1) + "stream", max_size=None, max_queue=1) as link:
        if is_stalled:
            yield
            return
        reader = Thread(target=_drain, args=(link,))
        reader.start()
        try:
            yield
        finally:
            link.close()
            reader.join(timeout=10.0)


def _drain(link: ClientConnection) -> None:
    with suppress(ConnectionClosed):
        while True:
            link.recv()


def start_seconds(folder: Path, study: str, browser: Browser | None) -> tuple[float, float]:
    """Give the time from the command to the first moving picture (s), and the CPU time of the studio's processes.

    That is the second picture of a page that shows a later time than the first, in a browser that runs already; or the
    second such frame, without a browser.
    """
    with Served(folder) as served:
        if browser is None:
            with Client(served.address) as client:
                client.ask("open", source=study)
                first = time_of(client.see(seconds=WAITED_FOR))
                client.see(lambda frame: time_of(frame) > first, seconds=WAITED_FOR)
                return served.since.seconds, served.cpu_seconds
        browser.open(served.address + "live")
        browser.wait_for("window.page && page.link.isOpen")
        browser.value(f"page.link.ask('open', {{ source: '{study}' }})")
        browser.wait_for("page.draws > 1 && page.runs[0].time > 0.05", seconds=WAITED_FOR)
        spent = served.since.seconds, served.cpu_seconds
        browser.open("about:blank")
        return spent
