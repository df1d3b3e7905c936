"""Sentences about a game of backgammon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aicore.core.game import Game, Position
from aicore.core.story import Ending, Names, SeenEvent, counted, listed
from aicore.games.backgammon.game import BAR, OFF

ENDS = {
    "off": "when one side has all its men off",
    "gammon": "with a gammon",
    "backgammon": "with a backgammon",
}
"""Phrase for each ending that completes "the games end"."""


def tell(game: Game, event: SeenEvent, names: Names) -> str:
    """Return a sentence about an event."""
    return tell_all(game, [event], names)[0]


def tell_all(game: Game, events: Sequence[SeenEvent], names: Names) -> list[str]:
    """Return a sentence about each turn."""
    return [names.sentence(_turn(turn, names)) for turn in _turns(events)]


def end(game: Game, ending: Ending, names: Names) -> str:
    """Return a sentence about the end of the game."""
    (winner,) = ending.winners
    won = names.does(winner, "win", counted(round(ending.returns[winner]), "point"))
    if ending.reason == "off":
        return names.sentence(won)
    what = {
        "gammon": "no man off",
        "backgammon": f"no man off, and one on the bar or in {names.whose(winner)} home",
    }[ending.reason]
    left = names.does(1 - winner, "have", what)
    return names.sentence(f"{won}, a {ending.reason}: {left}")


def note(game: Game, view: Position, action: str) -> str:
    """Return a note on a move: its start and end, and whether it hits."""
    if action == "pass":
        return "no die can be played"
    start, end, hits = _move(view, action.split())
    return f"{_steps(start, end)}{', hits' if hits else ''}"


def _turns(events: Sequence[SeenEvent]) -> Iterator[list[SeenEvent]]:
    """Yield the events turn by turn; each turn begins with a throw, except perhaps the first."""
    turn: list[SeenEvent] = []
    for event in events:
        if turn and event.words[0] in ("open", "roll"):
            yield turn
            turn = []
        turn.append(event)
    if turn:
        yield turn


def _turn(turn: Sequence[SeenEvent], names: Names) -> str:
    """Return a clause about a turn or a part of a turn."""
    seat = turn[-1].after["mover"] if turn[-1].words[0] in ("open", "roll") else turn[-1].actor
    assert isinstance(seat, int)
    thrown, moves = "", [event for event in turn if event.words[0] == "move"]
    first = turn[0].words
    if first[0] in ("open", "roll"):
        high, low = first[-2:]
        dice = f"double {high}" if high == low else f"{high} and {low}"
        begins = names.does(seat, "begin", f"with {dice}")
        thrown = begins if first[0] == "open" else names.does(seat, "roll", dice)
    moved = _moves(moves, names, seat)
    lost = turn[-1].text == "pass"
    if not moves and thrown:
        return f"{thrown}, and cannot move" if lost else thrown
    if not moves:
        return f"{names[seat]} cannot play the rest"
    rest = ", and cannot play the rest" if lost else ""
    return f"{thrown}, and {moved}{rest}" if thrown else f"{names[seat]} {moved}{rest}"


def _moves(moves: Sequence[SeenEvent], names: Names, seat: int) -> str:
    """Return verbs and objects for the moves of a turn: men that enter, move and go off."""
    entered, moved, gone = [], [], []
    for event in moves:
        start, end, hits = _move(event.before, event.words)
        hit = f", hitting {names.whose(1 - seat)} man" if hits else ""
        if start == BAR:
            entered.append(f"{end}{hit}")
        elif end == OFF:
            gone.append(str(start))
        else:
            moved.append(f"{start} to {end}{hit}")
    parts = []
    if entered:
        parts.append(f"{names.verb(seat, 'enter')} on {listed(entered)}")
    if moved:
        parts.append(f"{names.verb(seat, 'move')} {listed(moved)}")
    if gone:
        what = counted(len(gone), "man", "men") if len(gone) > 1 else f"a man off from {gone[0]}"
        parts.append(f"{names.verb(seat, 'take')} {what}{' off' if len(gone) > 1 else ''}")
    return ", and ".join(parts)


def _move(before: Position, words: Sequence[str]) -> tuple[int, int, bool]:
    """Return the start and end of a move, counted by the mover, and whether it hits."""
    start = BAR if words[1] == "bar" else int(words[1])
    end = max(start - int(words[2]), OFF)
    seat = before["turn"]
    return start, end, end > OFF and before["men"][1 - seat][BAR - end] == 1


def _steps(start: int, end: int) -> str:
    """Return a move as text: "13 to 8", "enters on 22", "6 off"."""
    if start == BAR:
        return f"enters on {end}"
    return f"{start} off" if end == OFF else f"{start} to {end}"


def pips(men: Sequence[int]) -> int:
    """Return the number of pips that all men of a seat still have to go."""
    return sum(point * number for point, number in enumerate(men))
