"""Tests of studies in other languages: findings come from catalogs, their names stay the same."""

from __future__ import annotations

import re
from functools import cache

import pytest

from aicore.arena.figures import Mean
from aicore.core.language import LANGUAGES, speaking
from aicore.study.compare import differences
from aicore.study.finding import Figure, Finding, format_mean
from aicore.study.findings import findings
from aicore.study.games import deals_of
from aicore.study.luck import luck
from aicore.study.page import page
from aicore.study.played_game import Design, PlayedGame, design_of, play
from aicore.study.report import Report
from aicore.study.significance import marked
from aicore.study.skill import SkillStep, meet, skill
from aicore.study.things import Things
from kit.languages import masking, words_left

STUDIES = [("pig", 2), ("pig", 3), ("kuhn_poker", 2), ("trader", 1), ("booster", 2)]
SAME = (
    "greedy", "random", "Elo", "chips", "payments", "pig", "kuhn_poker", "trader", "booster",
    r"◦+ ◦+ (?:with|without) [a-z ]+\.",  # ends of a game without a catalog yet
)  # fmt: skip


@cache
def games(name: str, seats: int) -> tuple[Design, list[PlayedGame], list[SkillStep]]:
    """Return a design, its games, and a step of its ladder."""
    design = design_of(name, seats, {}, "random")
    played = [play(design, deal) for deal in deals_of(1, 24)]
    steps = tuple(meet(design, "greedy", "random", deal) for deal in deals_of(1, 11))
    return design, played, [SkillStep("greedy", "random", steps)]  # type: ignore[arg-type]


def reported(name: str, seats: int) -> Report:
    """Return the report of a study, compared with itself."""
    design, played, steps = games(name, seats)
    found = marked([*findings(design, played), *luck(played), *skill(design, steps)])
    changes = tuple(differences(found, found))
    return Report(design, len(played), tuple(found), tuple(played), design, changes)


def texts(html: str) -> str:
    """Return what people read in a page."""
    html = re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL)
    shown = re.findall(r'(?:title|aria-label)="([^"]*)"', html)
    return " ".join([*shown, re.sub(r"<[^>]*>", " ", html)])


@pytest.mark.parametrize(("name", "seats"), STUDIES)
def test_findings_come_from_catalogs(name: str, seats: int) -> None:
    with masking(strict=True):
        found = reported(name, seats)
        things = [each.partition(" ")[2] for each in (one.name for one in found.findings)]
        same = [re.escape(one) for one in sorted(things, key=len, reverse=True) if one]
        for finding in found.findings:
            called = finding.sentence.partition(": ")[2] or finding.sentence
            held = [finding.name.partition(" ")[0]] if finding.section == "At the end" else []
            ended = finding.section == "Ends"
            assert ended or not words_left(called, *SAME, *same, *held), finding.sentence
            assert not words_left(finding.mark)
        for title, _listed in found.sections(whole=True):
            assert not words_left(title), title
        assert not words_left(" ".join(title for _kind, title in found.columns), *SAME)
        assert not words_left(found.title, *SAME)
        assert page([found])


def test_a_page_comes_from_a_catalog() -> None:
    with masking(strict=True):
        found = reported("pig", 2)
        text = texts(page([found]))
        assert not words_left(text, *SAME, "hold", "roll", "target", "quot", "amp")


@pytest.mark.parametrize(("name", "seats"), STUDIES)
def test_the_names_of_findings_are_the_same_in_every_language(name: str, seats: int) -> None:
    found = []
    for code in LANGUAGES:
        with speaking(code):
            report = reported(name, seats)
            assert not any(re.search("[{}]", each.sentence) for each in report.findings)
            found.append([(each.section, each.name, each.value) for each in report.findings])
    assert all(one == found[0] for one in found)


def test_things_are_the_same_in_every_language() -> None:
    game = design_of("pig", 2, {}, "random").load()
    with speaking("de"):
        assert "würfeln" in game.info.story.glossary(game)
        assert "würfeln" not in Things(game).words
        assert "roll" in Things(game).words


@pytest.mark.parametrize(("share", "games", "dative"), [
    ("0 %", "keine Partien", "keiner Partie"),
    ("100 %", "alle Partien", "allen Partien"),
    ("54 % ± 7", "54 % ± 7 der Partien", "54 % ± 7 der Partien"),
])  # fmt: skip
def test_shares_have_their_cases_in_german(share: str, games: str, dative: str) -> None:
    with speaking("de"):
        assert (Figure(share).of_games, Figure(share).in_games) == (games, dative)


def test_figures_have_a_comma_in_german() -> None:
    with speaking("de"):
        assert format_mean(Mean(8.1, 7.8, 8.4), "rounds") == "8,1 ± 0,3"
        assert format_mean(Mean(0.975, 0.881, 0.995), "%") == "98 % (88 bis 100)"
        assert format_mean(Mean(9.0, 4.0, None), "Elo") == "9,0 (4,0 oder mehr)"
        unsure = Finding("Worth", "worth a", 0.0, -1.0, 1.0, "points", "")
        assert unsure.figure == "0,0 ± 1,0"
