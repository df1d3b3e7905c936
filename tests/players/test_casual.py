"""Tests of players that err like people, and of the levels made of them."""

from __future__ import annotations

import dataclasses
import pickle
from collections import Counter
from types import SimpleNamespace

import pytest

import aicore
from aicore.arena.match import Match
from aicore.core.decision import Candidate, Decision
from aicore.core.errors import MistakeError, SpecError
from aicore.core.record import replay
from aicore.players.defaults import levels_of
from aicore.search.flat import Flat
from aicore.search.overlooking import OverlookingGame
from kit.positions import after, visited

BLIND = "casual:sims=30,overlook=0.6,replies=0.9,temperature=0.3"
LADDERS = [name for name in aicore.names() if levels_of(aicore.core.registry.info(name))]


def choice(player, view):
    """Return the player's decision, as an integer."""
    return view.game.parse(player.decide(view).action)


def winning(state):
    """Return the actions that win at once, without chance."""
    seat = state.turn
    return {
        action
        for action in state.legal_actions()
        if (then := after(state, action)).turn == aicore.END and then.returns()[seat] == 1
    }


def safe(state):
    """Return the actions that do not let the opponent win at once."""
    return {
        action
        for action in state.legal_actions()
        if (then := after(state, action)).turn == aicore.END or not winning(then)
    }


def sharp(game, wanted, number):
    """Return positions of random games in which one ply shows the right action."""
    rng, found = aicore.Rng(5), []
    while len(found) < number:
        state = game.start()
        while state.turn != aicore.END:
            wins = winning(state)
            sound = wins if wanted == "win" else safe(state)
            telling = 0 < len(sound) < len(state.legal_actions())
            if telling and bool(wins) == (wanted == "win"):
                found.append((state.clone(), sound))
            state.apply(state.sample(rng))
    return found[:number]


@pytest.mark.parametrize("name", aicore.names())
def test_decisions_are_legal_and_repeatable(name):
    game = aicore.load(name)
    for number, state in enumerate(visited(game, games=2, keep=6)):
        if state.turn < 0:  # chance, or the end
            continue
        view = state.view(state.turn)
        one, two = (aicore.player(BLIND, game, seed=number).decide(view) for _ in range(2))
        assert one.action in view.legal()
        assert dataclasses.replace(one, seconds=0) == dataclasses.replace(two, seconds=0)


@pytest.mark.parametrize("name", ["connect_four", "tic_tac_toe"])
def test_a_beginner_takes_an_immediate_win(name):
    game = aicore.load(name)
    beginner = levels_of(aicore.load("connect_four").info)[0]
    for number, (state, wins) in enumerate(sharp(game, "win", 50)):
        assert choice(aicore.player(beginner, game, seed=number), state.view(state.turn)) in wins


@pytest.mark.parametrize("level", range(3, 10))
def test_levels_from_3_on_see_what_one_ply_shows(level):
    game = aicore.load("connect_four")
    player = aicore.player(f"level:{level}", game)
    if level == 9:
        player = aicore.player("mcts:sims=500", game)  # full strength, in less time
    for wanted in ("win", "threat"):
        for state, sound in sharp(game, wanted, 50):
            assert choice(player, state.view(state.turn)) in sound


def test_a_player_that_does_not_look_for_threats_misses_some():
    """The test above would also pass if no position required attention."""
    game = aicore.load("connect_four")
    weak = "casual:sims=10,overlook=0.6,temperature=0.5,alert="

    def seen(spec, wanted):
        player = aicore.player(spec, game)
        return sum(
            choice(player, state.view(state.turn)) in sound
            for state, sound in sharp(game, wanted, 50)
        )

    assert seen("random", "win") < 40
    assert seen(f"{weak}0", "threat") < 40
    assert seen(f"{weak}0", "threat") < seen(f"{weak}0.6", "threat") < 50


def test_quiet_actions_are_overlooked_most():
    """In relics a search's list lacks half of all actions, but not the striking ones."""
    game = aicore.load("relics")
    overlooking = OverlookingGame(game, 0.5, 0.5)
    total, listed = [0, 0], [0, 0]  # the striking half, the quiet half
    every = shown = 0
    for number, state in enumerate(visited(game, games=4)):
        seat = state.turn
        if seat < 0 or len(state.legal_actions()) < 8:
            continue
        overlooking.look(state.view(seat), number)
        flat = Flat(overlooking, each=1, cutoff=0, prune="off")
        seen = {one.action for one in flat.search(state.view(seat), aicore.Rng(1)).candidates}
        changes = {
            game.text(action): abs(then.evaluate()[seat] - state.evaluate()[seat])
            for action in state.legal_actions()
            if (then := after(state, action)).turn >= 0
        }
        middle = sorted(changes.values())[len(changes) // 2]
        every += len(state.legal_actions())
        shown += len(seen)
        for action, change in changes.items():
            if change != middle:
                total[change < middle] += 1
                listed[change < middle] += action in seen
    assert sum(total) > 300
    assert 0.4 < shown / every < 0.6
    assert listed[0] / total[0] > 0.6 > 0.4 > listed[1] / total[1]


def test_the_temperature_sets_how_often_the_best_action_is_left():
    game = aicore.load("connect_four")
    state = game.start()
    for action in (3, 3, 2):
        state.apply(action)
    view = state.view(state.turn)

    def chosen(temperature):
        spec = f"casual:sims=300,overlook=0,replies=0,temperature={temperature}"
        return [choice(aicore.player(spec, game, seed=seed), view) for seed in range(40)]

    cold, hot = chosen(0.001), chosen(5.0)
    best = sorted(set(cold), key=cold.count)[-2:]  # two columns are about equal
    assert sum(action in best for action in cold) > 30 > sum(action in best for action in hot)
    assert len(set(hot)) > 4


def test_an_overlooking_game_cannot_be_wrapped_again():
    game = aicore.load("pig")
    with pytest.raises(TypeError, match="cannot be an overlooking game"):
        OverlookingGame(OverlookingGame(game))
    other = aicore.load("kuhn_poker")
    state = other.start()
    aicore.Chance(1).settle(state)
    with pytest.raises(aicore.AicoreError, match="expected a position of pig"):
        OverlookingGame(game).look(state.view(state.turn), 1)


@pytest.mark.parametrize("name", LADDERS)
def test_a_level_is_the_player_on_its_rung(name):
    game = aicore.load(name)
    for number, rung in enumerate(levels_of(game.info), 1):
        level = aicore.player(f"level:{number}", game, seed=4)
        assert level.spec == aicore.player(rung, game).spec
        assert repr(pickle.loads(pickle.dumps(level))) == repr(level)
    assert aicore.player("level:9", game).name == "mcts"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("level:10", "1 to 9"),
        ("level:0", "1 to 9"),
        ("level", "level:1"),
        ("level:x", "1 to 9"),
        ("level:auto", "aicore play"),
    ],
)
def test_wrong_levels_are_refused(spec, message):
    with pytest.raises(SpecError, match=message):
        aicore.player(spec, aicore.load("connect_four"))


def test_games_without_a_ladder_have_no_levels():
    with pytest.raises(SpecError, match="pig has no levels"):
        aicore.player("level:3", aicore.load("pig"))


def test_levels_are_in_order():
    """In connect_four each level wins about 75 % of games against the one below."""
    game, won = aicore.load("connect_four"), 0.0
    weak, strong = (aicore.player(f"level:{level}", game) for level in (1, 4))
    for number in range(30):
        state = game.start()
        while state.turn != aicore.END:
            mover = strong if (state.turn + number) % 2 else weak
            state.apply(mover.decide(state.view(state.turn)).action)
        won += state.returns()[(number + 1) % 2]
    assert won > 20


def chosen_of(values):
    """Return how often a player with a temperature of 0.1 chooses actions of these values."""
    game = aicore.load("connect_four")
    player = aicore.player("casual:temperature=0.1,overlook=0,replies=0", game)
    found = [Candidate(action, 10_000, (value, 1 - value)) for action, value in values.items()]
    player.searcher = SimpleNamespace(search=lambda *_: Decision("a", tuple(found)))
    chosen = Counter()
    for number in range(600):
        player.decisions = number
        chosen[player.decide(game.start().view(0)).action] += 1
    return chosen


def test_an_action_three_temperatures_worse_is_never_chosen():
    chosen = chosen_of({"a": 0.5, "b": 0.35, "c": 0.15})
    assert set(chosen) == {"a", "b"}
    assert 0.12 < chosen["b"] / 600 < 0.25  # 1 / (1 + e ** 1.5) = 0.18, and four standard errors


def test_a_player_errs_less_in_a_game_that_is_nearly_decided():
    assert set(chosen_of({"a": 1.0, "b": 0.999})) == {"a"}
    assert set(chosen_of({"a": 0.0, "b": 0.0})) == {"a"}
    for best in (0.95, 0.05):  # half the temperature of an open game
        chosen = chosen_of({"a": best, "b": best - 0.05})
        assert 0.19 < chosen["b"] / 600 < 0.35  # 1 / (1 + e ** (0.05 / 0.05)) = 0.27


def test_the_policys_action_is_never_overlooked():
    """A player of relics that overlooks all else still leaves when the courier would."""
    game = aicore.load("relics")
    blind = aicore.player("casual:sims=8,overlook=1,replies=1,temperature=0", game)
    left = 0
    for seed in range(3):
        match = Match(game, [aicore.player("script", game) for _ in range(2)], seed)
        for ply in replay(match.finish()):
            if ply.event == "escape":
                left += 1
                assert blind.decide(ply.state.view(ply.state.turn)).action == "escape"
    assert left > 2


FAILING = """
class Failing(Game):
    sticks = Int(0, 20, start=20)
    @action("take N", N=(1, 3))
    def take(self, s, n):
        s.sticks -= n // (s.sticks > 15)
        s.turn = self.after(s.turn) if s.sticks else END
    def result(self, s):
        return 0
"""


def test_a_mistake_in_the_game_s_code_ends_the_decision(tmp_path):
    """The search sees failures in another game object, so the player must ask for them."""
    file = tmp_path / "failing.py"
    file.write_text(f"from aicore.plain import *\n{FAILING}")
    game = aicore.load(str(file))
    game.report_mistakes()  # there is none yet
    with pytest.raises(MistakeError, match="ZeroDivisionError"):
        aicore.player("casual:sims=50", game, seed=1).decide(game.start().view(0))
    game.report_mistakes()  # it was reported


def test_an_overlooking_game_has_the_teams_of_the_game():
    game = aicore.load("connect_four")
    assert OverlookingGame(game).teams == game.teams
    assert OverlookingGame(game).sides == game.sides
