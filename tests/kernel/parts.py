"""Small modules that many tests of the kernel are built from."""

from __future__ import annotations

from seahaven.kernel import Emits, Event, Hears, In, Many, Module, Out, Param, State, Tick, port


class Source(Module):
    """Counts 1, 2, 3, ... times `gain`; rings with every step."""

    gain: Param[float] = 1.0
    x: Out[float] = 0.0
    bell: Emits[int]
    n: State[int] = 0

    def step(self, tick: Tick) -> None:
        self.n += 1
        self.x = self.gain * self.n
        self.bell.append(self.n)


class Sink(Module):
    """Keeps (ns, value) of a required input, and what it heard."""

    value: In[float]
    bells: Hears[int]
    seen: State[list[tuple[int, float]]] = port([])
    heard: State[list[int]] = port([])

    def step(self, tick: Tick) -> None:
        self.seen.append((tick.now, self.value))
        self.heard += [event.value for event in self.bells]

    @property
    def values(self) -> list[float]:
        return [value for _, value in self.seen]


class Adder(Module):
    """Adds up however many inputs there are."""

    terms: Many[float]
    keys: State[tuple[str, ...]] = ()
    total: Out[float] = 0.0

    def step(self, tick: Tick) -> None:
        self.keys = tuple(self.terms)
        self.total = sum(self.terms.values())


class Dice(Module):
    """Throws one number in init and two in every step."""

    thrown: State[list[float]] = port([])

    def init(self, tick: Tick) -> None:
        self.thrown.append(tick.random.uniform())

    def step(self, tick: Tick) -> None:
        self.thrown += [tick.random.uniform(), tick.random.normal()]


class Diary(Module):
    """Writes down when it is initialised, stepped and ended, into a list that all share."""

    book: Param[object] = None

    def init(self, tick: Tick) -> None:
        self.book.append(f"init {self.name}")

    def step(self, tick: Tick) -> None:
        self.book.append(f"step {self.name}")

    def end(self, tick: Tick) -> None:
        self.book.append(f"end {self.name}")


class EdgeDiary(Diary, edge=True):
    """The same at the edge, with what it observes and when it is rewound."""

    def observe(self, events: list[Event]) -> None:
        self.book += [f"observe {event.sender}" for event in events]

    def rewind(self, now: int) -> None:
        self.book.append(f"rewind {now}")


class Bomb(Module):
    """Fails at its n-th step, in the way that it is told."""

    fuse: Param[int] = 0
    charge: Param[object] = ValueError("boom")
    value: In[float] = 0.25
    mood: State[str] = "calm"

    def step(self, tick: Tick) -> None:
        if tick.index == self.fuse:
            raise self.charge


def counting(source_rate: float = 2, sink_rate: float = 2) -> Module:
    """A source that feeds a sink, values and events."""
    root = Module("root", Source("source", rate=source_rate), Sink("sink", rate=sink_rate))
    root.link("source.x", "sink.value")
    root.link("source.bell", "sink.bells")
    return root
