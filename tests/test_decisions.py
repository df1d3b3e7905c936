"""Tests that every decision page has a status and a date, as in the list of decisions."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

DECISIONS = Path(__file__).parents[1] / "docs" / "decisions"
PAGES = sorted(DECISIONS.glob("[0-9]*.md"))
HEAD = re.compile(
    r"# (\d{3}) — (.+)\n\n\*(Accepted|Superseded by (\d{3})) · (\d{4}-\d\d-\d\d)\*\n\n"
)


def head(page: Path) -> re.Match[str]:
    found = HEAD.match(page.read_text(encoding="utf-8"))
    assert found, f"{page.name} needs a title, then a line such as *Accepted · 2026-11-20*"
    return found


def row(page: Path) -> str:
    number, title, status, _, day = head(page).groups()
    return f"| {number} | [{title}]({page.name}) | {status} | {day} |"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_decision_has_a_status_and_a_date(page: Path) -> None:
    number, _, _, later, day = head(page).groups()
    assert page.name.startswith(f"{number}-")
    assert date.fromisoformat(day)
    if later:
        assert later > number
        assert list(DECISIONS.glob(f"{later}-*.md")), f"there is no decision {later}"


def test_no_number_is_used_twice() -> None:
    numbers = [page.name[:3] for page in PAGES]
    assert len(numbers) > 50
    assert len(set(numbers)) == len(numbers)


def test_the_list_has_every_decision_as_it_is() -> None:
    text = (DECISIONS / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| \d.*", text, re.MULTILINE) == [row(page) for page in PAGES]


def test_the_list_names_the_missing_numbers() -> None:
    used = {int(page.name[:3]) for page in PAGES}
    missing = set(range(1, max(used) + 1)) - used
    assert missing == {39, 43, 44, 45}, "change the sentence in docs/decisions/README.md, too"
