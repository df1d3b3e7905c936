"""Tests of relics in other languages: rare events and positions, and German names of things."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from rich.console import Console, RenderableType

import aicore
from aicore.core.errors import NotationError
from aicore.core.language import Word, speaking
from aicore.core.picture import Scene, drawn
from aicore.core.story import Names, SeenEvent, notes
from aicore.games.relics.picture.terminal import draw_news, draw_whole, odds, sketch
from aicore.games.relics.rules.names import ITEM_IDS, WEAPONS
from aicore.games.relics.words import nouns, story
from aicore.games.relics.words.actions import spoken, worded
from aicore.games.relics.words.forbidden import why_illegal
from aicore.games.relics.words.notation import expand
from aicore.session.move_input import series_examples
from games.relics.scenario import stands
from games.relics.test_story import examples, first_turn, is_a_move, stages
from kit.effort import effort
from kit.languages import masking, words_left

PEOPLE = ("◦1", "◦2", "◦3", "◦4")
TYPED = "|".join((*ITEM_IDS, *filter(None, WEAPONS)))
SIGNS = r"[<>^v][1-9abc]|vv|(?:xx)+"
SAME = (r"`[^`]*`", "turn x", r"gun\d+", rf"\b(?:{TYPED})\b", SIGNS)
"""Patterns of the notation and of signs on the board, which are the same in all languages."""
LINES = (
    "go g9", "go 99,1", "go x", "nn", "n70", "go 15,6", "lift p07 to 14,10", "lift p99",
    "lift p03 to 40,1", "lift p07 to 10,10 wall n", "lift p15 to 10,10 floor n", "lift p01 turn x",
    "at 3,3", "use", "end; go g2", "take; raise", "l", "go n; take; go e9",
)  # fmt: skip
ENGLISH = re.compile(r"\b(?:the|and|of|with|you|your|turn|hole|gallery|platform|costs?)\b")


def moments() -> list[tuple[aicore.State, SeenEvent]]:
    """Return positions of the scenarios, and the events that follow."""
    return [(one.before, one) for stage in stages() for one in stage.events]


def names(seats: int, you: int | None) -> Names:
    return Names(PEOPLE[:seats], you)


def told(you: int | None) -> Iterator[str]:
    """Yield the sentences of the scenarios, and their notes and warnings."""
    for stage in stages():
        if stage.events:
            game = stage.events[0].before.game
            called = names(game.seats, you)
            yield from story.tell_all(game, stage.events, called)
            for one in stage.events:
                yield story.tell(game, one, called)
                if one.actor != "chance":
                    yield story.danger(game, one)
                    yield story.confirm(game, one)
    for state, _event in moments():
        if state.turn >= 0:
            yield from notes(state.view(state.turn)).values()


def reasons() -> Iterator[str]:
    """Yield the reasons why actions and lines are illegal in the scenarios."""
    known = sorted({one.text for _, one in moments()} | {text for one, _ in moments()[::9]
                                                        for text in one.legal()[:40]})  # fmt: skip
    for number, (state, _event) in enumerate(moments()):
        for text in known[number % 5 :: effort(5, 1)]:
            yield why_illegal(state, text) or ""
        for line in LINES if state.turn >= 0 else ():
            try:
                expand(state.view(state.turn), line)
            except NotationError as error:
                yield str(error).replace(line, "")


def printed(drawing: RenderableType | None) -> str:
    console = Console(width=120, no_color=True)
    with console.capture() as capture:
        console.print("" if drawing is None else drawing)
    return capture.get()


def shown() -> Iterator[str]:
    """Yield the texts in pictures and drawings of the scenarios."""
    for state, _event in moments()[:: effort(9, 1)]:
        seats, seat = state.game.seats, max(state.turn, 0)
        view, called = state.view(seat), names(seats, seat)
        legal = tuple(state.legal()) if state.turn >= 0 else ()
        for narrow in (False, True):
            for one in drawn(Scene(view, tuple(called), legal, (), (), narrow)).iter():
                yield one.text or ""
                yield from (one.get(name, "") for name in ("aria-label", "data-why"))
        yield printed(draw_whole(view, called))
        yield printed(odds(view))


def left(texts: Iterator[str]) -> dict[str, list[str]]:
    return {text: words for text in texts if (words := words_left(text, *SAME))}


@pytest.mark.parametrize("you", [None, 0])
def test_rare_events_are_told_in_words_of_a_catalog(you: int | None) -> None:
    with masking(strict=True):
        assert left(told(you)) == {}


def test_reasons_and_errors_come_from_a_catalog() -> None:
    with masking(strict=True):
        found = set(reasons())
        assert left(iter(found)) == {}
    assert len(found) > 100


def test_rare_positions_are_shown_in_words_of_a_catalog() -> None:
    with masking(strict=True):
        assert left(shown()) == {}


def test_plans_and_news_come_from_a_catalog() -> None:
    before = stands("at 15,6; seat 1 at 15,15")
    plan = ["lift p07", "at 10,27", "turn 1", "move n", "move s"]
    with masking(strict=True):
        called = names(2, 0)
        after = before.clone()
        for action in plan[:3]:
            after.apply(action)
        news = draw_news(after, before.view(1), after.view(1), called)
        texts = [printed(sketch(before.view(0), [plan])), printed(news)]
        assert left(iter(texts)) == {}


def test_buttons_say_every_action_in_words_of_a_catalog() -> None:
    legal = {text for state, _event in moments() if state.turn >= 0 for text in state.legal()}
    assert all(spoken(text) == text for text in legal)  # in English
    with masking(strict=True):
        wordy = {text: said for text in legal for said in (spoken(text), worded(text))
                 if words_left(said, r"\d+,\d+", r"p\d\d")}  # fmt: skip
    assert wordy == {}


def test_german_is_free_of_english() -> None:
    with speaking("de"):
        texts = [*told(0), *told(None), *reasons(), *shown()]
    assert not {text for text in texts if ENGLISH.search(re.sub("|".join(SAME), "", text))}


def forms() -> dict[str, Word]:
    tables: list[Any] = [
        nouns._indefinite, nouns._definite, nouns._artifacts, nouns._galleries, nouns._bare,
    ]  # fmt: skip
    return {
        f"{table.__name__} {name}": word for table in tables for name, word in table("de").items()
    }


def test_german_names_are_declined() -> None:
    with speaking("de"):
        for name, word in forms().items():
            article, _, rest = word.partition(" ")
            if article == "der" and "dat" in word.forms:
                assert f"{word:acc}".startswith("den "), name
                assert f"{word:dat}".startswith("dem "), name
            if article == "ein" and "acc" in word.forms:
                assert f"{word:acc}" == f"einen {rest}", name
            assert set(word.forms) <= {"acc", "dat", "gen", "no", "adv"}, name


def test_german_sentences() -> None:
    game = aicore.load("relics", seats=2)
    found = {}
    with speaking("de"):
        for stage in stages():
            for one in stage.events:
                if one.before.game.seats == 2:
                    found[story.tell(game, one, names(2, 0))] = one.text
    for sentence in (
        "Du nimmst das Jupiter-Zepter für 6 Punkte: Der Schild wehrt die Falle ab und erlischt.",
        "Du lädst den Hitzestrahler mit einer Energiezelle (noch sieben Ladungen).",
    ):
        assert sentence in found


def test_examples_of_lines_are_explained_in_german() -> None:
    with speaking("de"):
        lines = series_examples(aicore.load("relics"))
    assert any(line.startswith("go n2 e2") and line.endswith("Schritte") for line in lines)


def test_german_rules_have_the_figures_of_the_data() -> None:
    game = aicore.load("relics")
    with speaking("de"):
        rules = game.info.rules_text
        for entry in game.info.data["artifacts"]:
            title = nouns.artifact_title(entry["id"])
            row = re.search(rf"^\| {title} \| (\d+) \|.*\| (.*) \|$", rules, flags=re.MULTILINE)
            assert row, title
            assert int(row[1]) == entry["points"]
            stops = [nouns.bare(each) for each in entry["stopped_by"]]
            assert row[2] == ", ".join(stops) or (not stops and row[2].startswith("-"))


def test_german_examples_are_valid_notation() -> None:
    game, view = aicore.load("relics"), first_turn().view(0)
    with speaking("de"):
        texts = [game.info.rules_text, *story.glossary(game).values()]
    found = {line for text in texts for line in examples(text)}
    assert len(found) > 50
    for line in found:
        assert is_a_move(view, line), line
