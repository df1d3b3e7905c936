"""Door of the prompt of `aicore play`: whatever is typed, the game continues."""

from __future__ import annotations

import os
from random import Random

from aicore.cli.typed_commands import ALIASES, COMMANDS
from aicore.core.rng import Rng
from aicore.session import jobs
from fuzz import command, damage, material
from fuzz.door import Door, folder, tell

GAMES = (
    ("tic_tac_toe", 2), ("connect_four", 2), ("kuhn_poker", 2), ("leduc_poker", 2), ("pig", 2),
    ("booster", 2), ("gratis3", 2), ("ransom", 1), ("relics", 2), ("trader", 1),
)  # fmt: skip
SMALL = 5  # the first five are drawn quickly


class Prompt(Door):
    """Lines of a person who types anything."""

    NAME = "prompt"
    SHARE = 2

    def prepare(self) -> None:
        """Collect words that have a meaning somewhere."""
        jobs.HINT = "mcts:sims=8,memory=1"  # one second otherwise
        words = [word for word in (*COMMANDS, *ALIASES) if word != "rules"]  # it prints much
        self.commands = words
        command.run(["play", "pig"])  # loads the modules it needs
        self.moves: dict[str, list[str]] = {}
        for some in material.positions():
            for state in some:
                moves = self.moves.setdefault(state.game.name, [])
                moves += state.legal()[:20]

    def attempt(self, rng: Random) -> str:
        """Play a session of some lines, piped in."""
        game, seats = rng.choice(GAMES if rng.random() < 0.2 else GAMES[:SMALL])
        lines = [self.line(game, rng) for _ in range(rng.choice((1, 2, 4, 8)))]
        typed = b"\n".join(lines) + rng.choice((b"", b"\n", b"\nquit\n"))
        base = folder()
        os.environ |= {"XDG_DATA_HOME": str(base), "HOME": str(base)}
        os.chdir(base)
        words = ["play", game, "--seed", str(Rng(rng.randrange(99)).below(1000))]
        words += ["--vs", "random"] if seats > 1 else []
        tell(f"play({game}, {words[3]}, typing {typed[:150]!r})")
        try:
            return command.run(words, typed, quiet=False)
        finally:
            for path in base.glob("*"):  # saves under any name
                if path.is_file():
                    path.unlink()

    def line(self, game: str, rng: Random) -> bytes:
        """Return a move, a command, or a text like one."""
        kind = rng.random()
        if kind < 0.35:
            text = rng.choice(self.commands)
        elif kind < 0.5:
            text = str(damage.integer(rng))
        elif kind < 0.6:
            text = "save " + rng.choice(
                ("x", ".", "/", "~", "~nobody-here/x", "a/b", "\0", "x" * 300)
            )
        else:
            text = rng.choice(self.moves[game])
        if rng.random() < 0.3:
            text += "; " + rng.choice(self.moves[game])
        if rng.random() < 0.6 and not text.startswith("save"):  # only known files are written
            text = damage.garbled(text, rng).replace("save", "sav").replace("\n", " ")
        data = text.encode("utf-8", "surrogatepass")
        if rng.random() < 0.2 and not text.startswith("save"):
            data = damage.garbled_bytes(data, rng).replace(b"save", b"sav")
        return data
