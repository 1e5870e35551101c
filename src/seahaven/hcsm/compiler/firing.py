"""How the generated source changes state: choice of a transition, exits, entries, history (rules 5 to 8)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations

from seahaven.hcsm.compiler.layout import Column, Layout, Node
from seahaven.hcsm.compiler.page import Case, Page
from seahaven.hcsm.compiler.phrases import Phrases, constant
from seahaven.hcsm.compiler.places import Places, Value
from seahaven.hcsm.compiler.statements import Statements, most_presses, store
from seahaven.hcsm.program import Block, Transition

__all__ = ["MOST_FIRINGS", "Firing"]

MOST_FIRINGS = 100
"""After so many, a machine that runs on stops for this step."""


class Firing:
    """Writes activation, deactivation and the firing of transitions.

    `random`: the machines that may have several transitions enabled, in the order of their keys; it begins with those
    whose keys are settled already. `born`: the column that tells whether a row has ever executed; whoever runs the code
    sets it.
    """

    def __init__(
        self,
        page: Page,
        places: Places,
        phrases: Phrases,
        statements: Statements,
        layout: Layout,
        *,
        run_on: bool,
        settle: bool,
        random: Sequence[str] = (),
    ) -> None:
        self._page, self._places, self._phrases, self._statements = page, places, phrases, statements
        self._layout, self._run_on, self._settle = layout, run_on, settle
        self._fresh: dict[str, str] = {}
        self._states: dict[str, str] = {}
        self.random = list(random)
        self.born = layout.mark("born")

    def state(self, node: Node) -> str:
        """The variable that holds the active child of a machine that has begun to execute."""
        return self._states[node.path]

    def begin(self, top: Node) -> None:
        """Activate the top machine in its first step, where that is more than the state that new rows are made with."""
        if not self._settle and not any(node.machine.entry or node.visited is not None for node in top.walk()):
            self._fresh[top.path] = "False"
            return
        self._page.line("# activation")
        fresh = self._layout.names.unique("is_new")
        self._page.set(fresh, f"{self._page.read(self.born)} == 0")
        self._page.rarely(fresh, partial(self._activate, top))
        self._fresh[top.path] = fresh

    def advance(self, node: Node) -> None:
        """Choose and fire a transition, and leave the active child in a variable."""
        for child in node.children:
            self._fresh[child.path] = self._fresh[node.path]
        if node.state is None:
            return
        below = node.path.partition("/")[2]
        self._states[node.path] = self._page.state(node.state, self._layout.names.unique(below, "state"))
        if self._settle:
            fresh = self._layout.names.unique(below, "is_new")
            self._page.set(fresh, self._fresh[node.path])
            self._fresh |= {child.path: fresh for child in node.children}
            self._page.choice(Case(f"not {self._fresh[node.path]}", partial(self._fire, node)))
        else:
            self._fire(node)

    def most_messages(self, top: Node) -> int:
        """How many messages one row can send in a step at most."""
        firings = MOST_FIRINGS if self._run_on else 1
        count = _deep(top, "entry")
        for node in top.walk():
            count += most_presses(node.machine.pre_activity) + most_presses(node.machine.activity)
            if node.state is not None:
                leaving = max(_deep(child, "exit") for child in node.children)
                entering = max(_deep(child, "entry") for child in node.children)
                action = max((most_presses(t.action) for t in node.machine.transitions), default=0)
                count += firings * (leaving + entering + action)
        return count

    def _fire(self, node: Node) -> None:
        """Once, or until nothing is enabled any more."""
        if not node.machine.transitions:
            return
        if not self._run_on:
            self._fire_once(node, "0", None)
            return
        again = self._layout.names.unique("fired")
        with self._page.block(f"for draw in range({MOST_FIRINGS}):"):
            self._page.set(again, "False")
            self._fire_once(node, "draw", again)
            with self._page.block(f"if not {again}:"):
                self._page.line("break")

    def _fire_once(self, node: Node, draw: str, fired: str | None) -> None:
        cases = []
        for index, child in enumerate(node.children):
            name = child.machine.name
            leaving = sorted(
                (t for t in node.machine.transitions if t.source == name), key=lambda t: (t.target, t.label)
            )
            if leaving:
                write = partial(self._leave_by, node, leaving, draw, fired)
                cases.append(Case(f"{self.state(node)} == {index}", write, f"from {name}", name))
        self._page.choice(*cases)

    def _leave_by(self, node: Node, leaving: Sequence[Transition], draw: str, fired: str | None) -> None:
        """Fire one of the transitions that leave the active child, if any is enabled."""
        if any(self._page.refuses(transition.condition) for transition in leaving):
            return
        self._page.choice(
            *(
                Case(test, partial(self._change, node, t, fired), f"to {t.target}", f">> {t.target}")
                for test, t in zip(self._tests(node, leaving, draw), leaving, strict=True)
            )
        )

    def _tests(self, node: Node, leaving: Sequence[Transition], draw: str) -> list[str]:
        """For each transition, whether it is the one to fire. Only a true choice draws a number."""
        if len(leaving) == 1:
            return [self._phrases.truth(leaving[0].condition, node)]
        unique = self._layout.names.unique
        flags = []
        for transition in leaving:
            flags.append(unique("enabled"))
            self._page.line(f"{flags[-1]} = {self._phrases.truth(transition.condition, node)}")
        count, chosen = unique("enabled_count"), unique("chosen")
        self._page.line(f"{count} = {' + '.join(_number(flag) for flag in flags)}")
        self._page.set(chosen, "0")
        write = partial(self._draw, node, chosen, count, draw)
        if _has_twins(leaving):
            self._page.choice(Case(f"{count} > 1", write, "draws"))
        elif not self._page.rarely(f"{count} > 1", write):
            return flags
        ranks = [" + ".join(_number(flag) for flag in flags[:place]) or "0" for place in range(len(flags))]
        return [f"{flag} & ({chosen} == {rank})" for flag, rank in zip(flags, ranks, strict=True)]

    def _draw(self, node: Node, chosen: str, count: str, draw: str) -> None:
        self._page.set(chosen, f"int({self._page.lot(self._key(node), draw)} * {count})")

    def _key(self, node: Node) -> int:
        if node.path not in self.random:
            self.random.append(node.path)
        return self.random.index(node.path)

    def _change(self, node: Node, transition: Transition, fired: str | None) -> None:
        """Rule 6: exits, transition function, new state, entries."""
        assert node.state is not None
        target = node.child(transition.target)
        self._leave(node.child(transition.source))
        self._statements.block(transition.action, node)
        self._page.write(node.state, str(node.index(transition.target)), state=self.state(node))
        self._activate(target)
        for flag in (fired, self._fresh[target.path] if self._settle else None):
            if flag is not None:
                self._page.set(flag, "True")

    def _leave(self, node: Node) -> None:
        """Exit functions, innermost first."""
        self._below(node, "exit")
        self._statements.block(node.machine.exit, node)

    def _below(self, node: Node, which: str) -> None:
        """The exit or entry functions of what is active below a machine."""
        write = self._leave if which == "exit" else self._enter
        concerned = [(i, c) for i, c in enumerate(node.children) if _has(c, which)]
        if node.state is None:
            for _, child in concerned:
                write(child)
        else:
            state = self._page.read(node.state)
            self._page.choice(*(Case(f"{state} == {i}", partial(write, c)) for i, c in concerned))

    def _enter(self, node: Node) -> None:
        """Entry functions, outermost first, of what is restored."""
        self._statements.block(node.machine.entry, node)
        self._below(node, "entry")

    def _activate(self, node: Node) -> None:
        """Start afresh, or as it was if the machine has history and was active before."""
        if node.visited is None:
            self._start(node)
            return
        self._page.choice(
            Case(f"{self._page.read(node.visited)} != 0", partial(self._enter, node)),
            Case(None, partial(self._start_for_good, node, node.visited)),
        )

    def _start_for_good(self, node: Node, visited: Column) -> None:
        """What a machine with history does the first time."""
        self._page.write(visited, "1")
        self._start(node)

    def _start(self, node: Node) -> None:
        for port in node.machine.locals:
            slot = node.locals[port.name]
            null = "True" if slot.null is not None and port.default is None else None
            store(self._page, slot, Value(constant(slot.value.initial, slot.type), slot.type, null))
        if node.state is not None:
            self._page.write(node.state, str(node.state.initial))
        self._statements.block(node.machine.entry, node)
        if node.state is not None:
            self._activate(node.child(node.machine.start))
        else:
            for child in node.children:
                self._activate(child)


def _has_twins(leaving: Sequence[Transition]) -> bool:
    """Whether several transitions have the same condition: then a choice is the rule. Otherwise it is a coincidence."""
    return any(one.condition == other.condition for one, other in combinations(leaving, 2))


def _number(flag: str) -> str:
    return f"choose({flag}, 1, 0)"


def _function(node: Node, which: str) -> Block:
    return node.machine.entry if which == "entry" else node.machine.exit


def _has(node: Node, which: str) -> bool:
    return any(_function(below, which) for below in node.walk())


def _deep(node: Node, which: str) -> int:
    """How many messages the entry or exit functions of a subtree can send at most."""
    below = [_deep(child, which) for child in node.children]
    inside = max(below, default=0) if node.state is not None else sum(below)
    return most_presses(_function(node, which)) + inside
