"""`aicore check`: random games of a file, and a report of the mistakes that they reveal."""

from __future__ import annotations

import difflib
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aicore
from aicore.core.errors import AicoreError, MistakeError, OptionError
from aicore.core.game import Game, State
from aicore.core.registry import GameInfo, info
from aicore.core.symmetry import broken
from aicore.plain.checks import OFTEN, SELDOM, Finding, events
from aicore.plain.game import OFFERED
from aicore.plain.game import Game as Author
from aicore.plain.info import PlainInfo
from aicore.plain.loading import load, register
from aicore.plain.mistakes import written
from aicore.plain.recall import forgotten

EVERY = 7  # number of plies between positions that are checked closely
MAX_ROW = 2000  # maximum number of consecutive chance events
CLOSELY = 300  # number of events in a game after which positions are no longer checked
ENOUGH = 12  # number of completed games needed for findings about all games
DEALS = 300  # number of deals to compare with redrawn ones
UNLIKELY = 5.0  # difference that counts as a mistake, in standard errors
MAX_SECONDS = 10.0  # time limit per variant

VALUES = re.compile(r"'[^']*'|\"[^\"]*\"|[-+]?\d[\d.]*|\[[^]]*\]")
"""Texts and numbers, which are ignored when findings are grouped into kinds."""


@dataclass
class CheckReport:
    """Results of `check_file`.

    Args:
        name: name of the file.
        findings: sentences about mistakes, one of each kind.
        remarks: sentences about oddities that may be intended.
        facts: sentences with statistics of the game.
        kinds: kind of each finding: its sentence without details that differ between games.
        times: number of findings of each kind.
    """

    name: str
    findings: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    times: Counter[str] = field(default_factory=Counter)

    def add(self, sentence: str) -> None:
        """Add a finding; if several differ only in a number or a name, keep the first."""
        start = sentence.partition("; playing")[0].partition("; state")[0]
        place, colon, what = start.partition(": ")
        kind = place + colon + VALUES.sub("#", what)
        if kind not in self.times:
            self.findings.append(sentence)
            self.kinds.append(kind)
        self.times[kind] += 1

    def lines(self) -> list[str]:
        """Return the lines of the report."""
        found = []
        for kind, sentence in zip(self.kinds, self.findings, strict=True):
            often = f", {self.times[kind]} times" if self.times[kind] > 1 else ""
            found.append(f"wrong{often}: {sentence}")
        if not found:
            found = [f"{self.name}: random games found no mistakes"]
        return [*self.facts, *(f"note: {remark}" for remark in self.remarks), *found]


def check_file(
    path: Path,
    games: int,
    progress: Callable[[str], None],
    seconds: float = MAX_SECONDS,
    all_variants: bool = True,
) -> CheckReport:
    """Check the game of a file.

    Args:
        path: path of the file.
        games: number of random games of the default variant; other variants get fewer.
        progress: function that is called with the variant that is checked next.
        seconds: time after which no further game of a variant starts.
        all_variants: whether to check other numbers of seats and other options, too.

    Raises OSError if there is no such file.
    """
    report = CheckReport(path.name)
    try:
        name = register(path)
    except AicoreError as error:
        report.add(str(error))
        return report
    about = info(name)
    assert isinstance(about, PlainInfo)
    for sentence in misspelled(about):
        report.add(sentence)
    for variant in [*variants(about)] if all_variants else [Variant(about.default_seats)]:
        progress(str(variant))
        try:
            game = load(name, variant.seats, **variant.options)
        except OptionError:
            continue
        except AicoreError as error:
            report.add(str(error))
            continue
        game.caching = False  # every position is asked again
        usual = variant == Variant(about.default_seats)
        Checker(report, game, about, games if usual else fewer(games), seconds).run(usual)
    return report


@dataclass(frozen=True)
class Variant:
    """Number of seats, and the options that differ from their defaults."""

    seats: int
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        given = (f"{key}={value}" for key, value in self.options.items())
        return ", ".join([f"{self.seats} seats", *given])


def variants(about: GameInfo) -> Iterator[Variant]:
    """Yield each number of seats; then, for the default number, each option's choices or limits."""
    low, high = about.seats
    for seats in sorted(range(low, high + 1), key=lambda seats: seats != about.default_seats):
        yield Variant(seats)
    for option in about.options.values():
        for value in option.choices or (int(option.low), int(option.high)):
            if value != option.default:
                yield Variant(about.default_seats, {option.name: value})


def fewer(games: int) -> int:
    """Return the number of games to play of an unusual variant."""
    return max(2, games // 4)


def seeds(games: int, seconds: float) -> Iterator[int]:
    """Yield the seeds of up to `games` games, at least one, until the time is up."""
    began = time.monotonic()
    for seed in range(games):
        yield seed
        if time.monotonic() - began > seconds:
            return


def misspelled(about: PlainInfo) -> Iterator[str]:
    """Yield a sentence for each method whose name resembles a method that the engine calls."""
    for name, value in vars(about.kind).items():
        if not callable(value) or name.startswith("_") or hasattr(Author, name) or name in OFFERED:
            continue
        close = difflib.get_close_matches(name, OFFERED, n=1, cutoff=0.8)
        if close and close[0] not in vars(about.kind):
            line = value.__code__.co_firstlineno if hasattr(value, "__code__") else None
            yield f"{_at(about, line, name)}: aicore never calls it; did you mean {close[0]}?"


def _at(about: PlainInfo, line: int | None, name: str) -> str:
    return f"{about.label}, line {line}, {name}" if line else f"{about.label}, {name}"


class Checker:
    """Checks of one number of seats and its options by random games."""

    def __init__(
        self, report: CheckReport, game: Game, about: PlainInfo, games: int, limit: float
    ) -> None:
        self.report, self.game, self.about, self.games = report, game, about, games
        self.limit = limit
        self.used: Counter[str] = Counter()
        self.moved: Counter[int] = Counter()
        self.results: set[tuple[float, ...]] = set()
        self.lengths: list[int] = []
        self.plies, self.seconds = 0, 0.0
        self.ended = 0

    def run(self, usual: bool) -> None:
        """Play the games and report findings."""
        for seed in seeds(self.games, self.limit):
            try:
                self._game(seed)
            except MistakeError as error:
                self.report.add(_text(error))
                if seed >= 3 and not self.ended:
                    return
        if self.ended >= ENOUGH:
            self._whole()
        try:
            if usual and not self.report.findings:
                self._facts()
                self._mirrored()
                self._recall()
            if self.game.has_hidden and self.ended:
                self._odds()
        except MistakeError as error:
            self.report.add(_text(error))

    def _game(self, seed: int) -> None:
        """Play one random game and check it closely every few plies."""
        rng = aicore.Rng(seed)
        state = self.game.start()
        actions, row, played = 0, 0, list[int]()
        while state.turn != aicore.END:
            row = row + 1 if state.turn == aicore.CHANCE else 0
            if row > MAX_ROW:
                self.report.add(
                    f"{self.about.label}: {row} chance events in a row and no seat got the "
                    "turn: does an event forget to set s.turn?"
                )
                return
            if len(played) > CLOSELY:
                pass
            elif len(played) % EVERY == seed % EVERY:
                self._look(state, SELDOM if seed < 4 else ())
            elif seed < 2:
                self._look(state, ())
            event = state.sample(rng)
            self.used[self._form(event)] += 1
            if state.turn >= 0:
                actions += 1
                self.moved[state.turn] += 1
            state.apply(event)
            played.append(event)
            self.game.bound(len(played))
            if actions > self.game.max_length:
                self.report.add(
                    f"{self.about.label}: a random game is not over after {self.game.max_length} "
                    "actions: does it always end? If games can be this long, set longest in "
                    "the class"
                )
                return
        self._look(state, SELDOM if seed < 4 else ())
        self.results.add(tuple(state.returns()))
        self.ended += 1
        self.lengths.append(actions)
        if seed < 4:
            self._replay(played, state)

    def _form(self, event: int) -> str:
        return str(self.game.grammar.form_of(event).pattern)

    def _look(self, state: State, more: tuple[Callable[[State], Iterator[Finding]], ...]) -> None:
        for check in (*OFTEN, *more):
            for sentence, function in check(state):
                code = getattr(function, "__code__", None)
                place = (
                    _at(self.about, code.co_firstlineno, code.co_name) if code else self.about.label
                )
                self.report.add(f"{place}: {sentence}")

    def _replay(self, played: list[int], end: State) -> None:
        """Check that replaying the events gives the same end: methods remember only s."""
        again = self.game.start()
        for event in played:
            if event not in events(again):
                break
            again.apply(event)
        if bytes(again) != bytes(end):
            self.report.add(
                f"{self.about.label}: replaying the same events gives another position: methods "
                "must keep everything in s"
            )

    def _whole(self) -> None:
        """Report findings about all games together."""
        seats = f"with {self.game.seats} seats" if self.game.seats > 1 else "with 1 seat"
        if len(self.results) == 1 and self.game.seats > 1:
            result = next(iter(self.results))
            sentence = (
                f"{_at(self.about, *_code(self.about, 'result'))}: all {self.ended} random games "
                f"{seats} end with {list(result)}"
            )
            if len(set(result)) == 1:  # perhaps a cooperative game that is hard to win
                self.report.remarks.append(f"{sentence}, the same for every seat")
            else:
                self.report.add(f"{sentence}: does it use s?")
        for seat in range(self.game.seats):
            if not self.moved[seat]:
                self.report.add(
                    f"{self.about.label}: seat {seat} never got the turn in {self.ended} random "
                    f"games {seats}"
                )
        for form in self.game.grammar:
            if not self.used[form.pattern]:
                kind = "happened" if form.chance else "was played"
                function = form.lister or form.play
                self.report.remarks.append(
                    f"{_at(self.about, function.__code__.co_firstlineno, function.__name__)}: "
                    f"{form.pattern!r} never {kind} in {self.ended} random games {seats}"
                )

    def _mirrored(self) -> None:
        """Check that declared symmetries hold."""
        if found := broken(self.game):
            self.report.add(f"{self.about.label}: {found}")

    def _recall(self) -> None:
        """Check that seats forget nothing, if the class declares perfect recall."""
        if self.game.perfect_recall and (found := forgotten(self.game, self.games)):
            self.report.add(
                f"{self.about.label}: {found}: keep what a seat learned in fields that it "
                "sees, or set perfect_recall = False"
            )

    def _facts(self) -> None:
        """Add statistics of the game: size, length, speed."""
        game = self.game
        if not self.lengths:
            return
        ordered = sorted(self.lengths)
        began, plies = time.monotonic(), 0
        rng = aicore.Rng(1)
        while time.monotonic() - began < 0.3:
            plies += game.start().play_out(rng)
        rate = plies / (time.monotonic() - began)
        self.report.facts += [
            f"{game.info.title}: a position has {game.state_size} bytes; {game.num_tokens or 'no'} "
            f"action words; observations of {game.observation_size} bytes",
            f"{self.ended} random games with {game.seats} seats: {ordered[0]} to {ordered[-1]} "
            f"actions, median {ordered[len(ordered) // 2]}; {rate:,.0f} events/s",
        ]

    def _odds(self) -> None:
        """Check that redrawn hidden values have the same probabilities as dealt values."""
        rng = aicore.Rng(31)
        counts: dict[tuple[Any, ...], tuple[Counter[Any], Counter[Any]]] = {}
        open_: Counter[tuple[Any, ...]] = Counter()
        for _ in range(DEALS):
            state = self.game.start()
            while state.turn == aicore.CHANCE:
                state.apply(state.sample(rng))
            truth = dict(_entries(state.to_dict()))
            for seat in range(self.game.seats):
                hidden = [place for place, value in _entries(state.to_dict(seat)) if value is None]
                drawn = dict(_entries(state.resample(seat, rng).to_dict()))
                for place in hidden:
                    if place in truth and place in drawn:
                        pair = counts.setdefault((seat, *place), (Counter(), Counter()))
                        pair[0][truth[place]] += 1
                        pair[1][drawn[place]] += 1
                        open_[seat, *place] += truth[place] == drawn[place]
        known = [
            place for place, (dealt, _) in counts.items()
            if len(dealt) > 1 and open_[place] == sum(dealt.values())
        ]  # fmt: skip
        if known:
            seat, field = known[0][:2]
            self.report.remarks.append(
                f"{self.about.label}: with {self.game.seats} seats, seat {seat} can work out "
                f"everything hidden from it in {field}: hidden cards are redrawn only from hidden "
                "fields. If some cards were never dealt, give them a field: pile = Cards(..., "
                "hidden=True)"
            )
        for place, (dealt, redrawn) in counts.items():
            size = sum(dealt.values())
            for value in {*dealt, *redrawn}:
                share = (dealt[value] + redrawn[value]) / (2 * size)
                error = (2 * share * (1 - share) / size) ** 0.5
                if (
                    size >= 50
                    and error
                    and abs(dealt[value] - redrawn[value]) / size > UNLIKELY * error
                ):
                    self.report.add(
                        f"{self.about.label}: {place[1]}, hidden from seat {place[0]}, is {value} "
                        f"in {dealt[value] / size:.0%} of the deals, but in "
                        f"{redrawn[value] / size:.0%} when redrawn: use deck= for cards that "
                        "are dealt, or write resample(self, s, seat, random)"
                    )
                    return


def _text(error: MistakeError) -> str:
    """Return the error's sentence with the whole state; players see only a part of the state."""
    sentence = str(error).partition("; state ")[0]
    return sentence if error.state is None else f"{sentence}; state {written(error.state)}"


def _code(about: PlainInfo, name: str) -> tuple[int | None, str]:
    code = getattr(getattr(about.kind, name, None), "__code__", None)
    return (code.co_firstlineno if code else None), name


def _entries(fields: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if isinstance(fields, dict | list):
        parts = fields.items() if isinstance(fields, dict) else enumerate(fields)
        for name, part in parts:
            yield from _entries(part, (*place, name))
    else:
        yield place, fields
