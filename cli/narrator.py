"""Narration of events: the game's own sentences, wrapped and colored for the terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from aicore.cli.screen import heading, number, table
from aicore.core.drawing import seat_color
from aicore.core.language import gettext as _
from aicore.core.story import Names, SeenEvent, ending, listener, tell_all
from aicore.session.outcome import ended_early
from aicore.session.seat_labels import seat_names, strength

if TYPE_CHECKING:
    from aicore.arena.log import Step
    from aicore.core.game import Game, State
    from aicore.core.record import Actor, Ply
    from aicore.core.registry import GameInfo


class Narrator:
    """Narrator of events in the game's own sentences, limited to the knowledge of one seat.

    Events are collected and described together, so that a seat's whole turn is a few sentences.

    Args:
        about: the game.
        specs: the players' specs, seat by seat.
        viewer: the seat whose knowledge limits the story; None for no limit.
        person: the seat that is called "you", if any.
    """

    def __init__(
        self,
        console: Console,
        about: GameInfo,
        specs: Sequence[str],
        viewer: int | None = None,
        person: int | None = None,
    ) -> None:
        self.console = console
        self.about = about
        self.viewer = viewer
        self.person = person
        self.seated(specs)
        self.news: list[str] = []  # printed sentences, until a caller clears them
        self._pending: list[SeenEvent] = []
        self._game: Game | None = None  # game of the pending events

    def seated(self, specs: Sequence[str]) -> None:
        """Set the players of the seats from now on."""
        self.specs = tuple(specs)
        self.names = Names(seat_names(specs, self.about, self.person), self.person)

    def title(self, game: Game, seed: int | str | None) -> None:
        """Print the game, the seats and the seed; None hides the seed from people who play."""
        self.console.print()
        self.console.print(heading(game.info.title))
        alone = len(self.names) == 1 and self.person == 0
        for seat in range(0 if alone else len(self.names)):
            more = "" if seat == self.person else strength(self.specs[seat], game.info)
            place = _("seat {seat}", seat=seat)
            self.console.print(
                Text.assemble(
                    f"  {place}  ",
                    (self._marked(game, seat), seat_color(seat)),
                    (more, "dim"),
                )
            )
        changed = [
            f"{option.name}={game.options[option.name]}"
            for option in game.info.options.values()
            if game.options[option.name] != option.default
        ]
        facts = [*([] if seed is None else [_("seed {seed}", seed=seed)]), *changed]
        if facts:
            self.console.print(f"  {'  '.join(facts)}", style="dim")

    def _marked(self, game: Game, seat: int) -> str:
        """Return a seat's name, after its mark on the board if it has one."""
        marks = game.info.drawing.SEAT_MARKS
        return f"{marks[seat]} {self.names[seat]}" if marks else self.names[seat]

    def aim(self, game: Game) -> None:
        """Print the goal, the course of a turn, and the end of the game."""
        self.console.print()
        for line in game.info.story.aim(game):
            self._say(line)

    def hear(self, step: Step | Ply) -> None:
        """Collect an event."""
        heard = step.heard(self.viewer)
        if heard is not None:
            self._game = step.after.game
            self._pending.append(heard)

    def has_turn(self, state: State) -> bool:
        """Whether the collected events are a whole turn, because another seat is to move.

        In a game for one, a turn ends with a chance event.
        """
        seats = [one.actor for one in self._pending if one.actor != "chance"]
        if not seats or state.turn != seats[-1]:
            return True
        return state.game.seats == 1 and self._pending[-1].actor == "chance"

    def flush(self, unless: Actor | None = None) -> None:
        """Print the collected events.

        Args:
            unless: an actor whose turn may continue; if its turn came last, print nothing yet.
        """
        seats = (one.actor for one in reversed(self._pending) if isinstance(one.actor, int))
        if not self._pending or (unless is not None and next(seats, None) == unless):
            return
        for sentence in self.gathered():
            self.news.append(sentence)
            self._say(sentence)

    def gathered(self) -> list[str]:
        """Return the collected events in sentences and clear them."""
        pending, self._pending = self._pending, []
        return tell_all(self._game, pending, self.names) if self._game and pending else []

    def resigned(self, game: Game, seat: int) -> None:
        """Print that a seat resigned, which ended the game."""
        self.flush()
        self.console.print(heading(_("The end")))
        self._say(ended_early(game, seat, "resigned", self.names, self.person))

    def result(self, state: State) -> None:
        """Print how the game ended, and the scores if there are several seats."""
        self.flush()
        self.console.print(heading(_("The end")))
        self._say(state.game.info.story.end(state.game, ending(state, self.viewer), self.names))
        if len(self.names) == 1:
            return
        player, points = _("player"), _("score")
        listing = table(f"  {player}", points, right=[points])
        for seat, score in enumerate(state.scores()):
            name = Text(f"  {self._marked(state.game, seat)}", seat_color(seat))
            listing.add_row(name, number(score))
        self.console.print(listing)

    def _say(self, text: str) -> None:
        for line in wrapped_lines([text], self.names, self.console.width):
            self.console.print(line)


def wrapped_lines(sentences: Sequence[str], names: Sequence[str], width: int) -> list[Text]:
    """Return sentences, wrapped between words to a width, with the seats' names in their colors."""
    lines, you = [], listener(names)
    for sentence in sentences:
        for row, line in enumerate(wrap(sentence, max(20, width - 4), break_on_hyphens=False)):
            shown = Text(f"  {line}" if row == 0 else f"    {line}")
            for seat, name in enumerate(names):
                begin = f"[{name[:1].upper()}{name[:1]}]" if seat == you else re.escape(name[:1])
                words = rf"\b({begin}{re.escape(name[1:])})\b"
                shown.highlight_regex(words, seat_color(seat))
            lines.append(shown)
    return lines
