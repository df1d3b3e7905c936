"""Choice of the player for a rollout, and a second opinion by another player.

A script plays a game in a millisecond, but it may overlook the same things as the player that it
judges. So a short search plays if the time allows it, and the script gives a second opinion.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import process_time
from typing import TYPE_CHECKING

from aicore.arena.rollout import GAMES, KEPT, Rollout, continued, roll_out, usual
from aicore.core.rng import Rng
from aicore.players.defaults import script_of

if TYPE_CHECKING:
    from aicore.arena.pool import Pool
    from aicore.core.game import View

SEARCHES = ("mcts:sims=100", "mcts:sims=30")
"""Searches to choose from, the strongest first. With 30 simulations, `mcts` beats the scripts."""
SECONDS = 120.0  # default time for a rollout by a search
FEWEST = 24  # minimum number of games after each action
SECOND_GAMES = 200  # number of games of the second judge after each action
TINY = 1e-6  # minimum seconds of a game, in case the clock is coarse


@dataclass(frozen=True)
class SecondOpinion:
    """Comparison of two actions by a second judge.

    Args:
        by: spec of the second judge.
        behind: loss by the other action against the rollout's best one, in returns; negative if the
            other one is better.
        error: standard error of `behind`.
    """

    by: str
    behind: float
    error: float

    @property
    def contradicts(self) -> bool:
        """Whether the second judge prefers the other action by more than the standard error."""
        return self.behind < -self.error


def choose_judge(
    view: View, candidates: int, games: int | None, workers: int, seconds: float = SECONDS
) -> tuple[str, int]:
    """Return the player for a rollout, and the number of games after each action.

    This plays one game with each search to estimate the time of a rollout.

    Args:
        view: the view of the seat to move.
        candidates: number of actions to roll out.
        games: number of games after each action; None for as many as the time allows, 24 to 200.
        workers: number of processes.
        seconds: the time for all games.
    """
    script = usual(view.game)
    if script == "cfr":
        return script, games or GAMES
    actions = min(candidates, KEPT)
    for by in SEARCHES:
        begin = process_time()
        continued(view.resample(Rng(0)), by, 0)
        fit = int(seconds * workers / max(TINY, process_time() - begin) / actions)
        if fit >= (games or (GAMES if by != SEARCHES[-1] else FEWEST)):
            return by, games or min(GAMES, fit)
    return script, games or GAMES


def second_opinion(
    view: View, rollout: Rollout, played: str | None, seed: int = 0, pool: Pool | None = None
) -> SecondOpinion | None:
    """Let the game's script compare the best action with the played or the next best one.

    Returns None if there is no script, if the script was the judge, or if no other action was
    rolled out.
    """
    others = [candidate.action for candidate in rollout.candidates[1:]]
    if not others or script_of(view.game.info) is None or rollout.by == "script":
        return None
    best, other = rollout.candidates[0].action, played if played in others else others[0]
    again = roll_out(view, "script", SECOND_GAMES, [best, other], only=True, seed=seed, pool=pool)
    best_again, other_again = again.of(best), again.of(other)
    if again.candidates[0] is best_again:
        return SecondOpinion("script", other_again.behind, other_again.behind_error)
    return SecondOpinion("script", -best_again.behind, best_again.behind_error)
