"""The machine of one entity: its state between steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from seahaven.errors import nearest
from seahaven.hcsm.errors import MachineError
from seahaven.hcsm.interpreter.slots import ALIVE, ENTITY, SENT, Slot, Slots
from seahaven.hcsm.panel import CONVERSIONS, Message, Scalar, in_order
from seahaven.hcsm.program import Program

__all__ = ["Instance"]


class Instance:
    """One entity's machines: locals, dials, active children, and messages that are under way to them.

    Made by `Interpreter.machine` and stepped by `Interpreter.step`. Between steps anybody may look, `post` messages and
    `set_dial`.
    """

    __slots__ = ("_slots", "dropped", "has_bags", "inbox", "values")

    def __init__(self, slots: Slots, entity: int) -> None:
        self._slots = slots
        self.values: list[Any] = list(slots.initial)
        self.values[ENTITY], self.values[SENT] = entity, []
        self.inbox: list[Message] = []
        self.has_bags = False
        self.dropped = 0
        """How many messages were for a button or dial that is not there."""

    @property
    def entity(self) -> int:
        """The entity's id."""
        return int(self.values[ENTITY])

    @property
    def program(self) -> Program:
        """Of which machine it is an instance."""
        return self._slots.program

    # Looking ----------------------------------------------------------------------------------------------------------

    def active(self) -> tuple[str, ...]:
        """The paths of all active machines, parents first, in the order of names; none before the first step."""
        return tuple(path for path, _ in self._slots.program.walk() if self.is_active(path))

    def is_active(self, path: str) -> bool:
        """Whether the machine is active: the top machine from its first step on, others if their parents say so."""
        return bool(self.values[ALIVE]) and self.hears(path)

    def hears(self, path: str) -> bool:
        """Whether what is delivered now reaches the machine: whether it is active, or before the first step, whether
        it is active at the start."""
        if path == self._slots.program.name:
            return True
        parent, _, name = path.rpartition("/")
        if (
            parent in self._slots.active
            and self._slots.child_names[parent][self.values[self._slots.active[parent]]] != name
        ):
            return False
        return self.hears(parent)

    def outputs(self, path: str = "") -> dict[str, Scalar | None]:
        """What a machine (the top one, if none is named) put out in the last step."""
        return self._named(self._slots.outputs, path)

    def locals(self, path: str = "") -> dict[str, Scalar | None]:
        """A machine's locals."""
        return self._named(self._slots.locals, path)

    def dials(self, path: str = "") -> dict[str, Scalar | None]:
        """The settings of a machine's dials; settings under way do not count yet."""
        return self._named(self._slots.dials, path)

    def bags(self, path: str = "") -> dict[str, tuple[Scalar, ...]]:
        """What had arrived on a machine's panel for the last step, where anything had."""
        own = path or self._slots.program.name
        return {
            n: self.values[slot.number]
            for (p, n), slot in self._slots.bags.items()
            if p == own and self.values[slot.number]
        }

    def _named(self, table: Mapping[tuple[str, str], Slot], path: str) -> dict[str, Scalar | None]:
        own = path or self._slots.program.name
        return {name: self.values[slot.number] for (p, name), slot in table.items() if p == own}

    # Editing ----------------------------------------------------------------------------------------------------------

    def set_dial(self, item: str, value: Scalar) -> None:
        """Turn a dial at once, without a message: nothing arrives in its bag.

        `item` is `Driver/follow.headway`, or `.headway` for the top machine's.
        """
        key = self._key(item)
        if key not in self._slots.dials:
            dials = (f"{path}.{name}" for path, name in self._slots.dials)
            raise MachineError(f"machine '{self._slots.program.name}' has no dial '{item}'{nearest(item, dials)}")
        slot = self._slots.dials[key]
        if not isinstance(value, (bool, int, float)):
            raise MachineError(f"dial '{item}' got {value!r}; expected a number, or true or false")
        self.values[slot.number] = CONVERSIONS[slot.type](float(value)) if slot.type != "int" else int(value)

    def post(self, message: Message) -> None:
        """Put a message on its way: it is there in the next step. One for an item that is not there is dropped."""
        if self._key(message.item) in self._slots.bags:
            self.inbox.append(message._replace(item=self._full(message.item)))
        else:
            self.dropped += 1

    def pending(self) -> tuple[Message, ...]:
        """The messages that are under way, in order."""
        return tuple(in_order(self.inbox))

    def is_dial(self, item: str) -> bool:
        """Whether an item of some panel is a dial; otherwise it is a button."""
        return self._key(item) in self._slots.dials

    def _full(self, item: str) -> str:
        return f"{self._slots.program.name}{item}" if item.startswith(".") else item

    def _key(self, item: str) -> tuple[str, str]:
        path, _, name = self._full(item).rpartition(".")
        return path, name

    def deliver(self) -> None:
        """Empty the bags, and fill them with what is under way (rules 11 to 14)."""
        if self.has_bags:
            bags = self._slots.all_bags
            self.values[bags] = self._slots.initial[bags]
            self.has_bags = False
        if self.inbox:
            for item, messages in groupby(in_order(self.inbox), key=lambda message: message.item):
                self._arrive(self._key(item), [message.value for message in messages])
            self.inbox = []

    def _arrive(self, key: tuple[str, str], values: list[float]) -> None:
        slot = self._slots.bags[key]
        bag = tuple(CONVERSIONS[slot.type](value) for value in values)
        if key in self._slots.dials:
            self.values[self._slots.dials[key].number] = bag[-1]
        if self.hears(key[0]):
            self.values[slot.number] = bag
            self.has_bags = True

    # Saving -----------------------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Everything that the next step depends on, as plain data."""
        return {
            "entity": self.entity,
            "alive": bool(self.values[ALIVE]),
            "dropped": self.dropped,
            "active": dict(self._active_names()),
            "locals": {f"{p}.{n}": self.values[slot.number] for (p, n), slot in self._slots.locals.items()},
            "dials": {f"{p}.{n}": self.values[slot.number] for (p, n), slot in self._slots.dials.items()},
            "inbox": [list(message) for message in self.pending()],
        }

    def state_values(self) -> list[Any]:
        """What the next step depends on besides messages under way, in the order of the slots; quick to compare."""
        return [self.values[ALIVE], self.has_bags, *self.values[self._slots.lasting]]

    def _active_names(self) -> Iterator[tuple[str, str]]:
        for path, number in self._slots.active.items():
            yield path, self._slots.child_names[path][self.values[number]]

    def load(self, state: Mapping[str, Any]) -> None:
        """Take over what `state` gave, from this or another run of the same program."""
        self._check(state)
        self.values = list(self._slots.initial)
        self.values[ENTITY], self.values[SENT], self.values[ALIVE] = state["entity"], [], state["alive"]
        for path, name in state["active"].items():
            self.values[self._slots.active[path]] = self._slots.child_names[path].index(name)
        for table, saved in ((self._slots.locals, state["locals"]), (self._slots.dials, state["dials"])):
            for (path, name), slot in table.items():
                self.values[slot.number] = saved[f"{path}.{name}"]
        self.inbox = [Message(*message) for message in state["inbox"]]
        self.has_bags, self.dropped = False, state["dropped"]

    def _check(self, state: Mapping[str, Any]) -> None:
        """Refuse the state of another program."""
        own = self.state()
        for part, names in own.items():
            theirs = state.get(part)
            if theirs is None or (isinstance(names, dict) and names.keys() != theirs.keys()):
                raise MachineError(
                    f"state is not one of machine '{self._slots.program.name}': its '{part}' does not fit"
                )
