"""A game of pig in words."""

from collections.abc import Sequence

from aicore.core.game import Game
from aicore.core.story import Cast, Ending, Happening, counted, listed


def aim(game: Game) -> tuple[str, ...]:
    """What to try for, what a turn is, how it ends."""
    return (
        f"Be the first to reach {game.options['target']} points.",
        "In a turn, roll as often as you dare; hold to keep what you rolled. A 1 ends the turn "
        "and all that was rolled in it is lost.",
        "The game ends at once when score and turn total together reach the target.",
    )


def glossary(game: Game) -> dict[str, str]:
    """What the words of the game mean."""
    return {
        "roll": "Throw the die: 2 to 6 add to the turn total, a 1 ends the turn and loses it.",
        "hold": "Add the turn total to the score, for good, and end the turn.",
        "turn total": "What was rolled in this turn and is not yet held: shown as + on the track.",
        "score": "What is held, shown as # on the track. Nothing can take it away.",
        "target": f"The points that win: {game.options['target']} here.",
    }


def tell(game: Game, happening: Happening, cast: Cast) -> str:
    """The event in a sentence."""
    return tell_all(game, [happening], cast)[0]


def tell_all(game: Game, happenings: Sequence[Happening], cast: Cast) -> list[str]:
    """What happened, a sentence for each turn."""
    return [cast.sentence(_turn(turn, cast)) for turn in _turns(happenings)]


def end(game: Game, ending: Ending, cast: Cast) -> str:
    """How the game ended, in a sentence."""
    winner = ending.winners[0]
    others = [
        f"{cast.does(seat, 'have')} {score}"
        for seat, score in enumerate(ending.fields["scores"])
        if seat != winner
    ]
    score = ending.fields["scores"][winner]
    return cast.sentence(f"{cast.does(winner, 'win', f'with {score} points')}; {listed(others)}")


def _turns(happenings: Sequence[Happening]) -> list[list[Happening]]:
    """What happened, turn by turn."""
    turns: list[list[Happening]] = []
    for happening in happenings:
        if not turns or turns[-1][-1].after["mover"] != turns[-1][-1].before["mover"]:
            turns.append([])
        turns[-1].append(happening)
    return turns


def _turn(turn: Sequence[Happening], cast: Cast) -> str:
    """A turn, or a part of one, as a clause."""
    before, after = turn[-1].before, turn[-1].after
    seat = before["mover"]
    faces = [happening.words[1] for happening in turn if happening.event.startswith("rolls")]
    text = cast.does(seat, "roll", listed(faces) or "the die")
    if turn[-1].event == "hold":
        held = f"{before['total']}: {after['scores'][seat]} now"
        return (
            f"{text}, and {cast.verb(seat, 'hold')} {held}"
            if faces
            else (cast.does(seat, "hold", held))
        )
    if faces and faces[-1] == "1":
        lost = before["total"]
        return f"{text}, and {cast.verb(seat, 'lose')} {counted(lost, 'point')}" if lost else text
    return f"{text}: {after['total']} at stake" if faces and after["turn"] != "end" else text
