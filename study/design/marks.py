"""What is out of line: the questions that a study asks, and which of them luck cannot answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from aicore.arena.intervals import holm

if TYPE_CHECKING:
    from aicore.study.design.findings import Finding

LIKELY = 0.05  # the chance that anything at all is marked by luck alone


@dataclass(frozen=True)
class Question:
    """Whether a figure is beyond a line.

    Args:
        kind: what is asked; all kinds have equal parts in LIKELY.
        mark: the words where it holds.
        chance: how likely luck alone brings it as far, were the truth on the line.
        of: how many questions of this kind there are.
    """

    kind: str
    mark: str
    chance: float
    of: int = 1


def marked(findings: Sequence[Finding], studies: int = 1) -> list[Finding]:
    """The findings, those marked that stand when all is asked for at once (Holm's procedure).

    Args:
        studies: how many lists of findings share a page, and LIKELY.
    """
    asked = [(k, each.question) for k, each in enumerate(findings) if each.question is not None]
    kinds = len({question.kind for _, question in asked})
    stands = holm(
        [question.chance for _, question in asked],
        [1.0 / (kinds * question.of) for _, question in asked],
        LIKELY / studies,
    )
    found = list(findings)
    for (k, question), sure in zip(asked, stands, strict=True):
        if sure:
            found[k] = replace(found[k], mark=question.mark)
    return found
