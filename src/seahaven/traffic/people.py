"""People who perceive, decide and walk, all at one rate: the chain that everybody on foot goes through."""

from __future__ import annotations

from fractions import Fraction

from seahaven.behaviour import AFOOT, Lookout, Walker
from seahaven.hcsm import Machine
from seahaven.kernel import Module, Param, port
from seahaven.motion import Walking
from seahaven.roads.routing import Tracks
from seahaven.roads.walking import FootRoutes
from seahaven.world import PERSON, Machines

__all__ = ["PEOPLE", "People"]

PEOPLE = PERSON.extended(AFOOT)
"""The family of people on foot in traffic."""


class People(Module):
    """Lets everybody on foot see, decide and walk along its route.

        network = WalkingNetwork.of(lane_map)
        routes = random_walks(network, count=200)
        world = World([VEHICLES, PEOPLE, SIGNAL, WEATHER])
        root = Module("root", Traffic("traffic", tracks=tracks), People("people", tracks=tracks, routes=routes))

    Its parts are `lookout`, `walkers` and `walking`. Whoever presses buttons of people is linked to
    `people/walkers.presses`; vehicles that hit somebody are told by `people/walking.collided`.
    """

    tracks: Param[Tracks]
    routes: Param[FootRoutes]
    rate_hz: Param[float | Fraction] = port(10.0, unit="Hz", doc="of perception, decisions and motion alike")
    walker: Param[type[Machine] | Machine] = Walker
    parallel: Param[bool] = port(False, doc="whether blocks of rows decide on several threads")

    def build(self) -> None:
        """Add the parts."""
        self.add(
            Lookout("lookout", rate=self.rate_hz, tracks=self.tracks),
            Machines(
                "walkers", rate=self.rate_hz, machine=self.walker, family=PEOPLE.name, parallel=self.parallel
            ),
            Walking("walking", rate=self.rate_hz, routes=self.routes),
        )  # fmt: skip
