"""Drawing of the table for the terminal: the ship, the sky with its targets, the decks."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from aicore.core.drawing import fitted
from aicore.core.game import Position, State, View
from aicore.core.language import gettext as _
from aicore.core.language import pgettext
from aicore.core.story import Names
from aicore.games.ransom.words.wording import ENDS, MAX_FUEL, PHASES, SEAT, Words, kind_name, people

STYLES = {"sr": "red", "ba": "green", "k": "magenta", "ca": "yellow"}
CARD = 10  # columns
EDGE = "\n\n "  # moves text down to the middle of a card and past its border


def table(position: State | View, tight: bool = False, flat: bool = False) -> Panel:
    """Return a drawing of the whole table: fuel, targets, hand, holding cell and decks.

    Args:
        tight: whether to leave out empty rows.
        flat: whether to show cards as text, without frames.
    """
    words = Words(position.game, Names(("you",), SEAT))
    score = words.sum(position["held"])
    body = Table.grid(padding=(0, 2))
    body.add_column(justify="right", style="bold")
    body.add_column()
    show_target, show_ammo = (named, named) if flat else (target, ammo)
    faces = [show_target(name, words, position["new"]) for name in position["targets"]]
    hand = [show_ammo(name, words, None) for name in position["hand"]]
    worth = words.sum(position["hand"])
    together = Text(("" if flat else EDGE) + _("worth {points}", points=worth), "dim")
    rows: list[tuple[str, RenderableType]] = [
        (pgettext("ransom", "fuel"), gauge(position)),
        (pgettext("ransom", "targets"), row(faces)),
        (pgettext("ransom", "hand"), row([*hand, together] if hand else [])),
    ]
    for name, shown in rows:
        body.add_row(name, shown)
        if not tight:
            body.add_row()
    body.add_row(pgettext("ransom", "held"), cell(position["held"], words, 2 if tight else 1))
    body.add_row(pgettext("ransom", "decks"), decks(position))
    body.add_row(pgettext("ransom", "legend"), legend(words))
    end = position["end"]
    state = _(ENDS[end] if end else PHASES[position["phase"]])
    title = _(
        "{game} - turn {turn} - {points} of {whole} points",
        game=position.game.info.title,
        turn=position["turns"],
        points=score,
        whole=words.whole,
    )
    padding = (0 if tight else 1, 2)
    return Panel(body, title=f" {title} ", subtitle=f" {state} ", width=78, padding=padding)


draw, draw_whole = fitted(table, (False, False), (True, False), (True, True))


def legend(words: Words) -> Text:
    """Return the legend of the factions' codes."""
    text = Text()
    for code in words.factions:
        text.append(f"{'   ' if text else ''}{code} ")
        text.append(people(code), f"bold {STYLES[code]}")
    return text


def gauge(fields: Position) -> Text:
    """Return the fuel gauge, the shield, and whether boosts are possible."""
    fuel = fields["fuel"]
    style = "bold red" if fuel <= 2 else "bold yellow" if fuel <= 4 else "bold green"
    text = Text("[")
    text.append("#" * fuel, style)
    text.append("." * (MAX_FUEL - fuel), "dim")
    text.append(f"] {fuel}")
    up, free = fields["shield"], fields["boost"] or fields["merchant"]
    text.append("   " + pgettext("ransom", "shield") + " ")
    shield = pgettext("ransom", "UP") if up else pgettext("ransom", "down")
    text.append(shield, "bold cyan" if up else "dim")
    boosts = (
        pgettext("ransom", "possible")
        if fields["boost"]
        else _("possible this turn")
        if free
        else _("only with a merchant")
    )
    text.append("   " + pgettext("ransom", "boosts") + " ")
    text.append(boosts, "bold cyan" if free else "dim")
    return text


def card(lines: list[tuple[str, str]], style: str) -> Panel:
    """Return a drawing of a small card of centered lines, each with its style."""
    text = Text(justify="center")
    for i, (line, line_style) in enumerate(lines):
        text.append(("\n" if i else "") + line, line_style)
    return Panel(text, border_style=style, width=CARD, padding=0)


def target(name: str, words: Words, new: str | None) -> Panel:
    """Return a drawing of a target's card: id, points, faction; the new one is marked."""
    return faction_card(name, words, name == new)


def named(name: str, words: Words, new: str | None) -> Text:
    """Return a card as text: its id and its points."""
    kind, _point, faction = name.partition(".")
    if not faction:
        return Text(name, "bold cyan")
    points = _points(words.points[kind], name == new)
    return Text.assemble((name, f"bold {STYLES[faction]}"), f" {points} ")


def ammo(name: str, words: Words, new: str | None) -> Panel:
    """Return a drawing of a card of the hand: id, points, faction."""
    if "." not in name:
        merchant, boosts = pgettext("ransom", "merchant"), pgettext("ransom", "boosts")
        number = _("no. {number}", number=name[-1])
        return card([(merchant, "bold cyan"), (boosts, ""), (number, "")], "cyan")
    return faction_card(name, words, False)


def faction_card(name: str, words: Words, new: bool) -> Panel:
    """Return a drawing of a card that belongs to a faction; a new one is marked."""
    kind, faction = name.split(".")
    style = STYLES[faction]
    worth, group = _points(words.points[kind], new), people(faction)
    return card([(name, f"bold {style}"), (worth, "bold"), (group, style)], style)


def _points(points: int, new: bool) -> str:
    return _("{points} new", points=points) if new else str(points)


def row(cards: Sequence[RenderableType], width: int = 6) -> RenderableType:
    """Return a drawing of cards side by side, at most `width` in a row."""
    if not cards:
        return Text(pgettext("ransom", "none"), "dim")
    rows = []
    for start in range(0, len(cards), width):
        grid = Table.grid()
        grid.add_row(*cards[start : start + width])
        rows.append(grid)
    return Group(*rows)


def cell(held: list[str], words: Words, abreast: int) -> RenderableType:
    """Return a drawing of the captured targets by kind, `abreast` kinds per row."""
    if not held:
        return Text(_("none yet"), "dim")
    groups: dict[str, list[str]] = {}
    for name in held:
        kind, faction = name.split(".")
        groups.setdefault(kind, []).append(faction)
    kinds = []
    for kind, factions in groups.items():
        marks = Text(" ").join(Text(faction, STYLES[faction]) for faction in factions)
        kinds.append((kind_name(kind), f"{words.points[kind]} x{len(factions)}", marks))
    grid = Table.grid(padding=(0, 1))
    for start in range(0, len(kinds), abreast):
        grid.add_row(*(part for row in kinds[start : start + abreast] for part in (*row, "")))
    return grid


def decks(fields: Position) -> Text:
    """Return the sizes of the decks, and the known bottom of the target deck."""
    sizes = _(
        "targets {targets}   ammo {ammo}   discarded {discarded}",
        targets=len(fields["target_deck"]) + len(fields["under_deck"]),
        ammo=len(fields["ammo_deck"]),
        discarded=len(fields["ammo_discard"]),
    )
    text = Text(sizes)
    if fields["under_deck"]:
        under = ", ".join(fields["under_deck"])
        text.append("\n" + _("at the bottom, next first: {targets}", targets=under), "dim")
    return text
