"""Walks over several squares: the shortest, and of equal ones the safest."""

from __future__ import annotations

import heapq

from aicore.games.relics.rules.chart import Chart, Square
from aicore.games.relics.rules.tiles import STEPS


def walks(chart: Chart, start: Square, most: int) -> dict[Square, str]:
    """The ways of the steps, such as "nne", to all squares that at most so many steps lead to.

    Of equally short ones each is one that few guns and fires meet.
    """
    fields = chart.fields
    fires = {(x, y) for x, y in fields["fires"]}
    covered: dict[Square, int] = {}
    for gun in () if fields["adrenaline"] else chart.guns:
        if gun not in fields["fired"]:
            for square in chart.lines[gun]:
                covered[square] = covered.get(square, 0) + 1
    queue: list[tuple[int, int, Square, str]] = [(0, 0, start, "")]
    found: dict[Square, str] = {}
    while queue:
        far, danger, square, path = heapq.heappop(queue)
        if square in found:
            continue
        found[square] = path
        for way in STEPS if far < most else ():
            end = chart.step(square, way)
            if end is not None and end not in found:
                risk = covered.get(end, 0) + (end in fires)
                heapq.heappush(queue, (far + 1, danger + risk, end, path + way))
    return found
