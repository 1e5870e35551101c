"""The pages in a real browser; one studio and one browser serve all tests, in this order."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Final

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from seahaven.bench.studio.browser import Browser
from seahaven.bench.studio.client import Client


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


def test_files_are_added_as_text_only(address: str) -> None:
    def added(name: str, content: bytes) -> tuple[int, dict[str, str]]:
        request = urllib.request.Request(f"{address}upload?name={name}", data=content, method="POST")
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    assert added("town.xodr", b"<OpenDRIVE/>") == (200, {"path": "uploads/town.xodr"})
    status, said = added("run.py", b"print()")
    assert (status, "cannot be added" in said["text"]) == (400, True)
    status, said = added("large.xodr", bytes(20_000_001))
    assert (status, "larger than 20 MB" in said["text"]) == (400, True)


def _next(socket: Any, kind: str) -> dict[str, str]:
    while True:
        message = socket.recv(timeout=10)
        if isinstance(message, str) and json.loads(message)["type"] == kind:
            told: dict[str, str] = json.loads(message)
            return told


def test_the_home_page_lists_studies_with_faults_and_names_as_text(browser: Browser, address: str) -> None:
    browser.open(address)
    browser.wait_for("document.querySelectorAll('#studies article').length === 4")
    assert "10 parsecs" in browser.value("document.querySelector('.fault .wrong').textContent")
    assert browser.value("[...document.querySelectorAll('h3')].some((node) => node.textContent.startsWith('<img'))")
    assert browser.value("document.querySelectorAll('h3 img').length") == 0


ADA: Final = "page.run.list.find(({ stay }) => stay.name === 'ada')"
STUBS: Final = """
  window.pad = null;
  window.spoken = [];
  navigator.getGamepads = () => [null, window.pad];
  speechSynthesis.speak = ({ text }) => spoken.push(text);
  window.padOf = (axes, buttons = []) => ({
    id: "Wheel <b>G</b>", index: 1, connected: true, mapping: "", axes,
    buttons: [0, 1, 2, 3, 4, 5, 6, 7].map((k) => ({ pressed: buttons.includes(k), value: +buttons.includes(k) })),
  });
"""
"""A browser with a steering wheel and a voice that can be looked at."""


def test_a_wheel_is_calibrated_and_stays_so(browser: Browser, address: str) -> None:
    browser.call("Page.addScriptToEvaluateOnNewDocument", source=STUBS)
    browser.open(address + "settings")
    browser.wait_for("window.page && !element('no-pad').hidden && element('pad').hidden")
    browser.value("window.pad = padOf([0, 0, -1, 0.2])")
    browser.wait_for("!element('pad').hidden && document.querySelectorAll('#pads b').length === 0")
    browser.value("element('assign-throttle').click()")
    for raw in (0.9, -1):  # it rests at -1, so it is inverted, and goes to 0.9 at the floor
        browser.value(f"new Promise((done) => {{ pad = padOf([0, 0, {raw}, 0.2]); setTimeout(done, 150); }})")
    browser.value("element('assign-throttle').click()")
    assert browser.value("page.controller.mappingOf(pad).throttle") == {
        "kind": "axis", "index": 2, "rest": -1, "full": 0.9, "dead": 0.04,
    }  # fmt: skip
    browser.value("element('assign-horn').click()")
    browser.value("pad = padOf([0, 0, -1, 0.2], [6])")
    browser.wait_for("page.controller.mappingOf(pad).buttons.horn === 6")
    browser.value("pad = padOf([-0.5, 0, 0.9, 0.2])")
    browser.wait_for("element('share-throttle').textContent === '100 %'")
    browser.wait_for("element('share-steer').textContent === '50 % left' && element('now-steer').value === -0.5")
    browser.value("element('invert-steer').click()")
    browser.wait_for("element('share-steer').textContent === '50 % right'")
    browser.value("element('invert-steer').click()")
    browser.value("(element('width').value = '60', element('distance').value = '60', element('width').onchange())")
    assert "53 degrees across" in browser.value("element('sight').textContent")


def test_a_person_drives_a_car_by_keys(browser: Browser, address: str) -> None:
    browser.open(address)
    drive = "[...document.querySelectorAll('#studies article')].find((node) => node.textContent.startsWith('Drive'))"
    browser.wait_for(drive)
    browser.value(f"{drive}.querySelector('button.main').click()")
    browser.wait_for("location.pathname === '/seat' && page.draws > 0", seconds=120)
    browser.wait_for("page.scene.calls > 10 && page.scene.triangles > 10000 && page.scene.gl.getError() === 0")
    browser.wait_for("page.wheel.isSeated && page.run.time > 0.3", seconds=200)  # the first second may be compiled
    before = browser.value(f"({ADA}).speed")
    browser.press("ArrowUp", up=False)
    browser.wait_for(f"({ADA}).speed > {before} + 1.5")
    heading = browser.value(f"({ADA}).heading")
    browser.press("ArrowLeft", up=False)
    browser.wait_for(f"({ADA}).heading > {heading} + 0.3")
    y = browser.value(f"({ADA}).y")
    browser.wait_for(f"Math.abs(({ADA}).y - {y}) > 10")  # off the road, which is 9 m wide
    browser.press("ArrowLeft", down=False)
    browser.press("ArrowUp", down=False)
    browser.press("ArrowDown", up=False)
    browser.wait_for(f"({ADA}).isBraking && ({ADA}).speed < 1")
    browser.press("ArrowDown", down=False)


def test_an_instruction_is_shown_as_text_and_spoken(browser: Browser) -> None:
    browser.wait_for("spoken.length")
    assert browser.value("spoken[0]") == "Please <b>stop</b> soon."
    assert browser.value("element('told').textContent") == "Please <b>stop</b> soon."
    browser.press("t")
    browser.value("(page.hear({ type: 'told', vehicle: page.vehicle, text: 'Go on.' }))")
    assert browser.value("element('told').textContent") == "Go on."
    assert browser.value("spoken.length") == 1


def test_a_person_drives_with_pedals(browser: Browser) -> None:
    browser.value("pad = padOf([0, 0, -1, 0.2])")
    browser.wait_for("page.wheel.still")
    browser.value("pad = padOf([0, 0, -0.05, 0.2])")
    browser.wait_for("page.run.frame.cockpit.count === 1 && Math.abs(page.run.frame.cockpit.throttle[0] - 122) < 6")
    browser.wait_for(f"({ADA}).speed > 1")
    browser.value("pad = padOf([0, 0, -1, 0.2], [6])")
    browser.wait_for(f"({ADA}).isSounding && page.run.frame.cockpit.throttle[0] === 0")
    browser.value("pad = null")


def test_a_second_page_looks_on_until_it_takes_the_wheel(browser: Browser, address: str) -> None:
    with Client(address) as other:
        ada = browser.value("page.vehicle")
        other.ask("sit", vehicle=ada, page="other", take=True)
        other.drive(ada)
        browser.wait_for("!page.wheel.isSeated && !element('taken').hidden")
        assert f"Page {other.number} drives ada" in browser.value("element('taken-text').textContent")
        browser.value("element('take').click()")
        browser.wait_for("page.wheel.isSeated && element('taken').hidden")


def test_a_page_comes_back_to_its_seat(browser: Browser) -> None:
    number = browser.value("page.wheel.number")
    browser.value("page.link.socket.close()")
    browser.wait_for(f"page.wheel.number > {number} && page.wheel.isSeated")


def test_a_window_for_a_screen_at_the_side_takes_no_seat(browser: Browser, address: str) -> None:
    browser.open(address + "seat?view=left")
    browser.wait_for("window.page && page.draws > 2")
    assert browser.value("[page.side, page.wheel.isSeated, page.wheel.isWanted]") == ["left", False, False]


def test_a_run_is_paused_stepped_kept_and_forked(browser: Browser, address: str) -> None:
    browser.open(address + "live")
    browser.wait_for("window.page && page.runs.length && page.runs[0].frame && page.isPaused")
    browser.value("element('play').click()")
    browser.wait_for("!page.isPaused")
    browser.value("element('play').click()")
    browser.wait_for("page.isPaused && page.runs[0].isPaused")
    time = browser.value("page.runs[0].frame.header.time")
    browser.value("element('keep').click()")
    browser.value("element('step').click()")
    browser.wait_for(f"page.runs[0].frame.header.time > {time} + 0.01")
    browser.value("element('fork').click()")
    browser.wait_for("page.runs.length === 2 && page.runs[1].frame && !page.panes[1].node.hidden")
    browser.value("document.querySelector('#snapshots button').click()")
    browser.wait_for(f"page.runs.length === 1 && Math.abs(page.runs[0].frame.header.time - {time}) < 1e-6")


def test_a_button_of_a_driver_is_pressed_and_its_machine_shows_it(browser: Browser, address: str) -> None:
    browser.open(address + "live")
    browser.wait_for("window.page && page.link.isOpen")
    browser.value("page.link.ask('open', { source: 'drive.study.yaml' })")
    browser.wait_for("page.runs.length && page.runs[0].frame && page.wheel.seats.length === 0", seconds=60)
    browser.wait_for("element('active').textContent.includes('cruising › Freely')")
    browser.value("(element('item').value = 'adjust_speed', element('value').value = '5', element('press').click())")
    browser.wait_for("element('active').textContent.includes('cruising › AtSpeed')")
    browser.wait_for(
        "document.querySelector('#diagram [data-path=\"Driver/cruising/AtSpeed\"]').classList.contains('active')"
    )
    tree = "document.querySelector('#tree [data-path=\"Driver/cruising/AtSpeed\"]')"
    browser.wait_for(f"{tree}.classList.contains('active') && {tree}.textContent.includes('target 5')")
    browser.wait_for("[...document.querySelectorAll('#tree em')].some((node) => node.textContent.includes('cruising'))")


def test_one_steps_back_through_the_last_minute_of_a_machine(browser: Browser) -> None:
    browser.wait_for("Number(element('recalled').max) > 5")
    browser.value("element('step-back').click()")
    browser.wait_for("page.machine.ring && page.machine.ring.length > 5")
    for _ in range(2):
        browser.value("element('step-back').click()")
    assert browser.value("page.machine.at === page.machine.ring.length - 4")
    assert browser.value("clockText(page.machine.ring[page.machine.at].time) === element('moment').textContent")
    browser.value("element('now').click()")
    assert browser.value("page.machine.ring === null")


def test_layers_are_drawn_when_they_are_shown(browser: Browser) -> None:
    assert browser.value("page.layers.marks[0].length") == 0
    browser.value("document.querySelector('[data-layer=perception]').click()")
    browser.wait_for("page.layers.marks[0].some(({ text }) => text === 'sees 300 m')")
    browser.value("document.querySelector('[data-layer=perception]').click()")
    browser.wait_for("page.layers.marks[0].length === 0")


def test_a_trigger_is_fired_from_the_console_and_moved_in_its_file(browser: Browser, project: Path) -> None:
    browser.value("(page.console.toggle(), page.layers.toggle('triggers'))")
    browser.wait_for("document.querySelector('#triggers .state').textContent === 'armed'")
    browser.value("document.querySelector('#triggers button:not(.plain)').click()")
    browser.wait_for("document.querySelector('#triggers .state').textContent === 'spent'")
    browser.wait_for("element('spoken').textContent.includes('trigger gate fires')")
    browser.value(
        "page.layers.moved(...(({ handle, at }) => [handle, ...at])(page.layers.marks[0].find((mark) => mark.handle)))"
    )
    browser.wait_for("element('note').textContent.includes('Saved in drive.study.yaml: triggers.gate.at is 30 m')")
    assert "at: 30 m, orders" in (project / "drive.study.yaml").read_text()
    assert "# behind ada" in (project / "drive.study.yaml").read_text()


def test_two_reels_are_played_side_by_side_and_saved_as_data_and_clip(
    browser: Browser, address: str, recorded: str
) -> None:
    browser.open(f"{address}compare?a={recorded}&b={recorded}")
    browser.wait_for("window.pair && pair.pages.length === 2", seconds=120)
    browser.value("pair.pages[0].go(1.5)")
    browser.wait_for("pair.pages[1].time === 1.5")
    browser.value("(element => { element.value = '0.5'; element.onchange({ target: element }); })($('offset'))")
    browser.wait_for("pair.pages[1].time === 2")
    page = "pair.frames[0].contentWindow"
    lines = browser.value(f"{page}.dataText(pair.pages[0]).split('\\n')")
    assert lines[0].startswith("time,id,name,kind,x,y")
    assert [line.split(",")[2] for line in lines[1:-1]] == ["ada"] * 16
    browser.value(f"{page}.document.getElementById('save-clip').click()")
    browser.wait_for("pair.pages[0].time > 2")
    browser.value(f"{page}.document.getElementById('save-clip').click()")
    browser.wait_for("pair.pages[0].saved && pair.pages[0].saved.size > 100")


def test_the_pages_had_no_errors(browser: Browser) -> None:
    assert set(browser.errors) == set()
