"""Tests of the games in other languages: every text comes from a catalog, and reads well.

A catalog that masks every letter reveals texts from no catalog: see tests/kit/languages.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

import pytest
from rich.console import Console

import aicore
from aicore.core.errors import NotationError
from aicore.core.game import Game
from aicore.core.language import gettext as _
from aicore.core.language import speaking
from aicore.core.picture import Scene, drawn
from aicore.core.registry import info, names
from aicore.core.story import Names, SeenEvent, ending, notes, seen_event, tell_all
from kit.effort import effort
from kit.languages import WORD, masking, words_left
from kit.positions import seats_of, steps

TRANSLATED = [name for name in names() if (info(name).folder / "de.po").exists()]
PEOPLE = ("◦1", "◦2", "◦3", "◦4", "◦5", "◦6")
BOOSTER = "|".join(one["id"] for cards in info("booster").data["cards"].values() for one in cards)
SAME: dict[str, tuple[str, ...]] = {
    "ransom": (
        r"\b[a-z]+\.(sr|ba|k|ca)\b",  # cards as typed
        r"\b(merchant-[12]|sr|ba|ca|He|Li|Be|Ne)\b",  # merchants, factions and elements
    ),
    "booster": (rf"\b({BOOSTER})(?=[ \n│]+◦)",),  # cards as typed, each before its name
    "kuhn_poker": (r"\bo+\b",),  # chips
    "leduc_poker": (r"\bo+\b", r"\[[JQK][hs]\]"),
    "relics": (
        r"gun\d+",  # as typed, like the items
        r"(?:power-pack|tape|vitality|adrenaline|o2|keycard|security-hack|grapple-gun|rocketpack"
        r"|doorway|foam-gun|heat-ray|freeze-ray|platform-hack-[12]|blaster|shield)",
        r"[<>^v][1-9abc]|vv|(?:xx)+",  # signs on the board
    ),
    "gratis3": (
        r"\b(launch-move|move-launch|shields-guns|short-range)\b",  # cards in the terminal
        r"(?<=[ +])(missile|override)(?= x\d|,| \+| *[│\n])",
        # systems in the terminal, before "Down"; in a full table, that is on the next line
        r"\b(nav|ravs|defense|weapons)(, (nav|ravs|defense|weapons))* (?=(◦{4}(◦◦)?)? +[.#])",
    ),
}
"""Patterns of a game's notation, which is the same in all languages."""
TABLES = [(name, seats) for name in TRANSLATED for seats in seats_of(name)]


def told(game: Game, seed: int, viewer: int | None) -> Iterator[tuple[str, str]]:
    """Yield every text that a viewer reads of a game, with its kind."""
    story, called = game.info.story, Names(PEOPLE[: game.seats], viewer)
    seen: list[SeenEvent] = []
    for before, event, after in steps(game, seed, policy=2 / 3):
        actor = before.turn if before.turn >= 0 else "chance"
        one = seen_event(before, actor, event, after, viewer)
        seen.append(one)
        yield "tell", story.tell(game, one, called)
        if actor != "chance" and story.danger is not None:
            yield "danger", story.danger(game, one)
        if actor != "chance" and story.confirm is not None:
            yield "confirm", story.confirm(game, one)
        if before.turn >= 0 and before.turn == viewer:
            for text in notes(before.view(viewer)).values():
                yield "note", text
    for text in tell_all(game, seen, called):
        yield "tell_all", text
    yield "end", story.end(game, ending(after, viewer), called)
    about = game.info
    for text in (about.title, about.summary, about.pitch, about.stakes):
        yield "about", text
    for option in about.options.values():
        yield "about", option.help
    for text in (*story.aim(game), *story.glossary(game).values()):
        yield "about", text
    if story.titles is not None:
        for text in story.titles(game).values():
            yield "title", text
    for phrase in story.ENDS.values():
        yield "ends", _(phrase)


def shown(game: Game, seed: int, viewer: int | None) -> Iterator[tuple[str, str]]:
    """Yield every text in pictures and drawings of a game, with its kind."""
    console = Console(width=78, no_color=True)
    called = Names(PEOPLE[: game.seats], viewer)
    for number, (state, _event, _after) in enumerate(steps(game, seed, policy=2 / 3)):
        if number & (number - 1) and number % 17:
            continue
        position = state if viewer is None else state.view(viewer)
        legal = tuple(state.legal()) if state.turn == viewer else ()
        for narrow in (False, True) if (game.info.folder / "picture" / "svg.py").exists() else ():
            scene = Scene(position, tuple(called), legal, (), (), narrow)
            for element in drawn(scene).iter():
                yield "picture", element.text or ""
                yield "label", element.get("aria-label", "")
        with console.capture() as capture:
            console.print(game.info.drawing.draw(position, names=called))
        yield "drawing", capture.get()


def refused(game: Game, seed: int) -> Iterator[tuple[str, str]]:
    """Yield the error for each line of a game that is illegal, mistyped or cut off.

    The words of the game's notation are left out, because they are the same in all languages.
    """
    notation = game.info.notation
    forms = list(game.grammar)
    written = [str(value) for form in forms for blank in form.blanks for value in blank.values]
    known = set(WORD.findall(" ".join([*(form.pattern for form in forms), *written])))
    for number, (state, event, _after) in enumerate(steps(game, seed, policy=2 / 3)):
        if state.turn < 0 or number & (number - 1):
            continue
        view, (first, *rest) = state.view(state.turn), state.event_text(event).split()
        cut = " ".join(rest[:-1])
        for line in (f"{first[:-1]}qq", f"{first} {cut}", f"{first} {cut} qq", f"{first} qq 0 1"):
            reads = [game.parse]
            reads += [partial(read, view) for read in (notation.expand, notation.why_not) if read]
            for read in reads:
                try:
                    found = read(line)
                except NotationError as error:
                    found = str(error)
                if isinstance(found, str):
                    same = known | set(WORD.findall(line))
                    yield "refused", " ".join(w for w in WORD.findall(found) if w not in same)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_text_comes_from_a_catalog(name: str, seats: int) -> None:
    game = aicore.load(name, seats=seats)
    same = (r"`[^`]*`", *SAME.get(name, ()))
    with masking(strict=True):
        found = {
            (kind, text, *left)
            for seed in range(effort(1, 8))
            for viewer in (seats - 1, None)
            for texts in (
                told(game, seed, viewer),
                shown(game, seed, viewer),
                refused(game, seed),
            )
            for kind, text in texts
            if (left := words_left(text, *same))
        }
    assert not found


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_german_fills_every_slot(name: str, seats: int) -> None:
    game = aicore.load(name, seats=seats)
    with speaking("de"):
        for viewer in (seats - 1, None):
            for kind, text in (*told(game, 0, viewer), *shown(game, 0, viewer)):
                assert not re.search(r"[{}]|\S\||\|\S", text) or kind == "drawing", text


@pytest.mark.parametrize("name", TRANSLATED)
def test_german_rules_have_the_same_sections(name: str) -> None:
    """Compare headings, figures, tables and the parts for one interface."""
    english = info(name).rules_text
    with speaking("de"):
        german = info(name).rules_text
    assert german != english

    def marks(text: str) -> list[str]:
        return re.findall(r"^#+ |<!-- \w+ -->|\(figure:[\w-]+\)|^\|-", text, re.MULTILINE)

    assert marks(german) == marks(english)


@pytest.mark.parametrize("name", TRANSLATED)
def test_each_interface_names_only_its_own_input_in_german(name: str) -> None:
    """The page never says what to type, and the terminal never where to click."""
    with speaking("de"):
        about = info(name)
        assert not re.search(r"`|\b[Tt]ipp(e|st|en)\b|\bBefehl", about.page_rules)
        assert not re.search(r"[Kk]lick|\bKnopf\b|figure:|<!--", about.rules)


def test_a_word_of_two_games_has_a_translation_in_each() -> None:
    """Discard is a pile in Booster, and an action in Space Ransom."""
    with speaking("de"):
        booster, ransom = (
            info(name).story.glossary(aicore.load(name)) for name in ("booster", "ransom")
        )
    assert booster["ablage"] == booster["discard"]
    assert ransom["abwerfen"] == ransom["discard"]
    assert booster["discard"] != ransom["discard"]


def test_a_terminal_shows_a_card_as_it_is_typed_and_in_the_language() -> None:
    state = aicore.load("booster").start()
    state.apply("deal 0 luna")
    console = Console(width=78, no_color=True)
    with speaking("de"), console.capture() as capture:
        console.print(info("booster").drawing.draw(state))
    assert "luna Erdmond (nah: Sonne Erz Mond Gas)" in capture.get()
