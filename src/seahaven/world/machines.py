"""Machines bound to a family: every entity has one, fed from its columns and heard through them (H6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import WiringError, nearest
from seahaven.hcsm import CompiledMachine, Crowd, Machine, Mail, Message, Program, StepTrace, Wires
from seahaven.kernel import Emits, Hears, Module, Param, Part, State, Tick, port
from seahaven.world.apart import Apart
from seahaven.world.binding import Binding, part_of
from seahaven.world.family import mask_of
from seahaven.world.following import Block
from seahaven.world.label import entity_with_id
from seahaven.world.moves import Moves
from seahaven.world.ports import reads, writes
from seahaven.world.probe import Probe
from seahaven.world.table import Reader
from seahaven.world.writer import Writer

__all__ = ["Machines", "Press"]

FEW = 8
"""Where at most one row in so many runs elsewhere, its machine is stepped with the others, to no effect: copying the
columns of all others side by side would take longer."""
NOBODY: NDArray[np.int64] = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class Press:
    """A button pressed or a dial turned, of one or several entities' top machines.

    Without entities, it is for the machine of the `Host` that hears it.
    """

    entities: tuple[int, ...]
    item: str
    value: float = 1.0

    def __post_init__(self) -> None:
        entities, item = cast(object, self.entities), cast(object, self.item)
        if not isinstance(item, str) or isinstance(entities, str):
            raise WiringError(f"a press got {self}; expected Press((entity, …), 'item', value)")

    def refuse_unknown(self, program: Program, sender: str) -> None:
        """Refuse an item that the panel of a machine does not have: nobody would notice that nothing happens."""
        panel = [item.name for item in (*program.buttons, *program.dials)]
        if self.item not in panel:
            raise WiringError(f"'{sender}' pressed '{self.item}' of {program.name}{nearest(self.item, panel)}")


class Machines(Module):
    """Runs a machine for every entity that it owns, compiled, all at once.

        Machines("drivers", rate=10, machine=Driver, family="vehicle")
        Machines("drivers", rate=10, machine=Driver(aggressiveness=0.8), family="vehicle")

    Inputs are the columns of the same names; `dt` and `time` are the module's period and date in seconds. Outputs are
    written to the columns of the same names; a null output to a column that cannot be null leaves it as it is.
    `presses` come from other modules (a trigger, a director) and are there in the step that hears them, even if it is a
    machine's first. Messages of the machines among each other are there in the next step. Messages to entities that run
    elsewhere are told through `pressed`.
    """

    keeps_spare = True
    machine: Param[type[Machine] | Machine]
    family: Param[str] = "vehicle"
    parallel: Param[bool] = port(False, doc="whether blocks of rows run on several threads")
    presses: Hears[Press]
    pressed: Emits[Press]
    saved: State[dict[str, NDArray[Any]]] = port({})

    seen: Reader
    wish: Writer

    def build(self) -> None:
        """Declare the columns that the machine reads and writes."""
        program = self.machine.program
        self.open_port("seen", reads(self.family, *self._inputs()))
        self.open_port("wish", writes(self.family, *(output.name for output in program.outputs)))

    def _inputs(self) -> list[str]:
        return [i.name for i in self.machine.program.inputs if i.name not in ("dt", "time")]

    def hear(self, tick: Tick) -> None:
        """Put presses from outside among the mail of the next step."""
        if self.presses:
            running = self._running(tick.seed)
            running.crowd.post(Mail.of(self._heard(running.panel)))

    def step(self, tick: Tick) -> None:
        """One step of all machines."""
        running = self._running(tick.seed)
        crowd = running.crowd
        wires = self._wires(running, tick)
        if running.probe is not None:
            running.probe.look(crowd, lambda entity: self._sensed(entity, tick), tick.index, tick.seconds)
        self._send(running, crowd.step(wires, step=tick.index))
        self._write(running)

    def _send(self, running: _Running, mail: Mail) -> None:
        """Put on its way what machines have sent."""
        if len(running.away):
            mail = mail.without(running.away)
        if len(mail):
            running.crowd.post(mail)
            self._tell_others(running, mail)

    def part(self, tick: Tick) -> Part | None:
        """All machines in one compiled call, where all rows but a few run here; mail is handed out right before.

        Not while somebody is retraced: the probe looks between two machines' steps.
        """
        running = None if self.parallel else self._running(tick.seed)
        if running is None or running.probe is not None or len(running.crowd) != len(self.seen):
            return None
        wires, is_steady = self._wires(running, tick), not len(running.away)
        works_on = self.wish, wires, running.crowd.arena, is_steady
        return running.binding.bound(works_on, lambda: self._bound(running, wires, is_steady=is_steady))

    def _bound(self, running: _Running, wires: Wires, *, is_steady: bool) -> Part | None:
        import seahaven.world.machine_kernels as kernels

        stepping = running.crowd.stepping(wires)
        if stepping is None:
            return None
        clock, everybody = running.clock, running.everybody
        values = self.seen.tally, stepping, clock["time"], clock["dt"], self._outputs(running).where, everybody
        part = part_of(kernels.step_machines, values, is_steady=is_steady)
        return replace(part, begin=partial(running.crowd.take_mail, wires))

    def settle(self, tick: Tick, status: int) -> None:
        """Put on its way what the machines have sent."""
        self._send(self.live, self._started().sent())

    def freeze(self) -> None:
        """Keep the state of the machines as arrays."""
        if self.live is not None:
            self.saved = self.live.crowd.state(without=self.live.away)

    def turn(self, dial: str, value: float, entities: Iterable[int] | None = None) -> None:
        """Turn a dial between two advances, of some entities or of all: `Driver/follow.headway`."""
        crowd = self._started()
        rows = None if entities is None else np.array([self._row(crowd, entity) for entity in entities], np.int64)
        crowd.set_dial(dial, value, rows)

    def active(self, entity: int) -> set[str]:
        """The paths of the machines that are active in an entity; `draw_text` and `draw_svg` mark them."""
        crowd = self._started()
        program = self.machine.program
        return set(_active(program, program.name, crowd, self._row(crowd, entity)))

    def probe(self, entities: Iterable[int]) -> None:
        """Retrace the steps of some entities from now on, and of no others: nothing changes, but steps take longer.

        It holds until the run goes back or is restored; before the first step it does nothing.
        """
        running: _Running | None = self.live
        wanted = set(entities)
        if running is None or (running.probe is None and not wanted):
            return
        if not wanted:
            running.probe = None
            return
        running.probe = running.probe or Probe(self.machine.program, running.seed)
        running.probe.turn_to(wanted - set(running.away.tolist()))

    def traced(self, entity: int) -> list[tuple[float, StepTrace]]:
        """The steps of an entity that is retraced since this was asked last, each with its date (s)."""
        running: _Running | None = self.live
        return [] if running is None or running.probe is None else running.probe.taken(entity)

    def _sensed(self, entity: int, tick: Tick) -> dict[str, Any]:
        """The inputs of one entity in this step."""
        row = int(np.searchsorted(self.seen.ids, entity))
        sensed: dict[str, Any] = {}
        for port_ in self.machine.program.inputs:
            if port_.name in ("dt", "time"):
                sensed[port_.name] = tick.dt if port_.name == "dt" else tick.seconds
            elif self.seen.column(port_.name).nullable and self.seen.null(port_.name)[row]:
                sensed[port_.name] = None
            else:
                sensed[port_.name] = getattr(self.seen, port_.name)[row].item()
        return sensed

    def _started(self) -> Crowd:
        if self.live is None:
            raise WiringError(f"module '{self.path}' has not run yet; advance first")
        crowd: Crowd = self.live.crowd
        return crowd

    def _row(self, crowd: Crowd, entity: int) -> int:
        found = np.flatnonzero(crowd.ids == entity)
        if not len(found) or entity in self.live.away:
            raise WiringError(f"module '{self.path}' runs no machine for entity {entity_with_id(entity)}")
        return int(found[0])

    def _running(self, seed: int) -> _Running:
        """The machines of those who are there now; newcomers start, whoever left is forgotten."""
        ids, everybody = self.wish.ids, self.seen.moves.after
        if self.live is None:
            self.live = self._begun(seed, ids)
        running: _Running = self.live
        if running.own is not ids or (len(running.away) and running.ids is not everybody):
            few = 0 < len(everybody) - len(ids) <= len(everybody) // FEW
            running.part_from(np.setdiff1d(everybody, ids, assume_unique=True) if few else NOBODY)
            running.follow(everybody if few else ids, self.seen.moves)
            running.own = ids
            self.seen.lead(running)
        return running

    def _begun(self, seed: int, ids: NDArray[np.int64]) -> _Running:
        """The machines as they were saved; in the memory that they had before the run went back, if there is any."""
        machine = CompiledMachine(self.machine.program, seed=seed, parallel=self.parallel)
        spare, program = self.spare, self.machine.program
        panel = frozenset(item.name for item in (*program.buttons, *program.dials))
        is_like = isinstance(spare, _Running) and spare.crowd.code.run is machine.code.run
        if is_like and spare.crowd.begin_anew(self.saved, machine.code):
            spare.ids, spare.own, spare.away, spare.panel = None, None, NOBODY, panel
            spare.seed, spare.probe = seed, None
            return cast(_Running, spare)
        crowd = machine.crowd(ids)
        if self.saved:
            crowd.load(self.saved)
        return _Running(crowd, panel, seed)

    def _wires(self, running: _Running, tick: Tick) -> Wires:
        """The inputs of this step: the same arrays again, as long as they lie where they do."""
        is_whole = len(running.crowd) == len(self.seen)
        source = self.seen if is_whole else self._gathered(running)
        wires = running.wired.bound((source, running.crowd.arena), lambda: self._laid(running, is_whole=is_whole))
        if is_whole:
            running.apart = None
        running.clock["dt"].fill(tick.dt)
        running.clock["time"].fill(tick.seconds)
        return wires

    def _gathered(self, running: _Running) -> Apart:
        """The inputs of those who run here, copied side by side, where others run elsewhere."""
        if running.apart is None or not running.apart.fits(self.seen, len(running.crowd)):
            running.apart = Apart(self.seen, self._inputs(), len(running.crowd))
        running.apart.fill(running.crowd.ids)
        return running.apart

    def _laid(self, running: _Running, *, is_whole: bool) -> Wires:
        """The machines wired to the columns of the table, or to copies of these."""
        names, nullable = self._inputs(), self._nullable()
        if is_whole or running.apart is None:
            nulls = {name: self.seen.spacious_null(name) for name in nullable}
            return running.lay({name: self.seen.spacious(name) for name in names}, nulls)
        arrays = running.apart.arrays
        return running.lay({name: arrays[name] for name in names}, {name: arrays[mask_of(name)] for name in nullable})

    def _nullable(self) -> list[str]:
        return [name for name in self._inputs() if self.seen.column(name).nullable]

    def _write(self, running: _Running) -> None:
        """Propose the outputs; where a machine said nothing, null, or what was there if the column cannot be null."""
        import seahaven.world.output_kernels as kernels

        rows = running.everybody[: len(running.crowd)] if running.apart is None else running.apart.rows
        kernels.put_out(self._outputs(running).where, rows)

    def _outputs(self, running: _Running) -> _Outputs:
        """Where compiled code finds the outputs and puts them."""
        return running.placed.bound((self.wish, running.crowd.arena), lambda: self._placed(running))

    def _placed(self, running: _Running) -> _Outputs:
        import seahaven.world.output_kernels as kernels

        lines, in_force = [], [self.wish.spacious(name) for name in self.wish.columns]
        given = [running.crowd.output(name) for name in self.wish.columns]
        outputs = zip(self.wish.columns, given, self.wish.all_cells(), in_force, strict=True)
        for name, (values, nulls), (cells, mask), before in outputs:
            column, masked = self.wish.type.columns[name], 0 if mask is None else mask.ctypes.data
            sort = kernels.SORTS.get((str(values.dtype), column.dtype))
            if sort is None:
                raise WiringError(
                    f"output '{name}' of {self.machine.program.name} is of type {values.dtype}, "
                    f"but {self.wish.type.name}.{name} is {column}"
                )
            lines.append((values.ctypes.data, nulls.ctypes.data, cells.ctypes.data, masked, before.ctypes.data, sort))
        return _Outputs((in_force, given), np.array(lines, np.uintp).reshape(-1, 6))

    def _heard(self, panel: frozenset[str]) -> Iterator[Message]:
        """Presses from outside; those for entities that run elsewhere find nobody here."""
        for event in self.presses:
            press = event.value
            if press.item not in panel:
                press.refuse_unknown(self.machine.program, event.sender)
            yield from (Message(entity, f".{press.item}", press.value) for entity in press.entities)

    def _tell_others(self, running: _Running, mail: Mail) -> None:
        crowd = running.crowd
        rows = np.minimum(crowd.ids.searchsorted(mail.receivers), len(crowd) - 1)
        if (crowd.ids[rows] == mail.receivers).all() and not len(running.away):
            return
        here = set(crowd.ids.tolist()) - set(running.away.tolist())
        for message in mail.messages():
            if message.receiver not in here:
                self.pressed.append(Press((message.receiver,), message.item.rpartition(".")[2], message.value))


class _Outputs(NamedTuple):
    """Where compiled code finds the outputs and puts them, and the arrays that lie there."""

    held: tuple[Any, ...]
    where: NDArray[np.uintp]


class _Running:
    """The machines at work, with the arrays that they read and write as long as these lie where they do."""

    __slots__ = (
        "__weakref__",
        "apart",
        "away",
        "binding",
        "block",
        "clock",
        "crowd",
        "everybody",
        "ids",
        "own",
        "panel",
        "placed",
        "probe",
        "seed",
        "wired",
    )

    def __init__(self, crowd: Crowd, panel: frozenset[str], seed: int) -> None:
        self.crowd, self.panel, self.seed = crowd, panel, seed
        self.probe: Probe | None = None
        """What retraces single entities, if somebody looks on."""
        self.block = _block_of(crowd)
        """The memory of the crowd, which follows the rows of the table."""
        self.ids: NDArray[np.int64] | None = None
        self.own: NDArray[np.int64] | None = None
        """The entities that run here; those of the crowd but for the ones away."""
        self.away: NDArray[np.int64] = NOBODY
        """Entities that run elsewhere, with a machine in the crowd whose state and messages nobody sees."""
        self.apart: Apart | None = None
        """Copies of the columns, where they have rows that do not run here."""
        self.clock: dict[str, NDArray[np.float64]] = {}
        self.everybody: NDArray[np.int64] = np.zeros(0, np.int64)
        """All rows, where all run here."""
        self.wired, self.placed, self.binding = Binding[Wires](), Binding[_Outputs](), Binding[Part | None]()

    @property
    def capacity(self) -> int:
        """How many rows there is room for."""
        return self.crowd.arena.capacity

    def settle(self, moves: Moves) -> None:
        """Be for the rows of now, as their table has moved them."""
        self.crowd.moved(moves.after)
        self.ids = moves.after
        if not len(self.away):
            self.own = moves.after

    def part_from(self, away: NDArray[np.int64]) -> None:
        """Have these entities away; machines of those who come back begin anew."""
        back = np.setdiff1d(self.away, away, assume_unique=True)
        if len(back):
            self.crowd.reseat(np.setdiff1d(self.crowd.ids, back, assume_unique=True))
            self.ids = None
        self.away = away

    def follow(self, ids: NDArray[np.int64], moves: Moves) -> None:
        """Have exactly these rows."""
        crowd = self.crowd
        if self.ids is ids:
            return
        is_next = self.ids is not None and self.ids is moves.before and ids is moves.after
        if is_next and len(ids) <= crowd.arena.capacity:
            crowd.move(ids, moves.runs, moves.places)
        else:
            crowd.reseat(ids)
        if self.block.bytes is not crowd.arena.bytes:
            self.block = _block_of(crowd)
        self.ids = ids

    def lay(self, columns: dict[str, NDArray[Any]], nulls: dict[str, NDArray[np.bool_]]) -> Wires:
        """Wire the machines to these columns, which have spare rows, and to clocks of that length."""
        length = max((len(column) for column in columns.values()), default=len(self.crowd))
        self.clock = {name: np.empty(length) for name in ("dt", "time")}
        self.everybody = np.arange(length)
        wanted = [port.name for port in self.crowd.inputs]
        clocks = {name: self.clock[name] for name in wanted if name in self.clock}
        return self.crowd.wire({**columns, **clocks}, nulls, with_spare=True)


def _block_of(crowd: Crowd) -> Block:
    """The memory of a crowd."""
    return Block(crowd.arena.bytes, crowd.arena.fields, crowd.arena.blank)


def _active(program: Program, path: str, crowd: Crowd, row: int) -> Iterator[str]:
    """The paths of a machine and of all that is active below it."""
    yield path
    children = sorted(program.children, key=lambda child: child.name)
    if program.kind == "sequential":
        children = [children[int(crowd.active(path)[row])]]
    for child in children:
        yield from _active(child, f"{path}/{child.name}", crowd, row)
