"""The driver in python-statemachine: a chart with a parallel state, ticked by an event."""

from __future__ import annotations

from statemachine import State, StateChart

from seahaven.bench.drivers.plain import Answer, PlainDriver
from seahaven.bench.drivers.traffic import Sight

__all__ = ["StateMachineDriver"]


class Chart(StateChart[PlainDriver]):
    """A state's activity is its entry and an internal transition, tried after those that leave it."""

    catch_errors_as_events = False

    class driver(State.Parallel):  # noqa: N801 - states are named as in the library's own charts
        """All that a driver does at once."""

        class keep(State.Compound):  # noqa: N801
            """Keep the speed."""

            keeping = State(initial=True)
            tick = keeping.to(None, on="keep_speed")

        class follow(State.Compound):  # noqa: N801
            """Follow the vehicle ahead."""

            clear = State(initial=True)
            tracking = State(enter="track")
            braking = State(enter="brake")
            tick = (
                clear.to(tracking, cond="is_near")
                | tracking.to(clear, cond="is_clear")
                | tracking.to(braking, cond="is_urgent")
                | tracking.to(None, on="track")
                | braking.to(tracking, cond="is_relaxed")
                | braking.to(None, on="brake")
            )

        class change(State.Compound):  # noqa: N801
            """Change lanes."""

            waiting = State(initial=True, enter="restart")
            looking = State(enter="restart")
            going = State(enter=["restart", "ready", "go"])
            settling = State(enter=["restart", "hold"])
            tick = (
                waiting.to(looking, cond="is_wanted")
                | looking.to(going, cond="has_room")
                | looking.to(waiting, cond="gives_up")
                | going.to(settling, cond="is_over")
                | going.to(None, on="go")
                | settling.to(waiting, cond="is_settled")
                | settling.to(None, on="hold")
            )


class StateMachineDriver(PlainDriver):
    """The chart's model."""

    def __init__(self) -> None:
        super().__init__()
        self._chart = Chart(self)

    def __call__(self, sight: Sight) -> Answer:
        """One step."""
        self.take(sight)
        self._chart.send("tick")
        return self.answer()
