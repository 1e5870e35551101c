"""Machine code as it is kept, and put together again without the work that only compiling needs.

Beside machine code, Numba keeps the intermediate code of a function, for other functions that have it put inside them.
Reading it takes four times as long as all else, so here it waits until a function is compiled that asks for it.
"""

from __future__ import annotations

import sys
from typing import Any, NamedTuple, Self

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompileResult
from numba.core.environment import Environment, lookup_environment

__all__ = ["Kept", "kept", "put_together"]

_Result: Any = CompileResult  # half of the library has no types
_parse: Any = llvm.parse_bitcode
_Environment: Any = Environment
_environment_called: Any = lookup_environment


class Surroundings(NamedTuple):
    """What Numba calls an environment: the Python objects that machine code refers to."""

    module: str
    constants: tuple[Any, ...]
    name: str

    @classmethod
    def of(cls, environment: Any) -> Self:
        """Those of a function that was compiled."""
        return cls(environment.globals["__name__"], tuple(environment.consts), environment.env_name)

    def made(self) -> Any:
        """The environment, or the one that is there already.

        Its module is not loaded for it, as Numba would do (a third of its own, and SciPy): none but code that is run by
        Python's own rules looks up names there, and nothing here is.
        """
        environment = _environment_called(self.name)
        if environment is None:
            module = sys.modules.get(self.module)
            environment = _Environment({"__name__": self.module} if module is None else vars(module))
            environment.consts[:] = self.constants
            environment.env_name = self.name
            _Environment._memo[self.name] = environment
        return environment


class Kept(NamedTuple):
    """A compiled function: machine code, intermediate code, and what Numba wants to know of it."""

    name: str
    machine_code: bytes
    intermediate: bytes
    symbols: frozenset[str]
    """The names that the code defines."""
    function: Any
    environment: Surroundings
    signature: Any
    annotation: str
    at_load: tuple[Any, ...]
    """What has to be called before the code runs."""
    others: tuple[Surroundings, ...]
    """The environments of functions that were put inside this one."""


def kept(result: Any) -> Kept:
    """What is kept of a compile result; the parts are those of Numba's own form."""
    library, function, environment, signature, _, _, annotation, at_load, others = result._reduce()
    name, _, (machine_code, intermediate) = library
    module = result.library._get_module_for_linking()
    named = (*module.functions, *module.global_variables)
    symbols = frozenset(one.name for one in named if not one.is_declaration)
    own, *inside = map(Surroundings.of, (environment, *others))
    return Kept(
        name, machine_code, intermediate, symbols, function, own, signature, annotation, tuple(at_load), tuple(inside)
    )  # fmt: skip


def put_together(context: Any, code: Kept) -> Any:
    """A compile result that runs, and that other functions can be compiled with."""
    for call in code.at_load:
        call()
    library = _Library.loaded(context.codegen(), code)
    environment, others = code.environment.made(), tuple(other.made() for other in code.others)
    entry = context.get_executable(library, code.function, environment)
    for other in others:
        library.codegen.set_env(other.env_name, other)
    return _Result(
        target_context=context, typing_context=context.typing_context, library=library, environment=environment,
        entry_point=entry, fndesc=code.function, type_annotation=code.annotation, signature=code.signature,
        objectmode=False, lifted=(), typing_error=None, call_helper=None, metadata=None, reload_init=code.at_load,
        referenced_envs=others,
    )  # fmt: skip


class _Library(JITCodeLibrary):
    """Machine code that was kept, and intermediate code that is read when a function is compiled that asks for it."""

    _codegen: Any
    _intermediate: bytes | None = None
    _module: Any = None

    @classmethod
    def loaded(cls, codegen: Any, code: Kept) -> Self:
        """The code, ready to run."""
        self = cls(codegen, code.name)
        own: Any = self
        own.enable_object_caching()
        own._set_compiled_object(code.machine_code)
        own._finalize_final_module()
        own._codegen._engine._defined_symbols |= code.symbols
        own._intermediate = code.intermediate
        return self

    @property
    def _shared_module(self) -> Any:
        if self._module is None and self._intermediate is not None:
            self._module = _parse(self._intermediate)
        return self._module

    @_shared_module.setter
    def _shared_module(self, module: Any) -> None:
        self._module = module
