"""How the generated source changes state: choice of a transition, exits, entries, history (rules 5 to 8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from seahaven.hcsm.compiler.layout import Layout, Node
from seahaven.hcsm.compiler.phrases import Phrases, constant
from seahaven.hcsm.compiler.places import Places, Value
from seahaven.hcsm.compiler.sheet import Sheet
from seahaven.hcsm.compiler.statements import Statements, most_presses, store
from seahaven.hcsm.program import Block, Transition

__all__ = ["MOST_FIRINGS", "Firing"]

MOST_FIRINGS = 100
"""After so many, a machine that runs on stops for this step."""


class Firing:
    """Writes activation, deactivation and the firing of transitions.

    `random`: the machines that may have several transitions enabled, in the order of their keys. `born`: the column
    that tells whether a row has ever executed; whoever runs the code sets it.
    """

    def __init__(
        self,
        sheet: Sheet,
        places: Places,
        phrases: Phrases,
        statements: Statements,
        layout: Layout,
        *,
        run_on: bool,
        settle: bool,
    ) -> None:
        self._sheet, self._places, self._phrases, self._statements = sheet, places, phrases, statements
        self._layout, self._run_on, self._settle = layout, run_on, settle
        self._fresh: dict[str, str] = {}
        self._states: dict[str, str] = {}
        self.random: list[str] = []
        self.born = layout.mark("born")

    def state(self, node: Node) -> str:
        """The variable that holds the active child of a machine that has begun to execute."""
        return self._states[node.path]

    def begin(self, top: Node) -> None:
        """Activate the top machine in its first step, where that is more than the state that new rows are made with."""
        if not self._settle and not any(node.machine.entry or node.visited is not None for node in top.walk()):
            self._fresh[top.path] = "False"
            return
        self._sheet.line("# activation")
        fresh = self._layout.names.unique("is_new")
        self._sheet.line(f"{fresh} = marks[{self.born.name} + row] == 0")
        with self._sheet.block(f"if {fresh}:"):
            self._activate(top)
        self._fresh[top.path] = fresh

    def advance(self, node: Node) -> None:
        """Choose and fire a transition, and leave the active child in a variable."""
        for child in node.children:
            self._fresh[child.path] = self._fresh[node.path]
        if node.state is None:
            return
        state = self._states[node.path] = self._layout.names.unique(node.path.partition("/")[2], "state")
        self._sheet.line(f"{state} = marks[{node.state.name} + row]")
        if self._settle:
            fresh = self._layout.names.unique(node.path.partition("/")[2], "is_new")
            self._sheet.line(f"{fresh} = {self._fresh[node.path]}")
            self._fresh |= {child.path: fresh for child in node.children}
            with self._sheet.block(f"if not {self._fresh[node.path]}:"):
                self._fire(node)
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
        with self._sheet.block(f"for draw in range({MOST_FIRINGS}):"):
            self._sheet.line(f"{again} = False")
            self._fire_once(node, "draw", again)
            with self._sheet.block(f"if not {again}:"):
                self._sheet.line("break")

    def _fire_once(self, node: Node, draw: str, fired: str | None) -> None:
        word = "if"
        for index, child in enumerate(node.children):
            name = child.machine.name
            leaving = sorted(
                (t for t in node.machine.transitions if t.source == name), key=lambda t: (t.target, t.label)
            )
            if not leaving:
                continue
            with self._sheet.block(f"{word} {self.state(node)} == {index}:  # {name}"):
                tests = self._tests(node, leaving, draw)
                for place, (test, transition) in enumerate(zip(tests, leaving, strict=True)):
                    with self._sheet.block(f"{'elif' if place else 'if'} {test}:  # >> {transition.target}"):
                        self._change(node, transition, fired)
            word = "elif"

    def _tests(self, node: Node, leaving: Sequence[Transition], draw: str) -> list[str]:
        """For each transition, whether it is the one to fire. Only a true choice draws a number."""
        if len(leaving) == 1:
            return [self._phrases.truth(leaving[0].condition, node)]
        unique = self._layout.names.unique
        flags = []
        for transition in leaving:
            flags.append(unique("enabled"))
            self._sheet.line(f"{flags[-1]} = {self._phrases.truth(transition.condition, node)}")
        count, chosen = unique("enabled_count"), unique("chosen")
        self._sheet.line(f"{count} = {' + '.join(_number(flag) for flag in flags)}")
        self._sheet.line(f"{chosen} = 0")
        with self._sheet.block(f"if {count} > 1:"):
            key = self._key(node)
            number = f"uniform(keys[{2 * key}], keys[{2 * key + 1}], ids[row], step, {draw})"
            self._sheet.line(f"{chosen} = int({number} * {count})")
        ranks = [" + ".join(_number(flag) for flag in flags[:place]) or "0" for place in range(len(flags))]
        return [f"{flag} & ({chosen} == {rank})" for flag, rank in zip(flags, ranks, strict=True)]

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
        self._sheet.line(f"{self.state(node)} = {node.index(transition.target)}")
        self._sheet.line(f"marks[{node.state.name} + row] = {node.index(transition.target)}")
        self._activate(target)
        for flag in (fired, self._fresh[target.path] if self._settle else None):
            if flag is not None:
                self._sheet.line(f"{flag} = True")

    def _each(self, variable: str, cases: Sequence[tuple[int, Callable[[], None]]]) -> None:
        for place, (number, write) in enumerate(cases):
            with self._sheet.block(f"{'elif' if place else 'if'} {variable} == {number}:"):
                write()

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
            column = f"marks[{node.state.name} + row]"
            self._each(column, [(i, partial(write, c)) for i, c in concerned])

    def _enter(self, node: Node) -> None:
        """Entry functions, outermost first, of what is restored."""
        self._statements.block(node.machine.entry, node)
        self._below(node, "entry")

    def _activate(self, node: Node) -> None:
        """Start afresh, or as it was if the machine has history and was active before."""
        if node.visited is None:
            self._start(node)
            return
        with self._sheet.block(f"if marks[{node.visited.name} + row] != 0:"):
            self._enter(node)
        with self._sheet.block("else:"):
            self._sheet.line(f"marks[{node.visited.name} + row] = 1")
            self._start(node)

    def _start(self, node: Node) -> None:
        for port in node.machine.locals:
            slot = node.locals[port.name]
            null = "True" if slot.null is not None and port.default is None else None
            store(self._sheet, slot, Value(constant(slot.value.initial, slot.type), slot.type, null))
        if node.state is not None:
            self._sheet.line(f"marks[{node.state.name} + row] = {node.state.initial}")
        self._statements.block(node.machine.entry, node)
        if node.state is not None:
            self._activate(node.child(node.machine.start))
        else:
            for child in node.children:
                self._activate(child)


def _number(flag: str) -> str:
    return f"(1 if {flag} else 0)"


def _function(node: Node, which: str) -> Block:
    return node.machine.entry if which == "entry" else node.machine.exit


def _has(node: Node, which: str) -> bool:
    return any(_function(below, which) for below in node.walk())


def _deep(node: Node, which: str) -> int:
    """How many messages the entry or exit functions of a subtree can send at most."""
    below = [_deep(child, which) for child in node.children]
    inside = max(below, default=0) if node.state is not None else sum(below)
    return most_presses(_function(node, which)) + inside
