"""What a report says of situations that failed, or never came."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from seahaven.trials import Drive, Record, Row
from seahaven.trials.handling import Handling
from seahaven.trials.report import report_text

CAME_PAST = "the subject came past"


def record(number: int, *rows: Row, log: tuple[tuple[float, int, str], ...] = ()) -> Record:
    drive = Drive(folder=f"subject-{number}", participant=str(number), subject="steady")
    return Record(drive=drive, study="Gangs", rows=rows, log=log)


def failed(number: int = 1, **told: Any) -> Row:
    about = {
        "outcome": "failed",
        "why": CAME_PAST,
        "opened": 60.0,
        "nearest": 2.25,
        "lacked": "lead 14 m too far ahead",
    }
    asked = {"criterion": "headway", "unit": "s", "wanted": 1.5, "tolerance": 0.25, "role": "lead"}
    return Row(
        **{**about, **asked, **told}, participant=str(number), subject="steady", condition="", order="", seed=1,
        number=1, situation="gang", place=700.0, cast="",
    )  # fmt: skip


def test_causes_are_counted_and_told_with_how_near_some_drives_came() -> None:
    text = report_text([record(k, failed(k)) for k in range(1, 8)])
    assert f"<b>7 ×</b><span>gang: {CAME_PAST}" in text
    assert "1 steady: headway 2.25 s at the nearest; lead 14 m too far ahead" in text
    assert "5 steady: headway" in text
    assert "6 steady: headway" not in text
    assert "and 2 more" in text
    assert "1 steady: cutter 9 m too far back" in report_text(
        [record(1, failed(nearest=None, lacked="cutter 9 m too far back"))]
    )


def test_a_situation_that_failed_says_what_was_wanted_in_the_table_and_in_its_drive() -> None:
    text = report_text([record(1, failed())])
    assert "1.5 ± 0.25 s" in text
    assert '<td>headway 2.25 s<small class="dim">at the nearest, wanted 1.5 s</small></td>' in text


def test_a_situation_that_never_opened_was_not_near_to_anything() -> None:
    text = report_text([record(1, failed(opened=None, nearest=None, lacked="", outcome="unopened", why="the end"))])
    assert "<b>1 ×</b><span>gang: the end</span>" in text
    assert "headway never" not in text


def test_a_log_is_parted_where_situations_open_though_some_of_the_cast_was_there_before() -> None:
    log = ((59.9, 1, "no. 7 plays lead: carried over"), (60.0, 1, "gang opens, 0.7 km along the drive"))
    text = report_text([record(1, failed(), log=log)])
    assert "<li><b>0:59.9</b> no. 7 plays lead" in text
    assert "<li class=opens><b>1:00.0</b> gang opens" in text


def under(condition: str, number: int, speed: float, **told: Any) -> Record:
    """A drive of a participant under a condition, with one situation."""
    drive = Drive(folder=f"{number}-{condition}", participant=str(number), condition=condition)
    row = replace(failed(number, **told), condition=condition)
    return Record(drive=drive, study="Fog", rows=(row,), handling=Handling(mean_speed=speed))


def test_conditions_are_compared_side_by_side_with_intervals() -> None:
    clear = [under("clear", k, 30.0 + k) for k in range(1, 5)]
    fog = [under("fog", k, 25.0 + 1.1 * k, why="the drive ended before") for k in range(1, 5)]
    text = report_text([*clear, *fog])
    assert "<h2>Conditions</h2>" in text
    assert "Each participant is compared with itself." in text
    assert "32.50 m/s" in text  # mean of clear
    assert '<b class="grave">−4.75 m/s <span class="dim">(−4.96 to −4.54)</span></b>' in text
    assert "−14.6 %" in text
    assert '<i class="dot c1"></i> clear' in text
    assert '<i class="dot c2"></i> fog' in text
    assert f'gang: {CAME_PAST}<small class="">clear 4, fog 0</small>' in text


def test_without_conditions_nothing_is_compared() -> None:
    assert "<h2>Conditions</h2>" not in report_text([record(1, failed())])
