"""Sentences about a game of Space Ransom."""

from __future__ import annotations

from collections.abc import Sequence

from aicore.core import phrasebook
from aicore.core.game import Game, Position
from aicore.core.language import N_, fill, pgettext
from aicore.core.language import gettext as _
from aicore.core.story import Ending, Names, SeenEvent, in_words, listed
from aicore.games.ransom.words.glossary import glossary
from aicore.games.ransom.words.wording import (
    HAND,
    MERCHANT_NOTE,
    SEAT,
    Words,
    begins,
    kind_name,
    member,
    named,
)

__all__ = [
    "ENDS",
    "aim",
    "danger",
    "end",
    "glossary",
    "note",
    "score",
    "tell",
    "tell_all",
    "titles",
]
ENDS = {"cleared": N_("with all targets captured"), "fuel": N_("without fuel")}
"""Phrase for each ending that completes "the games end"."""


def aim(game: Game) -> tuple[str, ...]:
    """Return the goal, the course of a turn, the end of the game, and the main danger."""
    words, data = Words(game, Names(("you",), SEAT)), game.info.data
    kinds = data["targets"]["ids"]
    worth = listed([f"{kind_name(kind)} {words.points[kind]}" for kind in kinds])
    rewards = zip(kinds, data["targets"]["fuel"], strict=True)
    fuel = listed([f"{kind_name(kind)} {more}" for kind, more in rewards if more])
    return phrasebook.aim(
        game,
        hand=HAND,
        targets=words.targets,
        points=words.whole,
        worth=worth,
        rewards=fuel,
        start=data["fuel"]["start"],
    )


def titles(game: Game) -> dict[str, str]:
    """Return the cards with their factions in words, and their points."""
    words, data = Words(game, Names(("you",), SEAT)), game.info.data
    kinds = [*data["targets"]["ids"], *data["ammo"]["ids"]]
    return {
        f"{kind}.{faction}": words.titled(kind, faction)
        for kind in kinds
        for faction in words.factions
    }


def tell(game: Game, event: SeenEvent, names: Names) -> str:
    """Return sentences about an event and its effects."""
    words = Words(game, names)
    verb, card = event.words[0], event.words[-1]
    if verb == "draw":
        text = _("{who} {who:draw|draws} {cards}", who=words.who, cards=words.card(card))
    elif verb == "reveal":
        text = _("a target warps in: {target}", target=words.about(card))
    else:
        text = words.action(event)
    return " ".join(names.sentence(one) for one in (text, *words.effects(event)))


def tell_all(game: Game, events: Sequence[SeenEvent], names: Names) -> list[str]:
    """Return a sentence or two about each turn."""
    words = Words(game, names)
    lines: list[str] = []
    drawn: list[str] = []  # drawn cards that no line names yet
    opening = newcomer = ""  # unfinished line about a turn, and the target that it names
    for event in events:
        verb, card = event.words[0], event.words[-1]
        fare, unlocked = words.fare(event), words.unlocked(event)
        if verb == "draw":
            drawn.append(words.card(card))
        elif verb == "reveal":
            newcomer, shown = card, words.about(card)
            opening = (
                _("{turn}: {target} warps in", turn=opening, target=shown)
                if opening
                else _("a target warps in, {target}", target=shown)
            )
            if unlocked:
                lines += [opening, unlocked]
                opening = newcomer = ""
        else:
            done = words.action(event, newcomer)
            if newcomer:
                done = _("{opening}, and {clause}", opening=opening, clause=done)
            elif opening:
                done = pgettext("ransom", "{turn}: {clause}", turn=opening, clause=done)
            opening = newcomer = ""
            lines.append(f"{done}; {fare}" if fare else done)
        if shuffled := words.shuffled(event):
            lines.append(shuffled)
        if begins(event):
            lines += _draws(words, drawn)
            drawn = []
            opening = _("turn {turn}, {fare}") if fare else _("turn {turn}")
            opening = fill(opening, turn=event.after["turns"], fare=fare)
    lines += _draws(words, drawn)
    if opening:
        merchant = events[-1].after["phase"] == "merchant"
        lines.append(
            pgettext("ransom", "{turn}: {clause}", turn=opening, clause=_(MERCHANT_NOTE))
            if merchant
            else opening
        )
    if events:
        lines += words.needs(events[-1].after)
    return [names.sentence(one) for one in lines]


def danger(game: Game, event: SeenEvent) -> str:
    """Return a warning if an action about to be played may lose the game; "" if not."""
    if event.words[0] != "discard" or event.before["fuel"] != 1:
        return ""
    if all(action.startswith("discard") for action in event.before.legal()):
        return ""  # every choice ends it
    return _(
        "That ends the game: the next turn takes the last fuel. A capture or boost would raise the "
        "shield."
    )


def confirm(game: Game, event: SeenEvent) -> str:
    """Return a sentence about the cards that an action spends; "" for a single card."""
    before, after = event.before, event.after
    spent = len(before["hand"]) - len(after["hand"])
    freed = [card for card in before["held"] if card not in after["held"]]
    if spent + len(freed) < 2:
        return ""
    cards = in_words(spent, "one card", "{n} cards")
    if not freed:
        return _("That spends {cards} at once.", cards=cards)
    targets = listed([named(card) for card in freed])
    return _("That spends {cards} and gives up {targets}.", cards=cards, targets=targets)


def note(game: Game, fields: Position, action: str) -> str:
    """Return the points spent and the target's points, or the effect of a merchant."""
    words = Words(game, Names(("you",), SEAT))
    verb, *rest = action.split()
    if verb == "merchant" and not fields["boost"]:
        left = in_words(HAND - 1, "one card", "{n} cards")
        return _("boosts this turn: a captured target may help; {cards} left to act", cards=left)
    if verb == "keep":
        return _("for a later turn")
    if verb not in ("capture", "boost"):
        return ""
    worth, spent = words.worth(rest[0]), words.sum(rest[2].split(","))
    if verb == "boost":
        held = words.worth(rest[4])
        return _("{spent} + {held} for {worth}", spent=spent, held=held, worth=worth)
    if spent >= worth:
        return _("{spent} for {worth}", spent=spent, worth=worth)
    faction = member(rest[0].split(".")[1])
    return _("three {faction} cards for {worth}", faction=faction, worth=worth)


def score(game: Game, scores: Sequence[float]) -> str:
    """Return the points held and the total of all points."""
    whole = Words(game, Names(("you",), SEAT)).whole
    points = f"{scores[0]:g}"
    return _("{points} of {whole} points", points=points, whole=whole)


def end(game: Game, ending: Ending, names: Names) -> str:
    """Return two sentences about the end of the game."""
    words, fields = Words(game, names), ending.position
    points, turns = words.sum(fields["held"]), fields["turns"]
    slots = {"who": words.who, "points": points, "whole": words.whole, "fuel": fields["fuel"]}
    slots |= {"count": len(fields["held"]), "targets": words.targets, "turns": turns}
    if ending.reason == "cleared":
        held = _("{who} {who:have|has} captured all {targets} targets in {turns} turns")
        score = _("{who} {who:score|scores} {points} of {whole} points, with {fuel} fuel left")
    else:
        held = _("the fuel is gone in turn {turns}")
        score = (
            _("{who} {who:hold|holds} {count} of the {targets} targets: {points} of {whole} points")
            if fields["held"]
            else _(
                "{who} {who:hold|holds} none of the {targets} targets: {points} of {whole} points"
            )
        )
    return f"{names.sentence(fill(held, **slots))} {names.sentence(fill(score, **slots))}"


def _draws(words: Words, drawn: Sequence[str]) -> list[str]:
    """Return a list with the clause for the drawn cards; an empty list if there are none."""
    if not drawn:
        return []
    return [_("{who} {who:draw|draws} {cards}", who=words.who, cards=listed(drawn))]
