"""Exact probabilities behind choices in Free Trader, computed from the undrawn cards.

The module follows every possible order of cards up to the next decision, in rational numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

import aicore
from aicore.core.game import Position, State, View
from aicore.core.language import N_
from aicore.core.language import gettext as _
from aicore.core.story import trial
from aicore.games.trader.rules.state import sale
from aicore.games.trader.words import vocabulary

# Mutually exclusive results of an action, in the order of the columns.
RESULTS = {
    "destroyed": N_("enemy\ngone"),
    "calm": N_("nobody\nthere"),
    "found": N_("planet\nfound"),
    "fined": N_("fined"),
    "missed": N_("enemy\nmisses"),
    "hit": N_("enemy\nhits"),
    "won": N_("ship\npaid"),
    "lost": N_("lost"),
}
EXTRA = {
    "misjump": N_("(mis-\njump)"),
    "month": N_("(month\nends)"),
}  # possible along with any result
MAX_FRACTION = 7  # characters of the longest fraction shown
PHASES = ("jump", "combat", "damage")  # phases with a table of probabilities

Row = tuple[str, dict[str, Fraction]]


def odds(position: State | View) -> RenderableType | None:
    """Return a table of probabilities or future prices; None if the actions involve no luck."""
    state = trial(position)
    phase = state["phase"] if state.turn == 0 else None
    if phase in PHASES:
        return chance_table(chances(state))
    return price_table(state) if phase in ("buy", "sell") else None


def chances(state: State) -> list[Row]:
    """Return the results of each action in a jump, in combat or after a hit, with probabilities.

    After a hit, the results are those of striking back with the damaged ship.
    """
    rows = []
    for action in state.legal():
        after = state.clone()
        after.apply(action)
        if after.turn == 0 and after["phase"] == "combat":
            after.apply("counterattack")
        probabilities = dict.fromkeys([*RESULTS, *EXTRA], Fraction(0))
        for end, chance, marks in walk(after):
            for name in (result(state, end), *marks):
                probabilities[name] += chance
        rows.append((action, probabilities))
    return rows


def walk(
    state: State, chance: Fraction = Fraction(1), marks: frozenset[str] = frozenset()
) -> Iterator[tuple[State, Fraction, frozenset[str]]]:
    """Yield states at the next decision or the end, with probabilities and marks on the way."""
    if state.turn != aicore.CHANCE:
        yield state, chance, marks
        return
    before = state
    outcomes = [text for text, _chance in state.outcomes()]  # equally likely: each is a card
    for text in outcomes:
        after = state.clone()
        after.apply(text)
        marked = set(marks)
        if after["month"] > before["month"] or after["end"] in ("paid", "payment"):
            marked.add("month")
        if before["drawing"] == "jump" and len(after["planets"]) < len(before["planets"]):
            marked.add("misjump")
        yield from walk(after, chance / len(outcomes), frozenset(marked))


def result(before: Position, state: State) -> str:
    """Return the key in RESULTS of an action's result.

    Args:
        before: position before the action.
        state: position at the next decision or the end.
    """
    phase = state["phase"]
    if phase == "end":
        return "won" if state["end"] == "paid" else "lost"
    if phase in ("damage", "combat"):
        return "hit" if phase == "damage" else "missed"
    if phase == "place":
        return "found"
    taken = before["phase"] != "damage" and state["hold"] != before["hold"]
    if phase == "fine" or taken:
        return "fined"
    fought = before["enemy"] and state["ship"] == before["ship"]
    return "destroyed" if fought else "calm"


def chance_table(rows: list[Row]) -> RenderableType:
    """Return a table: equally likely actions share a row, impossible results lack a column."""
    groups: list[tuple[list[str], dict[str, Fraction]]] = []
    for action, probabilities in rows:
        same = next((actions for actions, other in groups if other == probabilities), None)
        if same is None:
            groups.append(([action], probabilities))
        else:
            same.append(action)
    headings = {**RESULTS, **EXTRA}
    shown = [
        name for name in headings if any(probabilities[name] for _actions, probabilities in groups)
    ]
    table = Table(box=box.SIMPLE, padding=(0, 0, 0, 1), header_style="dim")
    table.add_column("", min_width=13, max_width=26)
    for name in shown:
        heading = _(headings[name])
        width = max(MAX_FRACTION, *map(len, heading.split("\n")))
        table.add_column(heading, justify="right", vertical="top", width=width)
    for actions, probabilities in groups:
        table.add_row(
            Text(listed(actions), "bold"), *(share(probabilities[name]) for name in shown)
        )
    if rows[0][0].startswith("damage"):
        note = _("if you strike back next")
        return Group(table, Text(f"  {note}", "dim"))
    return table


def listed(actions: list[str]) -> str:
    """Return actions as a list in words, with a common first word only once."""
    verb = actions[0].split()[0]
    if len(actions) > 1 and all(action.startswith(verb + " ") for action in actions):
        return f"{verb} " + " / ".join(action.removeprefix(verb + " ") for action in actions)
    return " / ".join(actions)


def share(chance: Fraction) -> Text:
    """Return a probability in percent and as a fraction."""
    if not chance:
        return Text("-", "dim")
    percent = _("{percent:.1f} %", percent=float(100 * chance))
    text = Text(percent, "bold", no_wrap=True)
    if chance < 1 and len(str(chance)) <= MAX_FRACTION:
        text.append(f"\n{chance}", "dim not bold")
    return text


def price_table(state: State) -> RenderableType | None:
    """Return a table of selling prices one jump away: means over the undrawn event cards."""
    data = state.game.info.data
    planets = {card["name"]: card for card in data["cards"]["planets"]}
    x, y = state["ship"]
    near = [
        (name, (east, north))
        for name, east, north in state["planets"]
        if abs(east - x) + abs(north - y) == 1
        and [east, north] != state["previous"]
        and planets[name]["distance"] <= state["modules"][data["modules"]["ids"][2]]
    ]
    buying = [text.split()[1] for text in state.legal() if text.startswith("buy")]
    goods = [good for good in state["hold"] if state["hold"][good] or good in buying]
    if not near or not goods:
        return None
    table = Table(box=box.SIMPLE, padding=(0, 1), header_style="dim")
    table.add_column(_("would bring"), max_width=14)
    for name, (east, north) in near:
        table.add_column(
            f"{vocabulary.planet(name)}\n{east},{north}", justify="right", max_width=16
        )
    for good in goods:
        cells = []
        for name, _cell in near:
            prices = future_prices(state, planets[name], good)
            mean = float(sum(prices) / Fraction(len(prices)))
            cells.append(Text(_("{mean:.1f}", mean=mean), "bold").append(
                f"  {min(prices)}-{max(prices)}", "dim not bold"))  # fmt: skip
        table.add_row(vocabulary.good(good), *cells)
    note = _("mean price, lowest and highest, over the event cards left")
    return Group(table, Text(f"  {note}", "dim"))


def future_prices(state: State, planet: dict[str, Any], good: str) -> list[int]:
    """Return the selling price of a good at a planet by each of the undrawn cards."""
    data, undrawn = state.game.info.data, state["undrawn_events"]
    place = data["goods"]["ids"].index(good)
    return [
        sale(row[4][place], planet["goods"][place])
        for row in data["cards"]["events"]
        if row[0] in undrawn
    ]
