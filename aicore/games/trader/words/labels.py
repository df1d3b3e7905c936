"""Labels and figures that the chart and the terminal share."""

from typing import Any

from aicore.core.game import Position
from aicore.games.trader.rules.state import enemy_bonus

# Status lines, by the fields `phase`, `drawing` (purpose of a card that is drawn) and `end`.
PHASES = {
    "explore": "finding a planet",
    "place": "place the planet",
    "event": "drawing an event card",
    "buy": "buy goods, or stop",
    "jump": "jump",
    "fine": "sell modules to pay the fine",
    "damage": "the ship is hit: choose a loss",
    "combat": "strike back or flee",
    "sell": "sell goods, or stop",
    "upgrade": "add another module, or stop",
}
DRAWINGS = {
    "buy": "the market opens",
    "arrive": "arriving: drawing an event card",
    "fine": "the police name a fine",
    "attack": "the enemy attacks",
    "counterattack": "the ship strikes back",
    "jump": "an emergency jump",
}
ENDS = {
    "paid": "the ship is paid for: won",
    "payment": "a payment could not be made: lost",
    "fuel": "no vectorium left to jump: lost",
    "fine": "the fine could not be paid: lost",
    "destroyed": "the ship is destroyed: lost",
}


def initials(data: dict[str, Any]) -> list[str]:
    """Return a letter for each good: the first in its name that is still free; else "?"."""
    found: list[str] = []
    for good in data["goods"]["ids"]:
        found.append(next((one for one in str(good).upper() if one not in found), "?"))
    return found


def figures_of(modifiers: list[int], letters: list[str]) -> str:
    """Return a planet's price modifiers as text; a planet does not sell a good with modifier 0."""
    return " ".join(
        f"{letter}{figure:+d}" if figure else f"{letter} 0"
        for letter, figure in zip(letters, modifiers, strict=True)
    )


def title_of(row: list[Any]) -> str:
    """Return the title of an event card: its type, and its strength if it has one."""
    return f"{row[1]} {row[2]}" if row[2] else str(row[1])


def fight(fields: Position, data: dict[str, Any]) -> str:
    """Return the sums that decide each side's hit; att and def are values of a card to draw."""
    row = next(row for row in data["cards"]["events"] if row[0] == fields["enemy"])
    strength = row[2] + enemy_bonus(fields["month"])
    weapons, defenses, *_ = fields["modules"].values()
    att = "2 att" if row[1] == "invader" else "att"
    return (
        f"it hits: {strength} + {att} > {defenses} + def;  "
        f"you hit: {weapons} + att > {strength} + def"
    )
