"""The story of a game that tells none of its own: its events by their notation."""

from __future__ import annotations

from aicore.core.game import Game
from aicore.core.story import Cast, Ending, Happening, listed


def aim(game: Game) -> tuple[str, ...]:
    """What the game is."""
    return (game.info.summary,)


def glossary(game: Game) -> dict[str, str]:
    """No words are explained."""
    return {}


def tell(game: Game, happening: Happening, cast: Cast) -> str:
    """The event as it is written."""
    if isinstance(happening.actor, int):
        return f"{cast.names[happening.actor]}: {happening.event}"
    return happening.event


def end(game: Game, ending: Ending, cast: Cast) -> str:
    """Who won."""
    if game.seats == 1:
        return f"The game is over: {listed([str(score) for score in ending.scores])}."
    if len(ending.winners) == game.seats:
        return "A draw."
    if len(ending.winners) > 1:
        return cast.sentence(f"{cast.all(ending.winners)} win")
    return cast.sentence(cast.does(ending.winners[0], "win"))
