"""Labels and figures that the chart and the terminal share."""

from typing import Any

from aicore.core.game import Position
from aicore.core.language import N_
from aicore.core.language import gettext as _
from aicore.games.trader.words import vocabulary
from aicore.games.trader.words.wording import next_bonus

# Status lines, by the fields `phase`, `drawing` (purpose of a card that is drawn) and `end`.
PHASES = {
    "explore": N_("finding a planet"),
    "place": N_("place the planet beside the ship"),
    "event": N_("drawing an event card"),
    "buy": N_("buy goods, or stop"),
    "jump": N_("jump"),
    "fine": N_("sell modules to pay the fine"),
    "damage": N_("the ship is hit: choose a loss"),
    "combat": N_("strike back or flee"),
    "sell": N_("sell goods, or stop"),
    "upgrade": N_("add a module, or stop"),
}
DRAWINGS = {
    "buy": N_("the market opens"),
    "arrive": N_("arriving: drawing an event card"),
    "fine": N_("the police name a fine"),
    "attack": N_("the enemy attacks"),
    "counterattack": N_("the ship strikes back"),
    "jump": N_("an emergency jump"),
}
ENDS = {
    "paid": N_("the ship is paid for: won"),
    "payment": N_("a payment could not be made: lost"),
    "fuel": N_("no vectorium left to jump: lost"),
    "fine": N_("the fine could not be paid: lost"),
    "destroyed": N_("the ship is destroyed: lost"),
}


def initials(data: dict[str, Any]) -> list[str]:
    """Return a letter for each good: the first in its name that is still free; else "?"."""
    letters: list[str] = []
    for good in data["goods"]["ids"]:
        name = vocabulary.good(str(good)).upper()
        letters.append(next((letter for letter in name if letter not in letters), "?"))
    return letters


def figures_of(modifiers: list[int], letters: list[str]) -> str:
    """Return a planet's price modifiers as text; a planet does not sell a good with modifier 0."""
    return " ".join(
        f"{letter}{figure:+d}" if figure else f"{letter} 0"
        for letter, figure in zip(letters, modifiers, strict=True)
    )


def title_of(row: list[Any]) -> str:
    """Return the title of an event card: its type, and its strength if it has one."""
    kind = vocabulary.kind(row[1])
    return f"{kind} {row[2]}" if row[2] else kind


def status(fields: Position) -> str:
    """Return the status line of a position."""
    if fields["end"]:
        return _(ENDS[fields["end"]])
    return _(DRAWINGS.get(fields["drawing"]) or PHASES[fields["phase"]])


def fight(fields: Position, data: dict[str, Any]) -> str:
    """Return the sums that decide each side's hit; att and def are values of a card to draw."""
    row = next(row for row in data["cards"]["events"] if row[0] == fields["enemy"])
    strength = row[2] + next_bonus(fields)
    weapons, defenses, *_others = fields["modules"].values()
    sums = {"strength": strength, "weapons": weapons, "defenses": defenses}
    if row[1] == "invader":
        return _(
            "it hits: {strength} + 2 att > {defenses} + def;  "
            "you hit: {weapons} + att > {strength} + def",
            **sums,
        )
    return _(
        "it hits: {strength} + att > {defenses} + def;  "
        "you hit: {weapons} + att > {strength} + def",
        **sums,
    )
