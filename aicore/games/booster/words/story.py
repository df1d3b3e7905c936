"""Sentences about a game of Booster."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from aicore.core import phrasebook
from aicore.core.game import Game, Position
from aicore.core.language import N_, fill, ngettext
from aicore.core.language import gettext as _
from aicore.core.story import Ending, Names, SeenEvent, in_words, listed
from aicore.games.booster.rules.names import TYPES
from aicore.games.booster.words.cards import (
    flight,
    level_name,
    name,
    resource,
    titled,
    type_name,
)

ENDS = {"target": N_("when somebody reaches the target"), "max_turns": N_("because time is up")}
"""Phrase for each ending that completes "the games end"."""


def glossary(game: Game) -> dict[str, str]:
    """Return the meanings of the game's words and cards."""
    cards = game.info.data["cards"]
    about = {
        word: _about(card, kind)
        for kind in TYPES
        for card in cards[kind]
        for word in (card["id"], name(card["id"]).lower().replace(" ", "-"))
    }
    return phrasebook.glossary(game) | about


def tell(game: Game, event: SeenEvent, names: Names) -> str:
    """Return a sentence about an event."""
    word, _space, rest = event.text.partition(" ")
    if word == "deal":
        dealt, _space, card = rest.partition(" ")
        text = _("{who} {who:are|is} dealt {cards}", who=names[int(dealt)], cards=_card(card))
        return names.sentence(text)
    if word == "draw":
        drawn = _("{who} {who:draw|draws} {cards}")
        text = fill(drawn, who=names[event.before["seat"]], cards=_card(rest))
        return names.sentence(_with_new_deck(text, event))
    who = names[int(event.actor)]
    if word == "pass":
        return names.sentence(_("{who} {who:pass|passes}", who=who))
    cards = rest.split(",")
    if word == "eject":
        text = _("{who} {who:eject|ejects} {cards}", who=who, cards=_cards(cards))
        return names.sentence(_with_new_deck(text, event))
    before, after = (one["scores"][int(event.actor)] for one in (event.before, event.after))
    text = _(
        "{who} {who:fly|flies} {destination} with {cards}: {points}, now {score} of {target}",
        who=who,
        destination=flight(cards[2]),
        cards=_cards([*cards[:2], *cards[3:]]),
        points=in_words(after - before, "one point", "{n} points"),
        score=after,
        target=game.options["target"],
    )
    return names.sentence(text)


def confirm(game: Game, event: SeenEvent) -> str:
    """Return a sentence about the cards that an action spends; "" for a single card."""
    cards = len(event.text.partition(" ")[2].split(","))
    if cards < 2:
        return ""
    if event.words[0] == "eject":
        return _("They are discarded, and you draw up to a full hand next turn.")
    return _("That spends {cards} at once.", cards=in_words(cards, "one card", "{n} cards"))


def tell_all(game: Game, heard: Sequence[SeenEvent], names: Names) -> list[str]:
    """Return sentences about events; join deals, draws, and a pass with the eject after it."""
    lines: list[str] = []
    passed = False  # whether the last line is a pass
    for word, run in groupby(heard, key=lambda seen: seen.words[0]):
        events = list(run)
        if word == "deal":
            lines += _dealt(events, names)
        elif word == "draw":
            lines += _drawn(events, names)
        elif word == "eject" and passed:
            cards = _cards(events[0].words[1].split(","))
            text = _("{who} {who:pass|passes} and {who:eject|ejects} {cards}")
            text = fill(text, who=names[int(events[0].actor)], cards=cards)
            lines[-1] = names.sentence(_with_new_deck(text, *events))
        else:
            lines += [tell(game, event, names) for event in events]
        passed = word == "pass"
    return lines


def note(game: Game, fields: Position, action: str) -> str:
    """Return the points of a mission, or the reason that none can be flown."""
    word, _space, cards = action.partition(" ")
    if word == "pass" and not any(text.startswith("meld") for text in fields.legal()):
        return _("no mission in this hand")
    if word != "meld":
        return ""
    crew_to_payload = cards.split(",")
    destination, payload = crew_to_payload[2], crew_to_payload[4]
    points = _level(game, "destination", destination) + _level(game, "payload", payload)
    wins = fields["scores"][fields["seat"]] + points >= game.options["target"]
    if wins:
        return ngettext("{n} point and the game", "{n} points and the game", points)
    return ngettext("{n} point", "{n} points", points)


def end(game: Game, ending: Ending, names: Names) -> str:
    """Return a sentence or two about the end of the game."""
    scores, winners = ending.scores, ending.winners
    turns = ending.position["turns"] // game.seats + 1
    others = [
        _("{who} {who:have|has} {score}", who=names[seat], score=scores[seat])
        for seat in sorted(range(game.seats), key=lambda seat: -scores[seat])
        if seat not in winners
    ]
    rest = names.sentence(listed(others)) if others else ""
    score, who = scores[winners[0]], names[winners[0]]
    if ending.reason == "target":
        won = _("{who} {who:win|wins} in turn {turn} with {score} points")
        return f"{names.sentence(fill(won, who=who, turn=turns, score=score))} {rest}"
    closed = ngettext(
        "After {n} turn each, nobody has reached the target.",
        "After {n} turns each, nobody has reached the target.",
        int(game.options["max_turns"]),
    )
    if len(winners) > 1:
        shared = _("{who} share the win with {score} points", who=names.all(winners), score=score)
        return f"{closed} {names.sentence(shared)} {rest}".strip()
    won = _("{who} {who:win|wins} with {score} points", who=who, score=score)
    return f"{closed} {names.sentence(won)} {rest}"


def _level(game: Game, kind: str, card: str) -> int:
    """Return the range or cargo of a card."""
    return next(int(one["level"]) for one in game.info.data["cards"][kind] if one["id"] == card)


def _about(card: dict[str, Any], kind: str) -> str:
    """Return a sentence about a card and its abilities."""
    slots = {"kind": type_name(kind), "reach": level_name(kind, card["level"])}
    slots |= {"level": card["level"]}
    if "needs" in card:
        text = _("A {kind}, {reach} ({level}); it needs {resource}.")
        return fill(text, resource=resource(card["needs"]), **slots)
    if "offers" not in card:
        return _("A {kind}, {reach} ({level}).", **slots)
    offers = listed([resource(one) for one in card["offers"]])
    return _("A {kind}, {reach} ({level}); it offers {resources}.", resources=offers, **slots)


def _cards(cards: Sequence[str]) -> str:
    return listed(list(map(titled, cards)))


def _card(card: str) -> str:
    return _("a card") if card == "?" else titled(card)


def _with_new_deck(clause: str, *events: SeenEvent) -> str:
    """Return a clause about events, with a note if the pile became the deck at one of them."""
    first, last = (max(one["deck_number"].values()) for one in (events[0].before, events[-1].after))
    return _("{clause}; the pile becomes the deck", clause=clause) if last > first else clause


def _dealt(events: Sequence[SeenEvent], names: Names) -> list[str]:
    """Return sentences about the opening hands."""
    lines, hidden = [], Counter[int]()
    for seat, run in groupby(events, key=lambda event: int(event.words[1])):
        cards = [event.words[2] for event in run]
        if "?" in cards:
            hidden[seat] += len(cards)
        else:
            text = _("{who} {who:are|is} dealt {cards}", who=names[seat], cards=_cards(cards))
            lines.append(names.sentence(text))
    if hidden:
        text = (
            _("{who} {who:get|gets} {cards} each")
            if len(hidden) > 1
            else _("{who} {who:get|gets} {cards}")
        )
        number = in_words(max(hidden.values()), "one card", "{n} cards")
        lines.append(names.sentence(fill(text, who=names.all(list(hidden)), cards=number)))
    return lines


def _drawn(events: Sequence[SeenEvent], names: Names) -> list[str]:
    """Return sentences about the draws, seat by seat."""
    lines = []
    for drawer, draws_of_one in groupby(events, key=lambda event: int(event.before["seat"])):
        draws = list(draws_of_one)
        cards = [draw.words[1] for draw in draws if draw.words[1] != "?"]
        drawn = _cards(cards) or in_words(len(draws), "one card", "{n} cards")
        text = _("{who} {who:draw|draws} {cards}", who=names[drawer], cards=drawn)
        lines.append(names.sentence(_with_new_deck(text, *draws)))
    return lines
