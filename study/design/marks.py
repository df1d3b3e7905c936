"""What is out of line: the questions of a study that luck cannot answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aicore.arena.intervals import holm
from aicore.study.design.findings import LIKELY, Finding


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
