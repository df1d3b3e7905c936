"""Tests of tournament files: no played game is lost, and nothing is started or replaced unasked."""

from __future__ import annotations

import dataclasses
import errno
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time

import pytest

import aicore
from aicore.arena import store as store_module
from aicore.arena import workers as workers_module
from aicore.arena.errors import StoreError
from aicore.arena.plan import Plan, configure
from aicore.arena.store import Store, TakenError
from aicore.arena.tournament import run as run_tournament
from aicore.arena.workers import Workers
from aicore.cli.tournament import _begin
from aicore.core.errors import AicoreError
from kit.command import fails, works
from kit.tournaments import AICORE, Here, config_of, count

pytestmark = pytest.mark.usefixtures("here")


# New files


GIVEN = dict.fromkeys(
    [
        "games",
        "format",
        "sprt",
        "elo",
        "seats",
        "seed",
        "options",
        "move_time",
        "luck",
        "rounds",
        "team",
        "openings",
        "drawn",
        "adjudicate",
        "clock",
    ]
)


def test_tournaments_that_begin_together_have_a_file_each(here):
    """Without the exclusive step most of them lost their file."""
    together = threading.Barrier(8)
    paths, troubles = [], []

    def begin():
        together.wait()
        try:
            with _begin(None, "pig", ("random", "random"), {**GIVEN, "games": 2}) as store:
                paths.append(store.path)
                run_tournament(store, Here(store.config))
        except AicoreError as error:
            troubles.append(error)

    threads = [threading.Thread(target=begin) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert troubles == []
    assert len(set(paths)) == 8
    assert sorted(path.name for path in here.iterdir()) == sorted(map(str, paths))
    assert {count(path) for path in paths} == {2}


@pytest.mark.parametrize("links", [True, False])
def test_a_named_file_is_made_once(here, monkeypatch, links):
    if not links:

        def refuse(*_):
            raise OSError(errno.EPERM, "Operation not permitted")

        monkeypatch.setattr(os, "link", refuse)
    config = config_of("pig", ["random", "random"])
    Store.create(here / "t", config).close()
    before = (here / "t").read_bytes()
    monkeypatch.setattr(store_module.Path, "exists", lambda path: False)  # it appears only now
    with pytest.raises(TakenError, match="t already exists: continue it with --resume"):
        Store.create(here / "t", config)
    assert (here / "t").read_bytes() == before
    assert [path.name for path in here.iterdir()] == ["t"]


def test_leftovers_of_an_earlier_file_are_not_used_in_a_new_one(here):
    (here / "t-wal").write_bytes(b"log")
    with pytest.raises(StoreError, match="t-wal is left over from an earlier file"):
        Store.create(here / "t", config_of("pig", ["random", "random"]))
    assert not (here / "t").exists()


def test_a_seed_is_a_text_and_drawn_if_not_given(here):
    works("tournament", "pig", "random", "random", "--games", 2, "--quiet", "--jobs", 1)
    works("tournament", "pig", "random", "random", "--games", 2, "--quiet", "--jobs", 1)
    with Store.open("pig.tournament") as one, Store.open("pig-2.tournament") as two:
        seeds = one.config.seed, two.config.seed
    assert seeds[0] != seeds[1]
    assert all(len(seed) == 32 and int(seed, 16) for seed in seeds)
    works("tournament", "pig", "random", "random", "--games", 2, "--quiet", "--jobs", 1,
          "--seed", "spring cup", "--file", "t")  # fmt: skip
    works("tournament", "--resume", "t", "--seed", "spring cup")
    assert "seed spring cup, not autumn" in fails("tournament", "--resume", "t", "--seed", "autumn")
    assert "--seed needs" in fails("tournament", "pig", "random", "random", "--seed", "")
    output = fails("tournament", "pig", "random", "random", "--seed", "a\nb", "--file", "u")
    assert "seed a b must have 1 to 200 printable characters" in output


# File contents after a crash


SLOW = """
import sys, time
from pathlib import Path
from aicore.players import PLAYERS
from aicore.players.random import Random

class Slow(Random):
    NAME = "slow"
    begun = 0

    def ready(self, *seat):
        Slow.begun += 1

    def decide(self, view, progress=None):
        if Slow.begun > 20:
            Path("asleep").touch()
            time.sleep(600)
        return super().decide(view)

PLAYERS["slow"] = (__name__, "Slow")
sys.modules.setdefault("slow", sys.modules[__name__])
if __name__ == "__main__":
    from aicore.cli import main
    main(["tournament", "pig", "slow", "random", "--file", "t", "--jobs", "1", "--quiet"])
"""


def test_played_games_are_saved_while_the_next_one_takes_long(here):
    """The program is killed in a decision that takes minutes, after twenty quick games."""
    (here / "slow.py").write_text(SLOW)
    process = subprocess.Popen([sys.executable, "slow.py"], cwd=here)
    try:
        deadline = time.monotonic() + 60
        while not (here / "asleep").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        while count(here / "t") < 20 and time.monotonic() < deadline:
            time.sleep(0.05)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    with Store.open(here / "t") as store:
        assert store.done() == dict.fromkeys(range(10), 2)
        assert len(list(store.games())) == 20


def test_pending_games_are_committed_even_if_no_others_arrive(here):
    config = config_of("pig", ["random", "random"])
    with Store.create(here / "t", config) as store:
        store.commit()
        store.add(Here(config).play(0))
        assert count(here / "t") == 0  # not yet
        store._committed -= 10
        store.add([])
        assert count(here / "t") == 2


def test_an_error_does_not_lose_other_games(here, monkeypatch):
    """Results that arrive together with an error are stored before it is raised."""
    config = config_of("pig", ["random", "random"], games=40)
    workers = Workers(config, 1)
    block = Plan.block

    def some(plan, number, first=0):
        found = block(plan, number, first)
        return found if number < 5 else dataclasses.replace(found, players=((7, 7), (7, 7)))

    monkeypatch.setattr(Plan, "block", some)
    with (
        pytest.raises(AicoreError, match="block 5 cannot be played"),
        Store.create(here / "t", config) as store,
    ):
        run_tournament(store, workers)
    with Store.open(here / "t") as store:
        assert store.done() == dict.fromkeys(range(5), 2)


def test_workers_are_not_given_the_seed(here, monkeypatch):
    given = []
    config = config_of("pig", ["random", "random"], seed="secret")
    monkeypatch.setattr(workers_module.multiprocessing, "get_context", lambda kind: Spy(given))
    with pytest.raises(NotImplementedError):
        list(Workers(config, 1).run(map(Plan(config).block, range(1))))
    assert given[0].seed == ""
    assert dataclasses.replace(given[0], seed="secret") == config


class Spy:
    """Stand-in for multiprocessing that records what a process would be given."""

    def __init__(self, messages):
        self.messages = messages

    def RawArray(self, *_):
        return []

    def Pipe(self):
        return None, None

    def Process(self, target, args, name, daemon):
        self.messages.append(args[1])
        raise NotImplementedError


def test_only_decisions_are_timed(here, monkeypatch):
    """A player that takes long to get ready is not stopped with its worker."""
    monkeypatch.setattr(workers_module, "GRACE", 0.05)
    monkeypatch.setattr(workers_module, "TICK", 0.05)
    (here / "late.py").write_text(LATE)
    monkeypatch.syspath_prepend(str(here))
    monkeypatch.setenv("PYTHONPATH", str(here))
    monkeypatch.setitem(aicore.players.PLAYERS, "late", ("late", "Late"))
    monkeypatch.setattr(workers_module, "_work", __import__("late").work)
    config = config_of("pig", ["late", "random"], games=2, move_time=0.15)
    with Store.create(here / "t", config) as store:
        run_tournament(store, Workers(config, 1))
        assert store.notes() == []
        assert {row.loser for row in store.games()} == {None}


LATE = """
import time
from aicore.players import PLAYERS
from aicore.players.random import Random

class Late(Random):
    NAME = "late"

    def ready(self, *seat):
        time.sleep(0.6)

def work(*given):
    from aicore.arena.workers import _work
    PLAYERS["late"] = ("late", "Late")
    _work(*given)
"""


# Reports never replace results


@pytest.mark.parametrize("option", ["--html", "--csv", "--json", "--records"])
def test_files_with_results_are_not_replaced(file, here, option):
    works("tournament", "report", file, "--records", "games.jsonl", "--quiet")
    shutil.copy(file, "other")
    os.link(file, "link")
    os.symlink("pig.tournament", "sym")
    (here / "spaced.jsonl").write_text('\n  { "format": "aicore-record/1"}\n')
    (here / "log").write_bytes(b"\x37\x7f\x06\x82 and more")
    names = ["pig.tournament", "./pig.tournament", str(file), "link", "sym", "other", "games.jsonl",
             "spaced.jsonl", "log", "pig.tournament-wal", "pig.tournament-shm", "."]  # fmt: skip
    before = {path.name: path.read_bytes() for path in here.iterdir()}
    for name in names:
        second = "--csv" if option != "--csv" else "--json"
        output = fails("tournament", "report", file, second, "new", option, name)
        assert output.startswith(f"{option} {name} was not written: ")
        assert len(output) < 300
    assert {path.name: path.read_bytes() for path in here.iterdir()} == before
    assert "both write to x" in fails("tournament", "report", file, "--csv", "x", "--html", "./x")
    assert "its folder does not exist" in fails("tournament", "report", file, option, "no/where")


def test_an_earlier_page_is_replaced_in_one_step(file, here, monkeypatch):
    (here / "page").write_text("an earlier page")
    (here / "page").chmod(0o640)
    (here / "table").write_text("an earlier table")
    (here / "way").symlink_to("page")
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE games SET record = x'00' WHERE block = 3")
    connection.close()
    output = fails(
        "tournament", "report", file, "--html", "way", "--csv", "table", "--records", "new"
    )
    assert "pig.tournament is damaged: block 3, game 0 has no record" in output
    assert (here / "page").read_text() == "an earlier page"
    assert (here / "table").read_text() == "an earlier table"
    assert sorted(path.name for path in here.iterdir()) == [
        "page",
        "pig.tournament",
        "table",
        "way",
    ]
    works("tournament", "report", file, "--html", "way", "--csv", "table", "--quiet")
    page = (here / "page").read_text()
    assert page.startswith("<!doctype html>")
    assert "Content-Security-Policy" in page
    assert "default-src &#x27;none&#x27;" in page
    assert (here / "page").stat().st_mode & 0o777 == 0o640
    assert (here / "way").is_symlink()
    assert (here / "table").read_text().startswith("player,games,")


FULL = """
import resource
from aicore.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))  # as on a full disk
main(prog_name="aicore")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_a_report_cut_short_by_a_full_disk_replaces_nothing(file, here):
    (here / "table").write_text("an earlier table")
    before = sorted(path.name for path in here.iterdir())
    words = ["tournament", "report", str(file), "--csv", "table", "--html", "page"]
    done = subprocess.run([sys.executable, "-c", FULL, *words], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, "Error: page: File too large\n")
    assert (here / "table").read_text() == "an earlier table"
    assert sorted(path.name for path in here.iterdir()) == before


@pytest.mark.skipif(sys.platform != "linux", reason="names of Linux")
def test_pipes_and_devices_are_written_in_place(file, here):
    works("tournament", "report", file, "--html", "/dev/null", "--quiet")
    command = [*AICORE, "tournament", "report", str(file), "--csv", "/dev/stdout"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("player,games,")
    assert "Ladder" not in done.stdout
    with (here / "out").open("w") as out:  # the stream is a file: it is not replaced
        subprocess.run(command, stdout=out, check=True)
    assert (here / "out").read_text() == done.stdout
    os.mkfifo("pipe")
    reader = subprocess.Popen(["cat", "pipe"], stdout=subprocess.PIPE, text=True)
    works("tournament", "report", file, "--records", "pipe", "--quiet")
    assert reader.communicate(timeout=30)[0].count("aicore-record/") == 24
    output = fails("tournament", "report", file, "--html", "/dev/full")
    assert output == "/dev/full: No space left on device"


# Programs that a file names


@pytest.fixture
def with_engine(here):
    """Return a new tournament with an engine that leaves a mark when it is started."""
    (here / "mark.py").write_text("open('started', 'w')")
    command = f"{sys.executable} mark.py"
    config = configure(aicore.load("pig"), [f"engine:{command}", "random"], games=2)
    Store.create("t", config).close()
    (here / "started").unlink(missing_ok=True)
    return command


def test_no_program_is_started_because_a_file_says_so(here, with_engine):
    output = fails("tournament", "--resume", "t", "--jobs", 1)
    assert output.startswith("t runs programs on this computer, such as ")
    assert "Add --trust if" in output
    output = fails("tournament", "--resume", "t", "pig", "random", "random")
    assert "Add --trust if" in output
    assert not (here / "started").exists()
    works("tournament", "--resume", "t", "--jobs", 1, "--quiet", "--trust-engines")
    assert (here / "started").exists()
    works("tournament", "--resume", "t")  # nothing is started any longer


@pytest.mark.parametrize("digest", ["", "#0123456789ab"])
def test_no_file_is_read_because_a_tournament_says_so(here, digest):
    (here / "secret").write_text("hidden")
    config = configure(aicore.load("pig"), ["random", "random"], games=2)
    players = (f"mcts:sims=5,net=secret{digest}", "random")
    Store.create("t", dataclasses.replace(config, players=players)).close()
    output = fails("tournament", "--resume", "t", "--jobs", 1)
    assert output == "t reads files on this computer, such as 'secret'. Add --trust if you trust it"
    for words in (["--trust"], ["pig", "mcts:sims=5,net=secret", "random"]):
        assert "net" in fails("tournament", "--resume", "t", "--jobs", 1, *words)
    config = dataclasses.replace(config, game="relics", options={"data": "secret"})
    Store.create("u", config).close()
    assert "reads files on this computer, such as 'secret'" in fails("tournament", "--resume", "u")


def test_a_command_line_that_names_the_programs_allows_them(here, with_engine):
    works("tournament", "--resume", "t", "pig", f"engine:{with_engine}", "random", "--quiet",
          "--jobs", 1)  # fmt: skip
    assert (here / "started").exists()
    works("tournament", "pig", "random", "random", "--games", 2, "--quiet", "--trust-engines")


@pytest.mark.parametrize(
    ("answer", "started"),
    [
        ("n", False),
        *(pytest.param(*one, marks=pytest.mark.slow) for one in (("", False), ("y", True))),
    ],
)
def test_on_a_terminal_it_asks(here, with_engine, answer, started):
    pexpect = pytest.importorskip("pexpect")
    command = f"{sys.executable} -m aicore tournament --resume t --jobs 1"
    child = pexpect.spawn(command, dimensions=(30, 200), encoding="utf-8", timeout=60)
    child.expect("t runs these programs on this computer:")
    child.expect_exact(with_engine)
    child.expect_exact("Allow it? [y/N]")
    child.sendline(answer)
    child.expect(pexpect.EOF)
    child.close()
    assert (child.exitstatus == 0) == started
    assert (here / "started").exists() == started
