"""Drawing of the table for the terminal: the board with all RAVs, the ships, the cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from aicore.core.drawing import Fitting, seat_color
from aicore.core.game import Position, State, View
from aicore.core.language import N_, fill, ngettext, pgettext
from aicore.core.language import gettext as _
from aicore.core.story import Names, seen
from aicore.games.gratis3.picture.board import LEGEND, draw_board, label, sketch
from aicore.games.gratis3.rules.board import SYSTEMS, board_of
from aicore.games.gratis3.words.odds import attacks
from aicore.games.gratis3.words.phrases import ENDS, MAX_SHIELDS, turn_number

__all__ = ["SEAT_MARKS", "draw", "draw_news", "draw_whole", "odds", "sketch"]

SEAT_MARKS = ("[0]", "[1]", "[2]", "[3]")
WIDTH = 78
WIDE, MAX_WIDTH = 98, 112  # least and greatest width in a wide terminal
LEFT = 4  # number of left-aligned columns in the table of ships
MAX_ODDS = 14  # maximum number of rows in a table of odds
DOING = {  # clause about the seat on turn
    "deal": N_("{who} {who:are|is} dealt a queue"),
    "repair": N_("{who} {who:repair|repairs} a system, or none"),
    "command": N_("{who} {who:play|plays} a card"),
    "launch": N_("{who} {who:launch|launches} RAVs"),
    "shields-guns": N_("{who} {who:raise|raises} shields or {who:fire|fires} guns"),
    "guns-roll": N_("{who} {who:fire|fires} at RAVs"),
    "hits": N_("{who} {who:spend|spends} hits on RAVs"),
    "fire": N_("{who} {who:aim|aims} the guns"),
    "missile": N_("{who} {who:aim|aims} a missile"),
    "override": N_("{who} {who:override|overrides}"),
    "evade": N_("{who} {who:are|is} attacking"),
    "carrier-roll": N_("{who} {who:are|is} attacking"),
    "systems": N_("{who} {who:damage|damages} systems"),
    "knock": N_("{who} {who:choose|chooses} a system to knock out"),
    "rav-moves": N_("{who} {who:fly|flies} RAVs"),
    "rav-attacks": N_("{who} {who:attack|attacks} with RAVs"),
    "rav-roll": N_("{who} {who:attack|attacks} a RAV"),
    "return": N_("{who} {who:take|takes} a card back"),
}


def draw(position: State | View, names: Names | None = None) -> RenderableType:
    """Return the board from the Gate to the planet, a row for each ship, then the cards."""
    return TableDrawing(position, names)


def draw_whole(position: State | View, names: Names | None = None) -> RenderableType:
    """Return a drawing like `draw`, with all cards even if the terminal has few rows."""
    return TableDrawing(position, names, whole=True)


def draw_news(
    position: State | View, before: View, after: View, names: Names | None = None
) -> RenderableType:
    """Return a drawing like `draw` that highlights pieces that others moved and that remain."""
    table_drawing = TableDrawing(position, names)
    for rav in position["ravs"]:
        if rav in after["ravs"] and rav not in before["ravs"]:
            table_drawing.signs[rav[0]] = label(rav[1], rav[2])
    for seat, place in enumerate(after["locations"]):
        if place != before["locations"][seat] and position["locations"].count(place) == 1:
            table_drawing.signs[place] = f"[{seat}]"
    return table_drawing


class TableDrawing:
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
            Text(" " + _(LEGEND), "dim", no_wrap=True),
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
            title=_("Gratis-3 - {title}", title=self.title()),
            subtitle=self.chips(),
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
        title = Text(f"{about}; {self.chips()}", "bold")
        board = draw_board(self.fields, self.board, width - 2, self.signs)
        signs = [Text(_(LEGEND), "dim", no_wrap=True)] if legend else []
        return Group(title, board, *signs, self.ships(), self.cards(hands, queues))

    def title(self) -> str:
        """Return the turn and the activity, or the reason why the game ended."""
        end = self.fields["pending"]["end"]
        return _(ENDS[end]) if end else f"{self.turn()}, {self.doing()}"

    def turn(self) -> str:
        """Return the number of the turn in words."""
        return pgettext("round", "turn {number}", number=turn_number(self.fields))

    def chips(self) -> str:
        """Return the number of black chips left, in words."""
        return _("black chips: {number}", number=self.fields["stockpile"])

    def doing(self) -> str:
        """Return a line about the seat to act and its decision."""
        end = self.fields["pending"]["end"]
        if end:
            return _(ENDS[end])
        return _(DOING[self.fields["phase"]], who=self.names[self.fields["seat"]])

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
        heads = (
            "", pgettext("Location", "at"), _("systems"), _("shields"), _("chips"), _("flying"),
            pgettext("trophies", "colored"), pgettext("trophies", "black"), _("score"),
        )  # fmt: skip
        for place, head in enumerate(heads):
            table.add_column(head, justify="left" if place < LEFT else "right")
        for owner, online in enumerate(self.fields["systems"]):
            ravs = [kind for _space, whose, kind, _tail in self.fields["ravs"] if whose == owner]
            won = self.fields["trophies"][owner]
            place = self.fields["locations"][owner]
            shields = self.fields["shields"][owner]
            table.add_row(
                self.name(owner),
                str(place) if place else _("Gate"),
                systems(online),
                "#" * shields + "." * (MAX_SHIELDS - shields),
                str(self.fields["supply"][owner]),
                _(
                    "{fighters} F {bombers} B",
                    fighters=ravs.count("fighter"),
                    bombers=ravs.count("bomber"),
                ),
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
                table.add_row(mark, _("next back"), Text(", ".join(cooling)))
                mark = ""
            if not hands and owner != active:
                continue
            if None not in hand:
                copies = {card: hand.count(card) for card in hand}
                listed = [card + (f" x{size}" if size > 1 else "") for card, size in copies.items()]
                table.add_row(mark, _("hand"), Text(", ".join(listed) or "-", "bold"))
            else:
                table.add_row(mark, _("hand"), ngettext("{n} card", "{n} cards", len(hand)))
        return table

    def note(self) -> Text | None:
        """Return a line about the attack under way or the hits to spend; None without either."""
        now = self.fields["pending"]
        if now["target"] is not None:
            return Text(self.attack(now), "bold")
        if now["hits"]:
            return Text(ngettext("{n} hit to spend", "{n} hits to spend", now["hits"]), "bold")
        return None

    def attack(self, now: Mapping[str, Any]) -> str:
        """Return a line about the attack under way."""
        goal = now["target"]
        if not isinstance(goal, str):
            goal = _("{whose:your|*'s} Carrier", whose=self.names[goal])
        what = {
            "guns": pgettext("attack", "guns"),
            "emp": pgettext("attack", "emp"),
            "nuke": pgettext("attack", "nuke"),
            "ravs": pgettext("attack", "ravs"),
        }[now["weapon"] or "ravs"]
        dice, hits, again = now["dice"], now["hits"], now["again"]
        parts = [
            what,
            ngettext("{n} die", "{n} dice", dice)
            if dice
            else ngettext("{n} hit left", "{n} hits left", hits),
        ]
        if again:
            parts.append(ngettext("{n} die to roll again", "{n} dice to roll again", again))
        return _("Attack on {goal}: {parts}", goal=goal, parts=", ".join(parts))


def systems(online: Sequence[bool]) -> Text:
    """Return a short text about the systems that are Online or Down."""
    up = [name for name, runs in zip(SYSTEMS, online, strict=True) if runs]
    down = [name for name in SYSTEMS if name not in up]
    if not down:
        return Text(_("Online"), "green")
    if not up:
        return Text(_("all Down"), "bold red")
    few = (
        _("only {system} Online", system=up[0])
        if len(up) == 1
        else _("{systems} Down", systems=", ".join(down))
    )
    return Text(few, "bold red")


def odds(position: State | View) -> RenderableType | None:
    """Return a table of the exact odds of all attacks that the mover can make.

    Return None if there are none.
    """
    seat = position.turn
    if seat < 0:
        return None
    fields: Position = seen(position, seat)
    attempts = attacks(fields, board_of(position.game), position.legal())
    if not attempts:
        return None
    shown = (
        sorted(attempts, key=lambda attack: -attack.gain)[:MAX_ODDS]
        if len(attempts) > MAX_ODDS
        else attempts
    )
    table = Table(box=None, padding=(0, 1), header_style="dim", width=WIDTH)
    heads = (
        _("action"), pgettext("target", "at"), pgettext("column", "dice"), _("success"), _("mean"),
        _("shields"), _("if evaded"),
    )  # fmt: skip
    for place, head in enumerate(heads):
        table.add_column(head, justify="left" if place < 2 else "right", no_wrap=place == 0)
    for attack in shown:
        on_carrier = attack.seat is not None
        # the action itself names its target
        named = attack.action.split()[0] in ("attack", "fire", "emp", "nuke")
        table.add_row(
            attack.action,
            "" if named and on_carrier else attack.target,
            str(attack.dice),
            Text(fill("{share:.1%}", share=attack.success), "bold"),
            fill("{mean:.2f}", mean=attack.gain),
            fill("-{mean:.2f}", mean=attack.shields) if on_carrier else "",
            fill("{share:.1%}  {mean:.2f}", share=attack.evaded.success, mean=attack.evaded.gain)
            if attack.evaded
            else "",
        )
    note = _("success: a system Down, a RAV destroyed; mean: average number")
    if len(shown) < len(attempts):
        note += _("; the best {shown} of {found}", shown=len(shown), found=len(attempts))
    return Group(table, Text(" " + note, "dim"))
