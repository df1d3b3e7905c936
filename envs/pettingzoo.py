"""Every game as a PettingZoo environment, in which agents act in turn (AEC).

>>> from aicore.envs import pettingzoo
>>> env = pettingzoo.env("leduc_poker")

An action is one of `game.num_tokens` tokens. If an action of the game has several tokens, the same
agent moves again. An observation is `game.fields` in bytes, with `action_mask`. Rewards are the
returns of the game, which all come with its last action.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Self

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from aicore.envs import play


def env(
    name: str, *, seats: int | None = None, render_mode: str | None = None, **options: Any
) -> AECEnv:
    """Return a game with PettingZoo's guards: an agent that plays an illegal action loses at once.

    Args:
        name: the game.
        seats: number of seats; None for the game's default.
        render_mode: "human" prints the whole position as text; "ansi" returns the text, "svg" a
            picture, "rgb_array" the picture in pixels, (720, 960, 3).
        options: the game's rule options.

    Raises UnknownGame, OptionError, AicoreError.
    """
    made = raw_env(name, seats=seats, render_mode=render_mode, **options)
    guarded = wrappers.TerminateIllegalWrapper(made, illegal_reward=made.game.low)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class raw_env(AECEnv):  # type: ignore[misc]  # the name that PettingZoo expects
    """Game without guards: faster, and an illegal action raises IllegalAction."""

    agent_selection: str = play.set_by_reset()
    rewards: dict[str, float] = play.set_by_reset()
    terminations: dict[str, bool] = play.set_by_reset()
    truncations: dict[str, bool] = play.set_by_reset()
    infos: dict[str, dict[str, Any]] = play.set_by_reset()
    _cumulative_rewards: dict[str, float] = play.set_by_reset()
    _play: play.Play = play.set_by_reset()

    def __init__(
        self, name: str, *, seats: int | None = None, render_mode: str | None = None, **options: Any
    ) -> None:
        super().__init__()
        play.check_render_mode(render_mode)
        self.game = play.arrays_of(name, seats, options)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"aicore_{name}",
            "render_modes": play.RENDER_MODES,
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seats)]
        self.agents = self.possible_agents[:]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._deals = play.Deals()
        self.action_spaces = {
            agent: spaces.Discrete(self.game.num_tokens) for agent in self.possible_agents
        }
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": play.observation_space(self.game),
                    "action_mask": play.mask_space(self.game),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of the agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of tokens."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. A seed determines the deals of all games up to the next seed.

        A seed that this process has not used recently takes 0.1 s; a reset without a seed takes no
        time.
        """
        if seed is not None:
            self._deals.begin(play.whole_seed(seed))
        self._play = play.Play(self.game, self._deals.next().luck)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the agent's observation and the mask of its legal tokens.

        The mask is all zeros unless the agent is to act.
        """
        seat = self._seat[agent]
        return {"observation": self._play.observation(seat), "action_mask": self._play.mask(seat)}

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Play the next token of the agent to act, or None if this agent's game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._play.play_token(action)  # type: ignore[arg-type]  # it rejects None, too
        self._cumulative_rewards[agent] = 0.0
        self._go_on()
        if self.render_mode == "human":
            self.render()

    def _go_on(self) -> None:
        """Select the agent to act, or record the end of the game."""
        state = self._play.state
        if self._play.over:
            for seat, reward in enumerate(state.returns()):
                other = self.possible_agents[seat]
                self.rewards[other] = reward
                self._cumulative_rewards[other] += reward
                self.terminations[other] = True
            self.agent_selection = self.agents[0]
        elif self._play.cut:
            self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[state.turn]

    def render(self) -> play.Shown:
        """Return the whole position, because the creator of an environment is the referee."""
        return play.render(self._play.state, self.render_mode)

    def __copy__(self) -> Self:
        """Return an independent copy of the environment."""
        return deepcopy(self)

    def close(self) -> None:
        """Do nothing, because the environment holds no resources."""
