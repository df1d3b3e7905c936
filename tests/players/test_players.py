"""Tests of player specs and game options: accepted values, and helpful errors."""

from __future__ import annotations

import subprocess
import sys

import pytest

import aicore
from aicore.arena.match import Match
from aicore.arena.pool import pool
from aicore.core.errors import OptionError, SpecError, UnknownGame
from aicore.core.parameter import SWITCH
from aicore.core.processors import processors
from aicore.players import PLAYERS, player_class
from aicore.players.defaults import levels_of
from aicore.players.mcts import MctsPlayer


@pytest.fixture(scope="module")
def pig() -> aicore.Game:
    return aicore.load("pig")


def test_a_spec_sets_what_it_names_and_keeps_the_rest(pig: aicore.Game) -> None:
    default = aicore.player("mcts", pig)
    changed = aicore.player("mcts:c=0.5", pig)
    assert changed.values == default.values | {"c": 0.5}


def test_the_game_s_defaults_come_before_the_player_s() -> None:
    for name in aicore.names():
        game = aicore.load(name)
        for kind, given in game.info.data["players"].items():
            values = aicore.player(kind, game).values
            meant = {key: SWITCH.get(value, value) for key, value in given.items()}
            assert meant.items() <= values.items()


def test_threads_follow_the_processors_that_a_process_may_use(pig: aicore.Game) -> None:
    player = aicore.player("mcts:batch=64,threads=auto", pig)
    assert isinstance(player, MctsPlayer)
    assert player.searcher.helpers == processors()
    assert aicore.player(player.spec, pig).spec == player.spec
    with pool(2) as workers:  # each process has one processor, and so has each process it starts
        assert list(workers.map(threads_of, [player.spec] * 2)) == [(1, 1), (1, 1)]


def threads_of(spec: str) -> tuple[int, int]:
    player = aicore.player(spec, aicore.load("pig"))
    assert isinstance(player, MctsPlayer)
    count = "from aicore.core.processors import processors; print(processors())"
    child = subprocess.run([sys.executable, "-c", count], capture_output=True, check=True)
    return player.searcher.helpers, int(child.stdout)


@pytest.mark.parametrize("bound", ["sims", "time"])
def test_one_bound_replaces_the_default_bounds(pig: aicore.Game, bound: str) -> None:
    values = aicore.player(f"mcts:{bound}=3", pig).values
    other = {"sims": "time", "time": "sims"}[bound]
    assert values[bound] == 3
    assert values[other] == 0


def test_the_full_spec_makes_the_same_player(pig: aicore.Game) -> None:
    kuhn = aicore.load("kuhn_poker")
    for name in (*(set(PLAYERS) - {"engine", "policy"}), f"engine:{sys.executable} -V"):
        game = kuhn if name == "cfr" else pig
        player = aicore.player(name, game)
        assert aicore.player(player.spec, game).values == player.values


@pytest.mark.parametrize(
    ("spec", "error"),
    [
        ("mtcs", 'There is no player "mtcs". Did you mean "mcts"'),
        ("", 'There is no player "". There are mcts'),
        ("mcts:sim=3", 'player mcts has no parameter "sim". Did you mean "sims"'),
        ("random:sims=3", 'player random has no parameter "sims".$'),
        ("mcts:sims", "write mcts:key=value"),
        ("mcts:", "write mcts:key=value"),
        ("mcts:sims=", "write mcts:key=value"),
        ("mcts:sims=3,sims=4", "sims is set twice"),
        ("mcts:sims=many", "sims=many: it must be a whole number"),
        ("mcts:sims=2.5", "sims=2.5: it must be a whole number"),
        ("mcts:sims=-1", "sims=-1: it must be a whole number of at least 0"),
        ("mcts:threads=0", "threads=0: it must be auto | a whole number from 1 to 256"),
        ("mcts:threads=autp", 'from 1 to 256. Did you mean "auto"'),
        ("mcts:c=nan", "c=nan: it must be a number"),
        ("mcts:playouts=wild", "playouts=wild: it must be uniform | guided"),
        ("mcts:sims=0", "one of sims, time must be above 0"),
        (
            "mcts:sims=99999999999999999999",
            "sims=9+: it must be a whole number from 0 to 2^53",
        ),
        ("mcts:sims=9007199254740993", "it must be a whole number from 0 to 2^53"),
        ("mcts:sims=" + "1" * 5000, "sims=1+...: it must be a whole number"),
        ("mcts:cutoff=2147483648", "it must be a whole number from -1 to 2^31 - 1"),
        ("mcts:time=inf", "time=inf: it must be a number from 0 to 1000000$"),
        ("mcts:time=nan", "time=nan: it must be a number"),
        ("mcts:c=1e400", "c=1e400: it must be a number from 0 to 1000000"),
        ("greedy:samples=2147483648", "it must be a whole number from 1 to 2^31 - 1"),
        ("expectimax:worlds=99999999999", "it must be a whole number from 1 to 2^31 - 1"),
        ("expectimax:nodes=1e3", "nodes=1e3: it must be a whole number"),
        ("x" * 10**6, 'There is no player "xxx'),
        ("mcts:" + "x" * 10**6 + "=1", 'no parameter "xxx.*. It has sims, time, c'),
        ("mcts:\x1b[31m=1", r'no parameter ".x1b.31m". It has sims'),
        ("expectimax:depth=65", "depth=65: it must be a whole number from 0 to 64"),
    ],
)
def test_errors_list_what_is_valid(pig: aicore.Game, spec: str, error: str) -> None:
    with pytest.raises(SpecError, match=error.replace("|", r"\|").replace("^", r"\^")) as caught:
        aicore.player(spec, pig)
    assert len(str(caught.value)) <= 300


def test_every_player_has_a_name_and_a_summary() -> None:
    for name in PLAYERS:
        kind = player_class(name)
        assert name == kind.NAME
        assert kind.SUMMARY
        assert all(parameter.help for parameter in kind.PARAMETERS)


def test_games_refuse_invalid_seats_and_options() -> None:
    with pytest.raises(UnknownGame, match='Did you mean "booster"'):
        aicore.load("boster")
    with pytest.raises(OptionError, match="booster has 2 to 6 seats, not 7"):
        aicore.load("booster", seats=7)
    for seats in (10**5000, 10**30, -1, 2.0, True, "2"):
        with pytest.raises(OptionError, match=r"booster has 2 to 6 seats, not .*"):
            aicore.load("booster", seats=seats)
    with pytest.raises(OptionError, match="ransom has exactly 1 seat, not 2"):
        aicore.load("ransom", seats=2)
    with pytest.raises(OptionError, match=r'pig has no option "goal"\. It has target'):
        aicore.load("pig", goal=3)
    for number in ("1" * 5000, 10**30, "1e400"):
        with pytest.raises(
            OptionError, match=r"target=.*: it must be a whole number from 2 to 1000"
        ):
            aicore.load("pig", target=number)
    with pytest.raises(OptionError, match=r"target=ten: it must be a whole number from 2 to 1000"):
        aicore.load("pig", target="ten")
    with pytest.raises(OptionError, match=r"forced=all: it must be new \| any \| none"):
        aicore.load("ransom", forced="all")


def test_options_make_different_games() -> None:
    one, two = aicore.load("pig", target=10), aicore.load("pig", target=20)
    assert one != two
    assert one == aicore.load("pig", target="10")
    assert hash(one) == hash(aicore.load("pig", target=10))
    assert one.start() != two.start()


def test_a_blunder_of_a_script_is_a_promising_action() -> None:
    game = aicore.load("gratis3")
    assert aicore.player("script", game).spec == "captain"
    player = aicore.player("captain:blunder_rate=1", game, seed=3)
    assert aicore.player(player.spec, game).values == player.values
    state, chance, rng = game.start(), aicore.Chance(4), aicore.Rng(4)
    others, legal = 0, 0
    for _ in range(60):
        if chance.settle(state) is None:
            break
        worth = {game.text(action) for action, _ in state.promising()}
        decided = player.decide(state.view(state.turn)).action
        assert decided in worth
        others += decided != game.text(state.policy(aicore.Rng(1)))
        legal += len(state.legal()) > len(worth)
        state.apply(state.policy(rng))
    assert others > 5
    assert legal > 5, "no action was left out"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["relics", "gratis3"])
def test_weak_levels_have_an_aim(name: str) -> None:
    """Level 3 wins nearly all of 24 games against random."""
    game = aicore.load(name)
    level = aicore.player(levels_of(game.info)[2], game)
    won = 0.0
    for deal in range(12):
        for seat in (0, 1):
            seats = [aicore.player("random", game), aicore.player("random", game)]
            seats[seat] = level
            won += Match(game, seats, f"deal {deal}").finish().returns[seat]
    assert won >= 20


@pytest.mark.parametrize("spec", ["greedy", "script", "mcts:sims=20", "casual:sims=20", "level:1"])
def test_policy_predicts_the_decision_and_does_not_count_as_one(
    spec: str,
) -> None:
    game = aicore.load("connect_four")
    state = game.start()
    for seed in range(5):
        player = aicore.player(spec, game, seed=seed)
        policy = player.policy(state.view(0))
        assert player.decisions == 0
        assert policy == {player.decide(state.view(0)).action: 1.0}


@pytest.mark.parametrize("choose", ["best", "sampled"])
def test_policy_includes_blunders(choose: str) -> None:
    """Four of ten decisions are uniform; the others come from the same search."""
    kuhn = aicore.load("kuhn_poker")
    state = kuhn.start()
    for event in ("deal 0 J", "deal 1 Q", "bet"):
        state.apply(event)
    searched = 0
    for seed in range(20):
        player = aicore.player(f"mcts:sims=50,choose={choose},blunder_rate=0.4", kuhn, seed=seed)
        policy = player.policy(state.view(1))
        assert sum(policy.values()) == pytest.approx(1)
        decision = player.decide(state.view(1))
        if not decision.candidates:
            continue
        searched += 1
        for one in decision.candidates:
            taken = one.visits / 50 if choose == "sampled" else one.action == decision.action
            assert policy[one.action] == pytest.approx(0.6 * taken + 0.2)
    assert 5 < searched < 20
