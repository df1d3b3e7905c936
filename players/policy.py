"""Player that follows a network's policy, without search."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from aicore.core.decision import Candidate, Decision, Progress
from aicore.core.errors import SpecError
from aicore.core.game import Game, View
from aicore.core.language import N_
from aicore.core.language import gettext as _
from aicore.core.maths import exp
from aicore.core.net_file import place_of
from aicore.core.parameter import Parameter, Value
from aicore.core.registry import GameInfo
from aicore.core.rng import Rng
from aicore.players.base import Player
from aicore.players.networks import NONE, OWN, chosen

NET = Parameter(
    "net",
    OWN,
    "the network to play: the game's own or NAME.net",
    file=N_("a network file"),
    words=(OWN,),
)
CHOOSE = Parameter(
    "choose",
    "best",
    "best: the likeliest action; sampled: drawn by the policy's probabilities",
    choices=("best", "sampled"),
)


class Policy(Player):
    """Player that takes actions with a high probability in a network's policy.

    An action's logit is the sum of its tokens' logits. All candidates have the position's value,
    because the network gives no other value.
    """

    NAME = "policy"
    TITLE = N_("Network")
    SUMMARY = N_("a network's policy, without search; only for games with a network")
    PARAMETERS = (NET, CHOOSE)

    def __init__(self, game: Game, values: Mapping[str, Value], seed: int = 0) -> None:
        super().__init__(game, values, seed)
        net = str(self.values["net"])
        if net == NONE:
            raise SpecError(
                _("net={none}: policy needs a network, {own} or NAME.net", none=NONE, own=OWN)
            )
        self.net, self.values["net"] = chosen(net, game)
        self.sampled = self.values["choose"] == "sampled"

    @classmethod
    def fits(cls, about: GameInfo) -> bool:
        """Whether the game's own network exists."""
        fewest, most = about.seats
        return any(place_of(about, seats).exists() for seats in range(fewest, most + 1))

    def think(self, view: View, rng: Rng, progress: Progress | None) -> Decision:
        """Return the likeliest action or, if sampled, an action drawn by probability."""
        shares, values = self._ask(view)
        ranked = sorted(shares, key=lambda action: -shares[action])
        best = ranked[0]
        if self.sampled:
            left = rng.uniform()
            for action in ranked:
                left -= shares[action]
                if left < 0.0:
                    best = action
                    break
        return Decision(
            action=best,
            candidates=tuple(
                Candidate(action, 0, values, share=shares[action]) for action in ranked
            ),
        )

    def mix(self, view: View, rng: Rng) -> dict[str, float]:
        """Return the probability of each action that the player may take."""
        shares, _values = self._ask(view)
        return shares if self.sampled else {max(shares, key=shares.__getitem__): 1.0}

    def _ask(self, view: View) -> tuple[dict[str, float], tuple[float, ...]]:
        """Return the network's probability of each legal action, and all seats' expected returns.

        Raises SpecError if a number from the network is not finite.
        """
        game = self.game
        values, logits = self.net(view.net_input())
        legal = view.legal_actions()
        sums = [sum(logits[token] for token in tokens) for tokens in view.net_tokens()]
        if not all(map(isfinite, (*values, *sums))):
            net = self.values["net"]
            raise SpecError(_("net={net}: the network returned inf or nan", net=net))
        highest = max(sums)
        weights = [exp(logit - highest) for logit in sums]
        total = sum(weights)
        shares = {
            game.text(action): weight / total for action, weight in zip(legal, weights, strict=True)
        }
        if len(values) < game.seats:  # two seats, constant sum
            values = (values[0], 1.0 - values[0])
        expected = [0.0] * game.seats
        for place, value in enumerate(values):  # in turn order from the mover
            expected[(view.seat + place) % game.seats] = game.low + game.stake * value
        return shares, tuple(expected)
