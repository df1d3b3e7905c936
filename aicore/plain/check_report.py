"""Report of a check: mistakes grouped into kinds, oddities, and statistics."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import partial

from aicore.core.language import fill
from aicore.core.language import gettext as _
from aicore.plain.mistakes import separators

VALUES = re.compile(r"'[^']*'|\"[^\"]*\"|[-+]?\d[\d.]*|\[[^]]*\]|\b(?:True|False|None)\b")
"""Texts and numbers, which are ignored when findings are grouped into kinds."""


@dataclass
class CheckReport:
    """Results of `check_file`.

    Args:
        name: name of the file.
        findings: sentences about mistakes, one of each kind.
        remarks: sentences about oddities that may be intended.
        facts: sentences with statistics of the game.
        kinds: kind of each finding: its sentence without details that differ between games.
        times: number of findings of each kind.
    """

    name: str
    findings: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    times: Counter[str] = field(default_factory=Counter)

    def add(self, sentence: str) -> None:
        """Add a finding; if several differ only in a number or a name, keep the first."""
        playing, at = separators()
        start = sentence.partition(playing)[0].partition(at)[0]
        place, colon, what = start.partition(": ")
        kind = place + colon + VALUES.sub("#", what)
        if kind not in self.times:
            self.findings.append(sentence)
            self.kinds.append(kind)
        self.times[kind] += 1

    def remark(self, sentence: str) -> None:
        """Add a remark, unless one differs from it only in numbers."""
        kind = VALUES.sub("#", sentence)
        if kind not in map(partial(VALUES.sub, "#"), self.remarks):
            self.remarks.append(sentence)

    def lines(self) -> list[str]:
        """Return the lines of the report."""
        wrong = []
        bare = [VALUES.sub("#", kind) for kind in self.kinds]
        for kind, sentence in zip(self.kinds, self.findings, strict=True):
            mine = VALUES.sub("#", kind)
            if any(mine != other and mine.endswith(other) for other in bare):
                continue  # it happens in real positions, too, not only in imagined ones
            times = self.times[kind]
            text = _("wrong, {times} times: {what}") if times > 1 else _("wrong: {what}")
            wrong.append(fill(text, times=times, what=sentence))
        if not wrong:
            wrong = [_("{file}: random games found no mistakes", file=self.name)]
        notes = [_("note: {remark}", remark=remark) for remark in self.remarks]
        return [*self.facts, *notes, *wrong]
