"""The sixth step of assembly: a world with the actors in it, and a tree of the modules that move and direct them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from seahaven.direction import Destination, Line
from seahaven.errors import InputError
from seahaven.geometry import Box, Pose
from seahaven.kernel import SECOND, Module
from seahaven.motion import Script
from seahaven.roads.model import Turn
from seahaven.roads.routing import Checkpoint, Tracks
from seahaven.seats import VirtualSubject
from seahaven.takes.actors import Actor
from seahaven.takes.ambience import ambient
from seahaven.takes.at import At
from seahaven.takes.directing import Directing
from seahaven.takes.forecast import Forecast, Outlook
from seahaven.takes.instructions import prompter
from seahaven.takes.learned_drivers import add_learned_drivers
from seahaven.takes.location import Location
from seahaven.takes.missioning import add_missions
from seahaven.takes.motion_entries import ScriptEntry
from seahaven.takes.objects import add_objects, link_objects, unmanned
from seahaven.takes.passers_by import add_people
from seahaven.takes.screenplay import Screenplay
from seahaven.takes.scripting import begun_place, refuse_laneless, script_of
from seahaven.takes.seating import (
    add_free_motion,
    add_occupancy,
    add_seat,
    free_rate,
    link_free_motion,
    link_instructions,
)
from seahaven.takes.sensing import link_sensors
from seahaven.takes.situations import PlannedSituations, direction
from seahaven.takes.staged import add_staged
from seahaven.takes.starting import add_script_starter
from seahaven.takes.street_life import add_lights
from seahaven.takes.study import Study
from seahaven.takes.trailers import add_towing, add_trailer, trailer_name
from seahaven.takes.turnout import Turnout
from seahaven.takes.virtual import occupant_of
from seahaven.traffic import (
    CLEAR,
    Ambient,
    Conditions,
    Patience,
    Population,
    Replanner,
    RoutedDemand,
    Traffic,
    Weather,
    lots,
    placed,
)
from seahaven.world import Sight, World

__all__ = ["stage"]

WEATHER_RATE = 2
"""In Hz, how often the weather changes a little while it changes."""
REPLANNING_RATE = 1
"""In Hz, how often it is looked whether a vehicle is stuck."""


def stage(turnout: Turnout, world: World, root: Module, study: Study, weather: Sequence[Outlook]) -> None:
    """Put all actors into the world, and what moves, tells and directs them into the tree.

    Ambient traffic is still to be placed around them.
    """
    location = turnout.ways.screenplay.actors.location
    conditions = _add_weather(world, root, weather)
    if location.lights:
        add_lights(root, location.lights, location.traffic)
    if turnout.ways.tracks:
        _add_drivers(turnout, turnout.ways.tracks, world, root, conditions, study)
        _add_surroundings(turnout, turnout.ways.tracks, world, root, study)
        link_free_motion(root)
    if study.instructions:
        _add_instructions(turnout, world, root, study)
    actors = turnout.ways.screenplay.actors
    if actors.mission:
        detours = turnout.ways.screenplay.detours
        routes = [actor.itinerary.route for actor in actors.subjects]
        around = [detours.routes_of(place) if detours else [] for place in range(len(routes))]
        add_missions(actors.mission, location.lane_map, routes, around, world, root)
        if detours and turnout.ways.tracks:
            detours.add(turnout.ways.tracks, world, root)
    if study.triggers or study.beacons:
        _directing(turnout, world, root).add(study.triggers, study.beacons)
        link_sensors(root)
    add_script_starter(turnout.ways.screenplay.actors, study, world, root)


def _add_weather(world: World, root: Module, weather: Sequence[Outlook]) -> Conditions:
    """Add the weather, and give what it is like at the start."""
    if not weather:
        return CLEAR
    first, *later = weather
    world.add("weather", None, **first.conditions.columns)
    root.add(Weather("weather", rate=WEATHER_RATE, conditions=first.conditions))
    if later:
        root.add(Forecast("forecast", rate=WEATHER_RATE, outlooks=tuple(later)))
        root.link("forecast.pressed", "weather.presses")
    return first.conditions


def _add_drivers(
    turnout: Turnout, tracks: Tracks, world: World, root: Module, conditions: Conditions, study: Study
) -> None:  # fmt: skip
    """Add the actors and what stands on the roads, and what moves them and the population."""
    actors, situations = turnout.ways.screenplay.actors, turnout.ways.screenplay.situations
    objects = {**study.objects, **(situations.objects if situations else {})}
    _, numbers = actors.tables()
    scripts = dict[int, Script]()
    for actor, person, number in zip(actors.members, turnout.persons, numbers, strict=True):
        _place(world, tracks, actor, person, _endless(tracks, actor, number), conditions, actors.location, scripts)
    _refuse_overlaps(world, actors.members, actors.location)
    add_objects(objects, actors.location, world)
    roundabout = {way.place for way in detours.ways} if (detours := turnout.ways.screenplay.detours) else set()
    spared = tuple(world.subjects[place] for place in sorted(roundabout))
    _add_traffic(root, tracks, turnout.ways.demand, actors.location, scripts, spared)
    rate = Fraction(actors.location.traffic.rate)
    for place, (actor, person) in enumerate(zip(actors.members, turnout.persons, strict=True)):
        if person:
            add_occupancy(occupant_of(person, actor.name, place, rate), world, root)
        if actor.seating:
            add_seat(actor.seating, actor.name, place, world, root, tracks, rate)
    add_learned_drivers(actors, world, root)
    add_free_motion(actors.seatings, world, root, tracks, rate, unmanned=unmanned(world) if objects else ())
    if objects or study.staged:
        link_objects(world, root, free_rate(actors.seatings, rate), may_come=bool(study.staged))
    add_staged(study.staged, actors.location, tracks, world, root)
    add_towing(actors.seatings, world, root, tracks, free_rate(actors.seatings, rate))


def _place(
    world: World,
    tracks: Tracks,
    actor: Actor,
    person: VirtualSubject | None,
    route: int,
    conditions: Conditions,
    location: Location,
    scripts: dict[int, Script],
) -> None:
    """Put an actor into the world, at the beginning of its script if that begins at once; scripts are gathered."""
    at = placed(tracks, actor.itinerary.lane, actor.itinerary.s, route)
    entry = actor.entry.motion if isinstance(actor.entry.motion, ScriptEntry) else None
    script = None
    if actor.script and entry:
        with At(location.reading.at(*actor.path, "motion")):
            script = script_of(actor.script, entry, Pose(at["x"], at["y"], at["heading"]))
            refuse_laneless(script, tracks.lane_map)
    traits = actor.traits(person)
    speed = _speed(actor, traits, conditions, location)
    state = {"speed": speed, "pilot": "active" if speed > 0.0 else "idle", "lot": lots([0], who=actor.name)[0]}
    with At(location.reading.key_at(*actor.path)):
        begun = begun_place(script, tracks, route) if script and entry and entry.begins_at_once else {}
        columns = {**at, **actor.kind.fixed, **traits, **state, **actor.columns, **begun}
        entity = world.add("vehicle", actor.name, **columns)
    if script and entry and entry.trigger is None:
        scripts[entity] = script
    if actor.seating:
        add_trailer(actor.seating, actor.name, world, tracks)
    if actor.is_subject:
        world.subjects.append(entity)


def _endless(tracks: Tracks, actor: Actor, route: int) -> int:
    """The route of an actor; one that goes on and on, if it has nowhere to go and the roads lead on for ever."""
    ends = not tracks.lane_map.successors(actor.itinerary.route.lanes[-1])
    if actor.itinerary.to is not None or actor.itinerary.via or ends:
        return route
    onward = tracks.turning(route, Turn.STRAIGHT)
    return onward if onward >= 0 and tracks.locate(onward, actor.itinerary.lane) >= 0 else route


def _speed(actor: Actor, traits: Mapping[str, float], conditions: Conditions, location: Location) -> float:
    """The speed that an actor begins with: what its driver likes there and then, unless the study says another."""
    if actor.entry.speed is not None:
        return actor.entry.speed
    limit = location.lane_map.limit(actor.itinerary.lane, actor.itinerary.s)
    pace = conditions.pace(traits["weather_caution"])
    return float(pace * min(traits["speed_factor"] * limit, traits["top_speed"]))


def _refuse_overlaps(world: World, actors: Sequence[Actor], location: Location) -> None:
    """Refuse two vehicles at one place: neither could move."""
    boxes = list[tuple[Box, Actor]]()
    for actor in actors:
        own = [world[name] for name in (actor.name, trailer_name(actor.name)) if name in world.names]
        bodies = [Box(Pose(row.x, row.y, row.heading), row.length, row.width) for row in own]
        for other, first in boxes:
            if any(box.overlaps(other) for box in bodies):
                line = location.reading.key_at(*first.path).line
                message = f"'{actor.name}' is where '{first.name}' (line {line}) is; put it further on, or back"
                raise InputError(message, location.reading.key_at(*actor.path))
        boxes.extend((box, actor) for box in bodies)


def _add_traffic(
    root: Module,
    tracks: Tracks,
    demand: RoutedDemand,
    location: Location,
    scripts: Mapping[int, Script],
    spared: tuple[int, ...],
) -> None:
    """What moves all vehicles, gives new routes to the stuck, and brings those of the demand.

    Those who are spared may be off their routes for longer, since they turn round by themselves.
    """
    rate, patience, is_parallel = location.traffic.rate, location.traffic.patience, location.traffic.threads > 1
    traffic = Traffic(
        "traffic", tracks=tracks, rate_hz=rate, parallel=is_parallel, scripted=dict(scripts),
        pushes=location.traffic.collisions == "impact",
    )  # fmt: skip
    root.add(traffic)
    if tracks.trees and patience is not None:
        machine = Patience(patience=patience)
        root.add(Replanner("replanner", rate=REPLANNING_RATE, tracks=tracks, machine=machine, turning=spared))
        root.link("replanner.rerouted", "traffic/motion.rerouted")
    if demand.tables:
        root.add(Population("population", demand=demand, tracks=tracks, rate_hz=rate))
        if demand.has_halts:
            root.link("population/halts.pressed", "traffic/drivers.presses")


def _add_surroundings(turnout: Turnout, tracks: Tracks, world: World, root: Module, study: Study) -> None:
    """What goes on around the actors: people on foot, ambient traffic, and the situations of the drive."""
    location, situations = turnout.ways.screenplay.actors.location, turnout.ways.screenplay.situations
    add_people(root, turnout.ways, world, location)
    around = None
    if location.traffic.ambient:
        around = ambient(location.traffic, location.types, tracks, world, location.reading)
        root.add(around)
        root.link("ambient.rerouted", "traffic/motion.rerouted")
        root.link("ambient.pressed", "traffic/drivers.presses")
    if situations:
        first = len(turnout.ways.screenplay.actors.members)
        _add_direction(world, root, situations, tracks, first, around, turnout.ways.screenplay, study)


def _destination(screenplay: Screenplay) -> Destination:
    """Where the first subject is going: to the goal that the study names, or to where the road leads."""
    actors = screenplay.actors
    actor = actors.subject
    assert actor is not None
    way = actor.itinerary
    goal = way.route.lanes[-1] if way.to is None else _lane_or_road(way.to)
    names = (_lane_or_road(place) for place in way.via)
    lane_map = actors.location.lane_map
    return Destination(
        actor.kind.user, goal, tuple(lane_map.name(one) if isinstance(one, int) else one for one in names)
    )


def _lane_or_road(place: Checkpoint) -> int | str:
    """The lane or road of a place, as a whole: a drive that is laid anew comes by all of it."""
    return place[0] if isinstance(place, tuple) else place


def _add_direction(
    world: World,
    root: Module,
    situations: PlannedSituations,
    tracks: Tracks,
    first: int,
    around: Ambient | None,
    screenplay: Screenplay,
    study: Study,
) -> None:
    """What directs the situations around the first subject; `first` is the number of the first of their routes."""
    subject, location = world.subjects[0], screenplay.actors.location
    sight = around.sight if around else Sight(location.lane_map)
    route, rate, hands_over = int(world.entity(subject).route), location.traffic.rate, around is not None
    directing, streams = direction(
        situations, tracks, first, route=route, subject=subject, rate=rate, sight=sight, hands_over=hands_over,
        destination=_destination(screenplay), spacing=study.spacing, seconds=study.duration / SECOND,
        bystanders={row.name: world.names[row.name] for row in situations.people},
    )  # fmt: skip
    root.add(directing, *streams)
    for stream in streams:
        root.link("direction.called", f"{stream.name}.calls")
        root.link(f"{stream.name}.opened", "direction.gaps")
    for module in (directing, *streams):
        root.link(f"{module.name}.pressed", "traffic/drivers.presses")
        if around:
            root.link(f"{module.name}.handovers", "ambient.handovers")
    if situations.people:
        root.link("direction.to_people", "people/walkers.presses")
    if location.lights:
        root.link("direction.to_lights", "signals/controllers.presses")


def _add_instructions(turnout: Turnout, world: World, root: Module, study: Study) -> None:
    """What tells the subject things on its way, and marks moments of it."""
    tracks, reading = turnout.ways.tracks, turnout.ways.screenplay.actors.location.reading
    if tracks is None or not world.subjects:
        raise InputError("instructions are for a subject; add 'subject'", reading.key_at("instructions"))
    subject = world.subjects[0]
    row = world.entity(subject)
    route, seconds = int(row.route), study.duration / SECOND
    start = float(Line(tracks, route).at(row.lane, row.s))
    root.add(prompter(study.instructions, tracks, reading, route=route, subject=subject, start=start, seconds=seconds))
    link_instructions(root, world, subject)


def _directing(turnout: Turnout, world: World, root: Module) -> Directing:
    """What puts triggers and beacons among those who are there."""
    location = turnout.ways.screenplay.actors.location
    around = location.traffic.ambient
    areas = None if around is None else tuple(around.areas)
    return Directing(
        location.reading, world, root, location.lane_map, location.lights, areas, location.traffic.rate,
        location.types, turnout.ways,
    )  # fmt: skip
