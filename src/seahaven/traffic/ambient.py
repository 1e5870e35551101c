"""Ambient traffic: it is lively around every subject, and nobody comes or goes in sight (H15)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import InputError
from seahaven.geometry import Floats, Integers, Truths
from seahaven.kernel import ASLEEP, Emits, Hears, Out, Param, Part, State, Stream, Tick, port
from seahaven.motion import Rerouted
from seahaven.roads.routing import Tracks
from seahaven.traffic.ambient_area import Area
from seahaven.traffic.ambient_density import Density
from seahaven.traffic.ambient_ends import OUT, Ends, Forecast
from seahaven.traffic.ambient_farewell import Farewell, LeftInSight, Verdict, judged, seen_leaving
from seahaven.traffic.ambient_lines import Lines
from seahaven.traffic.ambient_newcomer import END, Newcomer, Newcomers, enter, lined_up, places_for, spacing
from seahaven.traffic.ambient_panel import Handover, Presence
from seahaven.traffic.ambient_renewal import SEEN_SOON, Renewal
from seahaven.traffic.ambient_routes import WaysOn
from seahaven.traffic.ambient_standing import Standing
from seahaven.traffic.ambient_throng import Throng
from seahaven.traffic.ambient_zone import Rims, Zone, rims_of
from seahaven.traffic.distribution import uniforms
from seahaven.traffic.mix import Mix
from seahaven.traffic.placing import placed
from seahaven.traffic.room import MANNERS
from seahaven.traffic.weather import pace_in
from seahaven.world import Host, Press, Sight, Table, World, reads, spawns, writes

__all__ = ["Ambient"]

TWO_MILES = 3218.688
LEAVE = 150.0
"""Metres beyond the rim at which one leaves, lest those who have just come in go again."""
CANDIDATES = 8
"""How many drivers are looked at to find one of the right speed."""
BLOCK = 512
"""How many drivers are drawn at once; a multiple of the candidates."""
TRIES = 8
"""How many places are tried for one newcomer."""
STEP = 25.0
"""Metres from one of these places to the next."""
AFTERWARDS = 0.2
"""Seconds from when streams and casting may bring somebody in to a look at who should come and go."""
FASTEST = 60.0
"""What counts as the limit, in m/s, where there is none."""
SAMPLE = 64
"""How many drivers stand for all when flows are reckoned."""
SETTLE = 30.0
"""Within how many seconds too many, or too few, whom nobody sees are evened out."""
WINDOW = 600.0
"""Metres to either side over which the density at a place is counted."""
USUAL = Mix.named({"car": 0.82, "van": 0.07, "truck": 0.05, "trailer truck": 0.04, "motorcycle": 0.02})
"""Who comes by default."""


class Ambient(Host):
    """Keeps up traffic around the subjects, at the densities set.

        ambient = Ambient("ambient", rate=2, tracks=tracks, sight=Sight(lane_map), density=density, subjects=(car,))
        ambient.populate(world, seed=1)
        run = Controller(Module("root", Traffic("traffic", tracks=tracks), ambient), seed=1, store=world)

    Within `radius` metres of a subject, or as far as it sees if that is further, the lanes of the tracks have the
    density set for them. `populate` fills them before the run. While it runs, vehicles enter and leave at the rim of
    this zone, and wherever else nobody sees them: faster ones catch up from behind, slower ones are caught up with, and
    those on the other carriageway come towards the subject, each as often as in a stream of that density without end.
    They enter into gaps in which nobody brakes for them. Whoever is beyond the rim, off the carriageways with a density
    or near the end of its route leaves when nobody sees it; one that plays to a partner stays.

    Where the network ends, roads are taken to go on beyond the horizon: vehicles come and go there, at full speed,
    unless a subject nearer than `horizon` metres can see it, whatever the weather. A vehicle that would be seen there
    stops before the end, in comfort, and is gone as soon as no subject looks. Ahead of a subject on its way to the same
    end traffic thins out, and what is left drives off in sight (`left_in_sight`): a queue would hold the subject.
    With `open_ends` one comes and goes there in plain sight; with an infinite `horizon`, only out of all sight. In a
    town, where such ends are near, they turn off before that and go on: link `ambient.rerouted` to
    `traffic/motion.rerouted`. `turning` says how many turn off at junctions anyway.

    Where it is not `renewed`, the vehicles that `populate` places within `radius` metres, seen or not, are all that
    there ever are: nobody enters, leaves or is given another route, and a run does not pay for looking.

    Those who are wanted on the left lanes only would soon keep to the right, as drivers do. With `keep` they are told
    the side to keep to where lanes run side by side: link `ambient.pressed` to `traffic/drivers.presses`.

    Its panel, pressed through `presses`: the dial `factor` on all densities; the buttons `suspend` and `resume`, and
    `suspend_area` and `resume_area` with the number of one of the `areas`. Where traffic is suspended nobody enters,
    and those who are there drive on. Whoever directs takes members over, and hands them over again, by `handovers`.
    """

    machine = Presence
    tracks: Param[Tracks]
    sight: Param[Sight]
    density: Param[Density]
    subjects: Param[tuple[int, ...]] = port((), doc="the ids of those around whom it is lively: `world.subjects`")
    mix: Param[Mix | None] = port(None, doc="who comes; mostly cars by default")
    radius: Param[float] = port(TWO_MILES, unit="m", least=0.0, doc="around each subject")
    areas: Param[tuple[Area, ...]] = port((), doc="where traffic can be suspended")
    turning: Param[float] = port(0.0, least=0.0, doc="how many turn off at a junction, for each who goes straight on")

    open_ends: Param[bool] = port(False, doc="whether one may come and go where the network ends, even in sight")
    keep: Param[int | None] = port(None, doc="the side to keep to: -1 right, 1 left, 0 neither; None: as drivers do")
    horizon: Param[float] = port(1000.0, unit="m", least=0.0, doc="from where on nobody heeds the ends of the network")
    every: Param[float] = port(0.5, unit="s", least=0.0, doc="from one look at who should come and go to the next")
    renewed: Param[bool] = port(True, doc="whether vehicles come and go; if not, `populate` places all there ever are")

    lines: Param[Any] = port(None, doc="made of the above")
    ways: Param[Any] = port(None, doc="made of the above")
    ends: Param[Any] = port(None, doc="made of the above")
    partings: Param[Any] = port(None, doc="made of the above")
    renewal: Param[Any] = port(None, doc="made of the above")
    desired: Param[Any] = port(None, doc="made of the above")

    members: State[NDArray[np.int64]] = port(np.zeros(0, np.int64))
    drawn: State[int] = 0
    people: State[dict[str, NDArray[Any]]] = port({})
    block: State[int] = -1
    due: State[NDArray[np.float64]] = port(np.zeros((0, 2)))
    suspended: State[tuple[int, ...]] = ()
    is_begun: State[bool] = False
    vehicles: Out[int] = 0
    wanted: Out[float] = 0.0
    rerouted: Emits[Rerouted]
    left_in_sight: Emits[LeftInSight]
    handovers: Hears[Handover]

    seen = reads(
        "vehicle", "x", "y", "z", "heading", "speed", "length", "width", "height", "lane", "s", "entry", "aim",
        "turn_light", "partner", "speed_factor", "top_speed", "leaves", "goes", *MANNERS,
    )  # fmt: skip
    weather = reads("weather", "visibility", "grip")
    crowd = spawns("vehicle")
    farewell = writes("vehicle", "leaves")

    def build(self) -> None:
        """Lay out the lines, and look at what drivers there are."""
        if self.tracks.lane_map is not self.sight.lane_map:
            raise InputError(f"module '{self.name}' got tracks and sight of different lane maps; expected the same one")
        self.give("lines", Lines(self.tracks.lane_map, self.density.on(self.tracks.lane_map)))
        self.give("ways", WaysOn(self.tracks, self.turning))
        self.give("ends", Ends(self.tracks, self.sight))
        self.give("partings", Farewell(self.tracks, self.ends))
        self.give("renewal", Renewal(self.tracks, self.ends.is_outside))
        if self.mix is None:
            self.give("mix", USUAL)
        who = self._people(np.arange(SAMPLE), seed=0)
        self.give("desired", np.stack((who["speed_factor"], who["top_speed"])))
        self.due = np.zeros((len(self.lines), 2))

    def populate(self, world: World, *, seed: int) -> int:
        """Fill the zone before a run, with speeds that go with the gaps; gives how many vehicles that takes."""
        table, sky = world.family("vehicle"), world.family("weather")
        zone = self._zone(table, sky, dt=0.0)
        if zone.is_empty or len(self.members):
            return 0
        posts = self.lines.posts
        reach = zone.reach if self.renewed else self.radius
        wanted = self._wanted(1.0) * (zone.nearest(posts.x, posts.y)[0] <= reach)
        throng = Throng(self.lines, table, 0.0, _grip(sky))
        there = throng.count(posts.place - WINDOW, posts.place + WINDOW) / (2.0 * WINDOW)
        places = places_for(self.lines, np.maximum(wanted - there, 0.0), Stream.named(seed, f"{self.name}/spacing"))
        if not len(places):
            return 0
        people = self._people(np.arange(len(places)), seed=seed)
        newcomers = lined_up(self.lines, places, people, throng, pace_in(sky))
        self.drawn = -(-len(places) // CANDIDATES) * CANDIDATES
        forecast = self._forecast(table, zone, 0.0) if self.renewed else None
        columns, is_late = self._columns(newcomers, seed, forecast)
        kept = self._staying(columns, is_late) if self.renewed else np.arange(len(newcomers.place))
        self.members = world.add_many("vehicle", len(kept), **{name: column[kept] for name, column in columns.items()})
        return len(kept)

    def clear(self, world: World) -> None:
        """Take out whom `populate` has placed, before a run, so that it can place others."""
        world.remove(self.members)
        self.members, self.drawn = np.zeros(0, np.int64), 0

    def _staying(self, columns: Mapping[str, Any], is_late: Truths) -> Integers:
        """Which newcomers do not come to stand before an end of the network in sight, or need not turn off too late."""
        room = self.ends.room(columns["lane"], columns["speed"])
        can_stop = self.tracks.arrays.remaining[columns["entry"]] - columns["s"] > room
        can_turn = self.renewal.can_turn(columns["entry"], columns["s"])
        return np.flatnonzero((columns["leaves"] | (can_stop & can_turn) | (columns["entry"] < 0)) & ~is_late)

    def act(self, tick: Tick, outputs: Mapping[str, Any]) -> None:
        """Let go of those who have left, and bring in others, all at the next date; every now and then.

        At ten steps a second streams and casting bring others in at other steps than these, so that nobody comes where
        somebody has just come.
        """
        self._hear()
        if not self.renewed or self._steps_to_look(tick):
            return
        rows = self._find_members()
        if not self.is_begun:
            self._tell_side(self.members, self.seen.lane[rows])
            self.is_begun = True
        zone = self._zone(self.seen, self.weather, dt=tick.dt)
        if zone.is_empty or not len(self.lines):
            return
        throng = Throng(self.lines, self.seen, tick.dt, _grip(self.weather))
        away, nearest = zone.nearest(self.lines.posts.x, self.lines.posts.y)
        wanted = self._wanted(outputs["share"] or 0.0)
        standing = Standing.of(self.lines, throng, self.seen, wanted * (away <= zone.reach), self.subjects)
        forecast = self._forecast(self.seen, zone, self._until_gone(tick))
        verdict = self.partings.judge(judged(self.seen, rows), forecast)
        self._say_farewell(rows, verdict.leaves)
        self._renew(rows, verdict.leaves, forecast, tick)
        self._let_go(rows, zone, throng, standing, verdict, tick)
        newcomers = self._at_rims(rims_of(self.lines, zone, away, nearest), zone, throng, standing, wanted, tick)
        newcomers += self._in_hiding(zone, throng, standing, tick)
        if newcomers:
            columns, is_late = self._columns(Newcomers.of(newcomers), tick.seed, forecast)
            kept = (columns["leaves"] | self.renewal.can_turn(columns["entry"], columns["s"])) & ~is_late
            added = self.crowd.add(int(kept.sum()), **{name: column[kept] for name, column in columns.items()})
            self._tell_side(added, columns["lane"][kept])
            self.members = np.sort(np.concatenate((self.members, added)))
        self.vehicles, self.wanted = len(self.members), float(standing.wanted.sum())

    def part(self, tick: Tick) -> Part | None:
        """Sleeps from one look to the next, as long as nothing is pressed or handed over."""
        wait = self._steps_to_look(tick)
        is_resting = self.beat is not None and self._running(tick.seed).rests({})
        if is_resting and not self.renewed:
            return ASLEEP
        if wait == 0 or self.beat is None or not is_resting:
            return None
        return Part(is_asleep=True, until=self.beat.date(self.beat.first(tick.now) + wait))

    def _steps_to_look(self, tick: Tick) -> int:
        """Steps until the next look at who should come and go; 0 if it is this one."""
        steps = round(self._span(tick) / tick.dt)
        return (min(round(AFTERWARDS / tick.dt), steps // 2) - tick.index) % steps

    def _span(self, tick: Tick) -> float:
        """Seconds from one look to the next, in whole steps."""
        return max(1, round(self.every / tick.dt)) * tick.dt

    def _until_gone(self, tick: Tick) -> float:
        """Seconds within which somebody is gone who has to go at the next look."""
        return self._span(tick) + tick.dt

    def _tell_side(self, ids: Integers, lane: NDArray[Any]) -> None:
        """Tell those who have begun on some lanes to which side to keep, if there are lanes beside."""
        if self.keep is None:
            return
        told = ids[self.lines.has_lanes_beside[lane]]
        if len(told):
            self.pressed.append(Press(tuple(told.tolist()), "slow_side", float(self.keep)))

    # --- who is wanted where --------------------------------------------------------------------------------------

    def _zone(self, table: Table, sky: Table, *, dt: float) -> Zone:
        visibility = float(sky.visibility[0]) if len(sky) else 10_000.0
        return Zone(self.sight, table, self.subjects, radius=self.radius, visibility=visibility, dt=dt)

    def _find_members(self) -> Integers:
        """Forget members who are gone, and give the rows of the others; ids are in order, in the table and here."""
        ids = self.seen.ids
        rows = np.minimum(np.searchsorted(ids, self.members), max(len(ids) - 1, 0))
        is_here = ids[rows] == self.members if len(ids) else np.zeros(len(rows), np.bool_)
        if not is_here.all():
            self.members = self.members[is_here]
        return np.asarray(rows[is_here])

    def _hear(self) -> None:
        """Follow the buttons of areas."""
        suspended = set(self.suspended)
        for event in self.presses:
            area = int(event.value.value)
            if event.value.entities or event.value.item not in ("suspend_area", "resume_area"):
                continue
            if not 0 <= area < len(self.areas):
                raise InputError(f"module '{self.path}' has no area {area}; it has {len(self.areas)}, numbered from 0")
            suspended = suspended | {area} if event.value.item == "suspend_area" else suspended - {area}
        self.suspended = tuple(sorted(suspended))
        for handover in self.handovers:
            others = self.members[self.members != handover.value.entity]
            own = [handover.value.entity] if handover.value.is_ambient else []
            self.members = np.sort(np.append(others, np.array(own, np.int64)))

    def _wanted(self, share: float) -> Floats:
        """The density at each post that is wanted now."""
        posts = self.lines.posts
        density = share * posts.density
        for area in self.suspended:
            density[self.areas[area].holds(self.lines.lane_map, posts.lane, posts.s)] = 0.0
        return np.asarray(density)

    # --- leaving --------------------------------------------------------------------------------------------------

    def _forecast(self, table: Table, zone: Zone, until_gone: float) -> Forecast:
        """When subjects will see the ends of the network from nearer than the horizon."""
        watch = None if self.open_ends else zone.as_far_as(self.horizon)
        return Forecast.of(self.ends, table, self.subjects, watch, until_gone)

    def _say_farewell(self, rows: Integers, leaves: Truths) -> None:
        """Tell members whether they drive off where the network ends, or have to stop before that."""
        changed = leaves != self.seen.leaves[rows]
        if changed.any():
            self.farewell.put("leaves", leaves[changed], ids=self.seen.ids[rows[changed]])

    def _let_go(
        self, rows: Integers, zone: Zone, throng: Throng, standing: Standing, verdict: Verdict, tick: Tick
    ) -> None:
        """Take out members that no subject sees and that are not wanted any more; late ones beyond the horizon, too."""
        is_free = self.seen.null("partner")[rows]
        rows, is_late = rows[is_free], verdict.is_late[is_free]
        x, y = self.seen.x[rows], self.seen.y[rows]
        away = zone.nearest(x, y)[0]
        far = away > zone.reach + LEAVE
        strays = np.isnan(throng.row_home[rows])
        entry = self.seen.entry[rows]
        left = np.where(entry >= 0, self.tracks.arrays.remaining[entry] - self.seen.s[rows], np.inf)
        too_many = self._superfluous(rows, standing, tick)
        is_out = (left < self._until_gone(tick) * self.seen.speed[rows] + OUT) & self.seen.leaves[rows]
        chosen = np.flatnonzero(far | strays | self._is_at_end(rows, left) | too_many | is_late)
        if len(chosen):
            ids = self.seen.ids[rows[chosen]]
            in_sight = zone.sees(self.sight.boxes(self.seen, ids, after=tick.dt))
            in_sight |= self._zone(self.seen, self.weather, dt=0.0).sees(self.sight.boxes(self.seen, ids))
            is_dot = is_late[chosen] & (away[chosen] > self.horizon + LEAVE)
            gone = ids[~in_sight | is_out[chosen] | is_dot]
            self.crowd.remove(gone)
            if not self.open_ends:
                leaving = self.sight.boxes(self.seen, out := ids[in_sight & is_out[chosen]])
                self.left_in_sight.extend(seen_leaving(out, leaving, zone.as_far_as(self.horizon)))
            self.members = self.members[~np.isin(self.members, gone)]

    def _is_at_end(self, rows: Integers, left: Floats) -> Truths:
        """Of some members with so many metres left to the end of their routes, whether they leave there if unseen."""
        is_at_end = left < END
        if is_at_end.any():
            near = rows[is_at_end]
            is_at_end[is_at_end] = left[is_at_end] < self.ends.room(self.seen.lane[near], self.seen.speed[near])
        return is_at_end

    def _renew(self, rows: Integers, leaves: Truths, forecast: Forecast, tick: Tick) -> None:
        """Let members turn off whose routes end where they cannot drive off, because a subject soon sees that."""
        entry, s = self.seen.entry[rows], self.seen.s[rows]
        closing = np.append(forecast.closes, 0.0)[self.ends.of_entry]
        goes_on = leaves | ((entry >= 0) & (closing[entry] > SEEN_SOON))
        # A vehicle that has set out onto its way through a junction keeps to it: others rely on that.
        due = rows[self.renewal.due(entry, s, goes_on | self.seen.goes[rows])]
        if len(due):
            chances = Stream.named(tick.seed, f"{self.name}/renewal").uniforms(self.seen.ids[due], step=tick.index)
            self.rerouted.extend(self.renewal.reroutes(self.seen, due, closing, chances))

    def _superfluous(self, rows: Integers, standing: Standing, tick: Tick) -> Truths:
        """Members to be taken out because there are too many on their carriageway, by chance."""
        chance = standing.excess(rows) * min(self._span(tick) / SETTLE, 1.0)
        if not chance.any():
            return np.zeros(len(rows), np.bool_)
        drawn = Stream.named(tick.seed, f"{self.name}/leaving").uniforms(self.seen.ids[rows], step=tick.index)
        return np.asarray(drawn < chance)

    # --- entering -------------------------------------------------------------------------------------------------

    def _at_rims(
        self, rims: Rims, zone: Zone, throng: Throng, standing: Standing, wanted: Floats, tick: Tick
    ) -> list[Newcomer]:
        """Those who come in over the rim, as many as in a stream without end."""
        posts, newcomers = self.lines.posts, []
        way = self.lines.carriageway[rims.line]
        speeds = standing.pace[way, np.newaxis] * np.minimum(
            self.desired[0] * posts.limit[rims.post, np.newaxis], self.desired[1]
        )
        crossing = np.where(rims.is_upstream, 1.0, -1.0)[:, np.newaxis] * (speeds - rims.drift[:, np.newaxis])
        rate = wanted[rims.post] * np.maximum(crossing, 0.0).mean(axis=1) * standing.correction[way]
        due = self.due.copy()
        for k in range(len(rims.line)):
            line, side = int(rims.line[k]), int(rims.is_upstream[k])
            if rate[k] > 0.0:
                due[line, side] = min(due[line, side] - rate[k] * self._span(tick), 1.0)
            while due[line, side] <= 0.0 and rate[k] > 0.0:
                newcomer = self._enter_at_rim(rims, k, zone, throng, standing, tick.seed)
                if newcomer is None:
                    due[line, side] = max(due[line, side], -1.0)
                    break
                newcomers.append(newcomer)
                due[line, side] += self._spacing(tick.seed)
        self.due = due
        return newcomers

    def _spacing(self, seed: int) -> float:
        """How many vehicles' worth of flow pass until the next comes: one in the mean."""
        return float(spacing(Stream.named(seed, f"{self.name}/chance").uniform(entity=self.drawn)))

    def _enter_at_rim(
        self, rims: Rims, k: int, zone: Zone, throng: Throng, standing: Standing, seed: int
    ) -> Newcomer | None:
        """Somebody who comes over a rim, from its first free place on inwards; None if there is no room now."""
        way, drift, sign = int(self.lines.carriageway[rims.line[k]]), float(rims.drift[k]), 1.0
        if not rims.is_upstream[k]:
            sign = -1.0
        who = self._candidates(seed)
        limit = float(self.lines.posts.limit[rims.post[k]])
        speeds = standing.pace[way] * np.minimum(who["speed_factor"] * limit, who["top_speed"])
        over = np.maximum(sign * (speeds - drift), 0.0)
        if not over.max() > 0.0:
            return None
        fits = Stream.named(seed, f"{self.name}/pick").uniforms(np.arange(self.drawn - CANDIDATES, self.drawn))
        picked = np.flatnonzero(fits * over.max() < over)
        one = {name: column[picked[0]] for name, column in who.items()}
        places = float(rims.place[k]) + sign * (
            0.5 * float(one["length"]) + 1.0 + STEP * np.arange(TRIES, dtype=np.float64)
        )
        watch: Zone | None = zone
        if rims.place[k] == self.lines.begin[rims.line[k]] and self.lines.is_mouth[rims.line[k]]:
            places, watch = places[:1], None if self.open_ends else zone.as_far_as(self.horizon)
        return self._enter(places, one, watch, throng, standing)

    def _enter(
        self, places: Floats, who: dict[str, Any], zone: Zone | None, throng: Throng, standing: Standing
    ) -> Newcomer | None:
        """Let somebody in, if there is room; whoever finds none is the first to try again, be it ever so long."""
        newcomer = enter(self.lines, places, who, zone, throng, standing)
        if newcomer is None:
            self.drawn -= CANDIDATES
        return newcomer

    def _candidates(self, seed: int) -> dict[str, NDArray[Any]]:
        """The next few whom chance brings; many are drawn at once, which costs little more than one."""
        block, at = divmod(self.drawn, BLOCK)
        if self.block != block or not self.people:
            self.people, self.block = self._people(np.arange(block * BLOCK, (block + 1) * BLOCK), seed=seed), block
        self.drawn += CANDIDATES
        return {name: column[at : at + CANDIDATES] for name, column in self.people.items()}

    def _people(self, numbers: Integers, *, seed: int) -> dict[str, NDArray[Any]]:
        """The bodies and drivers of newcomers with these numbers."""
        columns = (self.mix or USUAL).columns(numbers, seed=seed, who=self.name)
        return {**columns, "kind": columns["kind"].astype(np.str_)}

    def _in_hiding(self, zone: Zone, throng: Throng, standing: Standing, tick: Tick) -> list[Newcomer]:
        """Those who fill gaps inside the zone where nobody sees them, on carriageways with too few."""
        newcomers, posts = [], self.lines.posts
        lack = standing.lack
        for way in np.flatnonzero(lack > 0.0).tolist():
            chance = Stream.named(tick.seed, f"{self.name}/hiding").uniforms(np.arange(4), step=tick.index, draw=way)
            if chance[0] >= lack[way] * self._span(tick) / SETTLE:
                continue
            share = np.cumsum(standing.expected * (self.lines.carriageway[posts.line] == way))
            for k in range(3):
                post = int(np.searchsorted(share, chance[1 + k] * share[-1], side="right"))
                newcomer = self._enter_in_hiding(min(post, len(share) - 1), zone, throng, standing, tick.seed)
                if newcomer is not None:
                    newcomers.append(newcomer)
                    break
        return newcomers

    def _enter_in_hiding(self, post: int, zone: Zone, throng: Throng, standing: Standing, seed: int) -> Newcomer | None:
        posts = self.lines.posts
        place, density = float(posts.place[post]), standing.expected[post] / posts.span[post]
        if throng.count(place - WINDOW, place + WINDOW) >= 2.0 * WINDOW * density:
            return None
        who = {name: column[0] for name, column in self._candidates(seed).items()}
        return self._enter(place + STEP * np.array([-1.0, 0.0, 1.0]), who, zone, throng, standing)

    def _columns(self, newcomers: Newcomers, seed: int, forecast: Forecast | None) -> tuple[dict[str, Any], Truths]:
        """The rows of newcomers, and which of them would be late where the network ends; without forecast, none."""
        lane, s = self.lines.lane_at(newcomers.place)
        numbers = np.round(1000.0 * s).astype(np.int64)
        chance = uniforms(Stream.named(seed, f"{self.name}/way"), numbers, step=self.drawn)
        routes = self.ways.choose(lane, s, chance)
        own, speed = newcomers.columns, newcomers.speed
        place = placed(self.tracks, lane, s, routes, offset=np.zeros(len(s)))
        columns = {**own, **place, "speed": speed, "leaves": np.zeros(len(speed), np.bool_)}
        if forecast is None:
            return columns, np.zeros(len(speed), np.bool_)
        leaves, is_late = self.partings.judge(columns, forecast)
        return {**columns, "leaves": leaves}, is_late


def _grip(sky: Table) -> float:
    return float(sky.grip[0]) if len(sky) else 1.0
