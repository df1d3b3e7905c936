"""Judges of a rollout: the strongest player that the time allows, and a second opinion.

A script takes a millisecond a game, but it may share the blind spot of the player that it judges.
So a short search plays on where the time allows it, and the script is heard as a second judge.
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
"""Players that play on, the strongest first. With 30 simulations `mcts` beats the scripts."""
SECONDS = 120.0  # of a rollout by a search
FEWEST = 24  # games after each action
SECOND_GAMES = 200  # of the second judge
TINY = 1e-6  # seconds, in case the clock is coarse


@dataclass(frozen=True)
class SecondOpinion:
    """Comparison of two actions by a second judge.

    Args:
        by: the spec of the player that plays on.
        behind: how much worse the other action is than the best of the rollout, in returns;
            negative if it is better.
        error: its standard error.
    """

    by: str
    behind: float
    error: float

    @property
    def contradicts(self) -> bool:
        """Whether it prefers the other action, by more than its standard error."""
        return self.behind < -self.error


def choose_judge(
    view: View, candidates: int, games: int | None, workers: int, seconds: float = SECONDS
) -> tuple[str, int]:
    """Return the player for a rollout, and the games after each action.

    It plays one game with each search to see how long a rollout takes at most.

    Args:
        view: its seat is to move.
        candidates: number of actions.
        games: after each action; None: as many as the time allows, 24 to 200.
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
    view: View, found: Rollout, played: str | None, seed: int = 0, pool: Pool | None = None
) -> SecondOpinion | None:
    """Compare the best action with the one played, or else the next best, by the game's script.

    Returns None where there is no script, or it was the judge.
    """
    others = [one.action for one in found.candidates[1:]]
    if not others or script_of(view.game.info) is None or found.by == "script":
        return None
    best, other = found.candidates[0].action, played if played in others else others[0]
    again = roll_out(view, "script", SECOND_GAMES, [best, other], only=True, seed=seed, pool=pool)
    one, two = again.of(best), again.of(other)
    if again.candidates[0] is one:
        return SecondOpinion("script", two.behind, two.behind_error)
    return SecondOpinion("script", -one.behind, one.behind_error)
