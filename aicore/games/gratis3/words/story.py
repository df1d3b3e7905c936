"""A game of gratis3 in words: events as phrases, phrases as sentences, turns as paragraphs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from aicore.core import phrasebook
from aicore.core.game import Game, Position
from aicore.core.language import N_, capital, fill, ngettext, pgettext
from aicore.core.language import gettext as _
from aicore.core.story import Ending, Names, SeenEvent, in_words, in_words_as, listed
from aicore.games.gratis3.words.event_phrases import Teller
from aicore.games.gratis3.words.glossary import glossary as glossary
from aicore.games.gratis3.words.notes import note as note
from aicore.games.gratis3.words.phrases import (
    Craft,
    Phrase,
    System,
    score,
    titled,
    together,
    turn_number,
)

LOW = 6  # number of black chips from which on the story counts those left
ENDS = {
    "planet": N_("when all Carriers have reached the planet"),
    "chips": N_("with the last black chip"),
    "turns": N_("because time is up"),
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
    text = in_words(
        len(can),
        "one craft can still attack, and this ends your turn.",
        "{n} craft can still attack, and this ends your turn.",
    )
    return capital(text)


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
    for _number, turn in groupby(lines, lambda one: one[0]):
        phrases = _rerolled([phrase for _turn, phrase in turn])
        kept = [phrase for phrase in phrases if not phrase.small]
        paragraphs.append(" ".join(_sentences(kept or phrases, names)))
    if events:
        chips, before = (side["stockpile"] for side in (events[-1].after, events[0].before))
        if 0 < chips < before and chips <= LOW:
            paragraphs.append(
                in_words(chips, "Only one black chip is left.", "Only {n} black chips are left.")
            )
    return paragraphs


def end(game: Game, ending: Ending, names: Names) -> str:
    """Return a few sentences about the end of the game."""
    fields = ending.position
    if ending.reason == "chips":
        who = names[fields["seat"]]
        text = _("{who} {who:take|takes} the last black chip, which ends the game", who=who)
    elif ending.reason == "planet":
        text = _(
            "all Carriers have reached the planet, and the game ends in turn {number}",
            number=turn_number(fields),
        )
    else:
        turns = game.options["max_turns"]
        text = _("time is up: everybody has had {turns} turns", turns=turns)
    return f"{names.sentence(text)} {names.sentence(_result(game, ending, names))}"


def _result(game: Game, ending: Ending, names: Names) -> str:
    """Return a text about the winner, its points, and what decided a tie."""
    fields, winners = ending.position, ending.winners
    points = [score(fields, seat) for seat in range(game.seats)]
    most = points[winners[0]]
    best = in_words(most, "one point", "{n} points")
    tied = [seat for seat in range(game.seats) if points[seat] == most]
    if len(tied) > len(winners):
        text = _tie(fields, winners, tied, names)
    elif len(winners) > 1:
        text = _(
            "{who} share the victory, with {points} each and equally good ships",
            who=names.all(winners),
            points=best,
        )
    else:
        won = fields["trophies"][winners[0]]
        text = _(
            "{who} {who:win|wins} with {points} ({colored} colored and {black} black trophies)",
            who=names[winners[0]],
            points=in_words_as("dative", most, "one point", "{n} points"),
            colored=won["colored"],
            black=won["black"],
        )
    others = [
        _("{who} {who:have|has} {points}", who=names[seat], points=points[seat])
        for seat in range(game.seats)
        if points[seat] < most
    ]
    return f"{text}; {listed(others)}" if others else text


def _tie(fields: Position, winners: Sequence[int], tied: Sequence[int], names: Names) -> str:
    """Return a text about seats with the same points, and the ships that decided."""
    ships = {seat: 2 * sum(fields["systems"][seat]) + fields["shields"][seat] for seat in tied}
    points = in_words(score(fields, tied[0]), "one point", "{n} points")
    text = (
        _(
            "{all} have {points} each; {who} {who:win|wins} with the better ship, {best} to {less} "
            "(2 for each system Online, 1 for each shield)"
        )
        if len(winners) == 1
        else _(
            "{all} have {points} each; {who} share the victory with the better ships, {best} to "
            "{less} (2 for each system Online, 1 for each shield)"
        )
    )
    return fill(
        text,
        all=names.all(tied),
        points=points,
        who=names.all(winners),
        best=ships[winners[0]],
        less=listed([str(ships[seat]) for seat in tied if seat not in winners]),
    )


def _dealt(dealt: Sequence[SeenEvent], names: Names) -> str:
    """Return a sentence about the queues at the start."""
    queues = []
    for event in dealt:
        seat, cards = event.words[1:]
        cards = listed(list(map(titled, cards.split(","))))
        queues.append(_("{whose:yours|*'s} are {cards}", cards=cards, whose=names[int(seat)]))
    text = _(
        "everybody starts with three cards that cool down, and one comes back each turn: {queues}",
        queues="; ".join(queues),
    )
    return names.sentence(text)


def _in_full(phrase: Phrase) -> Phrase:
    """Return the form in which a phrase stands alone."""
    what = phrase.what
    if isinstance(what, Craft) and what.full:
        what = replace(what, place=what.full)
    return replace(phrase, act=phrase.full or phrase.act, what=what)


def _rerolled(phrases: Sequence[Phrase]) -> list[Phrase]:
    """Mark the second and later rolls of a nuke as rerolls."""
    rerolled: list[Phrase] = []
    rolls = 0
    due = False
    for phrase in phrases:
        due = due and phrase.group.startswith("strike")  # else another attack has begun
        if due and phrase.rolls:
            rolls += 1
            phrase = replace(phrase, act=_("rolled again, {dice_hit}", dice_hit=phrase.act))
            due = False
        if phrase.group.startswith("strike"):
            phrase = replace(phrase, group=f"{phrase.group} {rolls}")
        due = due or phrase.again
        rerolled.append(phrase)
    return rerolled


@dataclass
class _Clause:
    """Clause with one subject: acts, each with its things."""

    seat: int | None
    join: str
    acts: list[tuple[str, list[Craft | System]]]

    def text(self, names: Names) -> str:
        """Return the clause in words."""
        who = None if self.seat is None else names[self.seat]
        acts = listed(
            [
                fill(act, who=who, what=together(things)) if things else act
                for act, things in self.acts
            ]
        )
        return acts if who is None else _("{who} {acts}", who=who, acts=acts)


def _sentences(phrases: Sequence[Phrase], names: Names) -> Iterator[str]:
    """Yield a sentence for each group of phrases."""
    for _key, group in groupby(phrases, lambda phrase: (phrase.later, phrase.group)):
        yield names.sentence(_sentence(list(group), names))


def _sentence(phrases: Sequence[Phrase], names: Names) -> str:
    """Return a group of phrases as a sentence that includes the points won."""
    clauses: list[_Clause] = []
    gains: dict[int, tuple[int, int]] = {}
    gaining = 0  # index of the last clause that brings points
    for phrase in phrases:
        last = clauses[-1] if clauses else None
        act = phrase.brief or phrase.act if last else phrase.act
        things = [phrase.what] if phrase.what else []
        if last and things and last.seat == phrase.seat and last.acts[-1][0] == act:
            last.acts[-1][1].extend(things)
        elif last and last.seat == phrase.seat is not None:
            last.acts.append((act, things))
        else:
            join = pgettext("between clauses", ": ") if phrase.follows else "; "
            clauses.append(_Clause(phrase.seat, join, [(act, things)]))
        for seat, gain, total in phrase.gains:
            gains[seat] = gains.get(seat, (0, 0))[0] + gain, total
            gaining = len(clauses) - 1
    won = ""
    for seat, (gain, total) in gains.items():
        if clauses[gaining].seat == seat:
            won += " " + ngettext(
                "({n} point, {total} in all)", "({n} points, {total} in all)", gain, total=total
            )
        else:
            won += " " + ngettext(
                "({n} point for {whom}, {total} in all)",
                "({n} points for {whom}, {total} in all)",
                gain,
                whom=names[seat],
                total=total,
            )
    text = ""
    for number, clause in enumerate(clauses):
        text += (clause.join if number else "") + clause.text(names)
        text += won if number == gaining else ""
    return text
