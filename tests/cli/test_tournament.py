"""Tests of `aicore tournament` and its report on the command line."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import shutil
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest
from rich.console import Console

import aicore
from aicore.arena import optional_deps
from aicore.arena.report import ladder
from aicore.arena.store import Store
from aicore.arena.summary import summarize
from aicore.cli import live
from aicore.cli.tournament_live import Live
from aicore.core.record import read_records, replay
from kit.command import fails, run, works
from kit.tournaments import AICORE, Here, config_of

pytestmark = pytest.mark.usefixtures("here")


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """Return a tournament of three players, played once for all tests."""
    path = tmp_path_factory.mktemp("made") / "pig.tournament"
    works("tournament", "pig", "greedy", "script", "random", "--games", 30, "--jobs", 1,
          "--option", "target=20", "--seed", 0, "--file", path, "--quiet")  # fmt: skip
    return path


@pytest.fixture
def file(made, here):
    shutil.copy(made, here / "pig.tournament")
    return here / "pig.tournament"


def test_a_report_needs_no_file_of_a_player(here):
    """Figures are read from the tournament: the players need not be available."""
    (here / "first.py").write_text("def move(view, random):\n    return view.legal()[0]\n")
    asked = ["tournament", "tic_tac_toe", "./first.py", "random", "--games", "4", "--quiet"]
    works(*asked, "--jobs", 1)
    (here / "first.py").unlink()
    page = here / "page.html"
    told = [*AICORE, "tournament", "report", "tic_tac_toe.tournament", "--html", str(page)]
    shown = subprocess.run(told, capture_output=True, text=True)
    assert shown.returncode == 0, shown.stderr
    assert "first" in shown.stdout
    assert page.exists()


def test_a_tournament_is_played_and_kept(here):
    text = works("tournament", "pig", "greedy", "random", "--games", 8, "--option", "target=10")
    assert "pig, 2 seats: round-robin, 2 players, 8 games" in text
    assert "not 8" not in text
    assert "saved in pig.tournament" in text
    assert "Ladder" in text
    assert max(map(len, text.splitlines())) <= 80
    assert works("tournament", "pig", "random", "random", "--games", 2, "--quiet") == ""
    assert (here / "pig-2.tournament").exists()


def test_games_are_rounded_up_with_a_reason(here):
    text = works("tournament", "pig", "greedy", "random", "script", "--games", 8, "--jobs", 1,
                 "--option", "target=10")  # fmt: skip
    assert "rounded up from 8: rounds of 6 give each player each seat equally often" in text
    assert "planned: 12 games; rounds of 6 give each player each seat equally often" in text


def test_solo_and_tests(here):
    text = works("tournament", "ransom", "script", "random", "--games", 8, "--jobs", 1,
                 "--seed", 1)  # fmt: skip
    assert "everyone on the same deals" in text
    assert "Paired score differences" in text
    assert "script over random: +" in text
    text = works("tournament", "pig", "greedy", "random", "--sprt", "0,60", "--jobs", 1)
    assert "greedy over random, accepted: 60 Elo stronger (logistic)" in text
    assert "pairs with 0, ½, 1, 1½, 2 points" in text


def test_report(file):
    text = works("tournament", "report", file)
    for words in (
        "Ladder",
        "Who beats whom",
        "seat 0:",
        "length:",
        "when somebody reaches the target",
        "decisions a second",
    ):
        assert words in text
    assert max(map(len, text.splitlines())) <= 80


def test_csv_and_json(file, here):
    rows = list(csv.DictReader(io.StringIO(works("tournament", "report", file, "--csv", "-"))))
    assert [row["player"] for row in rows][-1] == "random"
    assert float(rows[0]["elo_low"]) < float(rows[0]["elo"]) < float(rows[0]["elo_high"])
    figures = json.loads(works("tournament", "report", file, "--json", "-"))
    assert figures["games"] == 30
    assert figures["finished"]
    assert {one["name"] for one in figures["players"]} == {"greedy", "script", "random"}
    assert "written: x.csv" in works("tournament", "report", file, "--csv", "x.csv")
    assert (here / "x.csv").read_text().startswith("player,games,")


def test_an_anchor_rates_all_others(file):
    text = works("tournament", "report", file, "--anchor", "script=1500")
    assert "Elo and intervals are differences from script, which has 1500" in text
    assert re.search(r"^  \d  script +1500 +- ", text, re.MULTILINE)
    figures = json.loads(works("tournament", "report", file, "--json", "-", "--anchor", "script=0"))
    assert figures["anchor"] == ["script", 0.0]
    elo = {one["name"]: one["elo"] for one in figures["players"]}
    assert elo["script"] == 0.0
    free = json.loads(works("tournament", "report", file, "--json", "-"))
    for one in free["players"]:
        assert elo[one["name"]] == pytest.approx(one["elo"] - free["players"][1]["elo"])
    works("tournament", "report", file, "--html", "page.html", "--anchor", "script=1500", "--quiet")
    assert "Elo (script = 1500)" in Path("page.html").read_text()
    assert 'Did you mean "script"' in fails("tournament", "report", file, "--anchor", "skript=0")
    assert "Write --anchor NAME=1500" in fails("tournament", "report", file, "--anchor", "script")
    works("tournament", "kuhn_poker", "random", "script", "--games", 2, "--file", "k", "--quiet")
    assert "have no Elo" in fails("tournament", "report", "k", "--anchor", "random=0")
    asked = ["tournament", "pig", "random", "greedy", "--games", 2, "--jobs", 1, "--file", "n"]
    assert 'there is no player of this tournament "x"' in fails(*asked, "--anchor", "x=1")
    assert "which has 7" in works(*asked, "--anchor", "greedy=7")


def test_wins_draws_and_losses_add_up(here):
    works("tournament", "tic_tac_toe", "random", "greedy", "script", "--games", 60, "--jobs", 1,
          "--seed", 1, "--file", "t", "--quiet")  # fmt: skip
    figures = json.loads(works("tournament", "report", "t", "--json", "-"))
    with Store.open("t") as store:
        results = [(json.loads(row.seating), json.loads(row.returns)) for row in store.games()]
    for k, one in enumerate(figures["players"]):
        mine = [returns[seating.index(k)] for seating, returns in results if k in seating]
        assert (one["wins"], one["draws"], one["losses"]) == tuple(
            mine.count(value) for value in (1.0, 0.5, 0.0)
        )
        assert one["games"] == one["wins"] + one["draws"] + one["losses"]
        for j in range(3):
            met = [returns[seating.index(k)] for seating, returns in results
                   if {k, j} == set(seating) and k != j]  # fmt: skip
            assert figures["records"][k][j] == [met.count(value) for value in (1.0, 0.5, 0.0)]
    assert any(one["draws"] for one in figures["players"])
    rows = list(csv.DictReader(io.StringIO(works("tournament", "report", "t", "--cross-csv", "-"))))
    assert len(rows) == 6
    for row in rows:
        k, j = (next(n for n, one in enumerate(figures["players"]) if one["name"] == row[name])
                for name in ("player", "opponent"))  # fmt: skip
        assert [float(row[n]) for n in ("wins", "draws", "losses")] == figures["records"][k][j]
        assert float(row["stronger"]) == pytest.approx(figures["superior"][k][j])
        assert float(row["elo_low"]) < float(row["elo"]) < float(row["elo_high"])


def test_normalized_elo_by_hand(here):
    """Pairs with 0, ½ and 1 of the points: the mean less ½, over the spread of a single game."""
    works("tournament", "pig", "greedy", "random", "--games", 60, "--jobs", 1, "--seed", 1,
          "--file", "t", "--quiet")  # fmt: skip
    figures = json.loads(works("tournament", "report", "t", "--json", "-"))
    with Store.open("t") as store:
        rows = list(store.games())
    shares = [
        sum(json.loads(row.returns)[json.loads(row.seating).index(0)] for row in pair) / 2
        for pair in zip(rows[::2], rows[1::2], strict=True)
    ]
    mean = sum(shares) / len(shares)
    variance = sum((share - mean) ** 2 for share in shares) / len(shares)
    by_hand = 800 / math.log(10) * (mean - 0.5) / math.sqrt(2 * variance)
    assert figures["normalized"]["value"] == pytest.approx(by_hand)
    assert figures["normalized"]["low"] < by_hand < figures["normalized"]["high"]


def test_forfeits_on_time_are_counted_apart(here):
    config = config_of("pig", ["random", "random"], games=2)
    with Store.create("t", config) as store:
        forfeit = {"returns": None, "end": None, "reason": "late"}
        first, second = Here(config).play(0)
        store.add([
            first._replace(**forfeit, loser=0, kind="time"),
            second._replace(**forfeit, loser=1, kind="crash"),
        ])  # fmt: skip
    text = works("tournament", "report", "t")
    assert "forfeits" in text
    assert "2 (1 on time)" in text


def test_many_players_have_a_table_in_parts(here):
    works("tournament", "tic_tac_toe", *["random"] * 12, "--games", 1, "--jobs", 1, "--file", "t",
          "--quiet")  # fmt: skip
    text = works("tournament", "report", "t")
    assert max(map(len, text.splitlines())) <= 80
    assert "too many players" not in text
    for title in ("Who beats whom: share", "Likelihood of being stronger than the column's player"):
        part = text.split(title)[1].split("\n\n")
        assert " 9" in part[0].splitlines()[1]
        assert "10  11  12" in re.sub(" +", "  ", part[1].splitlines()[0])


def test_records_have_the_record_format(file, here):
    works("tournament", "report", file, "--records", "games.jsonl", "--quiet")
    records = list(read_records(here / "games.jsonl"))
    assert len(records) == 30
    for record in records:
        list(replay(record))
    assert "Pig" in works("replay", here / "games.jsonl", "--game", 30)


class Page(HTMLParser):
    """Parser that collects the parts of a page."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.links = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.links += [value for name, value in attrs if name in ("src", "href", "srcset")]
        if tag not in ("meta", "circle", "line", "rect", "wbr"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if self.open[-1:] == [tag]:
            self.open.pop()


def test_the_page_is_self_contained(file, here):
    works("tournament", "report", file, "--html", "page.html", "--quiet")
    text = (here / "page.html").read_text()
    page = Page()
    page.feed(text)
    assert page.open == []  # every tag is closed
    assert page.links == []
    assert "script" not in page.tags
    assert "http:" not in text
    assert "https:" not in text
    assert page.tags.count("svg") == 3  # ladder, scores, lengths
    assert len(text) < 100_000
    for words in ("Ladder", "Who beats whom", "Scores", "events in a game", "Configuration"):
        assert words in text


def test_the_page_escapes_the_names_of_players(here):
    engine = f"engine:{sys.executable} -c '1 < 2 > \"<b>\"'"
    works("tournament", "pig", engine, "random", "--games", 2, "--quiet", "--jobs", 1)
    works("tournament", "report", "pig.tournament", "--html", "page.html", "--quiet")
    text = (here / "page.html").read_text()
    assert "<b>" not in text.replace("<p><b>", "")
    assert "&lt;b&gt;" in text
    assert "Forfeits" in text


@pytest.mark.parametrize(
    ("name", "specs"),
    [("trader", ["random"]), ("ransom", ["script", "random"]), ("pig", ["random"] * 2)],
)
def test_pages_of_all_kinds(here, name, specs):
    works("tournament", name, *specs, "--games", 4, "--quiet", "--jobs", 1, "--file", "t")
    works("tournament", "report", "t", "--html", "page.html")
    assert "NaN" not in (here / "page.html").read_text()
    assert "nan" not in (here / "page.html").read_text()


# Scripts


def lines_of(*args):
    result = run("tournament", *args, "--json-lines", "--jobs", 1)
    return [json.loads(line) for line in result.stdout.splitlines()], result.exit_code


def test_exit_codes_give_the_decision_of_a_test(here):
    def code(*args):
        return run("tournament", "pig", *args, "--quiet", "--jobs", 1, "--seed", 1).exit_code

    assert code("greedy", "random", "--sprt", "0,60") == 0  # accepted
    assert code("random", "greedy", "--sprt", "0,60") == 1  # rejected
    assert code("random", "random", "--sprt", "0,60", "--games", 4) == 3  # undecided
    assert code("random", "random", "--sprt", "60,0") == 2
    assert code("random", "greedy", "--games", 4) == 0
    assert run("tournament", "--resume", "pig-2.tournament", "--quiet").exit_code == 1


def test_lines_of_json_report_every_game(here):
    asked = ["pig", "greedy", "random", "script", "--games", 12, "--option", "target=20"]
    events, code = lines_of(*asked, "--seed", 1)
    assert [event["event"] for event in events] == ["start", *["game"] * 12, "end"]
    assert events[0]["planned"] == 12
    assert events[0]["players"] == ["greedy", "random", "script"]
    with Store.open("pig.tournament") as store:
        played = {(row.block, row.game): json.loads(row.returns) for row in store.games()}
        figures = summarize(store)
    assert {(one["block"], one["game"]): one["returns"] for one in events[1:-1]} == played
    end = events[-1]
    assert (end["exit"], code, end["finished"], end["decided"]) == (0, 0, True, None)
    assert [one["name"] for one in end["players"]] == [
        figures.players[k].name for k in figures.ladder()
    ]
    events, code = lines_of("pig", "greedy", "random", "--sprt", "0,60", "--seed", 1)
    assert (events[-1]["decided"], events[-1]["exit"], code) == ("elo1", 0, 0)


def test_lines_of_json_end_with_an_interruption(here, monkeypatch):
    def interrupted(store, backend, watch):
        raise KeyboardInterrupt

    monkeypatch.setattr("aicore.cli.tournament.play", interrupted)
    events, code = lines_of("pig", "greedy", "random", "--games", 4)
    assert code == events[-1]["exit"] == 130
    assert (events[-1]["event"], events[-1]["finished"]) == ("end", False)


def test_a_pipe_gets_a_line_now_and_then(here, monkeypatch):
    monkeypatch.setattr(live, "FIRST", 0.0)
    monkeypatch.setattr(live, "LONGEST", 0.0)
    asked = ["pig", "greedy", "random", "--games", 200, "--option", "target=20", "--jobs", 1]
    shown = works("tournament", *asked)
    line = r"^  \d+ of 200 games \(\d+ %\), \S+, 0:\d\d left; greedy \+\d+, random -\d+$"
    assert re.search(line, shown, re.MULTILINE)
    assert works("tournament", *asked, "--quiet") == ""
    events, _ = lines_of(*asked[:-2])
    progress = [event for event in events if event["event"] == "progress"]
    assert progress[-1]["games"] <= progress[-1]["planned"] == 200
    test = works("tournament", "pig", "greedy", "random", "--sprt", "0,60", "--jobs", 1)
    assert re.search(r"^  \d+ games, \S+, LLR \S+ \(-2.94 to 2.94\)$", test, re.MULTILINE)


def test_a_dry_run_lists_the_games_and_saves_nothing(here, file):
    before = (here / "pig.tournament").read_bytes()
    shown = works("tournament", "pig", "greedy", "script", "random", "--games", 42, "--dry-run",
                  "--jobs", 2)  # fmt: skip
    assert re.search(r"^  greedy - random +7 +14$", shown, re.MULTILINE)
    assert "42 games in all" in shown
    assert re.search(r"time: .* for these games with 2 jobs, by 9 sample games", shown)
    shown = works("tournament", "--resume", file, "--add", "flat:sims=2", "--dry-run")
    assert re.search(r"^  greedy - flat:sims=2 +5 +10$", shown, re.MULTILINE)
    assert "greedy - random" not in shown
    assert "30 games in all" in shown
    shown = works("tournament", "pig", "greedy", "random", "--sprt", "0,9", "--dry-run")
    assert "for 1,000 games with" in shown
    events, _ = lines_of("pig", "greedy", "random", "--games", 4, "--dry-run")
    assert events[0]["line_ups"] == [{"players": "greedy - random", "deals": 2, "games": 4}]
    words = ("tournament", "pig", "greedy", "random", "--dry-run", "--file", file)
    assert "already exists: continue it with --resume" in fails(*words)
    assert [path.name for path in here.iterdir()] == ["pig.tournament"]
    assert (here / "pig.tournament").read_bytes() == before


@pytest.mark.parametrize("page", ["nowhere/page.html", "pig.tournament"])
def test_a_page_that_must_not_be_written_leaves_no_tournament(here, page):
    words = ("tournament", "pig", "greedy", "random", "--games", 2, "--jobs", 1, "--html", page)
    assert f"--html {page} was not written" in fails(*words)
    assert list(here.iterdir()) == []


# Resuming


def test_resume_finished(file):
    assert "Ladder" in works("tournament", "--resume", file)
    assert "Ladder" in works("tournament", "--resume", file, "pig", "greedy", "script", "random",
                             "--games", 30, "--option", "target=20")  # fmt: skip


def test_resume_refuses_other_settings(file):
    assert "seed 0, not 5" in fails("tournament", "--resume", file, "--seed", 5)
    assert "5 rounds are planned already, and a round has 6 games. Ask for 30" in fails(
        "tournament", "--resume", file, "--games", 20
    )
    assert "format round-robin, not gauntlet" in fails(
        "tournament", "--resume", file, "--format", "gauntlet"
    )
    output = fails("tournament", "--resume", file, "pig", "greedy", "random", "random")
    assert "player 2 script, not random" in output
    assert "was started with move time" in fails("tournament", "--resume", file, "--move-time", 1)
    assert "game pig, not kuhn_poker" in fails(
        "tournament", "--resume", file, "kuhn_poker", "greedy", "script", "random"
    )
    assert "target" in fails("tournament", "--resume", file, "--option", "target=30")


def test_resume_refuses_other_rules(file, monkeypatch):
    monkeypatch.setattr("aicore.cli.tournament.rules_digest", lambda game: "0" * 16)
    assert "rules digest" in fails("tournament", "--resume", file)


# Errors


def test_errors(here, file):
    assert "missing argument 'GAME'" in fails("tournament")
    assert "at least two players" in fails("tournament", "pig")
    assert "at least two players" in fails("tournament", "pig", "random")
    assert 'there is no game "pog". Did you mean "pig"?' in fails(
        "tournament", "pog", "random", "random"
    )
    assert 'Did you mean "random"' in fails("tournament", "pig", "randem", "random")
    assert "people play with" in fails("tournament", "pig", "human", "random")
    assert "Write two numbers" in fails("tournament", "pig", "random", "random", "--sprt", "5")
    assert "lower one first" in fails("tournament", "pig", "random", "random", "--sprt", "5,0")
    assert "between -4000 and 4000" in fails(
        "tournament", "pig", "random", "random", "--sprt", "0,5000"
    )
    assert "compares two players, not 3" in fails(
        "tournament", "pig", *["random"] * 3, "--sprt", "0,5"
    )
    assert "--format cannot be used with --sprt" in fails(
        "tournament", "pig", "random", "random", "--sprt", "0,5", "--format", "gauntlet"
    )
    assert "--elo sets" in fails("tournament", "pig", "random", "random", "--elo", "normalized")
    assert "already exists: continue it with --resume" in fails(
        "tournament", "pig", "random", "random", "--file", file
    )
    assert "--file cannot be used with --resume" in fails(
        "tournament", "--file", file, "--resume", file
    )
    assert "No such file" in fails("tournament", "--resume", "nothing")
    assert "No such file" in fails("tournament", "report", "nothing")
    assert "No such file" in fails("tournament", "pig", "random", "random", "--file", "no/where")
    (here / "text").write_text("hello")
    assert "not a tournament file" in fails("tournament", "report", "text")
    assert "--jobs cannot be used with --cluster" in fails(
        "tournament", "pig", "random", "random", "--cluster", "tcp://x:1", "--jobs", 2
    )
    assert "no executable program" in fails("tournament", "pig", "engine:./none", "random")
    assert not list(here.glob("*.tournament-*"))


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setattr(optional_deps, "find_spec", lambda name: None)
    output = fails("tournament", "pig", "random", "random", "--cluster", "tcp://x:1")
    assert output == (
        "`--cluster` needs the package `distributed`: pip install 'aicore-tabletop[cluster]'"
    )


def test_live_progress_in_a_terminal(here):
    pexpect = pytest.importorskip("pexpect")
    command = f"{sys.executable} -m aicore tournament booster greedy random --games 100 --jobs 1"
    child = pexpect.spawn(command, dimensions=(30, 90), encoding="utf-8", timeout=60)
    child.expect(r"\d+ of 100 games \(\d+ %\).*left")
    child.expect("Elo")
    child.expect("Who beats whom")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


# Engines


def test_engine_and_compliance_commands(here):
    asked = '{"id":1,"type":"hello"}\nnonsense\n{"id":2,"type":"quit"}\n'
    result = run("engine", "greedy:samples=2", input=asked)
    assert result.exit_code == 0
    ready, error = (json.loads(line) for line in result.stdout.splitlines())
    assert ready["name"] == "aicore greedy:samples=2"
    assert error["id"] is None
    assert 'Did you mean "random"' in fails("engine", "randem")
    assert "cannot run as an engine" in fails("engine", "human")
    assert "no executable program" in fails("compliance", "./nothing")
    assert "no game" in fails("compliance", "--game", "chess", sys.executable)
    result = run("compliance", "--move-time", 0.1, sys.executable, "-c", "pass")
    assert result.exit_code == 1
    assert "FAIL introduces itself" in result.stdout
    ours = [sys.executable, "-m", "aicore", "engine", "random"]
    text = works("compliance", "--game", "kuhn_poker", *ours)
    assert "the program follows the protocol" in text
    assert len(re.findall(r"^  ok", text, re.MULTILINE)) == 9


def test_python_m_aicore():
    done = subprocess.run(
        [sys.executable, "-m", "aicore", "--version"], capture_output=True, text=True
    )
    assert done.stdout.startswith("aicore ")
    assert aicore.names()


def test_a_report_of_a_running_tournament(here):
    command = [sys.executable, "-m", "aicore", "tournament", "booster", "random", "random",
               "--games", "1000000", "--jobs", "1", "--quiet", "--file", "t"]  # fmt: skip
    process = subprocess.Popen(command)
    try:
        deadline = time.monotonic() + 60
        text = ""
        while "Ladder" not in text and time.monotonic() < deadline:
            time.sleep(0.3)
            if (here / "t").exists():
                text = works("tournament", "report", "t")
        assert re.search(r"unfinished: [\d,]+ games of 1,000,000", text)
    finally:
        process.kill()
        process.wait()
    works("tournament", "report", "t", "--html", "t.html", "--quiet")
    page = (here / "t.html").read_text()
    assert "Unfinished" in page
    with Store.open(here / "t", read_only=True) as store:  # the seed would reveal the deals to come
        assert store.config.seed not in page + works("tournament", "report", "t", "--json", "-")


def test_the_seed_is_shown_and_escaped_once_all_is_played(here):
    seed = "<b>bold</b>"
    works("tournament", "pig", "random", "random", "--games", 2, "--quiet", "--seed", seed)
    works("tournament", "report", "pig.tournament", "--html", "t.html", "--quiet")
    assert "seed &lt;b&gt;bold&lt;/b&gt;" in (here / "t.html").read_text()
    assert seed not in (here / "t.html").read_text()


def test_few_blocks_have_no_intervals_of_means(here):
    works("tournament", "pig", "random", "random", "--games", 4, "--quiet", "--jobs", 1)
    figures = json.loads(works("tournament", "report", "pig.tournament", "--json", "-"))
    assert figures["seats"][0]["value"] is not None
    assert figures["seats"][0]["low"] is None


def test_the_live_table_matches_the_report(here):
    """Blocks may arrive in any order, and the last one counts too."""
    config = config_of("pig", ["greedy", "random", "script"], games=60)
    table = Here(config)
    blocks = [table.play(number) for number in table.plan.numbers()]
    console = Console(file=io.StringIO(), width=80, force_terminal=True, color_system=None)
    with Store.create("t", config) as store:
        live = Live(console, store, quiet=False)
        for rows in reversed(blocks):
            store.add(rows)
            live.watch([rows])
        store.commit()
        assert live.standing.reader.blocks == len(blocks)
        console.print(live._make_ladder(live.standing))
        lines = [line.split() for line in console.file.getvalue().splitlines() if line.strip()]
        rows = ladder(summarize(store)).rows
    rows = [[cell or "-" for cell in row] for row in rows]
    assert lines[1:] == [" ".join(row).split() for row in rows]
