"""Default story of a game: its events in their notation."""

from __future__ import annotations

from aicore.core.game import Game
from aicore.core.story import Ending, Names, SeenEvent, listed


def tell(game: Game, event: SeenEvent, names: Names) -> str:
    """Return the event in its notation, after the name of the seat that acts."""
    if isinstance(event.actor, int):
        return f"{names[event.actor]}: {event.text}"
    return event.text


def end(game: Game, ending: Ending, names: Names) -> str:
    """Return a sentence that names the winners, or the score of a game for one seat."""
    if game.seats == 1:
        return f"The game is over: {listed([str(score) for score in ending.scores])}."
    if game.cooperative:
        outcome = {game.low: "lost", game.high: "won"}.get(ending.returns[0])
        share = f"{100 * game.share(ending.returns[0]):.0f} % of what was possible"
        return f"All of you {outcome} together." if outcome else f"Together you reached {share}."
    if len(ending.winners) == game.seats:
        return "A draw."
    if len(ending.winners) > 1:
        return names.sentence(f"{names.all(ending.winners)} win")
    return names.sentence(names.does(ending.winners[0], "win"))
