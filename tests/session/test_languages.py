"""Tests of a session in other languages: all texts come from catalogs, each viewer has its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

import aicore
from aicore.arena.log import GameLog
from aicore.coach.lesson import has_lesson, load_lesson
from aicore.coach.puzzles.puzzle import has_puzzles, load_puzzles
from aicore.coach.review import Review, review
from aicore.core.language import Person, speaking
from aicore.core.registry import info
from aicore.core.steps import at_once
from aicore.core.story import Names
from aicore.players import players_for
from aicore.players.defaults import levels_of
from aicore.session import jobs, lessons
from aicore.session.exploring import Exploration
from aicore.session.inline import advance, respond
from aicore.session.outcome import outcome
from aicore.session.puzzle_attempt import PuzzleAttempt
from aicore.session.seat_labels import player_title, strength
from aicore.session.seated_game import PERSON, SeatedGame
from aicore.session.session import Session
from aicore.session.viewer_presenter import ViewerPresenter
from kit.effort import effort
from kit.languages import masking, words_left
from kit.positions import steps

TRANSLATED = [name for name in aicore.names() if (info(name).folder / "de.po").exists()]
named = pytest.mark.skipif(
    not (Path(aicore.players.__file__).parent / "de.po").exists(), reason="players speak English"
)
TEXTS = {
    "about", "aim", "comment", "commits", "confirm", "cost", "costs", "danger", "descriptions",
    "do", "message", "name", "notes", "outcome", "question", "result", "sentences", "summary",
    "told", "trouble", "title", "unit", "waits", "warning",
}  # fmt: skip
"""Fields of messages that hold texts for people."""
SAME = {"ransom": (r"(?<!\w)[A-Z][a-z](?!\w)",)}  # symbols of elements
"""Patterns of texts that are the same in all languages, besides the game's moves."""


def read(message: Any, field: str = "") -> Iterator[str]:
    """Yield all texts for people in a message."""
    if isinstance(message, dict):
        for name, value in message.items():
            yield from read(value, field if field in TEXTS else name)
    elif isinstance(message, list | tuple):
        for value in message:
            yield from read(value, field)
    elif isinstance(message, str) and field in TEXTS:
        yield message
    elif isinstance(message, str) and field == "picture":
        for element in fromstring(message).iter() if message else ():
            yield element.text or ""
            yield element.get("aria-label", "")


class Reader:
    """Viewer at a table who keeps what they read."""

    def __init__(self, table: SeatedGame, seat: int | None = 0) -> None:
        self.session = Session(table, seat)
        self.heard = [*advance(table), self.session.presenter.state()]

    def say(self, kind: str, look: bool = True, **fields: Any) -> dict[str, Any]:
        """Send a request; return the last answer.

        Args:
            look: whether to read the whole table if it has changed.
        """
        found, changed = respond(self.session, {"type": kind, **fields})
        self.heard += [*found, *([self.session.presenter.state()] if changed and look else [])]
        return self.heard[-1]


def table_of(name: str, *players: str, seed: str = "a session", **more: Any) -> SeatedGame:
    """Return a table at a game's beginning."""
    game = aicore.load(name, seats=len(players) or None)
    return SeatedGame(GameLog(game, seed), list(players) or [PERSON] * game.seats, **more)


def left(messages: Any, *same: str) -> set[tuple[str, ...]]:
    """Return the texts in messages that come from no catalog, each with its words."""
    sentences = isinstance(messages, list) and all(isinstance(one, str) for one in messages)
    found = set(read(messages, "sentences" if sentences else ""))
    return {(text, *words) for text in found if (words := words_left(text, r"`[^`]*`", *same))}


def notation(table: SeatedGame) -> str:
    """Return a pattern for a game's moves, which are the same in all languages."""
    return alike({text for _, text in table.log.events} | set(table.state.legal()))


def alike(moves: Iterable[str]) -> str:
    """Return a pattern for moves; the longest counts first."""
    longest = sorted(moves, key=len, reverse=True)
    return rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)"


@named
@pytest.mark.parametrize("name", TRANSLATED)
@pytest.mark.usefixtures("quick")
def test_a_whole_game_is_read_from_catalogs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seats, found = info(name).default_seats, list[Review]()
    monkeypatch.setattr(
        jobs, "review_record", lambda *a, **k: found.append(review(*a, **k)) or found[0]
    )
    with masking(strict=True):
        table = table_of(name, PERSON, *["random"] * (seats - 1))
        me = Reader(table)
        moves: set[str] = set()
        for number in range(effort(24, 1000)):
            if table.over:
                break
            legal = table.state.legal()
            moves |= {*legal, *(text for _, text in table.log.events)}
            action, ply = legal[number % len(legal)], table.ply
            if number % 8 == 0:
                me.say("preview", actions=[action], ply=ply)
            if number in (0, 7):
                me.say("hint")
            me.say("act", look=number % 8 == 3, actions=[action], ply=ply)
        if not table.over:
            table.resign(0)
            me.say("look", narrow=True)
        me.say("at", ply=1)
        me.say("review")
        assert me.heard[-1]["type"] == "review"
        moves |= {move for one in found[0].choices for move in (one.best, *one.line)}
        other = ViewerPresenter(table, None)
        assert not left([*me.heard, other.state()], *SAME.get(name, ()), alike(moves))


@pytest.mark.parametrize("name", TRANSLATED)
def test_every_outcome_comes_from_a_catalog(name: str) -> None:
    fewest, most = info(name).seats
    with masking(strict=True):
        for seats in {fewest, most}:
            game = aicore.load(name, seats=seats)
            for seed in range(effort(3, 20)):
                *_, (_before, _event, after) = steps(game, seed)
                for you in (None, *range(seats)):
                    text = outcome(after, Names([f"◦{seat}" for seat in range(seats)], you))
                    assert text
                    assert not words_left(text), text


def ended(seats: int, way: str, seat: int, listener: int | None) -> str:
    """Return the sentence about a game that a seat ended."""
    table = table_of("pig", *[PERSON] * seats, called=["Ada", "Bob", "Eve"][:seats])
    table.closed, table.closed_by = way, seat
    return table.ended(listener)


def test_a_game_that_ended_early_is_told_in_german() -> None:
    with speaking("de"):
        assert ended(2, "resigned", 0, 0) == "Du hast aufgegeben: Bob gewinnt."
        assert ended(2, "resigned", 0, 1) == "Ada hat aufgegeben: du gewinnst."
        assert ended(3, "resigned", 1, None) == "Bob hat aufgegeben."
        assert ended(2, "timed out", 1, 1) == "Deine Zeit ist abgelaufen: Ada gewinnt."
        assert ended(3, "timed out", 1, 0) == "Die Zeit von Bob ist abgelaufen."
    with masking(strict=True):
        for seats in (2, 3):
            for way in ("resigned", "timed out"):
                for listener in (None, 0, 1):
                    assert not words_left(ended(seats, way, 0, listener), "Ada", "Bob")
        table = table_of("pig", PERSON, "random")
        table.closed = "called off"
        assert not words_left(table.ended())


@named
def test_players_are_called_in_the_language_of_the_viewer() -> None:
    table = table_of("connect_four", PERSON, "level:8")
    assert list(table.names(0)) == ["you", "Expert"]
    with speaking("de"):
        assert list(table.names(0)) == ["du", "Experte"]
        assert table.names(0)[0].you
        assert table.strengths == ["", "Stufe 8"]
        assert list(table.names(None)) == ["Gast", "Experte"]
    assert list(table.names(0)) == ["you", "Expert"]
    assert table.strengths == ["", "level 8"]


@named
@pytest.mark.parametrize("name", aicore.names())
def test_the_names_of_players_come_from_catalogs(name: str) -> None:
    about = info(name)
    specs = [*players_for(about), *levels_of(about), "mcts:sims=7", "mcts:time=2"]
    scripts = [
        one.data["script"]["name"] for one in map(info, aicore.names()) if "script" in one.data
    ]
    with masking(strict=True):
        for spec in specs:
            text = player_title(spec, about) + strength(spec, about, plainly=True)
            assert not words_left(text, "CFR", *(one.capitalize() for one in scripts))


def told(table: SeatedGame, code: str, seat: int | None) -> str:
    """Return all that a viewer reads of a game's story, in one text."""
    with speaking(code):
        state = ViewerPresenter(table, seat).state()
        past = ViewerPresenter(table, seat).at(1)
    return " ".join([*read(state["story"]), *read(past["sentences"], "sentences"), state["waits"]])


def test_each_viewer_of_a_table_reads_their_own_language() -> None:
    table = table_of("pig", PERSON, PERSON, called=["Ada", "Bob"])
    english, german = r"\b(?:rolls?|holds?|you)\b", r"\b(?:würfelst|würfelt|sichert|sicherst|du)\b"

    def check(*seats: int | None) -> None:
        for seat in seats:
            one, other = told(table, "en", seat), told(table, "de", seat)
            assert re.search(english, one)
            assert not re.search(german, one)
            assert re.search(german, other)
            assert not re.search(english, other)

    for action in ("roll", "roll", "hold", "roll"):
        if table.turn is not None and action in table.state.legal():
            table.play(table.turn, action)
            table.settle()
            check(0, 1, None)
    seat = table.state.turn
    length = max(table.decided(seat), default=None)
    assert length is not None
    for _ in table.rewinding(length):
        pass
    check(0, 1, None)
    kept = table._stories[0, "de"]
    table.play(seat, "hold" if "hold" in table.state.legal() else "roll")
    table.settle()
    check(0, 1)
    assert table._stories[0, "de"] is kept  # the other viewer's language did not displace it


@named
def test_a_branch_is_told_in_the_language_of_its_viewer() -> None:
    with masking(strict=True):
        branch = Exploration(table_of("pig", PERSON, "random"), 0, 0)
        for _ in branch.reading():
            pass
        for _ in branch.running(["roll"], None):
            pass
        assert not left(at_once(branch.explored(False)), "roll", "hold")


def refusals(name: str, *players: str) -> Iterator[dict[str, Any]]:
    """Yield the answers to requests that cannot be fulfilled."""
    table = table_of(name, *players)
    me = Reader(table)
    here = table.ply
    for kind, fields in (
        ("act", {"actions": [table.state.legal()[0]], "ply": here + 7}),
        ("undo", {}),
        ("review", {}),
        ("solution", {}),
        ("at", {"ply": here + 3}),
        ("sing", {}),
    ):
        yield me.say(kind, **fields)
    table.help_agreed = False
    watching = Reader(table, None)
    yield watching.say("act", actions=["z"], ply=here)
    table.closed = "called off"
    yield me.say("act", actions=[table.state.legal()[0]], ply=here)


@pytest.mark.parametrize("players", [(PERSON, "random"), (PERSON, PERSON)])
def test_refusals_come_from_catalogs(players: Sequence[str]) -> None:
    with masking(strict=True):
        for answer in refusals("pig", *players):
            assert answer["type"] == "error"
            assert not words_left(answer["message"], "sing"), answer
        table = table_of("pig", PERSON, PERSON)
        for kind in ("hint", "chances"):
            assert not words_left(Reader(table).say(kind)["message"])


TYPED = [
    ("pig", "rol"),  # short for `roll`
    ("pig", "7"),
    ("pig", "dance"),
    ("connect_four", "z"),
    ("connect_four", "a; z"),
]


@pytest.mark.parametrize(("name", "line"), TYPED)
def test_answers_to_a_typed_line_come_from_catalogs(name: str, line: str) -> None:
    with masking(strict=True):
        table = table_of(name, PERSON, "random")
        me = Reader(table)
        me.say("type", line=line, ply=table.ply)
        same = [notation(table), re.escape(line), "roll", "hold"]
        assert not left([one for one in me.heard if one["type"] == "error"], *same)


@pytest.mark.parametrize("line", ["rolll; hold", "roll; holdd", "roll; roll; hold", "hold", "jump"])
def test_an_error_is_recognized_in_every_language(line: str) -> None:
    """Some decisions about a typed line depend on the error that a game's notation reports."""

    def answer(code: str) -> list[str]:
        with speaking(code):
            table = table_of("pig", PERSON, "random")
            me = Reader(table)
            me.say("type", line=line, ply=table.ply)
            return [one["type"] for one in me.heard]

    assert answer("de") == answer("en")


@named
@pytest.mark.parametrize("name", [one for one in TRANSLATED if has_lesson(one)])
def test_a_lesson_is_read_from_catalogs(name: str) -> None:
    with masking(strict=True):
        for lesson in (load_lesson(name), load_lesson(name).clicked()):
            log = GameLog(lesson.game, lesson.seed)
            table = SeatedGame(log, lesson.players, lesson=lesson)
            me = Reader(table)
            moves = {step.done for step in lesson.steps}
            for number, step in enumerate(lesson.steps):
                legal = table.state.view(0).legal()
                moves |= set(legal)
                wrong = next((one for one in legal if one != step.done), "")
                if wrong:
                    me.say("act", actions=[wrong], ply=table.ply)
                me.say("act", look=number == 1, actions=[step.done], ply=table.ply)
                me.heard.append({"type": "lesson", "lesson": lessons.progress(table)})
            assert not left(me.heard, *SAME.get(name, ()), alike(moves))


@named
@pytest.mark.parametrize("name", [one for one in TRANSLATED if has_puzzles(one)])
def test_a_puzzle_is_read_from_catalogs(name: str) -> None:
    with masking(strict=True):
        for puzzle in load_puzzles(name)[:: effort(9, 2)]:
            solving = PuzzleAttempt(puzzle)
            found = [solving.question, *solving.story(), *solving.solution().sentences]
            for other in puzzle.others:
                found += solving.answer(other.action).sentences
            ruled_out = set(solving.view.legal()) - {puzzle.best}
            found += solving.answer(min(ruled_out)).sentences
            assert not left(found, *SAME.get(name, ()), notation(solving.table))


@named
def test_computers_of_a_deal_are_named_from_a_catalog(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aicore.session.jobs.REFERENCE", "mcts:sims=1")
    with masking(strict=True):
        found = jobs.JOBS["others"](None, "trader", {}, 1)
    assert not [name for name, _ in found if words_left(name)]


@named
def test_a_computer_that_fails_is_replaced_in_words() -> None:
    table = table_of("connect_four", PERSON, "greedy")
    with masking(strict=True):
        assert not words_left(table.stand_in(1, "7"))
    table = table_of("kuhn_poker", PERSON, "greedy")
    with speaking("de"):
        assert table.stand_in(1, "7").endswith(
            "Gierig kann nicht weiterspielen: Zufallsspieler übernimmt"
        )


def test_german_outcomes_have_their_cases() -> None:
    game = aicore.load("pig", seats=3)
    *_, (_before, _event, after) = steps(game, 1)
    winner = after.returns().index(max(after.returns()))
    names = ["Ada", "Bob", "Eve"]
    scores = [f"{score:g}" for score in after.scores()]
    with speaking("de"):
        assert outcome(after, Names(names, winner)).startswith("Du hast gewonnen, ")
        loser = (winner + 1) % 3
        text = outcome(after, Names(names, loser))
        assert text == (
            f"{names[winner]} hat gewonnen, mit {scores[winner]} gegen deine {scores[loser]}"
        )
    together = Person("du und Ada", True, True)
    assert f"{together:teilst dir|teilt sich|teilen sich|teilt euch}" == "teilt euch"


def test_a_tables_changed_options_are_named_in_words() -> None:
    """The name of an option, such as `locations`, is for those who type it."""
    game = aicore.load("gratis3", locations=3, destroyed_ravs="removed")
    table = SeatedGame(GameLog(game, "a session"), [PERSON] * 2)
    locations, ravs = ViewerPresenter(table, 0).state()["facts"]
    assert locations == "Locations from the Gate to the planet: 3"
    assert ravs.endswith(": removed")
    with speaking("de"):
        assert ViewerPresenter(table, 0).state()["facts"][0].startswith("Positionen vom Tor")
