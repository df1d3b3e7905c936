"""Observations as numbers from 0 to 1, for networks, by `aicore.Features.dense`.

>>> import gymnasium
>>> import aicore.envs
>>> env = aicore.envs.Scaled(gymnasium.make("aicore/Ransom-v0"))
>>> envs = aicore.envs.ScaledVector(gymnasium.make_vec("aicore/Ransom-v0", 64))
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Self, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import VectorEnv, VectorWrapper
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from aicore.core.errors import AicoreError
from aicore.core.features import Features
from aicore.core.game import Game

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]


def _features(env: Any) -> tuple[Features, spaces.Box]:
    """Return a converter of observations to floats, and their space. Raises AicoreError."""
    game = getattr(env.unwrapped, "game", None)
    if not isinstance(game, Game):
        raise AicoreError("only observations of aicore's games can be scaled")
    features = Features(game)
    return features, spaces.Box(0.0, 1.0, (features.size,), np.float32)


class Scaled(
    gymnasium.ObservationWrapper[Floats, np.int64, Bytes], gymnasium.utils.RecordConstructorArgs
):
    """Environment whose observations are float32 from 0 to 1."""

    def __init__(self, env: gymnasium.Env[Bytes, np.int64]) -> None:
        gymnasium.utils.RecordConstructorArgs.__init__(self)
        gymnasium.ObservationWrapper.__init__(self, env)
        self._features, space = _features(env)
        self.observation_space = cast(spaces.Space[Floats], space)

    def __copy__(self) -> Self:
        """Return an independent copy of the environment."""
        return deepcopy(self)

    def observation(self, observation: Bytes) -> Floats:
        """Return an observation as (features.size,) float32."""
        return self._features.dense(observation)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal tokens, for libraries that ask the outermost wrapper."""
        masks: NDArray[np.bool_] = self.env.get_wrapper_attr("action_masks")()
        return masks


class ScaledVector(
    VectorWrapper[Floats, NDArray[np.int64], Bytes, NDArray[np.int64], NDArray[Any]]
):
    """Vector whose observations, including `final_obs`, are new arrays of float32 from 0 to 1."""

    def __init__(self, env: VectorEnv[Bytes, NDArray[np.int64], NDArray[Any]]) -> None:
        super().__init__(env)
        self._features, self.single_observation_space = _features(env)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    def __copy__(self) -> Self:
        """Return an independent copy of the vector."""
        return deepcopy(self)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Begin all games again."""
        seen, info = self.env.reset(seed=seed, options=options)  # type: ignore[arg-type]
        return self._features.dense(seen), info

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Floats, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Advance all games."""
        seen, rewards, over, cut, info = self.env.step(actions)
        if "final_obs" in info:
            info = {**info, "final_obs": self._features.dense(info["final_obs"])}
        return self._features.dense(seen), rewards, over, cut, info
