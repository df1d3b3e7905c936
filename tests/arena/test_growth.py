"""Tests of tournaments that grow: the same games as if they had been so large from the start."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

import aicore
from aicore.arena.errors import StoreError
from aicore.arena.growth import grown, joined
from aicore.arena.plan import MAX_DEALS, Plan, Sprt, configure
from aicore.arena.store import Store
from aicore.arena.tournament import run
from aicore.arena.workers import Workers
from kit.command import fails, works
from kit.effort import effort
from kit.tournaments import AICORE, Here, config_of, count, games_of, played, results_of

pytestmark = pytest.mark.usefixtures("here")

SMALL = {"option": ("--option", "target=20")}


def larger(config, added=(), games=None):
    return grown(config, config.load(), added, games)


def extended(path, added=(), games=None):
    """Extend a tournament's file and play what is missing."""
    with Store.open(path) as store:
        store.grow(larger(store.config, added, games))
        run(store, Here(store.config))


@pytest.mark.parametrize(
    ("name", "seats", "format", "most"),
    [("pig", 2, "round-robin", effort(120, 400)), ("pig", 3, "round-robin", effort(240, 600)),
     ("booster", 2, "gauntlet", effort(80, 400)),
     pytest.param("ransom", 1, "round-robin", effort(40, 400), marks=pytest.mark.slow),
     ("kuhn_poker", 2, "round-robin", effort(120, 400))],
)  # fmt: skip
def test_a_grown_tournament_equals_one_as_large_from_the_start(here, name, seats, format, most):
    specs = ["random", "greedy", "script", "random", "flat:sims=1"]
    config = config_of(name, specs[:3], seats=seats, format=format, games=6)
    played("grown", config)
    extended("grown", games=18)
    extended("grown", specs[3:4])
    extended("grown", specs[4:], games=most)
    whole = config_of(name, specs, seats=seats, format=format, games=most)
    with Store.open("grown") as store:
        assert store.config == whole
    played("whole", whole)
    assert games_of("grown") == games_of("whole")
    assert results_of("grown") == results_of("whole")


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_a_larger_plan_holds_every_block_of_the_smaller_one(seats):
    small = config_of("ransom" if seats == 1 else "pig", ["random"] * 4, seats=seats, games=60)
    large = Plan(larger(small, ["greedy", f"engine:{sys.executable} -c 1"], games=900))
    assert set(Plan(small).numbers()) < set(large.numbers())
    for number in Plan(small).numbers():
        before, after = Plan(small).block(number), large.block(number)
        size = len(before.seatings)
        assert (after.seeds[:size], after.seatings[:size]) == (before.seeds, before.seatings)


def test_an_engine_that_joins_meets_no_deal_twice():
    config = larger(config_of("pig", ["random", "greedy"]), [f"engine:{sys.executable} -c 1"])
    plan = Plan(config)
    assert [len(set(plan.block(number).seeds)) for number in list(plan.numbers())[:3]] == [1, 2, 2]


def test_a_tournament_that_was_extended_meanwhile_is_not_over(here):
    """Another process extends it while this one plays its last game."""
    config = config_of("pig", ["random", "greedy"], games=8)
    with Store.create("t", config) as store:
        store.commit()

        def extend(batch):
            if store.count() == 8:
                store.commit()
                with Store.open("t") as other:
                    other.grow(larger(config, games=12))

        with pytest.raises(StoreError, match="t was extended meanwhile; --resume t plays the new"):
            run(store, Here(config), extend)
        assert store.finished is None
    with Store.open("t") as store:
        run(store, Here(store.config))
        assert store.count() == 12


def test_what_cannot_grow_is_explained():
    with pytest.raises(StoreError, match="12 rounds are planned already, and a round has 6 games"):
        larger(config_of("pig", ["random", "greedy"]), ["script"], games=24)
    with pytest.raises(StoreError, match="compares two players, so no other can join"):
        larger(config_of("pig", ["random", "greedy"], sprt=Sprt(0, 30)), ["script"])
    with pytest.raises(StoreError, match="no limit of games, so it cannot be extended"):
        larger(config_of("pig", ["random", "greedy"], sprt=Sprt(0, 30), capped=False), games=9)
    with pytest.raises(StoreError, match="2 players share 3 seats, so another one would change"):
        larger(config_of("pig", ["random", "greedy"], seats=3), ["script"])


def test_an_undecided_test_goes_on_with_more_games(here):
    config = config_of("pig", ["greedy", "random"], sprt=Sprt(0, 30), games=8)
    assert played("t", config).test.decided == ""
    extended("t", games=4000)
    whole = config_of("pig", ["greedy", "random"], sprt=Sprt(0, 30), games=4000)
    assert played("whole", whole).test.decided == "elo1"
    assert games_of("t") == games_of("whole")


# Merging


def merged(paths, target="all"):
    return works("tournament", "merge", *paths, "--file", target)


def test_a_merged_tournament_equals_one_played_as_a_whole(here):
    """Two seeds, a tournament that is not finished, and then the rest of it."""
    specs = ["random", "greedy", "script"]
    one = config_of("pig", specs, games=30, seed="one")
    two = config_of("pig", specs, games=48, seed="two")
    first, second = played("one", one), played("two", two)
    with Store.create("half", two) as store:
        half = Here(two)
        for number in list(Plan(two).numbers())[5:12]:
            store.add(half.play(number))
    merged(["one", "two"])
    config, start = joined(one, two, ("one", "two"))
    assert (config.deals, start) == (13, 5)
    whole = played("whole", config)
    assert whole.games == first.games + second.games == 78
    assert games_of("all") == games_of("whole")
    assert results_of("all") == results_of("whole")
    text = merged(["one", "half"], "some")
    assert "unfinished: 44 games of 78" in text
    assert "to play the others: aicore tournament --resume some" in text
    with Store.open("some") as store:
        run(store, Here(store.config))
    assert games_of("some") == games_of("whole")
    extended("all", ["flat:sims=4"], games=300)
    played("large", larger(config, ["flat:sims=4"], games=300))
    assert games_of("all") == games_of("large")


def test_a_merged_tournament_keeps_the_deals_of_its_parts():
    one, two = (config_of("pig", ["random"] * 3, games=30, seed=seed) for seed in "ab")
    config, _ = joined(one, two, ("a", "b"))
    for number in Plan(two).numbers():
        assert Plan(config).block(number + 5).seeds == Plan(two).block(number).seeds
    last = Plan(dataclasses.replace(config, deals=20)).block(MAX_DEALS + 19)
    assert last.seeds == Plan(two).block(MAX_DEALS + 14).seeds


def test_parts_of_one_tournament_count_once(here):
    config = config_of("pig", ["random", "greedy"], games=40)
    play = Here(config).play
    for name, numbers in (("left", range(12)), ("right", range(8, 20))):
        with Store.create(name, config) as store:
            for number in numbers:
                store.add(play(number))
    with contextlib.closing(sqlite3.connect("right")) as file:
        file.execute("PRAGMA journal_mode = DELETE")  # a writer would change it
    before = (here / "right").read_bytes()
    merged(["left", "right"])
    assert (here / "right").read_bytes() == before  # a merge only reads
    played("whole", config)
    assert games_of("all") == games_of("whole")
    with Store.open("all") as store:
        assert store.finished == {"blocks": 20, "decided": ""}


def test_what_cannot_be_merged_is_explained_and_leaves_no_file(here):
    def tournament(name, game="pig", specs=("random", "greedy"), **given):
        given.setdefault("games", 4)
        played(name, config_of(game, list(specs), **given))

    tournament("a", seed="a")
    others = {
        "game pig, not kuhn_poker": {"game": "kuhn_poker"},
        "player 2 greedy": {"specs": ("random", "script")},
        "seats 2, not 3": {"seats": 3},
        "players random, greedy": {"specs": ("random", "greedy", "script")},
        "move time 0.0, not 5.0": {"move_time": 5.0},
        "format round-robin, not gauntlet": {"format": "gauntlet"},
    }
    for number, (text, given) in enumerate(others.items()):
        tournament(f"b{number}", seed="b", **given)
        output = fails("tournament", "merge", "a", f"b{number}", "--file", "all")
        assert output.startswith(f"b{number} cannot be merged into a, which has "), output
        assert text in output
    tournament("c", seed="c")
    merged(["a", "c"], "ac")
    assert "both hold deals of seed a" in fails("tournament", "merge", "ac", "a", "--file", "all")
    tournament("d", seed="a", games=8)
    with Store.open("d") as store:
        rows = list(store.games(records=True))
        store._connection.execute("UPDATE games SET plies = plies + 1 WHERE block = 1")
    assert len(rows) == 8
    output = fails("tournament", "merge", "a", "d", "--file", "all")
    assert "block 1 was played with another result" in output
    assert "name two files or more" in fails("tournament", "--merge", "a")
    assert "No such file" in fails("tournament", "merge", "a", "nothing")
    assert not (here / "all").exists()


def test_sequential_tests_are_not_merged(here):
    for seed in "ab":
        config = config_of("pig", ["random"] * 2, sprt=Sprt(0, 90), games=4, seed=seed)
        played(seed, config)
    assert "sequential tests, which cannot be merged" in fails("tournament", "merge", "a", "b")


# The command line


def test_resume_extends(here):
    base = ["pig", "greedy", "random", *SMALL["option"], "--seed", 1, "--jobs", 1, "--quiet"]
    works("tournament", *base, "--games", 4, "--file", "t")
    assert "pig, 2 seats: round-robin, 2 players, 8 games" in works(
        "tournament", "--resume", "t", "--games", 8, "--jobs", 1
    )
    works("tournament", "--resume", "t", "--add", "script", "--quiet", "--jobs", 1)
    works("tournament", "--resume", "t", "pig", "greedy", "random", "script", "flat:sims=2",
          "--games", 60, "--quiet", "--jobs", 1)  # fmt: skip
    works("tournament", *base[:3], "script", "flat:sims=2", *base[3:], "--games", 60,
          "--file", "whole")  # fmt: skip
    assert games_of("t") == games_of("whole")
    assert results_of("t") == results_of("whole")
    assert "--add needs --resume" in fails("tournament", "pig", "random", "--add", "random")
    assert "people play with" in fails("tournament", "--resume", "t", "--add", "human")


def test_an_engine_that_changed_is_refused(here):
    program = here / "bot.py"
    program.write_text("import time; time.sleep(9)\n")
    config = configure(aicore.load("pig"), [f"engine:{sys.executable} bot.py", "random"], games=2)
    Store.create("t", config).close()
    assert len(json.loads(json.dumps(config.to_dict()))["programs"]) == 1
    program.write_text("import time; time.sleep(8)\n")
    output = fails("tournament", "--resume", "t", "--trust", "--jobs", 1)
    assert "programs' digests" in output


# Kills, growth and merging together


def start(*args):
    command = [*AICORE, "tournament", *map(str, args), "--jobs", "2", "--quiet"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def killed(process, path, games):
    """Kill a tournament once it has this many games. Return its number of games."""
    deadline = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline:
        if os.path.exists(path) and count(path) >= games:
            break
        time.sleep(0.02)
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    return count(path)


@pytest.mark.slow
def test_a_tournament_killed_twice_grown_and_merged_equals_one_run(here):
    """Three players and 60 games become five and 300, and another tournament is merged in."""
    first, more = ["mcts:sims=1000", "greedy", "script"], ["flat:sims=200", "mcts:sims=25"]
    process = start("booster", *first, "--games", 60, "--seed", "here", "--file", "t")
    seen = [killed(process, "t", 4)]
    process = start("--resume", "t")
    seen.append(killed(process, "t", seen[0] + 4))
    assert 0 < seen[0] < seen[1] < 60
    added = [word for spec in more for word in ("--add", spec)]
    works("tournament", "--resume", "t", *added, "--games", 300, "--jobs", 2, "--quiet")
    works("tournament", "booster", *first, *more, "--games", 100, "--seed", "elsewhere", "--jobs",
          2, "--file", "u", "--quiet")  # fmt: skip
    merged(["t", "u"])
    with Store.open("all") as store, Store.create("whole", store.config) as whole:
        run(whole, Workers(store.config, 2))
        assert (store.count(), store.config.deals) == (400, 20)
    assert games_of("all") == games_of("whole")
    assert results_of("all") == results_of("whole")
