"""A game of gratis3 in words: events as phrases, phrases as sentences, turns as paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from aicore.core import phrasebook
from aicore.core.game import Game
from aicore.core.story import Ending, Names, SeenEvent, counted, listed
from aicore.games.gratis3.words.event_phrases import Teller
from aicore.games.gratis3.words.glossary import glossary as glossary
from aicore.games.gratis3.words.notes import note as note
from aicore.games.gratis3.words.phrases import Phrase, score, titled, together, turn_number

ROLLED = re.compile("(die|dice) (miss|hit)")
LOW = 6  # number of black chips from which on the story tells how many are left
ENDS = {
    "planet": "when all Carriers have come to the planet",
    "chips": "with the last black chip",
    "turns": "because time is up",
}
"""Phrase for each ending that completes "the games end"."""


def aim(game: Game) -> tuple[str, ...]:
    """Return the goal, the course of a turn, the end of the game, and the danger to know."""
    cards = game.info.data["cards"]
    copies = dict(zip(cards["ids"], cards["copies"], strict=True))
    moving = sum(copies[card] for card in ("launch-move", "move-launch", "shields-guns"))
    return phrasebook.aim(game, moving=moving, cards=sum(cards["copies"]))


def confirm(game: Game, event: SeenEvent) -> str:
    """Return a warning if more RAVs can still attack than have attacked; else ""."""
    if event.words[0] != "attacks-done":
        return ""
    attacks = [text.split()[3] for text in event.before.legal() if text.startswith("attack ")]
    can = {space for spaces in attacks for space in spaces.split(",")}
    if len(can) <= len(event.before["pending"]["done"]):
        return ""
    ready = counted(len(can), "craft", "craft")
    return f"{ready[:1].upper()}{ready[1:]} can still attack, and this ends your turn."


def tell(game: Game, event: SeenEvent, names: Names) -> str:
    """Return a sentence or two about an event."""
    phrases = Teller(game, event, names).phrases()
    return " ".join(_sentences([_in_full(phrase) for phrase in phrases], names))


def tell_all(game: Game, events: Sequence[SeenEvent], names: Names) -> list[str]:
    """Return a paragraph about each turn."""
    lines: list[tuple[int, Phrase]] = []
    dealt = [event for event in events if event.words[0] == "queue"]
    for event in events:
        if event.words[0] != "queue":
            phrases = Teller(game, event, names).phrases()
            lines += [(event.before["turns"] + phrase.later, phrase) for phrase in phrases]
    if lines and lines[-1][1].waits:
        number, phrase = lines[-1]
        lines[-1] = number, replace(_in_full(phrase), small=False)
    paragraphs = [_dealt(dealt, names)] if dealt else []
    for _, turn in groupby(lines, lambda one: one[0]):
        phrases = _rerolled([phrase for _, phrase in turn])
        kept = [phrase for phrase in phrases if not phrase.small]
        paragraphs.append(" ".join(_sentences(kept or phrases, names)))
    if events:
        chips, before = (side["stockpile"] for side in (events[-1].after, events[0].before))
        if 0 < chips < before and chips <= LOW:
            paragraphs.append(
                f"Only {counted(chips, 'black chip')} {'is' if chips == 1 else 'are'} left."
            )
    return paragraphs


def end(game: Game, ending: Ending, names: Names) -> str:
    """Return a few sentences about the end of the game."""
    fields = ending.position
    if ending.reason == "chips":
        text = names.does(fields["seat"], "take", "the last black chip, which ends the game")
    elif ending.reason == "planet":
        number = turn_number(fields)
        text = f"all Carriers have come to the planet, and the game ends in turn {number}"
    else:
        text = f"time is up: everybody has had {game.options['max_turns']} turns"
    return f"{names.sentence(text)} {names.sentence(_result(game, ending, names))}"


def _result(game: Game, ending: Ending, names: Names) -> str:
    """Return a text about the winner, its points, and what decided a tie."""
    fields, winners = ending.position, ending.winners
    points = [score(fields, seat) for seat in range(game.seats)]
    best = points[winners[0]]
    ships = [
        2 * sum(fields["systems"][seat]) + fields["shields"][seat] for seat in range(game.seats)
    ]
    won = fields["trophies"][winners[0]]
    text = names.does(winners[0], "win", f"with {counted(best, 'point')}")
    text += f" ({won['colored']} colored and {won['black']} black trophies)"
    tied = [seat for seat in range(game.seats) if points[seat] == best]
    shared = f"{names.all(winners)} share the victory"
    if len(tied) > len(winners):
        ship = "ship" if len(winners) == 1 else "ships"
        how = names.does(winners[0], "win") if len(winners) == 1 else shared
        less = listed([str(ships[seat]) for seat in tied if seat not in winners])
        text = (
            f"{names.all(tied)} have {counted(best, 'point')} each; {how} with the better {ship}, "
        )
        text += f"{ships[winners[0]]} to {less} (2 for each system Online, 1 for each shield)"
    elif len(winners) > 1:
        text = f"{shared}, with {counted(best, 'point')} each and equally good ships"
    others = [
        names.does(seat, "have", str(points[seat]))
        for seat in range(game.seats)
        if points[seat] < best
    ]
    return f"{text}; {listed(others)}" if others else text


def _dealt(dealt: Sequence[SeenEvent], names: Names) -> str:
    """Return a sentence about the queues at the start."""
    queues = []
    for event in dealt:
        _, seat, cards = event.words
        whose = "yours" if int(seat) == names.you else names.whose(int(seat))
        queues.append(f"{listed(list(map(titled, cards.split(','))))} in {whose}")
    return names.sentence(f"three cards are cooling down in each queue: {'; '.join(queues)}")


def _in_full(phrase: Phrase) -> Phrase:
    """Return the form in which a phrase stands alone."""
    return replace(phrase, rest=f"{phrase.rest}{phrase.more}", more="")


def _rerolled(phrases: Sequence[Phrase]) -> list[Phrase]:
    """Mark the second and later rolls of a nuke as rerolls."""
    rerolled: list[Phrase] = []
    rolls = 0
    due = False
    for phrase in phrases:
        due = due and phrase.group.startswith("strike")  # else another attack has begun
        if due and ROLLED.search(phrase.rest):
            rolls += 1
            phrase = replace(phrase, rest=f"rolled again, {phrase.rest}")
            due = False
        if phrase.group.startswith("strike"):
            phrase = replace(phrase, group=f"{phrase.group} {rolls}")
        due = due or phrase.again
        rerolled.append(phrase)
    return rerolled


@dataclass
class _Clause:
    """Clause with one subject: verbs, each with its objects."""

    seat: int | None
    join: str
    verbs: list[tuple[str, list[str]]]

    def text(self, names: Names) -> str:
        """Return the clause in words."""
        parts = []
        for verb, rests in self.verbs:
            head, _, rest = verb.partition(" ")
            if self.seat is not None:
                verb = f"{names.verb(self.seat, head)} {rest}".strip()
            parts.append(f"{verb} {together(rests)}".strip())
        return listed(parts) if self.seat is None else f"{names[self.seat]} {listed(parts)}"


def _sentences(phrases: Sequence[Phrase], names: Names) -> Iterator[str]:
    """Yield a sentence for each group of phrases."""
    for _, group in groupby(phrases, lambda phrase: (phrase.later, phrase.group)):
        yield names.sentence(_sentence(list(group), names))


def _sentence(phrases: Sequence[Phrase], names: Names) -> str:
    """Return a group of phrases as a sentence that includes the points won."""
    clauses: list[_Clause] = []
    gains: dict[int, tuple[int, int]] = {}
    gaining = 0  # index of the last clause that brings points
    for phrase in phrases:
        last = clauses[-1] if clauses else None
        rest = phrase.brief or phrase.rest if last else phrase.rest
        if last and last.seat == phrase.seat and last.verbs[-1][0] == phrase.verb != "":
            last.verbs[-1][1].append(rest)
        elif last and last.seat == phrase.seat is not None:
            last.verbs.append((phrase.verb, [rest]))
        else:
            join = ": " if phrase.follows else "; "
            clauses.append(_Clause(phrase.seat, join, [(phrase.verb, [rest])]))
        for seat, gain, total in phrase.gains:
            gains[seat] = gains.get(seat, (0, 0))[0] + gain, total
            gaining = len(clauses) - 1
    won = ""
    for seat, (gain, total) in gains.items():
        whom = "" if clauses[gaining].seat == seat else f" for {names[seat]}"
        won += f" ({gain} point{'s' * (gain > 1)}{whom}, {total} in all)"
    text = ""
    for number, clause in enumerate(clauses):
        text += (clause.join if number else "") + clause.text(names)
        text += won if number == gaining else ""
    return text
