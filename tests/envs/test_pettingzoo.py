"""Tests of every game's seats by PettingZoo's own suite, and of what it does not cover."""

from __future__ import annotations

import copy
import pickle
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import aicore
from aicore.core.errors import AicoreError, IllegalAction, UnknownGame
from aicore.envs import pettingzoo
from kit.effort import THOROUGH
from kit.positions import seats_of

NAMES = [name for name in aicore.names() if aicore.load(name).num_tokens]
SEVERAL = [(name, seats) for name in NAMES for seats in seats_of(name) if seats > 1]
EXPECTED = (
    "should be gymnasium.spaces.box",
    "all zeros",
    "not a NumPy array",
)  # PettingZoo's own warnings


def steps(env, most=10_000, seed=0):
    """Play random legal tokens; yield the result of `last` before each step."""
    rng = aicore.Rng(seed)
    for _ in range(most):
        if not env.agents:
            return
        observation, reward, over, cut, _ = env.last()
        yield env.agent_selection, observation, reward
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if over or cut else int(legal[rng.below(len(legal))]))


@pytest.mark.parametrize(("name", "seats"), SEVERAL)
def test_api(name, seats):
    with warnings.catch_warnings(record=True) as lines:
        warnings.simplefilter("always")
        api_test(pettingzoo.env(name, seats=seats), num_cycles=30)
    messages = [str(each.message) for each in lines]
    assert [text for text in messages if not any(part in text for part in EXPECTED)] == []


@pytest.mark.parametrize(("name", "seats"), SEVERAL)
def test_seeds(name, seats):
    seed_test(lambda: pettingzoo.env(name, seats=seats), 20)


def repeat(times, call):
    for _ in range(times):
        call()


class Deaf(pettingzoo.raw_env):
    """Environment that ignores seeds."""

    def reset(self, seed=None, options=None):
        super().reset()


@pytest.mark.parametrize("name", ["pig", "leduc_poker"])
def test_ignored_seeds_are_detected(name):
    with pytest.raises(AssertionError):
        repeat(20, lambda: seed_test(lambda: Deaf(name), 40))  # luck may be equal at first


@pytest.mark.parametrize(
    "name", sorted({name for name, _ in SEVERAL}) if THOROUGH else ["leduc_poker", "pig"]
)
def test_rendering(name, capsys):
    render_test(
        lambda render_mode: pettingzoo.env(name, render_mode=render_mode),
        {"svg": lambda picture: picture.startswith("<svg")},
    )
    assert capsys.readouterr().out


@pytest.mark.parametrize("name", sorted({name for name, _ in SEVERAL}))
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike_and_apart(name, copied):
    env = pettingzoo.env(name)
    env.reset(seed=5)
    assert list(steps(env, 2))
    twin = copied(env)
    before = str(env.unwrapped._play.state)
    goes = [list(steps(each, 30, seed=3)) for each in (twin, copied(env))]
    assert before == str(env.unwrapped._play.state)
    for first, second in zip(*goes, strict=True):
        assert first[0] == second[0]
        assert first[2] == second[2]
        for key in ("observation", "action_mask"):
            np.testing.assert_array_equal(first[1][key], second[1][key])


@pytest.mark.parametrize(("name", "seats"), SEVERAL)
def test_all_agents_get_their_returns_at_once(name, seats):
    env = pettingzoo.raw_env(name, seats=seats)
    env.reset(seed=2)
    for _ in steps(env):
        if any(env.terminations.values()):
            break
        assert not any(env.rewards.values())
    assert all(env.terminations.values())
    assert list(env.rewards.values()) == env._play.state.returns()
    paid = {agent: reward for agent, _, reward in steps(env)}
    assert list(paid.values()) == env._play.state.returns()
    assert env.agents == []


def test_a_game_without_end_is_cut_off():
    env = pettingzoo.raw_env("pig", target=400)
    env.reset(seed=0)
    for _ in range(env.game.max_length):
        assert not any(env.truncations.values())
        env.step(0)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not any(env.rewards.values())


def test_spaces_are_the_same_objects_and_agents_have_names():
    env = pettingzoo.env("leduc_poker")
    assert env.possible_agents == ["player_0", "player_1"]
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
    assert env.observation_space("player_0")["action_mask"].dtype == np.int8


def test_an_illegal_token_ends_the_game_or_is_refused():
    env = pettingzoo.env("connect_four")
    env.reset(seed=0)
    for _ in range(6):
        env.step(3)
    loser = env.agent_selection
    env.step(3)
    assert env.terminations[loser]
    raw = pettingzoo.raw_env("connect_four")
    raw.reset()
    before = raw.observe("player_0")["observation"].tobytes()
    for wrong in (7, -1, 65535, np.int8(-1), 1 << 70):
        with pytest.raises(IllegalAction):
            raw.step(wrong)
    for wrong in (1.5, None, "3"):
        with pytest.raises(AicoreError, match="action: a token must be a whole number"):
            raw.step(wrong)
    assert raw.observe("player_0")["observation"].tobytes() == before


@pytest.mark.parametrize("name", sorted({name for name, _ in SEVERAL}))
def test_an_agent_is_given_nothing_that_is_hidden_from_it(name):
    env = pettingzoo.raw_env(name)
    env.reset(seed=1)
    rng = aicore.Rng(4)
    for _ in zip(range(12), steps(env), strict=False):
        for seat, agent in enumerate(env.agents):
            seen = env.observe(agent)
            other = copy.copy(env)
            other._play = copy.copy(env._play)
            other._play.state = env._play.state.resample(seat, rng)
            for key, part in other.observe(agent).items():
                np.testing.assert_array_equal(part, seen[key])


@pytest.mark.parametrize(
    "use",
    [
        lambda env: env.step(0),
        lambda env: env.last(),
        lambda env: env.observe("player_0"),
        lambda env: env.render(),
        lambda env: next(iter(env.agent_iter())),
        lambda env: env.rewards,
        lambda env: env.terminations,
    ],
)
def test_an_environment_without_guards_asks_for_reset(use):
    env = pettingzoo.raw_env("pig", render_mode="ansi")
    with pytest.raises(AicoreError, match="call reset first") as refused:
        use(env)
    assert isinstance(refused.value, AttributeError)  # as PettingZoo's wrapper raises
    env.reset(seed=1)
    use(env)


def test_invalid_environments_are_refused():
    with pytest.raises(UnknownGame):
        pettingzoo.env("nothing")
    with pytest.raises(AicoreError, match="render_mode"):
        pettingzoo.env("pig", render_mode="film")
