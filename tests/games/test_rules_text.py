"""Tests of the rules text: the terminal's speaks of typing, the page's of clicking."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import aicore
from aicore.core.figures import figures
from aicore.core.picture import WIDE
from aicore.core.rule_text import rules_for
from aicore.plain.loading import register

FIGURE = re.compile(r"^!\[(.+)\]\(figure:([\w-]+)\)$", re.MULTILINE)
TYPED = re.compile(r"`|##[^# ]|\bx or o\b|\b[Tt]ype (the|a|it)\b|\b(typed|command)\b")
CLICKED = re.compile(r"\b[Cc]lick|\bbutton\b|figure:|<!--")
WRITTEN = [name for name in aicore.names() if (aicore.info(name).folder / "RULES.md").exists()]
TITLE = re.compile(r"^#+ .*$", re.MULTILINE)


def test_parts_are_for_one_interface_or_both():
    text = "a\n<!-- terminal -->\nb\n\n<!-- page -->\nc\n\n<!-- both -->\n\nd\n"
    assert rules_for(text, "terminal") == "a\nb\n\nd\n"
    assert rules_for(text, "page") == "a\nc\n\nd\n"


@pytest.mark.parametrize("name", WRITTEN)
def test_each_interface_names_only_its_own_input(name):
    about = aicore.info(name)
    for line in about.page_rules.splitlines():
        assert not TYPED.search(line), line
    for line in about.rules.splitlines():
        assert not CLICKED.search(line), line
    assert TITLE.findall(about.rules) == TITLE.findall(about.page_rules)


@pytest.mark.parametrize("name", aicore.names())
def test_the_rules_show_every_figure_and_it_is_a_part_of_a_picture(name):
    about = aicore.info(name)
    drawn = dict(figures(about))
    assert sorted(drawn) == sorted(figure for _, figure in FIGURE.findall(about.page_rules))
    for svg in drawn.values():
        root = ElementTree.fromstring(svg)
        x, y, width, height = map(float, root.get("viewBox").split())
        assert x >= 0 < width
        assert y >= 0 < height
        assert x + width <= WIDE


def test_a_plain_game_says_only_at_a_terminal_what_to_type():
    about = aicore.info(register(Path(__file__).parents[2] / "examples" / "nim.py"))
    assert "What you type" in about.rules
    assert "What you type" not in about.page_rules
