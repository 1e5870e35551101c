"""The driver in py_trees: a parallel of three trees, ticked from the root.

Behaviour trees know no states that last. So a region is a sequence of two selectors: the first tries the changes of
state one by one, the second finds the state that is active; which one that is, its behaviours share.
"""

from __future__ import annotations

from collections.abc import Callable

from py_trees import behaviours, composites
from py_trees.behaviour import Behaviour
from py_trees.common import ParallelPolicy, Status

from seahaven.bench.drivers.plain import Answer, PlainDriver
from seahaven.bench.drivers.traffic import Sight

__all__ = ["PyTreesDriver"]

Work = Callable[[], None]


class Activity(Behaviour):
    """Does the same in every tick."""

    def __init__(self, name: str, work: Work) -> None:
        super().__init__(name)
        self._work = work

    def update(self) -> Status:
        """Do it."""
        self._work()
        return Status.RUNNING


class Place:
    """The state that a region is in."""

    def __init__(self, state: str) -> None:
        self.state = state


class Change(Behaviour):
    """Goes from one state to another if a condition holds; else it fails."""

    def __init__(self, place: Place, source: str, target: str, is_due: Callable[[], bool], *actions: Work) -> None:
        super().__init__(f"{source} to {target}")
        self._place, self.source, self._target, self._is_due, self._actions = place, source, target, is_due, actions

    def update(self) -> Status:
        """Go if it is time to."""
        if self._place.state != self.source or not self._is_due():
            return Status.FAILURE
        self._place.state = self._target
        for action in self._actions:
            action()
        return Status.SUCCESS


class State(Behaviour):
    """Fails while the region is in another state; else does what the state does."""

    def __init__(self, place: Place, name: str, work: Work | None = None) -> None:
        super().__init__(name)
        self._place, self._work = place, work

    def update(self) -> Status:
        """Do it if it is the state's turn."""
        if self._place.state != self.name:
            return Status.FAILURE
        if self._work is not None:
            self._work()
        return Status.RUNNING


class Table(Behaviour):
    """Tries the changes from the active state in plain Python."""

    def __init__(self, name: str, place: Place, changes: list[Change]) -> None:
        super().__init__(name)
        sources = {change.source for change in changes}
        self._place = place
        self._changes = {source: [change for change in changes if change.source == source] for source in sources}

    def update(self) -> Status:
        """Take the first that is due, if any is."""
        for change in self._changes[self._place.state]:
            if change.update() is Status.SUCCESS:
                break
        return Status.SUCCESS


def region(name: str, place: Place, changes: list[Change], states: list[State], *, table: bool) -> Behaviour:
    """Give the tree of a sequential machine."""
    change: Behaviour = Table(f"{name}: change", place, changes)
    if not table:
        change = composites.Selector(change.name, memory=False, children=[*changes, behaviours.Success("stay")])
    act = composites.Selector(f"{name}: act", memory=False, children=list(states))
    return composites.Sequence(name, memory=False, children=[change, act])


class PyTreesDriver(PlainDriver):
    """Every condition is asked and every activity done by a behaviour of its own.

    With `table`, one behaviour asks all conditions of a region: faster, but then the engine has no part in it.
    """

    def __init__(self, *, table: bool = False) -> None:
        super().__init__()
        policy = ParallelPolicy.SuccessOnAll(synchronise=False)
        children = [Activity("keep", self.keep_speed), self._follow(table), self._change(table)]
        self._root = composites.Parallel("driver", policy, children)

    def __call__(self, sight: Sight) -> Answer:
        """One step."""
        self.take(sight)
        self._root.tick_once()
        return self.answer()

    def _follow(self, table: bool) -> Behaviour:
        place = Place("clear")
        changes = [
            Change(place, "clear", "tracking", self.is_near),
            Change(place, "tracking", "clear", self.is_clear),
            Change(place, "tracking", "braking", self.is_urgent),
            Change(place, "braking", "tracking", self.is_relaxed),
        ]
        states = [State(place, "clear"), State(place, "tracking", self.track), State(place, "braking", self.brake)]
        return region("follow", place, changes, states, table=table)

    def _change(self, table: bool) -> Behaviour:
        place = Place("waiting")
        changes = [
            Change(place, "waiting", "looking", self.is_wanted, self.restart),
            Change(place, "looking", "going", self.has_room, self.restart, self.ready),
            Change(place, "looking", "waiting", self.gives_up, self.restart),
            Change(place, "going", "settling", self.is_over, self.restart),
            Change(place, "settling", "waiting", self.is_settled, self.restart),
        ]
        states = [
            State(place, "waiting"),
            State(place, "looking"),
            State(place, "going", self.go),
            State(place, "settling", self.hold),
        ]
        return region("change", place, changes, states, table=table)
