"""The world as it is seen from a seat: a mesh of everything that does not move, generated from the roads.

In comes a run; out go bytes that the page's renderer draws as they are. Nothing here is drawn, and nothing is decided.
"""

from seahaven.studio.scene.world import world_of

__all__ = ["world_of"]
