"""Sentences about a game of backgammon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aicore.core import phrasebook
from aicore.core.game import Game, Position
from aicore.core.language import N_, fill, ngettext, pgettext
from aicore.core.language import gettext as _
from aicore.core.story import Ending, Names, SeenEvent, in_words, listed
from aicore.games.backgammon.game import BAR, NOBODY, OFF

ENDS = {
    "off": N_("when one side has all its men off"),
    "gammon": N_("with a gammon"),
    "backgammon": N_("with a backgammon"),
    "dropped": N_("with a dropped double"),
}
"""Phrase for each ending that completes "the games end"."""
CUBE = ("throw", "double", "take", "drop")
"""Actions at the doubling cube."""
ROLLS = ("open", "roll")


def aim(game: Game) -> tuple[str, ...]:
    """Return the goal, a turn, the end, the main danger and, with the cube, how doubling works."""
    doubling = _(
        "Before you throw, you may offer to double the stakes. The other side drops, and loses the "
        "stakes as they were, or takes, and only that side may double next."
    )
    return (*phrasebook.aim(game), *([doubling] if game.options["cube"] else []))


def tell(game: Game, event: SeenEvent, names: Names) -> str:
    """Return a sentence about an event."""
    return tell_all(game, [event], names)[0]


def tell_all(game: Game, events: Sequence[SeenEvent], names: Names) -> list[str]:
    """Return a sentence about each turn."""
    return [names.sentence(_turn(turn, names)) for turn in _turns(events)]


def end(game: Game, ending: Ending, names: Names) -> str:
    """Return a sentence about the end of the game."""
    (winner,) = ending.winners
    who, rival = names[winner], names[1 - winner]
    points = in_words(round(ending.returns[winner]), "one point", "{n} points")
    text = {
        "off": _("{who} {who:win|wins} {points}"),
        "gammon": _("{who} {who:win|wins} {points}, a gammon: {rival} {rival:have|has} no man off"),
        "backgammon": _(
            "{who} {who:win|wins} {points}, a backgammon: {rival} {rival:have|has} no man off, "
            "and one on the bar or in {who:your|*'s} home"
        ),
        "dropped": _("{who} {who:win|wins} {points}: {rival} dropped the double"),
    }[ending.reason]
    return names.sentence(fill(text, who=who, rival=rival, points=points))


def note(game: Game, view: Position, action: str) -> str:
    """Return a note on a move (its start, its end and a hit) or on the stakes."""
    if action == "pass":
        return _("no die can be played")
    if action in CUBE:
        return _stakes(view, action)
    start, end, hits = _move(view, action.split())
    steps = _steps(start, end)
    return _("{steps}, hits", steps=steps) if hits else steps


def _stakes(view: Position, action: str) -> str:
    """Return a note on an action at the doubling cube."""
    stakes = view["cube"]
    if action == "throw":
        return _("the stakes stay at {stakes}", stakes=stakes)
    if action == "double":
        return _("offers to play for {stakes}", stakes=2 * stakes)
    if action == "take":
        return _("plays on for {stakes}", stakes=2 * stakes)
    return _("loses {stakes}", stakes=stakes)


def _turns(events: Sequence[SeenEvent]) -> Iterator[list[SeenEvent]]:
    """Yield the events turn by turn; each turn begins with a throw, except perhaps the first.

    An answer to a double, and the double itself, count as turns.
    """
    turn: list[SeenEvent] = []
    for event in events:
        word = event.words[0]
        thrown = word == "roll" and turn and turn[-1].words[0] == "throw"
        if turn and word in (*ROLLS, *CUBE) and not thrown:
            yield turn
            turn = []
        turn.append(event)
    if turn:
        yield turn


def _turn(turn: Sequence[SeenEvent], names: Names) -> str:
    """Return a clause about a turn or a part of a turn."""
    if turn[0].words[0] in CUBE:
        if len(turn) == 1:
            return _cube(turn[0], names)
        turn = turn[1:]
    seat = turn[-1].after["mover"] if turn[-1].words[0] in ROLLS else turn[-1].actor
    assert isinstance(seat, int)
    who = names[seat]
    clauses = _moves([event for event in turn if event.words[0] == "move"], names, seat)
    thrown = turn[0].words[0] in ROLLS
    if turn[-1].text == "pass":
        stuck = thrown and not clauses
        text = _("{who:cannot|cannot} move") if stuck else _("{who:cannot|cannot} play the rest")
        clauses.append(fill(text, who=who))
    if thrown:
        return _chain([_throw(turn[0].words, who), *clauses])
    return f"{who} {_chain(clauses)}"


def _cube(event: SeenEvent, names: Names) -> str:
    """Return a clause about an action at the doubling cube."""
    assert isinstance(event.actor, int)
    text = {
        "throw": _("{who} {who:throw|throws} the dice"),
        "double": _("{who} {who:offer|offers} to double the stakes to {stakes}"),
        "take": _("{who} {who:take|takes} the double, and the stakes are {stakes}"),
        "drop": _("{who} {who:drop|drops} the double"),
    }[event.text]
    return fill(text, who=names[event.actor], stakes=2 * event.before["cube"])


def _throw(words: Sequence[str], who: str) -> str:
    """Return a clause about the dice that a seat throws."""
    high, low = words[-2:]
    dice = _("double {face}", face=high) if high == low else listed([high, low])
    if words[0] == "open":
        return _("{who} {who:begin|begins} with {dice}", who=who, dice=dice)
    return _("{who} {who:roll|rolls} {dice}", who=who, dice=dice)


def _chain(clauses: Sequence[str]) -> str:
    """Return clauses about one seat as one: "you roll 6 and 1, and move 13 to 7"."""
    text = clauses[0]
    for number, clause in enumerate(clauses[1:], 2):
        joined = (
            _("{first}, and {then}")
            if number == len(clauses)
            else pgettext("more follow", "{first}, and {then}")
        )
        text = fill(joined, first=text, then=clause)
    return text


def _moves(moves: Sequence[SeenEvent], names: Names, seat: int) -> list[str]:
    """Return verbs and objects for the moves of a turn: men that enter, move and go off."""
    who, rival = names[seat], names[1 - seat]
    entered: list[str] = []
    moved: list[str] = []
    gone: list[str] = []
    for event in moves:
        start, end, hits = _move(event.before, event.words)
        steps = str(end) if start == BAR else _("{start} to {end}", start=start, end=end)
        if hits:
            steps = _("{steps}, hitting {rival:your|*'s} man", steps=steps, rival=rival)
        if start == BAR:
            entered.append(steps)
        elif end == OFF:
            gone.append(str(start))
        else:
            moved.append(steps)
    parts = []
    if entered:
        parts.append(_("{who:enter|enters} on {points}", who=who, points=listed(entered)))
    if moved:
        parts.append(_("{who:move|moves} {steps}", who=who, steps=listed(moved)))
    if len(gone) == 1:
        parts.append(_("{who:bear|bears} a man off from {point}", who=who, point=gone[0]))
    elif gone:
        men = in_words(len(gone), "one man", "{n} men")
        parts.append(_("{who:bear|bears} {men} off", who=who, men=men))
    return parts


def _move(before: Position, words: Sequence[str]) -> tuple[int, int, bool]:
    """Return the start and end of a move, counted by the mover, and whether it hits."""
    start = BAR if words[1] == "bar" else int(words[1])
    end = max(start - int(words[2]), OFF)
    seat = before["turn"]
    return start, end, end > OFF and before["men"][1 - seat][BAR - end] == 1


def _steps(start: int, end: int) -> str:
    """Return a move as text: "13 to 8", "enters on 22", "6 off"."""
    if start == BAR:
        return _("enters on {point}", point=end)
    if end == OFF:
        return _("{point} off", point=start)
    return _("{start} to {end}", start=start, end=end)


def pips_to_go(men: Sequence[int]) -> str:
    """Return the pips that a seat's men still have to go, and the men that are off, in words."""
    shown = ngettext("{n} pip", "{n} pips", pips(men))
    return _("{pips}, {men} off", pips=shown, men=men[OFF]) if men[OFF] else shown


def pips(men: Sequence[int]) -> int:
    """Return the number of pips that all men of a seat still have to go."""
    return sum(point * number for point, number in enumerate(men))


def cube_line(position: Position, names: Names) -> str:
    """Return a sentence about the doubling cube: the stakes, and the seat that may double."""
    stakes, owner = position["cube"], position["owner"]
    if position.end:
        return _("The stakes are {stakes}.", stakes=stakes)
    if position["offered"]:
        mover = names[position["mover"]]
        text = _("{who} {who:offer|offers} to double the stakes to {stakes}.")
        return names.sentence(fill(text, who=mover, stakes=2 * stakes))
    if owner == NOBODY:
        return _("The stakes are {stakes}. Both sides may double.", stakes=stakes)
    if stakes == 2 ** int(position.game.options["cube"]):
        return _("The stakes are {stakes}, the highest ones.", stakes=stakes)
    text = _("The stakes are {stakes}. Only {who} may double.")
    return fill(text, who=names[owner], stakes=stakes)
