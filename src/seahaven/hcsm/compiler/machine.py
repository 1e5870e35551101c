"""From a program to native code over all rows (H10).

The whole tree of a machine is flattened into one source file, which is kept under a hash of its content and compiled
once; `crowd` makes rows that run it. Results are those of the interpreter, bit for bit.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike

from seahaven.hcsm.compiler import cache
from seahaven.hcsm.compiler.code import Code
from seahaven.hcsm.compiler.crowd import Crowd
from seahaven.hcsm.compiler.emission import Emission
from seahaven.hcsm.runnable import Runnable, program_of
from seahaven.kernel import Stream

__all__ = ["CompiledMachine"]

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
        emission = Emission(program, run_on=run_on, settle=settle, parallel=parallel and not python_mode)
        source, path, run = _plain(emission) if python_mode else _native(emission, program.name, parallel, cache)
        streams = [Stream.named(seed, f"hcsm/{path}") for path in emission.random]
        self.code = Code(
            run=run,
            source=source,
            path=path,
            layout=emission.layout,
            addresses=emission.addresses,
            block=block,
            patience=0 if python_mode else _PATIENCE,
            room=emission.room,
            keys=np.array([key for s in streams for key in (s.key0, s.key1)], dtype=np.uint64),
            bags=emission.bags,
            born=emission.born,
        )

    @property
    def source(self) -> str:
        """The generated source, made to be read."""
        return self.code.source

    @property
    def path(self) -> Path | None:
        """The file it is kept in; none if it runs uncompiled."""
        return self.code.path

    def crowd(self, ids: ArrayLike) -> Crowd:
        """Rows with these ids, to be activated in their first step."""
        return Crowd(self.code, ids)


def _native(
    emission: Emission, name: str, parallel: bool, place: str | Path | None
) -> tuple[str, Path, Callable[..., None]]:
    from seahaven.hcsm.compiler.native import compile_blocks  # loads the compiler, so not before it is needed

    source = emission.source("seahaven.hcsm.compiler.native")
    path = cache.kept(source, name, cache.folder(place))
    blocks = cache.load(path).blocks
    return source, path, compile_blocks(blocks, numbers=len(emission.numbers), parallel=parallel)


def _plain(emission: Emission) -> tuple[str, None, Callable[..., None]]:
    source = emission.source("seahaven.hcsm.compiler.plain")
    scope: dict[str, Any] = {}
    exec(compile(source, "<generated>", "exec"), scope)
    return source, None, cast(Callable[..., None], scope["blocks"])
