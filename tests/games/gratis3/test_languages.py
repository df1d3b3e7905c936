"""Tests of Gratis-3 in other languages: refusals, odds, plans, and explanations in pictures.

A text with words of its own would be partly English: those words come from no catalog.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from rich.console import Console

import aicore
from aicore.core.errors import NotationError
from aicore.core.game import State
from aicore.core.language import gettext as _
from aicore.core.language import speaking
from aicore.core.picture import Scene, drawn
from aicore.core.story import Names
from aicore.games.gratis3.picture.terminal import odds, sketch
from aicore.games.gratis3.words import story
from aicore.games.gratis3.words.forbidden import why_not
from aicore.games.gratis3.words.notation import LINES
from aicore.games.gratis3.words.phrases import ACTIONS
from games.gratis3.positions import attacking, guns_position, play, position
from games.gratis3.test_forbidden import REFUSALS, texts
from games.gratis3.test_story import SENTENCES
from kit.languages import masking, words_left
from kit.positions import hear

RAVS = [("U3", 0, "bomber", "U2"), ("S3", 0, "fighter", None), ("D4", 1, "fighter", "D3")]
TYPED = r"`[^`]*`"
NAMES = ("◦1", "◦2", "◦3")


@pytest.fixture(autouse=True)
def mask() -> Iterator[None]:
    with masking(strict=True):
        yield


def shown(drawing: object) -> str:
    console = Console(width=80, no_color=True)
    with console.capture() as capture:
        console.print(drawing)
    return capture.get()


def refused(state: State, typed: str) -> str:
    try:
        found = why_not(state, typed) or ""
    except NotationError as error:
        found = str(error)
    return found.split('": ')[-1]  # some begin with what was typed


@pytest.mark.parametrize(("state", "typed", "why"), REFUSALS)
def test_a_refusal_has_no_word_of_its_own(state: State, typed: str, why: str) -> None:
    found = refused(state, typed)
    assert found
    assert not words_left(found, TYPED)


def test_refusals_in_a_game_have_no_word_of_their_own() -> None:
    words, rng = random.Random(1), aicore.Rng(1)
    state, found = aicore.load("gratis3", seats=3, locations=4).start(), set()
    for _ply in range(60):
        if state.turn >= 0:
            found |= {refused(state, text) for text in texts(state, words)}
        state.apply(state.policy(rng) if state.turn >= 0 else state.sample(rng))
    assert len(found) > 50
    assert not [text for text in found if words_left(text, TYPED)]


def test_odds_and_plans_have_no_words_of_their_own() -> None:
    actions = (
        r"(play|attack|fire|emp|nuke|override|evade|no-evade|guns)( [a-z-]+| [A-Z0-9][0-9,A-Z]*)*"
    )
    for state in (
        position(3, 4, 3),
        attacking(RAVS, 3, 3),
        play(guns_position(None)),
        play(position(3, 5), "play missile", "nuke 1"),
    ):
        table = shown(odds(state))
        assert not words_left(table, rf"(?m)^ *{actions}"), table
    view = position(1, 3).view(0)
    assert not words_left(shown(sketch(view, [["play move-launch"]])))
    flights = play(position(3, 4, ravs=RAVS), "play shields-guns", "shields").view(0)
    assert not words_left(shown(sketch(flights, [[text] for text in flights.legal()[:3]])))


@pytest.mark.parametrize(("state", "event", "told"), SENTENCES)
def test_a_sentence_has_no_word_of_its_own(state: State, event: str, told: str) -> None:
    text = story.tell(
        state.game, hear(state.clone(), event, 0), Names(NAMES[: state.game.seats], 0)
    )
    assert not words_left(text), told


@pytest.mark.parametrize("narrow", [False, True])
def test_explanations_in_pictures_have_no_word_of_their_own(narrow: bool) -> None:
    last = (("chance", "roll 5: 2,1"), (0, "rav U1 to S1 tail P1"))
    for state in (
        position(3, 4, 3, down={0: "nav weapons", 1: "ravs"}, phase="repair"),
        position(3, 4),
        attacking(RAVS, 3, 3),
        guns_position("3,0"),
        play(position(3, 4, down={0: "nav ravs weapons"}), "play override"),
        play(position(3, 5), "play missile", "emp 1"),
        play(position(3, 5), "play missile", "emp 1", "no-evade", "roll 4: 1,2", "systems 1,3"),
        play(position(1, 3), "play move-launch"),
    ):
        names = NAMES[: state.game.seats]
        scene = Scene(state.view(state.turn), names, tuple(state.legal()), last, (), narrow)
        for element in drawn(scene).iter():
            for text in (element.text, element.get("aria-label"), element.get("data-why")):
                assert not words_left(text or ""), text


def test_actions_read_out_and_examples_are_translated() -> None:
    assert not [text for text in map(_, ACTIONS) if words_left(text)]
    assert not [line for line in map(_, LINES[1:]) if words_left(line, TYPED, r"\btail\b")]


def test_a_map_speaks_the_language_of_its_viewer() -> None:
    """Maps are cached separately for each language."""
    state = position(0, 4)

    def gate() -> bool:
        return any(one.text == "Gate" for one in drawn(Scene(state)).iter())

    assert not gate()
    with speaking("en"):
        assert gate()
    assert not gate()


def test_german_joins_craft_and_systems_as_english_does() -> None:
    with speaking("de"):
        names = Names(("Ada", "Bo"), 0)
        state = attacking([("U3", 0, "fighter", None), ("D3", 0, "fighter", None)], 2, 3)
        event = "attack 1 with U3,D3"
        assert story.tell(state.game, hear(state, event, 0), names) == (
            "Du greifst den Träger von Bo mit den Jägern auf U3 und D3 an, drei Würfel."
        )
        state = play(position(3, 5), "play missile")
        rolls = ["roll 6: 2,2", "systems 1,1", "systems 2,2", "roll 4: 0,0"]
        events = [hear(state, each, 0) for each in ("nuke 1", "no-evade", *rolls)]
        (text,) = story.tell_all(state.game, events, names)
        assert "schalten Antrieb und Hangar von Bo aus (4 Punkte für dich, insgesamt 4)" in text
        assert "Neu geworfen: vier Würfel gehen daneben." in text
