"""The rules of "when a write is seen" as an executable model: no controller, no order, only definitions.

Each function is one of the numbered rules in design.md. `step` says what the k-th step of a module gives, by asking
what its inputs were; the real controller, however it schedules and splits, must give the same.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import prod

SECOND = 1_000_000_000


@dataclass(frozen=True)
class Wire:
    source: str
    degree: int = 0  # 0 none, 1 linear, 2 quadratic, 3 cubic
    lag: int = 0
    immediate: bool = False


@dataclass(frozen=True)
class Toy:
    rate: Fraction
    start: float  # initial output, dated 0
    wires: tuple[Wire, ...]
    hears: tuple[str, ...]  # whose events it listens to; a module tells its k-th output when that is above 0.5


Law = Callable[[int, list[float], list[float]], float]  # k, inputs, events heard -> output


def simulate(modules: dict[str, Toy], law: Law, until: int) -> dict[str, list[float]]:
    def date(name: str, k: int) -> int:  # rule 1
        return int(k * SECOND / modules[name].rate + Fraction(1, 2))

    def steps_before(name: str, t: int) -> int:  # how many dates lie before t
        k = int(t * modules[name].rate / SECOND)
        return k + (date(name, k) < t) if date(name, k) <= t else k

    @cache
    def step(name: str, k: int) -> float:  # rules 3 and 8
        t = date(name, k)
        return law(k, [read(wire, t) for wire in modules[name].wires], heard(name, k))

    def samples(name: str, t: int) -> list[tuple[int, float]]:  # rules 3 and 4: values dated t or earlier
        count = steps_before(name, t + 1)  # step k is dated with date k + 1
        return [(0, modules[name].start)] + [(date(name, k + 1), step(name, k)) for k in range(count - 1)]

    def read(wire: Wire, t: int) -> float:
        if wire.immediate:  # rule 6: the newest step at t or before, whatever its date
            return step(wire.source, steps_before(wire.source, t + 1) - 1)
        known = samples(wire.source, t)  # rule 5
        at = max(t - wire.lag, 0)
        later = sum(d <= at for d, _ in known)
        stop = min(len(known), later + (wire.degree + 1) // 2)
        start = max(0, stop - wire.degree - 1)
        used = known[start : start + wire.degree + 1]
        weights = [prod(((at - e) / (d - e) for e, _ in used if e != d), start=1.0) for d, _ in used]
        return sum((w * v for w, (_, v) in zip(weights, used, strict=True)), start=0.0)

    def heard(name: str, k: int) -> list[float]:  # rule 7
        since, t = (date(name, k - 1) if k else -1), date(name, k)
        told = [(d, source, v) for source in modules[name].hears for d, v in samples(source, t)[1:]]
        return [v for d, source, v in sorted(told) if since < d <= t and v > 0.5]

    counts = {name: steps_before(name, until) for name in modules}
    for _, name, k in sorted((date(n, k), n, k) for n in modules for k in range(counts[n])):
        step(name, k)  # in order of dates, only to keep the recursion shallow
    return {name: [step(name, k) for k in range(counts[name])] for name in modules}
