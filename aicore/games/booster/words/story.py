"""Sentences about a game of Booster."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from aicore.core import phrasebook
from aicore.core.game import Game, Position
from aicore.core.story import Ending, Names, SeenEvent, counted, listed
from aicore.games.booster.rules.names import TYPES

RANGES = ("", "near", "mid", "far")
CARGOES = ("", "light", "med", "heavy")
ENDS = {"target": "when somebody reaches the target", "max_turns": "because time is up"}
"""Phrase for each ending that completes "the games end"."""


def glossary(game: Game) -> dict[str, str]:
    """Return the meanings of the game's words and cards."""
    cards = game.info.data["cards"]
    about = {card["id"]: _about(card, kind) for kind in TYPES for card in cards[kind]}
    return phrasebook.glossary(game) | about


def tell(game: Game, event: SeenEvent, names: Names) -> str:
    """Return a sentence about an event."""
    word, _, rest = event.text.partition(" ")
    if word == "deal":
        dealt, _, card = rest.partition(" ")
        return names.sentence(names.does(int(dealt), "be", f"dealt {_card(card)}"))
    if word == "draw":
        seat = event.before["seat"]
        return names.sentence(f"{_shuffled(event)}{names.does(seat, 'draw', _card(rest))}")
    seat = int(event.actor)
    if word == "pass":
        return names.sentence(names.does(seat, "pass"))
    cards = rest.split(",")
    if word == "eject":
        return names.sentence(names.does(seat, "eject", _cards(cards)))
    before, after = event.before["scores"][seat], event.after["scores"][seat]
    crew_and_more = _cards([*cards[:2], *cards[3:]])
    return names.sentence(
        f"{names.does(seat, 'fly', f'to {titled(cards[2])}')} with {crew_and_more}: "
        f"{counted(after - before, 'point')}, now {after} of {game.options['target']}"
    )


def confirm(game: Game, event: SeenEvent) -> str:
    """Return a sentence about the cards that an action spends; "" for a single card."""
    cards = len(event.text.partition(" ")[2].split(","))
    if cards < 2:
        return ""
    if event.words[0] == "eject":
        return "They are discarded, and you draw up to a full hand next turn."
    return f"That spends {counted(cards, 'card')} at once."


def tell_all(game: Game, heard: Sequence[SeenEvent], names: Names) -> list[str]:
    """Return few sentences about events; join deals, draws, and a pass with its eject."""
    lines: list[str] = []
    for word, run in groupby(heard, key=lambda seen: seen.words[0]):
        events = list(run)
        if word == "deal":
            lines += _dealt(events, names)
        elif word == "draw":
            lines += _drawn(events, names)
        elif word == "eject" and lines and lines[-1].endswith(("pass.", "passes.")):
            cards = _cards(events[0].words[1].split(","))
            lines[-1] = f"{lines[-1][:-1]} and {names.verb(int(events[0].actor), 'eject')} {cards}."
        else:
            lines += [tell(game, event, names) for event in events]
    return lines


def note(game: Game, fields: Position, action: str) -> str:
    """Return the points of a mission, or the reason that none can be flown."""
    word, _, cards = action.partition(" ")
    if word == "pass" and not any(text.startswith("meld") for text in fields.legal()):
        return "no mission in this hand"
    if word != "meld":
        return ""
    crew_to_payload = cards.split(",")
    destination, payload = crew_to_payload[2], crew_to_payload[4]
    points = _level(game, "destination", destination) + _level(game, "payload", payload)
    wins = fields["scores"][fields["seat"]] + points >= game.options["target"]
    return f"{points} points" + (" and the game" if wins else "")


def end(game: Game, ending: Ending, names: Names) -> str:
    """Return a sentence or two about the end of the game."""
    scores, winners = ending.scores, ending.winners
    turns = ending.position["turns"] // game.seats + 1
    others = [
        f"{names.does(seat, 'have')} {scores[seat]}"
        for seat in sorted(range(game.seats), key=lambda seat: -scores[seat])
        if seat not in winners
    ]
    rest = names.sentence(listed(others)) if others else ""
    if ending.reason == "target":
        won = names.does(winners[0], "win", f"in turn {turns} with {scores[winners[0]]} points")
        return f"{names.sentence(won)} {rest}"
    closed = f"After {game.options['max_turns']} turns each, nobody has reached the target."
    if len(winners) > 1:
        shared = f"{names.all(winners)} share the win with {scores[winners[0]]} points"
        return f"{closed} {names.sentence(shared)} {rest}".strip()
    won = names.does(winners[0], "win", f"with {scores[winners[0]]} points")
    return f"{closed} {names.sentence(won)} {rest}"


def _level(game: Game, kind: str, card: str) -> int:
    """Return the range or cargo of a card."""
    return next(int(one["level"]) for one in game.info.data["cards"][kind] if one["id"] == card)


def _about(card: dict[str, Any], kind: str) -> str:
    """Return a sentence about a card and its abilities."""
    level = card["level"]
    figure = (CARGOES if kind in ("transport", "payload") else RANGES)[level]
    about = f"A {kind}, {figure} ({level})"
    if "offers" in card:
        about += f"; it offers {listed(card['offers']) or 'nothing'}"
    if "needs" in card:
        about += f"; it needs {card['needs']}"
    return f"{about}."


def titled(card: str) -> str:
    """Return a card's name as on the card: "Space elevator"."""
    return card.replace("-", " ").capitalize().replace(" ai", " AI")


def _cards(cards: Sequence[str]) -> str:
    return listed(list(map(titled, cards)))


def _card(card: str) -> str:
    return "a card" if card == "?" else titled(card)


def _shuffled(event: SeenEvent) -> str:
    """Return a clause about the pile if it became the deck before this draw; "" if not."""
    return "" if event.before["deck"] else "the pile becomes the deck; "


def _dealt(events: Sequence[SeenEvent], names: Names) -> list[str]:
    """Return sentences about the opening hands."""
    lines, hidden = [], Counter[int]()
    for seat, run in groupby(events, key=lambda event: int(event.words[1])):
        cards = [event.words[2] for event in run]
        if "?" in cards:
            hidden[seat] += len(cards)
        else:
            lines.append(names.sentence(names.does(seat, "be", f"dealt {_cards(cards)}")))
    if hidden:
        each = " each" if len(hidden) > 1 else ""
        clause = f"{names.all(list(hidden))} {'get' if each else 'gets'}"
        lines.append(names.sentence(f"{clause} {counted(max(hidden.values()), 'card')}{each}"))
    return lines


def _drawn(events: Sequence[SeenEvent], names: Names) -> list[str]:
    """Return sentences about the draws, seat by seat."""
    lines = []
    for drawer, draws_of_one in groupby(events, key=lambda event: int(event.before["seat"])):
        draws = list(draws_of_one)
        cards = [draw.words[1] for draw in draws if draw.words[1] != "?"]
        drawn = _cards(cards) or counted(len(draws), "card")
        shuffled = next((word for draw in draws if (word := _shuffled(draw))), "")
        lines.append(names.sentence(f"{shuffled}{names.does(drawer, 'draw', drawn)}"))
    return lines
