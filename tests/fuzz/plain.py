"""Mangled games in plain Python, and calls of them: errors are welcome, signals are not.

    python tests/fuzz/plain.py --inputs 100000 --jobs 2

Each input is an example with some of its text changed, or a hostile game. It is loaded and asked
for everything that a person, a search, a batch or a tournament asks for. All of this happens in a
separate process, which must survive; a process that hangs is a finding as well.
"""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import multiprocessing
import os
import pickle
import random
import re
import resource
import signal
import sys
import tempfile
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import aicore
from aicore.arena.referee import Referee
from aicore.core.batch import Batch
from aicore.core.drawing import plain

EXAMPLES = Path(__file__).parents[2] / "examples"
TEXTS = [path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.glob("*.py"))]
BATCH = 50  # inputs per process
SECONDS = 2  # per input
VALUES = (
    "0", "1", "-1", "-2", "7", "255", "256", "-129", "65536", "2**31", "-2**31", "2**63", "10**40",
    "None", "True", "''", "'x'", "1.5", "float('nan')", "float('inf')", "[]", "()", "{}", "s",
    "self", "s.turn", "object()", "b'x'", "[[1]]", "iter([])", "(x for x in [s])", "lambda: 0",
    "type(s)", "range(10**9)", "[1] * 3000", "list(range(3000))", "s.__class__.__dict__",
    "s.to_dict()",
)  # fmt: skip
SPECS = (
    "mcts:sims=30", "flat:sims=20", "expectimax:depth=1,nodes=500", "greedy", "script", "random",
    "mcts:sims=20,playouts=guided,opponents=blind",
)  # fmt: skip
STATEMENTS = (
    "del s", "s.turn = 9", "s.turn = -1", "s.turn = -2", "raise KeyError", "raise MemoryError",
    "raise SystemExit", "raise GeneratorExit", "yield 1", "return", "return None", "1 / 0",
    "s.__init__(64, ())", "type(s)(8, ())", "type(s).__new__(type(s)).turn", "s.turn.x = 1",
    "object.__new__(type(s))", "import gc; gc.collect()", "self.__init__(2, {})",
    "self.kept = getattr(self, 'kept', []) + [s]", "[setattr(k, 'turn', 0) for k in self.kept]",
    "import copy; copy.copy(s)", "import copy; copy.deepcopy(s)", "import pickle; pickle.dumps(s)",
    "s.__dict__", "s.__class__ = object", "hash(s); repr(s); bytes(s)", "self.seats = 50",
    "type(self).seats = 1", "vars(type(s))['turn'].__set__(self, 1)", "globals().clear()",
    "vars(type(s))['turn'].__get__(None, None)", "[row[:] for row in vars(s)]",
    "f = lambda: f(); f()", "self.result(s)", "self.setup(s)",
)  # fmt: skip


def mangled(rng: random.Random) -> str:
    """Return a game's text with some changes."""
    text = rng.choice(TEXTS)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        text = rng.choice((number, value, line, swap, drop, cut, statement))(rng, text)
    return text


def number(rng: random.Random, text: str) -> str:
    found = list(re.finditer(r"\b\d+\b", text))
    one = rng.choice(found) if found else None
    return (
        text if one is None else text[: one.start()] + rng.choice(VALUES[:13]) + text[one.end() :]
    )


def value(rng: random.Random, text: str) -> str:
    found = list(re.finditer(r"(?<=return )[^\n]+|(?<== )[^\n=]+|(?<=\()[^()\n]+(?=\))", text))
    one = rng.choice(found) if found else None
    return text if one is None else text[: one.start()] + rng.choice(VALUES) + text[one.end() :]


def line(rng: random.Random, text: str) -> str:
    lines = text.split("\n")
    lines.insert(rng.randrange(len(lines)), rng.choice(lines))
    return "\n".join(lines)


def swap(rng: random.Random, text: str) -> str:
    words = sorted(set(re.findall(r"\b[a-z_]{3,}\b", text)))
    one, other = rng.choice(words), rng.choice(words)
    return re.sub(rf"\b{one}\b", other, text, count=rng.choice((0, 1)))


def drop(rng: random.Random, text: str) -> str:
    lines = text.split("\n")
    del lines[rng.randrange(len(lines))]
    return "\n".join(lines)


def cut(rng: random.Random, text: str) -> str:
    place = rng.randrange(len(text))
    return text[:place] + rng.choice(("", "(", "0", "s.", "\n", "\x00", "not ")) + text[place + 1 :]


def statement(rng: random.Random, text: str) -> str:
    """Insert a hostile statement at the beginning of a method."""
    found = list(re.finditer(r"    def \w+\(self, s.*\):\n", text))
    one = rng.choice(found) if found else None
    if one is None:
        return text
    return text[: one.end()] + f"        {rng.choice(STATEMENTS)}\n" + text[one.end() :]


def call(path: Path, rng: random.Random) -> None:
    """Call everything that a game offers."""
    game = aicore.load(path)
    random_ = aicore.Rng(rng.getrandbits(60))

    def play() -> None:
        state = game.start()
        for _ in range(30):
            state.legal(), state.outcomes(), state.to_dict(), state.scores(), state.end
            if state.turn == aicore.END:
                state.returns()
                return
            for seat in range(game.seats):
                view = state.view(seat)
                view.to_dict(), view.legal(), view.resample(random_), bytes(view), view.key()
                if game.num_tokens:
                    state.observation(seat)
            state.apply(state.sample(random_))
        state.evaluate(), state.promising(), plain(state)
        game.from_dict(state.to_dict())
        pickle.loads(pickle.dumps(state))

    def damaged() -> None:
        data = bytearray(bytes(game.start()))
        for _ in range(4):
            data[rng.randrange(len(data))] = rng.randrange(256)
        kind, given = game.start().__reduce__()
        state = kind(given[0], bytes(data))
        for seat in range(game.seats):
            state.view(seat), state.resample(seat, random_)
        state.legal(), state.to_dict(), state.play_out(random_, 50)

    def search() -> None:
        spec = rng.choice(SPECS)
        state = game.start()
        state.settle(random_)
        if state.turn >= 0:
            aicore.player(spec, game).decide(state.view(state.turn))

    def batch() -> None:
        places = Batch(game, 3, seed=1, mask=True, final=True)
        for _ in range(20):
            places.step(places.sample())

    def referee() -> None:
        players = [aicore.player("random", game)] * game.seats
        Referee(game).play(players, [1] * game.seats, aicore.Chance(1))

    for way in rng.sample((play, play, damaged, search, search, batch, referee), 4):
        with contextlib.suppress(Exception):
            way()


def alarm(*_: object) -> None:
    raise TimeoutError("this input takes too long")


def some(first: int, count: int, marker: str) -> None:
    """Run some inputs; this is the whole work of a separate process."""
    faulthandler.enable()
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
    signal.signal(signal.SIGALRM, alarm)
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115  until the process ends
    with tempfile.TemporaryDirectory() as folder:
        for number_ in range(first, first + count):
            rng = random.Random(number_)
            path = Path(folder) / "mangled.py"
            path.write_text(mangled(rng), encoding="utf-8")
            Path(marker).write_text(str(number_))
            try:
                signal.setitimer(signal.ITIMER_REAL, SECONDS, 0.2)
                call(path, rng)
            except (Exception, KeyboardInterrupt):
                pass
            finally:
                while True:
                    try:
                        signal.setitimer(signal.ITIMER_REAL, 0)
                        break
                    except TimeoutError:
                        continue


def watch(first: int, count: int, folder: str) -> list[str]:
    """Run some inputs. Return the problems found.

    On a busy machine many inputs take long together. So an input hangs only if it does so alone.
    """
    marker = Path(folder) / f"{first}"
    marker.write_text(str(first))
    process = multiprocessing.get_context("spawn").Process(
        target=some, args=(first, count, str(marker))
    )
    process.start()
    process.join(60 + count * SECONDS)
    at = marker.read_text()
    if process.exitcode is None:
        process.kill()
        process.join()
        if count == 1:
            return [f"input {at} hangs"]
        after, last = int(at) + 1, first + count
        rest = watch(after, last - after, folder) if after < last else []
        return watch(int(at), 1, folder) + rest
    return [f"input {at}: exit code {process.exitcode}"] if process.exitcode < 0 else []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--inputs", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    began = time.monotonic()
    wrong: list[str] = []
    starts = range(given.first, given.first + given.inputs, BATCH)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(given.jobs) as pool:
        counts = [min(BATCH, given.first + given.inputs - start) for start in starts]
        for found in pool.map(watch, starts, counts, [folder] * len(counts)):
            for each in found:
                print(each, flush=True)
            wrong += found
    print(f"{given.inputs} inputs, {len(wrong)} signals or hangs, "
          f"{time.monotonic() - began:.0f} s")  # fmt: skip
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
