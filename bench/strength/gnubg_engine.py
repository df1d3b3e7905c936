"""GNU Backgammon as an engine of aicore, for games against it.

It plays like `gnubg` (Debian's package) without looking ahead at dice: at 0 plies, without the
cube. Of all positions at the end of its turn, it chooses the one that gnubg's network likes most.

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
from aicore.games.backgammon.game import BAR
from aicore.players.protocol import PROTOCOL, view_of
from bench.strength.gnubg import gnubg

ASKED = "asked "  # prefix of a position in gnubg's input, and of its values in the output
JUDGE = f"""
import gnubg, json, sys
gnubg.command("new session")
cube, context = gnubg.cubeinfo(), gnubg.evalcontext(0, 0, 1, 0, 0.0)
for line in sys.stdin:
    if not line.startswith({ASKED!r}):
        continue
    found = [gnubg.evaluate(board, cube, context) for board in json.loads(line[{len(ASKED)}:])]
    print({ASKED!r} + json.dumps(found), flush=True)
"""
"""Program in gnubg that values boards: the chances of the side to roll to win, to win a gammon or a
backgammon, and to lose these."""


class Judge:
    """GNU Backgammon in a process of its own."""

    def __init__(self) -> None:
        with tempfile.NamedTemporaryFile("w", suffix=".py", delete=False) as file:
            file.write(JUDGE)
        self.process = subprocess.Popen(
            [gnubg(), "-t", "-q", "-r", "-p", file.name],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        self([])  # wait until gnubg has read the program
        Path(file.name).unlink()

    def __call__(self, boards: list[list[list[int]]]) -> list[float]:
        """Return the points that the side to roll expects, for each board.

        Args:
            boards: each side's men on points 1 to 24 and on the bar; the second side is to roll.
        """
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(ASKED + json.dumps(boards) + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line.startswith(ASKED):
                return [
                    2 * win - 1 + gammon + backgammon - lost - lost_more
                    for win, gammon, backgammon, lost, lost_more, *_ in json.loads(
                        line[len(ASKED) :]
                    )
                ]
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


def worth(state: aicore.State, seat: int, judge: Judge) -> float:
    """Return the points that a seat expects after the best way to end its turn."""
    values, boards = [], []
    for after in ends(state, seat):
        if after.turn == aicore.END:
            values.append(after.returns()[seat])
        else:
            men = after.to_dict()["men"]
            boards.append([men[seat][1 : BAR + 1], men[1 - seat][1 : BAR + 1]])
    if boards:
        values += [-value for value in judge(boards)]
    return max(values)


def decide(game: aicore.Game, message: dict[str, Any], judge: Judge) -> str:
    """Return the best action for the view in a message."""
    view = view_of(game, message)
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
            else:
                answer["action"] = decide(game, message, judge)
            print(json.dumps(answer), flush=True)
    finally:
        judge.close()


if __name__ == "__main__":
    main()
