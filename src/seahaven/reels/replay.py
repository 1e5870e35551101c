"""The module that plays a reel into a world (G8: descriptive motion)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import ReelError
from seahaven.kernel import Module, Param, State, Tick, nanoseconds, port
from seahaven.reels.film import Film, refuse_misfit
from seahaven.reels.moment import Moment
from seahaven.reels.reel import Reel
from seahaven.world import FamilyType, Spawner, Writer, entity_with_id, spawns, writes

__all__ = ["Replay"]

Ids = NDArray[np.int64]


class Replay(Module):
    """Plays one family of a reel into the world, beside whoever lives there.

        Replay("film", rate=30, reel=Path("drive.reel"), family="vehicle")

    Entities appear and vanish as recorded, under new ids (`cast` tells which); before the first frame and after the
    last there is nobody. What is proposed at a date is what the reel shows at the next one: at a recorded date the
    recorded values, bit for bit; in between, floats on a line (angles the short way round, told by their unit rad) and
    everything else held. An entity whose columns were all transferred to another module is left to it, and stays
    when the reel has it vanish.

    `columns` are those to play (none named: all that reel and world share; handles to other entities are left out,
    since those have new ids), `ids` the recorded entities to play (none: all). `start` is the date in the world (s) at
    which the reel's time 0 is played; a negative one skips the beginning. With `loop` the reel begins anew, with new
    entities, when its last frame is reached. With `keep_ids` entities have the ids under which they were recorded, and
    handles to them are played too; nobody else in the world may have one of these ids.

    In a world where another module writes the same columns, let the replay own what it adds and nothing else:
    `world.grant("film", "vehicle", ids=[])` before the run is made.
    """

    reel: Param[Path]
    family: Param[str] = "vehicle"
    columns: Param[tuple[str, ...]] = ()
    ids: Param[tuple[int, ...]] = ()
    start: Param[float] = port(0.0, unit="s")
    interpolate: Param[Literal["none", "linear"]] = "linear"
    loop: Param[bool] = False
    keep_ids: Param[bool] = False
    recorded: State[Ids] = port(np.zeros(0, np.int64), doc="recorded ids of those in the world, ascending")
    playing: State[Ids] = port(np.zeros(0, np.int64), doc="their ids in the world")
    turn: State[int] = port(0, doc="how often the reel has begun anew")

    film: Param[Film | None] = None

    body: Writer
    door: Spawner

    def build(self) -> None:
        """Open the reel; refuse what cannot be played before anything starts."""
        film = Film(Reel.open(self.reel), self.family, self.columns, keep_ids=self.keep_ids)
        self.give("film", film)
        self.open_port("body", writes(self.family, *self.columns))
        self.open_port("door", spawns(self.family))
        for entity in self.ids:
            if entity not in film.cast:
                raise ReelError(
                    f"{self.reel} has no {self.family} {entity_with_id(entity)}; look for its ids in the reel"
                )
        if self.loop and self.keep_ids:
            raise ReelError(f"{self.reel} cannot be played in a loop with `keep_ids`: each round has new entities")
        if self.loop and film.length == 0:
            raise ReelError(f"{self.reel} is too short to be played in a loop; it needs two frames")

    @property
    def cast(self) -> dict[int, int]:
        """Who is in the world (or will be, at the replay's next date): recorded id to id in the world."""
        return dict(zip(self.recorded.tolist(), self.playing.tolist(), strict=True))

    def init(self, tick: Tick) -> None:
        """Refuse what does not fit into this world; bring in whoever is there at the beginning."""
        refuse_misfit(self._film, self._declared)
        self._play(tick.now, tick.path)

    def step(self, tick: Tick) -> None:
        """Propose what the reel shows at the next date, and in immediate columns what it shows now."""
        at_once = self._played(immediate=True)
        if at_once:
            self._write(self._moment(self._place(tick.now)[0]), at_once)
        self._play(tick.next, tick.path)

    def _play(self, due: int, path: str) -> None:
        date, turn = self._place(due)
        moment = self._moment(date)
        self._leave(~np.isin(self.recorded, moment.ids) | (turn != self.turn))
        self.turn = turn
        self._write(moment, self._played(immediate=False))
        self._enter(moment.part(~np.isin(moment.ids, self.recorded)), path)

    @property
    def _film(self) -> Film:
        assert self.film is not None  # made in build
        return self.film

    @property
    def _declared(self) -> FamilyType:
        """The world's declaration of the family."""
        return self.body.type

    def _played(self, *, immediate: bool) -> list[str]:
        """The columns that reel and world share."""
        columns = self._declared.columns
        return [name for name in self._film.columns if name in columns and columns[name].immediate == immediate]

    def _place(self, due: int) -> tuple[int, int]:
        """The date in the reel that is played at a date in the world, and how often the reel has begun anew by then."""
        at = due - nanoseconds(self.start)
        if not self.loop or at < self._film.first:
            return at, 0
        turn, rest = divmod(at - self._film.first, self._film.length)
        return self._film.first + rest, turn

    def _moment(self, date: int) -> Moment:
        moment = self._film.at(date, linear=self.interpolate == "linear")
        return moment.part(np.isin(moment.ids, self.ids)) if self.ids else moment

    def _leave(self, gone: NDArray[np.bool_]) -> None:
        """Take out those that are still the replay's, and forget all that are gone from the reel."""
        leaving = self.playing[gone]
        if len(leaving):
            self.door.remove(leaving[np.isin(leaving, self.body.ids)])
            self.recorded, self.playing = self.recorded[~gone], self.playing[~gone]

    def _write(self, moment: Moment, names: list[str]) -> None:
        """Propose values for those who are in the world and still the replay's; its other rows stay as they are."""
        own = self.body.ids
        is_here = np.isin(self.recorded, moment.ids) & np.isin(self.playing, own)
        if not is_here.any():
            return
        source = moment.ids.searchsorted(self.recorded[is_here])
        target = own.searchsorted(self.playing[is_here])
        for name in names:
            cells = np.array(getattr(self.body, name))
            cells[target] = moment.values[name][source]
            setattr(self.body, name, cells)
            if self._declared.columns[name].nullable:
                nulls = np.array(self.body.null(name))
                nulls[target] = moment.null(name)[source]
                self.body.set_null(name, nulls)

    def _enter(self, new: Moment, path: str) -> None:
        """Bring in those that appear."""
        if not len(new.ids):
            return
        names = self._played(immediate=False) + self._played(immediate=True)
        columns: dict[str, Any] = {name: new.cells(name) for name in names}
        added = self.door.add(len(new.ids), owner=path, ids=new.ids if self.keep_ids else None, **columns)
        recorded = np.concatenate([self.recorded, new.ids])
        order = recorded.argsort()
        self.recorded, self.playing = recorded[order], np.concatenate([self.playing, added])[order]
