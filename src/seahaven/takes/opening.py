"""Opens a run of a study, a reel, a function or a take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from seahaven.errors import InputError
from seahaven.takes.run import Run
from seahaven.takes.sitting import AnyDriver, put_in_place
from seahaven.takes.source import Change, is_study, load_production, load_take
from seahaven.takes.take import Take

__all__ = ["open_run"]


def open_run(
    source: str | Path | Take,
    *,
    seed: int | None = None,
    allow: Sequence[str] = (),
    person: int | None = None,
    change: Change | None = None,
    drivers: Mapping[str, AnyDriver] | None = None,
    out: str | Path | None = None,
) -> Run:
    """A run of a study file, a reel, a function `package.module:function` or a take; nothing is recorded.

        with seahaven.open("examples/motorway.study.yaml", seed=3) as run:
            run.advance(10.0)

    `seed` replaces that of the study. `allow`, `person` and `change` are as for `load_take`. `drivers` take the seats
    of vehicles, by their names, instead of the drivers that the study names for them, under the same terms: a function
    or an object with a method `drive`, or a `ProgramDriver`. `out` is a folder for what the study itself draws; without
    it, nothing is written.
    """
    folder = None if out is None else Path(out)
    if isinstance(source, Take):
        if seed not in (None, source.seed) or person is not None or change is not None:
            raise InputError(f"the take '{source.name}' is made already; give seed, person and change to load_take")
        return Run(_seated(source, drivers), out=folder)

    if is_study(source):
        production = load_production(source, allow=allow, person=person, change=change)
        take = production.take(production.study.seed if seed is None else seed)

        def afresh(seed: int, before: Take | None = None) -> Take:
            return _seated(production.bare_take(seed, before), drivers)

        return Run(_seated(take, drivers), again=afresh, out=folder)

    def again(seed: int | None, _: Take | None = None) -> Take:
        return _seated(load_take(source, allow=allow, seed=seed, person=person, change=change), drivers)

    return Run(again(seed), again=again, out=folder)


def _seated(take: Take, drivers: Mapping[str, AnyDriver] | None) -> Take:
    """The take with these drivers in their seats."""
    if drivers:
        put_in_place(take.root, drivers)
    return take
