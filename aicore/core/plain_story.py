"""Default story of a game: its events in their notation."""

from __future__ import annotations

from aicore.core.game import Game
from aicore.core.language import gettext as _
from aicore.core.story import Ending, Names, SeenEvent, listed


def tell(game: Game, event: SeenEvent, names: Names) -> str:
    """Return the event in its notation, after the name of the seat that acts."""
    if isinstance(event.actor, int):
        return f"{names[event.actor]}: {event.text}"
    return event.text


def end(game: Game, ending: Ending, names: Names) -> str:
    """Return a sentence that names the winners, or the score of a game for one seat."""
    if game.seats == 1:
        scores = listed([str(score) for score in ending.scores])
        return _("The game is over: {scores}.", scores=scores)
    if game.cooperative:
        if ending.returns[0] == game.high:
            return _("All of you won together.")
        if ending.returns[0] == game.low:
            return _("All of you lost together.")
        share = 100 * game.share(ending.returns[0])
        return _("Together you reached {share:.0f} % of what was possible.", share=share)
    if len(ending.winners) == game.seats:
        return _("A draw.")
    return names.sentence(_("{who} {who:win|wins}", who=names.all(ending.winners)))
