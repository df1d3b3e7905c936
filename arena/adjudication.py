"""Adjudication: games that end before the rules end them, because the result is known.

`proven`: the referee's own search has proven the result. `agree`: all players report that the same
seat wins. In both cases the game counts as a win, a draw or a loss, as it would by the rules.
"""

from __future__ import annotations

import math
from typing import Any

from aicore.core.decision import Decision
from aicore.core.errors import OptionError
from aicore.core.game import Game, State
from aicore.core.language import fill
from aicore.core.language import gettext as _
from aicore.core.parameter import fill_defaults
from aicore.core.rng import Rng
from aicore.search.mcts.simulation import TREE
from aicore.search.mcts.tree import Tree

RULES = ("proven", "agree")

SIMS = 500  # simulations of the search that proves results
TREE_BYTES = 16 << 20  # memory of that search's tree
SURE = 0.02  # a return this close to the greatest one is a sure win; share of the range of returns
IN_A_ROW = 3  # consecutive decisions of each seat that must agree


class Adjudicator:
    """Adjudicator of one game after another.

    Args:
        game: the game to play.
        rules: the members of RULES that may end a game.
    """

    def __init__(self, game: Game, rules: tuple[str, ...]) -> None:
        require(game, rules)
        self.game = game
        self.agree = "agree" in rules
        self._tree: Tree | None = None
        if "proven" in rules:
            settings: dict[str, Any] = fill_defaults("mcts", TREE, {})
            self._tree = Tree(game, TREE_BYTES, **settings)
        self.begin()

    def begin(self) -> None:
        """Begin a game, and forget the reports from the previous one."""
        self._winners: list[list[int | None]] = [[] for _ in range(self.game.seats)]

    def note(self, seat: int, decision: Decision) -> None:
        """Note what a player reported with its decision."""
        if self.agree:
            self._winners[seat].append(self._expected(decision))

    def _expected(self, decision: Decision) -> int | None:
        """Return the only seat that a player reports as a sure winner; None if there is none."""
        low, span = self.game.low, self.game.high - self.game.low
        least = low + (1 - SURE) * span
        for candidate in decision.candidates:
            if candidate.action == decision.action and len(candidate.values) == self.game.seats:
                sure = [k for k, value in enumerate(candidate.values) if value >= least]
                return sure[0] if len(sure) == 1 else None
        return None

    def result(self, state: State) -> list[float] | None:
        """Return each seat's return if the result of a position is known; else None."""
        if self.agree:
            last = [winners[-IN_A_ROW:] for winners in self._winners]
            winner = last[0][0] if last[0] else None
            if winner is not None and all(each == [winner] * IN_A_ROW for each in last):
                return [self.game.high if seat == winner else self.game.low for seat in range(2)]
        if self._tree is not None:
            return self._proven(state)
        return None

    def _proven(self, state: State) -> list[float] | None:
        """Return each seat's return if a search proves the result; else None."""
        assert self._tree is not None
        seat = state.turn
        self._tree.set_root(state.view(seat), Rng(0))
        self._tree.run(SIMS, math.inf)
        bounds = [row[-2:] for row in self._tree.root_stats()]
        least, most = (max(each) for each in zip(*bounds, strict=True))
        if least != most:
            return None
        low, span = self.game.low, self.game.high - self.game.low
        mine = low + least * span
        return [mine if k == seat else low + self.game.high - mine for k in range(2)]


def require(game: Game, rules: tuple[str, ...]) -> None:
    """Raise OptionError if the rules cannot adjudicate the game."""
    if game.seats != 2 or game.info.stakes or not game.constant_sum:
        text = _("adjudication is for two seats that win, draw or lose, not {game}")
        raise OptionError(fill(text, game=game.name))
    if "proven" in rules and (game.has_chance or game.has_hidden):
        text = _("{game} has luck or secrets, so no search can prove its result")
        raise OptionError(fill(text, game=game.name))
