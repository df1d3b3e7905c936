"""What a session asks others to think of: plain functions of what a seat knows.

Each takes first a callback for its progress, and may raise `Enough`; whoever carries them out does
so at once, in a process of its own, or in a browser's worker.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import aicore
from aicore.arena.match import Match
from aicore.core.decision import Decision, Enough, Progress
from aicore.core.game import Game, View
from aicore.core.record import Record, replay
from aicore.core.registry import load_with
from aicore.core.story import Names
from aicore.players import Player
from aicore.players.defaults import script_of
from aicore.study.advice import Advice, advise
from aicore.study.draws import win_probability
from aicore.study.effort import effort_for
from aicore.study.highlights import Highlight, Point, course, highlights
from aicore.study.review import Choice
from aicore.study.review import review as look_over
from aicore.study.why import why

HINT = "mcts:time=1"
JUDGED = 2000  # simulations that judge a position
STAND_IN = "mcts"  # who plays on for an opponent that cannot
REFERENCE = "mcts:sims=200"  # how well a search does alone
REVIEW = 1.0  # seconds that a review searches
MAX_KEPT = 8  # players, the longest unused first to go


_kept: OrderedDict[tuple[str, Game], Player] = OrderedDict()


def decide(progress: Progress | None, view: View, spec: str, seed: int, decisions: int) -> Decision:
    """The decision of a seat's player."""
    player = _player(spec, view.game)
    player.seed, player.decisions = seed, decisions
    return player.decide(view, progress)


def hint(progress: Progress | None, view: View, names: Names) -> tuple[Decision, Advice]:
    """What a quick search would play, and where it leads."""
    decision = aicore.player(HINT, view.game, seed=view.key()).decide(view, progress)
    return decision, advise(view, decision, names)


def chances(progress: Progress | None, view: View) -> tuple[list[float], float | None]:
    """How likely each seat wins, by what the view's seat knows.

    Returns it by seat, and how likely a draw is where draws are counted. Elsewhere a tie is shared.
    """
    world = view.resample(aicore.Rng(view.key()))  # which of them it is makes no difference
    found = win_probability(world, view.seat, JUDGED)
    return list(found.wins), found.draw


def review(
    progress: Progress | None, record: Record, viewer: int | None, names: Names
) -> tuple[list[Point], list[Highlight], list[Choice]]:
    """The course of a game, what changed it most, and the decisions with a word.

    Its people may have ended it before its end.
    """

    def advance(done: int, events: int) -> None:
        if progress is not None:
            progress("", done / events)

    effort = effort_for(record.load(), list(replay(record, unfinished=True)), REVIEW)
    try:
        found = look_over(record, effort, advance=advance, unfinished=True)
    except Enough:
        raise ValueError("it takes too long here; `aicore review` has the time") from None
    marks = [choice for choice in found.choices if choice.marked]
    return course(found, names, viewer), highlights(found, names, viewer), marks


def _player(spec: str, game: Game) -> Player:
    """A player, kept for its next decision: an external program is started once."""
    found = _kept.pop((spec, game), None)
    if found is None:
        while len(_kept) >= MAX_KEPT:
            _kept.popitem(last=False)[1].close()
        found = aicore.player(spec, game)
        found.ready(0)
    _kept[spec, game] = found
    return found


def others(
    progress: Progress | None, name: str, options: dict[str, int | str], seed: int | str
) -> list[tuple[str, float]]:
    """What computers score alone in the same deal, by their names, the least first."""
    game = load_with(name, 1, options)
    script = script_of(game.info) or "greedy"
    found = []
    for spec in ("random", script, REFERENCE):
        match = Match(game, [aicore.player(spec, game)], seed)
        while not match.over:
            match.step(progress=progress)
        found.append((spec.partition(":")[0], match.state.scores()[0]))
    return sorted(found, key=lambda one: one[1])


JOBS: dict[str, Callable[..., Any]] = {
    job.__name__: job for job in (decide, hint, chances, review, others, why)
}
