"""Comparison of two variants of a game on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aicore.arena.figures import Mean
from aicore.arena.intervals import changed, holm
from aicore.study.finding import ERROR_RATE, Finding, Values, format_mean, mean
from aicore.study.worth import MORE


@dataclass(frozen=True)
class Difference:
    """Figure of a study in both variants.

    Args:
        section, name, unit: the same as in the findings.
        one, two: the means in the two variants.
        value: the difference of the means on the same deals.
        low, high: the ends of the difference's 95 % interval; None if unknown.
        sure: whether the difference is significant when all figures are compared (Holm's procedure,
            5 % in all).
    """

    section: str
    name: str
    unit: str
    one: float
    two: float
    value: float
    low: float | None
    high: float | None
    sure: bool

    @property
    def figure(self) -> str:
        """Difference with its interval, as text."""
        return format_mean(Mean(self.value, self.low, self.high), self.unit, "+")


def differences(
    one: Sequence[Finding], two: Sequence[Finding], studies: int = 1
) -> list[Difference]:
    """Return the differences of the second variant from the first, in the first one's order.

    A finding in only one variant counts as 0 in the other. Figures that lack a value in any game
    are not compared. Holm's procedure tests all comparisons together.

    Args:
        one, two: the findings of both variants.
        studies: the number of comparisons on the page, which share ERROR_RATE.
    """
    other = {finding.name: finding for finding in two}
    pairs = [(finding, other.get(finding.name)) for finding in one if finding.values]
    known = {finding.name for finding in one}
    rows = [
        *((mine, mine.values, theirs.values if theirs else []) for mine, theirs in pairs),
        *((new, [], new.values) for new in two if new.name not in known and new.values),
    ]
    compared = []
    for finding, first, second in rows:
        games = max(len(first), len(second))
        changes = _changes(first or [0.0] * games, second or [0.0] * games)
        if changes is None:
            continue
        apart = mean(changes, MORE if finding.unit == "%" else None)
        before, after = (mean(values).value or 0.0 for values in (first, second))
        compared.append((finding, before, after, apart, changed(changes)))
    chances = [chance for *_, chance in compared]
    sure = holm(chances, [1.0 / len(chances)] * len(chances), ERROR_RATE / studies)
    return [
        Difference(
            finding.section, finding.name, finding.unit, before, after, apart.value or 0.0,
            apart.low, apart.high, stands,
        )
        for (finding, before, after, apart, _), stands in zip(compared, sure, strict=True)
    ]  # fmt: skip


def _changes(first: Values, second: Values) -> list[float] | None:
    """Return the second value of each game less the first; None if any game lacks a value."""
    changes = []
    for before, after in zip(first, second, strict=True):
        if before is None or after is None:
            return None
        changes.append(after - before)
    return changes
