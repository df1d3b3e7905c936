"""Small tournaments: configured, played and read back."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import sys

import aicore
from aicore.arena.block_runner import BlockRunner
from aicore.arena.plan import Plan, configure
from aicore.arena.store import Store
from aicore.arena.summary import summarize
from aicore.arena.tournament import run
from aicore.core.decision import Decision
from aicore.players import Player

AICORE = [sys.executable, "-c", "from aicore.cli import main; main(prog_name='aicore')"]


class Scripted(Player):
    """Player that chooses by a function of the view."""

    NAME = "scripted"
    SUMMARY = "for tests"

    def __init__(self, game, choose):
        super().__init__(game, {})
        self.choose = choose

    def think(self, view, rng, progress):
        return Decision(self.choose(view))


class Here:
    """Backend that plays blocks in this process."""

    def __init__(self, config):
        self.plan = Plan(config)
        self.table = BlockRunner(config)

    def play(self, number):
        return self.table.play(self.plan.block(number))

    def run(self, blocks):
        while (block := next(blocks, None)) is not None:
            yield [self.table.play(block)]


def config_of(name, specs, seats=None, **given):
    """Return a small tournament with fixed deals, which always has the same results."""
    given.setdefault("games", 24)
    given.setdefault("seed", "1")
    return configure(aicore.load(name, seats=seats), specs, **given)


def played(path, config, backend=None):
    """Play a tournament and return its summary."""
    with Store.create(path, config) as store:
        run(store, backend or Here(config))
        return summarize(store, replicates=100)


def games_of(path):
    """Return the table of games, without timing."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return list(connection.execute("SELECT * FROM games ORDER BY block, game"))


def results_of(path):
    with Store.open(path, read_only=True) as store:
        return json.dumps(summarize(store, replicates=100).results())


def count(path):
    """Return the number of games in a file, even while it is being written."""
    with (
        contextlib.suppress(sqlite3.Error),
        contextlib.closing(sqlite3.connect(path)) as connection,
    ):
        return connection.execute("SELECT count(*) FROM games").fetchone()[0]
    return 0
