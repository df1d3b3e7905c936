"""Jobs of a session that need a search: plain functions of one seat's knowledge.

A job takes a progress callback first, which may raise `StopSearch`. A caller may run a job at once,
in a separate process, or in a browser's worker.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import aicore
from aicore.arena.match import Match
from aicore.arena.plan import remembers
from aicore.coach.advice import Advice, advise
from aicore.coach.draws import win_probability
from aicore.coach.effort import effort_for
from aicore.coach.fitting import Choice
from aicore.coach.highlights import Highlight, Point, course, highlights, in_sentences
from aicore.coach.review import review as review_record
from aicore.coach.summary import summary
from aicore.coach.why import why
from aicore.core.decision import Decision, Progress, StopSearch
from aicore.core.game import Game, View
from aicore.core.language import gettext as _
from aicore.core.record import Record, replay
from aicore.core.registry import load_with
from aicore.core.story import Names
from aicore.players import Player
from aicore.players.defaults import script_of
from aicore.session.foresight import tell_better
from aicore.session.seat_labels import player_title

HINT = "mcts:time=1"
SIMULATIONS = 2000  # of the search for the win chances of a position
REFERENCE = "mcts:sims=200"  # search player for comparison in a solo game
REVIEW_SECONDS = 2.0  # time for the search in a review
MAX_PLAYERS = 8  # cached players; the least recently used is closed first

IDLE_SECONDS = 300.0  # after which a program that no job uses is ended

_players: OrderedDict[tuple[str, Game, int], Player] = OrderedDict()
_used: dict[tuple[str, Game, int], float] = {}  # time of the last use of each


def decide(progress: Progress | None, view: View, spec: str, seed: int, decisions: int) -> Decision:
    """Return the decision of a seat's player.

    Args:
        view: the view of the seat.
        spec: the spec of the player.
        seed: the seed of the player.
        decisions: the number of the player's earlier decisions, which determines its random numbers
            together with the seed.
    """
    player = _player(spec, view.game, view.seat)
    player.seed, player.decisions = seed, decisions
    return player.decide(view, progress)


def hint(progress: Progress | None, view: View, names: Names) -> tuple[Decision, Advice]:
    """Return the decision of a quick search, and the advice that follows from it."""
    decision = aicore.player(HINT, view.game, seed=view.key()).decide(view, progress)
    return decision, advise(view, decision, names)


def chances(progress: Progress | None, view: View) -> tuple[list[float], float | None]:
    """Return each seat's win probability, and a draw's, from the knowledge of a view's seat.

    The probability of a draw is None in games whose draws are not counted.
    """
    world = view.resample(aicore.Rng(view.key()))  # any possible world will do
    probability = win_probability(world, view.seat, SIMULATIONS)
    return list(probability.wins), probability.draw


def review(
    progress: Progress | None, record: Record, viewer: int | None, names: Names
) -> tuple[list[Point], list[Highlight], list[tuple[Choice, str]], list[str]]:
    """Return the course of a game, its largest changes, its marked decisions, and a summary.

    The record may be of a game that people ended early.
    """

    def advance(done: int, events: int) -> None:
        if progress is not None:
            progress("", done / events)

    effort = effort_for(record.load(), list(replay(record, unfinished=True)), REVIEW_SECONDS)
    try:
        reviewed = review_record(record, effort, advance=advance, unfinished=True)
    except StopSearch:
        raise ValueError(_("a review takes too long here; use `aicore review`")) from None
    marks = tell_better(reviewed, names)
    turns = in_sentences(highlights(reviewed, names, viewer), marks)
    return (
        course(reviewed, names, viewer),
        turns,
        marks,
        summary(reviewed, turns, viewer or 0, names),
    )


def _player(spec: str, game: Game, seat: int) -> Player:
    """Return a player from the cache, so that an external program starts only once for each seat.

    A program at two seats of a game could remember at one what it saw at the other.
    """
    key = spec, game, seat if remembers(spec) else 0
    cached = _players.pop(key, None)
    if cached is None:
        while len(_players) >= MAX_PLAYERS:
            _players.popitem(last=False)[1].close()
        cached = aicore.player(spec, game)
        cached.ready(seat)
    _players[key] = cached
    _used[key] = time.monotonic()
    return cached


def end_idle() -> None:
    """End the programs that no job has used for IDLE_SECONDS, such as those of a finished game."""
    now = time.monotonic()
    for key in [key for key in _players if remembers(key[0])]:
        if now - _used.get(key, now) >= IDLE_SECONDS:
            _players.pop(key).close()
    for key in _used.keys() - _players.keys():
        del _used[key]


def others(
    progress: Progress | None, name: str, options: dict[str, int | str], seed: int | str
) -> list[tuple[str, float]]:
    """Return the solo scores of computers in the same deal, by their names, the lowest first."""
    game = load_with(name, 1, options)
    script = script_of(game.info) or "greedy"
    results = []
    for spec in ("random", script, REFERENCE):
        match = Match(game, [aicore.player(spec, game)], seed)
        while not match.over:
            match.step(progress=progress)
        results.append((player_title(spec, None), match.state.scores()[0]))
    return sorted(results, key=lambda result: result[1])


JOBS: dict[str, Callable[..., Any]] = {
    job.__name__: job for job in (decide, hint, chances, review, others, why)
}
