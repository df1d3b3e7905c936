"""Tests of our games in Stable-Baselines3 (extra `research`): its checks, vectors, a learner."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

import aicore
import aicore.envs
import aicore.envs.gymnasium
from aicore.core.errors import AicoreError, IllegalAction
from aicore.envs.gymnasium import environment_id

pytestmark = pytest.mark.slow  # SB3 is a separate extra

NAMES = [name for name in aicore.names() if aicore.load(name).num_tokens]


def vec_env(name, size=4, **more):
    from aicore.envs.stable_baselines3 import VecEnv

    return VecEnv(gymnasium.make_vec(environment_id(name), size, **more))


@pytest.mark.parametrize("name", NAMES)
def test_sb3s_own_check(name):
    from stable_baselines3.common.env_checker import check_env

    check_env(gymnasium.make(environment_id(name)).unwrapped)


@pytest.mark.parametrize("name", NAMES)
def test_make_vec_env_and_its_frames(name):
    from stable_baselines3.common.env_util import make_vec_env

    envs = make_vec_env(environment_id(name), 2, seed=1)
    assert envs.reset().shape == (2, aicore.load(name).observation_size)
    assert [frame.shape for frame in envs.get_images()] == [(720, 960, 3)] * 2


@pytest.mark.parametrize("name", NAMES)
def test_a_vec_env_shows_what_its_vector_shows(name):
    """Observations agree step by step for one seed; returned arrays stay unchanged."""
    ours, plain = vec_env(name), gymnasium.make_vec(environment_id(name), 4)
    ours.seed(5)
    seen, (shown, info) = ours.reset(), plain.reset(seed=[5, 6, 7, 8])
    ended, kept = 0, []
    for _ in range(60):
        assert (seen == shown).all()
        kept.append((seen, seen.copy()))
        masks = np.stack(ours.env_method("action_masks"))
        assert (masks == info["action_mask"]).all()
        seen, rewards, done, infos = ours.step(masks.argmax(axis=1))
        shown, paid, over, cut, info = plain.step(info["action_mask"].argmax(axis=1))
        assert (rewards == paid).all()
        assert (done == (over | cut)).all()
        for place, one in enumerate(infos):
            assert one["TimeLimit.truncated"] == cut[place]
            assert ("terminal_observation" in one) == done[place]
            if done[place]:
                ended += 1
                assert (one["terminal_observation"] == info["final_obs"][place]).all()
    assert all((one == two).all() for one, two in kept)
    assert ended or aicore.load(name).max_length > 60


def test_a_vec_env_answers_learners():
    envs = vec_env("connect_four", 3)
    assert envs.has_attr("action_masks")
    assert not envs.has_attr("nothing")
    assert envs.get_attr("game", [0, 2]) == [aicore.load("connect_four")] * 2
    assert envs.env_is_wrapped(gymnasium.Wrapper, 1) == [False]
    with pytest.raises(AicoreError, match="call reset first"):
        envs.env_method("action_masks")
    with pytest.raises(AttributeError, match="nothing"):
        envs.env_method("nothing")
    with pytest.raises(AicoreError, match="share"):
        envs.set_attr("_opponent", None, [0])
    envs.set_attr("_opponent", None)
    envs.reset()
    with pytest.raises(IllegalAction):
        envs.step(np.array([0, 0, 7]))
    with pytest.raises(AicoreError, match="SameStep"):
        vec_env("pig", autoreset_mode="NextStep")


def test_maskable_ppo_learns_in_a_vec_env():
    import torch
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.evaluation import evaluate_policy
    from stable_baselines3.common.vec_env import VecMonitor

    torch.set_num_threads(1)
    vector = gymnasium.make_vec("aicore/ConnectFour-v0", 64)
    from aicore.envs.stable_baselines3 import VecEnv

    envs = VecMonitor(VecEnv(aicore.envs.ScaledVector(vector)))
    learner = MaskablePPO("MlpPolicy", envs, n_steps=64, batch_size=512, gamma=1.0, seed=1)
    learner.learn(32_768)
    assert {one["r"] for one in learner.ep_info_buffer} <= {0.0, 0.5, 1.0}
    won, _ = evaluate_policy(learner, envs, 300)
    assert won > 0.75  # at random the first player wins 55.6 % (test_gymnasium.py)
