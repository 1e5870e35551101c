"""What the command is given to play in these tests."""

from __future__ import annotations

from collections.abc import Callable

from typer.testing import Result

Seahaven = Callable[..., Result]
"""The command: words in, result out."""

STUDY = """\
study: Short drive
seed: 3
duration: 2 s
record: 10 Hz
courses:
  road: {pieces: [{line: 500 m}]}
world:
  vehicle:
    lead: {on: road, at: 40 m, speed: 36 km/h}
    chaser: {on: road, at: 5 m, speed: 36 km/h}
modules:
  lead: {use: car, entity: lead, with: {course: road, desired_speed: 36 km/h}}
  chaser: {use: car, entity: chaser, with: {course: road, desired_speed: 36 km/h}}
"""

CODE = '''\
"""Takes of one module that counts to two and then does something to the run."""

import os
import signal

from seahaven.kernel import SECOND, Module, Tick
from seahaven.takes import Take
from seahaven.world import Column, FamilyType, World, writes


class Clock(Module):
    hand = writes("hand")

    def step(self, tick: Tick) -> None:
        self.hand.angle = tick.seconds
        if tick.index == 2:
            self.strike()

    def strike(self) -> None:
        """Nothing."""


class Broken(Clock):
    def strike(self) -> None:
        raise ZeroDivisionError("the spring is gone")


class Stopped(Clock):
    def strike(self) -> None:
        raise KeyboardInterrupt


class Killed(Clock):
    def strike(self) -> None:
        os._exit(9)


class Terminated(Clock):
    def strike(self) -> None:
        signal.raise_signal(signal.SIGTERM)


class HungUp(Clock):
    def strike(self) -> None:
        signal.raise_signal(signal.SIGHUP)


def take(kind: type[Clock]) -> Take:
    world = World([FamilyType("hand", {"angle": Column(unit="rad", doc="from noon")})])
    world.add("hand", angle=0.0)
    return Take("Clock", Module("root", kind("clock", rate=1)), world, 4 * SECOND, rate=1)


def whole() -> Take:
    return take(Clock)


def broken() -> Take:
    return take(Broken)


def stopped() -> Take:
    return take(Stopped)


def killed() -> Take:
    return take(Killed)


def terminated() -> Take:
    return take(Terminated)


def hung_up() -> Take:
    return take(HungUp)


def nothing() -> None:
    """Not a take."""
'''
