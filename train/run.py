"""Training run: choice of a start, generations, matches between them, and a last match.

A run stores everything in one folder, and can resume after any interruption. A run with a limit on
generations depends only on its settings. A run with a limit on time also depends on the machine.
"""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Callable
from dataclasses import MISSING, asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import aicore
from aicore.core.errors import AicoreError, SpecError, one_line, reason_of
from aicore.core.files import atomic_write
from aicore.core.game import Game
from aicore.core.language import fill
from aicore.core.language import gettext as _
from aicore.core.net_file import read_net, write_net
from aicore.core.policy_net import weighs_amounts
from aicore.core.registry import load_with
from aicore.core.schema import NotJson, parse_object
from aicore.players import player
from aicore.players.defaults import script_of
from aicore.players.spec import split
from aicore.search.mcts.selfplay import Plan
from aicore.train.contest import Score, contest
from aicore.train.course import Course
from aicore.train.selfplay_pool import SelfPlayPool
from aicore.train.training import Training

NOTHING, PLAYOUTS, SCRIPT = "nothing", "playouts", "script"
STARTS = (NOTHING, PLAYOUTS, SCRIPT)
TRIAL = 60.0  # maximum seconds to try a start
TRIAL_SHARE = 1 / 20  # maximum part of the training to try a start
GATES = 8  # number of matches between generations
TAUGHT = 4  # number of the match up to which a teacher may play, if it stays clearly better
GATE_SHARE = 0.02  # maximum part of the run's time limit for one match between generations
GATE_GAMES = 80  # approximate number of games in a match between generations
MOVE = 0.1  # seconds per decision in the last match
LAST_GAMES = 200  # approximate number of games in the last match
LAST_SHARE = 0.1  # part of the run's time limit for the last match, if above LAST_SECONDS
LAST_SECONDS = 120.0  # minimum time limit of the last match


@dataclass(frozen=True)
class Settings:
    """Settings that determine a run.

    Args:
        game, seats, options: the name of the game, and its rules.
        seed: seed of everything.
        seconds: length of the training; 0 if the generations limit it.
        generations: number of generations; 0 if the time limits it.
        start: "auto", one of STARTS, or the file of a network.
        course: the training settings.
        out: the file to write the network to.
        match: whether the network plays a last match against the game's default player.
        version: version of aicore.
    """

    game: str
    seats: int
    options: dict[str, int | str]
    seed: int
    seconds: float
    generations: int
    start: str
    course: Course
    out: str
    match: bool = True
    version: str = aicore.__version__

    def load(self) -> Game:
        """Return the game. Raises UnknownGame, OptionError."""
        return load_with(self.game, self.seats, self.options)

    def to_dict(self) -> dict[str, Any]:
        """Return the settings in plain types."""
        return {**asdict(self), "course": self.course.to_dict()}

    @classmethod
    def from_dict(cls, given: dict[str, Any]) -> Settings:
        """Return the settings that a dictionary describes. Raises AicoreError."""
        try:
            return cls(**{**given, "course": Course.from_dict(given["course"])})
        except (KeyError, TypeError, ValueError) as error:
            if names := _other_settings(given):
                text = _(
                    "another version of aicore ({version}) began it, with other settings than this "
                    "one ({names}): continue it with that version, or begin a new run"
                )
                shown = one_line(", ".join(names), 60)
                version = one_line(given.get("version", "?"), 20)
                raise AicoreError(fill(text, names=shown, version=version)) from error
            wrong = _("its settings cannot be read: {error}", error=one_line(error, 80))
            raise AicoreError(wrong) from error


def _other_settings(given: dict[str, Any]) -> list[str]:
    """Return the names of a run's settings that this version does not know, or that it misses."""
    course = given.get("course")
    plan = course.get("plan") if isinstance(course, dict) else None
    if "game" not in given or not isinstance(course, dict) or not isinstance(plan, dict):
        return []  # these never were settings
    names = set()
    kinds: list[tuple[Any, dict[str, Any]]] = [(Settings, given), (Course, course), (Plan, plan)]
    for kind, values in kinds:
        needed = {
            each.name
            for each in fields(kind)
            if each.default is MISSING and each.default_factory is MISSING
        }
        names |= (values.keys() - {each.name for each in fields(kind)}) | (needed - values.keys())
    return sorted(names)


@dataclass
class Gate:
    """Match of a generation against the network kept so far.

    Args:
        number: number of the match, which comes after this many of GATES equal parts of the
            training.
        generation, seconds: the number of generations and the training time before the match.
        score: the new network's score; None if too few games ended in time.
        kept: whether the new network replaced the other one, because it was not clearly worse.
        rating: rating of the network that is kept; the first network has 0.
        teacher: the new network's score against its teacher; None if they did not play, or if too
            few games ended in time.
    """

    number: int
    generation: int
    seconds: float
    score: Score | None
    kept: bool
    rating: float
    teacher: Score | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the match in plain types."""
        return asdict(self)


@dataclass
class Progress:
    """State of a run, except its networks.

    Args:
        start: the chosen start; "" while starts are tried.
        trials: the score of each start against the others, by name.
        gates: the matches between generations so far.
        taught: the number of the match up to which a teacher plays, if there is one.
        match: the network's score in the last match, against the default player; None before it.
        against: the default player's spec.
    """

    start: str = ""
    trials: dict[str, float] = field(default_factory=dict)
    gates: list[Gate] = field(default_factory=list)
    taught: int = 1
    match: Score | None = None
    against: str = ""

    @classmethod
    def from_dict(cls, given: dict[str, Any]) -> Progress:
        """Return the progress that a dictionary describes."""
        gates = [
            Gate(**{**gate, **{name: _score(gate[name]) for name in ("score", "teacher")}})
            for gate in given["gates"]
        ]
        return cls(**{**given, "gates": gates, "match": _score(given["match"])})


Watch = Callable[[str, dict[str, Any]], None]
"""Callback with an event's kind, "generation", "trial", "gate" or "match", and its figures."""


class Run:
    """Training run in a folder.

    Args:
        folder: folder of a run that `begin` created.

    Attributes:
        settings, game, progress: the run's settings, game and progress.
        training: the network in training; during trials, the network of the latest start.

    Raises AicoreError for a folder without a run, or whose path cannot be part of a spec.
    """

    def __init__(self, folder: Path) -> None:
        _require_nameable(folder)
        self.folder = folder
        try:
            text = (folder / "run.json").read_bytes()
            self.settings = Settings.from_dict(parse_object(text))
            known = folder / "progress.json"
            self.progress = (
                Progress.from_dict(parse_object(known.read_bytes()))
                if known.exists()
                else Progress()
            )
        except OSError as error:
            wrong = _("{folder} has no training run ({error})",
                      folder=folder, error=reason_of(error))  # fmt: skip
            raise AicoreError(wrong) from error
        except (NotJson, AicoreError, KeyError, TypeError) as error:
            raise AicoreError(f"{folder}: {one_line(error, 250)}") from error
        self.game = self.settings.load()
        self.training: Training | None = None

    @classmethod
    def begin(cls, folder: Path, settings: Settings) -> Run:
        """Create a run in a new or empty folder, and return it. Raises AicoreError."""
        _require_nameable(folder)
        if folder.exists() and any(folder.iterdir()):
            raise AicoreError(
                _("{folder} is not empty; use --resume to continue a run", folder=folder)
            )
        folder.mkdir(parents=True, exist_ok=True)
        with atomic_write(folder / "run.json") as file:
            file.write(json.dumps(settings.to_dict(), indent=1).encode())
        return cls(folder)

    @property
    def share(self) -> float:
        """Part of the training that is done, 0 to 1."""
        return self._share_of(self.training) if self.training is not None else 0.0

    @property
    def best(self) -> Path:
        """Path of the file with the network that is kept."""
        return self.folder / "best.net"

    @property
    def spec(self) -> str:
        """Parameters of `mcts` that suit the network, as text."""
        return self.settings.course.spec(self.game)

    def go(self, pool: SelfPlayPool, watch: Watch) -> None:
        """Train to the end, from the current state. Raises AicoreError."""
        settings = self.settings
        if not self.progress.start:
            self._choose_start(pool, watch)
        training = self._open(self.progress.start)
        self.training = training
        gates = self.progress.gates
        if gates and gates[-1].kept and (candidate := self._candidate(gates[-1].number)).exists():
            candidate.replace(self.best)  # the run was killed after it saved the match
        if not self.best.exists():
            write_net(self.best, training.net)
        while True:
            share = self._share_of(training)
            due = int(GATES * share + 1e-9)
            if due > (gates[-1].number if gates else 0):
                watch("gate", self._gate(training, due, pool.jobs).to_dict())
            if share >= 1:
                break
            taught = share < self.progress.taught / GATES
            watch("generation", training.step(pool, share, taught))
        net, _card = read_net(str(self.best), self.game)
        half = not weighs_amounts(self.game)
        write_net(self.best, net, half=half)  # the last match must use the rounded weights
        if settings.match and self.progress.match is None:
            self._last_match(pool.jobs, watch)
        write_net(settings.out, net, self.about(), half=half)

    def _share_of(self, training: Training) -> float:
        settings = self.settings
        if settings.generations:
            return min(training.generation / settings.generations, 1.0)
        return min(training.seconds / settings.seconds, 1.0)

    def _starts(self) -> list[str]:
        """Return the names of the starts to try."""
        if self.settings.start != "auto":
            return [self.settings.start]
        if self.settings.course.plan.mutation:
            return [NOTHING]  # matches hardly distinguish networks that choose at random
        return [NOTHING, PLAYOUTS, *([SCRIPT] if script_of(self.game.info) is not None else [])]

    def _open(self, start: str) -> Training:
        """Return the training from a start, in its current state."""
        settings = self.settings
        number = self._starts().index(start)
        known = start in STARTS
        return Training(
            self.game,
            settings.course,
            settings.seed,
            start if start in (PLAYOUTS, SCRIPT) else "",
            self.folder / f"network-{number}",
            None if known else read_net(start, self.game)[0],
        )

    def _choose_start(self, pool: SelfPlayPool, watch: Watch) -> None:
        """Try each start, and choose the one whose network scores most."""
        starts = self._starts()
        files = {}
        if len(starts) > 1:
            for start in starts:
                self.training = training = self._open(start)
                while not self._tried(training):
                    share = self._share_of(training)
                    entry = training.step(pool, share, taught=True)
                    watch("generation", {**entry, "start": start})
                files[start] = self.folder / f"start-{start}.net"
                write_net(files[start], training.net)
            self.progress.trials = self._compare(files, pool.jobs)
            for file in files.values():
                file.unlink()
        chosen = max(starts, key=lambda start: self.progress.trials.get(start, 0.0))
        self.progress.start = chosen
        self._save()
        for number, start in enumerate(starts):
            if start != chosen:
                shutil.rmtree(self.folder / f"network-{number}", ignore_errors=True)
        if len(starts) > 1:
            watch("trial", {"start": chosen, "trials": self.progress.trials})

    def _tried(self, training: Training) -> bool:
        """Whether the trial of a start is complete."""
        if self.settings.generations:
            return training.generation >= max(1, int(TRIAL_SHARE * self.settings.generations))
        return training.seconds >= min(TRIAL, TRIAL_SHARE * self.settings.seconds)

    def _compare(self, files: dict[str, Path], jobs: int) -> dict[str, float]:
        """Return the mean score of each network against the others."""
        total = dict.fromkeys(files, 0.0)
        names = list(files)
        for number, first in enumerate(names):
            for second in names[number + 1 :]:
                score = self._contest(files[first], files[second], f"{first}-{second}", jobs)
                share = 0.5 if score is None else score.level
                total[first] += share / (len(names) - 1)
                total[second] += (1 - share) / (len(names) - 1)
        return {name: round(score, 4) for name, score in total.items()}

    def _contest(self, first: Path, second: Path | str, seed: str, jobs: int) -> Score | None:
        """Return a network's score in a short match against another network or a teacher."""
        settings, course = self.settings, self.settings.course
        # sample choices in games without luck, because otherwise all games would be the same
        drawn = "" if self.game.has_chance else ",choose=sampled"

        def spec(player: Path | str) -> str:
            if player == SCRIPT:
                return SCRIPT  # the name of the start is also a player's name
            if player == PLAYOUTS:
                return f"mcts:sims={course.plan.sims * course.taught},net=none{drawn}"
            sims = course.plan.sims * (course.taught if second == PLAYOUTS else 1)
            return f"mcts:sims={sims},net={player},{self.spec}{drawn}"

        limit = GATE_SHARE * settings.seconds if settings.seconds else math.inf
        return contest(
            self.game,
            spec(first),
            spec(second),
            GATE_GAMES,
            f"{settings.seed}-{seed}",
            jobs,
            max(limit, 2.0),
        )

    def _gate(self, training: Training, number: int, jobs: int) -> Gate:
        """Play a match of the latest network against the kept one. Return the match.

        The latest one is kept unless it is clearly worse: an equal one would be rejected by luck in
        half of the matches, and it has learned from more games.
        """
        candidate = self._candidate(number)
        write_net(candidate, training.net)
        gates = self.progress.gates
        score = self._contest(candidate, self.best, f"gate {number}", jobs)
        averaged = self.settings.course.averages(number / GATES)
        kept = averaged or score is None or not score.is_worse
        teacher = None
        if training.teacher and number == self.progress.taught < TAUGHT:
            teacher = self._contest(candidate, training.teacher, f"teacher {number}", jobs)
            if teacher is not None and teacher.is_worse:
                self.progress.taught += 1
        rating = gates[-1].rating if gates else 0.0
        if kept and score is not None:
            rating += score.elo
        seconds, rating = round(training.seconds, 1), round(rating, 1)
        gate = Gate(number, training.generation, seconds, score, kept, rating, teacher)
        gates.append(gate)
        self._save()  # first: otherwise a run killed here would play the network against itself
        if kept:
            candidate.replace(self.best)
        else:
            candidate.unlink()
        return gate

    def _candidate(self, number: int) -> Path:
        """Return the path of the network that plays a match between generations."""
        return self.folder / f"candidate-{number}.net"

    def _last_match(self, jobs: int, watch: Watch) -> None:
        """Play a match at equal time against the game's default player."""
        settings = self.settings
        default = player(f"mcts:time={MOVE}", self.game)
        self.progress.against = default.spec
        default.close()
        limit = max(LAST_SHARE * settings.seconds, LAST_SECONDS)
        self.progress.match = contest(
            self.game,
            f"mcts:time={MOVE},net={self.best},{self.spec}",
            self.progress.against,
            LAST_GAMES,
            f"{settings.seed}-match",
            jobs,
            limit,
            lambda games: watch("match", {"games": games, "of": LAST_GAMES}),
        )
        self._save()

    @property
    def wins(self) -> bool:
        """Whether the network is clearly better than the game's default player."""
        match = self.progress.match
        return match is not None and match.is_better

    def about(self) -> dict[str, Any]:
        """Return figures about the training and the last match, for the network's file."""
        settings, progress, training = self.settings, self.progress, self.training
        assert training is not None
        match = progress.match
        return {
            "aicore": settings.version,
            "seed": settings.seed,
            "start": progress.start if progress.start in STARTS else "a network",
            "generations": training.generation,
            "games": training.games,
            "positions": training.positions,
            "minutes": round(training.seconds / 60, 1) if settings.seconds else None,
            "course": settings.course.to_dict(),
            "player": self.settings.course.parameters(self.game),
            "match": match and {"against": progress.against, "seconds": MOVE, **match.to_dict()},
            "use": self.wins,
        }

    def _save(self) -> None:
        with atomic_write(self.folder / "progress.json") as file:
            file.write(json.dumps(asdict(self.progress), indent=1).encode())


def _require_nameable(folder: Path) -> None:
    """Raise AicoreError if specs of players cannot name the networks in a folder."""
    path = str(folder / "best.net")
    try:
        safe = split(f"mcts:net={path}")[1] == {"net": path}
    except SpecError:
        safe = False
    if not safe:
        text = _("{folder}: a training run needs a path without commas or leading spaces")
        raise AicoreError(fill(text, folder=folder))


def _score(given: dict[str, Any] | None) -> Score | None:
    return None if given is None else Score(**given)
