"""Directed driving simulation: ordinary-looking traffic, quietly directed around one driver."""

from importlib.metadata import version

__all__ = ["__version__"]

__version__ = version("seahaven")
