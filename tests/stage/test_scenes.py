"""Scene files: read aloud, and refused where they contradict themselves, with line, column and a remedy."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.dom.minidom import parseString

import pytest

from seahaven.errors import InputError, SeahavenError
from seahaven.stage import ROLE_TYPES, RoleState, RoleType, Scene, Wish, load_scene, scene_schema, storyboard

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "scenes").glob("*.scene.yaml"))
TEXT = """\
scene: A car from the right runs its light
goals: [hazards]
difficulty: 3
place: crossing with lights
cast:
  runner: {type: car, approaching: from the right}
  light: {type: traffic light}
shots:
  - shot: Near
    student: {before: 6 s}
    light: {shows: green}
    runner: {before: 90 m}
  - shot: Meeting
    student: {before: 1 s}
    runner: {before: 10 m, doing: run the light}
should: {clear_of: runner}
"""


def scene(tmp_path: Path, text: str = TEXT) -> Scene:
    path = tmp_path / "runner.scene.yaml"
    path.write_text(text)
    return load_scene(path, allow=["tests"])


def test_a_scene_reads_aloud(tmp_path: Path) -> None:
    assert scene(tmp_path).story() == [
        "At a crossing with lights, a car that comes from the right and the light at the place.",
        "Near: the student is 6 s before the line; the light shows green; the runner is 90 m before the line.",
        "Meeting: the student is 1 s before the line; the runner is 10 m before the line and begins to run the light.",
        "The student should keep 1 m clear of the runner.",
    ]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name.partition(".")[0])
def test_examples_load_and_are_drawn(path: Path) -> None:
    found = load_scene(path)
    assert parseString(storyboard(found)).documentElement.tagName == "svg"
    assert all(shot.title in storyboard(found) for shot in found.shots)


BAD = {
    "an unknown place": ("crossing with lights", "T-juntion", r":4:8: .*T-juntion.*T-junction"),
    "an unknown type": ("type: car", "type: cra", r":6:18: there is no type of roles called 'cra'; did you mean 'car'"),
    "no type": ("type: traffic light", "shows: red", r":7:10: 'light' has no type"),
    "an unknown role": (
        "    runner: {before: 90 m}",
        "    runer: {before: 90 m}",
        r":12:5: there is no role 'runer'.*runner",
    ),
    "a state of another type": ("light: {shows: green}", "light: {doing: cross}", r":11:.*(doing|shows)"),
    "no unit": ("before: 6 s", "before: 6", r":10:.*6 has no unit; metres or seconds"),
    "a student nowhere": ("student: {before: 1 s}", "student: {}", r":14:14: a shot is taken when the student"),
    "somebody who comes back": ("before: 10 m,", "before: 100 m,", r":15:13: the runner is 90 m before.*comes back"),
    "a car that would fly": ("before: 90 m", "before: 900 m", r":15:13: .*890 m nearer.*5 s.*no faster than 216 km/h"),
    "nobody's side": (
        "crossing with lights",
        "straight",
        r":6:11: nobody comes from the right where there is no junction",
    ),
    "oncoming on the stem": (
        "place: crossing with lights\ncast:\n  runner: {type: car, approaching: from the right}",
        "place: T-junction on the stem\ncast:\n  runner: {type: car, approaching: oncoming}",
        r":6:11: nobody comes towards a student who comes on the stem",
    ),
    "a role that idles": ("    light: {shows: green}\n", "", r":7:3: 'light' is in no shot"),
    "an unknown skill": ("[hazards]", "[hazard]", r":2:9: .*hazard"),
    "yielding to nobody": ("clear_of: runner", "yield_to: runer", r":16:20: there is no role 'runer'"),
    "code that is not allowed": ("cast:\n", "uses: [evil.roles:THING]\ncast:\n", r":5:8: .*evil"),
}


@pytest.mark.parametrize("fault", BAD)
def test_contradictions_are_refused_at_their_place(tmp_path: Path, fault: str) -> None:
    old, new, message = BAD[fault]
    assert old in TEXT
    with pytest.raises(SeahavenError) as refusal:
        scene(tmp_path, TEXT.replace(old, new, 1))
    assert re.search(message, str(refusal.value), re.DOTALL), str(refusal.value)


class BarrierState(RoleState):
    """Whether it is down."""

    is_down: bool

    def words(self) -> str:
        """In words."""
        return "is down" if self.is_down else "is up"


BARRIER = RoleType("railway barrier", "the barrier of a railway", Wish, BarrierState)


def test_a_type_of_roles_comes_from_outside_the_package(tmp_path: Path) -> None:
    text = TEXT.replace(
        "cast:\n", "uses: [tests.stage.test_scenes:BARRIER]\ncast:\n  barrier: {type: railway barrier}\n"
    )
    found = scene(
        tmp_path,
        text.replace("    light: {shows: green}\n", "    light: {shows: green}\n    barrier: {is_down: true}\n"),
    )
    assert found.cast["barrier"].type is BARRIER
    assert "the barrier is down" in found.story()[1]
    assert "railway barrier" not in ROLE_TYPES.known


def test_types_form_a_tree() -> None:
    types = ROLE_TYPES.known
    assert [kind.name for kind in ROLE_TYPES.kinds_of(types["road user"])] == [
        "car", "truck", "bus", "motorcycle", "cyclist", "pedestrian",
    ]  # fmt: skip
    assert [kind.name for kind in types["bus"].lineage()] == ["bus", "driver", "road user"]
    with pytest.raises(InputError, match="called 'car' already"):
        ROLE_TYPES.with_(RoleType("car", "another car"))


def test_the_schema_knows_wishes_and_states() -> None:
    text = json.dumps(scene_schema())
    assert all(word in text for word in ("approaching", "run the light", "shows", "standing"))
    assert set(re.findall(r'"#/\$defs/(\w+)"', text)) <= scene_schema()["$defs"].keys()
