"""Tests of the page in another language: all of it, from the first picture on, in room enough."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import aicore
from aicore.arena.match import Match
from aicore.coach.review import review
from aicore.web import page_files
from aicore.web.replay_page import render_replay
from kit.languages import masked
from web_page.conftest import new_context, watch
from web_page.person import NOWHERE, TELEPHONE, create, play_to_the_end, settled, sit
from web_page.test_looks import fits

SIZES = [(1280, 800), TELEPHONE]
SAME = "aicore|Deutsch|English|mcts:time"  # in each language
CODES = ["type", "can", "kind", "agreed"]  # fields whose strings nobody reads

# Collects the texts that the server sends; all other texts on the page are the scripts'.
HEAR = f"""(() => {{
  const heard = new Set();
  const hear = (value, key) => {{
    if ({CODES}.includes(key)) return;
    if (typeof value === 'string') heard.add(value.trim());
    else for (const [name, one] of Object.entries(value ?? {{}})) {{
      heard.add(name);
      hear(one, name);
    }}
  }};
  const [parse, json] = [JSON.parse, Response.prototype.json];
  JSON.parse = (text, ...more) => {{
    const found = parse(text, ...more);
    hear(found);
    return found;
  }};
  Response.prototype.json = async function () {{
    const found = await json.call(this);
    if (!this.url.endsWith('/de.json')) hear(found);
    return found;
  }};
  window.readHere = (same) => {{
    const known = [...heard].filter((text) => text.length > 1).sort((a, b) => b.length - a.length);
    const joined = (text) => text.replace(/\\s+/g, ' ');
    const rules = known.filter((text) => text.includes('\\n')).map(joined);
    const texts = [document.title];
    for (const one of document.querySelectorAll('body *')) {{
      if (one.closest('script, style, svg.picture, .cover, .thumb, .board svg, .hello')) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'data-preview']) {{
        texts.push(one.getAttribute(name) ?? '');
      }}
      for (const node of one.childNodes) if (node instanceof Text) texts.push(node.data);
    }}
    return [...new Set(texts)].filter((text) => {{
      if (rules.some((rule) => rule.includes(text.trim()))) return false;
      let left = text.replace(new RegExp(same, 'gu'), '');
      for (const one of known) left = left.replaceAll(one, '');
      return /\\p{{L}}{{2,}}/u.test(left);
    }});
  }};
}})();"""


@pytest.fixture
def abroad(request: pytest.FixtureRequest, browser: Any, site: str) -> Iterator[Callable[..., Any]]:
    """Yield a function that opens a page for a person whose browser prefers German."""
    wrong: list[str] = []
    contexts = []

    def open_page(size: tuple[int, int] = SIZES[0], path: str = "/") -> Any:
        context = new_context(browser, site, locale="de-DE")
        contexts.append(context)
        page = context.new_page()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        watch(page, request.node, wrong)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not wrong


def mask(page: Any) -> None:
    """Replace the letters of the catalog, and listen to what the server says."""
    texts = page_files.texts("de")
    assert texts, "the catalogs are not compiled"
    hidden = {
        one: masked(one) if isinstance(text, str) else [masked(one)] * 2
        for one, text in texts.items()
    }
    page.route("**/de.json", lambda asked: asked.fulfill(json=hidden))
    page.add_init_script(HEAR)


def unmarked(page: Any) -> list[str]:
    """Return the texts that have letters although no server sent them."""
    found: list[str] = page.evaluate("(same) => readHere(same)", SAME)
    return found


def test_each_text_of_the_scripts_comes_from_the_catalog(abroad: Callable[..., Any]) -> None:
    page = abroad(path=NOWHERE)
    mask(page)
    page.goto("/")
    page.wait_for_selector(".card")
    page.click("nav button >> nth=-1")
    assert unmarked(page) == []
    page.keyboard.press("Escape")
    page.click("[data-game=gratis3] .doors button >> nth=-1")
    page.click(".setup summary")
    assert unmarked(page) == []
    page.keyboard.press("Escape")
    page.goto("/progress")
    page.wait_for_selector(".empty")
    assert unmarked(page) == []
    sit(page, "pig", ["me", "mcts:sims=10"], seed="3")
    settled(page)
    for key, there in ("c", ".chances svg"), ("h", ".hint-bar"), ("?", ".keys"):
        page.keyboard.press(key)
        page.wait_for_selector(there, state="attached")
    page.click(".manners summary")
    page.click("[data-do=resign]")
    assert unmarked(page) == []
    page.keyboard.press("Escape")
    play_to_the_end(page)
    page.wait_for_selector(".end button.main")
    page.click("[data-do=review]")
    page.wait_for_selector(".graph polyline")
    assert unmarked(page) == []
    page.click(".after summary")
    page.click(".after [data-do=explore]")
    page.wait_for_selector(".trial .step")
    assert unmarked(page) == []
    page.click("[data-do=leave-trial]")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".looking [data-do=now]")
    assert unmarked(page) == []
    page.goto("/progress")
    page.wait_for_selector(".progress-card .levels")
    assert unmarked(page) == []


def test_texts_of_lessons_puzzles_and_friends_come_from_the_catalog(
    abroad: Callable[..., Any],
) -> None:
    page = abroad(path=NOWHERE)
    mask(page)
    page.goto("/")
    page.click("[data-game=booster] .doors button >> nth=1")
    page.wait_for_selector(".lesson h2")
    assert unmarked(page) == []
    page.goto("/")
    page.click("[data-do=daily-puzzle]")
    settled(page)
    if page.query_selector("[data-do=theme]"):  # not every puzzle has one
        page.click("[data-do=theme]")
    assert unmarked(page) == []
    page.click("[data-do=solution]")
    page.wait_for_selector(".answer p")
    assert unmarked(page) == []
    sit(page, "pig", ["me", "friend"], clock=["turn", 600, 0])
    page.wait_for_selector(".player .away")
    page.click(".manners summary")
    page.click(".emote-box summary")
    page.click("[data-emote=hello]")
    page.wait_for_selector(".emote")
    assert unmarked(page) == []
    page.goto("/")
    page.wait_for_selector(".mine-row .whose")
    page.click(".mine-row button")
    assert unmarked(page) == []


@pytest.mark.parametrize("reviewed", [False, True])
def test_texts_of_replay_pages_come_from_the_catalog(
    abroad: Callable[..., Any], tmp_path: Path, reviewed: bool
) -> None:
    game = aicore.load("tic_tac_toe")
    record = Match(game, [aicore.player("random", game)] * 2, 5).finish()
    with pytest.MonkeyPatch.context() as patch:
        texts = {one: masked(one) for one in page_files.texts("de")}
        patch.setattr("aicore.web.replay_page.texts", lambda language: texts)
        made = render_replay(record, review=review(record) if reviewed else None)
    file = tmp_path / "game.html"
    file.write_text(made, encoding="utf-8")
    page = abroad(path=NOWHERE)
    page.goto(file.as_uri())
    page.click("#play")
    page.click("#play")
    for part in ("#story", "#sentences"):
        assert page.inner_text(f"{part} >> nth=0")
    assert page.get_attribute("#story", "aria-label") == masked("Moves so far")
    assert page.inner_text("#play") == masked("play")
    assert "texts" not in json.dumps(record.players)
    if reviewed:
        assert page.inner_text("#review h2") == masked("What decided the result")
        assert masked("Win chances") in page.inner_text("#course")


def test_a_browser_in_german_shows_german_from_the_first_picture_on(
    abroad: Callable[..., Any],
) -> None:
    page = abroad(path=NOWHERE)
    waiting: list[Any] = []
    page.route("**/page.js", lambda asked: waiting.append(asked))
    page.goto("/", wait_until="commit")
    page.wait_for_selector(".hello[lang=de]")
    shown = page.inner_text(".lobby")
    assert "Spiele gegen Computer" in shown
    assert "Play against" not in shown
    assert page.get_attribute("html", "lang") == "de"
    for one in waiting:
        one.continue_()
    page.wait_for_selector(".card")
    assert page.inner_text(".hello h1") == "Spiele gegen Computer, die nie schummeln."
    assert page.locator(".hello").count() == 1
    assert page.inner_text(".card .main >> nth=0") == "Spielen"


def test_the_language_is_chosen_at_once_and_kept(visit: Any) -> None:
    page = visit()
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url))
    table = create(page, "pig", ["me", "mcts:sims=10"])
    page.goto(f"/table/{table['table']}#{table['owner']}")
    settled(page)
    assert page.inner_text("h1") == "Your turn"
    assert not [url for url in asked if url.endswith("/de.json")]
    page.click("nav button >> nth=-1")
    page.select_option("#setting-language", "de")
    page.wait_for_selector("h1:has-text('Du bist dran')")
    assert page.evaluate("document.activeElement.id") == "setting-language"
    page.click("dialog[open] button.main")
    assert "Du würfelst" in page.inner_text(".panel")  # the server speaks it, too
    page.reload()
    page.wait_for_selector("h1:has-text('Du bist dran')")
    page.goto("/")
    page.wait_for_selector("h1:has-text('Spiele gegen')")
    assert "Weiterwürfeln" in page.inner_text("[data-game=pig]")
    page.click("nav button >> nth=-1")
    page.select_option("#setting-language", "en")
    page.wait_for_selector("h1:has-text('Play against')")
    page.click("dialog[open] button.main")
    page.click("a.button:has-text('Your progress')")
    page.wait_for_selector("h1:has-text('Your progress')")


@pytest.mark.parametrize("size", SIZES)
def test_german_words_have_room(abroad: Callable[..., Any], size: tuple[int, int]) -> None:
    page = abroad(size)
    page.wait_for_selector(".card")
    assert fits(page)
    dialog = "document.querySelector('dialog[open]')"
    wide = f"{dialog}.scrollWidth > {dialog}.clientWidth"
    page.click("nav button >> nth=-1")
    assert not page.evaluate(wide)
    page.keyboard.press("Escape")
    page.click("[data-game=relics] .doors button >> nth=-1")
    page.click(".setup summary")
    assert not page.evaluate(wide)
    page.keyboard.press("Escape")
    sit(page, "pig", ["me", "mcts:sims=10"], seed="3")
    play_to_the_end(page)
    page.click(".after summary")
    page.click("[data-do=review]")
    page.wait_for_selector(".graph polyline")
    assert fits(page)
