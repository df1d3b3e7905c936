"""Best responses in large games: a network that learns to win against one fixed player.

First a network imitates the player. A copy of it practices against it: it plays one seat while the
imitation plays all others, and its policy moves toward the actions with the better results. Such
games cost little. Then it goes on against the player itself. So it learns what the player does
wrong, and nothing else. A response that was found gains at most as much as a best response does:
the player is at least this exploitable (Timbers and others 2022, "Approximate exploitability:
learning a best response").
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from aicore.arena.block_runner import GameRow
from aicore.arena.exploit import computer_spec
from aicore.arena.intervals import Bounded
from aicore.arena.plan import Block, configure, remembers
from aicore.arena.workers import Workers
from aicore.core.deal import derive, secret_of
from aicore.core.errors import AicoreError
from aicore.core.game import Game
from aicore.core.language import gettext as _
from aicore.core.net_file import write_net
from aicore.core.policy_net import PolicyNet, weighs_amounts
from aicore.core.schema import parse
from aicore.search.mcts.selfplay import Plan
from aicore.train.course import Course, course_of
from aicore.train.learning import Learner
from aicore.train.selfplay_pool import SelfPlayPool, selfplay_pool

IMITATE, PRACTICE, LEARN = "imitate", "practice", "learn"
CHOOSE, MEASURE = "choose", "measure"
STAGES = {IMITATE: 0.2, PRACTICE: 0.45, LEARN: 0.65, CHOOSE: 0.73, MEASURE: 1.0}
"""Stages, each with the part of the time at which it ends."""

IMITATION_REUSE = 6.0  # number of times to learn from a position of the imitated player
PRACTICE_REUSE = 1.0  # number of times to learn from a position of a practice game
FIRST_GAMES = 2  # games of the first generation of a stage; a slow player takes long for more
GENERATION = 1.0  # seconds that a generation should take, or
SHARE = 1 / 200  # this part of the time, if that is longer
MIN_BLOCKS = {CHOOSE: 1, MEASURE: 2}  # minimum number of deals of a stage; two have an interval
MAX_BLOCKS = 5000  # maximum number of deals to measure with
FIRST_PULL, FINAL_PULL = 0.1, 0.003  # pull to the uniform policy, at the begin and at the end
SEARCH_SIMS = 100  # simulations of a response that searches with the network
PLAIN_SIMS = 1000  # simulations of a response that searches without it

Watch = Callable[[str, float, int], None]
"""Callback with the stage, the part of the time that passed, 0 to 1, and the stage's games."""


class Kept(KeyboardInterrupt):
    """Ctrl-C that ended the learning or the measuring, after the network was written."""


@dataclass(frozen=True)
class LearnedExploit:
    """Figures of a learned response against a player that plays in all other seats.

    Args:
        game: the game played.
        by: the player's complete spec.
        response: the spec of the response, with the network's file as `net`.
        learned: number of games that the network learned from, without the imitated ones.
        deals: number of deals measured. Each was played with the response in each seat in turn, and
            with the player in all seats.
        values: mean return of each seat when the player plays in all seats.
        best: mean return of each seat when the response plays there.
        ranges: the 95 % interval of each seat's gain.
        total: the 95 % interval of the sum of the gains.
        seconds: seconds in all.
    """

    game: Game
    by: str
    response: str
    learned: int
    deals: int
    values: tuple[float, ...]
    best: tuple[float, ...]
    ranges: tuple[tuple[float, float], ...]
    total: tuple[float, float]
    seconds: float

    @property
    def gains(self) -> tuple[float, ...]:
        """Gain of the response in each seat, in units of returns."""
        return tuple(best - value for best, value in zip(self.best, self.values, strict=True))

    @property
    def gain(self) -> float:
        """Sum of the gains, in units of returns: at most NashConv, up to its interval."""
        return sum(self.gains)

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as a JSON-compatible dict."""
        return {
            "player": self.by,
            "method": "learned",
            "response": self.response,
            "learned_games": self.learned,
            "deals": self.deals,
            "returns": [self.game.low, self.game.high],
            "values": list(self.values),
            "responses": list(self.best),
            "gains": [list(pair) for pair in zip(self.gains, self.ranges, strict=True)],
            "gain": self.gain,
            "interval": list(self.total),
        }


def response_course(game: Game) -> Course:
    """Return the training settings for a best response.

    Actions are drawn, and results of games improve the policy. A search would not help, because it
    assumes that the others play as the network does. A best response need not mix actions, so the
    policy is pulled to the uniform one only at first, to try all actions.
    """
    course = course_of(game)
    return replace(
        course,
        plan=Plan(drawn=True, luck=False, warm=0, stray=0.0),
        room=10_000,
        recent=0,
        averaged=0.0,
        reuse=4.0,
        scripted=0.0,
        warmup=0,
        random=0.0,
        batch=256,
        parts=1,
        rate=3e-3,
        trace=0.95,
        pull=FINAL_PULL,
        policy=1.0,
        mix=course.mix if course.playouts is None else 0.0,
        playouts=None,
        cutoff=None,
        policy_temperature=1.0,
    )


class BestResponse:
    """Network that learns to play against a fixed player.

    Args:
        game: a game that has arrays.
        spec: spec of the player.
        seed: seed of everything.
        course: the training settings; None for those of `response_course`.

    Attributes:
        net: the network, for the C code.
        imitation: the network that imitates the player; None while it is learning.
        games: number of games against the player so far.
        trained: whether the network has learned from any game.

    Raises AicoreError.
    """

    def __init__(self, game: Game, spec: str, seed: int = 0, course: Course | None = None) -> None:
        self.game, self.spec, self.seed = game, spec, seed
        self.course = course or response_course(game)
        self.learner = Learner(game, self.course, seed)
        self.net: PolicyNet = self.learner.weights.net()
        self.imitation: PolicyNet | None = None
        self.games = 0
        self.trained = False
        self._begun = 0  # number of games begun, for their seeds

    def imitate(self, pool: SelfPlayPool, games: int) -> None:
        """Play games in which the player has all seats, and learn its actions."""
        self._learn(pool, "rivals", games, self.spec, IMITATION_REUSE, 0.0)

    def practice(self, pool: SelfPlayPool, games: int, progress: float) -> None:
        """Play games against the imitation, and learn from their results.

        Args:
            pool: the pool that plays.
            games: number of games.
            progress: part of the learning from results that is done, 0 to 1.
        """
        self._end_imitation()
        assert self.imitation is not None
        self._learn(pool, self.net, games, self.imitation, PRACTICE_REUSE, progress)

    def learn(self, pool: SelfPlayPool, games: int, progress: float) -> None:
        """Play games against the player itself, and learn from their results.

        The arguments are as in `practice`.
        """
        self._end_imitation()
        self._learn(pool, self.net, games, self.spec, self.course.reuse, progress)
        self.games += games

    def _end_imitation(self) -> None:
        if self.imitation is None:
            self.imitation = self.net
            self.learner.forget()  # the player's actions would hold the policy back

    def _learn(
        self,
        pool: SelfPlayPool,
        playing: PolicyNet | str,
        games: int,
        rivals: PolicyNet | str,
        reuse: float,
        progress: float,
    ) -> None:
        explores = FIRST_PULL * (1 - progress) ** 2
        self.learner.replay.pull = self.course.pull + explores
        first, self._begun = self._begun, self._begun + games
        positions = pool.play(playing, games, self.course.plan, self.seed, first, rivals)()
        self.learner.add(positions, reuse=reuse)
        self.net = self.learner.learn(progress)
        self.trained = True


def learn_response(
    game: Game,
    spec: str,
    seconds: float = 600.0,
    seed: int = 0,
    jobs: int = 1,
    out: Path | None = None,
    watch: Watch | None = None,
) -> LearnedExploit:
    """Return the figures of a response that a network learns in the given time.

    Args:
        game: a game that has arrays.
        spec: spec of the player to respond to; it does not change.
        seconds: seconds in all: for learning, for the choice of a response, and for measuring it
            on new deals. A slow player may need a little more.
        seed: seed of the games; the time limit makes the figures differ from run to run.
        jobs: number of processes.
        out: the file for the network; None for none.
        watch: called after each generation of games and each batch of measured deals.

    Raises SpecError, AicoreError, and Kept for a Ctrl-C after which `out` has the network so far.
    """
    spec = computer_spec(game, spec)
    if not game.num_tokens:
        raise AicoreError(_("{game} has no arrays, so a network cannot learn it", game=game.name))
    clock = _Clock(seconds, watch or (lambda stage, share, games: None))
    response = BestResponse(game, spec, seed)
    half = not weighs_amounts(game)
    try:
        with selfplay_pool(game, jobs, asks=True) as pool:
            for stage in (IMITATE, PRACTICE, LEARN):
                _learn(response, pool, clock, stage)
        with TemporaryDirectory() as folder:
            file = Path(folder) / "response.net"  # a spec could not name every file
            for path in filter(None, (file, out)):
                write_net(path, response.net, half=half)
            candidates = _candidates(game, file, response.course)
            chosen = _choose(game, spec, candidates, seed, jobs, clock)
            rows = list(_matches(game, (chosen, spec), f"{seed}-measure", jobs, clock, MEASURE))
    except KeyboardInterrupt:
        if out is None or not response.trained:
            raise
        write_net(out, response.net, half=half)
        raise Kept from None
    shown = chosen.replace(str(file), str(out or "NAME.net"))
    return _figures(game, spec, shown, response.games, rows, clock.seconds)


class _Clock:
    """Time limits of the stages."""

    def __init__(self, limit: float, watch: Watch) -> None:
        self._start, self.limit, self._watch = time.monotonic(), limit, watch

    @property
    def seconds(self) -> float:
        """Seconds that passed."""
        return time.monotonic() - self._start

    @property
    def share(self) -> float:
        """Part of the time that passed, 0 to 1."""
        return min(self.seconds / self.limit, 1.0)

    def over(self, stage: str) -> bool:
        """Whether a stage must end."""
        return self.share >= STAGES[stage]

    def note(self, stage: str, games: int) -> None:
        """Report the progress of a stage."""
        self._watch(stage, self.share, games)


def _learn(response: BestResponse, pool: SelfPlayPool, clock: _Clock, stage: str) -> None:
    """Play and learn until a stage ends, at least once; generations take about equally long."""
    aim = max(GENERATION, SHARE * clock.limit)
    games, total = FIRST_GAMES, 0
    while not (total and clock.over(stage)):
        before = clock.seconds
        progress = (clock.share - STAGES[IMITATE]) / (STAGES[LEARN] - STAGES[IMITATE])
        progress = min(max(progress, 0.0), 1.0)
        if stage == IMITATE:
            response.imitate(pool, games)
        elif stage == PRACTICE:
            response.practice(pool, games, progress)
        else:
            response.learn(pool, games, progress)
        total += games
        clock.note(stage, total)
        took = max(clock.seconds - before, 1e-3)
        games = max(1, min(2 * games, round(games * aim / took)))


def _candidates(game: Game, file: Path, course: Course) -> list[str]:
    """Return the specs of the responses to choose from.

    They are the network alone, the network with a search, and a search without the network.
    """
    return [
        f"policy:net={file}",
        f"policy:net={file},choose=sampled",
        f"mcts:sims={SEARCH_SIMS},net={file},{course.spec(game)}",
        f"mcts:sims={PLAIN_SIMS},net=none",
    ]


def _choose(
    game: Game, spec: str, candidates: list[str], seed: int, jobs: int, clock: _Clock
) -> str:
    """Return the candidate with the greatest mean return, on deals of their own."""
    rows = list(_matches(game, (*candidates, spec), f"{seed}-choose", jobs, clock, CHOOSE))
    sums = [0.0] * len(candidates)
    for block in rows:
        for number in range(len(candidates)):
            for seat in range(game.seats):
                sums[number] += block[number * game.seats + seat][seat]
    return candidates[max(range(len(candidates)), key=lambda number: sums[number])]


Returns = Sequence[Sequence[float]]
"""Returns of all seats in each game of a deal."""


def _matches(
    game: Game, specs: Sequence[str], seed: str, jobs: int, clock: _Clock, stage: str
) -> Iterator[Returns]:
    """Yield deals until a stage ends: each response in each seat, then the player in all seats.

    Args:
        specs: the specs of one response or several, and last the player in all other seats.
    """
    config = configure(game, specs, games=1, seed=seed, luck=False)
    config = replace(config, seats=game.seats, partners=())
    fixed = len(specs) - 1
    seatings = [
        tuple(number if other == seat else fixed for other in range(game.seats))
        for number in range(fixed)
        for seat in range(game.seats)
    ]
    if stage == MEASURE:
        seatings.append((fixed,) * game.seats)
    apart = any(map(remembers, specs))

    def block(number: int) -> Block:
        secret = derive(secret_of(config.seed), "deal", number)
        seeds = [
            derive(secret, "game", place) if apart else secret for place in range(len(seatings))
        ]
        return Block(number, tuple(one.hex() for one in seeds), tuple(seatings), tuple(seatings))

    deals = 0
    with closing(Workers(config, jobs).run(map(block, range(MAX_BLOCKS)))) as batches:  # type: ignore[type-var]
        for batch in batches:
            for rows in batch:
                yield [_returns(row, specs) for row in rows]
            deals += len(batch)
            clock.note(stage, deals * len(seatings))
            if clock.over(stage) and deals >= MIN_BLOCKS[stage]:
                break


def _returns(row: GameRow, specs: Sequence[str]) -> Sequence[float]:
    """Return all seats' returns in a game. Raises AicoreError if a player failed in it."""
    if row.returns is None:
        assert row.loser is not None
        spec = specs[parse(row.seating)[row.loser]]
        raise AicoreError(_("{player} failed: {reason}", player=spec, reason=row.reason))
    returns: Sequence[float] = parse(row.returns)
    return returns


def _figures(
    game: Game, spec: str, response: str, learned: int, rows: list[Returns], seconds: float
) -> LearnedExploit:
    """Return the figures of the measured deals."""
    seats = range(game.seats)
    alone = [[block[-1][seat] for block in rows] for seat in seats]
    answered = [[block[seat][seat] for block in rows] for seat in seats]
    gains = [
        [best - value for best, value in zip(answered[seat], alone[seat], strict=True)]
        for seat in seats
    ]
    stake = game.stake
    whole = [math.fsum(deal) for deal in zip(*gains, strict=True)]
    return LearnedExploit(
        game,
        spec,
        response,
        learned,
        len(rows),
        tuple(math.fsum(values) / len(rows) for values in alone),
        tuple(math.fsum(values) / len(rows) for values in answered),
        tuple(Bounded.of(values, -stake, stake).interval() for values in gains),
        Bounded.of(whole, -stake * game.seats, stake * game.seats).interval(),
        round(seconds, 3),
    )
