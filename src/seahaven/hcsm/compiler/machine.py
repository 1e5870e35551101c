"""From a program to native code over all rows (H10).

The whole tree of a machine is flattened into one source file, which is kept under a hash of its content and compiled
once; `crowd` makes rows that run it. Results are those of the interpreter, bit for bit.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike

from seahaven.disk import cache_folder
from seahaven.hcsm.compiler.blueprint import Blueprint, Variant, kept_blueprint
from seahaven.hcsm.compiler.cache import load
from seahaven.hcsm.compiler.code import Code
from seahaven.hcsm.compiler.crowd import Crowd
from seahaven.hcsm.program import Program
from seahaven.hcsm.runnable import Runnable, program_of
from seahaven.kernel import Stream

__all__ = ["CompiledMachine"]

_MOST_KNOWN = 16
"""So many machines are remembered as they were put together; more come only where many are tried out."""
_PATIENCE = 8
"""For so many steps, a block of rows that were too often left to branches is not tried without."""


class CompiledMachine:
    """A machine as native code.

    `seed` keys random choices; it is no part of the code. `run_on` and `settle` are the variants of execution.
    `parallel` spreads blocks of rows over threads; the result is the same for any number of threads and any `block`,
    the number of rows in one. `python_mode` runs the generated source as it stands, slowly, without a compiler.
    `cache` is the folder to keep code in, else that of SEAHAVEN_CACHE, else the user's.
    """

    def __init__(
        self,
        machine: Runnable,
        *,
        seed: int = 0,
        run_on: bool = False,
        settle: bool = False,
        parallel: bool = False,
        block: int = 1024,
        python_mode: bool = False,
        cache: str | Path | None = None,
    ) -> None:
        program = program_of(machine)
        self.program = program
        variant = Variant(run_on, settle, parallel and not python_mode)
        plan, path, run = _made(program, _Form(variant, python_mode, cache_folder(cache)))
        streams = [Stream.named(seed, f"hcsm/{path}") for path in plan.random]
        self.code = Code(
            run=run,
            is_native=not python_mode,
            source=plan.source,
            path=path,
            layout=plan.layout,
            addresses=plan.addresses,
            block=block,
            patience=0 if python_mode else _PATIENCE,
            room=plan.room,
            keys=np.array([key for s in streams for key in (s.key0, s.key1)], dtype=np.uint64),
            bags=plan.bags,
            born=plan.born,
        )

    @property
    def source(self) -> str:
        """The generated source, made to be read."""
        return self.code.source

    @property
    def path(self) -> Path | None:
        """The file in which the source is kept; None if it runs uncompiled, or could not be kept."""
        return self.code.path

    def crowd(self, ids: ArrayLike) -> Crowd:
        """Rows with these ids, to be activated in their first step."""
        return Crowd(self.code, ids)


class _Form(NamedTuple):
    """How a machine is compiled, and where that is kept."""

    variant: Variant
    python_mode: bool
    place: Path


_Made: TypeAlias = tuple[Blueprint, Path | None, Callable[..., None]]
_known: list[tuple[Program, _Form, _Made]] = []
"""What was put together last in this process: every run and every fork asks for the same few machines."""


def _made(program: Program, form: _Form) -> _Made:
    """A program put together and compiled, or the same one as before."""
    for k, (known, its_form, made) in enumerate(_known):
        if its_form == form and (known is program or known == program):
            if k:
                _known.insert(0, _known.pop(k))
            return made
    made = _plain(program, form) if form.python_mode else _native(program, form)
    _known.insert(0, (program, form, made))
    del _known[_MOST_KNOWN:]
    return made


def _native(program: Program, form: _Form) -> _Made:
    from seahaven.hcsm.compiler.native import compile_blocks  # loads the compiler, so not before it is needed

    plan = kept_blueprint(program, form.variant, "seahaven.hcsm.compiler.native", form.place)
    module, path = load(plan.source, program.name, form.place)
    home = form.place if path else None
    run = compile_blocks(module.blocks, numbers=plan.numbers, parallel=form.variant.parallel, home=home)
    return plan, path, run


def _plain(program: Program, form: _Form) -> _Made:
    plan = Blueprint.drawn(program, form.variant, "seahaven.hcsm.compiler.plain")
    scope: dict[str, Any] = {}
    exec(compile(plan.source, "<generated>", "exec"), scope)
    return plan, None, cast(Callable[..., None], scope["blocks"])
