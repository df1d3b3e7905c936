"""A plain game in words: what its author says, and what follows from the notation."""

from __future__ import annotations

from typing import Any

from aicore.core.errors import AicoreError
from aicore.core.game import Game
from aicore.core.plain_story import end as plain_end
from aicore.core.plain_story import tell as plain_tell
from aicore.core.story import Cast, Ending, Happening
from aicore.plain.info import first_sentence
from aicore.plain.mistakes import describe

__all__ = ["aim", "end", "glossary", "plain_tell", "tell"]


def asked(game: Game, name: str, *given: Any) -> Any:
    """What a method of the author's says. Raises MistakeError."""
    try:
        return getattr(game.author, name)(*given)  # type: ignore[attr-defined]
    except Exception as error:
        raise describe(game, error, None, name, None) from error  # type: ignore[arg-type]


def aim(game: Game) -> tuple[str, ...]:
    """What to try for: the author's own words, or the summary."""
    if not hasattr(game.author, "aim"):  # type: ignore[attr-defined]
        return (game.info.summary,)
    found = asked(game, "aim")
    return (found,) if isinstance(found, str) else tuple(map(str, found))


def glossary(game: Game) -> dict[str, str]:
    """What the words mean: the author's, and the docstrings of the actions."""
    found = {}
    for form in game.grammar.forms:  # type: ignore[attr-defined]
        said = first_sentence(getattr(form.play, "__doc__", None))
        if said:
            found[form.parts[0]] = f"{said}."
    words = game.author.words  # type: ignore[attr-defined]
    return {**found, **{str(word): str(text) for word, text in words.items()}}


def tell(game: Game, happening: Happening, cast: Cast) -> str:
    """The author's sentence; the notation where there is none."""
    if not hasattr(game.author, "tell"):  # type: ignore[attr-defined]
        return plain_tell(game, happening, cast)
    said = asked(game, "tell", happening, cast)
    return (
        cast.sentence(said) if isinstance(said, str) and said else plain_tell(game, happening, cast)
    )


def end(game: Game, ending: Ending, cast: Cast) -> str:
    """Who won."""
    if game.seats == 1 and not ending.scores:
        raise AicoreError("a game for one has a score")
    return plain_end(game, ending, cast)
