"""Maker of puzzles, from decisions of played games in which one action is clearly the best.

A player plays a game against itself. If a search sees one action well ahead of the others, the
decision is rolled out twice. The first rollout is short, and examines every action that does well
in playouts. The second one uses fresh luck and a stronger player. The decision is a puzzle if the
same action leads all three times. In the second rollout it must lead by four standard errors and
15 % of the range of returns. The puzzle's figures come only from the second rollout.

For the best of the other actions, the maker counts recurring events in the futures. The players in
`SOLVERS` try the puzzle, and its level depends on their failures. The maker drops a puzzle that all
of them solve.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import aicore
from aicore.arena.match import Match
from aicore.arena.rollout import Rollout, roll_out, usual
from aicore.coach.puzzles.futures import Change, changes, futures
from aicore.coach.puzzles.puzzle import Other, Puzzle
from aicore.core.deal import Deal
from aicore.core.language import N_
from aicore.core.record import Record
from aicore.core.sources import in_own_file
from aicore.players.networks import trained

if TYPE_CHECKING:
    from aicore.arena.log import Step
    from aicore.core.decision import Decision
    from aicore.core.game import Game, View

SOLVERS = ("greedy", "mcts:sims=100", "mcts:sims=500", "mcts:sims=3000")
"""Players that try a puzzle, from weak to strong; its level is the place of the last to fail."""

SEEN = 0.10  # minimum lead in a search before a rollout, as a share of the range of returns
LEAD = 0.15  # minimum lead of the best action in rollouts, as a share of the range of returns
SURE = 4.0  # standard errors that the lead must exceed
SPARE = 1.0  # standard errors by which the lead must exceed LEAD
FRESH = 1 << 40  # first seed of fresh luck
BRIEF = 48  # number of games in the first rollout
EXPLAINED = 3  # maximum number of other actions whose futures are counted
FUTURES = 100  # number of futures after each action
MAX_PER_GAME = 2  # maximum number of puzzles from one game
VISITS = 3  # minimum visits for an action's value to be meaningful
WIN, ONLY, BEST = N_("win"), N_("the only move"), N_("find the best")
"""Themes of puzzles whose solution has no theme of its own."""
WON, LOST = 0.9, 0.1  # shares of the range of returns that count as won and as lost


@dataclass(frozen=True)
class MakingPlan:
    """Plan for making puzzles.

    Args:
        name: name of the game.
        seats: the number of seats; None for the game's default.
        by: the spec of the player in all seats of the games.
        judge: the spec of the player that continues the games in rollouts.
        games: the number of games after each action in a rollout.
    """

    name: str
    seats: int | None
    by: str
    judge: str
    games: int


def make(plan: MakingPlan, seed: int) -> list[Puzzle]:
    """Return the puzzles of one game, at most MAX_PER_GAME. Raises AicoreError."""
    game = aicore.load(plan.name, seats=plan.seats)
    players = [aicore.player(plan.by, game) for _ in range(game.seats)]
    match = Match(game, players, Deal(seed))
    seen: list[tuple[int, View, str]] = []

    def note(step: Step) -> None:
        decision = step.decision
        if (
            decision is not None
            and isinstance(step.actor, int)
            and _leads(game, step.actor, decision)
        ):
            seen.append(
                (len(match.events), step.before.view(step.actor), decision.candidates[0].action)
            )

    record = match.finish(note)
    puzzles = []
    for length, view, best in seen:
        puzzle = puzzle_from(plan, record, length, view, best, seed * 100_003 + length)
        if puzzle is not None:
            puzzles.append(puzzle)
        if len(puzzles) == MAX_PER_GAME:
            break
    return puzzles


def _leads(game: Game, seat: int, decision: Decision) -> bool:
    """Whether a search sees its first action well ahead of all others."""
    known = [one.values[seat] for one in decision.candidates if one.visits >= VISITS]
    return len(known) > 1 and known[0] - max(known[1:]) >= SEEN * game.stake


def puzzle_from(
    plan: MakingPlan, record: Record, length: int, view: View, best: str, seed: int
) -> Puzzle | None:
    """Return a puzzle made from a decision; None if the decision is unsuitable.

    Args:
        plan: the plan.
        record: the record of the game.
        length: the number of events before the decision.
        view: the view of the seat to move.
        best: the action that a search prefers.
        seed: the seed of all luck.
    """
    brief = roll_out(view, _quick(view.game), BRIEF, [best], seed=seed)
    if brief.candidates[0].action != best or not _clear(brief, view.game, 0.0):
        return None
    names = [one.action for one in brief.candidates]
    fresh = roll_out(view, plan.judge, plan.games, names, only=True, seed=FRESH + seed)
    if fresh.candidates[0].action != best or not _clear(fresh, view.game, SPARE):
        return None
    level = _level(view, best, seed)
    if level is None:
        return None
    value = view.game.share(fresh.candidates[0].values[view.seat])
    others = _others(fresh, view.game)
    return Puzzle(
        record=_until(record, length, view.seat),
        theme=_theme(view.game, best, value, value - others[0].behind),
        level=level,
        best=best,
        value=value,
        others=others,
        why=_why(plan, view, fresh, seed),
        by=plan.judge,
        games=fresh.candidates[0].games,
    )


def slow(game: Game, by: str) -> bool:
    """Whether rollouts by a player take minutes: a search in a game in plain Python."""
    return in_own_file(game.name) and by.startswith("mcts")


def judge_of(game: Game) -> str:
    """Return the default judge: the usual player, or a network if that player is slow."""
    by = usual(game)
    return "policy" if slow(game, by) and trained(game) else by


def _quick(game: Game) -> str:
    """Return the player for the first rollout, which is fast."""
    by = judge_of(game)
    return "random" if slow(game, by) else by


def _clear(rollout: Rollout, game: Game, spare: float) -> bool:
    """Whether a rollout's best action is far enough ahead of all others."""
    least = LEAD * game.stake
    return len(rollout.candidates) > 1 and all(
        one.behind > SURE * one.behind_error and one.behind >= least + spare * one.behind_error
        for one in rollout.candidates[1:]
    )


def _others(rollout: Rollout, game: Game) -> tuple[Other, ...]:
    others = [
        Other(one.action, one.behind / game.stake, one.behind_error / game.stake)
        for one in rollout.candidates[1:]
    ]
    return tuple(sorted(others, key=lambda one: one.behind))


def _level(view: View, best: str, seed: int) -> int | None:
    """Return the 1-based place of the last solver that fails; None if all succeed."""
    solved = [aicore.player(spec, view.game, seed).decide(view).action == best for spec in SOLVERS]
    if all(solved):
        return None
    return next(place for place in range(1, len(solved) + 1) if all(solved[place:]))


def _why(
    plan: MakingPlan, view: View, rollout: Rollout, seed: int
) -> dict[str, tuple[Change, ...]]:
    """Return the changes after each of the best other actions, by the action's text."""
    best, *others = rollout.candidates
    closest = sorted(others, key=lambda one: one.behind)[:EXPLAINED]
    names = [best.action, *(one.action for one in closest)]
    first, *rest = futures(view, names, plan.judge, FUTURES, 2 * FRESH + seed)
    return {
        name: change
        for name, future in zip(names[1:], rest, strict=True)
        if (change := changes(first, future))
    }


def _theme(game: Game, best: str, value: float, second: float) -> str:
    """Return a puzzle's theme: data.toml's theme for the solution's first word, or a default."""
    themes = game.info.data.get("puzzles", {}).get("themes", {})
    plain = WIN if value > WON else ONLY if second < LOST else BEST
    return str(themes.get(best.partition(" ")[0], plain))


def _until(record: Record, length: int, seat: int) -> Record:
    """Return the record up to a decision, with a person in the solver's seat."""
    players = ["human" if number == seat else spec for number, spec in enumerate(record.players)]
    return Record(
        game=record.game,
        seats=record.seats,
        options=record.options,
        seed=record.seed,
        players=players,
        events=record.events[:length],
        scores=None,
        returns=None,
        end=None,
    )


def choose(puzzles: list[Puzzle], limit: int) -> list[Puzzle]:
    """Return at most `limit` puzzles, taken evenly from all themes, from easy to hard."""
    themes: dict[str, list[Puzzle]] = {}
    for puzzle in sorted(puzzles, key=lambda one: (-one.lead, one.record.seed)):
        themes.setdefault(puzzle.theme, []).append(puzzle)
    rows = list(themes.values())
    chosen: list[Puzzle] = []
    for puzzle in _round_robin(rows):
        if len(chosen) == limit:
            break
        chosen.append(puzzle)
    return sorted(chosen, key=lambda one: (one.level, -one.lead, one.record.seed))


def _round_robin(rows: list[list[Puzzle]]) -> Iterator[Puzzle]:
    """Yield the first puzzle of each row, then the second of each row, and so on."""
    for place in range(max(map(len, rows), default=0)):
        for row in rows:
            if place < len(row):
                yield row[place]


def make_from(work: tuple[MakingPlan, int]) -> list[Puzzle]:
    """Return the puzzles of one game, for a pool of workers; see `make`."""
    return make(*work)
