"""Formats in which results decide the next pairings: Swiss, knockout and ladder.

Each format is a generator of rounds. A round lists numbers of blocks, and the next round follows
when all of them were played. The blocks are the same as in a round robin; only the pairings depend
on results. So a tournament that was interrupted finds the same rounds again from its file.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from aicore.arena.block_runner import GameRow
from aicore.arena.ladder import steps
from aicore.arena.line_ups import rank
from aicore.arena.plan import MAX_DEALS, Block, Plan
from aicore.arena.results import points
from aicore.core.schema import parse

Scores = Mapping[int, Mapping[int, float]]
"""Points of each player in a block, by the block's number."""

MAX_EXTRA = 10  # maximum number of extra deals in a level match of a knockout
MAX_STEPS = 20_000  # maximum number of steps of the search for pairs that have not met


@dataclass(frozen=True)
class Meeting:
    """One match of a round.

    Args:
        players: the players at the table; a player alone has a bye.
        blocks: numbers of the match's blocks.
    """

    players: tuple[int, ...]
    blocks: tuple[int, ...] = ()


@dataclass
class Round:
    """Meetings of one round, and the players' order before it, best first."""

    meetings: list[Meeting]
    order: list[int] = field(default_factory=list)

    @property
    def blocks(self) -> list[int]:
        """Numbers of all blocks, deal by deal."""
        most = max((len(one.blocks) for one in self.meetings), default=0)
        return [
            one.blocks[deal] for deal in range(most) for one in self.meetings
            if deal < len(one.blocks)
        ]  # fmt: skip


class PlayableBlocks(Iterator[Block]):
    """Iterator over the blocks that can be played next.

    It ends while it waits for results, and continues after `add`.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.scores: dict[int, dict[int, float]] = {}
        self._rounds = rounds(plan, self.scores)
        self._queue: deque[int] = deque()
        self._waiting: set[int] = set()

    def add(self, rows: Sequence[GameRow]) -> None:
        """Add the games of a block that was played."""
        self.scores[rows[0].block] = scores_of(rows)
        self._waiting.discard(rows[0].block)

    def __next__(self) -> Block:
        while not self._queue:
            if self._waiting:
                raise StopIteration
            due = [number for number in next(self._rounds).blocks if number not in self.scores]
            self._waiting.update(due)
            self._queue.extend(due)
        return self.plan.block(self._queue.popleft())


def scores_of(rows: Sequence[GameRow]) -> dict[int, float]:
    """Return the points of each player in a block."""
    totals: defaultdict[int, float] = defaultdict(float)
    for row in rows:
        seating = parse(row.seating)
        returns = None if row.returns is None else parse(row.returns)
        for player, won in zip(seating, points(returns, row.loser, len(seating)), strict=True):
            totals[player] += won
    return dict(totals)


def played_rounds(plan: Plan, scores: Scores) -> Iterator[Round]:
    """Yield the rounds that began, the last one perhaps unfinished."""
    for one in rounds(plan, scores):
        yield one
        if not all(number in scores for number in one.blocks):
            return


def rounds(plan: Plan, scores: Scores) -> Iterator[Round]:
    """Yield the rounds of a tournament; before the next one, all blocks must have scores."""
    return {"swiss": swiss, "knockout": knockout, "ladder": ladder}[plan.config.format](
        plan, scores
    )


def ladder(plan: Plan, scores: Scores) -> Iterator[Round]:
    """Yield rounds with the games that say most about the players' strengths."""
    groups = [tuple(sorted(set(line_up[0]))) for line_up in plan.line_ups]
    games = len(plan.line_ups[0])
    for numbers in steps(plan.config.sessions, groups, games, scores, MAX_DEALS):
        blocks: defaultdict[int, list[int]] = defaultdict(list)
        for number in numbers:
            blocks[plan.line_up(number)].append(number)
        yield Round([Meeting(groups[k], tuple(each)) for k, each in blocks.items()])


# Swiss


def swiss(plan: Plan, scores: Scores) -> Iterator[Round]:
    """Yield rounds in which players meet others with similar points.

    At tables of two, players meet new opponents if possible. The first round pairs the upper half
    of the list with the lower half. A player who is left over has a bye, which counts as a win. If
    possible, no player has two byes.
    """
    config = plan.config
    players, seats = plan.entrants, plan.places
    total = [0.0] * players
    byes = Counter[int]()
    met = Counter[tuple[int, ...]]()
    for number in range(config.rounds or 0):
        order = sorted(range(players), key=lambda k: (-total[k], k))
        resting = _resting(order, players % seats, byes)
        active = [k for k in order if k not in resting]
        groups = _halves(active, seats) if number == 0 else _neighbors(active, seats, met)
        meetings = [Meeting((k,)) for k in resting]
        for group in sorted(tuple(sorted(group)) for group in groups):
            meetings.append(Meeting(group, blocks_of(plan, group, met[group])))
            met[group] += 1
        yield Round(meetings, order)
        for meeting in meetings:
            for block in meeting.blocks:
                for player, won in scores[block].items():
                    total[player] += won
        points_of_bye = (config.deals or 0) * len(plan.line_ups[0])
        for k in resting:
            byes[k] += 1
            total[k] += points_of_bye


def blocks_of(plan: Plan, group: tuple[int, ...], times: int) -> tuple[int, ...]:
    """Return the blocks of a match; the same players have met `times` times before."""
    deals = plan.config.deals or 0
    first = rank(group) * MAX_DEALS + times * deals
    return tuple(range(first, first + deals))


def _resting(order: Sequence[int], count: int, byes: Counter[int]) -> list[int]:
    """Return the players who have a bye: of those with the fewest byes, the last."""
    return sorted(order, key=lambda k: (byes[k], -order.index(k)))[:count]


def _halves(active: Sequence[int], seats: int) -> list[tuple[int, ...]]:
    """Return groups of one player from each part of the list: upper half, lower half and so on."""
    tables = len(active) // seats
    return [tuple(active[table::tables]) for table in range(tables)]


def _neighbors(
    active: Sequence[int], seats: int, met: Counter[tuple[int, ...]]
) -> list[tuple[int, ...]]:
    """Return groups of neighbors in the standings; if possible, pairs that have not met."""
    if seats == 2:
        steps = iter(range(MAX_STEPS))
        if (found := _paired(list(active), met, steps)) is not None:
            return found
    return [tuple(active[k : k + seats]) for k in range(0, len(active), seats)]


def _paired(
    left: list[int], met: Counter[tuple[int, ...]], steps: Iterator[int]
) -> list[tuple[int, ...]] | None:
    """Return pairs of close neighbors who have not met; None if no pairing was found."""
    if not left:
        return []
    first, others = left[0], left[1:]
    for place, other in enumerate(others):
        if next(steps, None) is None:
            return None
        if met[min(first, other), max(first, other)]:
            continue
        rest = _paired(others[:place] + others[place + 1 :], met, steps)
        if rest is not None:
            return [(first, other), *rest]
    return None


# Knockout


def knockout(plan: Plan, scores: Scores) -> Iterator[Round]:
    """Yield rounds of matches whose winners advance; the list's order is the seeding.

    A level match gets extra deals, one at a time. After MAX_EXTRA of them, the better seed wins.
    """
    alive = bracket(plan.entrants)
    while len(alive) > 1:
        pairs = [(alive[k], alive[k + 1]) for k in range(0, len(alive), 2)]
        meetings = [
            Meeting((one, two), blocks_of(plan, (min(one, two), max(one, two)), 0))
            for one, two in pairs
            if one is not None and two is not None
        ]
        yield Round(meetings, [k for k in alive if k is not None])
        for extra in range(MAX_EXTRA):
            level = [one for one in meetings if winner(one, scores) is None]
            if not level:
                break
            first = (plan.config.deals or 0) + extra
            more = {one.players: Meeting(
                one.players, (*one.blocks, one.blocks[0] // MAX_DEALS * MAX_DEALS + first)
            ) for one in level}  # fmt: skip
            meetings = [more.get(one.players, one) for one in meetings]
            yield Round([more[one.players] for one in level], [k for k in alive if k is not None])
        winners = {one.players: winner(one, scores) for one in meetings}
        alive = [
            (two if one is None else one) if one is None or two is None
            else min(one, two) if winners[one, two] is None else winners[one, two]
            for one, two in pairs
        ]  # fmt: skip


def winner(meeting: Meeting, scores: Scores) -> int | None:
    """Return the player with more points in a match; None if it is level."""
    one, two = meeting.players
    ahead = math.fsum(scores[block][one] - scores[block][two] for block in meeting.blocks)
    return None if abs(ahead) < 1e-9 else one if ahead > 0 else two


def bracket(players: int) -> list[int | None]:
    """Return the seeds in the order of a bracket. None is a bye for its opponent.

    The first two seeds cannot meet before the final, and the first four cannot meet before the
    semifinals.
    """
    order = [0]
    while len(order) < players:
        size = 2 * len(order)
        order = [seed for one in order for seed in (one, size - 1 - one)]
    return [seed if seed < players else None for seed in order]
