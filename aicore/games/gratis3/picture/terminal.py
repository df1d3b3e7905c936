"""Drawing of the table for the terminal: the board with all RAVs, the ships, the cards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from aicore.core.drawing import Fitting, seat_color
from aicore.core.game import Position, State, View
from aicore.core.story import Names, numbered, seen
from aicore.games.gratis3.picture.board import LEGEND, draw_board, label, sketch
from aicore.games.gratis3.rules.board import SYSTEMS, board_of
from aicore.games.gratis3.words.odds import attacks
from aicore.games.gratis3.words.phrases import ENDS, turn_number

__all__ = ["SEAT_MARKS", "draw", "draw_news", "draw_whole", "odds", "sketch"]

SEAT_MARKS = ("[0]", "[1]", "[2]", "[3]")
FULL = 4  # maximum number of shields
WIDTH = 78
WIDE, MAX_WIDTH = 98, 112  # least and greatest width in a wide terminal
MAX_ODDS = 14  # maximum number of rows in a table of odds
DOING = {  # verb for the seat on turn, and the words after the verb
    "deal": ("be", "dealt a queue"),
    "repair": ("repair", "a system, or none"),
    "command": ("play", "a card"),
    "launch": ("launch", "RAVs"),
    "shields-guns": ("raise", "shields or fire guns"),
    "guns-roll": ("fire", "at RAVs"),
    "hits": ("spend", "hits on RAVs"),
    "fire": ("aim", "the guns"),
    "missile": ("aim", "a missile"),
    "override": ("override", ""),
    "evade": ("be", "attacking"),
    "carrier-roll": ("be", "attacking"),
    "systems": ("damage", "systems"),
    "knock": ("choose", "a system to knock out"),
    "rav-moves": ("fly", "RAVs"),
    "rav-attacks": ("attack", "with RAVs"),
    "rav-roll": ("attack", "a RAV"),
    "return": ("take", "a card back"),
}


def draw(position: State | View, names: Names | None = None) -> RenderableType:
    """Return the board from the Gate to the planet, a line for each ship, then cards."""
    return Desk(position, names)


def draw_whole(position: State | View, names: Names | None = None) -> RenderableType:
    """Return a drawing like `draw`, with all cards even if the terminal has few rows."""
    return Desk(position, names, whole=True)


def draw_news(
    position: State | View, before: View, after: View, names: Names | None = None
) -> RenderableType:
    """Return a drawing like `draw` that highlights pieces that others moved and that remain."""
    desk = Desk(position, names)
    for rav in position["ravs"]:
        if rav in after["ravs"] and rav not in before["ravs"]:
            desk.signs[rav[0]] = label(rav[1], rav[2])
    for seat, place in enumerate(after["locations"]):
        if place != before["locations"][seat] and position["locations"].count(place) == 1:
            desk.signs[place] = f"[{seat}]"
    return desk


class Desk:
    """Drawing of a position, as large as the terminal allows."""

    def __init__(self, position: State | View, names: Names | None, whole: bool = False) -> None:
        self.fields: Position = position
        self.board = board_of(position.game)
        self.names = names or Names.numbered(position.game.seats)
        self.whole = whole
        self.signs: dict[str | int, str] = {}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Any]:
        width = min(options.max_width, MAX_WIDTH) if options.max_width >= WIDE else WIDTH
        if self.whole:
            yield self.framed(width)
            return
        yield Fitting(
            partial(self.framed, width),
            partial(self.bare, width, legend=True),
            partial(self.bare, width),
            partial(self.bare, width, hands=False),
            partial(self.bare, width, hands=False, queues=False),
        )

    def framed(self, width: int) -> RenderableType:
        """Return everything in a frame."""
        parts: list[RenderableType] = [
            draw_board(self.fields, self.board, width - 2, self.signs),
            Text(" " + LEGEND, "dim", no_wrap=True),
            "",
            self.ships(),
            "",
            self.cards(),
        ]
        note = self.note()
        if note:
            parts += ["", note]
        return Panel(
            Group(*parts),
            title=f"Gratis-3 - {self.title()}",
            subtitle=f"black chips: {self.fields['stockpile']}",
            width=width,
            padding=0,
        )

    def bare(
        self, width: int, hands: bool = True, queues: bool = True, legend: bool = False
    ) -> RenderableType:
        """Return the drawing without a frame.

        Args:
            hands, queues: as for `cards`.
            legend: whether to explain the signs.
        """
        about = f"{self.turn()}, {self.note() or self.doing()}"
        title = Text(f"{about}; black chips: {self.fields['stockpile']}", "bold")
        board = draw_board(self.fields, self.board, width - 2, self.signs)
        signs = [Text(LEGEND, "dim", no_wrap=True)] if legend else []
        return Group(title, board, *signs, self.ships(), self.cards(hands, queues))

    def title(self) -> str:
        """Return the turn and the activity, or the reason why the game ended."""
        end = self.fields["pending"]["end"]
        return ENDS[end] if end else f"{self.turn()}, {self.doing()}"

    def turn(self) -> str:
        """Return the number of the turn in words."""
        return f"turn {turn_number(self.fields)}"

    def doing(self) -> str:
        """Return a line about the seat to act and its decision."""
        end = self.fields["pending"]["end"]
        if end:
            return ENDS[end]
        return self.names.does(self.fields["seat"], *DOING[self.fields["phase"]])

    def active(self) -> int | None:
        """Return the seat to decide, or the seat on turn at a chance event; None at the end."""
        if self.fields["phase"] == "end":
            return None
        actor: int | None = self.fields["actor"]
        return self.fields["seat"] if actor is None else actor

    def name(self, seat: int) -> Text:
        """Return a seat's name with its mark."""
        pointer = ">" if seat == self.active() else " "
        return Text(f"{pointer}{SEAT_MARKS[seat]} {self.names[seat]}", f"bold {seat_color(seat)}")

    def ships(self) -> Table:
        """Return a table with a row for each seat: systems, shields, RAVs, trophies."""
        table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim", pad_edge=False)
        heads = ("", "at", "systems", "shields", "chips", "flying", "colored", "black", "score")
        for head in heads:
            table.add_column(head, justify="left" if head in heads[:4] else "right")
        for owner, online in enumerate(self.fields["systems"]):
            ravs = [kind for _, whose, kind, _ in self.fields["ravs"] if whose == owner]
            won = self.fields["trophies"][owner]
            place = self.fields["locations"][owner]
            shields = self.fields["shields"][owner]
            table.add_row(
                self.name(owner),
                str(place) if place else "Gate",
                systems(online),
                "#" * shields + "." * (FULL - shields),
                str(self.fields["supply"][owner]),
                f"{ravs.count('fighter')} F {ravs.count('bomber')} B",
                f"{won['colored']} x 2" if won["colored"] else "-",
                str(won["black"] or "-"),
                Text(str(2 * won["colored"] + won["black"]), "bold"),
            )
        return table

    def cards(self, hands: bool = True, queues: bool = True) -> Table:
        """Return a table of each seat's queue and hand; a face-down card follows a +.

        Args:
            hands, queues: whether to include hands, and queues, of seats that are not on turn.
        """
        fields, active = self.fields, self.active()
        table = Table.grid(padding=(0, 1))
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True, style="dim")
        table.add_column()
        for owner, (queue, hand) in enumerate(zip(fields["queue"], fields["hand"], strict=True)):
            marks = zip(
                queue, fields["evasion"][owner], fields["pending"]["can_be"][owner], strict=True
            )
            cooling = [
                f"{card} + {below or '?'}" if types else card for card, below, types in marks
            ]
            mark: RenderableType = Text(SEAT_MARKS[owner], f"bold {seat_color(owner)}")
            if cooling and (queues or owner == active):
                table.add_row(mark, "next back", Text(", ".join(cooling)))
                mark = ""
            if not hands and owner != active:
                continue
            if None not in hand:
                copies = {card: hand.count(card) for card in hand}
                listed = [card + (f" x{size}" if size > 1 else "") for card, size in copies.items()]
                table.add_row(mark, "hand", Text(", ".join(listed) or "-", "bold"))
            else:
                table.add_row(mark, "hand", numbered(len(hand), "card"))
        return table

    def note(self) -> Text | None:
        """Return a line about the attack under way or the hits to spend; None without either."""
        now = self.fields["pending"]
        if now["target"] is not None:
            what = now["weapon"] or "ravs"
            on_rav = isinstance(now["target"], str)
            goal = now["target"] if on_rav else f"{self.names.whose(now['target'])} Carrier"
            dice = f", {now['dice']} dice" if now["dice"] else f", {now['hits']} hits left"
            if now["again"]:
                dice += f", {now['again']} dice to roll again"
            return Text(f"Attack on {goal}: {what}{dice}", "bold")
        if now["hits"]:
            return Text(f"{now['hits']} hits to spend", "bold")
        return None


def systems(online: Sequence[bool]) -> Text:
    """Return a short text about the systems that are Online or Down."""
    up = [name for name, runs in zip(SYSTEMS, online, strict=True) if runs]
    down = [name for name in SYSTEMS if name not in up]
    if not down:
        return Text("Online", "green")
    few = f"only {up[0]} Online" if len(up) == 1 else f"{', '.join(down)} Down"
    return Text(few if up else "all Down", "bold red")


def odds(position: State | View) -> RenderableType | None:
    """Return a table of the exact odds of all attacks that the mover can make.

    Return None if there are none.
    """
    seat = position.turn
    if seat < 0:
        return None
    fields: Position = seen(position, seat)
    found = attacks(fields, board_of(position.game), position.legal())
    if not found:
        return None
    shown = sorted(found, key=lambda one: -one.gain)[:MAX_ODDS] if len(found) > MAX_ODDS else found
    table = Table(box=None, padding=(0, 1), header_style="dim", width=WIDTH)
    for head in ("action", "at", "dice", "success", "mean", "shields", "if evaded"):
        table.add_column(
            head, justify="left" if head in ("action", "at") else "right", no_wrap=head == "action"
        )
    for one in shown:
        on_carrier = one.target.startswith("seat")
        marked = re.sub(r"seat (\d)", r"[\1]", one.target)  # as its Carrier on the board
        named = one.action.split()[0] in ("attack", "fire", "emp", "nuke")  # by the action itself
        table.add_row(
            one.action,
            "" if named and on_carrier else one.target.split()[0] if named else marked,
            str(one.dice),
            Text(f"{one.success:.1%}", "bold"),
            f"{one.gain:.2f}",
            f"-{one.shields:.2f}" if on_carrier else "",
            f"{one.evaded.success:.1%}  {one.evaded.gain:.2f}" if one.evaded else "",
        )
    note = "success: a system Down, a RAV destroyed; mean: average number"
    if len(shown) < len(found):
        note += f"; the best {len(shown)} of {len(found)}"
    return Group(table, Text(" " + note, "dim"))
