"""Two variants of a game on the same deals: what differs, and surely."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from aicore.study.design.findings import LIKELY, Finding, Values, mean, told


@dataclass(frozen=True)
class Difference:
    """One figure in both variants.

    Args:
        section, name, unit: as the findings have them.
        one, two: the means.
        value: their difference, of the same deals.
        half: half the width of its 95 % interval.
        sure: whether it stands among all figures compared (Holm's procedure, 5 % in all).
    """

    section: str
    name: str
    unit: str
    one: float
    two: float
    value: float
    half: float | None
    sure: bool

    @property
    def figure(self) -> str:
        """The difference with its interval."""
        return told(self.value, self.half, self.unit, "+")


def differences(one: Sequence[Finding], two: Sequence[Finding]) -> list[Difference]:
    """How the second variant differs from the first, in the first one's order.

    What came up in one of them alone counts as 0 in the other. Figures that only some games tell,
    and those without games behind them, are not compared.
    """
    other = {finding.name: finding for finding in two}
    pairs = [(finding, other.get(finding.name)) for finding in one if finding.values]
    known = {finding.name for finding in one}
    rows = [
        *((mine, mine.values, theirs.values if theirs else []) for mine, theirs in pairs),
        *((new, [], new.values) for new in two if new.name not in known and new.values),
    ]
    found = []
    for finding, first, second in rows:
        games = max(len(first), len(second))
        changes = _changes(first or [0.0] * games, second or [0.0] * games)
        if changes is None:
            continue
        value, half = mean(changes)
        before, after = mean(first)[0], mean(second)[0]
        found.append((finding, before, after, value, half))
    sure = _sure([(value, half) for *_, value, half in found])
    return [
        Difference(finding.section, finding.name, finding.unit, before, after, value, half, stands)
        for (finding, before, after, value, half), stands in zip(found, sure, strict=True)
    ]


def _changes(first: Values, second: Values) -> Values | None:
    found: Values = []
    for before, after in zip(first, second, strict=True):
        if before is None or after is None:
            return None
        found.append(after - before)
    return found


def _sure(changes: Sequence[tuple[float, float | None]]) -> list[bool]:
    """Which differences stand when all are asked for at once (Holm 1979)."""
    chances = []
    for value, half in changes:
        if not half:
            chances.append(1.0 if half is None or value == 0 else 0.0)
        else:
            chances.append(2 * (1 - NormalDist().cdf(abs(value) / half * 1.96)))
    found = [False] * len(chances)
    order = sorted(range(len(chances)), key=chances.__getitem__)
    for rank, number in enumerate(order):
        if chances[number] > LIKELY / (len(chances) - rank):
            break
        found[number] = True
    return found
