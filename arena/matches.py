"""Matches and standings of Swiss and knockout tournaments, from the points of their blocks."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator

from aicore.arena.figures import MatchFigures
from aicore.arena.plan import Plan
from aicore.arena.schedules import Meeting, Scores, played_rounds, winner


def match_figures(plan: Plan, scores: Scores) -> Iterator[MatchFigures]:
    """Yield the matches that began, round by round; a match includes its extra deals."""
    names = plan.config.names
    knockout = plan.config.format == "knockout"
    number = 0
    current: dict[tuple[int, ...], tuple[int, Meeting]] = {}
    for round_played in played_rounds(plan, scores):
        if not all(meeting.players in current for meeting in round_played.meetings) or not knockout:
            number += 1
            yield from _figures(names, current, scores, knockout)
            current = {}
        current |= {meeting.players: (number, meeting) for meeting in round_played.meetings}
    yield from _figures(names, current, scores, knockout)


def _figures(
    names: tuple[str, ...],
    current: dict[tuple[int, ...], tuple[int, Meeting]],
    scores: Scores,
    knockout: bool,
) -> Iterator[MatchFigures]:
    """Yield the figures of the current matches, each given as number of the round and meeting."""
    for number, meeting in current.values():
        played = [scores[block] for block in meeting.blocks if block in scores]
        won = [math.fsum(block[k] for block in played) for k in meeting.players]
        best = ""
        if knockout and len(played) == len(meeting.blocks):
            ahead = winner(meeting, scores)
            best = names[min(meeting.players) if ahead is None else ahead]
        yield MatchFigures(number, [names[k] for k in meeting.players], won, best)


def standings(plan: Plan, scores: Scores) -> list[tuple[str, float]]:
    """Return the players' names and points in a Swiss tournament, best first, byes included."""
    total: defaultdict[int, float] = defaultdict(float)
    full = (plan.config.deals or 0) * len(plan.line_ups[0])  # points of a bye
    for round_played in played_rounds(plan, scores):
        for meeting in round_played.meetings:
            if not meeting.blocks:
                total[meeting.players[0]] += full
            for block in meeting.blocks:
                for player, won in scores.get(block, {}).items():
                    total[player] += won
    order = sorted(range(plan.entrants), key=lambda k: (-total[k], k))
    return [(plan.config.names[k], total[k]) for k in order]
