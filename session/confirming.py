"""Confirmation of decisions before they are played: one rule for every game and interface.

A decision needs confirmation if it ends a turn with much unspent, commits several cards at once, or
cannot be taken back. A game judges its own cases (`Story.danger` and `Story.confirm`). This module
detects decisions that end the game without winning it, for all games. Nobody has to confirm the
only legal decision. See docs/decisions/051.
"""

from __future__ import annotations

from dataclasses import dataclass

from aicore import END
from aicore.core.language import gettext as _
from aicore.session.foresight import Forecast


@dataclass(frozen=True)
class Question:
    """Warnings about a decision before it is played; both are empty if it needs no confirmation.

    Args:
        danger: the reason why the decision may cost the game.
        commits: a sentence about what the decision leaves unspent or commits at once.
    """

    danger: str = ""
    commits: str = ""

    @property
    def text(self) -> str:
        """Text of the question; "" for none."""
        return self.danger or self.commits

    def __bool__(self) -> bool:
        return bool(self.text)


def question(forecast: Forecast) -> Question:
    """Return the question about the first decision of a forecast."""
    if not forecast.heard or len(forecast.heard[0].before.legal_actions()) < 2:
        return Question()
    event = forecast.heard[0]
    game = event.before.game
    story = game.info.story
    danger = story.danger(game, event) if story.danger is not None else ""
    if not danger and ends_unwon(forecast, int(event.actor)):
        danger = _("That ends the game, and you will not win it.")
    commits = story.confirm(game, event) if story.confirm is not None and not danger else ""
    return Question(danger, commits)


def ends_unwon(forecast: Forecast, seat: int) -> bool:
    """Whether a decision surely ends the game without making its seat the only winner."""
    if forecast.state.turn != END:
        return False
    others = forecast.state.returns()
    own = others.pop(seat)
    return own <= max(others) if others else own < forecast.state.game.high
