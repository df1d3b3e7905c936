"""Tests of a study's page: what comes first, axes of plots, and figures of things."""

from __future__ import annotations

from pathlib import Path

import pytest

from aicore.study.finding import Finding
from aicore.study.page import _plot
from aicore.study.played_game import Design
from aicore.study.report import Report
from kit.command import works

ROOT = Path(__file__).parents[2]


def test_the_page_begins_with_the_surest_things_to_change(tmp_path):
    file = tmp_path / "page.html"
    works("study", ROOT / "examples" / "liars_dice.py", "--seats", 2, "--by", "greedy", "--games",
          16, "--option", "dice=2", "--no-ladder", "--jobs", 1, "--html", file)  # fmt: skip
    text = file.read_text(encoding="utf-8")
    first = text.partition("<h2>What to change first</h2>")[2].partition("<h2>")[0]
    assert "at a disadvantage" in first
    assert first.index("favored") < text.index("<h3>Fairness</h3>")
    works("study", "pig", "--seats", 2, "--by", "random", "--games", 8, "--option", "target=20",
          "--no-ladder", "--jobs", 1, "--html", tmp_path / "even.html")  # fmt: skip
    assert "What to change first" not in (tmp_path / "even.html").read_text(encoding="utf-8")


def finding(section, name, value):
    return Finding(section, name, value, value - 0.1, value + 0.1, "%", "")


@pytest.mark.parametrize(
    ("game", "axis"),
    [("pig", "% of the wins"), ("kuhn_poker", "chips a game above the mean of the table")],
)
def test_fairness_is_in_the_unit_of_the_game(game, axis):
    report = Report(Design(game, 2, (), "random"), 0, (), ())
    seats = [finding("Fairness", f"seat {seat}", 0.5) for seat in range(2)]
    assert axis in _plot("Fairness", report, seats)


@pytest.mark.parametrize(
    ("game", "seats", "kinds"),
    [("ransom", 1, ("use", "worth")), ("pig", 2, ("use", "seats", "worth"))],
)
def test_things_have_a_figure_by_seats_unless_one_plays_alone(game, seats, kinds):
    design = Design(game, seats, (), "random")
    found = [finding(kind.title(), f"{kind} orb", 0.5) for kind in ("use", "seats", "worth")]
    ((name, figures, mark),) = Report(design, 0, tuple(found), ()).things()
    assert (name, mark) == ("orb", "")
    assert len(figures) == len(kinds)
    assert all(figures)
