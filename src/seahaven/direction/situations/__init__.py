"""The library of situations, by the names that studies use.

In come nothing but machines' words; out come situations with parameters, ready to be placed along a drive.
"""

from seahaven.direction.situations.braking import SuddenBraking

__all__ = ["SuddenBraking"]
