"""The board with plans drawn in it: where RAVs and the Carrier would go, and what they act on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.text import Text

from aicore.core.errors import AicoreError
from aicore.core.game import State, View
from aicore.core.rng import Rng
from aicore.games.gratis3.picture.characters import draw_board, label
from aicore.games.gratis3.rules.board import board_of

WIDTH, WIDE = 76, 96  # columns
Signs = dict[str | int, str]


def sketch(position: State | View, plans: Sequence[Sequence[str]]) -> RenderableType | None:
    """The board with one plan drawn in it, or with all choices; None where nothing would show."""
    if len(plans) == 1:
        seat = position.turn
        signs = _planned(position, plans[0])
        about = (
            f"({seat}) your Carrier then   f{seat} b{seat} your RAVs then   U1! what they attack"
        )
    else:
        signs, about = _choices(position, [plan[0] for plan in plans]), "? the choices"
    return Sketch(position, signs, about) if signs else None


class Sketch:
    """A board with signs that stand out."""

    def __init__(self, position: State | View, signs: Signs, about: str) -> None:
        self.position, self.signs, self.about = position, signs, about

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Any]:
        width = WIDE if options.max_width >= WIDE else WIDTH
        board = board_of(self.position.game)
        yield draw_board(self.position, board, width, self.signs)
        yield Text(self.about, "dim")


def _spaces(position: State | View, action: str) -> list[str]:
    """The Spaces that an action names."""
    names = board_of(position.game).names
    return [name for name in action.replace(",", " ").split() if name in names]


def _planned(position: State | View, plan: Sequence[str]) -> Signs:
    """Where RAVs and the Carrier are after a plan, as far as luck does not come between."""
    seat = position.turn
    state = position.clone() if isinstance(position, State) else position.resample(Rng(0))
    before = position
    signs: Signs = {}
    for action in plan:
        if action.startswith(("attack", "hit")):
            signs |= {name: f"{name}!" for name in _spaces(position, action)[:1]}
        try:
            state.apply(action)
        except AicoreError:  # something came between: the rest is not known yet
            break
    after = state
    old, new = (side["locations"][seat] for side in (before, after))
    if new != old:
        signs[new] = f"({seat})"
    stood = [tuple(rav) for rav in before["ravs"]]
    for name, owner, kind, tail in after["ravs"]:
        if owner == seat and (name, owner, kind, tail) not in stood:
            signs[name] = label(owner, kind).lower()
    return signs


def _choices(position: State | View, actions: Sequence[str]) -> Signs:
    """The Spaces in which some actions differ."""
    named = [_spaces(position, action) for action in actions]
    common = set.intersection(*map(set, named)) if named else set()
    return {name: f"{name}?" for spaces in named for name in spaces if name not in common}
