"""The pages in a real browser; one studio and one browser serve all tests, in this order."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.studio.browser import Browser


def _asked(address: str, **headers: str) -> int:
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


def test_pages_elsewhere_are_turned_away(address: str) -> None:
    assert _asked(address) == 200
    assert _asked(address, Host="studio.example.org") == 403
    assert _asked(address, Origin="https://evil.example") == 403
    with pytest.raises((InvalidStatus, ConnectionClosed)):  # noqa: SIM117
        with connect(address.replace("http", "ws") + "stream", origin="https://evil.example") as socket:
            socket.recv(timeout=5)


def test_what_is_too_long_or_wrong_is_refused(address: str) -> None:
    with connect(address.replace("http", "ws") + "stream") as socket:
        socket.send(json.dumps({"do": "open", "source": "../outside.study.yaml"}))
        said = _next(socket, "fault")
        assert "choose one that is listed" in said["text"]
        socket.send("x" * 20_000)
        with pytest.raises(ConnectionClosed, match="too long"):
            _next(socket, "nothing")


def _next(socket: Any, kind: str) -> dict[str, str]:
    while True:
        message = socket.recv(timeout=10)
        if isinstance(message, str) and json.loads(message)["type"] == kind:
            told: dict[str, str] = json.loads(message)
            return told


def test_the_home_page_lists_studies_with_faults_and_names_as_text(browser: Browser, address: str) -> None:
    browser.open(address)
    browser.wait_for("document.querySelectorAll('#studies article').length === 3")
    assert "10 parsecs" in browser.value("document.querySelector('.fault .wrong').textContent")
    assert browser.value("[...document.querySelectorAll('h3')].some((node) => node.textContent.startsWith('<img'))")
    assert browser.value("document.querySelectorAll('h3 img').length") == 0


def test_a_person_drives_a_car_by_keys(browser: Browser, address: str) -> None:
    drive = "[...document.querySelectorAll('#studies article')].find((node) => node.textContent.startsWith('Drive'))"
    browser.value(f"{drive}.querySelector('button.main').click()")
    browser.wait_for("location.pathname === '/seat' && page.draws > 0", seconds=120)
    browser.wait_for("page.scene.calls > 10 && page.scene.triangles > 10000 && page.scene.gl.getError() === 0")
    browser.open(address + "live")
    browser.wait_for("page.runs && page.runs.length && page.runs[0].frame")
    ada = "page.poses.find(({ stay }) => stay.name === 'ada')"
    browser.wait_for("page.runs[0].frame.header.time > 0.3", seconds=200)  # the first second may have to be compiled
    browser.wait_for(f"({ada}) && page.draws > 1")
    before = browser.value(f"({ada}).speed")
    browser.press("ArrowUp", up=False)
    browser.wait_for(f"({ada}).speed > {before} + 1.5")
    heading = browser.value(f"({ada}).heading")
    browser.press("ArrowLeft", up=False)
    browser.wait_for(f"({ada}).heading > {heading} + 0.3")
    browser.press("ArrowLeft", down=False)
    browser.press("ArrowUp", down=False)
    browser.press("ArrowDown", up=False)
    browser.wait_for(f"({ada}).isBraking && ({ada}).speed < 1")
    browser.press("ArrowDown", down=False)


def test_a_run_is_paused_stepped_kept_and_forked(browser: Browser) -> None:
    browser.value("element('play').click()")
    browser.wait_for("page.isPaused && page.runs[0].isPaused")
    time = browser.value("page.runs[0].frame.header.time")
    browser.value("element('keep').click()")
    browser.value("element('step').click()")
    browser.wait_for(f"page.runs[0].frame.header.time > {time} + 0.04")
    browser.value("element('fork').click()")
    browser.wait_for("page.runs.length === 2 && page.runs[1].frame && !page.panes[1].node.hidden")
    browser.value("document.querySelector('#snapshots button').click()")
    browser.wait_for(f"page.runs.length === 1 && Math.abs(page.runs[0].frame.header.time - {time}) < 1e-6")


def test_a_button_of_a_driver_is_pressed_and_its_machine_shows_it(browser: Browser, address: str) -> None:
    browser.open(address + "live")
    browser.wait_for("window.page && page.link.isOpen")
    browser.value("page.link.ask('open', { source: 'drive.study.yaml' })")
    browser.wait_for("page.runs.length && page.runs[0].frame && page.told.driven === 0", seconds=60)
    browser.wait_for("element('active').textContent.includes('cruising › Freely')")
    browser.value("(element('item').value = 'adjust_speed', element('value').value = '5', element('press').click())")
    browser.wait_for("element('active').textContent.includes('cruising › AtSpeed')")
    browser.wait_for(
        "document.querySelector('#diagram [data-path=\"Driver/cruising/AtSpeed\"]').classList.contains('active')"
    )


def test_layers_are_drawn_when_they_are_shown(browser: Browser) -> None:
    assert browser.value("page.layers.marks[0].length") == 0
    browser.value("document.querySelector('[data-layer=perception]').click()")
    browser.wait_for("page.layers.marks[0].some(({ text }) => text === 'sees 300 m')")
    browser.value("document.querySelector('[data-layer=perception]').click()")
    browser.wait_for("page.layers.marks[0].length === 0")


def test_a_trigger_is_fired_from_the_console_and_moved_in_its_file(browser: Browser, project: Path) -> None:
    browser.value("(page.console.toggle(), page.layers.toggle('triggers'))")
    browser.wait_for("document.querySelector('#triggers .state').textContent === 'armed'")
    browser.value("document.querySelector('#triggers button').click()")
    browser.wait_for("document.querySelector('#triggers .state').textContent === 'spent'")
    browser.wait_for("element('spoken').textContent.includes('trigger gate fires')")
    browser.value(
        "page.layers.moved(...(({ handle, at }) => [handle, ...at])(page.layers.marks[0].find((mark) => mark.handle)))"
    )
    browser.wait_for("element('note').textContent.includes('Saved in drive.study.yaml: triggers.gate.at is 30 m')")
    assert "at: 30 m, orders" in (project / "drive.study.yaml").read_text()
    assert "# behind ada" in (project / "drive.study.yaml").read_text()


def test_the_pages_had_no_errors(browser: Browser) -> None:
    assert set(browser.errors) == set()
