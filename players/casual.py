"""Player that errs like a person: it overlooks actions, and picks among similar actions."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from aicore.core.decision import Candidate, Decision, Progress
from aicore.core.game import Game, View
from aicore.core.language import N_
from aicore.core.maths import exp
from aicore.core.parameter import MAX_COUNT, Parameter, Value
from aicore.core.rng import Rng
from aicore.players.base import Player
from aicore.players.defaults import defaults_of, script_of
from aicore.search.mcts import Mcts
from aicore.search.overlooking import OverlookingGame

CASUAL = (
    Parameter("sims", 100, "simulations per decision", low=1, high=MAX_COUNT),
    Parameter(
        "overlook", 0.2, "share of its own actions that it overlooks, mostly quiet ones", high=1
    ),
    Parameter("replies", 0.3, "share of the others' actions that it overlooks", high=1),
    Parameter(
        "temperature",
        0.03,
        "loss, as a share of the stake, that makes an action e times less likely",
        high=10,
    ),
    Parameter(
        "alert",
        1.0,
        "share of decisions in which it checks whether its opponent could win at once",
        high=1,
    ),
)

EQUAL: dict[str, Value] = {"root": "halving", "choose": "best", "prior": 0, "prune": "hard"}
"""Search parameters that give every promising action a value of its own."""
DOUBT = 1.0
"""Number of imaginary lost simulations that the player adds to each action."""
FAR = 3.0
"""Distance below the best value, in temperatures, beyond which an action is never chosen."""
DECIDED = 0.1
"""Chance of winning, or of not winning, below which the temperature falls in proportion."""


class Casual(Player):
    """Player that searches with some actions overlooked, and picks among similar actions.

    The search uses the game's parameters of mcts. An action that seems worse than the best is less
    likely, by a factor of e for each `temperature`, in units of the stake (Boltzmann's softmax).
    Beyond three temperatures, its probability is 0. So the player often confuses close values, but
    never distant ones. In a game that is nearly won or lost, all values are close. There the
    temperature falls to 0, in proportion to the chance of the other result.
    """

    NAME = "casual"
    TITLE = N_("Casual")
    SUMMARY = N_("errs like a person: overlooks moves, and picks among similar ones")
    PARAMETERS = CASUAL

    def __init__(self, game: Game, values: Mapping[str, Value], seed: int = 0) -> None:
        super().__init__(game, values, seed)
        overlook, replies = (float(self.values[key]) for key in ("overlook", "replies"))
        instinct = script_of(game.info) is not None
        self.overlooking = OverlookingGame(game, overlook, replies, instinct)
        usual: dict[str, Value] = dict(defaults_of(game.info, "mcts"))
        for bound in ("sims", "time", "trees", "threads"):
            usual.pop(bound, None)
        self.trust = float(usual.get("trust", 0.0))
        usual.update(EQUAL, sims=self.values["sims"])
        self.searcher = Mcts(self.overlooking, **usual)
        self.alert = float(self.values["alert"])
        self.temperature = float(self.values["temperature"])

    def think(self, view: View, rng: Rng, progress: Progress | None) -> Decision:
        """Return a winning action if there is one; otherwise search, and draw an action."""
        mistakes = self.game.mistakes
        legal = view.legal_actions()
        if len(legal) == 1:
            return Decision(action=self.game.text(legal[0]))
        winning = self.overlooking.look(view, rng.next(), rng.uniform() < self.alert)
        if winning:
            return Decision(action=self.game.text(winning[rng.below(len(winning))]))
        decision = self.searcher.search(view, rng, progress)
        self.game.report_mistakes(mistakes)  # the search does not see them in `overlooking`
        if len(decision.candidates) < 2 or not self.temperature:
            return decision
        chosen = self._draw(view.seat, decision, rng)
        if chosen.action == decision.action:
            return decision
        return replace(decision, action=chosen.action, continuation=(chosen.action,))

    def _draw(self, seat: int, decision: Decision, rng: Rng) -> Candidate:
        """Return a candidate, drawn by its value for a seat."""
        searched = decision.candidates[0]

        def perceived(candidate: Candidate) -> float:
            """Return the value as a share of the stake, lowered by DOUBT and by the error."""
            value = (
                self.game.share(candidate.values[seat])
                * candidate.visits
                / (candidate.visits + DOUBT)
            )
            if not self.trust or candidate is searched:
                return value
            variance = candidate.error * candidate.error + searched.error * searched.error
            return value - self.trust * math.sqrt(variance) / self.game.stake

        values = [perceived(candidate) for candidate in decision.candidates]
        temperature = self.temperature
        if self.game.seats > 1:
            share = max(self.game.share(one.values[seat]) for one in decision.candidates)
            temperature *= min(1.0, share / DECIDED, (1.0 - share) / DECIDED)
        if temperature <= 0.0:
            return decision.candidates[values.index(max(values))]
        worse = [(max(values) - value) / temperature for value in values]
        weights = [exp(-behind) if behind <= FAR else 0.0 for behind in worse]
        drawn = rng.uniform() * sum(weights)
        for candidate, weight in zip(decision.candidates, weights, strict=True):
            drawn -= weight
            if drawn < 0:
                return candidate
        return searched
