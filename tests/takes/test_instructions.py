from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.direction import Line, Prompt, Prompter
from seahaven.direction.log import Marker, Told
from seahaven.errors import InputError
from seahaven.kernel import SECOND, Controller, Emits, Hears, Module, Tick
from seahaven.takes import load_take
from seahaven.traffic import VEHICLES, placed
from seahaven.world import World, writes
from tests.seats.driving import street

STUDY = """
study: Radio
duration: 60 s
roads: {roads}
subject: {{on: A1.1, at: 2 km, to: A1.4, speed: 100 km/h}}
instructions:
{instructions}
"""


class Ear(Module):
    """Keeps what it hears."""

    told: Hears[Told]
    marked: Hears[Marker]
    words: Emits[str]

    def step(self, tick: Tick) -> None:
        HEARD.extend((tick.seconds, event.value) for event in (*self.told, *self.marked))


HEARD: list[tuple[float, Told | Marker]] = []


def study(folder: Path, *lines: str) -> Path:
    path = folder / "radio.study.yaml"
    roads = Path("examples/roads/motorway.xodr").resolve()
    path.write_text(STUDY.format(roads=roads, instructions="\n".join(f"  - {line}" for line in lines)))
    return path


def heard(path: Path) -> list[tuple[float, Told | Marker]]:
    HEARD.clear()
    take = load_take(path)
    take.root.add(Ear("ear", rate=10))
    take.root.link("prompter.told", "ear.told")
    take.root.link("prompter.marked", "ear.marked")
    with take.controller() as run:
        run.run(30 * SECOND)
    return list(HEARD)


def test_what_would_come_after_the_end_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r":7:12: the drive is over after 60 s \('duration'\), before this time"):
        load_take(study(tmp_path, "{time: 70 s, mark: never}"))


def test_the_subject_is_told_once_at_a_place_and_moments_are_marked_at_a_time(tmp_path: Path) -> None:
    told = heard(
        study(tmp_path, "{at: 500 m, say: Please turn the radio on., task: radio on}", "{time: 5 s, mark: begin}")
    )
    (first, mark), (second, words) = told
    assert (mark, words) == (Marker("begin"), Told("Please turn the radio on.", "radio on"))
    assert first == pytest.approx(5.2, abs=0.2)
    assert second == pytest.approx(500.0 / 30.0, abs=1.5)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{say: Hello.}", "say where or when"),
        ("{at: 1 km, time: 3 s, say: Hello.}", "say where or when"),
        ("{at: 1 km}", "there is nothing to tell"),
        ("{at: 1 km, task: radio}", "there is nothing to tell"),
        ("{at: 90 km, say: Hello.}", "the drive ends at 27.23 km"),
    ],
)
def test_instructions_that_make_no_sense_are_refused_with_their_line(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        load_take(study(tmp_path, line))
    assert "radio.study.yaml:7" in str(error.value)


class Leaving(Module):
    """Drives along the drive for five seconds, and then beside all lanes; by both at 20 m/s."""

    body = writes("vehicle", "lane", "s", "speed")

    def step(self, tick: Tick) -> None:
        is_off = tick.seconds >= 5.0
        self.body.lane = [-1 if is_off else int(street().lane_map.index("M1:0:-4"))]
        self.body.s, self.body.speed = [0.0 if is_off else 100.0 + 20.0 * tick.seconds], [20.0]


def test_a_subject_that_has_left_the_drive_is_told_at_the_same_distances() -> None:
    HEARD.clear()
    world = World([VEHICLES])
    subject = world.add("vehicle", speed=20.0, **placed(street(), "M1:0:-4", 100.0, route=0))
    prompts = Prompt(at=150.0, mark="on it"), Prompt(at=240.0, mark="just left"), Prompt(at=460.0, mark="elsewhere")
    prompter = Prompter("prompter", rate=5, prompts=prompts, drive=Line(street(), 0), subject=subject)
    root = Module("root", Leaving("leaving", rate=5), prompter, Ear("ear", rate=10))
    root.link("prompter.marked", "ear.marked")
    Controller(root, seed=1, store=world).run(25 * SECOND)
    told = {event.text: time for time, event in HEARD if isinstance(event, Marker)}
    assert told == {
        "on it": pytest.approx(2.8, abs=0.21), "just left": pytest.approx(13.2, abs=0.41),
        "elsewhere": pytest.approx(18.2, abs=0.41),
    }  # fmt: skip
