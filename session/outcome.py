"""Result of a game, in a few words: "You lost, 6 to 10", "Computer resigned: you win"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from aicore.core.story import listed, score

if TYPE_CHECKING:
    from aicore.core.game import Game, State


def outcome(state: State, names: Sequence[str]) -> str:
    """Return a phrase that names the winner, with the scores if they say more.

    Args:
        state: the last state of a game.
        names: the names of the seats; the listener's is "you".
    """
    game, returns, scores = state.game, state.returns(), state.scores()
    you = names.index("you") if "you" in names else None
    if game.seats == 1:
        text = score(game, scores)
        came = {game.low: "lost", game.high: "won"}.get(returns[0])
        return f"You {came}: {text}" if came else text[:1].upper() + text[1:]
    if game.cooperative:
        came = {game.low: "You all lost", game.high: "You all won"}.get(returns[0])
        return came or f"Together you reached {100 * game.share(returns[0]):.0f} %"
    best = max(returns)
    winners = [seat for seat, value in enumerate(returns) if value == best]
    if best == game.low:
        return "Nobody won"
    first = you if you is not None else winners[0]
    others = [scores[seat] for seat in range(game.seats) if seat != first]
    figures = ""
    if list(scores) != returns:
        figures = f", {scores[first]:g} to {listed([f'{each:g}' for each in others])}"
    if len(winners) > 1:
        if len(winners) == game.seats:
            return f"A draw{figures}"
        together = "win" if game.sides < game.seats else "share the victory"
        return f"{_capital(listed([names[seat] for seat in winners]))} {together}"
    if you is not None and game.seats > 2 and winners != [you]:
        won = f", {scores[winners[0]]:g} to your {scores[you]:g}" if figures else ""
        return f"{names[winners[0]]} won{won}"
    return f"{'You' if you is not None else names[first]} {_came(winners, first)}{figures}"


def ended_early(game: Game, seat: int, did: str, names: Sequence[str], listener: int | None) -> str:
    """Return a sentence about a game that one seat ended: "You resigned: Computer wins."

    Args:
        did: what the seat did, such as "resigned".
    """
    who = "You" if seat == listener else names[seat]
    if game.seats != 2 or game.cooperative:
        return f"{who} {did}."
    other = 1 - seat
    return f"{who} {did}: {names[other]} {'win' if other == listener else 'wins'}."


def _came(winners: Sequence[int], seat: int) -> str:
    return "won" if seat in winners else "lost"


def _capital(text: str) -> str:
    """Capitalize "you"; leave a player's name unchanged."""
    return f"You{text[3:]}" if text.startswith("you") else text
