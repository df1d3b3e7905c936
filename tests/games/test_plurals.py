"""Test of nouns after numbers, in all texts of games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO

from rich.console import Console

import aicore
from aicore.core.picture import Scene, drawn
from aicore.core.registry import names
from aicore.core.story import Names, SeenEvent, ending, notes, seen_event, tell_all
from kit.effort import effort
from kit.positions import steps

COUNTED = re.compile(
    r"(?<![\w.,:/+#-])(\d+|one|two|three|four|five|six|seven|eight|nine|ten) ([a-z]+)\b", re.I
)
ONE = ("1", "one")
VERBS = {"begins", "ends", "lies", "holds", "wins", "goes", "comes", "fires"}
"""Words that may follow "1", as in "month 1 ends", and lose their s, as in "let gun 8 fire"."""

EVERY = effort(10, 5)  # every tenth position is drawn, or every fifth


def texts() -> Iterator[str]:
    """Yield stories, notes, and the words of pictures and of terminal drawings."""
    for name in names():
        game = aicore.load(name)
        seats = [chr(ord("a") + seat) for seat in range(game.seats)]
        called, story = Names(seats, 0), game.info.story
        for seed in range(effort(1, 12)):
            events: list[SeenEvent] = []
            for before, event, after in steps(game, seed, policy=2 / 3):
                actor = before.turn if before.turn >= 0 else "chance"
                events.append(seen_event(before, actor, game.text(event), after, None))
                yield story.tell(game, events[-1], called)
                if before.turn >= 0:
                    view = before.view(before.turn)
                    yield from notes(view).values()
                    if len(events) % EVERY == 0:
                        yield from _written(Scene(view, tuple(seats), tuple(before.legal())))
            yield from tell_all(game, events, called)
            yield story.end(game, ending(after, 0), called)


def _written(scene: Scene) -> Iterator[str]:
    """Yield the words of a picture, and of the terminal's drawing."""
    for element in drawn(scene).iter():
        yield element.text or ""
        yield from (element.get(key, "") for key in ("aria-label", "data-why"))
    text = StringIO()
    drawing = scene.position.game.info.drawing.draw(scene.position, names=scene.called)
    Console(file=text, width=100, color_system=None).print(drawing)
    yield text.getvalue()


def test_one_thing_is_singular_and_several_are_plural() -> None:
    """A noun that is plural after one number is plural after every number but 1."""
    found: dict[tuple[str, str], str] = {}
    for text in texts():
        for number, word in COUNTED.findall(text):
            found.setdefault((number.lower(), word), text)
    plurals = {word for number, word in found if number not in ONE and re.search("[^s]s$", word)}
    plurals -= VERBS
    assert len(plurals) > 20
    wrong = [
        f"{number} {word}: {text[:200]!r}"
        for (number, word), text in found.items()
        if (word in plurals if number in ONE else f"{word}s" in plurals)
    ]
    assert not wrong, "\n".join(wrong)
