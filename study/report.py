"""Report on a design of a study: its findings in reading order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from aicore.core.language import gettext as _
from aicore.core.language import ngettext
from aicore.study.compare import Difference
from aicore.study.finding import Finding
from aicore.study.naming import score_called, things_called
from aicore.study.played_game import Design, PlayedGame

THINGS = ("Use", "Seats", "Worth")  # sections with a finding for every thing
MAX_THINGS = 15  # maximum number of things in a short table


@dataclass(frozen=True)
class Report:
    """Findings about a design.

    Args:
        design: the game.
        games: the number of games played.
        findings: the findings, in reading order.
        played: the data of the games.
        against: the variant that was played on the same deals; None without one.
        differences: differences between the variant and the game.
    """

    design: Design
    games: int
    findings: tuple[Finding, ...]
    played: tuple[PlayedGame, ...] = field(repr=False)
    against: Design | None = None
    differences: tuple[Difference, ...] = ()

    @property
    def title(self) -> str:
        """Game, seats and options, as text."""
        return title_of(self.design)

    @property
    def marked(self) -> list[Finding]:
        """Findings with a mark."""
        return [finding for finding in self.findings if finding.mark]

    @property
    def used(self) -> dict[str, Finding]:
        """Findings about the use of things, by thing."""
        return {
            each.name.removeprefix("use "): each for each in self.findings if each.section == "Use"
        }

    def sections(self, whole: bool = False) -> Iterator[tuple[str, list[Finding]]]:
        """Yield the findings by section, with its title; sections about things only if `whole`."""
        for name in dict.fromkeys(finding.section for finding in self.findings):
            if whole or name not in THINGS:
                yield _(name), [each for each in self.findings if each.section == name]

    def things(self, most: int = MAX_THINGS) -> list[tuple[str, list[str], str]]:
        """Return the most informative things, with their figures and marks.

        The figures of a thing are the share of the games that have it, the share of the seats that
        have it (except in solo games), and its worth. Marked things come first, then things with
        the clearest worth, then rarely used things.
        """
        by_name = {finding.name: finding for finding in self.findings}
        worth = {
            each.name.removeprefix("worth "): each
            for each in self.findings
            if each.section == "Worth" and each.half
        }
        telling = sorted(
            worth, key=lambda thing: -abs(worth[thing].value) / (worth[thing].half or 1)
        )
        telling = [
            thing
            for thing in telling
            if (worth[thing].low or 0.0) > 0.0 or (worth[thing].high or 0.0) < 0.0
        ]
        rare = sorted(self.used, key=lambda thing: self.used[thing].value)
        marked = [thing for thing in self.used if self.used[thing].mark]
        marked += [thing for thing in worth if worth[thing].mark]
        chosen = dict.fromkeys([*marked, *telling[: most - most // 3], *rare])
        named = things_called(self.design)
        rows = []
        for thing in list(chosen)[: max(most, len(marked))]:
            findings = [by_name.get(f"{kind} {thing}") for kind, _ in self.columns]
            figures = ["" if finding is None else finding.figure for finding in findings]
            mark = next((finding.mark for finding in findings if finding and finding.mark), "")
            rows.append((named(thing), figures, mark))
        return rows

    @property
    def columns(self) -> list[tuple[str, str]]:
        """Kinds of figures about things, with their titles."""
        if self.design.seats == 1:
            gained = _("{points} gained by it", points=score_called(self.design))
            return [("use", _("in games")), ("worth", gained)]
        if self.design.load().cooperative:
            return [("use", _("in games")), ("seats", _("by seats"))]
        return [
            ("use", _("in games")),
            ("seats", _("by seats")),
            ("worth", _("extra wins by it")),
        ]

    def changes(self, whole: bool = False) -> list[Difference]:
        """Return the significant differences from the variant, or all if `whole`."""
        return [each for each in self.differences if whole or each.sure]

    def to_dict(self) -> dict[str, Any]:
        """Return the report as a JSON-compatible dict, without the data of the games."""
        return {
            "game": self.design.game,
            "seats": self.design.seats,
            "options": dict(self.design.options),
            "by": self.design.by,
            "games": self.games,
            "findings": [finding.to_dict() for finding in self.findings],
            "against": None if self.against is None else dict(self.against.options),
            "differences": [asdict(each) for each in self.differences],
        }


def title_of(design: Design) -> str:
    """Return a design's game, seats and options, as text."""
    seats = ngettext("{n} seat", "{n} seats", design.seats)
    return ", ".join([design.game.partition("#")[0], seats, *_options(design)])


def _options(design: Design) -> list[str]:
    return [f"{name}={value}" for name, value in design.options]


def variant(report: Report) -> str:
    """Return the variant's options as its name; "" without a variant."""
    if report.against is None:
        return ""
    return ", ".join(_options(report.against)) or _("the defaults")
