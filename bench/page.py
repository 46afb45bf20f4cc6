"""Measure the page in a browser and write its section of results.md: `python -m bench.page`.

It uses a real `jaipur serve` in a separate process and Debian's Chromium, both on this machine. If
parts are named, only those run, and the results are only printed.
"""

from __future__ import annotations

import argparse
import gzip
import http.client
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tests.nonces import INVITATION, NONCE

from bench.results import MACHINE, table_of, write

NOWHERE = "/t/0123456789abcdef"
PAINTS = 7
ACTIONS = 60
LIMIT_BYTES = 150_000
FONT_LIMIT_BYTES = 80_000
"""For the fonts, which are loaded in parallel and are the same for all pages."""
SPRITE = re.compile(rb'<svg[^>]*class="art".*?</svg>\s*(?=<a class="skip")', re.DOTALL)
ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
STOP_SECONDS = 30

Row = tuple[str, str, str]
Data = dict[str, Any]
_ids = count(1)


class Person:
    """A client of the server without a browser."""

    def __init__(self, url: str, cookie: str = "") -> None:
        self._host = url.removeprefix("http://")
        self._cookie = cookie
        if not cookie:
            self.ask("POST", "/api/device")

    def ask(self, method: str, path: str, body: Data | None = None) -> Data:
        """Send a request and return the response; a command gets a new id."""
        headers = {"Cookie": self._cookie} if self._cookie else {}
        sent = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            sent = json.dumps({"id": f"bench-{os.getpid()}-{next(_ids):06}"} | body)
        with closing(http.client.HTTPConnection(self._host, timeout=30)) as connection:
            connection.request(method, path, sent, headers)
            answer = connection.getresponse()
            data: Data = json.loads(answer.read())
        if answer.status >= http.HTTPStatus.BAD_REQUEST:
            raise RuntimeError(f"{path}: {data}")
        if cookie := answer.headers.get("Set-Cookie"):
            self._cookie = cookie.partition(";")[0]
        return data


@contextmanager
def serving() -> Iterator[str]:
    """Run `jaipur serve` and yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "jaipur", "serve", "--port", "0", "--no-open"]
        command += ["--data", f"{folder}/tables.db"]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        try:
            assert process.stdout is not None  # noqa: S101  # for the types: a pipe
            found = (re.search(r"http://[\d.]+:\d+", line) for line in process.stdout)
            url = next((match[0] for match in found if match), None)
            if url is None:
                raise RuntimeError("jaipur serve did not start")
            yield url
        finally:
            process.terminate()
            process.wait(STOP_SECONDS)


def fetched(address: str) -> tuple[bytes, int]:
    """A file, and its compressed size."""
    host, _, path = address.removeprefix("http://").partition("/")
    with closing(http.client.HTTPConnection(host, timeout=30)) as connection:
        connection.request("GET", "/" + path, headers={"Accept-Encoding": "gzip"})
        answer = connection.getresponse()
        body = answer.read()
    is_packed = answer.headers.get("Content-Encoding") == "gzip"
    return gzip.decompress(body) if is_packed else body, len(body)


def weights(url: str, path: str) -> dict[str, int]:
    """Return the compressed bytes of a page without images: text, styles, scripts and fonts."""
    page, _ = fetched(url + path)
    text, drawings = SPRITE.subn(b"", page)
    if drawings != 1:
        raise RuntimeError(f"{path} has no drawings to leave out")
    found = {"html": len(gzip.compress(text, mtime=0)), "css": 0, "js": 0, "woff2": 0}
    for name, kind in set(re.findall(rb'(?:href|src)="(/static/[^"]+\.(css|js|woff2))"', text)):
        found[kind.decode()] += fetched(url + name.decode())[1]
    return found


def weight(url: str, _browser: Browser) -> list[Row]:
    """Measure what is transferred before the first action is possible."""
    rows = []
    for what, path in (("table", NOWHERE), ("first page", "/"), ("tutorial", "/learn")):
        for language in ("en", "fr"):
            found = weights(url, f"{path}?lang={language}")
            fonts = found.pop("woff2")
            parts = ", ".join(f"{kind} {size / 1000:.1f}" for kind, size in found.items())
            total = sum(found.values()) / 1000
            said = f"**{total:.1f} KB** ({parts})"
            limit = f"under {LIMIT_BYTES // 1000} KB"
            said_of = f"{what} in {language}, gzipped, without pictures and fonts"
            rows.append((said_of, said, limit))
    limit = f"under {FONT_LIMIT_BYTES // 1000} KB"
    rows.append(("– the fonts of all pages", f"**{fonts / 1000:.1f} KB**", limit))
    drawings = SPRITE.search(fetched(url + "/")[0])
    if drawings:
        size = len(gzip.compress(drawings[0], mtime=0)) / 1000
        rows.append(("– the pictures of all pages, gzipped", f"{size:.1f} KB", ""))
    return rows


PAINTED = """() => {
  const look = () => {
    const there = document.querySelectorAll("#market [data-place][data-card]").length;
    // The frame that was asked for in this frame begins when this one is on the screen.
    if (there === 5) requestAnimationFrame(() => { window.marketPainted = performance.now(); });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def paint(url: str, browser: Browser) -> list[Row]:
    """Measure the time from navigation to a playable table, each time with an empty cache."""
    first, whole = [], []
    for _ in range(PAINTS):
        context = browser.new_context(base_url=url)
        page = context.new_page()
        table = seated(page, url)
        page.add_init_script(f"({PAINTED})()")
        page.goto(f"/t/{table['table']}", wait_until="commit")
        page.wait_for_function("() => window.marketPainted")
        whole.append(page.evaluate("marketPainted"))
        script = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
        page.wait_for_function(f"() => {script}")
        first.append(page.evaluate(script))
        context.close()
    return [
        (f"first contentful paint of a table, median of {PAINTS}", _ms(first), "under 1 s"),
        (f"– five market cards painted, median of {PAINTS}", f"**{_ms(whole)}**", "under 1 s"),
        ("– slowest", f"{max(whole):.0f} ms", ""),
    ]


def seated(page: Page, url: str) -> Data:
    """Create a table played by the page and another client, with the cards dealt."""
    page.request.post(f"{url}/api/device")
    cookies = [one for one in page.context.cookies() if "jaipur_device" in one.get("name", "")]
    me = Person(url, f"{cookies[0].get('name')}={cookies[0].get('value')}")
    other = Person(url)
    body = {"name": "Ana", "opponent": INVITATION}
    made = me.ask("POST", "/api/tables", body)
    path = f"/api/tables/{made['table']}"
    invitation = made["links"]["invitation"].partition("=")[2]
    other.ask("POST", f"{path}/join", {"invitation": invitation, "name": "Ben", "nonce": "00"})
    ready = {"kind": "ready", "nonce": NONCE}
    version = me.ask("GET", path)["version"]
    me.ask("POST", f"{path}/commands", {"version": version, "command": ready})
    return made | {"people": (me, other), "path": path}


WATCHED = """() => {
  window.came = new Map();
  window.shown = new Map();
  window.shift = 0;
  const Plain = window.EventSource;
  window.EventSource = class extends Plain {
    constructor(...given) {
      super(...given);
      const note = ({ lastEventId }) => came.set(Number(lastEventId), performance.now());
      super.addEventListener("update", note);
    }
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  const changed = () => {
    const newest = Math.max(...came.keys());
    if (shown.has(newest)) return;
    shown.set(newest, Infinity);
    requestAnimationFrame(() => requestAnimationFrame((now) => shown.set(newest, now)));
  };
  addEventListener("DOMContentLoaded", () => {
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    for (const part of document.querySelectorAll("#market, #log")) {
      new MutationObserver(changed).observe(part, all);
    }
  });
}"""
"""An update counts as shown at the end of the frame in which market or log changed."""


def action(url: str, browser: Browser) -> list[Row]:
    """Measure the time from the server's event to the updated screen, over several rounds."""
    context = browser.new_context(base_url=url, viewport={"width": 1280, "height": 720})
    page = context.new_page()
    table = seated(page, url)
    page.add_init_script(f"({WATCHED})()")
    page.goto(f"/t/{table['table']}")
    page.wait_for_selector("#market [data-place]")
    taken: list[float] = []
    while len(taken) < ACTIONS:
        version = step(table)
        if version is None:
            break
        page.wait_for_function("(version) => shown.get(version) < Infinity", arg=version)
        taken.append(page.evaluate("(version) => shown.get(version) - came.get(version)", version))
        # Wait like a person before the next action: the animation is still running.
        page.wait_for_timeout(PAUSE_MS)
        page.evaluate("document.querySelector('dialog[open]')?.close()")
    heap = page.evaluate("performance.memory.usedJSHeapSize") / 2**20
    shift = page.evaluate("shift")
    context.close()
    what = f"{len(taken)} actions, from the server's event to the frame that shows it, median"
    return [
        (what, f"**{_ms(taken)}**", "under 100 ms"),
        ("– slowest", f"{max(taken):.0f} ms", "under 100 ms"),
        ("layout shift over all of them (CLS)", f"{shift:.4f}", "0"),
        ("memory of the scripts after them", f"{heap:.1f} MiB", ""),
    ]


PAUSE_MS = 1000


def step(table: Data) -> int | None:
    """Play an action for the seat to act; return the new version, or None if the match is over."""
    me, other = table["people"]
    seen = me.ask("GET", table["path"])
    state = seen["state"]
    if state["phase"] == "over":
        return None
    seat = state["waits_for"][0]
    person = (me, other)[seat]
    mine = seen if seat == 0 else other.ask("GET", table["path"])
    wanted: Data = {"kind": "next"}
    if state["phase"] == "playing":
        legal = [one["action"] for one in mine["state"]["round"]["legal"]]
        wanted = {"kind": "act", "action": max(legal, key=lambda one: ("-" not in one, len(one)))}
    order = {"version": mine["version"], "command": wanted}
    version: int = person.ask("POST", f"{table['path']}/commands", order)["version"]
    return version


def _ms(values: list[float]) -> str:
    return f"{statistics.median(values):.0f} ms"


PARTS: dict[str, Callable[[str, Browser], list[Row]]] = {
    "weight": weight,
    "paint": paint,
    "action": action,
}


def measured(parts: list[str]) -> tuple[str, str]:
    """Format the measurements as a table, with the software used."""
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    with serving() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        rows = [row for part in parts for row in PARTS[part](url, browser)]
        version = browser.version
        browser.close()
    return table_of("what | measured | wanted", rows), version


def section(text: str, version: str) -> str:
    """Format the section of results.md: the measurements and their method."""
    return f"""## Page

`python -m bench.page` writes this. `jaipur serve` and Chromium {version} without a screen or a
graphics processor, both on the same two cores; every page is loaded in a browser that has nothing
of it; animations at their normal speed; two people play, for a bot's answer waits until one's own
action was seen; {MACHINE}.

{text}"""


def main() -> None:
    """Run the selected parts."""
    parser = argparse.ArgumentParser(prog="python -m bench.page", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="only these, only printed")
    asked = parser.parse_args()
    text, version = measured(asked.parts or list(PARTS))
    print(text)
    if not asked.parts:
        write("page", section(text, version))


if __name__ == "__main__":
    main()
