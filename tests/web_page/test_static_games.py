"""Tests of the page without a server: people's actions, which have the same tests with a server."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aicore.core.record import Record
from web_page.alone import sit
from web_page.conftest import READY
from web_page.person import (
    TELEPHONE,
    WIDE,
    ask_why_and_try,
    keys_to_the_end,
    play_to_the_end,
    settled,
)
from web_page.test_looks import fits, serious


@pytest.mark.parametrize(
    ("game", "players", "size"),
    [
        ("booster", ["me", "level 2"], WIDE),
        ("booster", ["me", "level 2"], TELEPHONE),
        pytest.param("gratis3", ["me", "random"], WIDE, marks=pytest.mark.slow),
        pytest.param("gratis3", ["me", "random"], TELEPHONE, marks=pytest.mark.slow),
        ("relics", ["me", "random"], WIDE),
        ("relics", ["me", "random"], TELEPHONE),
    ],
)
def test_a_whole_game(
    alone: Callable[..., Any], game: str, players: list[str], size: tuple[int, int]
) -> None:
    page = alone(size)
    sit(page, game, *players)
    assert play_to_the_end(page)
    page.locator("section.end").wait_for()
    assert fits(page)
    assert not serious(page)


@pytest.mark.parametrize(
    ("game", "size", "most"),
    [
        ("connect_four", TELEPHONE, 80),
        pytest.param("booster", WIDE, 3000, marks=pytest.mark.slow),
        pytest.param("booster", TELEPHONE, 3000, marks=pytest.mark.slow),
        pytest.param("relics", WIDE, 3000, marks=pytest.mark.slow),
        pytest.param("relics", TELEPHONE, 3000, marks=pytest.mark.slow),
        pytest.param("gratis3", WIDE, 3000, marks=pytest.mark.slow),
        pytest.param("gratis3", TELEPHONE, 3000, marks=pytest.mark.slow),
    ],
)
def test_a_whole_game_by_keys_alone(
    alone: Callable[..., Any], game: str, size: tuple[int, int], most: int
) -> None:
    page = alone(size)
    sit(page, game, "me", "random")
    keys_to_the_end(page, most)
    page.locator("section.end").wait_for()


def test_puzzles_and_lessons_need_no_server(alone: Callable[..., Any]) -> None:
    page = alone()
    page.wait_for_function(READY)
    page.click("[data-game=relics] button:has-text('Puzzles')")
    settled(page)
    page.click("[data-do=solution]")
    page.wait_for_selector(".answer:has-text('Solution:')")
    page.get_by_role("link", name="All games", exact=True).click()
    page.click("[data-game=booster] button:has-text('Learn')")
    page.wait_for_selector(".lesson h2:has-text('Step 1 of')")
    settled(page)
    page.locator(".board .due").first.wait_for()
    page.click("[data-do=hint]")
    page.click(".hint-bar .main")
    page.wait_for_selector(".lesson h2:has-text('Step 2 of')")


@pytest.mark.parametrize("again", ["Play again", "Swap seats"])
def test_playing_again_after_resigning_begins_a_game(alone: Callable[..., Any], again: str) -> None:
    page = alone()
    sit(page, "connect_four", "me", "random")
    page.click(".manners summary")
    page.click("[data-do=resign]")
    page.click("[data-do=resign-yes]")
    before = page.url
    page.click(".after summary")
    page.click(f"section.end >> text={again}")
    page.wait_for_url(lambda url: url != before)
    page.wait_for_function("() => document.querySelector('main').dataset.state === 'mine'")
    assert page.is_hidden("section.end")


def test_the_address_of_no_table_says_so(alone: Callable[..., Any], alone_address: str) -> None:
    page = alone(address=f"{alone_address}?table=none#%")
    page.wait_for_selector("h1:has-text('Game not found')")
    page.click("main >> text=All games")
    page.wait_for_selector("h1:has-text('Play against computers that never cheat.')")


def aicore(*arguments: str | Path) -> str:
    """Return the output of the installed aicore."""
    run = subprocess.run(
        [sys.executable, "-m", "aicore", *map(str, arguments)],
        check=True, capture_output=True, text=True, encoding="utf-8",
    )  # fmt: skip
    return run.stdout


def test_a_game_is_reviewed_analyzed_and_opened_elsewhere(
    alone: Callable[..., Any], tmp_path: Path
) -> None:
    page = alone()
    sit(page, "connect_four", "me", "greedy")
    play_to_the_end(page)
    page.click("[data-do=review]")
    ask_why_and_try(page)
    page.click("[data-do=leave-trial]")
    page.wait_for_selector(".looking")
    assert not serious(page)
    page.click(".after summary")
    with page.expect_download() as coming:
        page.click("[data-save=record]")
    record = tmp_path / "game.jsonl"
    coming.value.save_as(record)
    scores = Record.from_line(record.read_text("utf-8")).scores
    assert scores is not None
    shown = aicore("replay", record).splitlines()
    assert [line.split()[-1] for line in shown[-2:]] == [f"{score:g}" for score in scores]
    assert "Greedy: " in aicore("review", record)


DROP = """async ([name, bytes]) => {
  const given = new DataTransfer();
  given.items.add(new File([new Uint8Array(bytes)], name));
  for (const what of ["dragover", "drop"]) {
    const event = { dataTransfer: given, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new DragEvent(what, event));
  }
}"""


def drop(page: Any, file: Path) -> None:
    """Drop a file onto the page."""
    page.wait_for_selector(".card")
    page.evaluate(DROP, [file.name, [*file.read_bytes()]])


def test_dropped_games_and_tournaments_are_viewed(
    alone: Callable[..., Any], tmp_path: Path
) -> None:
    games, ladder, letter = tmp_path / "games.jsonl", tmp_path / "t.tournament", tmp_path / "letter"
    watch = ("watch", "tic_tac_toe", "random", "--json", "--seed")
    games.write_text("".join(aicore(*watch, seed) for seed in "12"))
    aicore("tournament", "tic_tac_toe", "random", "greedy", "--games", "4", "--file", ladder)
    letter.write_text("Dear reader")
    page = alone()
    drop(page, letter)
    page.get_by_text("letter is neither a recorded game nor a tournament").wait_for()
    drop(page, games)
    page.click("dialog li:nth-child(2) button")
    page.wait_for_selector(".board svg")
    page.locator("section.end").wait_for()
    page.keyboard.press("Home")
    page.wait_for_selector(".looking:has-text('Start of the game')")
    page.get_by_role("link", name="All games", exact=True).click()
    drop(page, ladder)
    page.wait_for_selector("text=Ladder")
    assert page.locator("tbody tr").count() >= 2
    assert not serious(page)


def test_a_recorded_game_is_opened_and_saved_again(
    alone: Callable[..., Any], tmp_path: Path
) -> None:
    record = tmp_path / "game.jsonl"
    play = ("watch", "connect_four", "random", "random", "--seed", "3", "--record", str(record))
    subprocess.run([sys.executable, "-m", "aicore", *play], check=True, stdout=subprocess.DEVNULL)
    page = alone()
    page.wait_for_function(READY)
    page.set_input_files("#file", record)
    page.wait_for_selector(".board svg")
    page.locator("section.end").wait_for()
    assert "Random 1 wins" in page.inner_text("section.end")
    files = {}
    page.click(".after summary")
    for what in ("record", "picture", "replay"):
        with page.expect_download() as coming:
            page.click(f"[data-save={what}]")
        files[what] = tmp_path / what
        coming.value.save_as(files[what])
    saved, given = (Record.from_line(file.read_text("utf-8")) for file in (files["record"], record))
    assert (saved.events, saved.scores) == (given.events, given.scores)
    assert files["picture"].read_bytes().startswith(b"\x89PNG")
    assert "Random 1 wins" in files["replay"].read_text("utf-8")


def test_a_small_study_is_shown_as_tables(alone: Callable[..., Any]) -> None:
    page = alone(TELEPHONE)
    page.wait_for_function(READY)
    page.get_by_role("button", name="Set up Tic-Tac-Toe").click()
    friend = page.locator(".setup option", has_text="needs a server").first
    assert friend.is_disabled()
    page.get_by_role("button", name="Study", exact=True).click()
    page.get_by_role("heading", name="Study of tic_tac_toe, 2 seats").wait_for()
    assert re.search(r"\d+ games by mcts", page.inner_text("main"))
    sections = page.locator("main h2").all_inner_texts()
    assert {"Fairness", "Length", "Choices"} <= set(sections)
    assert fits(page)
    assert not serious(page)
