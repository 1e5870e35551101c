"""The driver in sismic: a statechart with an orthogonal state, ticked by an event."""

from __future__ import annotations

from sismic.interpreter import Interpreter
from sismic.io import import_from_yaml

from seahaven.bench.drivers.plain import Answer, PlainDriver
from seahaven.bench.drivers.traffic import Sight

__all__ = ["SismicDriver"]

_CHART = """
statechart:
  name: driver
  root state:
    name: driver
    parallel states:
      - name: keep
        transitions:
          - {event: tick, action: driver.keep_speed()}
      - name: follow
        initial: clear
        states:
          - name: clear
            transitions:
              - {event: tick, guard: driver.is_near(), target: tracking}
          - name: tracking
            on entry: driver.track()
            transitions:
              - {event: tick, guard: driver.is_clear(), target: clear}
              - {event: tick, guard: driver.is_urgent(), target: braking}
              - {event: tick, action: driver.track(), priority: low}
          - name: braking
            on entry: driver.brake()
            transitions:
              - {event: tick, guard: driver.is_relaxed(), target: tracking}
              - {event: tick, action: driver.brake(), priority: low}
      - name: change
        initial: waiting
        states:
          - name: waiting
            on entry: driver.restart()
            transitions:
              - {event: tick, guard: driver.is_wanted(), target: looking}
          - name: looking
            on entry: driver.restart()
            transitions:
              - {event: tick, guard: driver.has_room(), target: going}
              - {event: tick, guard: driver.gives_up(), target: waiting}
          - name: going
            on entry: |
              driver.restart()
              driver.ready()
              driver.go()
            transitions:
              - {event: tick, guard: driver.is_over(), target: settling}
              - {event: tick, action: driver.go(), priority: low}
          - name: settling
            on entry: |
              driver.restart()
              driver.hold()
            transitions:
              - {event: tick, guard: driver.is_settled(), target: waiting}
              - {event: tick, action: driver.hold(), priority: low}
"""


class SismicDriver(PlainDriver):
    """A state's activity is its entry and an internal transition of low priority."""

    def __init__(self) -> None:
        super().__init__()
        self._chart = Interpreter(import_from_yaml(_CHART), initial_context={"driver": self}, ignore_contract=True)
        self._chart.execute()

    def __call__(self, sight: Sight) -> Answer:
        """One step."""
        self.take(sight)
        self._chart.queue("tick")
        self._chart.execute_once()
        return self.answer()
