"""Drawing of the table for the terminal: the star map, the cards beside it, the ship."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from aicore.core.game import State, View

REACH = 2  # cells around the ship that the map shows
CELL = 14  # columns
STYLES = {"starport": "green", "police": "cyan", "pirate": "red", "invader": "magenta"}
PHASES = {
    "explore": "a planet is found",
    "place": "where does it lie?",
    "event": "an event card is drawn",
    "buy": "buy goods, then done",
    "jump": "jump",
    "fine": "sell modules to pay the fine",
    "damage": "the ship is hit: what is lost?",
    "combat": "strike back or flee",
    "sell": "sell goods, then done",
    "upgrade": "one module more, or done",
}
DRAWINGS = {
    "buy": "the market opens",
    "arrive": "arriving: who is there?",
    "fine": "the police name a fine",
    "attack": "the enemy attacks",
    "counterattack": "the ship strikes back",
    "jump": "an emergency jump",
}
ENDS = {
    "paid": "the ship is paid for: won",
    "payment": "a payment could not be made: lost",
    "fuel": "no vectorium to jump with: lost",
    "fine": "the fine could not be paid: lost",
    "destroyed": "the ship is destroyed: lost",
}


def draw(position: State | View, seat: int | None = None) -> RenderableType:
    """The whole table: map, event cards, market, ship and finances."""
    fields = position.to_dict()
    data = position.game.info.data
    lower = Table.grid(padding=(0, 2))
    lower.add_row(market(fields, data), cards(fields, data))
    body = Group(star_map(fields, data), Text(), lower, Text(), ship(fields, data))
    end = fields["end"]
    title = f" Free Trader - month {fields['month']} - {fields['paid']} of 4 payments made "
    state = ENDS[end] if end else DRAWINGS.get(fields["drawing"]) or PHASES[fields["phase"]]
    return Panel(body, title=title, subtitle=f" {state} ", width=80, padding=(0, 1))


def star_map(fields: dict[str, Any], data: dict[str, Any]) -> RenderableType:
    """The planets around the ship, north up; those farther out in a list."""
    figures = {planet["name"]: planet for planet in data["cards"]["planets"]}
    found = {(x, y): name for name, x, y in fields["planets"]}
    left, bottom = (part - REACH for part in fields["ship"])
    columns = range(left, left + 2 * REACH + 1)
    rows = range(bottom + 2 * REACH, bottom - 1, -1)
    grid = Table.grid(padding=(0, 1, 0, 0))
    for _ in columns:
        grid.add_column(width=CELL, justify="center")
    for y in rows:
        if any((x, y) in found for x in columns):
            grid.add_row(
                *(
                    planet(figures[found[x, y]], [x, y], fields) if (x, y) in found else space()
                    for x in columns
                )
            )
    outside = [
        f"{name} {x},{y}" for (x, y), name in found.items() if x not in columns or y not in rows
    ]
    goods = ", ".join(data["goods"]["ids"])
    parts: list[RenderableType] = [grid, Text(f"below the names: {goods}", "dim")]
    if outside:
        parts.append(Text(f"farther out: {'; '.join(outside)}", "dim"))
    if fields["placing"]:
        card = figures[fields["placing"]]
        parts.append(
            Text.assemble(
                ("found: ", ""),
                (card["name"], "bold yellow"),
                f"  {modifiers(card)}  far {card['distance']}  law {card['law']}",
            )
        )
    return Group(*parts)


def space() -> Text:
    """A cell without a planet."""
    return Text("\n.\n", "dim")


def planet(card: dict[str, Any], cell: list[int], fields: dict[str, Any]) -> Text:
    """A planet: name, modifiers of the four goods, distance and law, place and marks."""
    mark, style = "", "bold"
    if cell == fields["ship"]:
        mark, style = " <SHIP>", "bold reverse"
    elif cell == fields["target"]:
        mark, style = " fleeing", "bold yellow"
    elif cell == fields["previous"]:
        mark = " left"
    elif card["distance"] > fields["modules"]["engines"]:
        mark, style = " too far", ""
    text = Text(justify="center")
    text.append(card["name"], style)
    text.append(f"\n{modifiers(card)}\n")
    text.append(f"far {card['distance']} law {card['law']}\n", "dim")
    text.append(f"{cell[0]},{cell[1]}{mark}", "bold" if mark == " <SHIP>" else "dim")
    return text


def modifiers(card: dict[str, Any]) -> str:
    """The four modifiers; 0 bars buying."""
    return " ".join(f"{figure:+d}" if figure else " 0" for figure in card["goods"])


def event(data: dict[str, Any], name: str | None) -> list[Any] | None:
    """The row of an event card."""
    return next((row for row in data["cards"]["events"] if row[0] == name), None)


def title_of(row: list[Any]) -> str:
    """An event card's type as it is printed."""
    return f"{row[1]} {row[2]}" if row[2] else str(row[1])


def market(fields: dict[str, Any], data: dict[str, Any]) -> RenderableType:
    """What each of the goods costs or brings here, and how many are aboard."""
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    for heading in ("goods", "aboard", "here", "buy", "sell"):
        table.add_column(heading, justify="left" if heading == "goods" else "right")
    row = event(data, fields["last_event"])
    here = next(name for name, x, y in fields["planets"] if [x, y] == fields["ship"])
    card = next(card for card in data["cards"]["planets"] if card["name"] == here)
    for i, good in enumerate(data["goods"]["ids"]):
        change = card["goods"][i]
        buy = sell = ""
        if row and fields["phase"] == "buy":
            buy = str(max(1, row[3][i] + change)) if row[3][i] and change else "-"
        if row and fields["phase"] == "sell":
            sell = str(max(1, row[4][i] + change))
        aboard = fields["hold"][good]
        table.add_row(
            Text(good, "bold" if aboard else ""),
            Text(str(aboard) if aboard else "-", "bold yellow" if aboard else "dim"),
            f"{change:+d}" if change else "0",
            Text(buy, "bold"),
            Text(sell, "bold"),
        )
    return table


def cards(fields: dict[str, Any], data: dict[str, Any]) -> RenderableType:
    """The event cards in play; in the market the one that sets the prices."""
    names = list(fields["face_up"])
    if fields["enemy"] and fields["enemy"] not in names:
        names.insert(0, fields["enemy"])
    if not names and fields["phase"] in ("sell", "buy") and fields["last_event"]:
        names = [fields["last_event"]]
    grid = Table.grid(padding=(0, 1))
    faces = [card(row) for name in names if (row := event(data, name))]
    if faces:
        grid.add_row(*faces)
        return grid
    return Text("no event card in play", "dim")


def card(row: list[Any]) -> Panel:
    """An event card."""
    _, kind, _, buy, sell, attack, defense, fine, jump = row
    text = Text()
    text.append(f"{title_of(row)}\n", f"bold {STYLES[kind]}")
    text.append(f"buy {' '.join(map(str, buy))}\nsell {' '.join(map(str, sell))}\n")
    text.append(f"att {attack} def {defense}\nfine x{fine} {jump}", "dim")
    return Panel(text, border_style=STYLES[kind], width=19, padding=(0, 1), title=str(row[0]))


def ship(fields: dict[str, Any], data: dict[str, Any]) -> RenderableType:
    """Modules, hold, vectorium, the payments and the decks."""
    levels, most = fields["modules"], data["vectorium"]["most"]
    grid = Table.grid(padding=(0, 2))
    grid.add_column(justify="right", style="bold")
    grid.add_column()
    grid.add_row(
        "ship", "   ".join(f"{name} {level}" for name, level in levels.items() if name != "cargo")
    )
    loaded = [good for good, number in fields["hold"].items() for _ in range(number)]
    holds = Text(" ").join(
        [Text(f"[{good[:1].upper()}]", "bold yellow") for good in loaded]
        + [Text("[ ]", "dim") for _ in range(levels["cargo"] - len(loaded))]
    )
    grid.add_row("hold", holds if levels["cargo"] else Text("none", "dim"))
    amount = fields["vectorium"]
    gauge = Text("[")
    gauge.append("#" * amount, "bold green" if amount > 3 else "bold red")
    gauge.append("." * (most - amount), "dim")
    gauge.append(f"] {amount}")
    if fields["debt"]:
        gauge.append(f"   {fields['debt']} to pay to the police", "bold red")
    grid.add_row("vectorium", gauge)
    payments = Text()
    for i, payment in enumerate(data["vectorium"]["payments"]):
        paid = i < fields["paid"]
        payments.append(
            f"{payment} paid   " if paid else f"{payment}   ", "dim" if paid else "bold"
        )
    if fields["due"]:
        payments.append("due after this turn", "bold red")
    elif not fields["end"]:
        left = len(fields["undrawn_events"]) - 2
        payments.append(f"next after {left} event card{'s' * (left != 1)}")
    grid.add_row("payments", payments)
    unknown = len(fields["pile"])
    grid.add_row("", Text(f"{unknown} planet{'s' * (unknown != 1)} still unknown", "dim"))
    return grid
