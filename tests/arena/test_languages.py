"""Tests of tournaments in other languages: reports come from catalogs, files stay the same."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import aicore
from aicore.arena import figures as arena_figures
from aicore.arena import ladder_page, report
from aicore.arena.figures import Summary
from aicore.arena.page import page
from aicore.arena.plan import Sprt
from aicore.arena.pool import pool
from aicore.arena.referee import Referee
from aicore.arena.workers import Worker, _death
from aicore.core.language import LANGUAGES, gettext, language, speaking
from kit.languages import masking, words_left
from kit.tournaments import Scripted, config_of, played

FORMATS = {
    "three": ("pig", ["greedy", "random", "script"], {"games": 24}),
    "stakes": ("kuhn_poker", ["cfr", "random"], {"games": 40}),
    "solo": ("trader", ["greedy", "random"], {"games": 24}),
    "sprt": ("pig", ["greedy", "random"], {"games": 24, "sprt": Sprt(0, 30)}),
    "swiss": ("pig", ["random"] * 5, {"format": "swiss", "rounds": 2, "games": 4}),
    "knockout": ("pig", ["random"] * 4, {"format": "knockout", "games": 4}),
    "teams": ("pig", ["random"] * 6, {"seats": 4, "team": 2, "format": "ladder", "games": 24}),
}
SAME = (
    "cfr", "greedy", "random", "script", "Elo", "LOS", r"round-robin", "swiss", "knockout",
    "ladder", "sprt", "round_robin", "chips", "kuhn_poker", "pig", "trader",
    r"(?<=\d )(?:without|with) [a-z ]+",  # ends of a game without a catalog yet
)  # fmt: skip
"""Patterns of texts that are the same in all languages."""


@pytest.fixture(params=FORMATS, name="figures")
def of_a_tournament(request: pytest.FixtureRequest, tmp_path: Path) -> Summary:
    """Return the figures of a tournament."""
    name, specs, given = FORMATS[request.param]
    return played(tmp_path / "t", config_of(name, specs, **given))


def texts(html: str) -> str:
    """Return what people read in a page, without its configuration."""
    html = re.sub(r"<(style|pre)>.*?</\1>", "", html, flags=re.DOTALL)
    shown = re.findall(r'(?:title|aria-label)="([^"]*)"', html)
    return " ".join([*shown, re.sub(r"<[^>]*>", " ", html)]).replace("&#x27;", "'")


def test_a_report_comes_from_a_catalog(figures: Summary) -> None:
    with masking(strict=True):
        assert not words_left(texts(page(figures)), *SAME, "quot", "amp", "lt", "gt")
        assert 'lang="mask"' in page(figures)
        shown = ladder_page.Shown(["random", "greedy"], "◦", "game.html")
        lines = [[(1, 2.0), (2, 3.0)] for _player in figures.players]
        text = texts(ladder_page.page(figures, lines, [figures.players[0].name], [shown]))
        assert not words_left(text, *SAME, "quot", "amp", "lt", "gt")


def test_a_report_in_german_has_no_slot_left(figures: Summary) -> None:
    with speaking("de"):
        assert not re.search("[{}]", texts(page(figures)))


@pytest.mark.parametrize("decided", ["", "elo0", "elo1"])
@pytest.mark.parametrize("model", ["logistic", "normalized", "returns"])
def test_each_verdict_of_a_test_is_in_german(tmp_path: Path, decided: str, model: str) -> None:
    name, specs, given = FORMATS["sprt"]
    figures = played(tmp_path / "t", config_of(name, specs, **given))
    pairs = [1, 2, 3, 4, 5]
    found = arena_figures.TestFigures(
        0, 2.5, model, -1.5, -2.9, 2.9, decided, 7, pairs, 0.5, 1.7, ""
    )
    with masking(strict=True):
        section = report.test(replace(figures, test=found))
        assert section is not None
        assert not words_left(" ".join([section.title, *section.lines]), *SAME)
    with speaking("de"):
        section = report.test(replace(figures, test=found))
        assert section is not None
        assert section.lines[1] == "Log-Likelihood-Quotient -1,50, Schranken -2,90 und 2,90"


def test_forfeits_and_an_anchor_come_from_a_catalog(tmp_path: Path) -> None:
    name, specs, given = FORMATS["three"]
    figures = played(tmp_path / "t", config_of(name, specs, **given))
    players = [replace(one, forfeits=3, timeouts=2) for one in figures.players]
    figures = replace(
        figures, players=players, anchor=("random", 1000.5), notes=["◦"], finished=False,
        reasons=[("random", "◦", "◦", 3)], ends={"forfeit": 1200, "adjudicated": 1, "◦": 2},
    )  # fmt: skip
    with masking(strict=True):
        assert not words_left(texts(page(figures)), *SAME, "quot", "amp")
    with speaking("de"):
        text = texts(page(figures))
        assert "random mit 1.000,5" in text or "random mit 1000,5" in text
        assert "1.200 kampflos" in text


def test_a_file_is_the_same_in_every_language() -> None:
    name, specs, given = FORMATS["stakes"]
    configs = []
    for code in LANGUAGES:
        with speaking(code):
            configs.append(config_of(name, specs, **given).to_dict())
    assert all(one == configs[0] for one in configs)


@pytest.mark.parametrize(
    ("given", "action", "reason"),
    [
        ({"clock": (0.01, 0.0)}, "roll", "seine Zeit lief ab: 0,01 s übrig, "),
        ({"limit": 0.01}, "roll", "eine Entscheidung dauerte 0,"),
        ({}, "castle", "Einen Zug „castle“ gibt es nicht"),
        ({}, 12345, "12345"),
    ],
)
def test_reasons_of_forfeits_are_in_german(given: dict[str, Any], action: Any, reason: str) -> None:
    game = aicore.load("pig")
    players = [Scripted(game, lambda view: time.sleep(0.05) or action) for _seat in range(2)]
    with speaking("de"):
        outcome = Referee(game, **given).play(players, [0, 0], aicore.Chance(1))
        assert outcome.forfeit is not None
        assert reason in outcome.forfeit.reason
        assert "is not" not in outcome.forfeit.reason


def test_a_worker_of_a_tournament_speaks_the_language_of_its_parent() -> None:
    config = replace(config_of("pig", ["random", "greedy"]), players=("random", "ghost"))
    with speaking("de"):
        worker = Worker(config)
        try:
            assert worker.connection.poll(60)
            error = worker.connection.recv()
        finally:
            worker.end()
    assert "Einen Spieler „ghost“ gibt es nicht" in error


def spoken(_value: int) -> str:
    """Return a text in the language of the worker that runs this task."""
    return f"{language()}: {gettext('still running')}"


def test_workers_of_a_pool_speak_the_language_of_their_parent() -> None:
    with speaking("de"), pool(2) as workers:
        assert [*workers.map(spoken, range(2))] == ["de: läuft noch"] * 2


def test_a_language_that_only_this_process_knows_stays_here() -> None:
    with masking(), pool(2) as workers:
        assert [*workers.map(spoken, [1])] == ["en: still running"]


def test_the_death_of_a_worker_is_reported_in_german() -> None:
    with speaking("de"):
        assert _death(-9) == "Signal SIGKILL"
        assert _death(3) == "Exit-Code 3"


def test_kinds_of_forfeits_are_words_of_the_language() -> None:
    with speaking("de"):
        assert [report._kind(kind) for kind in ("time", "crash", "new")] == [
            "Zeit",
            "Absturz",
            "new",
        ]
