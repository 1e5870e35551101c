from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.errors import InputError, TrustError
from seahaven.kernel import SECOND
from seahaven.takes import Take, load_take, study_schema

STUDY = """\
study: Short drive
seed: 3
duration: 4 s
courses:
  road:
    pieces:
      - {line: 60 m}
      - {clothoid: 30 m, radius: 50 m, turn: left}
      - {arc: 40 m}
      - {clothoid: 30 m}
      - {line: 200 m}
world:
  vehicle:
    lead: {on: road, at: 30 m, speed: 30 km/h}
    chaser: {on: road, at: 5 m, speed: 40 km/h}
modules:
  lead: {use: car, entity: lead, with: {course: road, desired_speed: 40 km/h}}
  chaser: {use: car, entity: chaser, with: {course: road}}
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "short.study.yaml"
    path.write_text(text)
    return path


def loaded(folder: Path, text: str = STUDY, **options: object) -> Take:
    return load_take(written(folder, text), **options)


def test_a_study_becomes_a_world_and_a_tree(tmp_path: Path) -> None:
    take = loaded(tmp_path)
    assert (take.name, take.seed, take.duration) == ("Short drive", 3, 4_000_000_000)
    assert take.world["lead"].x == 30.0
    assert take.world["chaser"].speed == pytest.approx(40 / 3.6)
    assert [module.path for module in take.root.walk() if module.has_step] == [
        f"{car}/{part}" for car in ("chaser", "lead") for part in ("controls", "mechanics", "pilot", "vision")
    ]


def test_the_seed_can_be_replaced(tmp_path: Path) -> None:
    assert loaded(tmp_path, seed=11).seed == 11


def test_a_clothoid_leads_over_and_back(tmp_path: Path) -> None:
    take = loaded(tmp_path)
    course = next(m for m in take.root.children if m.name == "lead").course
    assert course.length == 360.0
    assert course.curvature(100.0) == pytest.approx(1 / 50)
    assert course.curvature(300.0) == pytest.approx(0.0)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("speed: 30 km/h", "speed: 30 kg", r"short.study.yaml:14:39: .*kg.* is a mass"),
        ("speed: 30 km/h", "sped: 30 km/h", r"short.study.yaml:14:32: there is no column 'sped'; did you mean 'speed'"),
        ("on: road, at: 30 m", "on: rood", r"short.study.yaml:14:16: there is no course 'rood'; did you mean 'road'"),
        ("use: car, entity: lead", "use: cart, entity: lead", r"short.study.yaml:17:15: there is no module 'cart'"),
        ("entity: lead", "entity: led", r"short.study.yaml:17:28: no entity is called 'led'; did you mean 'lead'"),
        (
            "desired_speed",
            "desired_sped",
            r":17:\d+: Car has no parameter 'desired_sped'; did you mean 'desired_speed'",
        ),
        ("{line: 60 m}", "{line: 60 m, radius: 5 m}", r"short.study.yaml:7:9: .*a line has no radius"),
        ("{line: 60 m}", "{length: 60 m}", r"short.study.yaml:7:10: .*length"),
        ("duration: 4 s", "duration: 0 s", r"short.study.yaml:3:11: duration is 0 s; expected at least 1 ms"),
        ("vehicle:", "vehicles:", r"short.study.yaml:13:3: .*'vehicles'.*did you mean 'vehicle'"),
        ("at: 30 m", "at: 9 km", r":14:\d+: 9000 m is not on course 'road', which is 360 m long"),
        ("at: 30 m", "at: -1 m", r":14:\d+: -1 m is not on course 'road'"),
        ("at: 30 m", "at: 30 m, x: 3 m", r":14:32: 'x' cannot stand beside 'on', which places the entity already"),
        ("on: road, at: 30 m", "at: 30 m", r":14:12: 'at' needs a course to be on: add 'on: COURSE'"),
        (
            "speed: 30 km/h",
            "kind: lorry",
            r":14:38: 'lorry' is not one of barrier, bicycle, bus, car, cone, motorcycle, truck",
        ),
        ("speed: 30 km/h", "speed: ", r":14:\d+: 'speed' has no value"),
        ("use: car, entity: lead, ", "entity: lead, ", r":17:\d+: missing key 'use' in 'lead'"),
        ("entity: lead, ", "", r":17:3: 'lead' is for one entity; add 'entity: NAME' \(there are: chaser, lead\)"),
        ("entity: chaser", "entity: lead", r":18:3: 'chaser' and 'lead' \(line 17\) both write 'acceleration' of the"),
        (
            "desired_speed: 40 km/h",
            "desired_speed: -40 km/h",
            r":17:\d+: Car.desired_speed: expected at least 0",
        ),
        ("{line: 60 m}", "{line:60 m}", r":7:10: a space is missing after the colon: write 'line: 60 m'"),
        ("    pieces:\n", "    pieces:\n      - line:9 m\n", r":7:9: .*; a space is missing .* write 'line: 9 m'"),
        ("seed: 3", "seed:3", r":2:6: a space is missing after the colon: write 'seed: 3'"),
        ("seed: 3", "sead: 3", r"short.study.yaml:2:1: .*sead.*seed"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in STUDY
    with pytest.raises(InputError, match=message):
        loaded(tmp_path, STUDY.replace(old, new, 1))


def test_a_module_that_steps_needs_a_rate(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"short.study.yaml:19:3: 'film' \(Picture\) needs a rate; add, say, 'rate"):
        loaded(tmp_path, STUDY + "  film: {use: picture}\n")


def test_a_link_that_does_not_fit_is_refused_with_its_place(tmp_path: Path) -> None:
    text = STUDY + "links:\n  - lead/pilot.wich -> chaser/pilot.speed\n"
    with pytest.raises(
        InputError, match=r"short.study.yaml:20:5: .*'lead/pilot' has no port 'wich'; did you mean 'wish'"
    ):
        loaded(tmp_path, text).controller()


def test_a_file_that_a_module_uses_is_among_the_inputs(tmp_path: Path) -> None:
    reel = loaded(tmp_path).play(tmp_path, until=SECOND)
    text = STUDY + f"  film: {{use: replay, rate: 20 Hz, with: {{reel: {reel.path.name}}}}}\n"
    assert sorted(loaded(tmp_path, text).inputs) == ["short-drive.reel/manifest.json", "short.study.yaml"]


def test_a_link_is_refused_with_both_ends(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"short.study.yaml:\d+:\d+: 'lead' is no link; write 'module.output -> "):
        loaded(tmp_path, STUDY + "links: [lead]\n")


def test_code_of_others_runs_only_when_allowed(tmp_path: Path) -> None:
    text = STUDY + '  spy: {use: "evil.module:Spy"}\n'
    with pytest.raises(TrustError, match=r"short.study.yaml:\d+:\d+: 'evil.module:Spy' .* pass --allow evil"):
        loaded(tmp_path, text)


def test_own_modules_nest_and_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mylab.py").write_text(
        "from seahaven.kernel import In, Module, Out, Param, Tick, port\n"
        "class Source(Module):\n"
        "    reach: Param[float] = port(1.0, unit='m')\n"
        "    out: Out[float] = 0.0\n"
        "    def step(self, tick): self.out = self.reach\n"
        "class Sink(Module):\n"
        "    value: In[float]\n"
        "    out: Out[float] = 0.0\n"
        "    def step(self, tick): self.out = self.value\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    text = STUDY + (
        "  lab:\n"
        "    parts:\n"
        "      a: {use: 'mylab:Source', rate: 10 Hz, with: {reach: 1/2 km}}\n"
        "      b: {use: 'mylab:Sink', rate: 5 Hz}\n"
        "    links: [a.out -> b.value]\n"
    )
    take = loaded(tmp_path, text, allow=["mylab"])
    with take.controller() as run:
        run.run(1_000_000_000)
        assert run.get("lab/b.out") == 500.0


def test_whatever_is_no_source_is_refused_with_what_would_be() -> None:
    with pytest.raises(InputError, match=r"'drive.txt' is neither a study \(\*.study.yaml\), a reel"):
        load_take("drive.txt")


def test_the_schema_for_editors_names_every_key() -> None:
    drive = {
        "study",
        "seed",
        "duration",
        "end",
        "record",
        "courses",
        "world",
        "modules",
        "links",
        "learned",
        "learning",
    }
    roads = {"roads", "weather", "subject", "subjects", "mission", "must", "traffic", "people", "objects", "staged"}
    direction = {"scenes", "situations", "instructions", "spacing", "triggers", "beacons", "experiment"}
    assert drive | roads | direction == set(study_schema()["properties"])
