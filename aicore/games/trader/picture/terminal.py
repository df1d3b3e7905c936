"""Drawing of the table for the terminal: the star map, the cards below it, the ship."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rich.align import Align
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from aicore.core.drawing import fitted
from aicore.core.game import Position, State, View
from aicore.core.language import N_, ngettext, pgettext
from aicore.core.language import gettext as _
from aicore.games.trader.picture.odds import odds
from aicore.games.trader.rules.state import CARGO, ENGINES, cost, sale
from aicore.games.trader.words import vocabulary
from aicore.games.trader.words.labels import fight, figures_of, initials, status, title_of
from aicore.games.trader.words.wording import SET_ASIDE

__all__ = ["draw", "draw_whole", "odds"]

REACH = 2  # cells around the ship that the map shows
NEAR = 1  # the same on a small terminal
FARTHER = 60  # number of columns for the planets farther out
MARKS = {
    "ship": N_("{place} <SHIP>"),
    "target": N_("{place} fleeing"),
    "previous": N_("{place} previous"),
    "far": N_("{place} too far"),
}
"""Marks of planets on the map."""
SIGNS = {"ship": "> ", "target": "! ", "far": "x "}
"""Marks on the map of a small terminal."""
WIDTH = 78  # columns of the whole drawing: indented, it fills a small terminal
CELL = 14  # number of columns of a planet
WIDE_CELL = 17
LETTERED = 4  # maximum number of planets side by side whose modifiers have room for letters
ONE_CARD, ONE_OF_TWO = 22, 17  # number of columns of an event card
SPACE = Text("\n.\n", "dim", justify="center")
MAX_HOLDS = 15  # maximum number of holds drawn
FEW_HOLDS = 4  # maximum number of holds with a box each beside the modules
SHIP = 63  # number of columns beside the titles
MAX_GAUGE = 40
STYLES = {"starport": "green", "police": "cyan", "pirate": "red", "invader": "magenta"}


def table(position: State | View, reach: int = REACH, tight: bool = False) -> Panel:
    """Return a drawing of the whole table: map, event cards, market, ship and finances.

    Args:
        reach: number of cells of the map to show on each side of the ship.
        tight: whether to leave out empty rows and frames.
    """
    data = position.game.info.data
    lower = Table.grid(padding=(0, 2))
    lower.add_row(market(position, data), cards(position, data, tight))
    parts = [star_map(position, data, reach), lower, ship(position, data, tight)]
    body = Group(*parts) if tight else Group(parts[0], Text(), parts[1], Text(), parts[2])
    title = _(
        "{game} - month {month} - {paid} of 4 payments made",
        game=position.game.info.title,
        month=position["month"],
        paid=position["paid"],
    )
    state = f" {status(position)} "
    return Panel(body, title=f" {title} ", subtitle=state, width=WIDTH, padding=(0, 1))


draw, draw_whole = fitted(table, (REACH, False), (REACH, True), (NEAR, True))


def star_map(fields: Position, data: dict[str, Any], reach: int) -> RenderableType:
    """Return a drawing of planets around the ship, north up, and a list of those farther out."""
    figures = {planet["name"]: planet for planet in data["cards"]["planets"]}
    found = {(x, y): name for name, x, y in fields["planets"]}
    east, north = fields["ship"]
    near = {
        cell: name
        for cell, name in found.items()
        if abs(cell[0] - east) <= reach and abs(cell[1] - north) <= reach
    }
    columns = range(min(x for x, _y in near), max(x for x, _y in near) + 1)
    rows = range(max(y for _x, y in near), min(y for _x, y in near) - 1, -1)
    letters = initials(data) if len(columns) <= LETTERED else [""] * 4
    grid = Table.grid(padding=(0, 1, 0, 0))
    for _column in columns:
        grid.add_column(width=CELL if len(columns) > LETTERED else WIDE_CELL, justify="center")
    for y in rows:
        grid.add_row(
            *(
                planet(figures[near[x, y]], letters, [x, y], fields, reach == NEAR)
                if (x, y) in near
                else SPACE
                for x in columns
            )
        )
    parts: list[RenderableType] = [Align.center(grid)]
    outside = [
        f"{vocabulary.planet(name)} {x},{y}" for (x, y), name in found.items() if (x, y) not in near
    ]
    if not letters[0]:
        names = ", ".join(map(vocabulary.good, data["goods"]["ids"]))
        about = _("below a planet's name: what it adds to the prices of {goods}", goods=names)
        parts.append(Text(about, "dim"))
    if outside:
        places = "; ".join(outside)
        if reach == NEAR and len(places) > FARTHER:
            places = ngettext(
                "{n} planet; type `board` to see it",
                "{n} planets; type `board` to see them",
                len(outside),
            )
        parts.append(Text(_("farther out: {planets}", planets=places), "dim"))
    if fields["placing"]:
        card = figures[fields["placing"]]
        label = pgettext("planet", "found:")
        about = _("far {distance}  law {law}", distance=card["distance"], law=card["law"])
        parts.append(
            Text.assemble(
                f"{label} ",
                (vocabulary.planet(card["name"]), "bold yellow"),
                f"  {figures_of(card['goods'], initials(data))}  {about}",
            )
        )
    return Group(*parts)


def planet(
    card: dict[str, Any],
    letters: list[str],
    cell: list[int],
    fields: Position,
    tight: bool,
) -> Text:
    """Return a planet's text: name, modifiers of the four goods, distance and law, place and marks.

    Args:
        tight: whether to use three rows, with marks of one character.
    """
    mark, style = "", "bold"
    if cell == fields["ship"]:
        mark, style = "ship", "bold reverse"
    elif cell == fields["target"]:
        mark, style = "target", "bold yellow"
    elif cell == fields["previous"]:
        mark = "previous"
    elif card["distance"] > list(fields["modules"].values())[ENGINES]:
        mark, style = "far", ""
    text = Text(justify="center")
    text.append(f"{SIGNS.get(mark, '') if tight else ''}{vocabulary.planet(card['name'])}", style)
    text.append(f"\n{figures_of(card['goods'], letters)}\n")
    place, about = f"{cell[0]},{cell[1]}", {"distance": card["distance"], "law": card["law"]}
    if tight:
        return text.append(_("{place} far {distance} law {law}", place=place, **about), "dim")
    text.append(_("far {distance} law {law}", **about), "dim").append("\n")
    if mark:
        place = _(MARKS[mark], place=place)
    return text.append(place, "bold" if mark == "ship" else "dim")


def event(data: dict[str, Any], name: str | None) -> list[Any] | None:
    """Return the row of an event card; None if there is no card of this name."""
    return next((row for row in data["cards"]["events"] if row[0] == name), None)


def market(fields: Position, data: dict[str, Any]) -> RenderableType:
    """Return a drawing of the price of each good here, and of the number aboard."""
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    headings = (
        pgettext("column", "goods"),
        pgettext("column", "aboard"),
        pgettext("column", "here"),
        pgettext("column", "buy"),
        pgettext("column", "sell"),
    )
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place else "left", no_wrap=place > 0)
    row = event(data, fields["last_event"])
    here = next(name for name, x, y in fields["planets"] if [x, y] == fields["ship"])
    card = next(card for card in data["cards"]["planets"] if card["name"] == here)
    letters = initials(data)
    for i, good in enumerate(data["goods"]["ids"]):
        change = card["goods"][i]
        buy = sell = ""
        if row and fields["phase"] == "buy":
            buy = str(cost(row[3][i], change) or "-")
        if row and fields["phase"] == "sell":
            sell = str(sale(row[4][i], change))
        aboard = fields["hold"][good]
        table.add_row(
            Text(f"{letters[i]} {vocabulary.good(good)}", "bold" if aboard else ""),
            Text(str(aboard) if aboard else "-", "bold yellow" if aboard else "dim"),
            f"{change:+d}" if change else "0",
            Text(buy, "bold"),
            Text(sell, "bold"),
        )
    return table


def cards(fields: Position, data: dict[str, Any], tight: bool) -> RenderableType:
    """Return a drawing of the event cards in play; in the market, of the one that sets prices."""
    names = list(fields["face_up"])
    if fields["enemy"] and fields["enemy"] not in names:
        names.insert(0, fields["enemy"])
    prices = fields["phase"] in ("sell", "buy")
    if prices and not names and fields["last_event"]:
        names = [fields["last_event"]]
    grid = Table.grid(padding=(0, 1))
    letters = initials(data) if len(names) == 1 else [""] * 4
    faces = [card(row, letters, tight, prices) for name in names if (row := event(data, name))]
    if faces:
        grid.add_row(*faces)
        return grid
    return Text("" if tight else _("no event card in play"), "dim")


def card(row: list[Any], letters: list[str], tight: bool, market: bool) -> RenderableType:
    """Return a drawing of an event card, with or without (`tight`) a frame.

    Args:
        market: whether the card only sets the prices.
    """
    _name, kind, _value, buy, sell, attack, defense, fine, jump = row
    text = Text()
    title = pgettext("event card", "prices") if market else title_of(row)
    text.append(f"{title}\n", f"bold {STYLES[kind]}")
    ways = pgettext("column", "buy"), pgettext("column", "sell")
    for way, prices in zip(ways, (buy, sell), strict=True):
        listed = (f"{letter}{price}" for letter, price in zip(letters, prices, strict=True))
        text.append(f"{way:{max(map(len, ways))}} {' '.join(listed)}\n")
    text.append(_("att {attack} def {defense}", attack=attack, defense=defense), "dim").append("\n")
    safe = _("fine x{fine} safe", fine=fine)
    text.append(safe if jump == "safe" else _("fine x{fine} misjump", fine=fine), "dim")
    if tight:
        return text
    alone = bool(letters[0])
    return Panel(
        text,
        border_style=STYLES[kind],
        width=ONE_CARD if alone else ONE_OF_TWO,
        padding=(0, int(alone)),
        title=str(row[0]),
    )


def ship(fields: Position, data: dict[str, Any], tight: bool) -> RenderableType:
    """Return a drawing of the modules, the hold, the vectorium, the payments and the decks.

    Args:
        tight: whether the holds go beside the modules, and the payments beside the vectorium.
    """
    levels = fields["modules"]
    grid = Table.grid(padding=(0, 2))
    grid.add_column(justify="right", style="bold")
    grid.add_column()
    modules = Text(
        "   ".join(f"{vocabulary.module(name)} {level}" for name, level in levels.items())
    )
    paid, money = payments(fields, data, tight), purse(fields, data, not tight)
    if tight:
        modules = Text.assemble(modules, "  ", holds(fields, data, SHIP - len(modules) - 2))
    grid.add_row(pgettext("table", "ship"), modules)
    if fields["phase"] == "upgrade" and not tight:
        prices = zip(levels, data["modules"]["prices"], strict=True)
        offers = [
            _("{module} for {price}", module=vocabulary.module(name), price=price)
            for name, price in prices
        ]
        grid.add_row(pgettext("table", "add one"), "   ".join(offers))
    if fields["enemy"]:
        grid.add_row(pgettext("table", "fight"), fight(fields, data))
    titles = pgettext("table", "vectorium"), pgettext("table", "payments")
    if tight:
        grid.add_row(titles[0], Text.assemble(money, f"   {titles[1]} ", paid))
    else:
        grid.add_row(pgettext("table", "hold"), holds(fields, data))
        grid.add_row(titles[0], money)
        grid.add_row(titles[1], paid)
    if not fields["end"]:
        grid.add_row(pgettext("table", "to come"), to_come(fields, data, tight))
    return grid


def holds(fields: Position, data: dict[str, Any], room: int = 0) -> Text:
    """Return the loads aboard and the free holds.

    Args:
        room: number of columns beside the modules, where many holds share one box, which never
            breaks across rows; 0 on a row of their own.
    """
    letters = dict(zip(data["goods"]["ids"], initials(data), strict=True))
    loaded = [good for good, number in fields["hold"].items() for _load in range(number)]
    free = list(fields["modules"].values())[CARGO] - len(loaded)
    if not loaded and not free:
        return Text(pgettext("holds", "none"), "dim")
    if room and len(loaded) + free > min(FEW_HOLDS, (room + 1) // len("[ ] ")):
        aboard = ("".join(letters[good] for good in loaded), "bold yellow")
        return Text.assemble("[", aboard, ("." * min(free, MAX_HOLDS), "dim"), "]")
    return Text(" ").join(
        [Text(f"[{letters[good]}]", "bold yellow") for good in loaded]
        + [Text("[ ]", "dim") for _hold in range(min(free, MAX_HOLDS))]
    )


def purse(fields: Position, data: dict[str, Any], bar: bool) -> Text:
    """Return the vectorium, and the debt to the police.

    Args:
        bar: whether to draw a bar before the amount.
    """
    amount, most = fields["vectorium"], data["vectorium"]["most"]
    style = "bold green" if amount > 3 else "bold red"
    text = Text()
    if bar:
        unit = -(-most // MAX_GAUGE)  # vectorium for each mark
        text.append("[").append("#" * (amount // unit), style)
        text.append("." * (most // unit - amount // unit), "dim").append("] ")
    text.append(str(amount), style)
    if fields["debt"]:
        debt = _("{debt} owed to the police", debt=fields["debt"])
        text.append(f"   {debt}", "bold red")
    return text


def payments(fields: Position, data: dict[str, Any], tight: bool) -> Text:
    """Return the payments made (unless tight) and to come, and when the next one is due."""
    text = Text()
    for i, payment in enumerate(data["vectorium"]["payments"]):
        if i >= fields["paid"]:
            text.append(f"{payment}   ", "bold")
        elif not tight:
            text.append(_("{payment} paid", payment=payment), "dim").append("   ")
    if fields["paid"] == len(data["vectorium"]["payments"]) and tight:
        text.append(pgettext("payments", "all made"), "dim")
    if fields["due"]:
        text.append(_("due after this turn"), "bold red")
    elif not fields["end"]:
        left = len(fields["undrawn_events"]) - SET_ASIDE
        text.append(ngettext("next after {n} event card", "next after {n} event cards", left))
    return text


def to_come(fields: Position, data: dict[str, Any], tight: bool) -> Text:
    """Return the event cards and planets still to come."""
    kinds = Counter(row[1] for row in data["cards"]["events"] if row[0] in fields["undrawn_events"])
    undrawn = ", ".join(vocabulary.cards(kind, number) for kind, number in kinds.items())
    unknown = len(fields["pile"])
    if tight:
        planets = ngettext("{n} planet", "{n} planets", unknown)
        return Text(f"{undrawn}; {planets}", "dim")
    cards = _("{cards}; two won't be drawn", cards=undrawn)
    planets = ngettext("{n} planet to find", "{n} planets to find", unknown)
    return Text(f"{cards}\n{planets}", "dim")
