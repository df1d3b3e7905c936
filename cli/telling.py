"""Telling what happens: the game's own sentences, wrapped and coloured for the terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from aicore.cli.screen import heading, number, seat_style, table
from aicore.core.errors import SpecError
from aicore.core.parameter import complete
from aicore.core.story import Cast, Happening, ending, happening, tell_all
from aicore.players.spec import split

if TYPE_CHECKING:
    from aicore.core.game import Game, State
    from aicore.core.record import Actor
    from aicore.core.registry import GameInfo


def seat_names(specs: Sequence[str], viewer: int | None = None) -> list[str]:
    """Short names of the seats: you, or the player's name; a seat number tells twins apart."""
    names = [split(spec)[0] for spec in specs]
    return [
        "you" if seat == viewer else f"{name} {seat}" if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    ]


def strength(spec: str, about: GameInfo) -> str:
    """What tells a player from others of its name: ", level 3", or the keys that it was given.

    Nothing for a spec of an earlier version that has keys of its own.
    """
    try:
        return _strength(spec, about)
    except SpecError:
        return ""


def _strength(spec: str, about: GameInfo) -> str:
    from aicore.players import player_class
    from aicore.players.defaults import defaults_of, levels_of

    name, given = split(spec)
    kind, defaults = player_class(name), defaults_of(about, name)

    def values(keys: Mapping[str, str]) -> dict[str, object]:
        return dict(complete(f"player {name}", kind.PARAMETERS, keys, defaults))

    for level, other in enumerate(levels_of(about), 1):
        if split(other)[0] == name and values(split(other)[1]) == values(given):
            return f", level {level}"
    usual = values({})
    changed = [f"{key}={value}" for key, value in values(given).items() if value != usual[key]]
    return f", {' '.join(changed)}" if changed else ""


class Teller:
    """Tells what happens in the game's own sentences, as one seat may know it.

    Events are gathered and told together, so that a seat's whole turn is a few sentences.

    Args:
        specs: the players' specs, seat by seat.
        viewer: the seat that looks; None sees everything.
        person: the seat that is called "you".
    """

    def __init__(
        self,
        console: Console,
        specs: Sequence[str],
        viewer: int | None = None,
        person: int | None = None,
    ) -> None:
        self.console = console
        self.viewer = viewer
        self.person = person
        self.seated(specs)
        self._pending: list[Happening] = []
        self._game: Game | None = None  # of what is pending

    def seated(self, specs: Sequence[str]) -> None:
        """Who sits where from now on."""
        self.specs = tuple(specs)
        self.names = seat_names(specs, self.person)
        self.cast = Cast(self.names, self.person)

    def title(self, game: Game, seed: int | str | None) -> None:
        """Name the game, the seats and the seed, unless it is None: not for those who play."""
        self.console.print()
        self.console.print(heading(game.info.title))
        for seat, name in enumerate(self.names):
            more = "" if seat == self.person else strength(self.specs[seat], game.info)
            self.console.print(
                Text.assemble(f"  seat {seat}  ", (name, seat_style(seat)), (more, "dim"))
            )
        changed = [
            f"{option.name}={game.options[option.name]}"
            for option in game.info.options.values()
            if game.options[option.name] != option.default
        ]
        facts = [*([] if seed is None else [f"seed {seed}"]), *changed]
        if facts:
            self.console.print(f"  {'  '.join(facts)}", style="dim")

    def who_is_who(self) -> str:
        """Who sits where, for those who look at a drawing that knows seats by their numbers."""
        if len(self.names) == 1:
            return ""
        told = [
            f"{name} {'are' if name == 'you' else 'is'} seat {seat}"
            for seat, name in enumerate(self.names)
        ]
        return ", ".join(told)

    def aim(self, game: Game) -> None:
        """What to try for, what a turn is, how the game ends."""
        self.console.print()
        for line in game.info.story.aim(game):
            self._say(line)

    def event(self, before: State, actor: Actor, text: str) -> None:
        """Keep in mind an event that is about to happen in the state `before`."""
        after = before.clone()
        after.apply(text)
        self._game = before.game
        self._pending.append(happening(before, actor, text, after, self.viewer))

    def flush(self, but: Actor | None = None) -> None:
        """Tell what was gathered.

        Args:
            but: not if it is this actor's, who may go on.
        """
        seats = (one.actor for one in reversed(self._pending) if isinstance(one.actor, int))
        if not self._pending or (but is not None and next(seats, None) == but):
            return
        for sentence in self.gathered():
            self._say(sentence)

    def gathered(self) -> list[str]:
        """What was gathered, in sentences; it counts as told then."""
        pending, self._pending = self._pending, []
        return tell_all(self._game, pending, self.cast) if self._game and pending else []

    def result(self, state: State) -> None:
        """How the game ended, with the scores where several have one."""
        self.flush()
        self.console.print(heading("The end"))
        self._say(state.game.info.story.end(state.game, ending(state, self.viewer), self.cast))
        if len(self.names) == 1:
            return
        listing = table("  player", "score", right=["score"])
        for seat, name in enumerate(self.names):
            listing.add_row(Text(f"  {name}", seat_style(seat)), number(state.scores()[seat]))
        self.console.print(listing)

    def _say(self, told: str) -> None:
        for line in told_lines([told], self.names, self.console.width):
            self.console.print(line)


def told_lines(told: Sequence[str], names: Sequence[str], width: int) -> list[Text]:
    """Sentences, wrapped between words to this width, with the seats' names in their colours."""
    lines = []
    for sentence in told:
        for row, line in enumerate(wrap(sentence, max(20, width - 4), break_on_hyphens=False)):
            shown = Text(f"  {line}" if row == 0 else f"    {line}")
            for seat, name in enumerate(names):
                words = rf"\b({re.escape(name)})\b" if name != "you" else r"\b([Yy]ou)\b"
                shown.highlight_regex(words, seat_style(seat))
            lines.append(shown)
    return lines
