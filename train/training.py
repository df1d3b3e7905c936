"""Training of one network, generation by generation, which can resume from its folder."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from aicore.core.files import atomic_write
from aicore.core.game import Game
from aicore.core.policy_net import PolicyNet
from aicore.core.schema import parse
from aicore.search.mcts.selfplay import Positions, selfplay
from aicore.train.course import Course
from aicore.train.learning import Learner
from aicore.train.selfplay_pool import SelfPlayPool

SCRIPT, RANDOM = "script", "random"
FEWEST_GAMES = 4  # minimum number of games in a generation
RANDOM_POSITIONS = 25_000  # approximate number of decisions in a generation of random games
RANDOM_REUSE = 0.5  # number of times to learn from a position of a random game


class Training:
    """Network that plays games and learns from them.

    While the network plays a generation's games, a copy of it learns from earlier games. So both
    can run concurrently, and the result is the same if they do not. The folder stores the training
    after each generation.

    Args:
        game: a game that has arrays.
        course: the training settings.
        seed: seed of everything.
        teacher: player of the first games: "playouts", "script", or "" for the network itself.
        folder: the folder of the training; if it contains a training, this one continues.
        net: the initial network; None for an untrained one.

    Attributes:
        net: the network, for the C code.
        generation, games, positions: the number of each so far.
        seconds: training time so far, in seconds.
        log: the figures of each generation.
    """

    def __init__(
        self,
        game: Game,
        course: Course,
        seed: int,
        teacher: str,
        folder: Path,
        net: PolicyNet | None = None,
    ) -> None:
        self.game, self.course, self.seed = game, course, seed
        self.teacher, self.folder = teacher, folder
        self.learner = Learner(game, course, seed, net)
        self._fresh = net is None
        self.net = self.learner.weights.net()
        self.generation = self.games = self.positions = 0
        self.seconds = 0.0
        self.log: list[dict[str, Any]] = []
        self._next = course.first  # number of games in the next generation
        (folder / "games").mkdir(parents=True, exist_ok=True)
        if self._state.exists():
            self._restore()

    @property
    def _state(self) -> Path:
        return self.folder / "state.npz"

    def _games(self, generation: int) -> Path:
        return self.folder / "games" / f"{generation:06}.npz"

    def step(self, pool: SelfPlayPool, progress: float, taught: bool) -> dict[str, Any]:
        """Play one generation's games, and learn from earlier games. Return the log entry.

        Args:
            pool: the pool that plays the games.
            progress: part of the whole training that is done, 0 to 1.
            taught: whether the teacher plays, if there is one.
        """
        start = time.monotonic()
        course = self.course
        by_teacher = taught and self.teacher != ""
        random = self._is_random_phase(progress)
        player = RANDOM if random else self.teacher if by_teacher else self.net
        games = self._next
        if random and self.generation:
            games *= max(1, RANDOM_POSITIONS // course.positions)
        plan = course.plan.times(course.taught) if by_teacher else course.plan_at(progress)
        promise = pool.play(player, games, plan, self.seed, self.games)
        if pool.alone:
            positions = promise()
            self.net = self.learner.learn(progress)
        else:
            self.net = self.learner.learn(progress)
            positions = promise()
        trace = round(course.trace_at(progress), 4)
        luck = self.learner.luck
        self.learner.add(positions, trace, self._reuse(player, games))
        self.games += games
        self.positions += len(positions)
        self._next = max(FEWEST_GAMES, round(course.positions * games / max(len(positions), 1)))
        self.generation += 1
        self.seconds += time.monotonic() - start
        losses = self.learner.losses
        entry = {
            "generation": self.generation,
            "games": self.games,
            "positions": self.positions,
            "seconds": round(self.seconds, 3),
            "plies": round(float(positions.lengths.mean()), 1),
            "trace": trace,
            "luck": luck,
            "losses": losses and [round(loss, 4) for loss in losses],
            "by": player if isinstance(player, str) else "network",
        }
        self._save(positions, entry)
        return entry

    def _reuse(self, player: PolicyNet | str, games: int) -> float:
        """Return the number of times to learn from a position of a player's next games."""
        course = self.course
        if player == RANDOM:
            return RANDOM_REUSE
        full = course.scripted if player == SCRIPT and course.scripted else course.reuse
        random = max((entry["games"] for entry in self.log if entry["by"] == RANDOM), default=0)
        known = self.games - random + games  # random games are the first ones
        return full * min(1.0, known / course.warmup) if course.warmup else full

    def _is_random_phase(self, progress: float) -> bool:
        """Whether the next games are random, because the network knows nothing yet."""
        share = self.course.random
        if not share or not self._fresh or self.teacher:
            return False
        return self.generation == 0 or (progress < share and self.log[-1]["by"] == RANDOM)

    def _save(self, positions: Positions, entry: dict[str, Any]) -> None:
        """Save the generation that ended: its games first, and last the state that needs them."""
        if entry["by"] != RANDOM:  # random games are played again
            with atomic_write(self._games(self.generation)) as file:
                np.savez(file, **positions.to_dict())
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(entry) + "\n")
        self.log.append(entry)
        known = {
            "generation": self.generation,
            "games": self.games,
            "positions": self.positions,
            "seconds": self.seconds,
            "next": self._next,
            "kept": len(self.learner.replay.parts),
        }
        learner = np.frombuffer(self.learner.state(), np.uint8)
        with atomic_write(self._state) as file:
            np.savez(file, learner=learner, known=np.array(json.dumps(known)))
        forgotten = self._games(self.generation - len(self.learner.replay.parts))
        forgotten.unlink(missing_ok=True)

    def _saved(self, generation: int) -> Positions:
        """Return the games of a generation from its file."""
        with np.load(self._games(generation)) as arrays:
            return Positions.from_dict(dict(arrays))

    def _random(self, generation: int) -> Positions:
        """Play the random games of a generation again."""
        first = self.log[generation - 2]["games"] if generation > 1 else 0
        games = self.log[generation - 1]["games"] - first
        plan = self.course.plan
        return selfplay(self.game, RANDOM, games, plan=plan, seed=self.seed, first=first)

    def _restore(self) -> None:
        """Restore the training from the folder."""
        with np.load(self._state) as state:
            kept, learner = parse(str(state["known"])), state["learner"].tobytes()
        self.generation, self.games = kept["generation"], kept["games"]
        self.positions, self.seconds = kept["positions"], kept["seconds"]
        self._next = kept["next"]
        lines = (self.folder / "log.jsonl").read_text(encoding="utf-8").splitlines()
        self.log = [parse(line) for line in lines[: self.generation]]
        first = self.generation - kept["kept"]
        for generation in range(first + 1, self.generation + 1):
            entry = self.log[generation - 1]
            again = self._random if entry["by"] == RANDOM else self._saved
            self.learner.replay.add(again(generation), entry["trace"], entry["luck"])
        self.learner.restore(learner)
        self.net = self.learner.weights.net()
        for path in (self.folder / "games").iterdir():
            if not first < int(path.stem.split(".")[0] or 0) <= self.generation:
                path.unlink()
        text = "".join(f"{line}\n" for line in lines[: self.generation])
        with atomic_write(self.folder / "log.jsonl") as file:
            file.write(text.encode())
