"""Tests of games' covers and colors in the lobby."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import pytest

import aicore
from aicore.core.game_data import ACCENTS
from aicore.core.picture import stylesheet
from aicore.core.registry import offered

GAMES = Path(str(files("aicore"))) / "games"
CONTRAST = 4.5
"""Minimum contrast of text, from the Web Content Accessibility Guidelines 2.2, 1.4.3."""
DRAWN = {"svg", "defs", "g", "path", "circle", "ellipse", "rect", "text", "stop"}
DRAWN |= {"linearGradient", "radialGradient"}


SHIPPED = [name for name in offered() if aicore.info(name).folder.parent == GAMES]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_cover_is_a_drawing_of_its_own(name: str) -> None:
    cover = aicore.info(name).cover
    drawing = ElementTree.fromstring(cover)
    assert drawing.get("viewBox") == "0 0 320 200"
    assert {one.tag.rpartition("}")[2] for one in drawing.iter()} <= DRAWN  # no script, no style
    assert len(cover) < 6000  # bytes; all covers come with the first page
    ids = re.findall(r'id="([^"]+)"', cover)
    assert set(re.findall(r"url\(#([^)]+)\)", cover)) == set(ids)


def test_text_on_every_accent_can_be_read() -> None:
    styles = files("aicore.web").joinpath("static/style.css").read_text("utf-8")
    found = re.findall(r'([^;}\n]*)\[data-accent="(\w+)"\] \{ --accent: (#\w{6}); \}', styles)
    shades = [(accent, "theme" in where, shade) for where, accent, shade in found]
    assert {accent for accent, dark, _ in shades if not dark} == set(ACCENTS)
    assert {accent for accent, dark, _ in shades if dark} == set(ACCENTS)
    light, *dark = re.findall(r"--accent-ink: (#\w{6})", styles)
    assert len(set(dark)) == 1
    for accent, is_dark, shade in shades:
        assert contrast(shade, dark[0] if is_dark else light) >= CONTRAST, (accent, is_dark)


def test_styles_of_the_page_do_not_size_parts_of_pictures() -> None:
    """Pictures are drawn inside the page, so both share the names of classes."""
    own = set(re.findall(r"\.picture (\.[\w-]+)", stylesheet()))
    assert len(own) > 20
    static = files("aicore.web").joinpath("static")
    sheets = [sheet for sheet in static.iterdir() if sheet.name.endswith(".css")]
    assert sheets
    for sheet in sheets:
        for selectors, content in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet.read_text("utf-8")):
            sized = re.search(r"(?<![\w-])(width|height|transform):", content)
            plain = {one.strip() for one in selectors.split(",")}
            assert not (sized and plain & own), (sheet.name, selectors)


def test_every_variable_of_a_style_is_defined() -> None:
    static = files("aicore.web").joinpath("static")
    styles = [sheet.read_text("utf-8") for sheet in static.iterdir() if sheet.name.endswith(".css")]
    defined = set(re.findall(r"(?<![\w(-])(--[\w-]+):", "".join(styles)))
    used = set(re.findall(r"var\((--[\w-]+)\)", "".join(styles)))  # those without a default
    assert len(used) > 20
    assert used <= defined


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colors, 1 to 21, as WCAG defines it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(color: str) -> float:
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
