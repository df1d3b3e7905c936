"""Drawing of the table for the terminal: the board with all RAVs, the ships, the cards."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from aicore.core.game import State, View
from aicore.games.gratis3.odds import attacks
from aicore.games.gratis3.panels import LEGEND, STYLES, draw_board
from aicore.games.gratis3.text import board_of

SYSTEMS = ("nav", "ravs", "defense", "weapons")
FULL = 4  # shields
WIDTH = 78
INNER = 76  # without the border
MOST_ODDS = 14  # rows of a table of odds
DOING = {
    "deal": "is dealt its queue",
    "repair": "repairs",
    "command": "plays a command",
    "launch": "launches",
    "shields-guns": "raises shields or fires guns",
    "guns-roll": "fires at RAVs",
    "hits": "spends hits on RAVs",
    "fire": "aims its guns",
    "missile": "aims a missile",
    "override": "overrides",
    "evade": "is attacking",
    "carrier-roll": "is attacking",
    "systems": "is damaging systems",
    "knock": "chooses a system to knock out",
    "rav-moves": "moves its RAVs",
    "rav-attacks": "attacks with its RAVs",
    "rav-roll": "attacks a RAV",
    "return": "takes a card back",
}
ENDS = {"planet": "all have landed", "chips": "the last black chip is gone", "turns": "time is up"}


def draw(position: State | View, seat: int | None = None) -> RenderableType:
    """The board from the Gate to the planet, a line for each ship, then cards.

    Args:
        seat: draw what this seat knows of a full state; None for all there is.
    """
    fields: dict[str, Any] = (
        position.to_dict() if isinstance(position, View) else position.to_dict(seat)
    )
    legend = Text(" " + LEGEND, "dim", no_wrap=True)
    parts: list[RenderableType] = [
        draw_board(fields, board_of(position.game), INNER),
        legend,
        "",
        _ships(fields),
        "",
    ]
    parts.append(_cards(fields))
    note = _note(fields)
    if note:
        parts += ["", note]
    return Panel(
        Group(*parts),
        title=_title(fields),
        subtitle=f"black chips: {fields['stockpile']}",
        width=WIDTH,
        padding=0,
    )


def _title(fields: dict[str, Any]) -> str:
    end = fields["pending"]["end"]
    if end:
        return f"Gratis-3 - {ENDS[end]}"
    turn = fields["turns"] // len(fields["locations"]) + 1
    return f"Gratis-3 - turn {turn}, seat {fields['seat']} {DOING[fields['phase']]}"


def _ships(fields: dict[str, Any]) -> Table:
    """A row for each seat: systems, shields, RAVs, trophies."""
    table = Table(box=None, padding=(0, 1), header_style="dim", collapse_padding=True)
    for head in ("seat", "at", *SYSTEMS, "shields", "chips", "RAVs", "trophies", "score"):
        table.add_column(head, justify="left" if head == "seat" else "center", no_wrap=True)
    for owner, online in enumerate(fields["systems"]):
        active = owner == (fields["seat"] if fields["actor"] is None else fields["actor"])
        ravs = [kind for _, whose, kind, _ in fields["ravs"] if whose == owner]
        won = fields["trophies"][owner]
        place = fields["locations"][owner]
        table.add_row(
            Text(f"{'>' if active and fields['phase'] != 'end' else ' '}{owner}", STYLES[owner]),
            str(place) if place else "Gate",
            *(Text("on", "green") if runs else Text("DOWN", "bold red") for runs in online),
            "#" * fields["shields"][owner] + "." * (FULL - fields["shields"][owner]),
            str(fields["supply"][owner]),
            f"{ravs.count('fighter')}F {ravs.count('bomber')}B",
            f"{won['coloured']}x2 + {won['black']}",
            Text(str(2 * won["coloured"] + won["black"]), "bold"),
        )
    return table


def _cards(fields: dict[str, Any]) -> Table:
    """The queue and hand of each seat; what lies face down stands in brackets."""
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, style="dim")
    table.add_column()
    for owner, (queue, hand) in enumerate(zip(fields["queue"], fields["hand"], strict=True)):
        marks = zip(
            queue, fields["evasion"][owner], fields["pending"]["can_be"][owner], strict=True
        )
        cooling = [f"{card} [{below or '?'}]" if types else card for card, below, types in marks]
        table.add_row(Text(str(owner), STYLES[owner]), "queue", Text(" < ".join(cooling) or "-"))
        if None not in hand:
            copies = {card: hand.count(card) for card in hand}
            listed = [card + (f" x{size}" if size > 1 else "") for card, size in copies.items()]
            table.add_row("", "hand", Text(", ".join(listed) or "-", "bold"))
        else:
            table.add_row("", "hand", f"{len(hand)} cards")
    return table


def _note(fields: dict[str, Any]) -> Text | None:
    """What is under way."""
    now = fields["pending"]
    if now["target"] is not None:
        what = now["weapon"] or "ravs"
        goal = now["target"] if isinstance(now["target"], str) else f"seat {now['target']}"
        dice = f", {now['dice']} dice" if now["dice"] else f", {now['hits']} hits left"
        if now["again"]:
            dice += f", {now['again']} dice to roll again"
        return Text(f"Attack on {goal}: {what}{dice}", "bold")
    if now["hits"]:
        return Text(f"{now['hits']} hits to spend", "bold")
    return None


def odds(position: State | View) -> RenderableType | None:
    """The exact chances of all attacks that the actions of the seat to move lead to."""
    seat = position.turn
    if seat < 0:
        return None
    fields: dict[str, Any] = (
        position.to_dict() if isinstance(position, View) else position.to_dict(seat)
    )
    found = attacks(fields, board_of(position.game), position.legal())
    if not found:
        return None
    shown = (
        sorted(found, key=lambda one: -one.gain)[:MOST_ODDS] if len(found) > MOST_ODDS else found
    )
    table = Table(box=None, padding=(0, 1), header_style="dim", width=WIDTH)
    for head in ("action", "at", "dice", "success", "mean", "shields", "if evaded"):
        table.add_column(
            head, justify="left" if head in ("action", "at") else "right", no_wrap=head == "action"
        )
    for one in shown:
        on_carrier = one.target.startswith("seat")
        named = one.action.split()[0] in ("attack", "fire", "emp", "nuke")  # by the action itself
        table.add_row(
            one.action,
            "" if named and on_carrier else one.target.split()[0] if named else one.target,
            str(one.dice),
            Text(f"{one.success:.1%}", "bold"),
            f"{one.gain:.2f}",
            f"-{one.shields:.2f}" if on_carrier else "",
            f"{one.evaded.success:.1%}  {one.evaded.gain:.2f}" if one.evaded else "",
        )
    note = "success: a system Down, a RAV destroyed; mean: how many of them"
    if len(shown) < len(found):
        note += f"; the best {len(shown)} of {len(found)}"
    return Group(table, Text(" " + note, "dim"))
