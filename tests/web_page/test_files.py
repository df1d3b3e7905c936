"""Tests of files at the page: saved games, and records and tournaments that people open."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from aicore.core.record import Record
from web_page.person import NOWHERE, play_to_the_end, sit


def test_a_finished_game_is_saved_and_shared(visit: Any, tmp_path: Path) -> None:
    page = visit(NOWHERE)
    made = sit(page, "tic_tac_toe", ["me", "greedy"], seed="7")
    play_to_the_end(page)
    files = {}
    page.click(".after summary")
    for what in ("record", "picture", "replay"):
        with page.expect_download() as coming:
            page.click(f"[data-save={what}]")
        file = tmp_path / coming.value.suggested_filename
        coming.value.save_as(file)
        files[what] = file
    # the replay page is one file, saved by one button, and can be embedded in a person's own page
    assert page.get_by_role("button", name="Embed").count() == 0
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("[data-do=copy-embed]")
    page.wait_for_selector("text=Line copied.")
    line = page.evaluate("navigator.clipboard.readText()")
    (tmp_path / "mine.html").write_text(f"<!doctype html><h1>Mine</h1>{line}", "utf-8")
    around = visit((tmp_path / "mine.html").as_uri())
    around.frame_locator("iframe").locator("#board svg").wait_for()
    assert Record.from_line(files["record"].read_text("utf-8")).game == "tic_tac_toe"
    assert files["picture"].read_bytes().startswith(b"\x89PNG")
    assert files["picture"].stat().st_size > 5000  # a blank one is far smaller
    alone = visit(files["replay"].as_uri())
    alone.wait_for_selector("#board svg")
    guest = visit(f"/table/{made['table']}")  # the copied link
    guest.wait_for_selector(".board svg")
    assert "wins with" in guest.inner_text(".result")
    assert not guest.query_selector("[data-do=rematch]")


def test_a_recorded_game_is_viewed(visit: Any, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "aicore", "watch", "tic_tac_toe", "random", "--json"]
    games = [
        subprocess.run([*command, "--seed", seed], capture_output=True, check=True, text=True)
        for seed in "12"
    ]
    file = tmp_path / "games.jsonl"
    file.write_text("".join(game.stdout for game in games))
    page = visit()
    page.set_input_files("#file", file)
    page.click("dialog li:nth-child(2) button")
    page.wait_for_selector(".board svg")
    assert page.inner_text(".result")
    page.keyboard.press("Home")
    page.wait_for_selector(".looking:has-text('Start of the game')")


def test_a_tournament_is_viewed(visit: Any, tmp_path: Path) -> None:
    file = tmp_path / "t.tournament"
    command = [sys.executable, "-m", "aicore", "tournament", "tic_tac_toe", "random", "greedy"]
    subprocess.run([*command, "--games", "4", "--file", file, "--quiet"], check=True)
    page = visit()
    page.wait_for_selector(".card")
    page.set_input_files("#file", file)
    page.wait_for_selector("text=Ladder")
    assert page.locator("tbody tr").count() >= 2


def test_a_file_that_is_neither_is_refused_in_a_line(visit: Any, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear reader\n")
    page = visit()
    page.set_input_files("#file", file)
    page.wait_for_selector(".note")
    assert "letter.txt" in page.inner_text(".note")


def test_a_record_that_breaks_the_rules_is_refused_in_a_line(visit: Any, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text('{"format":"aicore-record/1"}\n')
    page = visit(errors=1)
    page.set_input_files("#file", file)
    page.wait_for_selector(".note")
    assert page.url.endswith("/")
