"""Orders in which things come, so that neither place nor predecessor can be mistaken for an effect."""

from __future__ import annotations

from functools import cache

from seahaven.kernel import Stream

__all__ = ["balanced_orders", "shuffled_order"]


@cache
def balanced_orders(count: int) -> tuple[tuple[int, ...], ...]:
    """A Williams design: each of so many things comes equally often at each place, and next after each other.

    For an even number these are as many orders as things, for an odd one twice as many.

    >>> balanced_orders(4)
    ((0, 1, 3, 2), (1, 2, 0, 3), (2, 3, 1, 0), (3, 0, 2, 1))
    """
    first = [0]
    for step in range(1, count):
        first.append((step + 1) // 2 if step % 2 else count - step // 2)
    orders = tuple(tuple((one + shift) % count for one in first) for shift in range(count))
    return orders if count % 2 == 0 or count < 3 else (*orders, *(order[::-1] for order in orders))


def shuffled_order(count: int, seed: int, name: str) -> tuple[int, ...]:
    """So many things by chance, for somebody of this name under a seed."""
    draws = Stream.named(seed, f"order of {name}").uniforms(range(count))
    return tuple(sorted(range(count), key=lambda one: (float(draws[one]), one)))
