"""A browser that tests drive: headless Chromium over its DevTools protocol."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
from base64 import b64decode
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from websockets.sync.client import connect

NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
FIRST: Final = 90.0
"""s until a browser has to have answered for the first time."""
KEYS: Final = {"ArrowUp": 38, "ArrowDown": 40, "ArrowLeft": 37, "ArrowRight": 39, " ": 32}


def chromium() -> str | None:
    """The program, if there is one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class PageLeft(Exception):
    """The page went elsewhere while something was asked of it."""


class Browser:
    """One headless Chromium with one page."""

    def __init__(self, *, width: int = 1200, height: int = 760) -> None:
        program = chromium()
        assert program is not None, "no Chromium is installed"
        self._folder = tempfile.TemporaryDirectory(prefix="seahaven-browser-", ignore_cleanup_errors=True)
        self._process = subprocess.Popen(
            [
                program, "--headless=new", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
                "--disable-dev-shm-usage", "--no-first-run", "--mute-audio", "--hide-scrollbars",
                "--remote-debugging-port=0", f"--window-size={width},{height}",
                f"--user-data-dir={self._folder.name}", "about:blank",
            ],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, start_new_session=True,
        )  # fmt: skip
        self._count = 0
        self.errors: list[str] = []
        with ExitStack() as exits:
            exits.callback(self._end)
            # A busy machine may take long over a new browser's first answer.
            self._socket = exits.enter_context(connect(self._address(), max_size=None, open_timeout=FIRST))
            (page,) = (each for each in self._call("Target.getTargets")["targetInfos"] if each["type"] == "page")
            attached = self._call("Target.attachToTarget", targetId=page["targetId"], flatten=True)
            self._session: str | None = attached["sessionId"]
            self.call("Page.enable")
            self.call("Runtime.enable")
            self.resize(width, height)
            self._exits = exits.pop_all()

    _session: str | None = None

    def _address(self) -> str:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            if match := re.search(r"DevTools listening on (ws://\S+)", line):
                return match[1]
        raise AssertionError("Chromium ended before it could be spoken to")

    def _call(self, method: str, *, session: str | None = None, **params: Any) -> Any:
        self._count += 1
        number = self._count
        request = {"id": number, "method": method, "params": params}
        self._socket.send(json.dumps(request | ({"sessionId": session} if session else {})))
        while True:
            answer = json.loads(self._socket.recv(timeout=150))
            if answer.get("method") == "Runtime.exceptionThrown":
                details = answer["params"]["exceptionDetails"]
                self.errors.append(details.get("exception", {}).get("description", details["text"]))
            if answer.get("id") == number:
                if "navigated" in answer.get("error", {}).get("message", ""):
                    raise PageLeft
                assert "error" not in answer, answer["error"]
                return answer["result"]

    def call(self, method: str, **params: Any) -> Any:
        """What a command of the protocol gives for the page."""
        return self._call(method, session=self._session, **params)

    def resize(self, width: int, height: int) -> None:
        """Have the page as large as that, in pixels."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def open(self, address: str) -> None:
        """Go to a page."""
        self.call("Page.navigate", url=address)

    def value(self, expression: str) -> Any:
        """What an expression of JavaScript gives, awaited; what it throws is an error here."""
        told = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in told, told["exceptionDetails"].get("exception", {}).get("description")
        return told["result"].get("value")

    def wait_for(self, condition: str, *, seconds: float = 60.0) -> Any:
        """Wait until an expression holds, looked at in each frame of the screen; gives what it gives."""
        script = f"""new Promise((done, fail) => {{
          const end = performance.now() + {1000 * seconds};
          const look = () => {{
            let found = null;
            try {{ found = {condition}; }} catch (error) {{ found = null; }}
            if (found) done(found);
            else if (performance.now() > end) fail(new Error("it did not come: " + {json.dumps(condition)}));
            else setTimeout(look, 30);
          }};
          look();
        }})"""
        for _ in range(3):
            with suppress(PageLeft):
                return self.value(script)
        raise AssertionError(f"the page was left again and again before {condition}")

    def press(self, key: str, *, down: bool = True, up: bool = True) -> None:
        """Press a key, or hold it, or let it go."""
        code = KEYS.get(key, ord(key.upper()) if len(key) == 1 else 0)
        keys = {"key": key, "code": key if len(key) > 1 else f"Key{key.upper()}", "windowsVirtualKeyCode": code}
        if down:
            self.call("Input.dispatchKeyEvent", type="keyDown", **keys)
        if up:
            self.call("Input.dispatchKeyEvent", type="keyUp", **keys)

    def picture(self, path: Path | str) -> None:
        """Save what is seen as PNG."""
        Path(path).write_bytes(b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def close(self) -> None:
        """End the browser."""
        self._exits.close()

    def _end(self) -> None:
        os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait(timeout=10)
        assert self._process.stderr is not None
        self._process.stderr.close()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
