"""History: entries that are written once, comparisons, merges, summaries, questions and pages."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from seahaven.cli import app
from seahaven.errors import InputError
from seahaven.testbed import Entry, History, compare_campaigns, summary_lines, write_site
from seahaven.testbed.history import Note


def entry(number: int, state: str = "passed", margin: float | None = 1.0, **said: Any) -> Entry:
    note = Note("no collision", state == "passed", margin, "m", time=3.0, reason="it ran into its leader")
    options: dict[str, Any] = {
        "campaign": "one", "drive": "cut_in", "seed": 1, "worst": note.requirement, "notes": (note,), "software": "v1",
        "settings": {"speed": f"{10 * number} m/s", "weather": ("wet", "dry")[number % 2]}, "command": "seahaven test",
    }  # fmt: skip
    if state == "error":
        options |= {"notes": (), "worst": "", "error": "its process was ended by SIGKILL\nand more"}
        margin = None
    return Entry(number=number, state=state, margin=margin, **{**options, **said})


def filled(folder: Path, name: str, *entries: Entry) -> History:
    history = History(folder)
    for each in entries:
        history.add(replace(each, campaign=name))
    return history


def test_entries_come_back_as_they_were_written(tmp_path: Path) -> None:
    wanted = [entry(1), entry(2, "failed", -0.5), entry(3, "error")]
    history = filled(tmp_path, "one", *wanted)
    assert history.entries("one") == wanted
    files = sorted(tmp_path.rglob("*.json"))
    assert len(files) == 3
    before = [path.read_bytes() for path in files]
    history.add(wanted[0])
    assert [path.read_bytes() for path in files] == before


def test_two_of_one_name_do_not_meet(tmp_path: Path) -> None:
    history = History(tmp_path)
    assert [history.begin("2026-11-19 cut in") for _ in range(3)] == [
        "2026-11-19-cut-in", "2026-11-19-cut-in-2", "2026-11-19-cut-in-3",
    ]  # fmt: skip
    assert history.begin("2026-11-19 cut in", joins=True) == "2026-11-19-cut-in"


def test_campaigns_go_by_their_names_beginnings_and_ages(tmp_path: Path) -> None:
    history = History(tmp_path)
    with pytest.raises(InputError, match="holds no campaign"):
        history.named("latest")
    for name in ("2026-01-01-a", "2026-01-02-b", "2026-02-01-c"):
        filled(tmp_path, name, entry(1))
    assert [history.named(each) for each in ("latest", "latest~2", "2026-02", "2026-01-02-b")] == [
        "2026-02-01-c", "2026-01-01-a", "2026-02-01-c", "2026-01-02-b",
    ]  # fmt: skip
    for name, message in (("2026-01", "could be 2026-01-01-a or 2026-01-02-b"), ("latest~3", "which has 3 campaigns"),
                          ("2026-01-02-d", "did you mean")):  # fmt: skip
        with pytest.raises(InputError, match=message):
            history.named(name)


def test_a_file_of_the_first_version_is_read(tmp_path: Path) -> None:
    told = json.loads(entry(1, "failed", -1.0).text())
    told["format"], told["findings"], told["driver"] = 1, told.pop("notes"), "driver 'mine'"
    del told["software"]
    (tmp_path / "one").mkdir()
    path = tmp_path / "one" / "old.json"
    path.write_text(json.dumps(told))
    (found,) = History(tmp_path).entries("one")
    assert (found.software, found.notes[0].margin) == ("driver 'mine'", -1.0)
    path.write_text(json.dumps({**told, "format": 9}))
    with pytest.raises(InputError, match="it has format 9, and this version of Seahaven reads 1 to 2"):
        History(tmp_path).entries("one")


def test_what_changed_is_told_by_kind() -> None:
    def at(number: int, state: str, margin: float | None, software: str = "v2") -> Entry:
        return entry(number, state, margin, software=software)

    before = [entry(1), entry(2, "failed", -1.0), entry(3), entry(4, margin=2.0), entry(5), entry(7)]
    after = [
        at(1, "failed", -0.4), at(2, "passed", 0.3), at(3, "error", None), at(4, "passed", 1.0), at(5, "passed", 1.05),
        at(6, "passed", 1.0),
    ]  # fmt: skip
    told = compare_campaigns(before, after)
    kinds = {change.entry.number: change.kind for change in told.changes}
    assert kinds == {1: "worse", 2: "better", 3: "worse", 4: "drifted", 6: "new", 7: "gone"}
    assert told.same == 1
    assert str(told.changes[0]) == (
        "cut_in, seed 1, speed 10 m/s, weather dry: passed, now failed: no collision by -0.4 m"
    )
    assert "its process was ended by SIGKILL" in str(told.changes[2])
    flaky = compare_campaigns([entry(1)], [entry(1, "failed", -1.0)])
    assert [change.kind for change in flaky.changes] == ["flaky"]


def test_merging_counts_nothing_twice_and_refuses_what_differs(tmp_path: Path) -> None:
    filled(tmp_path / "a", "one", entry(1), entry(3))
    filled(tmp_path / "b", "one", entry(2, "failed", -1.0), replace(entry(3), folder="elsewhere"))
    merged = History(tmp_path / "all")
    assert merged.merge([tmp_path / "a", tmp_path / "b"]) == 3
    assert merged.merge([tmp_path / "b"]) == 0
    assert [each.number for each in merged.entries("one")] == [1, 2, 3]
    filled(tmp_path / "c", "one", entry(4), entry(1, "failed", -1.0))
    with pytest.raises(InputError, match="are the same drive, but say different things"):
        merged.merge([tmp_path / "c"])
    assert len(merged.entries("one")) == 3
    with pytest.raises(InputError, match="holds no entries of a history"):
        merged.merge([tmp_path / "nowhere"])


def test_a_summary_has_ten_lines_at_most_and_says_what_never_held() -> None:
    before = [entry(k) for k in range(1, 12)]
    after = [entry(k, "failed", -0.1 * k, software="v2") for k in range(1, 12)]
    lines = summary_lines("two", after, compare_campaigns(before, after))
    assert lines[0] == "two: 0 of 11 drives passed (0.0 %), 11 failed, 0 could not be played"
    assert lines[2] == "against one: 11 worse, 0 better, 0 flaky, 0 drifted, 0 new, 0 gone"
    assert "never held, so check whether it can: no collision" in lines
    assert "worst: cut_in, seed 1, speed 110 m/s, weather dry: no collision by -1.1" in lines
    assert len(lines) <= 10
    assert len(summary_lines("one", before)) == 2


def test_questions_are_answered_from_tables(tmp_path: Path) -> None:
    history = filled(tmp_path, "one", entry(1), entry(2, "failed", -0.5), entry(3, "error"))
    assert history.query("select state, count(*) as n from drives group by state order by state") == (
        ["state", "n"], [("error", 1), ("failed", 1), ("passed", 1)],
    )  # fmt: skip
    assert history.query("select min(margin) from notes")[1] == [(-0.5,)]
    with pytest.raises(InputError, match="the tables are drives, notes"):
        history.query("select * from drive")
    with pytest.raises(InputError, match="disabled"):
        history.query("copy drives to '/tmp/stolen.csv'")


def test_pages_are_written_for_all_campaigns_and_escape_what_they_show(tmp_path: Path) -> None:
    history = filled(tmp_path / "h", "one", *(entry(k) for k in range(1, 9)))
    filled(
        tmp_path / "h",
        "two",
        *(entry(k, "failed" if k > 4 else "passed", 4.5 - k, software="<v2>") for k in range(1, 9)),
    )
    first = write_site(history, tmp_path / "site")
    assert "<v2>" not in first.read_text()
    page = (tmp_path / "site" / "two" / "index.html").read_text()
    for text in ("Against one", "4 worse", "Share of drives that passed, by speed and weather", "Margins over speed",
                 "&lt;v2&gt;", "no collision"):  # fmt: skip
        assert text in page
    again = write_site(history, tmp_path / "again")
    assert again.read_bytes() == first.read_bytes()


def test_exit_codes_tell_whether_anything_got_worse(tmp_path: Path) -> None:
    filled(tmp_path, "one", entry(1), entry(2))
    filled(tmp_path, "two", entry(1, software="v2"), entry(2, "failed", -1.0, software="v2"))

    def run(*words: str) -> tuple[int, str]:
        done = CliRunner().invoke(app, ["history", *words, "--history", str(tmp_path)])
        return done.exit_code, done.output

    assert run("compare", "one", "one")[0] == 0
    code, text = run("compare")
    assert code == 1
    assert "worse" in text
    assert run("list")[1].count("v") >= 2
    assert "1 of 2 drives passed" in run("summary")[1]
    assert run("query", "select count(*) as drives from drives")[1].split() == ["drives", "4"]
    assert run("compare", "three")[0] != 0
