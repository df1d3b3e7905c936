"""Person at the page, who sees the selectable elements, and clicks them."""

from __future__ import annotations

import random
from typing import Any

WIDE, TELEPHONE = (1440, 900), (360, 640)
NOWHERE = "/static/icon.svg"
"""Address at the server that loads faster than the first page, for tests that go on at a table."""
MINE = "() => ['mine', 'over'].includes(document.querySelector('main').dataset.state)"

# A point where the pointer meets the element itself and nothing above it.
AIM = """(share) => {
  const open = [...document.querySelectorAll('.board .open')];
  const one = open[Math.floor(share * open.length)];
  if (!one) return null;
  one.scrollIntoView({block: 'center', inline: 'center'});
  const box = one.getBoundingClientRect();
  for (let step = 0; step < 121; step++) {
    const x = box.left + box.width * (((step * 5 + 5) % 11) + 0.5) / 11;
    const y = box.top + box.height * (((Math.floor(step / 11) * 5 + 5) % 11) + 0.5) / 11;
    if (document.elementFromPoint(x, y)?.closest('[data-actions]') === one) return [x, y];
  }
  return one.getAttribute('aria-label');
}"""


def settled(page: Any) -> str:
    """Wait until it is this page's turn, or the game is over; return "mine" or "over"."""
    page.wait_for_function(MINE)
    return str(page.evaluate("document.querySelector('main').dataset.state"))


def click_choice(page: Any, share: float) -> bool:
    """Click one of the selectable elements; return False if there is none."""
    place = page.evaluate(AIM, share)
    assert not isinstance(place, str), f"nowhere to click: {place}"
    if place is None:
        return False
    page.mouse.click(*place)
    return True


def move(page: Any, rng: random.Random) -> None:
    """Make one click toward a move: confirm or pick the choice, or extend it."""
    confirm, picks = page.query_selector("[data-do=confirm]"), page.query_selector_all(".pick")
    if picks:
        rng.choice(picks).click()
    elif confirm and rng.random() < 0.7:
        confirm.click()
    elif not click_choice(page, rng.random()):
        assert confirm, "nothing can be chosen"
        confirm.click()


def play_to_the_end(page: Any, seed: int = 1, most: int = 3000) -> int:
    """Play by clicking only; return the number of clicks."""
    rng = random.Random(seed)
    for clicks in range(most):
        if settled(page) == "over":
            return clicks
        move(page, rng)
    raise AssertionError("the game does not end")


def tab_to(page: Any, wanted: str) -> None:
    """Press Tab until one of the wanted elements has the focus."""
    for _ in range(500):  # past every move of a long list
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {wanted}")


def keys_to_the_end(page: Any, most: int) -> None:
    """Play by keys alone until the game is over: random choices, then Enter when one is settled."""
    rng = random.Random(3)
    for _ in range(most):
        if settled(page) == "over":
            return
        if page.query_selector("[data-do=confirm], .pick"):
            tab_to(page, "[data-do=confirm], .pick")
        else:
            tab_to(page, ".board [data-actions]")
            for _ in range(rng.randrange(4)):
                arrow = rng.choice(("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"))
                page.keyboard.press(arrow)
        page.keyboard.press("Enter")
    raise AssertionError("the game does not end")


def create(page: Any, game: str, players: list[str], **more: Any) -> dict[str, Any]:
    """Create a table as the start page does."""
    body = {"game": game, "seats": len(players), "players": players, "options": {}} | more
    answer = page.request.post("/api/tables", data=body, headers={"origin": origin(page)})
    assert answer.ok, answer.text()
    return dict(answer.json())


def sit(page: Any, game: str, players: list[str], **more: Any) -> dict[str, Any]:
    """Create a table, and open its page."""
    table = create(page, game, players, **more)
    page.goto(f"/table/{table['table']}#{table['owner']}")
    page.wait_for_selector(".board svg")
    return table


def origin(page: Any) -> str:
    return "/".join(page.url.split("/")[:3])


def ask_why_and_try(page: Any) -> None:
    """In a review, ask why the first mistake is one, try the better move, and play a hint."""
    page.wait_for_selector(".graph polyline")
    page.click("[data-do=why] >> nth=0")
    page.wait_for_selector(".because")
    page.click("[data-do=try-better] >> nth=0")
    page.wait_for_selector(".trial .step >> nth=1")
    page.click("[data-do=hint]")
    page.click(".hint-bar .main")
    page.wait_for_selector(".trial .step >> nth=2")
