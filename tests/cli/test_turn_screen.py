"""Tests of the prompt on small terminals: board, moves and news, without scrolling."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

import aicore
from aicore.arena.match import Match
from aicore.cli.narrator import wrapped_lines
from aicore.cli.session import TerminalSession
from aicore.cli.turn_screen import in_brief
from aicore.cli.typed_commands import Leave
from aicore.core.language import speaking
from aicore.core.registry import info, names
from kit.effort import effort

ROWS = 24
TABLES = sorted({(name, s) for name in names() for s in info(name).seats[effort(1, 0) :]})


class Reader:
    """Person who plays by the policy, and records the output before each question."""

    def __init__(self, name, seats, asked, width=80, seed=1):
        game = aicore.load(name, seats=seats)
        other = "script" if game.info.data.get("script") else "random"
        others = [aicore.player(other, game) for _ in range(seats - 1)]
        self.person = aicore.player("human", game)
        self.match = Match(game, [self.person, *others], seed)
        self.out = io.StringIO()
        console = Console(
            width=width, height=ROWS, force_terminal=True, color_system=None, file=self.out
        )
        self.session = TerminalSession(console, self.match, 0)
        self.session.prompt.interactive = True
        self.session.prompt.read = self.read
        self.session.autosave.keep = lambda: None
        self.person.ask = self.session.ask
        self.rng, self.asked, self.pages = aicore.Rng(seed), asked, []

    def read(self, label, words):
        shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", self.out.getvalue()).splitlines()
        self.out.seek(0)
        self.out.truncate()
        if "sure" in label:
            return "y"
        if label.startswith("your move"):
            self.pages.append((shown, list(self.session.news)))
            if len(self.pages) == self.asked:
                raise Leave
        state = self.match.state
        return state.game.text(state.policy(self.rng)) if label.startswith("your") else ""

    def lines(self, sentences):
        """Return sentences row by row, as the terminal wraps them."""
        return [line.plain for line in wrapped_lines(sentences, self.session.narrator.names, 80)]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_board_moves_and_news_fit_a_small_screen(name, seats):
    """Board and moves fit the screen, and the news is above them, whole or in brief."""
    reader = Reader(name, seats, asked=18 if name == "relics" else 7)
    reader.session.run()
    others = tuple(f"{one} " for one in reader.session.narrator.names if one != "you")
    brief = 0
    for number, (shown, text) in enumerate(reader.pages):
        screen = shown[-(ROWS - 1) :]
        page = shown if number == 0 else shown[len(reader.lines(text)) :]
        assert len(page) < ROWS
        if not text or number == 0:  # the story so far was read before the Enter key
            continue
        first = next((at for at, line in enumerate(text) if line.startswith(others)), None)
        news = reader.lines(text[first:]) if first is not None else reader.lines(text)[-3:]
        if "(`last`: all)" in " ".join(" ".join(screen).split()):
            brief += 1
        else:
            at = screen.index(news[0])
            assert screen[at : at + len(news)] == news
    assert brief or (name, seats) not in (("relics", 2), ("gratis3", 4))


def test_the_brief_prefers_sentences_about_the_person():
    lines = [
        "You end the turn.",
        "ada lays p01 (2 AP) and walks to g2 (3 AP).",
        "ada destroys your Bomber (1 point, 3 in all). ada ends the turn.",
        "bert takes the Gem for 8 points: its trap makes a hole.",
        "bert walks home.",
    ]
    names = ("you", "ada", "bert")
    assert in_brief(lines, names, 300, 1) == (
        "You end the turn. ada lays p01 and walks to g2; destroys your Bomber (1 point, 3 in all); "
        "ends the turn. bert takes the Gem for 8 points: its trap makes a hole; walks home. "
        "(`last`: all)"
    )
    assert in_brief(lines[1:], names, 80, 1) == (
        "... ada destroys your Bomber (1 point, 3 in all). ... (`last`: all)"
    )
    assert in_brief(lines[1:], names, 80, 2) == (
        "... ada destroys your Bomber (1 point, 3 in all); ends the turn. bert takes the Gem for 8 "
        "points: its trap makes a hole; walks home. (`last`: all)"
    )


def test_the_german_brief_prefers_sentences_about_the_person():
    lines = [
        "ada legt p01 (2 AP) und geht nach g2 (3 AP). ada beendet den Zug.",
        "ada zerstört deinen Bomber (1 Punkt, 3 insgesamt).",
        "bert nimmt den Edelstein für 8 Punkte.",
        "bert geht nach Hause.",
    ]
    with speaking("de"):
        assert in_brief(lines, ("du", "ada", "bert"), 80, 1) == (
            "... ada zerstört deinen Bomber (1 Punkt, 3 insgesamt). ... (`last`: alles)"
        )
        assert "nach g2. ada beendet" not in in_brief(lines, ("du", "ada", "bert"), 300, 2)
