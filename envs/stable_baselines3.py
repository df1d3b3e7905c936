"""Many games at once for Stable-Baselines3, whose learners advance them at C speed.

>>> import gymnasium
>>> import aicore.envs.gymnasium
>>> from aicore.envs.stable_baselines3 import VecEnv
>>> envs = VecEnv(gymnasium.make_vec("aicore/ConnectFour-v0", 256))

MaskablePPO of SB3-Contrib calls `action_masks` for the legal tokens. Wrap the vector in SB3's
`VecMonitor` to see the returns of games in the learner's log.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray
from stable_baselines3.common import vec_env

from aicore.core.errors import AicoreError
from aicore.envs.play import ResetNeeded


class VecEnv(vec_env.VecEnv):  # type: ignore[misc]  # SB3 may be missing where types are checked
    """Vector of one seat in many games; it reports truncated games under SB3's name.

    Args:
        envs: a vector from `gymnasium.make_vec`, possibly scaled; its games must begin again in the
            step in which they end.

    Raises AicoreError for a vector whose games begin again at another time.
    """

    def __init__(self, envs: VectorEnv[Any, Any, Any]) -> None:
        if envs.metadata["autoreset_mode"] is not AutoresetMode.SAME_STEP:
            raise AicoreError('autoreset_mode: Stable-Baselines3 supports only "SameStep"')
        self.envs = envs
        self._masks: NDArray[np.bool_] | None = None
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def reset(self) -> NDArray[Any]:
        """Begin all games, with the seeds that `seed` set since the last reset, if any."""
        seeded = any(seed is not None for seed in self._seeds)
        seen, info = self.envs.reset(seed=self._seeds if seeded else None)
        self._reset_seeds()
        self._masks = info["action_mask"].astype(np.bool_)
        return np.array(seen)

    def step_async(self, actions: NDArray[np.integer[Any]]) -> None:
        """Store a token for each game; `step_wait` plays them."""
        self._tokens = actions

    def step_wait(self) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], list[Any]]:
        """Play the stored tokens, until each game's seat is to move again.

        Return the observations, the rewards, whether each game ended, and an info for each game.
        Raises IllegalAction, AicoreError.
        """
        seen, rewards, over, cut, info = self.envs.step(self._tokens)
        self._masks = info["action_mask"].astype(np.bool_)
        done = over | cut
        infos: list[dict[str, Any]] = [{"TimeLimit.truncated": bool(one)} for one in cut]
        for place in np.flatnonzero(done):
            infos[place]["terminal_observation"] = np.array(info["final_obs"][place])
        return np.array(seen), np.array(rewards, np.float32), done, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal tokens of each game, (num_envs, num_tokens). Raises AicoreError."""
        if self._masks is None:
            raise ResetNeeded
        return self._masks

    def close(self) -> None:
        """End the opponents that run outside this process."""
        self.envs.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute that all games share, once for each. Raises AttributeError."""
        home: Any = self if attr_name == "action_masks" else self.envs.unwrapped
        return [getattr(home, attr_name)] * len(self._places(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of all games at once. Raises AicoreError for only some of them."""
        if len(self._places(indices)) != self.num_envs:
            raise AicoreError(f"set_attr {attr_name}: the games of a vector share their attributes")
        setattr(self.envs.unwrapped, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """Call `action_masks` for each game. Raises AttributeError for other methods."""
        if method_name != "action_masks":
            raise AttributeError(f"single games of a vector have no method {method_name!r}")
        masks = self.action_masks()
        return [masks[place] for place in self._places(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """Return False for each game, because no game is wrapped."""
        return [False] * len(self._places(indices))

    def _places(self, indices: int | Sequence[int] | None) -> list[int]:
        """Return the places that SB3's `indices` select."""
        return [int(place) for place in self._get_indices(indices)]
