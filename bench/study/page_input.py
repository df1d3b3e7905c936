"""Time from a tap to the next picture, on a slow phone.

Chromium emulates a telephone of 390x844 pixels, with a processor slowed down 4 times. A server runs
here in its own process. The script taps choices at random and confirms them. It prints two times
for taps: until the next picture is painted (Chromium's event timing, in steps of 8 ms, with the
wait for the page), and the page's thread time from the click to the picture. On a busy machine
only the thread time measures the page. For the positions that the server then sends, it prints the
time to draw them.

    python -m bench.study.page_input
    python -m bench.study.page_input --slowdown 1 --taps 100 relics

This needs Chromium and Playwright.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import statistics
from typing import Any

from bench.study.page_loading import FLAGS, served

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
MEASURE = """
globalThis.taps = [];
globalThis.drawn = [];
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) {
    if (one.interactionId) taps.push([one.interactionId, one.duration]);
  }
}).observe({ type: "event", durationThreshold: 16, buffered: true });
const painted = (act) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = act;
  port2.postMessage(0);
});
const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
Object.defineProperty(WebSocket.prototype, "onmessage", {
  set(heard) {
    set.call(this, (event) => {
      const begun = performance.now();
      heard(event);
      const ran = performance.now() - begun;
      const { type } = JSON.parse(event.data);
      painted(() => drawn.push([type, ran, performance.now() - begun]));
    });
  },
});
"""
STEPS = ("EventDispatch", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize")
MINE = "() => ['mine', 'over'].includes(document.querySelector('main').dataset.state)"
TARGET = """(share) => {
  const visible = (one) => one.checkVisibility() && !one.disabled;
  const sure = [...document.querySelectorAll("[data-do=confirm], .pick")].filter(visible);
  const open = [...document.querySelectorAll(".board .open")];
  const any = sure.length ? sure : open;
  const one = any[Math.floor(share * any.length)];
  if (!one) return null;
  one.scrollIntoView({ block: "center", inline: "center" });
  const box = one.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2, sure.length ? "button" : "board"];
}"""
TAPS = "() => { const all = taps; globalThis.taps = []; return all; }"


def create(page: Any, address: str, game: str, rival: str) -> None:
    """Create a table, and open it."""
    games = page.request.get(f"{address}api/games").json()["games"]
    least, _ = next(one["seats"] for one in games if one["name"] == game)
    players = ["me", rival][: max(least, 1)]
    body = {"game": game, "seats": len(players), "players": players, "options": {}, "seed": "s"}
    answer = page.request.post(
        f"{address}api/tables", data=body, headers={"origin": address.rstrip("/")}
    )
    table = answer.json()
    page.goto(f"{address}table/{table['table']}#{table['owner']}")
    page.wait_for_selector(".board svg")


def thread_time(trace: bytes) -> float | None:
    """Return the thread time from a trace's first click to the next picture, in milliseconds."""
    events = json.loads(trace)["traceEvents"]
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    steps = [
        event
        for event in events
        if event["ph"] == "X" and event["name"] in STEPS and (event["pid"], event["tid"]) in threads
    ]
    steps.sort(key=lambda event: (event["ts"], -event["dur"]))
    clicks = [event for event in steps if event["args"].get("data", {}).get("type") == "click"]
    if not clicks:
        return None
    took, until = 0.0, clicks[0]["ts"]
    for event in steps:
        if event["ts"] >= until:  # not within the step before
            took, until = took + event.get("tdur", 0), event["ts"] + event["dur"]
            if event["name"] == "Layerize":
                return took / 1000
    return None


def tap(page: Any, rng: random.Random) -> tuple[str, float, float | None] | None:
    """Tap once; return where, the milliseconds until the next picture, and the thread time."""
    place = page.evaluate(TARGET, rng.random())
    if place is None:
        return None
    page.wait_for_timeout(150)  # do not measure the scrolling
    page.evaluate(TAPS)
    browser = page.context.browser
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    page.touchscreen.tap(place[0], place[1])
    page.wait_for_timeout(250)  # events are reported after the picture
    thread = thread_time(browser.stop_tracing())
    took = [duration for _, duration in page.evaluate(TAPS)]
    return place[2], max(took, default=8.0), thread


def spread(each: list[float]) -> str:
    """Return a text with the median, the 95th percentile and the maximum."""
    ordered = sorted(each)
    high = ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))]
    return f"{statistics.median(ordered):6.0f} {high:6.0f} {ordered[-1]:6.0f}   of {len(ordered)}"


def measure(page: Any, taps: int) -> dict[str, list[float]]:
    """Return the milliseconds of all taps and pictures of a game, by kind of time."""
    rng = random.Random(1)
    times: dict[str, list[float]] = {}
    for _ in range(taps):
        page.wait_for_function(MINE)
        page.wait_for_timeout(100)
        if page.evaluate("document.querySelector('main').dataset.state") == "over":
            break
        if (took := tap(page, rng)) is not None:
            where, until, thread = took
            times.setdefault(f"tap on {where}", []).append(until)
            if thread is not None:
                times.setdefault(f"tap on {where}: thread", []).append(thread)
    for kind, ran, until in page.evaluate("drawn"):
        if kind in ("state", "preview", "at"):
            times.setdefault(f"{kind}: script", []).append(ran)
            times.setdefault(f"{kind}: picture", []).append(until)
    return times


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--slowdown", type=float, default=4, help="factor for the processor (4)")
    parser.add_argument("--taps", type=int, default=40, help="taps per game (40)")
    parser.add_argument("--rival", default="level 1", help="the other player (level 1)")
    parser.add_argument("games", nargs="*", default=["relics", "gratis3", "trader"])
    args = parser.parse_args()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play, served() as address:
        chromium = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = play.chromium.launch(executable_path=chromium, args=FLAGS)
        print(f"{'milliseconds':<32}{'median':>6} {'95 %':>6} {'most':>6}")
        for game in args.games:
            context = browser.new_context(**PHONE)
            page = context.new_page()
            page.add_init_script(MEASURE)
            create(page, address, game, args.rival)
            session = context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": args.slowdown})
            for kind, each in measure(page, args.taps).items():
                print(f"{game + ', ' + kind:<32}{spread(each)}", flush=True)
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
