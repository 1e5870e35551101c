"""Roles: the parts of a situation, one file each: who may play them, and where somebody is brought in for them.

In comes what directors see in a step (`Casting`); out goes the vehicle to conscript, or where one enters out of sight.
"""

from seahaven.direction.roles.ahead import Ahead
from seahaven.direction.roles.beside import Beside
from seahaven.direction.roles.crossing import Crossing
from seahaven.direction.roles.joining import Joining
from seahaven.direction.roles.oncoming import Oncoming
from seahaven.direction.roles.role import Figure, Ground, Role
from seahaven.direction.roles.standing import Standing

__all__ = ["Ahead", "Beside", "Crossing", "Figure", "Ground", "Joining", "Oncoming", "Role", "Standing"]
