"""Sentences about a game of pig."""

from collections.abc import Sequence

from aicore.core.game import Game
from aicore.core.story import Ending, Names, SeenEvent, counted, listed, numbered

ENDS = {"target": "when somebody reaches the target"}
"""Phrase for each ending that completes "the games end"."""


def tell(game: Game, event: SeenEvent, names: Names) -> str:
    """Return a sentence about an event."""
    return tell_all(game, [event], names)[0]


def tell_all(game: Game, events: Sequence[SeenEvent], names: Names) -> list[str]:
    """Return a sentence about each turn."""
    return [names.sentence(_turn(turn, names)) for turn in _turns(events)]


def end(game: Game, ending: Ending, names: Names) -> str:
    """Return a sentence about the end of the game."""
    winner = ending.winners[0]
    others = [
        f"{names.does(seat, 'have')} {score}"
        for seat, score in enumerate(ending.position["scores"])
        if seat != winner
    ]
    score = ending.position["scores"][winner]
    return names.sentence(f"{names.does(winner, 'win', f'with {score} points')}; {listed(others)}")


def _turns(events: Sequence[SeenEvent]) -> list[list[SeenEvent]]:
    """Split the events into turns."""
    turns: list[list[SeenEvent]] = []
    for event in events:
        if not turns or turns[-1][-1].after["mover"] != turns[-1][-1].before["mover"]:
            turns.append([])
        turns[-1].append(event)
    return turns


def points(number: int) -> str:
    """Return points in words: "1 point", "21 points"."""
    return numbered(number, "point")


def _turn(turn: Sequence[SeenEvent], names: Names) -> str:
    """Return a clause about a turn or a part of a turn."""
    before, after = turn[-1].before, turn[-1].after
    seat = before["mover"]
    faces = [event.words[1] for event in turn if event.text.startswith("rolls")]
    article = "a " if len(faces) == 1 else ""
    text = names.does(seat, "roll", f"{article}{listed(faces) or 'the die'}")
    also = f"{text} and" if article else f"{text}, and"
    if turn[-1].text == "hold":
        held = f"{before['total']}: {points(after['scores'][seat])} now"
        return (
            f"{also} {names.verb(seat, 'hold')} {held}" if faces else names.does(seat, "hold", held)
        )
    if faces and faces[-1] == "1":
        lost = before["total"]
        return f"{also} {names.verb(seat, 'lose')} {counted(lost, 'point')}" if lost else text
    return f"{text}: {after['total']} at stake" if faces and after["turn"] != "end" else text
