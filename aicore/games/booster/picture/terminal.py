"""Drawing of a position for the terminal."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from aicore.core.drawing import Fitting, seat_color
from aicore.core.game import Game, Position, State, View
from aicore.core.language import fill, ngettext
from aicore.core.language import gettext as _
from aicore.core.registry import GameInfo
from aicore.core.story import Names
from aicore.games.booster.picture.deduced import deduced
from aicore.games.booster.rules.names import TYPES
from aicore.games.booster.words.cards import level_name, name, resource, type_name

STYLES = ("", "green", "yellow", "red")  # by level
NARROW, WIDE = 78, 136  # columns
BAR = 20  # characters of a full progress bar


def draw(position: State | View, names: Names | None = None) -> RenderableType:
    """Return a drawing of scores as progress to the target, and of known hands by type."""
    return Spread(position.game, position, names or Names.numbered(position.game.seats))


def draw_whole(position: State | View, names: Names | None = None) -> RenderableType:
    """Return a drawing like `draw`, with room between its parts even if there are few rows."""
    names = names or Names.numbered(position.game.seats)
    return _table(position.game, position, names)


class Spread:
    """Table as large as the terminal allows, with hands beside the seats or below them."""

    def __init__(self, game: Game, fields: Position, names: Names) -> None:
        self.game, self.fields, self.names = game, fields, names

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Any]:
        make = partial(_table, self.game, self.fields, self.names)
        sizes: tuple[dict[str, bool], ...]
        sizes = ({}, {"tight": True}, {"tight": True, "brief": True})
        if options.max_width >= WIDE:
            sizes = ({"beside": True}, {"tight": True, "beside": True}, *sizes)
        yield Fitting(*(partial(make, **size) for size in sizes))


def _table(
    game: Game,
    fields: Position,
    names: Names,
    tight: bool = False,
    brief: bool = False,
    beside: bool = False,
) -> Panel:
    """Return the drawing of the table.

    Args:
        tight: whether to leave out empty rows.
        brief: whether to list only the names of cards, except in the hand of the seat to move.
        beside: whether to put the hands beside the seats.
    """
    seats = _seats(fields, int(game.options["target"]), names)
    parts: list[Any] = []
    known = deduced(fields)
    for owner, hand in enumerate(fields["hands"]):
        cards = known[owner] if None in hand else hand
        if not cards:
            continue
        label = _("{who} must hold:") if None in hand else _("{who:your|*'s} hand:")
        title = Text(fill(label, who=names[owner]), "bold")
        parts += [] if tight or (beside and not parts) else [""]
        if brief and owner != fields["seat"]:
            parts.append(
                title.append(f" {', '.join(card + _called(card) for card in cards)}", "not bold")
            )
        else:
            parts += [title, _hand(cards, game.info)]
    number = max(fields["deck_number"].values())
    left, thrown = (
        ngettext("{n} card", "{n} cards", len(fields[pile])) for pile in ("deck", "discard")
    )
    piles = _("deck {number}: {left}   discard: {thrown}", number=number, left=left, thrown=thrown)
    body: Any = Group(seats, *parts)
    if beside:
        body = Table.grid(padding=(0, 4, 0, 0))
        body.add_row(seats, Group(*parts))
    return Panel(
        body,
        title=f"{game.info.title} - {_doing(fields, names)}",
        subtitle=piles,
        width=WIDE if beside else NARROW,
        padding=(0 if tight else 1, 2),
    )


def _doing(fields: Position, names: Names) -> str:
    """Return a clause about the turn and the seat to move, or about the end."""
    who, phase = names[fields["seat"]], fields["phase"]
    if fields["end"] == "target":
        return _("{who} {who:win|wins}", who=who)
    if fields["end"]:
        return _("out of turns")
    doing = {
        "deal": _("{who} {who:are|is} dealt cards", who=who),
        "draw": _("{who} {who:draw|draws}", who=who),
        "mission": _("{who} {who:decide|decides} on a mission", who=who),
        "eject": _("{who} {who:eject|ejects} one or two cards", who=who),
    }[phase]
    turn = fields["turns"] // len(fields["hands"]) + 1
    return _("turn {turn}, {clause}", turn=turn, clause=doing)


def _seats(fields: Position, target: int, names: Names) -> Table:
    """Return a row for each seat: its progress and the public facts about its hand."""
    table = Table.grid(padding=(0, 2))
    for owner, score in enumerate(fields["scores"]):
        active = owner == fields["seat"] and not fields["end"]
        done = min(BAR, BAR * score // target)
        bar = Text("[" + "#" * done + "." * (BAR - done) + "]")
        bar.stylize("bold green", 1, 1 + done)
        size = len(fields["hands"][owner])
        decks = fields["drawn_from"][owner]
        old = sum(number < max(fields["deck_number"].values()) for number in decks)
        note = ngettext("{n} card", "{n} cards", size)
        if old:
            note = _("{cards}, {old} of an older deck", cards=note, old=old)
        table.add_row(
            Text(f"{'>' if active else ' '} {names[owner]}", seat_color(owner)),
            bar,
            Text(f"{score}/{target}", "bold"),
            Text(note, "dim"),
        )
    return table


def _hand(hand: list[str], info: GameInfo) -> Padding:
    """Return the cards in rows by type, with their figures."""
    table = Table.grid(padding=(0, 2))
    for kind in TYPES:
        known = [entry for entry in info.data["cards"][kind] if entry["id"] in hand]
        cards = Text(", ").join(_card(entry, kind) for entry in known)
        table.add_row(Text(type_name(kind), "dim"), cards if known else Text("-", "dim"))
    return Padding(table, (0, 0, 0, 2))


def _card(entry: dict[str, Any], kind: str) -> Text:
    """Return a card's id and figures, like ``mars (mid: ore moon atmosphere)``."""
    level = level_name(kind, entry["level"])
    if "offers" in entry:
        level += ": " + " ".join(resource(one) for one in entry["offers"])
    if "needs" in entry:
        level += ", " + _("needs {resource}", resource=resource(entry["needs"]))
    return Text.assemble(
        (entry["id"], "bold"), _called(entry["id"]), " (", (level, STYLES[entry["level"]]), ")"
    )


def _called(card: str) -> str:
    """Return a space and a card's name if it differs from what people type; else ""."""
    words = name(card)
    return "" if words.lower() == card.replace("-", " ") else f" {words}"
