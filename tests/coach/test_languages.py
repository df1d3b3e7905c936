"""Tests of reviews, reasons and advice in other languages: every text comes from a catalog."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from unittest.mock import patch
from xml.etree.ElementTree import fromstring

import pytest

import aicore
from aicore.arena.match import Match
from aicore.coach.accounts import accounts
from aicore.coach.advice import advise, why_not_others
from aicore.coach.contrast import Board, BoardChange
from aicore.coach.effort import Effort
from aicore.coach.highlights import Highlight, course, highlights
from aicore.coach.judge import RolloutJudge
from aicore.coach.lesson import NoLesson, load_lesson
from aicore.coach.puzzles.futures import Change, phrases
from aicore.coach.puzzles.making import BEST, ONLY, WIN
from aicore.coach.puzzles.puzzle import NoPuzzle, Puzzle, has_puzzles, load_puzzles
from aicore.coach.review import Review, review
from aicore.coach.summary import summary
from aicore.coach.why import WON, _sentence, why
from aicore.core.decision import Candidate
from aicore.core.language import gettext as _
from aicore.core.language import speaking
from aicore.core.picture import Scene
from aicore.core.registry import info
from aicore.core.story import Names
from aicore.session.foresight import tell_better
from kit.effort import effort
from kit.languages import masking, words_left
from kit.positions import reached

TRANSLATED = [name for name in aicore.names() if (info(name).folder / "de.po").exists()]
SMALL = Effort(64, 16, 16)
MAX_EVENTS = effort(80, 1000)
SAME = {"ransom": (r"(?<!\w)[A-Z][a-z](?!\w)",)}  # symbols of elements
"""Patterns of texts that are the same in all languages, besides the game's moves."""
PEOPLE = ("◦1", "◦2", "◦3", "◦4", "◦5", "◦6")


def reviewed(name: str) -> Review:
    """Return the quick review of a game, or of its beginning, by players that err."""
    game = aicore.load(name)
    match = Match(game, [aicore.player("random", game) for _seat in range(game.seats)], 3)
    record = match.finish()
    if len(record.events) > MAX_EVENTS:
        record.events = record.events[:MAX_EVENTS]
        record.scores = record.returns = record.end = None
    return review(record, SMALL, rollout_judge=RolloutJudge("random", 4), unfinished=True)


def notation(found: Review) -> str:
    """Return a pattern for the moves in a review."""
    moves = {text for _actor, text in found.record.events}
    return alike(moves | {each for one in found.choices for each in (one.best, *one.line)})


def alike(moves: Iterable[str]) -> str:
    """Return a pattern for moves; the longest counts first."""
    longest = sorted(moves, key=len, reverse=True)
    return rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)"


def read(found: Review, viewer: int | None) -> Iterator[str]:
    """Yield all that a reader finds in a review."""
    names = Names(PEOPLE[: found.game.seats], viewer)
    told = accounts(found, names)
    yield from (*told.columns, *told.words, *told.notes)
    for row in told.rows:
        yield from row
    turns = highlights(found, names, viewer)
    for point in course(found, names, viewer):
        yield from point.sentences
    for turn in turns:
        yield from turn.sentences()
    for _choice, better in tell_better(found, names):
        yield better
    for seat in range(found.game.seats):
        yield from summary(found, turns, seat, names)


@pytest.mark.parametrize("name", TRANSLATED)
def test_a_review_is_read_from_catalogs(name: str) -> None:
    with masking(strict=True):
        found = reviewed(name)
        same = (
            *SAME.get(name, ()),
            r"\w+:sims=\d+(,\w+=\w+)?",
            r"--time",
            r"cfr:\w+=\d+",
            notation(found),
        )
        for viewer in (None, found.game.seats - 1):
            for text in read(found, viewer):
                assert not words_left(text, *same), text


def turns_of(found: Review, word: str, actor: int | None) -> list[Highlight]:
    """Return a large change to the end that a review's first seat reached."""
    won = found.result[0] >= found.expectation[0]
    shares = [(0.2, 0.8), (0.8, 0.2)] if won else [(0.8, 0.2), (0.2, 0.8)]
    better = () if actor is None else ("◦", "◦", "◦")
    return [Highlight(4, 1, word, actor, shares[0], shares[1], 0.0, ["◦."], better)]


@pytest.fixture(scope="module")
def pig() -> Iterator[Review]:
    """Yield a review of Pig's beginning, as if the game were over."""
    with patch.object(Review, "over", True):
        yield reviewed("pig")


@pytest.mark.parametrize(("word", "actor", "german"), [
    ("luck", None, "durch den Zufall"),
    ("inaccuracy", 0, "durch eine Ungenauigkeit"),
    ("mistake", 0, "durch einen Fehler"),
    ("blunder", 1, "durch einen Patzer"),
])  # fmt: skip
def test_every_turning_point_is_summed_up(
    pig: Review, word: str, actor: int | None, german: str
) -> None:
    turns = turns_of(pig, word, actor)
    before, after = (f"{100 * share[0]:.0f} %" for share in (turns[0].before, turns[0].after))
    for viewer, whose in ((0, "Deine Chance"), (None, "Die Chance von Ada")):
        with speaking("de"):
            first = summary(pig, turns, 0, Names(["Ada", "Bob"], viewer))[0]
        wanted = f"Das Spiel entschied sich bei Schritt 5 {german}: {whose} ging von {before}"
        assert first == f"{wanted} auf {after}."
        with masking(strict=True):
            names = Names(["Ada", "Bob"], viewer)
            for text in (*summary(pig, turns, 0, names), *turns[0].sentences()):
                assert not words_left(text, "Ada"), text
    with masking(strict=True):
        alone = replace(pig, game=aicore.load("trader"))
        for text in summary(alone, turns, 0, Names(["◦"], 0))[::2]:
            assert not words_left(text), text


def test_luck_is_summed_up_with_cases(pig: Review) -> None:
    found = replace(pig, jumps=[(0.0, 0.0)], choices=[])
    events = [replace(one, error=0.0) for one in found.luck_events]
    for luck, german in (
        (0.2, "Glück brachte dir 20 %."),
        (-0.2, "Pech kostete dich 20 %."),
        (0.0, "Glück spielte kaum eine Rolle."),
    ):
        one = replace(events[0], shares=(luck, -luck))
        with speaking("de"):
            assert (
                summary(replace(found, luck_events=[one]), [], 0, Names(["", ""], 0))[1] == german
            )
    with masking(strict=True):
        unsure = replace(found, jumps=[(0.9, -0.9)])
        for each in (replace(found, luck_events=[]), unsure):
            assert not words_left(" ".join(summary(each, [], 0, Names(PEOPLE[:2], 0))))
        assert not words_left(
            " ".join(accounts(unsure, PEOPLE[:2]).notes), r"\w+:sims=\d+", "--time"
        )


@pytest.mark.parametrize("name", [one for one in TRANSLATED if one not in ("kuhn_poker",)])
def test_reasons_and_their_picture_come_from_catalogs(name: str) -> None:
    game = aicore.load(name)
    state, chance = game.start(), aicore.Chance(seed=1)
    chance.settle(state)
    while len(state.legal_actions()) < 2:
        state.apply(state.legal_actions()[0])
        chance.settle(state)
    best, *_others, played = state.legal()
    with masking(strict=True):
        names = Names(PEOPLE[: game.seats], state.turn)
        found, picture = why(None, state.view(state.turn), best, played, names, False, games=8)
        same = (*SAME.get(name, ()), alike(state.legal()))
        drawn = [one.text or "" for one in fromstring(picture).iter()]
        drawn += [one.get("aria-label", "") for one in fromstring(picture).iter()]
        for text in (*found, *drawn):
            assert not words_left(text, *same), text


def test_differences_are_marked_in_words() -> None:
    view = reached("connect_four", "d").view(1)
    with masking(strict=True):
        for you in (0, 1):
            board = Board(Scene(view, tuple(Names(PEOPLE[:2], you))))
            thing, element = next(iter(board.drawn.items()))
            element.set("aria-label", "◦")
            for comes in (True, False):
                picture = board.draw([BoardChange(thing, comes, 60, 20)], 100, "◦", "◦")
                added = [
                    one.text or one.get("aria-label", "")
                    for one in fromstring(picture).iter()
                    if {"legend", "contrast"} & set(one.get("class", "").split())
                ]
                assert len(added) > 1
                assert not words_left(" ".join(added))


CHANGES = [Change("hold", own, *counts, 100) for own in (True, False)
           for counts in ((40, 0), (12, 40))]  # fmt: skip


def test_consequences_are_told_in_german(monkeypatch: pytest.MonkeyPatch) -> None:
    game = aicore.load("pig")
    futures = {"hold": ["you have to evade", "another player fires"]}
    monkeypatch.setitem(game.info.data["puzzles"], "futures", futures)
    assert CHANGES[0].sentence(game, "this", "b") == (
        "After this you have to evade in 40 of 100 games; after b in none."
    )
    view = game.start().view(0)
    with speaking("de"):
        assert (
            CHANGES[0]
            .sentence(game, "a", "b")
            .endswith(" in 40 von 100 Partien; nach b in keiner.")
        )
        assert (
            CHANGES[3]
            .afterwards(game)
            .endswith(" in 40 von 100 Partien, öfter als nach dem besten Zug")
        )
        won = Change(WON, True, 60, 0, 100)
        assert (
            _sentence(view, won, "a", "b") == "Nach a gewinnst du 60 von 100 Partien; nach b keine."
        )
    monkeypatch.setitem(game.info.data["puzzles"], "futures", {"hold": ["luck", "fine"]})
    with masking(strict=True):
        for change in CHANGES:
            assert not words_left(change.sentence(game, "◦", "◦"))
            assert not words_left(change.afterwards(game))
        assert not words_left(_sentence(view, won, "◦", "◦"))


@pytest.mark.parametrize("name", [one for one in TRANSLATED if phrases(aicore.load(one))])
def test_the_events_that_consequences_name_come_from_catalogs(name: str) -> None:
    with masking(strict=True):
        for pair in phrases(aicore.load(name)).values():
            assert not words_left(" ".join(pair))


@pytest.mark.parametrize("name", [one for one in TRANSLATED if has_puzzles(one)])
def test_themes_of_puzzles_come_from_catalogs(name: str) -> None:
    with masking(strict=True):
        for theme in {WIN, ONLY, BEST, *(one.theme for one in load_puzzles(name))}:
            assert not words_left(_(theme))


@pytest.mark.parametrize("name", TRANSLATED)
def test_advice_comes_from_catalogs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aicore.coach.advice.LATER", "mcts:sims=20")
    game = aicore.load(name)
    state = game.start()
    aicore.Chance(seed=1).settle(state)
    with masking(strict=True):
        view = state.view(state.turn)
        decision = aicore.player("mcts:sims=20", game).decide(view)
        found = advise(view, decision, Names(PEOPLE[: game.seats], state.turn))
        for text in found.sentences:
            assert not words_left(text, alike(state.legal())), text


@pytest.mark.parametrize("others", [1, 2])
def test_the_choice_of_a_search_is_explained(others: int) -> None:
    game = aicore.load("connect_four")
    first = Candidate("d", 50, (0.2, -0.2))
    for visits in (3, 60):
        shown = [first, *[Candidate("a", visits, (0.9, -0.9))] * others]
        with masking(strict=True):
            (line,) = why_not_others(game, shown, 0)
            assert not words_left(line)
        with speaking("de"):
            (line,) = why_not_others(game, shown, 0)
            assert line.startswith("Ein anderer Zug " if others == 1 else "Zwei andere Züge ")


def test_errors_that_people_meet_come_from_catalogs() -> None:
    line = load_puzzles("connect_four")[0].to_line()
    with masking(strict=True):
        with pytest.raises(NoLesson) as no_lesson:
            load_lesson("kuhn_poker")
        assert not words_left(str(no_lesson.value), "kuhn_poker", "`[^`]*`")
        for wrong in ('"level":9', '"others":[]', '"format":"x"'):
            key = wrong.partition(":")[0]
            broken = re.sub(rf'{key}:(\[\[.*?\]\]|"[^"]*"|\d+)', wrong, line, count=1)
            with pytest.raises(NoPuzzle) as no_puzzle:
                Puzzle.from_line(broken)
            assert not words_left(str(no_puzzle.value), "aicore-puzzle", "x"), wrong


@pytest.mark.parametrize("seed", range(effort(1, 3)))
def test_a_review_in_german_has_no_slot_left(seed: int) -> None:
    with speaking("de"):
        for name in {"pig", "connect_four", "booster"} & set(TRANSLATED):
            found = reviewed(name)
            for text in read(found, seed % found.game.seats):
                assert not re.search("[{}|]", text), text
