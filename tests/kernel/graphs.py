"""Random module graphs, for the toy model and for the controller."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from hypothesis import strategies as st

from docs.toy_kernel import Toy, Wire
from seahaven.kernel import SECOND, Controller, Emits, Hears, In, Many, Module, Out, Param, Split, State, Tick, port
from seahaven.kernel.interpolation import ORDERS

RATES = [Fraction(r) for r in ("1", "2", "3", "7", "10", "25/2", "30", "60000/1001")]
NAMES = {degree: order for order, degree in ORDERS.items()}


def law(k: int, inputs: Sequence[float], heard: Sequence[float]) -> float:
    """Bounded, sensitive to every input, different at each step."""
    total = 0.1 * k
    for i, value in enumerate([*inputs, *heard]):
        total += (i + 1.3) * value
    return math.sin(total)


class Node(Module):
    """A toy module as a real one; `log` keeps its outputs."""

    log: State[list[float]] = port([])
    start: Param[float] = 0.0
    order: Param[tuple[str, ...]] = ()
    first: In[float] = 0.0
    second: In[float] = 0.0
    rest: Many[float]
    heard: Hears[float]
    out: Out[float] = 0.0
    told: Emits[float]

    def init(self, tick: Tick) -> None:
        self.out = self.start

    def step(self, tick: Tick) -> None:
        inputs = [self.first, self.second, *(self.rest[source] for source in self.order[2:])][: len(self.order)]
        self.out = law(tick.index, inputs, [event.value for event in self.heard])
        if self.out > 0.5:
            self.told.append(self.out)
        self.log = [*self.log, self.out]


@st.composite
def graphs(draw: st.DrawFn, *, immediate: bool = True) -> dict[str, Toy]:
    """Up to six modules; immediate wires only from earlier to later names, so that there is no loop."""
    names = [f"m{i}" for i in range(draw(st.integers(1, 6)))]
    modules = {}
    for i, name in enumerate(names):
        sources = draw(st.lists(st.sampled_from(names), max_size=4, unique=True))
        wires = []
        for source in sources:
            if immediate and source < name and draw(st.booleans()):
                wires.append(Wire(source, immediate=True))
            else:
                lag = draw(st.sampled_from([0, 0, 50_000_000, 333_333_333]))
                wires.append(Wire(source, draw(st.integers(0, 3)), lag))
        hears = tuple(sorted(draw(st.sets(st.sampled_from(names), max_size=2))))
        modules[name] = Toy(draw(st.sampled_from(RATES)), i / 10, tuple(wires), hears)
    return modules


def tree(modules: dict[str, Toy], order: Sequence[str] | None = None) -> Module:
    """The same graph as a module tree, its modules and links given in any order."""
    root = Module("root")
    for name in order or list(modules):
        toy = modules[name]
        sources = tuple(f"{wire.source}.out" for wire in toy.wires)
        root.add(Node(name, rate=toy.rate, start=toy.start, order=sources))
    for name in order or list(modules):
        for i, wire in enumerate(modules[name].wires):
            options = {
                "interpolate": NAMES[wire.degree],
                "lag": Fraction(wire.lag, SECOND),
                "immediate": wire.immediate,
            }
            root.link(f"{wire.source}.out", f"{name}.{('first', 'second', 'rest')[min(i, 2)]}", **options)
        for source in modules[name].hears:
            root.link(f"{source}.told", f"{name}.heard")
    return root


def logs(controller: Controller) -> dict[str, list[float]]:
    """What every node that runs here has put out so far."""
    return {module.name: module.log for module in controller if isinstance(module, Node)}


def play(modules: dict[str, Toy], until: int, split: Split | None = None) -> dict[str, list[float]]:
    """Run a graph and give its logs."""
    with Controller(tree(modules), split=split) as controller:
        controller.run(until)
        return logs(controller)
