"""Tests of a person's progress: kept in the browser, rated, taken along as a file, never sent."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

import pytest

from aicore.coach.puzzles.puzzle import load_puzzles
from aicore.core.language import gettext, speaking
from web_page.person import TELEPHONE, click_choice, settled, sit
from web_page.test_looks import fits, serious

# a person of level 6 wins as the logistic curve says (140 Elo a level) against the suggested level
RATED = """async () => {
  const {rating, suggested} = await import('/static/progress.js');
  const results = [];
  let seed = 1;
  const random = () => ((seed = (seed * 48271) % 2147483647) / 2147483647);
  const errors = [];
  for (let game = 0; game < 400; game++) {
    const found = rating(results) ?? {level: 3, error: 2.5};
    errors.push(found.error);
    const level = Math.min(Math.max(Math.round(found.level), 1), 9);
    const wins = random() < 1 / (1 + 10 ** ((level - 6) * 140 / 400));
    results.push({table: String(game), day: '2026-01-01', beaten: Number(wins), level});
  }
  const found = rating(results);
  return {off: Math.abs(found.level - 6) / found.error, errors};
}"""

DAYS = """async (games) => {
  const {daily} = await import('/static/daily.js');
  const from = new Date(2026, 0, 1);
  const day = (n) => daily(new Date(2026, 0, 1 + n, 23, 59), games);
  return [...Array(60).keys()].map(day);
}"""

STREAKS = """async () => {
  const {streak} = await import('/static/progress.js');
  const now = new Date(2026, 10, 29, 12);
  const days = (...of) => of.map((day) => `2026-11-${day}`);
  const of = [days(27, 28, 29), days(27, 28), days(26, 27), days(25, 28, 29), []];
  return of.map((each) => streak(each, now));
}"""

SOLO = """async () => {
  const {compared, finished} = await import('/static/progress.js');
  const players = [{name: 'you', kind: 'person'}];
  const end = {shares: [0.4], scores: [120], teams: [0]};
  finished({table: 't', game: 'ransom', title: 'Space Ransom', seat: 0, players, end});
  compared('t', [['random', 3], ['mcts', 110]]);
  compared('other', [['random', 300]]);
}"""

FORMER_THEME = """() => {
  const all = JSON.parse(localStorage.getItem('aicore.progress'));
  all.games.connect_four.puzzles.push({number: 2, day: '2026-01-01', theme: 'Gewinn', first: true});
  localStorage.setItem('aicore.progress', JSON.stringify(all));
}"""

FORKED = """async (begun) => {
  const {finished, unrated} = await import('/static/progress.js');
  const players = [{name: 'you', kind: 'person'}, {name: 'Casual', kind: 'computer', level: 3}];
  const end = {shares: [1, 0], scores: [1, 0], teams: [0, 1]};
  const about = {table: `t${begun}`, game: 'pig', title: 'Pig', seat: 0};
  const state = {...about, edition: 1, begun, players, end};
  finished(state);
  return unrated(state);
}"""

# four seats, two teams: the person's partner has level 9, and both opponents have level 2
TEAMS = """async ([game, shares, teams, seats]) => {
  const {finished} = await import('/static/progress.js');
  const rival = (level) => ({name: 'robot', kind: 'computer', level});
  const players = [{name: 'you', kind: 'person'}, rival(2), rival(9), rival(2)].slice(0, seats);
  const end = {shares, scores: shares, teams};
  finished({table: game, game, title: game, seat: 0, players, end, edition: 0});
}"""

ENDS = """async (states) => {
  const {Ending} = await import('/static/ending.js');
  return states.map((state) => {
    const end = new Ending({send() {}});
    const players = state.end.shares.map(() => ({name: 'x'}));
    end.show({result: 'over', seat: 0, players, story: [], can: [], seed: '', ...state});
    return end.box.querySelector('.mood').textContent;
  });
}"""


def kept(page: Any) -> dict[str, Any]:
    return dict(json.loads(page.evaluate("localStorage.getItem('aicore.progress')")))


def test_a_finished_game_is_kept_here_and_nothing_of_it_is_sent(visit: Any, tmp_path: Path) -> None:
    page = visit(size=TELEPHONE)
    sent: list[str] = []
    page.on("request", lambda asked: sent.append(f"{asked.url} {asked.post_data}"))
    page.on("websocket", lambda line: line.on("framesent", lambda text: sent.append(str(text))))
    table = sit(page, "connect_four", ["me", "level 2"])
    settled(page)
    page.click("summary:has-text('More')")
    page.click("[data-do=resign]")
    page.click("[data-do=resign-yes]")
    page.wait_for_selector(".end:not([hidden])")
    page.reload()  # the same game counts once
    page.wait_for_selector(".end:not([hidden])")
    page.goto("/progress")
    page.wait_for_selector("[data-game=connect_four] .strength")
    assert fits(page)
    assert not serious(page)
    assert "0 of 1 won" in page.inner_text(".levels")
    assert "Play level 1" in page.inner_text("[data-do=play-next]")
    results = kept(page)["games"]["connect_four"]["results"]
    assert [(one["table"], one["beaten"], one["level"]) for one in results] == [
        (table["table"], 0, 2)
    ]

    with page.expect_download() as file:
        page.click("[data-do=export]")
    file.value.save_as(tmp_path / "mine.json")
    page.click("text=Forget …")
    page.click("text=Forget everything")
    page.wait_for_selector(".empty")
    assert not kept(page)["games"]
    (tmp_path / "other.json").write_text('{"format": "aicore-progress/1", "games": []}')
    page.set_input_files("#progress-file", tmp_path / "other.json")
    page.wait_for_selector("text=holds no progress that this page can read")
    for _ in range(2):  # the same file adds nothing
        page.set_input_files("#progress-file", tmp_path / "mine.json")
        page.wait_for_selector("text=was added to yours")
        assert len(kept(page)["games"]["connect_four"]["results"]) == 1

    page.click("[data-do=play-next]")  # the level comes from here, and only the level is sent
    page.wait_for_selector(".board svg")
    assert any('"level 1"' in one for one in sent)
    for private in ("beaten", "results", "aicore-progress"):
        assert not [one for one in sent if private in one]


def test_a_rating_finds_a_person_s_strength_and_its_error(visit: Any) -> None:
    found = visit().evaluate(RATED)
    assert found["off"] < 1.96
    assert found["errors"][0] == 2.5
    assert found["errors"][10] < 1.0
    assert 0.2 < found["errors"][-1] < 0.5  # people change, so it never is sure


def test_every_day_has_its_puzzle_and_none_comes_twice_before_all_came(visit: Any) -> None:
    games = [
        {"name": "relics", "puzzles": 7},
        {"name": "booster", "puzzles": 8},
        {"name": "pig", "puzzles": 0},
    ]
    page = visit()
    days = page.evaluate(DAYS, games)
    assert page.evaluate(DAYS, games[::-1]) == days  # in whatever order the games are listed
    first = datetime.date(2026, 1, 1)
    assert [one["day"] for one in days] == [
        str(first + datetime.timedelta(number)) for number in range(60)
    ]
    for name, count in (("relics", 7), ("booster", 8)):
        numbers = [one["number"] for one in days if one["game"] == name]
        assert len(numbers) == 30
        assert sorted(numbers[:count]) == list(range(1, count + 1))
    assert page.evaluate(STREAKS) == [3, 2, 0, 2, 0]


def test_a_solved_puzzle_plays_its_move_counts_and_offers_the_next(visit: Any) -> None:
    puzzle = load_puzzles("connect_four")[0]
    page = visit()
    page.click("[data-game=connect_four] button:has-text('Puzzles')")
    settled(page)
    before = page.inner_html(".board")
    page.fill("input[placeholder='Type a move']", puzzle.best)
    page.keyboard.press("Enter")
    page.wait_for_selector(".board[data-kind=solved]")
    assert page.inner_html(".board") != before
    assert page.inner_text("h1") == "Solved"
    assert "Solved" in page.inner_text(".praise")
    assert puzzle.theme in page.inner_text(".puzzle")
    solved = kept(page)["games"]["connect_four"]["puzzles"]
    assert [(one["number"], one["first"]) for one in solved] == [(1, True)]
    assert solved[0]["theme"] == puzzle.theme
    page.click("[data-do=next].main")
    page.wait_for_selector(".puzzle h2:has-text('Puzzle 2 of')")
    page.click("[data-do=solution]")  # not a puzzle that was solved, and the end of the run
    page.wait_for_selector(".board[data-kind=solved]")
    assert kept(page)["run"] == 0
    assert kept(page)["longest"] == 1
    assert len(kept(page)["games"]["connect_four"]["puzzles"]) == 1


def test_themes_are_kept_by_their_keys_and_shown_in_each_language(visit: Any) -> None:
    puzzle = load_puzzles("connect_four")[0]
    page = visit()
    page.click("nav button >> nth=-1")
    page.select_option("#setting-language", "de")
    page.click("dialog[open] button.main")
    page.click("[data-game=connect_four] button:has-text('Aufgaben')")
    settled(page)
    page.fill("input[placeholder='Zug eintippen']", puzzle.best)
    page.keyboard.press("Enter")
    page.wait_for_selector(".board[data-kind=solved]")
    solved = kept(page)["games"]["connect_four"]["puzzles"]
    assert [one["theme"] for one in solved] == [puzzle.theme]
    with speaking("de"):
        name = gettext(puzzle.theme)
    page.evaluate(FORMER_THEME)
    page.goto("/progress")
    assert page.inner_text(".puzzles-done .tags") == f"{name} \N{MULTIPLICATION SIGN} 1"


def test_a_solo_game_is_compared_with_computers_on_the_same_deal(visit: Any) -> None:
    page = visit()
    page.evaluate(SOLO)
    page.goto("/progress")
    card = page.inner_text("[data-game=ransom]")
    assert "120 best score" in card
    assert "the best computer got 110 on the same deal" in card
    assert "No computer did better on 1 of 1 deal" in card


def test_partners_are_no_opponents_and_cooperative_games_are_won_or_not(visit: Any) -> None:
    page = visit()
    for name, *game in (
        ("whist", [1, 0, 1, 0], [0, 1, 0, 1], 4),
        ("fire", [1, 1, 1], [0, 0, 0], 3),
        ("reef", [0.4, 0.4, 0.4], [0, 0, 0], 3),
    ):
        page.evaluate(TEAMS, [name, *game])
    games = kept(page)["games"]
    (whist,), (fire,), (reef,) = (games[name]["results"] for name in ("whist", "fire", "reef"))
    assert (whist["beaten"], whist["level"]) == (1, 2)
    assert (fire["beaten"], fire["level"]) == (1, None)
    assert (reef["beaten"], reef["level"], reef["score"]) == (None, None, 0.4)


def test_the_end_of_a_cooperative_game_is_no_draw(visit: Any) -> None:
    moods = visit().evaluate(
        ENDS,
        [
            {"end": {"shares": [0.4, 0.4], "scores": [4, 4], "teams": [0, 0]}},
            {"end": {"shares": [1, 1], "scores": [1, 1], "teams": [0, 0]}},
            {"end": {"shares": [0, 0], "scores": [0, 0], "teams": [0, 0]}},
            {"end": {"shares": [0.5, 0.5], "scores": [4, 4], "teams": [0, 1]}},
            {"end": {"shares": [1, 0, 1, 0], "scores": [1, 0, 1, 0], "teams": [0, 1, 0, 1]}},
        ],
    )
    assert moods == ["Game over.", "You win!", "Not this time.", "A draw.", "You win!"]


def test_a_game_continued_from_another_ones_position_is_not_kept_and_says_so(visit: Any) -> None:
    page = visit()
    assert page.evaluate(FORKED, 0) == "not rated: undo used"
    assert page.evaluate(FORKED, 4) == "not rated: continued from an earlier position"
    assert [one["table"] for one in kept(page)["games"]["pig"]["results"]] == ["t0"]


@pytest.mark.parametrize(("tool", "reason"), [("hint", "hint used"), ("undo", "undo used")])
def test_a_game_with_help_is_not_rated_and_says_so(visit: Any, tool: str, reason: str) -> None:
    page = visit()
    sit(page, "connect_four", ["me", "level 1"], seed="5")
    settled(page)
    assert "not rated" not in page.inner_text("main")
    if tool == "undo":
        click_choice(page, 0.5)
        settled(page)
        page.wait_for_selector("[data-do=undo]:enabled")
    page.click(f"[data-do={tool}]")
    page.wait_for_selector(f".facts:has-text('not rated: {reason}')")
    page.reload()
    page.wait_for_selector(f".facts:has-text('not rated: {reason}')")
    page.click("summary:has-text('More')")
    page.click("[data-do=resign]")
    page.click("[data-do=resign-yes]")
    page.wait_for_selector(f".end:has-text('Not rated: {reason}.')")
    (result,) = kept(page)["games"]["connect_four"]["results"]
    assert (result["beaten"], result["helped"]) == (0, True)
    page.goto("/progress")
    page.wait_for_selector("[data-game=connect_four] .levels")
    assert not page.query_selector(".strength")


def test_the_home_page_reads_the_progress_once(visit: Any) -> None:
    page = visit()
    page.add_init_script(
        """const read = Storage.prototype.getItem;
        Storage.prototype.getItem = function (key) {
          if (key === 'aicore.progress') globalThis.reads = (globalThis.reads ?? 0) + 1;
          return read.call(this, key);
        };"""
    )
    page.goto("/")
    page.wait_for_selector(".classics .card")
    page.wait_for_selector("[data-do=daily-deal]")
    assert page.evaluate("globalThis.reads") == 1
