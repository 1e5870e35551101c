"""Many entities, each with a machine, that send each other messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from seahaven.errors import nearest
from seahaven.hcsm.errors import MachineError
from seahaven.hcsm.interpreter.engine import Interpreter, StepResult
from seahaven.hcsm.interpreter.instance import Instance
from seahaven.hcsm.interpreter.intake import Inputs
from seahaven.hcsm.panel import Message, Scalar

__all__ = ["Ensemble"]


class Ensemble:
    """Entities by id, of one program or several.

    None sees another but by messages, and these wait until the step of all is complete.
    """

    def __init__(self, interpreter: Interpreter | None = None, entities: Iterable[int] = ()) -> None:
        self._interpreters: dict[int, Interpreter] = {}
        self._instances: dict[int, Instance] = {}
        self._nobody = 0
        if interpreter is not None:
            for entity in entities:
                self.add(interpreter, entity)

    def add(self, interpreter: Interpreter, entity: int) -> Instance:
        """A new entity."""
        if entity in self._instances:
            raise MachineError(f"entity {entity} has a machine already; remove it first")
        self._interpreters[entity] = interpreter
        self._instances[entity] = interpreter.machine(entity)
        return self._instances[entity]

    def remove(self, entity: int) -> None:
        """Take an entity out, with the messages that are under way to it."""
        self[entity]
        del self._interpreters[entity], self._instances[entity]

    def __getitem__(self, entity: int) -> Instance:
        if entity not in self._instances:
            raise MachineError(f"no entity {entity} in the ensemble{nearest(str(entity), map(str, self._instances))}")
        return self._instances[entity]

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(self._instances))

    def __len__(self) -> int:
        return len(self._instances)

    @property
    def dropped(self) -> int:
        """How many messages were for nobody, or for a button or dial that is not there."""
        return self._nobody + sum(instance.dropped for instance in self._instances.values())

    def step(self, inputs: Mapping[int, Inputs], *, step: int, trace: bool = False) -> dict[int, StepResult]:
        """One step of every entity for which there are inputs; then the messages they sent are put under way."""
        results = {}
        for entity, given in inputs.items():
            instance = self[entity]
            results[entity] = self._interpreters[entity].step(instance, given, step=step, trace=trace)
        for entity, result in results.items():
            for message in result.sent:
                if message.receiver != entity:
                    self.post(message)
        return results

    def post(self, message: Message) -> None:
        """Put a message on its way to its receiver; one for nobody is dropped."""
        receiver = self._instances.get(message.receiver)
        if receiver is None:
            self._nobody += 1
        else:
            receiver.post(message)

    def set_dial(self, item: str, value: Scalar, entities: Iterable[int] | None = None) -> None:
        """Turn a dial of some entities at once, or of all."""
        for entity in self if entities is None else entities:
            self[entity].set_dial(item, value)
