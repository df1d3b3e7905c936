"""Paths of the piece on turn: the cheapest and safest walks, and platforms that lead on."""

from __future__ import annotations

import heapq

from aicore.games.relics.rules.chart import AIRLOCK_AT, Chart, Square
from aicore.games.relics.rules.names import QUARTER_AT, STEPS


def walks(chart: Chart, *, nets: bool = True) -> dict[Square, tuple[int, str]]:
    """Return the half AP and the path, such as "nne", of a walk to each square in reach.

    Of equally cheap walks, one that meets few guns and fires is chosen.

    Args:
        nets: whether a net keeps the piece on its gallery.
    """
    fields = chart.fields
    net = fields["net"][fields["seat"]] if nets else None
    fires = {(x, y) for x, y in fields["fires"]}
    covered: dict[Square, int] = {}
    for gun in () if fields["adrenaline"] else chart.guns:
        if gun not in fields["fired"]:
            for square in chart.lines[gun]:
                covered[square] = covered.get(square, 0) + 1
    queue: list[tuple[int, int, Square, str]] = [(0, 0, chart.pieces[fields["seat"]], "")]
    reached: dict[Square, tuple[int, str]] = {}
    while queue:
        halves, danger, square, path = heapq.heappop(queue)
        if square in reached:
            continue
        reached[square] = halves, path
        price = chart.move_price(square, len(path))
        for way in STEPS:
            end = chart.step(square, way)
            if end is None or end in reached or (net and chart.tile.get(end) != net):
                continue
            risk = covered.get(end, 0) + (end in fires)
            heapq.heappush(queue, (halves + price, danger + risk, end, path + way))
    return reached


class Ways:
    """Squares that the piece on turn can walk to without the lifted platform.

    Attributes:
        reach: the squares, whatever the walk costs; none if there is no piece.
        beyond: the other squares of floor, and the other airlocks.
    """

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.lifted: str | None = chart.fields["lifting"]
        here = chart.pieces.get(chart.fields["seat"])
        self.reach: set[Square] = set() if here is None else {here}
        ahead = list(self.reach)
        while ahead:
            square = ahead.pop()
            steps = {chart.step(square, way) for way in STEPS} - self.reach - {None}
            new = [step for step in steps if step and chart.tile.get(step) != self.lifted]
            self.reach.update(new)
            ahead += new
        floor = {square for square in chart.floor if chart.tile[square] != self.lifted}
        self.beyond = (floor | set(AIRLOCK_AT)) - self.reach
        self._rim = _beside(self.reach)
        self._near = {(x - dx, y - dy) for x, y in self._rim for dx, dy in QUARTER_AT.values()}

    def joins_at_best(self, spot: Square) -> int:
        """Return the best effect of the lifted platform on a spot, however turned; see `joins`."""
        if spot not in self._near:
            return 0  # nearly all of about 500 spots end here
        return max(self.joins(spot, turns) for turns in range(4))

    def joins(self, spot: Square, turns: int) -> int:
        """Return the effect of the lifted platform, laid on a spot after quarter turns.

        It is 2 if the platform leads on to squares beyond, 1 if it only extends the path, 0 if it
        does not touch the path.
        """
        assert self.lifted is not None
        quarters = self.chart.quarters(self.lifted, turns)
        floor = {(spot[0] + QUARTER_AT[q][0], spot[1] + QUARTER_AT[q][1]) for q in quarters}
        if floor.isdisjoint(self._rim):
            return 0
        return 2 if _beside(floor) & self.beyond else 1


def _beside(squares: set[Square]) -> set[Square]:
    """Return the squares one step away."""
    return {(x + dx, y + dy) for x, y in squares for dx, dy in STEPS.values()}
