"""Situations of study files: what makes no sense is refused with its place, and what goes wrong on the way is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from seahaven.direction.log import Closed
from seahaven.errors import InputError
from seahaven.takes import check, load_take
from tests.direction.course import MILE, directed, play, write

OWN = "tests.direction.own_situations"
START = 10.0
TOLD = "triggers: {{told: {{who: nobody, when: {{at: 1 s}}, orders: [{{of: subject, press: {{{}}}}}]}}}}\n"
"""What makes the subject do something."""


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("use: slow truk, at: 3.6 mi", r":13:11: there is no situation 'slow truk'.*did you mean 'slow truck'\?"),
        ("at: 3.6 mi", r":13:5: missing key 'use'"),
        ("use: slow truck, at: 3.6 mi, wiht: {}", r":13:\d+: unknown key 'wiht'.*did you mean 'with'\?"),
        ("use: slow truck, at: 3.6 mi, with: {gapp: 1 m}", r":13:42: .*no parameter 'gapp'; did you mean 'gap'\?"),
        ("use: slow truck, at: 3.6 mi, with: {gap: 80 s}", r":13:47: '80 s' is a time; expected a length"),
        ("use: slow truck, at: 3.6 mi, with: {gap: [1]}", r":13:47: expected a number"),
        ("use: slow truck", r":13:5: .*say where: 'at' so far along the drive, or 'after'"),
        ("use: slow truck, at: 3.6 mi, after: 1 km", r":13:5: .*say where"),
        ("use: slow truck, at: -1 m", r":13:27: situations\[0\].at is -1 m; expected at least 0 m"),
        ("use: slow truck, at: 10 mi", r":13:27: 'slow truck' needs a hill here; the nearest is at 5.84 km"),
        (
            "use: sudden braking, at: 25.2 mi",
            r":13:31: 'sudden braking' needs 1500 m of road.* ends at 40.59 km, so put it at 39.09 km or before",
        ),
        (
            "use: unexpected slowdown, at: 10.9 mi",
            r":13:36: 'unexpected slowdown' needs a left turn here; the nearest is at 14.46 km",
        ),
        (
            "use: dangerous merge, at: 10.9 mi",
            r":13:32: 'dangerous merge' needs a merge here; the nearest is at 34.64 km",
        ),
        (
            "use: gang, at: 10.9 mi",
            r":13:21: 'gang' needs 2 lanes; there is 1 at 17.54 km .*, and enough of them at 28.\d+ km",
        ),
        (
            "use: lane encroachment, at: 22 mi",
            r":13:34: 'lane encroachment' needs a lane for oncoming traffic.* 400 m around 35.41 km",
        ),
        (f"use: {OWN}:Aimless, at: 2 mi", r":13:11: Aimless says no criterion; add, say, criterion ="),
        (f"use: {OWN}:WithoutDial, at: 2 mi", r":13:11: .*no dial 'gab'; did you mean 'gap'\?"),
        (f"use: {OWN}:WithoutQuantity, at: 2 mi", r":13:11: .*no criterion 'headwy'; did you mean 'headway'\?"),
        (
            f"use: {OWN}:Unheard, at: 2 mi",
            r":13:11: 'lead' has no button or dial 'hold_headwy'; did you mean 'hold_headway'\? .*own_situations.py:",
        ),
        (f"use: {OWN}:WithoutRole, at: 2 mi", r":13:11: .*no role 'leed'; did you mean 'lead'\?"),
        (f"use: {OWN}:WithoutWay, at: 2 mi", r":13:58: 'without way' needs another way that meets the drive"),
        (f"use: {OWN}:Car, at: 2 mi", r":13:11: .*is no situation: a class made from seahaven.direction.Situation"),
        (f"use: {OWN}:Dawdle, at: 2 mi", r":13:11: .*has no 'Dawdle'; did you mean 'Dawdler'\?"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_place(entry: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message):
        check(write(tmp_path, f"  - {{{entry}}}", START), allow=["tests"])


def test_an_input_that_is_no_fact_is_refused_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r":13:11: a situation knows no 'lead_sped'; did you mean 'lead_speed'\?"):
        check(write(tmp_path, f"  - {{use: {OWN}:Misnamed, at: 2 mi}}", START), allow=["tests"])


def test_code_of_others_runs_only_if_it_is_allowed(tmp_path: Path) -> None:
    path = write(tmp_path, f"  - {{use: {OWN}:Dawdler, at: 2 mi}}", START)
    with pytest.raises(InputError, match=r":13:11: .*not allowed to run.*pass --allow tests"):
        check(path)
    assert check(path, allow=["tests"])


def test_places_that_are_too_near_to_each_other_are_refused(tmp_path: Path) -> None:
    first = "  - {use: sudden braking, at: 5 mi}\n"
    with pytest.raises(
        InputError, match=r":14:34: 'sudden braking' is 900 m behind 'sudden braking'; 'spacing' asks for 2000 m"
    ):
        check(write(tmp_path, f"{first}  - {{use: sudden braking, after: 900 m}}", START, spacing="2 km"))
    with pytest.raises(InputError, match=r":14:34: 'sudden braking' is 200 m behind 'sudden braking', .* leave 300 m"):
        check(write(tmp_path, f"{first}  - {{use: sudden braking, after: 200 m}}", START))


def test_two_at_one_place_and_those_out_of_order_are_refused(tmp_path: Path) -> None:
    first = "  - {use: sudden braking, name: first, at: 5 mi}\n"
    with pytest.raises(InputError, match=r":14:31: 'sudden braking' is where 'first' is; put it elsewhere"):
        check(write(tmp_path, f"{first}  - {{use: sudden braking, at: 5 mi}}", START))
    with pytest.raises(
        InputError, match=r":14:31: 'sudden braking' is 1609 m before 'first', which is listed first; list them in"
    ):
        check(write(tmp_path, f"{first}  - {{use: sudden braking, at: 4 mi}}", START))


@pytest.mark.parametrize(
    ("start", "entry", "message"),
    [
        (8_000.0, "use: slow truck, at: 0 km", "'slow truck' needs a hill; there is none along the drive"),
        (15_500.0, "use: unexpected slowdown, at: 0 km", r"needs a left turn here; the nearest is at 5.\d+ km along"),
        (38_000.0, "use: dangerous merge, at: 0 km", "needs a merge; there is none along the drive"),
        (39_900.0, "use: sudden braking, at: 0 km", r"ends at 0.\d+ km, so give the subject a longer drive$"),
        (38_000.0, "use: lane encroachment, at: 1 km", "needs a lane for oncoming traffic .* there is none"),
    ],
)
def test_no_place_behind_the_start_or_the_end_is_proposed(
    start: float, entry: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=message) as caught:
        check(write(tmp_path, f"  - {{{entry}}}", start))
    assert not re.search(r"[-−]\d", caught.value.message)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("use: sudden braking, at: 5 mi, with: {headway: -1 s}", r":13:53: headway is -1 s; expected at least 0 s"),
        ("use: sudden braking, at: 5 mi, with: {braking: 5 g}", r":13:53: braking is 5 g; expected up to 12 m/s²"),
        ("use: slow truck, at: 3.6 mi, with: {gap: -8 m}", r":13:47: gap is -8 m; expected at least 0 m"),
        ("use: slow truck, at: 3.6 mi, with: {gap: .nan}", r":13:47: .*nan"),
        ("use: lane encroachment, at: 10 mi, with: {over: 3 m}", r":13:54: over is 3 m; expected up to 2 m"),
        (
            "use: semi sudden turn, at: 7.5 mi, with: {headway: 0.1 s}",
            ":13:57: headway is 0.1 s; expected at least 0.5",
        ),
        ("use: red light violation, at: 15.5 mi, with: {aside: 2}", r":13:59: aside is 2; expected up to 1"),
        ("use: gang, at: 22.6 mi, with: {share: 1.5}", r":13:44: share is 1.5; expected up to 1"),
    ],
)
def test_parameters_that_make_no_sense_are_refused_with_their_place(entry: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message):
        check(write(tmp_path, f"  - {{{entry}}}", START))


def test_two_situations_of_one_name_are_refused(tmp_path: Path) -> None:
    twice = "  - {use: sudden braking, at: 5 mi}\n  - {use: sudden braking, at: 10 mi%s}"
    with pytest.raises(
        InputError, match=r":14:5: two situations are called 'sudden braking'; give one .* another 'name'"
    ):
        check(write(tmp_path, twice % "", START))
    assert check(write(tmp_path, twice % ", name: again", START))


def test_somebody_may_arrive_before_the_subject(tmp_path: Path) -> None:
    assert check(write(tmp_path, "  - {use: red light violation, at: 15.5 mi, with: {together: -1 s}}", START))


@pytest.mark.parametrize(
    ("gone", "message"),
    [
        ("subject", r":12:1: situations happen to a subject; add 'subject'"),
        ("roads", r"needs roads; add, say, 'roads: town.xodr'"),
    ],
)
def test_situations_need_a_subject_on_roads(gone: str, message: str, tmp_path: Path) -> None:
    path = write(tmp_path, "  - {use: sudden braking, at: 5 mi}", START)
    path.write_text(path.read_text().replace(f"\n{gone}:", "\n#"))
    with pytest.raises(InputError, match=message):
        check(path)


def test_a_study_sets_the_name_the_place_and_the_parameters(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "  - {use: slow truck, name: hill, at: 3.6 mi, with: {gap: 0.1 km, hill_speed: 30 mph}}\n"
        "  - {use: sudden braking, after: 4 km}",
        START,
    )
    first, second = directed(load_take(path)).placements
    assert (first.name, second.name) == ("hill", "sudden braking")
    assert first.at == pytest.approx(3.64 * MILE, abs=20.0)
    assert second.at == pytest.approx(first.at + 4000.0)
    told = first.opened()
    assert told.at == pytest.approx(first.at - START, abs=0.1)  # from where the subject begins
    assert (told.criterion, told.unit, told.wanted, told.tolerance, told.role) == ("gap", "m", 100.0, 5.0, "truck")


def test_a_subject_who_stands_for_ever_fails_the_situation_and_the_drive_goes_on(tmp_path: Path) -> None:
    path = write(tmp_path, "  - {use: sudden braking, at: 2900 m}", 10.9 * MILE - 2900.0)
    path.write_text(path.read_text() + TOLD.format("stop: true"))
    played = play(path, longest=320.0, after=1.0)
    ((_, closed),) = played.events(Closed)
    assert (closed.outcome, closed.why) == ("failed", "the subject stands and does not drive on")
