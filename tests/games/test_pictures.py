"""Tests of the pictures of all games: readable, playable, and without secrets."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from xml.etree.ElementTree import Element, fromstring

import pytest

import aicore
from aicore.core.picture import NARROW, WIDE, Scene, drawn, stylesheet, to_svg
from aicore.core.record import Event
from aicore.core.registry import info, names
from aicore.session.move_input import moves_meant, why_not
from kit.effort import effort
from kit.hiding import SEATS, positions
from kit.positions import steps

DRAWN = [name for name in names() if (info(name).folder / "picture" / "svg.py").exists()]
HIDING = [name for name in DRAWN if name in SEATS]
CALLED = ("you", "mcts", "greedy", "somebody with a long name", "flat", "random")
SHORT_LIST = 12  # most actions that a page lists by name when no element distinguishes them
SMALLEST, PLAIN = 13, 14  # font sizes in pixels: the smallest allowed, and the default
ROOM = 824, 632  # pixels that the page gives a wide picture in a window of 1280 by 800
CODES = {
    "gratis3": r"(?i)\b(nav|ravs?)\b|\[",
    "ransom": r"\.(sr|ba|k|ca)\b",
    "relics": r"\b[gp]\d|\bgun\d|\d,\d|#",
    "trader": r"\d,-?\d|\be\d\d\b",
}
NARROWEST = 0.4  # width of the narrowest letter, as a share of the font size
LISTS = [(name, seats) for name in DRAWN for seats in sorted(set(info(name).seats))]


def walk(game: aicore.Game, seed: int) -> Iterator[tuple[aicore.State, list[Event]]]:
    """Yield each decision, with the events before it, of a game with 2/3 policy actions."""
    events: list[Event] = []
    for state, event, after in steps(game, seed, policy=2 / 3):
        if state.turn >= 0:
            yield state, events
        events.append(("chance" if state.turn < 0 else state.turn, game.text(event)))
        last = after
    yield last, events


def scenes(name: str, seats: int, number: int) -> Iterator[Scene]:
    """Yield the mover's scenes: positions of each kind that games reach, wide or narrow.

    A position's kind is the set of first words of its legal actions; frequent kinds get few scenes.
    """
    game = aicore.load(name, seats=seats)
    met: dict[frozenset[str], int] = {}
    for seed in range(effort(2, 20)):
        for state, events in walk(game, seed):
            kind = frozenset(text.split()[0] for text in state.legal())
            seen = met[kind] = met.get(kind, 0) + 1
            if seen & (seen - 1) or seen > number:  # the first, second, fourth, ...
                continue
            yield scene_of(state, events, narrow=(len(met) + seen) % 2 == 0)


def scene_of(state: aicore.State, events: list[Event], narrow: bool = False) -> Scene:
    """Return the scene that the seat on turn sees; at the end, one that shows everything."""
    seats = state.game.seats
    position = state.view(state.turn) if state.turn >= 0 else state
    legal = tuple(state.legal())
    return Scene(position, CALLED[:seats], legal, tuple(events[-2:]), (), narrow)


@pytest.mark.parametrize(("name", "seats"), LISTS)
def test_every_action_can_be_chosen_and_every_text_fits(name: str, seats: int) -> None:
    for scene in scenes(name, seats, effort(1, 64)):
        picture = drawn(scene)
        _settles_every_action(picture, scene)
        _says_why_not(picture, scene)
        _is_plain(picture)
        _fits(picture, scene)


def _settles_every_action(picture: Element, scene: Scene) -> None:
    """Check that choosing all elements of an action leaves only that action, or a short list.

    A person who wants "eject a" and not "eject a,b" chooses no more: only actions with exactly the
    same elements count.
    """
    offered = []
    for one in picture.iter():
        if one.get("data-actions"):
            _is_called_what_it_shows(one)
            places = {int(place) for place in one.get("data-actions", "").split()}
            assert places <= set(range(len(scene.legal)))
            offered.append(places)
    for place, text in enumerate(scene.legal):
        parts = [places for places in offered if place in places]
        assert parts, f"{text}: no element offers this action"
        left = set.intersection(*parts)
        alike = [other for other in left if sum(other in one for one in offered) == len(parts)]
        assert len(alike) <= SHORT_LIST, f"{text}: one of {len(alike)} actions with these elements"


def _is_called_what_it_shows(element: Element) -> None:
    """Check that the name contains all visible text in order, for people who choose by voice."""
    name = element.get("aria-label", "")
    assert name, "a choice without an aria-label"
    texts = [text.text or "" for text in element.iter("text")]
    read = re.sub(r"[\W_]+", " ", " ".join(texts).casefold()).strip()
    assert read in re.sub(r"[\W_]+", " ", name.casefold()), f"{read!r} is not in {name!r}"


def _is_plain(picture: Element) -> None:
    """Check that all styles are style sheet classes, as a page's policy and themes demand."""
    for one in picture.iter():
        assert one.get("style") is None
        assert set((one.get("class") or "").split()) <= _classes(), one.get("class")
        for paint in ("fill", "stroke"):
            assert one.get(paint) is None, f"{paint} belongs to a class"


def _fits(picture: Element, scene: Scene) -> None:
    """Check that texts are large enough, and inside."""
    left, top, width, height = map(float, picture.get("viewBox", "").split())
    assert (left, top) == (0, 0)
    assert width == (NARROW if scene.narrow else WIDE)
    scale = 1 if scene.narrow else min(1, ROOM[0] / width, ROOM[1] / height)
    for text, x, y, size in _texts(picture):
        letters = "".join(text.itertext())
        style = (text.get("class") or "").split()
        assert size * scale >= SMALLEST, f"{letters!r} has {size * scale:.1f} pixels"
        across = NARROWEST * size * len(letters)
        begin = x - across * ("end" in style) - across / 2 * ("middle" in style)
        assert begin >= 0, f"{letters!r} begins left of the picture"
        assert begin + across <= width, f"{letters!r} ends right of the picture"
        assert size * 0.7 <= y <= height, f"{letters!r} is above or below the picture"


def _texts(
    element: Element, x: float = 0, y: float = 0
) -> Iterator[tuple[Element, float, float, float]]:
    """Yield all texts below an element, with their position and size."""
    moved = element.get("transform")
    if moved is not None:
        shift = re.fullmatch(r"translate\((-?[\d.]+)[ ,](-?[\d.]+)\)", moved)
        if shift is None:  # only shapes may be rotated or scaled
            assert element.find(".//text") is None
            return
        x, y = x + float(shift[1]), y + float(shift[2])
    if element.tag == "text":
        at = float(element.get("x", 0)), float(element.get("y", 0))
        styles = (element.get("class") or "").split()
        own = float(element.get("font-size", PLAIN))
        sizes = [size for style in styles if (size := _size_of(style))]
        yield element, x + at[0], y + at[1], sizes[0] if sizes else own
    for child in element:
        yield from _texts(child, x, y)


@cache
def _size_of(style: str) -> float | None:
    """Return the font size that a class sets; None if it sets none."""
    size = re.search(rf"\.{style} {{[^}}]*\bfont(?:-size)?: (\d+)px", stylesheet())
    return float(size[1]) if size else None


@cache
def _classes() -> set[str]:
    return set(re.findall(r"\.([a-z0-9]+)", stylesheet()))


def shapes(scene: Scene) -> list[dict[str, str]]:
    """Return the visible parts of a picture: all but groups."""
    return [one.attrib for one in drawn(scene).iter() if one.tag != "g"]


def _says_why_not(picture: Element, scene: Scene) -> None:
    """Check that each refused choice with a reason has a sentence or an illegal action."""
    for element in picture.iter():
        why, action = element.get("data-why"), element.get("data-try")
        if why is not None:
            assert "data-actions" not in element.attrib
            assert why.endswith(".")
        if action is not None and scene.legal and action not in scene.legal:
            assert scene.position.game.parse(action) is not None
            assert "data-actions" in element.attrib or why_not(action, scene.position)
        line = element.get("data-line")
        if line is not None:
            first, *rest = moves_meant(line, scene.position)
            assert first in scene.legal
            assert rest  # otherwise the action itself is offered


@pytest.mark.parametrize(("name", "code"), CODES.items())
def test_no_code_is_written_on_a_picture(name: str, code: str) -> None:
    """Only tooltips may show words of the notation that a newcomer cannot know."""
    for seats in {*info(name).seats}:
        for scene in scenes(name, seats, effort(1, 64)):
            for text in drawn(scene).iter("text"):
                letters = "".join(text.itertext())
                assert not re.search(code, letters), letters


@pytest.mark.parametrize("name", DRAWN)
def test_advice_and_the_last_event_are_drawn(name: str) -> None:
    """Advice of every kind of action is drawn; the last event, in at least half of the pictures."""
    advised: set[str] = set()
    done = shown = 0
    for scene in scenes(name, info(name).default_seats, 1):
        kinds = {text.split()[0]: text for text in scene.legal}
        new = [text for kind, text in kinds.items() if kind not in advised]
        if not new and done >= effort(4, 1000):
            continue
        advised |= set(kinds)
        fromstring(to_svg(scene, alone=False))  # well-formed: no letters that XML forbids
        plain = shapes(scene)
        for text in new:
            assert shapes(replace(scene, hint=(text,))) != plain, f"advice to {text} is not drawn"
        done += 1
        shown += shapes(replace(scene, last=())) != plain
    assert shown >= done / 2, f"only {shown} of {done} pictures show the last event, `Scene.last`"


@pytest.mark.parametrize("name", ["booster", "gratis3", "trader"])
def test_pieces_of_advice_differ_in_number_and_color(name: str) -> None:
    """Two actions at different places have different numbers, each in its own color."""
    both = 0
    for scene in scenes(name, info(name).default_seats, 1):
        if len(scene.legal) < 2:
            continue
        advised = scene.legal[0], scene.legal[-1]
        picture = drawn(replace(scene, hint=advised))
        discs = {
            group[1].text: group[0].get("class", "").split()[-1]
            for group in picture.iter("g")
            if len(group) == 2 and "hint solid paper" in group[0].get("class", "")
        }
        assert discs.get("1", "first") == "first"
        assert discs.get("2", "second") == "second"
        both += len(discs) == 2
    assert both > 1


@pytest.mark.parametrize("name", HIDING)
def test_nothing_hidden_changes_a_picture(name: str) -> None:
    """A seat's picture is the same in every world that is possible for it."""
    game = aicore.load(name, seats=SEATS[name])
    rng = aicore.Rng(7)
    other = 0
    for state in positions(game, effort(6, 60)):
        world = state.resample(state.turn, rng)
        other += world != state
        assert to_svg(scene_of(state, [])) == to_svg(scene_of(world, []))
    assert other


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_changes_no_shared_part(name: str) -> None:
    """Cached parts must look the same after other pictures offered choices on them."""
    some = list(scenes(name, max(info(name).seats), 1))[: effort(12, 100)]
    before = [to_svg(scene, alone=False) for scene in some]
    assert [to_svg(scene, alone=False) for scene in reversed(some)] == before[::-1]
    quiet = [to_svg(replace(scene, legal=()), alone=False) for scene in some]
    assert not any("data-actions" in picture for picture in quiet)
    assert [to_svg(scene, alone=False) for scene in some] == before


def test_pages_are_drawn_without_the_terminal() -> None:
    """Pictures, stories and a game's words need neither Rich nor Click: a browser has neither."""
    program = """
import sys
sys.modules["click"] = sys.modules["rich"] = None
import aicore
from aicore.arena.match import Match
from aicore.core import plain_picture
from aicore.web.catalog import manual
from aicore.web.replay_page import render_replay
for name in aicore.names():
    if aicore.info(name).picture.draw is plain_picture.draw:
        continue  # the terminal draws it
    game = aicore.load(name)
    match = Match(game, [aicore.player("random", game)] * game.seats, 1)
    while not match.over and len(match.events) < 30:
        match.step()
    assert len(render_replay(match.record())) > 10_000, name
    assert manual(name), name
"""
    subprocess.run([sys.executable, "-c", program], check=True)
