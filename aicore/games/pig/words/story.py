"""Sentences about a game of pig."""

from collections.abc import Sequence

from aicore.core.game import Game
from aicore.core.language import N_, fill, ngettext
from aicore.core.language import gettext as _
from aicore.core.story import Ending, Names, SeenEvent, in_words, listed

ENDS = {"target": N_("when somebody reaches the target")}
"""Phrase for each ending that completes "the games end"."""


def tell(game: Game, event: SeenEvent, names: Names) -> str:
    """Return a sentence about an event."""
    return tell_all(game, [event], names)[0]


def tell_all(game: Game, events: Sequence[SeenEvent], names: Names) -> list[str]:
    """Return a sentence about each turn."""
    return [names.sentence(_turn(turn, names)) for turn in _turns(events)]


def end(game: Game, ending: Ending, names: Names) -> str:
    """Return a sentence about the end of the game."""
    winner = ending.winners[0]
    others = [
        _("{who} {who:have|has} {score}", who=names[seat], score=score)
        for seat, score in enumerate(ending.position["scores"])
        if seat != winner
    ]
    score = ending.position["scores"][winner]
    won = _("{who} {who:win|wins} with {score} points", who=names[winner], score=score)
    return names.sentence(f"{won}; {listed(others)}")


def _turns(events: Sequence[SeenEvent]) -> list[list[SeenEvent]]:
    """Split the events into turns."""
    turns: list[list[SeenEvent]] = []
    for event in events:
        if not turns or turns[-1][-1].after["mover"] != turns[-1][-1].before["mover"]:
            turns.append([])
        turns[-1].append(event)
    return turns


def points(number: int) -> str:
    """Return points in words: "1 point", "21 points"."""
    return ngettext("{n} point", "{n} points", number)


def _turn(turn: Sequence[SeenEvent], names: Names) -> str:
    """Return a clause about a turn or a part of a turn."""
    before, after = turn[-1].before, turn[-1].after
    who = names[before["mover"]]
    faces = [event.words[1] for event in turn if event.text.startswith("rolls")]
    once, rolled = len(faces) == 1, listed(faces)
    if turn[-1].text == "hold":
        total, now = before["total"], points(after["scores"][before["mover"]])
        if not faces:
            return _("{who} {who:hold|holds} {total}: {now} now", who=who, total=total, now=now)
        text = (
            _("{who} {who:roll|rolls} a {rolled} and {who:hold|holds} {total}: {now} now")
            if once
            else _("{who} {who:roll|rolls} {rolled}, and {who:hold|holds} {total}: {now} now")
        )
        return fill(text, who=who, rolled=rolled, total=total, now=now)
    if not faces:
        return _("{who} {who:roll|rolls} the die", who=who)
    if faces[-1] == "1" and before["total"]:
        lost = in_words(before["total"], "one point", "{n} points")
        text = (
            _("{who} {who:roll|rolls} a {rolled} and {who:lose|loses} {lost}")
            if once
            else _("{who} {who:roll|rolls} {rolled}, and {who:lose|loses} {lost}")
        )
        return fill(text, who=who, rolled=rolled, lost=lost)
    text = _("{who} {who:roll|rolls} a {rolled}") if once else _("{who} {who:roll|rolls} {rolled}")
    text = fill(text, who=who, rolled=rolled)
    if faces[-1] == "1" or after["turn"] == "end":
        return text
    return _("{rolled}: {total} at stake", rolled=text, total=after["total"])
