"""Tests of a session without an interface: whole games by messages, each event computed once."""

from __future__ import annotations

import io
import json
import pickle
import subprocess
import sys

import pytest

import aicore
from aicore.arena.log import GameLog
from aicore.arena.match import Match
from aicore.cli import session as terminal
from aicore.cli.screen import Screen
from aicore.core import registry
from aicore.plain.loading import register
from aicore.session import jobs
from aicore.session.seated_game import SeatedGame
from aicore.session.session import Session

NIM = '''
from aicore.plain import END, Game, Int, action

TAKEN = []


class Nim(Game):
    """Take one to three; who takes the last one wins."""

    seats = 2
    left = Int(0, 9)
    winner = Int(0, 1)

    def setup(self, s):
        s.left = 9
        s.turn = 0

    @action("take NUMBER", NUMBER=(1, 3))
    def take(self, s, number):
        TAKEN.append(number)
        s.left -= number
        s.winner = s.turn
        s.turn = 1 - s.turn if s.left else END

    @take.legal
    def takes(self, s):
        return range(1, min(3, s.left) + 1)

    def result(self, s):
        return s.winner
'''


class Face:
    """Interface that thinks at once whenever a session asks, and records its messages."""

    def __init__(self, session):
        self.session = session
        self.heard = []
        self.hear(session.begin())

    def hear(self, messages):
        for message in messages:
            if message["type"] != "think":
                self.heard.append(message)
                continue
            arguments = pickle.loads(pickle.dumps(message["arguments"]))
            result = jobs.JOBS[message["job"]](None, *arguments)
            self.say("thought", id=message["id"], result=result)

    def say(self, kind, **fields):
        self.hear(self.session.put({"type": kind, **fields}))

    def last(self, kind):
        return [one for one in self.heard if one["type"] == kind][-1]

    @property
    def state(self):
        return self.last("state")


def face(name, *players, seed="a session", seat=0):
    game = aicore.load(name, seats=len(players))
    return Face(Session(SeatedGame(GameLog(game, seed), list(players)), seat))


@pytest.mark.parametrize("name", ["connect_four", "pig", "leduc_poker", "booster"])
@pytest.mark.usefixtures("quick")
def test_a_game_is_played_by_messages_alone(name):
    me = face(name, "human", "random")
    me.say("preview", actions=me.state["legal"][:1], ply=me.state["ply"])
    assert me.last("preview")["sentences"]
    me.say("hint")
    assert me.last("hint")["actions"][0] in me.state["legal"]
    me.say("chances")
    assert len(me.last("chances")["shares"]) == 2
    for number in range(1000):
        if me.state["result"] is not None:
            break
        action = me.state["legal"][-1]
        if number % 2:
            me.say("act", actions=[action], ply=me.state["ply"])
        else:
            me.say("type", line=action, ply=me.state["ply"])
    assert me.state["outcome"]
    me.say("at", ply=1)
    assert me.last("at")["of"] == me.state["ply"]
    me.say("review")
    assert me.last("review")["points"]
    assert not [one for one in me.heard if one["type"] == "error"]
    json.dumps(me.heard)  # JSON values only


def test_what_cannot_be_done_is_answered_by_the_rule_that_forbids_it():
    me = face("relics", "human", "random")
    for action, rule in (("take", "Choose an airlock first."), ("end", "Choose an airlock")):
        me.say("preview", actions=[action], ply=me.state["ply"])
        assert rule in me.last("error")["message"]


def test_taking_back_leads_to_the_same_luck():
    me = face("pig", "human", "random")
    before = me.state
    me.say("type", line="roll", ply=before["ply"])
    rolled = me.state
    me.say("undo")
    assert {**me.state, "can": before["can"]} == before
    me.say("type", line="roll", ply=before["ply"])
    assert me.state["story"] == rolled["story"]


def test_what_cannot_be_is_an_error_and_changes_nothing():
    me = face("connect_four", "human", "human")
    before = me.state
    for kind, fields in (
        ("act", {"actions": ["z"], "ply": 0}),
        ("act", {"actions": ["a"], "ply": 7}),
        ("type", {"line": "z", "ply": 0}),
        ("undo", {}),
        ("review", {}),
        ("at", {"ply": 3}),
        ("sing", {}),
    ):
        me.say(kind, **fields)
        assert me.heard[-1]["type"] == "error"
    assert me.state == before


def test_nobody_waits_for_a_decision_that_was_taken_back():
    game = aicore.load("connect_four")
    session = Session(SeatedGame(GameLog(game, 1), ["human", "random"]), 0)
    session.begin()
    asked = session.put({"type": "act", "actions": ["a"], "ply": 0})[-1]
    assert asked["type"] == "think"
    messages = session.put({"type": "undo"})
    assert {"type": "drop", "id": asked["id"]} in messages
    decision = jobs.JOBS["decide"](None, *asked["arguments"])
    assert session.put({"type": "thought", "id": asked["id"], "result": decision}) == []
    assert session.table.ply == 0


def test_another_computer_goes_on_for_one_that_cannot():
    game = aicore.load("connect_four")
    session = Session(SeatedGame(GameLog(game, 1), ["human", "greedy"]), 0)
    session.begin()
    asked = session.put({"type": "act", "actions": ["a"], "ply": 0})[-1]
    messages = session.put({"type": "thought", "id": asked["id"], "error": "it broke"})
    assert messages[0] == {
        "type": "error",
        "message": "greedy cannot continue (it broke). mcts takes over",
    }
    assert messages[-1]["arguments"][1] == "mcts"


@pytest.fixture
def nim(tmp_path, monkeypatch):
    """Register a game; return it, and lists of the numbers taken and texts parsed so far."""
    monkeypatch.setattr(registry, "_REGISTERED", dict(registry._REGISTERED))
    (tmp_path / "nim.py").write_text(NIM, encoding="utf-8")
    game = aicore.load(str(register(tmp_path / "nim.py")))
    taken = type(game.author).setup.__globals__["TAKEN"]
    parsed, parse = [], game.grammar.from_text
    monkeypatch.setattr(
        type(game.grammar), "from_text", lambda self, text: parsed.append(text) or parse(text)
    )
    taken.clear()
    return game, taken, parsed


class Quiet(Session):
    """Session that never describes the position, so the results of actions are not computed."""

    def refresh(self):
        pass


@pytest.mark.parametrize("how", ["act", "type"])
def test_a_move_is_parsed_once_and_applied_once(nim, how):
    game, taken, parsed = nim
    session = Quiet(SeatedGame(GameLog(game, 1), ["human", "human"]), 0)
    fields = {"actions": ["take 2"]} if how == "act" else {"line": "take 2"}
    assert session.put({"type": how, "ply": 0, **fields}) == []
    session.table.story(0)
    session.table.story(None)
    assert (taken, parsed) == ([2], ["take 2"])


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "pig", "relics"])
def test_where_nothing_is_hidden_what_is_foreseen_is_what_happens(name):
    game = aicore.load(name)
    assert not game.has_hidden
    table = SeatedGame(GameLog(game, 5), ["human"] * game.seats)
    for number in range(60):
        table.settle()
        if table.over:
            break
        legal = table.state.legal()
        action, after = legal[number % len(legal)], table.state.clone()
        after.apply(action)
        assert table.foresee([action]).state == after
        table.play(table.state.turn, action)
        assert table.state == after


@pytest.mark.parametrize("asked", [False, True])
def test_a_move_at_the_terminal_is_parsed_once_and_applied_once(nim, asked):
    """This also holds if it may have to be confirmed."""
    game, taken, parsed = nim
    players = [aicore.player(spec, game) for spec in ("human", "random")]
    match = Match(game, players, 1)
    face = terminal.TerminalSession(Screen(file=io.StringIO(), width=80), match, 0)
    face.prompt.read = lambda label, words: words[0]
    face.prompt.interactive = asked
    taken.clear()
    parsed.clear()
    assert face.run()
    events = [text for _, text in match.events]
    assert [f"take {number}" for number in taken] == events
    assert parsed == events


def test_a_session_needs_nothing_that_a_browser_lacks():
    """It needs no server and no processes: its imports run in a web worker."""
    code = """
import sys
import aicore.session.session, aicore.session.jobs
lacks = ("asyncio", "multiprocessing", "concurrent.futures.process", "sqlite3", "rich")
print([name for name in lacks if name in sys.modules])
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert found.stdout.strip() == "[]", found.stdout + found.stderr
