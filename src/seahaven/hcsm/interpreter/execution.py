"""The execution algorithm (figure 4 of the paper, rules 1 to 9): what a machine of each kind does in a step.

A node stands for one machine of the tree and is the same for all entities; `v` is one entity's list of values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from seahaven.hcsm.interpreter.slots import ENTITY, SENT, STEP, Slots
from seahaven.hcsm.interpreter.translation import Function, Translator
from seahaven.hcsm.program import Program
from seahaven.kernel import Stream

__all__ = ["Arrow", "Node", "Sequential", "Values", "Variant", "plant"]

Values = list[Any]
_MOST_FIRINGS = 100
"""How often a machine fires in one step at most when it runs on."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The choices that section 3.3 of the paper leaves open."""

    run_on: bool = False
    settle: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    """A transition with its functions; source and target are numbers of children."""

    label: str
    source: int
    target: int
    condition: Function
    action: Function | None


class Node:
    """A leaf or a concurrent machine: all children are active whenever it is."""

    def __init__(self, path: str, program: Program, slots: Slots, children: Sequence[Node]) -> None:
        self.path, self.program, self.children = path, program, children
        translator = Translator(path, program, slots)
        self.pre_activity = translator.block("pre_activity", program.pre_activity)
        self.activity = translator.block("activity", program.activity, program.resolutions)
        self.entry = translator.block("entry", program.entry)
        self.exit = translator.block("exit", program.exit)
        self.locals = slots.own_locals[path]
        self.initial = slots.initial[self.locals]
        self.below = slots.below[path]

    def reseed(self, seed: int) -> None:
        """Choose under another seed from now on, if there is a choice."""

    def active_children(self, v: Values) -> Sequence[Node]:
        """The children that are active if this machine is."""
        return self.children

    def execute(self, v: Values, fresh: bool) -> None:
        """One step; `fresh` says that this machine, or one above, was activated in it."""
        if self.pre_activity is not None:
            self.pre_activity(v)
        for child in self.children:
            child.execute(v, fresh)
        if self.activity is not None:
            self.activity(v)

    def activate(self, v: Values) -> None:
        """Entry functions, outermost first.

        Locals and active children need no care: `deactivate` left them as they are to be found.
        """
        if self.entry is not None:
            self.entry(v)
        for child in self.active_children(v):
            child.activate(v)

    def deactivate(self, v: Values, kept: bool = False) -> None:
        """Exit functions, innermost first; then back to the initial state, unless history keeps it here or above.

        Resetting on the way out instead of the way in looks the same to everybody, since nobody sees an inactive
        machine. But it makes history simple, and lets pre-activities of the three-pass form run ahead of activation.
        """
        kept = kept or self.program.history
        for child in self.active_children(v):
            child.deactivate(v, kept)
        if self.exit is not None:
            self.exit(v)
        if not kept:
            self.reset(v)

    def reset(self, v: Values) -> None:
        """Locals to their initial values."""
        v[self.locals] = self.initial

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in the order of names."""
        yield self
        for child in self.children:
            yield from child.walk()

    # The three passes of figure 5 -------------------------------------------------------------------------------------

    def wire(self, v: Values, active: bool) -> None:
        """First pass: all pre-activities, also of inactive machines, of which nothing but the wiring stays."""
        if self.pre_activity is not None:
            sent, before = len(v[SENT]), v[self.locals]
            self.pre_activity(v)
            if not active:
                del v[SENT][sent:]
                v[self.locals] = before
        running = self.active_children(v) if active else ()
        for child in self.children:
            child.wire(v, child in running)

    def change(self, v: Values, fresh: bool) -> None:
        """Second pass: all state changes, from the top down."""
        for child in self.children:
            child.change(v, fresh)

    def act(self, v: Values) -> None:
        """Third pass: all activities, from the bottom up."""
        for child in self.active_children(v):
            child.act(v)
        if self.activity is not None:
            self.activity(v)


class Sequential(Node):
    """A machine with transitions: one child is active."""

    def __init__(
        self, path: str, program: Program, slots: Slots, children: Sequence[Node], variant: Variant, seed: int
    ) -> None:
        super().__init__(path, program, slots, children)
        self.active = slots.active[path]
        self.start = slots.initial[self.active]
        self.arrows = _arrows(program, Translator(path, program, slots))
        self.stream = Stream.named(seed, f"hcsm/{path}")
        self.most = _MOST_FIRINGS if variant.run_on else 1
        self.settle = variant.settle

    def reseed(self, seed: int) -> None:
        """Choose under another seed from now on."""
        self.stream = Stream.named(seed, f"hcsm/{self.path}")

    def active_children(self, v: Values) -> Sequence[Node]:
        """The one active child."""
        return (self.children[v[self.active]],)

    def execute(self, v: Values, fresh: bool) -> None:
        """One step: figure 4."""
        if self.pre_activity is not None:
            self.pre_activity(v)
        if self.arrows[v[self.active]] and not (fresh and self.settle):
            fresh = self.advance(v) or fresh
        self.children[v[self.active]].execute(v, fresh)
        if self.activity is not None:
            self.activity(v)

    def advance(self, v: Values) -> bool:
        """Fire as the variant allows; whether anything fired."""
        firings = 0
        while firings < self.most:
            arrow = self.choose(v, firings)
            if arrow is None:
                break
            self.fire(v, arrow)
            firings += 1
        return firings > 0

    def choose(self, v: Values, firings: int) -> Arrow | None:
        """The transition to fire (rule 5), keyed by what is the same in any order of anything."""
        enabled = [arrow for arrow in self.arrows[v[self.active]] if arrow.condition(v)]
        if len(enabled) < 2:
            return enabled[0] if enabled else None
        chance = self.stream.uniform(entity=v[ENTITY], step=v[STEP], draw=firings)
        return enabled[int(chance * len(enabled))]

    def fire(self, v: Values, arrow: Arrow) -> None:
        """Rule 6."""
        self.children[arrow.source].deactivate(v)
        if arrow.action is not None:
            arrow.action(v)
        v[self.active] = arrow.target
        self.children[arrow.target].activate(v)

    def reset(self, v: Values) -> None:
        """Locals to their initial values, and the start child active."""
        super().reset(v)
        v[self.active] = self.start

    def change(self, v: Values, fresh: bool) -> None:
        """Second pass: entry and exit functions further down must not see what the first pass has wired (rule 7)."""
        if not (fresh and self.settle):
            wired = [v[child.below] for child in self.children]
            for child in self.children:
                v[child.below] = [None] * len(v[child.below])
            fresh = self.advance(v) or fresh
            for child, values in zip(self.children, wired, strict=True):
                v[child.below] = values
        self.children[v[self.active]].change(v, fresh)


def _arrows(program: Program, translator: Translator) -> list[list[Arrow]]:
    """The transitions from each child, sorted by target and label."""
    names = sorted(child.name for child in program.children)
    arrows: list[list[Arrow]] = [[] for _ in names]
    for t in sorted(program.transitions, key=lambda t: (t.target, t.label)):
        source, target = names.index(t.source), names.index(t.target)
        label = f"{t.source} >> {t.target}" + (f" ({t.label})" if t.label else "")
        action = translator.block("action", t.action)
        arrows[source].append(Arrow(label, source, target, translator.condition(t.condition), action))
    return arrows


def plant(
    path: str,
    program: Program,
    slots: Slots,
    variant: Variant,
    seed: int,
    kinds: tuple[type[Node], type[Sequential]] = (Node, Sequential),
) -> Node:
    """The nodes of a machine and all below it; `kinds` are the classes for most machines and for sequential ones."""
    below = sorted(program.children, key=lambda child: child.name)
    children = [plant(f"{path}/{child.name}", child, slots, variant, seed, kinds) for child in below]
    if program.kind == "sequential":
        return kinds[1](path, program, slots, children, variant, seed)
    return kinds[0](path, program, slots, children)
