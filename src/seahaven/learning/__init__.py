"""Drivers that learn, and worlds that others learn in.

In come declarations of sensors, effectors and goals, studies and rule files; out go rule bases, learning curves and
reports, and environments behind the interfaces of learning libraries. Nothing here reaches into a world: vehicles learn
through modules of a run, and what they learned goes back into traffic as data.

Learning libraries are an extra: `seahaven.learning.environments` is the only part that needs them.
"""

__all__: list[str] = []
