"""Marks on findings beyond a limit, if luck alone hardly explains them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aicore.arena.intervals import holm
from aicore.study.finding import ERROR_RATE, Finding


def marked(findings: Sequence[Finding], studies: int = 1) -> list[Finding]:
    """Return the findings, with marks on significant ones (Holm's procedure).

    Args:
        findings: the findings of one design.
        studies: the number of designs on the page, which share ERROR_RATE.
    """
    asked = [(k, each.question) for k, each in enumerate(findings) if each.question is not None]
    kinds = len({question.kind for _, question in asked})
    significant = holm(
        [question.chance for _, question in asked],
        [1.0 / (kinds * question.of) for _, question in asked],
        ERROR_RATE / studies,
    )
    result = list(findings)
    for (k, question), mark in zip(asked, significant, strict=True):
        if mark:
            result[k] = replace(result[k], mark=question.mark)
    return result
