"""A headless Chromium, driven through a pair of pipes by the DevTools protocol.

Messages are JSON, each ended by a zero byte: https://chromedevtools.github.io/devtools-protocol/
"""

from __future__ import annotations

import itertools
import json
import os
import select
import shutil
import subprocess
import tempfile
from pathlib import Path
from time import monotonic
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
SWITCHES = (
    "--headless=new",
    "--remote-debugging-pipe",
    "--no-sandbox",  # containers run as root, and open only pages that tests have made
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
    "--disable-sync",
    "--no-first-run",
    "--mute-audio",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
)
MISSING = "Chromium is missing: pages were not looked at (Debian: apt install chromium)"
PATIENCE = 60  # seconds before an answer counts as missing


def found() -> str | None:
    """Return where Chromium is on this machine, if it is."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Chromium:
    """A browser with one page at a time.

    Attributes
    ----------
    complaints : list of str
        What the page has written to the console as an error or a warning, and what it has thrown.
    """

    def __init__(self, program: str) -> None:
        self._profile = tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True)
        theirs_in, self._out = os.pipe()
        self._in, theirs_out = os.pipe()
        command = f'exec "$0" "$@" 3<&{theirs_in} 4>&{theirs_out}'
        profile = f"--user-data-dir={self._profile.name}"
        self._process = subprocess.Popen(
            ["bash", "-c", command, program, *SWITCHES, profile, "about:blank"],
            pass_fds=(theirs_in, theirs_out),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._numbers = itertools.count(1)
        self._unread = b""
        self._session: str | None = None
        self.complaints: list[str] = []
        self._asked: dict[str, str] = {}
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)[
            "sessionId"
        ]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def __enter__(self) -> Chromium:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)
        os.close(self._in)
        os.close(self._out)
        self._profile.cleanup()

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command; return its result."""
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == number:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]

    def _read(self) -> dict[str, Any]:
        """Return the next message; keep what events tell."""
        ends = monotonic() + PATIENCE
        while b"\0" not in self._unread:
            assert select.select([self._in], [], [], max(0, ends - monotonic()))[0], "no answer"
            self._unread += os.read(self._in, 1 << 20)
        text, _, self._unread = self._unread.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        told = message.get("params", {})
        match message.get("method"):
            case "Runtime.exceptionThrown":
                details = told["exceptionDetails"]
                self.complaints.append(str(details.get("exception", details).get("description")))
            case "Runtime.consoleAPICalled" if told["type"] in ("error", "warning", "assert"):
                self.complaints.append(str(told["args"]))
            case "Log.entryAdded" if told["entry"]["level"] in ("error", "warning"):
                self.complaints.append(told["entry"]["text"])
            case "Network.requestWillBeSent":
                self._asked[told["requestId"]] = told["request"]["url"]
            case "Network.loadingFailed" if told.get("blockedReason") == "csp":
                self._asked.pop(told["requestId"])
        return message

    @property
    def requests(self) -> list[str]:
        """The addresses that the page has asked for, less those that its policy forbids."""
        return list(self._asked.values())

    def open(self, page: Path, ready: str) -> None:
        """Open a page, and wait until a condition in JavaScript holds."""
        self.complaints.clear()
        self._asked.clear()
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=page.resolve().as_uri())
        self.wait(ready)

    def wait(self, condition: str) -> None:
        """Wait until a condition in JavaScript holds."""
        within = f"""new Promise((done, fail) => {{
            const ends = performance.now() + {PATIENCE * 900};
            (function look() {{
                let holds = false;
                try {{ holds = {condition}; }} catch {{ }}
                if (holds) done(true);
                else if (performance.now() > ends) fail(new Error("never"));
                else setTimeout(look, 10);
            }})();
        }})"""
        self.evaluate(within)

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression in the page; of a promise, what it comes to."""
        told = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in told, (expression, told["exceptionDetails"])
        return told["result"].get("value")

    def press(self, key: str) -> None:
        """Press and release a key."""
        codes = {"Escape": 27, "ArrowRight": 39}
        event = {"key": key, "windowsVirtualKeyCode": codes[key]}
        self.call("Input.dispatchKeyEvent", type="keyDown", **event)
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def window(self, width: int, height: int, *, dark: bool = False, mobile: bool = False) -> None:
        """Set the size of the window, and which colours its user likes."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=2 if mobile else 1,
            mobile=mobile,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
