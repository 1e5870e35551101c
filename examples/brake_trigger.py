"""Twenty cars in a lane; when the subject is 50 m behind the car ahead, that car brakes, whoever the subject is.

    .venv/bin/python examples/brake_trigger.py

Every driver is a machine, compiled for all of them at once; the trigger is a machine too, and presses a button of the
car that is ahead of the subject. The run goes up to just before the event, is forked there, and played on twice with
different subjects: one who brakes in time, and one who looks away. `seahaven play examples.brake_trigger:lane --allow
examples` plays it through once.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from seahaven.hcsm import Button, Dial, In, Local, Machine, Out, clip, declare, most_conservative, press, send
from seahaven.kernel import SECOND, Controller, Module, Param, Tick, fork, port
from seahaven.reels import Picture, Recorder, Reel
from seahaven.takes import Take
from seahaven.world import VEHICLE, Column, Host, Machines, World, reads, writes

CARS, SPACING, SUBJECT = 20, 70.0, 8
LANE = VEHICLE.extended({"closing": Column(unit="m/s", nullable=True, immediate=True, doc="speed above the leader's")})


class KeepSpeed(Machine):
    """Approach the wanted speed."""

    speed: In[float] = declare(unit="m/s")
    wanted: Dial[float] = declare(25.0, unit="m/s")
    acceleration: Out[float]

    def activity(m):
        m.acceleration = clip(0.5 * (m.wanted - m.speed), -2.0, 1.5)


class Follow(Machine):
    """Keep a time gap to the car ahead; say nothing while the road is clear."""

    gap: In[float | None] = declare(unit="m")
    closing: In[float | None] = declare(unit="m/s")
    speed: In[float] = declare(unit="m/s")
    headway: Dial[float] = declare(1.4, unit="s")
    acceleration: Out[float]

    class Clear(Machine):
        """Nobody near."""

    class Tracking(Machine):
        def activity(m):
            m.acceleration = max(-8.0, 0.3 * (m.gap - 2.0 - m.headway * m.speed) - 1.1 * m.closing)

    start = Clear
    transitions = (
        (Clear >> Tracking).when(lambda m: m.gap < 3.0 * m.speed),
        (Tracking >> Clear).when(lambda m: m.gap is None or m.gap > 4.0 * m.speed),
    )


class Obey(Machine):
    """Brake as hard as the button says (m/s²), for three seconds; otherwise say nothing."""

    brake: Button[float] = declare(unit="m/s²")
    dt: In[float] = declare(unit="s")
    hardness: Local[float] = 0.0
    left: Local[float] = declare(0.0, unit="s")
    acceleration: Out[float]

    class Idle(Machine):
        """Nobody pressed."""

    class Braking(Machine):
        hardness: In[float]
        acceleration: Out[float]

        def activity(m):
            m.acceleration = -m.hardness

    def pre_activity(m):
        m.left = m.left - m.dt
        if m.brake.any:
            m.hardness = m.brake.total
            m.left = 3.0
        m.Braking.hardness = m.hardness

    start = Idle
    transitions = (
        (Idle >> Braking).when(lambda m: m.left > 0.0),
        (Braking >> Idle).when(lambda m: m.left <= 0.0),
    )


class Driver(Machine):
    """The most cautious of three opinions decides."""

    gap: In[float | None]
    closing: In[float | None]
    speed: In[float]
    dt: In[float]
    brake: Button[float] = declare(unit="m/s²", doc="passed on to the part that obeys")
    keep, follow, obey = KeepSpeed(), Follow(), Obey()
    acceleration: Out[float] = most_conservative(keep, follow, obey)

    def pre_activity(m):
        if m.brake.any:
            press(m.obey.brake, m.brake.total)


class Ambush(Machine):
    """Wait until the subject is near enough, then press the brake button of the car ahead, once."""

    distance: In[float | None] = declare(unit="m", doc="from the subject to the car ahead")
    ahead: In[int | None] = declare(doc="the car ahead")

    class Watching(Machine):
        """Not near enough yet."""

    class Sprung(Machine):
        """Done."""

    start = Watching

    def pressed(m):
        send(m.ahead, "brake", 6.0)

    transitions = ((Watching >> Sprung).when(lambda m: m.distance < 50.0).do(pressed),)


class Sight(Module):
    """What every driver sees of the car ahead in the lane."""

    cars = reads("vehicle", "x", "speed", "length")
    seen = writes("vehicle", "gap", "closing", "leader")

    def step(self, tick: Tick) -> None:
        """Look along the lane; the first car has nobody ahead."""
        order = np.argsort(self.cars.x)
        ahead = np.empty(len(order), np.intp)
        ahead[order] = np.roll(order, -1)
        is_first = np.arange(len(order)) == order[-1]
        self.seen.gap = self.cars.x[ahead] - self.cars.x - 0.5 * (self.cars.length[ahead] + self.cars.length)
        self.seen.closing = self.cars.speed - self.cars.speed[ahead]
        self.seen.leader = self.cars.ids[ahead]
        for column in ("gap", "closing", "leader"):
            self.seen.set_null(column, is_first)


class Motion(Module):
    """Moves everybody along the lane."""

    wish = reads("vehicle", "acceleration")
    body = writes("vehicle", "x", "speed", "brake_light")

    def step(self, tick: Tick) -> None:
        """Constant acceleration over one period; nobody rolls back."""
        before = self.body.speed
        after = np.maximum(0.0, before + self.wish.acceleration * tick.dt)
        self.body.x = self.body.x + 0.5 * (before + after) * tick.dt
        self.body.speed = after
        self.body.brake_light = self.wish.acceleration < -0.5


class Subject(Module):
    """The driver around whom all this happens: keeps a speed, and brakes when the gap gets short, or looks away."""

    wanted: Param[float] = port(28.0, unit="m/s")
    attention: Param[bool] = True
    seen = reads("vehicle", "speed", "gap", "closing", single=True)
    wish = writes("vehicle", "acceleration", single=True)

    def step(self, tick: Tick) -> None:
        """Press a pedal."""
        wish = 0.4 * (self.wanted - self.seen.speed)
        if self.attention and self.seen.gap is not None:
            wish = min(wish, 0.25 * (self.seen.gap - 5.0 - 1.1 * self.seen.speed) - 1.1 * self.seen.closing)
        self.wish.acceleration = max(-8.0, min(1.5, wish))


class Trigger(Host):
    """Senses how far the subject is behind the car ahead of it."""

    subject = reads("vehicle", "gap", "leader", single=True)

    def sense(self, tick: Tick) -> dict[str, float | int | None]:
        """The distance and who it is."""
        return {"distance": self.subject.gap, "ahead": self.subject.leader}


def lane() -> Take:
    """Twenty cars in a lane, one of them the subject, and the trigger that waits for it."""
    world = World([LANE])
    ids = world.add_many("vehicle", CARS, x=SPACING * np.arange(CARS), y=0.0, speed=24.0)
    subject = int(ids[SUBJECT])
    world.subjects.append(subject)
    root = Module(
        "root",
        Sight("sight", rate=20),
        Machines("drivers", rate=20, machine=Driver),
        Subject("subject", rate=20),
        Trigger("trigger", rate=20, machine=Ambush),
        Motion("motion", rate=20),
    )
    root.link("trigger.pressed", "drivers.presses")
    for path in ("subject", "trigger"):
        world.grant(path, "vehicle", ids=subject)
    return Take("Brake trigger", root, world, duration=30 * SECOND, seed=7)


def play_on(run: Controller, folder: Path, **subject: object) -> None:
    """Fork a run, change its subject, and play on to the end with a reel and a picture of its own."""
    with fork(run) as twin:
        for name, value in subject.items():
            twin.set(f"subject.{name}", value)
        reel = folder / "after.reel"
        twin.add(Recorder("recorder", rate=20, families=twin.store.families, folder=reel, overwrite=True))
        twin.add(Picture("picture", rate=20, folder=folder, title=folder.name.replace("-", " ").capitalize()))
        twin.run(30 * SECOND)
    closest = Reel.open(reel).query(f"select min(gap) from vehicle where id = {SUBJECT + 1}").fetchall()[0][0]
    outcome = "a collision" if closest < 0.0 else f"{closest:.1f} m at the closest"
    print(f"{folder.name}: {outcome}; {reel}")


def main(out: Path = Path("out/brake-trigger")) -> None:
    """Play to just before the event, then on twice."""
    with lane().controller() as run:
        while (run.store.entity(SUBJECT + 1).gap or 1e9) > 50.5 and run.now < 30 * SECOND:
            run.advance(SECOND // 20)
        print(f"forked at {run.now / SECOND:.2f} s, with the subject 50 m behind")
        play_on(run, out / "attentive", attention=True)
        play_on(run, out / "looking-away", attention=False)


if __name__ == "__main__":
    main()
