"""Plain game in words: the author's words, and words derived from the notation."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from typing import Any

from aicore.core.errors import AicoreError
from aicore.core.game import Game
from aicore.core.language import capital, ngettext, own
from aicore.core.language import gettext as _
from aicore.core.plain_story import end as plain_end
from aicore.core.plain_story import tell as plain_tell
from aicore.core.story import Ending, Names, SeenEvent
from aicore.plain.build import first_sentence
from aicore.plain.forms import CONCEALED, SEATS
from aicore.plain.mistakes import Wrong, ask_author, describe

__all__ = ["aim", "end", "glossary", "tell", "tell_all"]

MAX_AIM = 240
"""Maximum number of characters in an aim."""


def aim(game: Game) -> tuple[str, ...]:
    """Return the goal of the game: the author's words, or the beginning of the rules."""
    own_game: Any = game
    if not hasattr(own_game.author, "aim"):
        return _beginning(type(own_game.author)) or (game.info.summary,)
    given = ask_author(game, "aim")
    if not isinstance(given, str | list | tuple):
        raise describe(own_game, Wrong("lines", "aim", given), None, "aim", None)
    return tuple(own(line) for line in aim_lines(given))


def aim_lines(aim: str | Sequence[str]) -> Sequence[str]:
    """Return the lines of an author's aim, given as a text or as a list of lines."""
    if not isinstance(aim, str):
        return [str(line) for line in aim]
    return [line for line in map(str.strip, aim.split("\n")) if line]


def _beginning(kind: type) -> tuple[str, ...]:
    """Return the first sentences of the first paragraph of a class's docstring."""
    text = own(" ".join(inspect.cleandoc(kind.__doc__ or "").partition("\n\n")[0].split()))
    sentences: list[str] = []
    for sentence in re.split(r"(?<=[.!?])\s", text) if text else []:
        if sentences and sum(map(len, sentences)) + len(sentence) > MAX_AIM:
            break
        sentences.append(sentence)
    return tuple(sentences)


def glossary(game: Game) -> dict[str, str]:
    """Return the meanings of words: the author's, and the docstrings of the actions."""
    meanings = {}
    for form in game.grammar.forms:
        meaning = own(first_sentence(getattr(form.play, "__doc__", None)))
        if meaning:
            meanings[form.parts[0]] = f"{meaning}."
    for word, text in game.author.words.items():  # type: ignore[attr-defined]
        meanings[own(str(word))] = meanings[str(word)] = own(str(text))
    return meanings


def tell(game: Game, event: SeenEvent, names: Names) -> str:
    """Return the author's sentence for an event, or its notation if there is none."""
    sentence = _told(game, event, names)
    if sentence:
        return sentence
    if event.words[0] == "reveal" and reveals(game):
        return _combined("reveal", [_choice(event, names)])
    if not isinstance(event.actor, int):
        return _named(game, event, names)
    return plain_tell(game, event, names)


def _named(game: Game, event: SeenEvent, names: Names) -> str:
    """Return a chance event in notation, with names in place of the numbers of seats."""
    words = event.words
    for form in game.grammar.events:  # type: ignore[attr-defined]
        if len(form.parts) == len(words) and form.parts[0] == words[0]:
            return " ".join(
                names[int(word)] if form.ranges.get(part) == SEATS and word.isdigit() else word
                for part, word in zip(form.parts, words, strict=True)
            )
    return event.text


def _told(game: Game, event: SeenEvent, names: Names) -> str:
    """Return the author's sentence for an event; "" if there is none."""
    if event.text == CONCEALED:  # the author's method expects the words of a form
        return names.sentence(_("{who} {who:have|has} chosen", who=names[int(event.actor)]))
    if not hasattr(game.author, "tell"):  # type: ignore[attr-defined]
        return ""
    sentence = ask_author(game, "tell", event, names)
    return names.sentence(sentence) if isinstance(sentence, str) and sentence else ""


def reveals(game: Game) -> bool:
    """Whether the game has choices at the same time."""
    return any(form.reveals is not None for form in game.grammar.forms)


def tell_all(game: Game, events: Sequence[SeenEvent], names: Names) -> list[str]:
    """Return the author's sentences for events, and notation for the others.

    Chance events in notation that differ only in their last word are one line.
    """
    at_once = reveals(game)
    lines: list[str] = []
    last_words: list[str] = []  # of the events that become one line
    begun = ""
    for event in [*events, None]:
        begin, last = "", ""
        told = _told(game, event, names) if event is not None else ""
        if event is not None and not told and not isinstance(event.actor, int):
            begin, _space, last = _named(game, event, names).rpartition(" ")
            if at_once and event.words[0] == "reveal":
                begin, last = "reveal", _choice(event, names)
        if last_words and begin != begun:
            lines.append(_combined(begun, last_words))
            last_words = []
        if begin:
            begun = begin
            last_words.append(last)
        elif event is not None:
            lines.append(told or plain_tell(game, event, names))
    return lines


def _choice(event: SeenEvent, names: Names) -> str:
    """Return a revealed choice with its seat's name; "" if it stays hidden."""
    _reveal, seat, *choice = event.words
    return "" if "?" in choice[-1] else f"{names[int(seat)]}: {' '.join(choice)}"


def _combined(begin: str, last: list[str]) -> str:
    """Return chance events as one line, such as `deal 1: 13 hidden.`"""
    if begin == "reveal":
        if not all(last):
            return _("All have chosen in secret.")
        return _("Revealed: {choices}.", choices="; ".join(last))
    if len(last) > 1 and set(last) == {"?"}:
        return ngettext("{event}: {n} hidden.", "{event}: {n} hidden.", len(last), event=begin)
    return f"{begin} {last[0]}." if len(last) == 1 else f"{begin}: {' '.join(last)}."


def end(game: Game, ending: Ending, names: Names) -> str:
    """Return a sentence that says who won."""
    if game.seats == 1 and not ending.scores:
        raise AicoreError(_("a game for one player must have a score"))
    sentence = plain_end(game, ending, names)
    if not hasattr(game.author, "ending"):  # type: ignore[attr-defined]
        return sentence
    reason = own(ending.reason)
    return f"{capital(reason)}. {sentence}"
