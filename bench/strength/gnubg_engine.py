"""GNU Backgammon as an engine of aicore, for games against it.

It plays like `gnubg` (Debian's package) without looking ahead at dice: at 0 plies. Of all positions
at the end of its turn, it chooses the one that gnubg's network likes most. With the doubling cube,
gnubg decides about doubles, too; it does not know that the stakes have a limit.

    aicore tournament backgammon mcts:time=0.1 \\
        "engine:python -m bench.strength.gnubg_engine" --games 400
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aicore
from aicore.core.rng import Rng
from aicore.games.backgammon.game import BAR, NOBODY
from aicore.players.protocol import PROTOCOL, view_of
from bench.strength.gnubg import gnubg

ASKED = "asked "  # prefix of a question in gnubg's input, and of its answer in the output
JUDGE = f"""
import gnubg, json, sys
gnubg.command("new session")
gnubg.command("set jacoby off")
gnubg.command("set beavers 0")
cube = gnubg.cubeinfo()
moves, doubles = gnubg.evalcontext(0, 0, 1, 0, 0.0), gnubg.evalcontext(1, 0, 1, 0, 0.0)
for line in sys.stdin:
    if not line.startswith({ASKED!r}):
        continue
    boards, stakes, owner = json.loads(line[{len(ASKED)}:])
    if stakes:
        about = gnubg.cubeinfo(stakes, owner, 1, 0, (0, 0), 0)
        found = [gnubg.cfevaluate(board, about, doubles)[:4] for board in boards]
    else:
        found = [gnubg.evaluate(board, cube, moves) for board in boards]
    print({ASKED!r} + json.dumps(found), flush=True)
"""
"""Program in gnubg that values boards.

Without stakes: the chances of the side to roll to win, to win a gammon or a backgammon, and to lose
these. With stakes: its points as multiples of them, with the best decision, without a double, after
a double and a take, and after a double and a drop.
"""

Board = list[list[int]]
"""Each side's men on points 1 to 24 and on the bar; the second side is to roll."""


class Judge:
    """GNU Backgammon in its own process."""

    def __init__(self) -> None:
        with tempfile.NamedTemporaryFile("w", suffix=".py", delete=False) as file:
            file.write(JUDGE)
        self.process = subprocess.Popen(
            [gnubg(), "-t", "-q", "-r", "-p", file.name],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        self.points([])  # wait until gnubg has read the program
        Path(file.name).unlink()

    def points(self, boards: list[Board]) -> list[float]:
        """Return the points that the side to roll expects without a cube, for each board."""
        return [
            2 * win - 1 + gammon + backgammon - lost - lost_more
            for win, gammon, backgammon, lost, lost_more, *_ in self._ask(boards, 0, -1)
        ]

    def doubled(self, board: Board, stakes: int, owner: int) -> tuple[float, float, float]:
        """Return the points of the side that may double, as multiples of the stakes.

        They are for going on without a double, for a take and for a drop.

        Args:
            stakes: the stakes before the double.
            owner: 1 if only this side may double, -1 if both may.
        """
        ((_best, without, taken, dropped),) = self._ask([board], stakes, owner)
        return without, taken, dropped

    def _ask(self, boards: list[Board], stakes: int, owner: int) -> list[list[float]]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(ASKED + json.dumps([boards, stakes, owner]) + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line.startswith(ASKED):
                return list(json.loads(line[len(ASKED) :]))
        raise EOFError("gnubg ended")

    def close(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.wait()


def ends(state: aicore.State, seat: int) -> Iterator[aicore.State]:
    """Yield the positions at the end of a seat's turn, each once."""
    known = {bytes(state.view(seat))}
    waiting = [state]
    while waiting:
        state = waiting.pop()
        if state.turn != seat:
            yield state
            continue
        for action in state.legal_actions():
            after = state.clone()
            after.apply(action)
            key = bytes(after.view(seat))
            if key not in known:
                known.add(key)
                waiting.append(after)


def board_of(position: aicore.State | aicore.View, roller: int) -> Board:
    """Return the board of a position in which a seat is to roll."""
    men = position["men"]
    return [men[1 - roller][1 : BAR + 1], men[roller][1 : BAR + 1]]


def answer_cube(view: aicore.View, judge: Judge) -> str:
    """Return whether the seat doubles or, if it was offered a double, whether it takes it."""
    mover = view["mover"]
    owner = -1 if view["owner"] == NOBODY else 1
    without, taken, dropped = judge.doubled(board_of(view, mover), view["cube"], owner)
    if view["offered"]:
        return "take" if taken < dropped else "drop"
    return "double" if min(taken, dropped) > without else "throw"


def worth(state: aicore.State, seat: int, judge: Judge) -> float:
    """Return the points that a seat expects after the best way to end its turn."""
    values, boards = [], []
    for after in ends(state, seat):
        if after.turn == aicore.END:
            values.append(after.returns()[seat])
        else:
            boards.append(board_of(after, 1 - seat))
    if boards:
        values += [-value for value in judge.points(boards)]
    return max(values)


def decide(game: aicore.Game, message: dict[str, Any], judge: Judge) -> str:
    """Return the best action for the view in a message."""
    view = view_of(game, message)
    if not any(view["dice"]):
        return answer_cube(view, judge)
    values = []
    for action in view.legal_actions():
        state = view.resample(Rng(0))
        state.apply(action)
        values.append((worth(state, view.seat, judge), game.text(action)))
    return max(values)[1]


def main() -> None:
    """Answer each line of the input until `quit`."""
    game, judge = aicore.load("backgammon"), Judge()
    try:
        for line in sys.stdin:
            message = json.loads(line)
            if message["type"] == "quit":
                break
            answer = {"id": message.get("id")}
            if message["type"] == "hello":
                answer |= {"type": "ready", "protocol": PROTOCOL, "name": "gnubg at 0 plies"}
            elif message["type"] == "new":
                answer["type"] = "ok"
                game = aicore.load("backgammon", **message.get("options", {}))
            else:
                answer["action"] = decide(game, message, judge)
            print(json.dumps(answer), flush=True)
    finally:
        judge.close()


if __name__ == "__main__":
    main()
