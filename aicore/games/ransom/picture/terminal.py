"""Drawing of the table for the terminal: the ship, the sky with its targets, the decks."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from aicore.core.drawing import fitted
from aicore.core.game import Position, State, View
from aicore.core.story import Names
from aicore.games.ransom.words.wording import ENDS, MAX_FUEL, PHASES, SEAT, Words

STYLES = {"sr": "red", "ba": "green", "k": "magenta", "ca": "yellow"}
CARD = 10  # columns
EDGE = "\n\n "  # precedes text at the middle of a card, past its border


def table(position: State | View, tight: bool = False, flat: bool = False) -> Panel:
    """Return a drawing of the whole table: fuel, targets, hand, holding cell and decks.

    Args:
        tight: whether to leave out empty rows.
        flat: whether to show cards in words.
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
    rows: list[tuple[str, RenderableType]] = [
        ("fuel", gauge(position)),
        ("targets", row(faces)),
        ("hand", row([*hand, Text(f"{'' if flat else EDGE}worth {worth}", "dim")] if hand else [])),
    ]
    for name, shown in rows:
        body.add_row(name, shown)
        if not tight:
            body.add_row()
    body.add_row("held", cell(position["held"], words, 2 if tight else 1))
    body.add_row("decks", decks(position))
    body.add_row("legend", legend(words))
    end = position["end"]
    state = ENDS[end] if end else PHASES[position["phase"]]
    title = f" Space Ransom - turn {position['turns']} - {score} of {words.whole} points "
    padding = (0 if tight else 1, 2)
    return Panel(body, title=title, subtitle=f" {state} ", width=78, padding=padding)


draw, draw_whole = fitted(table, (False, False), (True, False), (True, True))


def legend(words: Words) -> Text:
    """Return the legend of the factions' codes."""
    text = Text()
    for code, name in words.factions.items():
        text.append(f"{'   ' if text else ''}{code} ")
        text.append(name.split()[-1], f"bold {STYLES[code]}")
    return text


def gauge(fields: Position) -> Text:
    """Return the fuel gauge, the shield, and whether boosts are possible."""
    fuel = fields["fuel"]
    style = "bold red" if fuel <= 2 else "bold yellow" if fuel <= 4 else "bold green"
    text = Text("[")
    text.append("#" * fuel, style)
    text.append("." * (MAX_FUEL - fuel), "dim")
    text.append(f"] {fuel}")
    text.append("   shield ")
    text.append("UP" if fields["shield"] else "down", "bold cyan" if fields["shield"] else "dim")
    boost = "only with a merchant"
    if fields["boost"] or fields["merchant"]:
        boost = "possible" if fields["boost"] else "possible this turn"
    text.append("   boosts ")
    text.append(boost, "bold cyan" if boost.startswith("possible") else "dim")
    return text


def card(lines: list[tuple[str, str]], style: str) -> Panel:
    """Return a drawing of a small card of centered lines, each with its style."""
    text = Text(justify="center")
    for i, (line, line_style) in enumerate(lines):
        text.append(("\n" if i else "") + line, line_style)
    return Panel(text, border_style=style, width=CARD, padding=0)


def target(name: str, words: Words, new: str | None) -> Panel:
    """Return a drawing of a target's card: notation, value, faction; the new one is marked."""
    return typed(name, words, " new" if name == new else "")


def named(name: str, words: Words, new: str | None) -> Text:
    """Return a card in words: its notation and its value."""
    kind, _, faction = name.partition(".")
    if not faction:
        return Text(name, "bold cyan")
    value = f" {words.points[kind]}{' new' if name == new else ''} "
    return Text.assemble((name, f"bold {STYLES[faction]}"), value)


def ammo(name: str, words: Words, new: str | None) -> Panel:
    """Return a drawing of a card of the hand: notation, value, faction."""
    if "." not in name:
        return card([("merchant", "bold cyan"), ("boosts", ""), (f"no. {name[-1]}", "")], "cyan")
    return typed(name, words, "")


def typed(name: str, words: Words, mark: str) -> Panel:
    """Return a drawing of a card with its notation."""
    kind, faction = name.split(".")
    style = STYLES[faction]
    worth, short = f"{words.points[kind]}{mark}", words.factions[faction].split()[-1]
    return card([(name, f"bold {style}"), (worth, "bold"), (short, style)], style)


def row(cards: Sequence[RenderableType], width: int = 6) -> RenderableType:
    """Return a drawing of cards side by side, in as many rows as needed."""
    if not cards:
        return Text("none", "dim")
    rows = []
    for start in range(0, len(cards), width):
        grid = Table.grid()
        grid.add_row(*cards[start : start + width])
        rows.append(grid)
    return Group(*rows)


def cell(held: list[str], words: Words, abreast: int) -> RenderableType:
    """Return a drawing of the captured targets by kind, `abreast` kinds per row."""
    if not held:
        return Text("none yet", "dim")
    groups: dict[str, list[str]] = {}
    for name in held:
        kind, faction = name.split(".")
        groups.setdefault(kind, []).append(faction)
    kinds = []
    for kind, factions in groups.items():
        marks = Text(" ").join(Text(faction, STYLES[faction]) for faction in factions)
        kinds.append((kind, f"{words.points[kind]} x{len(factions)}", marks))
    grid = Table.grid(padding=(0, 1))
    for start in range(0, len(kinds), abreast):
        grid.add_row(*(part for one in kinds[start : start + abreast] for part in (*one, "")))
    return grid


def decks(fields: Position) -> Text:
    """Return the sizes of the decks, and the known bottom of the target deck."""
    text = Text(
        f"targets {len(fields['target_deck']) + len(fields['under_deck'])}"
        f"   ammo {len(fields['ammo_deck'])}   discarded {len(fields['ammo_discard'])}"
    )
    if fields["under_deck"]:
        text.append(f"\nat the bottom, next first: {', '.join(fields['under_deck'])}", "dim")
    return text
