"""One compiled driver for all runs: putting its code together takes longer than a run does here."""

from tests.behaviour.junctions.conftest import compiled_once

__all__ = ["compiled_once"]
