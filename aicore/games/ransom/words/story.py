"""Sentences about a game of Space Ransom."""

from __future__ import annotations

from collections.abc import Sequence

from aicore.core import phrasebook
from aicore.core.game import Game, Position
from aicore.core.story import Ending, Names, SeenEvent, counted, listed
from aicore.games.ransom.words.glossary import glossary
from aicore.games.ransom.words.wording import (
    ELEMENTS,
    HAND,
    MEMBERS,
    SEAT,
    TRADE,
    Words,
    begins,
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
ENDS = {"cleared": "with all targets captured", "fuel": "without fuel"}
"""Phrase for each ending that completes "the games end"."""


def aim(game: Game) -> tuple[str, ...]:
    """Return the goal, the course of a turn, the end of the game, and the main danger."""
    words, data = Words(game, Names(("you",), SEAT)), game.info.data
    kinds = data["targets"]["ids"]
    worth = listed([f"{kind} {words.points[kind]}" for kind in kinds])
    rewards = zip(kinds, data["targets"]["fuel"], strict=True)
    fuel = listed([f"{kind} {more}" for kind, more in rewards if more])
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
        f"{kind}.{faction}": f"{ELEMENTS.get(kind, kind)} of the {name} ({words.points[kind]})"
        for kind in kinds
        for faction, name in words.factions.items()
    }


def tell(game: Game, event: SeenEvent, names: Names) -> str:
    """Return sentences about an event and its effects."""
    words = Words(game, names)
    verb, card = event.words[0], event.words[-1]
    if verb == "draw":
        text = words.you("draw", words.card(card))
    elif verb == "reveal":
        text = f"a target warps in: {words.about(card)}"
    else:
        text = words.action(event)
    return " ".join(names.sentence(one) for one in (text, *words.brings(event)))


def tell_all(game: Game, events: Sequence[SeenEvent], names: Names) -> list[str]:
    """Return a sentence or two about each turn."""
    words = Words(game, names)
    lines: list[str] = []
    drawn: list[str] = []  # cards drawn that are not in a line yet
    opening = newcomer = ""  # unfinished line of the turn, and the target that it names
    for event in events:
        verb, card = event.words[0], event.words[-1]
        fare, unlocked = words.fare(event), words.unlocked(event)
        if verb == "draw":
            drawn.append(words.card(card))
        elif verb == "reveal":
            newcomer, shown = card, words.about(card)
            opening = f"{opening}: {shown} warps in" if opening else f"a target warps in, {shown}"
            if unlocked:
                lines += [opening, unlocked]
                opening = newcomer = ""
        else:
            done = words.action(event, newcomer)
            joint = ", and " if newcomer else ": "
            lines.append(f"{opening}{joint}{done}" if opening else done)
            opening = newcomer = ""
            if fare:
                lines[-1] += f"; {fare}"
        if shuffled := words.shuffled(event):
            lines.append(shuffled)
        if begins(event):
            lines += _draws(words, drawn)
            drawn = []
            opening = f"turn {event.after['turns']}" + (f", {fare}" if fare else "")
    lines += _draws(words, drawn)
    if opening:
        trade = events[-1].after["phase"] == "merchant"
        lines.append(f"{opening}: {TRADE}" if trade else opening)
    if events:
        lines += words.needs(events[-1].after)
    return [names.sentence(one) for one in lines]


def danger(game: Game, event: SeenEvent) -> str:
    """Return a warning if an action about to be played may lose the game; "" if not."""
    if event.words[0] != "discard" or event.before["fuel"] != 1:
        return ""
    if all(action.startswith("discard") for action in event.before.legal()):
        return ""  # every choice ends it
    return "That ends the game: the next turn takes the last fuel. A capture would bring more."


def confirm(game: Game, event: SeenEvent) -> str:
    """Return the cards that an action spends together; "" for a single card."""
    before, after = event.before, event.after
    spent = len(before["hand"]) - len(after["hand"])
    freed = [card for card in before["held"] if card not in after["held"]]
    if spent + len(freed) < 2:
        return ""
    cards = f"That spends {counted(spent, 'card')}"
    return (
        f"{cards} and gives up {listed([named(card) for card in freed])}."
        if freed
        else f"{cards} at once."
    )


def note(game: Game, fields: Position, action: str) -> str:
    """Return the points spent and the target's points, or what a merchant does."""
    words = Words(game, Names(("you",), SEAT))
    verb, *rest = action.split()
    if verb == "merchant" and not fields["boost"]:
        return (
            f"boosts this turn: a captured target may help; {counted(HAND - 1, 'card')} left to act"
        )
    if verb == "keep":
        return "for a later turn"
    if verb not in ("capture", "boost"):
        return ""
    worth, spent = words.worth(rest[0]), words.sum(rest[2].split(","))
    if verb == "boost":
        return f"{spent} + {words.worth(rest[4])} for {worth}"
    return (
        f"{spent} for {worth}"
        if spent >= worth
        else f"three {MEMBERS[rest[0].split('.')[1]]} cards for {worth}"
    )


def score(game: Game, scores: Sequence[float]) -> str:
    """Return the points held and the total of all points."""
    return f"{scores[0]:g} of {Words(game, Names(('you',), SEAT)).whole} points"


def end(game: Game, ending: Ending, names: Names) -> str:
    """Return two sentences about the end of the game."""
    words, fields = Words(game, names), ending.position
    points, turns = words.sum(fields["held"]), fields["turns"]
    whole = f"{points} of {words.whole} points"
    if ending.reason == "cleared":
        held = words.you("have", f"captured all {words.targets} targets in {turns} turns")
        score = words.you("score", f"{whole}, with {fields['fuel']} fuel left")
    else:
        held = f"the fuel is gone in turn {turns}"
        count = len(fields["held"]) or "none"
        score = words.you("hold", f"{count} of the {words.targets} targets: {whole}")
    return f"{names.sentence(held)} {names.sentence(score)}"


def _draws(words: Words, drawn: Sequence[str]) -> list[str]:
    """Return the clause for drawn cards in a list; an empty one if there are none."""
    return [words.you("draw", listed(drawn))] if drawn else []
