"""What one entity's machine is doing: which machines are active, what they put out, which child's word was taken."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from seahaven.errors import InputError, nearest
from seahaven.hcsm.drawing.wording import unit_text
from seahaven.hcsm.program import Port, Program

__all__ = ["Chosen", "Moment", "Outputs", "Value"]

Value = float | int | bool
Outputs = Mapping[str, Mapping[str, Value | None]]
"""For each machine's path, the outputs of the last step; None is null."""
Chosen = Mapping[tuple[str, str], str]
"""For a machine's path and one of its outputs, the child whose value it is."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What a drawing marks. `is_known` tells a machine that is not active from a drawing of no entity at all."""

    active: frozenset[str]
    outputs: Outputs
    chosen: Chosen
    sources: frozenset[tuple[str, str]]
    """Paths and outputs of the children whose word was taken."""

    @classmethod
    def of(cls, program: Program, active: Collection[str], outputs: Outputs | None, chosen: Chosen | None) -> Moment:
        """Refuses what the program does not have, since a drawing that leaves it out would mislead."""
        machines = dict(program.walk())
        outputs, chosen = outputs or {}, chosen or {}
        _check((*active, *outputs, *(path for path, _ in chosen)), machines)
        sources = frozenset(_source(machines[path], path, output, child) for (path, output), child in chosen.items())
        return cls(frozenset(active), outputs, chosen, sources)

    @property
    def is_known(self) -> bool:
        """Whether there is an entity to speak of."""
        return bool(self.active)

    def value_text(self, path: str, port: Port) -> str:
        """An output's value in short, with its unit; `null`; or nothing where no value is known."""
        values = self.outputs.get(path, {})
        if port.name not in values:
            return ""
        value = values[port.name]
        if value is None:
            return "null"
        return (f"{value:.4g}" if isinstance(value, float) else str(value)) + unit_text(port, has_value=True)


def _check(paths: Iterable[str], machines: Mapping[str, Program]) -> None:
    for path in sorted(paths):
        if path not in machines:
            top = next(iter(machines))
            raise InputError(f"'{path}' is no machine of '{top}'{nearest(path, machines)}")


def _source(program: Program, path: str, output: str, child: str) -> tuple[str, str]:
    """The child's path and which of its outputs was taken."""
    names = [part.name for part in program.children]
    if child not in names:
        raise InputError(f"'{child}' is no child of '{path}', so '{output}' cannot be its{nearest(child, names)}")
    resolution = program.resolutions.get(output)
    if resolution is not None and resolution.outputs and child in resolution.children:
        output = resolution.outputs[resolution.children.index(child)]
    return f"{path}/{child}", output
