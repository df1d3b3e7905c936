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
from aicore.core.errors import IllegalAction
from aicore.core.story import Names
from aicore.plain.loading import register
from aicore.session import foresight, jobs, seated_game
from aicore.session.effects import Signal
from aicore.session.exploring import Exploration
from aicore.session.inline import advance, respond
from aicore.session.requests import request
from aicore.session.seat_labels import player_title
from aicore.session.seated_game import Cut, SeatedGame
from aicore.session.session import Session
from aicore.session.story_log import StoryLog
from kit.effort import effort
from kit.engines import FIRST, gone, running

NIM = '''
from aicore.plain import END, Game, Int, action

TAKEN = []


class Nim(Game):
    """Take one to three; the player who takes the last one wins."""

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


class Viewer:
    """Viewer who records the messages of a session that thinks at once."""

    def __init__(self, session):
        self.session = session
        self.heard = [*advance(session.table), session.presenter.state()]

    def say(self, kind, **fields):
        messages, changed = respond(self.session, {"type": kind, **fields})
        self.heard += [*messages, *([self.session.presenter.state()] if changed else [])]

    def last(self, kind):
        return [one for one in self.heard if one["type"] == kind][-1]

    @property
    def state(self):
        return self.last("state")


def viewer(name, *players, seed="a session", seat=0):
    game = aicore.load(name, seats=len(players))
    return Viewer(Session(SeatedGame(GameLog(game, seed), list(players)), seat))


@pytest.mark.parametrize(
    "name",
    effort(["pig", "leduc_poker"], ["connect_four", "pig", "leduc_poker", "booster"]),
)
@pytest.mark.usefixtures("quick")
def test_a_game_is_played_by_messages_alone(name):
    me = viewer(name, "human", "random")
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


def test_an_illegal_action_is_answered_by_the_rule_that_forbids_it():
    me = viewer("relics", "human", "random")
    for action, rule in (("take", "Choose an airlock first."), ("end", "Choose an airlock")):
        me.say("preview", actions=[action], ply=me.state["ply"])
        assert rule in me.last("error")["message"]


def test_a_move_played_again_after_an_undo_has_the_same_luck():
    me = viewer("pig", "human", "random")
    before = me.state
    me.say("type", line="roll", ply=before["ply"])
    rolled = me.state
    me.say("undo")
    assert {**me.state, "can": before["can"]} == before
    me.say("type", line="roll", ply=before["ply"])
    assert me.state["story"] == rolled["story"]


def test_an_impossible_request_is_an_error_and_changes_nothing():
    me = viewer("connect_four", "human", "human")
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


def test_one_undo_takes_back_all_that_one_request_played():
    me = viewer("trader", "human")
    me.say("act", actions=["place 1,0"], ply=me.state["ply"])
    before = me.state["ply"]
    me.say("type", line="buy industrials; done", ply=before)
    assert len([ply for ply in me.session.table.decided(0) if ply >= before]) == 2
    me.say("undo")
    assert me.state["ply"] == before
    me.say("undo")
    assert me.state["ply"] < before


def test_among_people_one_undo_takes_back_moves_that_revealed_nothing():
    me = viewer("relics", "human", "human")
    table = me.session.table
    table.play(1, "airlock N")
    me.say("act", actions=["airlock S"], ply=table.ply)
    lift = next(text for text in table.state.legal() if text.startswith("lift "))
    lay = table.foresee([lift]).state.legal()[0]
    before = table.ply
    me.say("act", actions=[lift, lay], ply=before)
    assert me.state["pending"][-2:] == [lift, lay]
    me.say("undo")
    assert me.state["ply"] == before


GUESSES = """
from aicore.plain import END, Flag, Game, Int, action

class Guesses(Game):
    seats = 2
    most_actions = 2010
    code = Int(-1, 1999, start=-1, seats=True, hidden=True)
    hidden = Flag()
    last = Int(-1, 1999)
    hit = Flag()
    notes = Int(0, 9)

    @action("hide N", N=(0, 1999), secret=True)
    def hide(self, s, n):
        s.code[0], s.hidden, s.turn = n, True, 1

    @hide.legal
    def may_hide(self, s):
        return range({codes}) if not s.hidden else []

    @action("guess N", N=(0, 1999))
    def guess(self, s, n):
        s.last, s.hit = n, s.code[0] == n
        s.turn = END if s.hit else 1

    @guess.legal
    def may_guess(self, s):
        return range({codes}) if s.hidden else []

    @action("note N", N=(0, 9))
    def note(self, s, n):
        s.notes, s.turn = n, 1

    @note.legal
    def may_note(self, s):
        return range(10) if s.hidden else []

    def resample(self, s, seat, random):
        if s.hidden and seat == 1:
            s.code[0] = random.choice([n for n in range({codes}) if n != s.last])

    def result(self, s):
        return 1
"""


def guesser(folder, codes):
    """Return a person who has to guess a friend's code."""
    file = folder / "guesses.py"
    file.write_text(GUESSES.replace("{codes}", str(codes)))
    register(file)
    game = aicore.load(str(file))
    table = SeatedGame(GameLog(game, 1), ["human", "human"])
    table.play(0, "hide 7")
    return table


def test_among_people_a_guess_that_missed_is_not_undone(tmp_path):
    """Four worlds would mostly agree that it misses, and guesses would cost nothing."""
    table = guesser(tmp_path, 40)
    free = 0
    for n in range(8, 20):
        table.begin()
        table.play(1, f"guess {n}")
        free += table.back_to(1) is not None
    table.begin()
    table.play(1, "note 3")  # reveals nothing
    assert table.back_to(1) == table.ply - 1
    assert free == 0


def test_among_people_a_slow_game_is_undone_only_by_consent(tmp_path, monkeypatch):
    """The server's other tables would wait for 500 worlds of slow rules."""
    monkeypatch.setattr(foresight, "SURE_SECONDS", 0.0)
    table = guesser(tmp_path, 40)
    table.begin()
    table.play(1, "note 3")
    assert table.back_to(1) is None


def test_among_people_undos_of_a_turn_are_limited_if_something_is_hidden(tmp_path):
    """No sample shows everything: a guess among 2,000 may look as if it had to miss."""
    table = guesser(tmp_path, 2000)
    undone = 0
    for n in range(8, 48):
        table.begin()
        table.play(1, f"guess {n}")
        length = table.back_to(1)
        if length is not None:
            list(table.rewinding(length))
            undone += 1
    assert 0 < undone <= 20


def test_an_undo_stops_the_search_before_its_position_goes():
    game = aicore.load("connect_four")
    session = Session(SeatedGame(GameLog(game, 1), ["human", "random"]), 0)
    for _ in request(session, {"type": "act", "actions": ["a"], "ply": 0}):
        pass
    effects = request(session, {"type": "undo"})
    assert next(effects) is Signal.STOP
    assert session.table.ply == 1
    assert list(effects) == [Cut(0)]
    assert session.table.ply == 0


def test_advice_that_comes_after_the_next_move_is_dropped():
    game = aicore.load("connect_four")
    session = Session(SeatedGame(GameLog(game, 1), ["human", "random"]), 0)
    (asked,) = request(session, {"type": "hint"})
    arguments = pickle.loads(pickle.dumps(asked.arguments))
    found = jobs.JOBS[asked.job](None, *arguments)
    assert asked.then(found)["type"] == "hint"
    session.table.play(0, "a")
    assert asked.then(found) is None


def test_a_program_has_a_process_for_each_seat_of_a_game():
    """One process would know the cards of both seats."""
    spec, state = f"{FIRST} --own-process", aicore.load("kuhn_poker").start()
    for event in ("deal 0 J", "deal 1 Q"):
        state.apply(event)
    for expected in (1, 2):
        decision = jobs.decide(None, state.view(state.turn), spec, 1, 0)
        assert len(running("--own-process")) == expected
        state.apply(decision.action)
    while jobs._players:
        jobs._players.popitem()[1].close()
    assert gone("--own-process")


def test_a_program_that_no_job_uses_ends(monkeypatch):
    spec, view = f"{FIRST} --idle-process", aicore.load("tic_tac_toe").start().view(0)
    for one in (spec, "random"):
        jobs.decide(None, view, one, 1, 0)
    jobs.end_idle()
    assert running("--idle-process")
    monkeypatch.setattr(jobs, "IDLE_SECONDS", 0.0)
    jobs.end_idle()
    assert gone("--idle-process")
    assert [one for one, *_ in jobs._players if one in (spec, "random")] == ["random"]
    assert jobs._used.keys() == jobs._players.keys()
    jobs.decide(None, view, spec, 1, 1)  # it starts again
    jobs.end_idle()


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("kind", ["hint", "chances"])
def test_advice_for_a_move_that_was_undone_is_dropped(kind):
    """After another move, the position has as many events as before."""
    me = viewer("connect_four", "human", "random")
    me.say("act", actions=["a"], ply=0)
    (asked,) = request(me.session, {"type": kind})
    found = jobs.JOBS[asked.job](None, *asked.arguments)
    me.say("undo")
    me.say("act", actions=["b"], ply=0)
    assert len(me.session.table.record().events) == 2
    assert asked.then(found) is None


@pytest.mark.parametrize(("moves", "line"), [([], "a1"), (["a1"], None)])
def test_nobody_plays_on_after_the_end_of_an_explored_game(moves, line):
    table = SeatedGame(GameLog(aicore.load("tic_tac_toe"), 1), ["human", "human"])
    for number, cell in enumerate(("a1", "b1", "a2", "b2", "a3")):
        table.play(number % 2, cell)
    branch = Exploration(table, table.ply, 0)
    assert len(list(branch.reading())) == 5
    with pytest.raises(IllegalAction, match="the game is over there"):
        list(branch.running(moves, line))


def test_an_event_that_cannot_be_saved_does_not_count():
    """An interface that cannot save an event does not go on, and the event does not count."""
    table = SeatedGame(GameLog(aicore.load("connect_four"), 1), ["human", "human"])
    session = Session(table, 0)
    effects = request(session, {"type": "act", "actions": ["a"], "ply": 0})
    assert next(effects).text == "a"
    effects.close()
    assert table.ply == 0
    table.play(0, "a")
    undoing = request(session, {"type": "undo"})
    while next(undoing) != Cut(0):
        pass
    undoing.close()
    assert (table.ply, table.undone) == (1, 0)


@pytest.mark.parametrize(("name", "players", "offers"), [
    ("pig", ["human", "random"], 1),
    ("pig", ["random", "human"], 0),
    ("pig", ["human", "human"], None),
    ("pig", ["random", "random"], None),
    ("pig", ["human", "random", "random"], None),
    ("kuhn_poker", ["human", "random"], None),  # an offer would reveal something about its card
])  # fmt: skip
def test_a_computer_without_hope_offers_to_resign_to_its_only_rival(name, players, offers):
    game = aicore.load(name, seats=len(players))
    table = SeatedGame(GameLog(game, 1), players)
    table._hopeless = [seated_game.PATIENCE - 1] * game.seats
    assert table.resigning is None
    table._hopeless = [seated_game.PATIENCE] * game.seats
    assert table.resigning == offers
    table.closed = "left"
    assert table.resigning is None


def test_another_computer_plays_on_for_one_that_cannot():
    table = viewer("connect_four", "human", "greedy").session.table
    table.play(0, "a")
    for failed, other in (("greedy", "random"), ("player.py", "mcts"), ("mcts", "greedy")):
        table.players[1] = failed
        who = player_title(other, table.game.info)
        assert table.stand_in(1, "it broke").endswith(f" (it broke): {who} takes over")
        assert table.players[1].partition(":")[0] == other


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


@pytest.mark.parametrize("how", ["act", "type"])
def test_a_move_is_parsed_once_and_applied_once(nim, how):
    game, taken, parsed = nim
    session = Session(SeatedGame(GameLog(game, 1), ["human", "human"]), 0)
    fields = {"actions": ["take 2"]} if how == "act" else {"line": "take 2"}
    (step,) = request(session, {"type": how, "ply": 0, **fields})
    assert step.text == "take 2"
    session.table.story(0)
    session.table.story(None)
    assert (taken, parsed) == ([2], ["take 2"])


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "pig", "relics"])
def test_without_hidden_information_the_foreseen_position_is_reached(name):
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
    person = terminal.TerminalSession(Screen(file=io.StringIO(), width=80), match, 0)
    person.prompt.read = lambda label, words: words[0]
    person.prompt.interactive = asked
    taken.clear()
    parsed.clear()
    assert person.run()
    events = [text for _, text in match.events]
    assert [f"take {number}" for number in taken] == events
    assert parsed == events


def test_a_session_needs_nothing_that_a_browser_lacks():
    """It needs no server and no processes: its imports run in a web worker."""
    code = """
import sys
import aicore.session.inline
lacks = ("asyncio", "multiprocessing", "concurrent.futures.process", "sqlite3", "rich")
print([name for name in lacks if name in sys.modules])
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert found.stdout.strip() == "[]", found.stdout + found.stderr


@pytest.mark.parametrize("name", ["booster", "gratis3", "pig", "trader"])
def test_each_turn_of_a_story_has_the_scores_after_it(name: str) -> None:
    game = aicore.load(name)
    match = Match(game, [aicore.player("random", game)] * game.seats, 5)
    record = match.finish()
    story = StoryLog(game, 0, Names([f"player {seat}" for seat in range(game.seats)]), 0)
    story.follow(record.events)
    state, done = game.start(), 0
    for entry in story.entries:
        for _, text in record.events[done : entry["ply"]]:
            state.apply(text)
        done = entry["ply"]
        assert entry["scores"] == list(state.scores())
    assert len({tuple(entry["scores"]) for entry in story.entries}) > 2


@pytest.mark.parametrize(
    ("game", "events", "news"),
    [
        ("tic_tac_toe", [(0, "a1")], 0),
        ("tic_tac_toe", [(0, "a1"), (1, "b2")], 1),  # somebody else has decided since
        ("pig", [(0, "roll"), ("chance", "rolls 4")], 0),
        ("pig", [(0, "roll"), ("chance", "rolls 1"), (1, "roll")], 1),
    ],
)
def test_news_begins_with_a_decision_of_the_listener_until_others_decide(game, events, news):
    story = StoryLog(aicore.load(game), 0, Names(["you", "mcts"], 0), 0)
    story.follow(events)
    assert story.news() == tuple(events[news:])


@pytest.mark.parametrize("name", ["connect_four", "kuhn_poker"])
@pytest.mark.parametrize("players", [("random", "random"), ("human", "random"), ("human", "human")])
def test_spectators_see_a_game_that_hides_nothing_from_them(name, players):
    """Spectators see the cards that computers hold, and all cards once the game is over."""
    game = aicore.load(name)
    table = SeatedGame(GameLog(game, 1), list(players))
    assert table.people == players.count("human")
    assert table.open_to_all() == (name == "connect_four" or players.count("human") == 0)
    record = Match(game, [aicore.player("random", game)] * 2, 1).finish()
    table.log.restore(record.events)
    assert table.over
    assert table.open_to_all()


@pytest.mark.usefixtures("quick")
def test_the_progress_of_a_review_goes_from_0_to_1():
    game = aicore.load("pig", target=20)
    record = Match(game, [aicore.player("greedy", game)] * 2, 3).finish()
    shares = []
    jobs.review(lambda text, share: shares.append(share), record, 0, Names(("A", "B")))
    assert shares == sorted(shares)
    assert 0.0 <= shares[0] < 0.25 < shares[-1] <= 1.0  # a second look takes the second half
    assert len(set(shares)) > 3


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("room", [0, -1])
def test_a_game_is_reviewed_up_to_its_maximum_length(room, monkeypatch):
    me = viewer("tic_tac_toe", "human", "random")
    while me.state["result"] is None:
        me.say("act", actions=me.state["legal"][:1], ply=me.state["ply"])
    monkeypatch.setattr("aicore.session.requests.MAX_REVIEWED", me.state["ply"] + room)
    me.say("review")
    assert me.heard[-1]["type"] == ("review" if room == 0 else "error")
