"""Tests that no adapter shows a seat hidden information: redrawing it changes nothing.

OpenSpiel's types of observation are tested in test_openspiel.py.
"""

from __future__ import annotations

import numpy as np
import pytest

import aicore
import aicore.envs
import aicore.envs.gymnasium
from aicore.envs import pettingzoo, play, vector
from aicore.envs.gymnasium import Seat
from kit.effort import effort
from kit.hiding import PLAIN

NAMES = [
    name for name in aicore.names() if aicore.load(name).has_hidden and aicore.load(name).num_tokens
]
NAMES += [pytest.param(str(file), id=name) for name, file in PLAIN.items()]
DRAWS, MOVES = 3, 12


def positions(name, moves=MOVES):
    """Yield positions of a random game in which a seat is to move, and one in which it is over."""
    state, rng, chance = play.arrays_of(name, None, {}).start(), aicore.Rng(5), aicore.Chance(2)
    for move in range(10_000):
        chance.settle(state)
        if state.turn == aicore.END:
            yield state.clone()
            return
        if move < moves:
            yield state.clone()
        state.apply(state.sample(rng))


def differs_when_redrawn(name):
    """Whether a position differs from a copy with other hidden information."""
    rng = aicore.Rng(7)
    return any(
        state.resample(seat, rng) != state
        for state in positions(name)
        for seat in range(state.game.seats)
    )


@pytest.mark.parametrize("name", NAMES)
def test_something_is_hidden(name):
    assert differs_when_redrawn(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_seat_of_gymnasium(name):
    env, rng = Seat(name), aicore.Rng(1)
    env.reset(seed=1)

    def shown(modes):
        found = [env._play.observation(env.seat).tobytes(), env._info()["action_mask"].tobytes()]
        for mode in modes:
            env.render_mode = mode
            found.append(env.render())
        return found

    for number, state in enumerate(positions(name)):
        modes = [] if number % effort(12, 4) else ["ansi", "svg"]  # the pixels match the SVG
        for seat in range(env.game.seats):
            env.seat, env._play.state = seat, state
            before = shown(modes)
            for _ in range(DRAWS):
                env._play.state = state.resample(seat, rng)
                assert shown(modes) == before


@pytest.mark.parametrize("name", NAMES)
def test_an_agent_of_pettingzoo(name):
    env, rng = pettingzoo.raw_env(name), aicore.Rng(1)
    env.reset(seed=1)
    for state in positions(name):
        for seat, agent in enumerate(env.possible_agents):
            env._play.state = state
            before = {key: part.tobytes() for key, part in env.observe(agent).items()}
            for _ in range(DRAWS):
                env._play.state = state.resample(seat, rng)
                assert {key: part.tobytes() for key, part in env.observe(agent).items()} == before


@pytest.mark.parametrize("name", NAMES)
def test_a_batch_and_a_vector(name):
    rng = aicore.Rng(1)
    envs = aicore.envs.ScaledVector(vector.Vector(name, 1 + DRAWS))
    envs.reset(seed=1)
    batch = envs.unwrapped._batch
    for state in positions(name):
        if state.turn == aicore.END:
            continue
        seat = state.turn
        batch.load([state, *(state.resample(seat, rng) for _ in range(DRAWS))])
        envs.unwrapped.seats[:] = seat
        seen, info = envs.unwrapped._shown()
        for part in (
            envs._features.dense(seen),
            seen,
            info["action_mask"],
            np.asarray(batch.turns),
        ):
            assert (part == part[0]).all()
        assert len({tuple(batch.legal.tolist()[i][: batch.counts[i]]) for i in range(DRAWS)}) == 1


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
def test_the_end_as_a_seat_knew_it(name, mode):
    """The final observation contains what its seat knows, and nothing of the others."""
    envs = vector.Vector(name, 4, seat=None, autoreset_mode=mode)
    _, info = envs.reset(seed=3)
    ended = 0
    for _ in range(400):
        seen, _, over, cut, info = envs.step(info["action_mask"].argmax(axis=1))
        shown = info.get("final_obs", seen)
        for place in np.flatnonzero(over & ~cut):
            ended += 1
            assert (shown[place] == envs._endings[place, envs.seats[place]]).all()
        if ended > 3:
            break
    assert ended


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_game_shows_a_seat_only_its_knowledge(name):
    rng = aicore.Rng(3)
    *_, last = positions(name)
    for seat in range(last.game.seats):
        seen = bytes(last.observation(seat))
        for _ in range(DRAWS):
            assert bytes(last.resample(seat, rng).observation(seat)) == seen
