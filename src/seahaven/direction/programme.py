"""The programme of a drive: the drive in force, and the situations along it in the order of their places."""

from __future__ import annotations

from dataclasses import astuple, replace
from itertools import pairwise
from typing import Any

import numpy as np

from seahaven.direction.account import SituationAccount, account_of
from seahaven.direction.destination import Destination
from seahaven.direction.director import LOST_FOR
from seahaven.direction.intervention import Intervention
from seahaven.direction.laying import DrivePlan, LaidDrive, choose_plan, own_lanes
from seahaven.direction.line import Line, Spot
from seahaven.direction.log import DriveLaid, Resited
from seahaven.direction.outlook import Outlook
from seahaven.direction.placement import Placement
from seahaven.direction.resiting import Resiting, Stretches, home_of
from seahaven.direction.roles import Role
from seahaven.direction.siting import LASTS
from seahaven.direction.staging import Orders, Staging
from seahaven.direction.straying import Straying
from seahaven.direction.view import View
from seahaven.errors import InputError
from seahaven.roads.routing import Tracks

__all__ = ["Programme"]

AHEAD, SLOWEST = 30.0, 8.0
"""A place on a new drive is at least so many seconds ahead of the subject at its usual speed, taken as no less than
this (m/s): time to find a cast and to bring it into place."""
ARRIVED = 20.0
"""Metres before the end of its drive from which on the subject has reached its goal."""


class Programme:
    """The situations of a drive at work, and what has been seen of the subject; its state is plain data.

    With a destination, the drive is laid anew when the subject has left it, and situations get other places. Situations
    that find none are postponed, and dropped when they can no longer happen.
    """

    def __init__(
        self,
        placements: tuple[Placement, ...],
        drive: Line,
        seed: int,
        destination: Destination | None = None,
        spacing: float = 0.0,
    ) -> None:
        self.drive = drive
        self.outlook = Outlook()
        self.current: Staging | None = None
        self._planned, self._first, self._seed = placements, drive, seed
        self._destination, self._apart = destination, max(spacing, LASTS)
        self._straying = Straying()
        self._plan: DrivePlan | None = None
        self._via = destination.via if destination else ()
        self._number, self._has_arrived = 1, False
        self._driven, self._over_at = 0.0, -self._apart
        """Metres that the subject has driven, in all and when the last situation was over."""
        self._sites: list[tuple[float, bool] | None] = [None] * len(placements)
        """Of each situation that was given another place, how far along the drive, and whether it was kept there."""
        self._moved = dict[int, float]()
        """Of situations that follow another one, how far along the drive they were put."""
        self.stagings = [self._staging(placement) for placement in placements]
        self._line_up()

    def _staging(self, placement: Placement, attempt: int = 1) -> Staging:
        return Staging(placement, self._seed, attempt=attempt, may_wait=self._destination is not None)

    # --- who plays ------------------------------------------------------------------------------------------------

    @property
    def left(self) -> int:
        """How many situations are not over, those that are postponed among them."""
        return sum(not staging.is_closed for staging in self.stagings)

    def open(self) -> list[Staging]:
        """Situations with a place that are not over, in the order of the study, or of their places on a new drive.

        The one that is open comes first, then those that were cued by hand.
        """
        waiting = [staging for staging in self.stagings if not staging.is_closed and not staging.postponed]
        if self._plan:
            waiting.sort(key=lambda staging: staging.placement.at)
        return sorted(waiting, key=_turn)

    def taken(self) -> list[int]:
        """Vehicles that have a role, or have failed in one."""
        cast = [member.entity for staging in self.open() for member in staging.members.values()]
        return cast + [entity for staging in self.open() for entity in staging.unwanted]

    def _line_up(self) -> None:
        """Have vehicles carry over their roles from each situation to the one that comes next."""
        for staging in self.stagings:
            staging.carried = frozenset()
        for staging, following in pairwise(self.open()):
            if following.placement.number == staging.placement.number + 1:
                roles = following.placement.roles.values()
                staging.carried = frozenset(role.carried for role in roles if role.carried)

    def conclude(self, staging: Staging, view: View, orders: Orders) -> None:
        """Give the roles of the next situation that go on to the vehicles that have played them, if near enough."""
        self._over_at = self._driven
        following = next((one for one in self.open() if one.placement.number == staging.placement.number + 1), None)
        if following is None:
            return
        if following.placement.needs.follows and not view.is_lost:
            self._move_behind(staging, following, view)
        for role, wanted in following.placement.roles.items():
            member = staging.members.get(wanted.carried)
            if member is None or wanted.carried not in staging.carried:
                continue
            if _is_near(view, member.entity, wanted):
                following.engage(role, member.entity, "carried over", view.drive, orders)
            else:
                staging.dismiss(wanted.carried, orders, is_there=view.row(member.entity) >= 0)

    def _move_behind(self, staging: Staging, following: Staging, view: View) -> None:
        """Put a situation as far behind where the one before is over as the two were planned apart."""
        before, after = (self._planned[one.placement.number].at for one in (staging, following))
        last = self.drive.length - following.placement.needs.after
        at = min(view.front + after - before, max(last, view.front))
        following.move(at)
        self._moved[following.placement.number] = at

    # --- by hand --------------------------------------------------------------------------------------------------

    def intervene(self, said: Intervention, view: View, dt: float, orders: Orders) -> None:
        """Open a situation before its turn, end it, or cast a role, as a person asks."""
        staging = next((one for one in self.stagings if one.placement.number == said.number), None)
        if staging is None or staging.is_closed:
            return
        if said.act == "stop":
            staging.stop(view, orders)
            return
        staging.is_cued = True
        if said.act == "cast":
            staging.cast_by_hand(said.role, said.entity, view, dt, orders)

    def account(self, view: View) -> tuple[SituationAccount, ...]:
        """How every situation stands."""
        return tuple(account_of(staging, view, staging.placement.start) for staging in self.stagings)

    # --- the drive ------------------------------------------------------------------------------------------------

    @property
    def is_astray(self) -> bool:
        """Whether the subject has left the drive, and that is still to be laid anew: nothing opens meanwhile."""
        return self._destination is not None and not self._has_arrived and self._straying.away >= LOST_FOR

    def follow(self, view: View, dt: float, tracks: Tracks, orders: Orders) -> bool:
        """Follow the subject, and lay the drive anew if it has left it; whether that was so."""
        if self._destination is None or view.own < 0:
            return False
        self._driven += abs(self.outlook.speed) * dt
        self._straying.look(view, dt)
        self._arrive(view, orders)
        why = None if self._has_arrived else self._straying.departure(view)
        if why is None or any(staging.is_resolving for staging in self.stagings):
            return False
        spot = self._straying.start(view)
        plan = self._new_plan(view, spot, tracks) if spot else None
        if plan is None:
            self._straying.wait()
            return False
        self._lay(plan, why, view, orders)
        return True

    def _arrive(self, view: View, orders: Orders) -> None:
        """See whether the subject has reached its goal: no situation that is postponed can happen any more then."""
        leads_there = self._plan is None or self._plan.is_to_goal
        if leads_there and not self._has_arrived and view.front > self.drive.length - ARRIVED:
            self._has_arrived = True
            self.drop("the subject has reached its goal", orders)

    def drop(self, why: str, orders: Orders) -> None:
        """Drop all situations that are postponed."""
        for staging in self.stagings:
            if staging.postponed:
                staging.drop(f"{why}; it was postponed: {staging.postponed}", orders)

    def _new_plan(self, view: View, spot: Spot, tracks: Tracks) -> DrivePlan | None:
        assert self._destination is not None
        self._via = tuple(place for place in self._via if not self._is_past(place))
        router = self._destination.router(tracks.lane_map)
        own = own_lanes(tracks, int(view.table.route[view.own]), int(view.table.entry[view.own]))
        return choose_plan(router, self._destination.goal, self._via, spot, own)

    def _is_past(self, road: str) -> bool:
        """Whether the subject has come by a road of its drive already."""
        lane_map = self.drive.lane_map
        ids = [index for index, one in enumerate(lane_map.network.roads) if road in (one.id, one.id.rpartition(".")[0])]
        begins = [self.drive.begin(lane) for lane in np.flatnonzero(np.isin(lane_map.road, ids)).tolist()]
        known = [begin for begin in begins if not np.isnan(begin)]
        return bool(known) and min(known) <= self._straying.last

    def _lay(self, plan: DrivePlan, why: str, view: View, orders: Orders) -> None:
        laid = self._laid(plan)
        left = self._still_to_drive()
        self._plan, self.drive, self._number = plan, laid.line, self._number + 1
        self._straying.settle(laid.start)
        roads = laid.road(plan.lane), laid.road(laid.route.lanes[-1])
        orders.log.append(DriveLaid(self._number, why, *roads, laid.length, plan.is_to_goal))
        self._resite(laid, left, view, orders)

    def _laid(self, plan: DrivePlan) -> LaidDrive:
        assert self._destination is not None
        return plan.laid(self._destination.router(self.drive.lane_map))

    def _still_to_drive(self) -> dict[int, float]:
        """How far ahead each situation with a place was (m) when the subject was last on the drive."""
        return {one.placement.number: one.placement.at - self._straying.last for one in self.open()}

    # --- new places -----------------------------------------------------------------------------------------------

    def _resite(self, laid: LaidDrive, left: dict[int, float], view: View, orders: Orders) -> None:
        """Find a place on a new drive for each situation that has not come to its moment.

        Those that the new drive still comes by stay where they are; the others are put between or behind these.
        """
        for staging in self.open():
            if staging.members or not staging.is_waiting:
                self._interrupt(staging, view, orders)
        resiting, free = Resiting(laid), self._free(laid)
        rest = list[int]()
        for number, staging in enumerate(self.stagings):
            if staging.is_closed:
                continue
            kept = resiting.kept(self._planned[number], home_of(self._planned[number], self._first))
            if kept is None or not free.has(kept.at):
                rest.append(number)
                continue
            free = free.without(kept.at)
            self._put(kept, orders, is_kept=True)
        for number in rest:
            wanted = laid.start + left.get(number, 0.0)
            found = resiting.elsewhere(self._planned[number], wanted, free)
            if isinstance(found, Placement):
                free = free.without(found.at)
                self._put(found, orders, is_kept=False)
            else:
                self._postpone(number, found, laid, view, orders)
        self._line_up()

    def _interrupt(self, staging: Staging, view: View, orders: Orders) -> None:
        """End what has begun of a situation."""
        if staging.is_waiting:
            for role, member in list(staging.members.items()):
                staging.dismiss(role, orders, is_there=view.row(member.entity) >= 0)
        else:
            staging.leave(view, orders)

    def _free(self, laid: LaidDrive) -> Stretches:
        """Where on a new drive there may be situations: far enough ahead, and behind the last one that was over."""
        ahead = AHEAD * max(self.outlook.usual, SLOWEST)
        since_last = self._driven - self._over_at
        return Stretches(laid.start + max(ahead, self._apart - since_last), self._apart)

    def _put(self, placement: Placement, orders: Orders, *, is_kept: bool) -> None:
        number = placement.number
        attempt = self.stagings[number].attempt + (not self.stagings[number].is_waiting)
        self.stagings[number] = self._staging(placement, attempt)
        self._moved.pop(number, None)
        self._sites[number] = (placement.at, is_kept)
        orders.log.append(Resited(placement.name, number, placement.at - placement.start, is_kept, attempt))

    def _postpone(self, number: int, why: str, laid: LaidDrive, view: View, orders: Orders) -> None:
        staging, self._sites[number] = self.stagings[number], None
        staging.postpone(why, view, orders)
        home = home_of(self._planned[number], self._first)
        if self._planned[number].is_bound and laid.plan.is_to_goal and home and not _can_reach(laid, home):
            staging.drop("its place is behind the subject, and no way leads back to it", orders)

    # --- state ----------------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """The state, as plain data."""
        return {
            "outlook": list(astuple(self.outlook)),
            "straying": list(astuple(self._straying)),
            "plan": self._plan.plain() if self._plan else None,
            "via": list(self._via),
            "drives": [self._number, self._has_arrived, self._driven, self._over_at],
            "moved": {str(number): at for number, at in self._moved.items()},
            "sites": [list(site) if site else None for site in self._sites],
            "stagings": [staging.state() for staging in self.stagings],
        }

    def load(self, state: dict[str, Any]) -> None:
        """Go on from a state: lay the drive, and put situations into their places."""
        self.outlook, self._straying = Outlook(*state["outlook"]), Straying(*state["straying"])
        self._via = tuple(state["via"])
        self._number, self._has_arrived, self._driven, self._over_at = state["drives"]
        if state["plan"] is not None:
            self._plan = DrivePlan.of(state["plan"])
            self._load_sites(self._laid(self._plan), state["sites"])
        self._moved = {int(number): at for number, at in state["moved"].items()}
        for number, at in self._moved.items():
            self.stagings[number].move(at)
        for staging, known in zip(self.stagings, state["stagings"], strict=True):
            staging.load(known, self.drive)
        self._line_up()

    def _load_sites(self, laid: LaidDrive, sites: list[list[Any] | None]) -> None:
        self.drive, resiting = laid.line, Resiting(laid)
        self._sites = [(site[0], site[1]) if site else None for site in sites]
        for number, site in enumerate(self._sites):
            if site is None:
                continue
            first = self._planned[number]
            found = resiting.kept(first, home_of(first, self._first)) if site[1] else resiting.at(first, site[0])
            if found is not None:
                self.stagings[number] = self._staging(replace(found, start=laid.start))


def _turn(staging: Staging) -> int:
    """Whose turn it is first: what is open, then what was cued."""
    return 0 if not staging.is_waiting else 1 if staging.is_cued else 2


def _can_reach(laid: LaidDrive, home: Spot) -> bool:
    """Whether any way leads from where a drive was laid to a place."""
    try:
        laid.router.route((laid.plan.lane, laid.plan.s), home.lane)
    except InputError:
        return False
    return True


def _is_near(view: View, entity: int, role: Role) -> bool:
    """Whether a vehicle is where a vehicle with a role may be."""
    row = view.row(entity)
    ahead = view.ahead(row) if row >= 0 else None
    return ahead is not None and role.may_carry_over(ahead)
