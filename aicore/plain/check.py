"""`aicore check`: random games of a file, and a report of the mistakes that they reveal."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import aicore
from aicore.core.errors import AicoreError, MistakeError
from aicore.core.game import Game, State
from aicore.core.language import fill, ngettext
from aicore.core.language import gettext as _
from aicore.core.registry import info
from aicore.core.symmetry import broken
from aicore.plain.check_report import CheckReport
from aicore.plain.checks import OFTEN, SELDOM, Finding, events
from aicore.plain.info import PlainInfo
from aicore.plain.judging import MakePlayer, misled, searched
from aicore.plain.loading import load, register
from aicore.plain.misspelled import misspelled, place_of
from aicore.plain.mistakes import method_at, separators, written
from aicore.plain.recall import forgotten
from aicore.plain.remembering import contradictions
from aicore.plain.rules import PlainGame
from aicore.plain.variants import Variant, fewer, seeds, variants

CHECK_INTERVAL = 7  # number of plies between positions that are checked closely
MAX_STREAK = 2000  # maximum number of consecutive chance events
MAX_CHECKED = 300  # number of events in a game whose positions are checked
MIN_GAMES = 12  # number of completed games needed for findings about all games
DEALS = 300  # number of deals to compare with redrawn ones
MAX_STANDARD_ERRORS = 5.0  # maximum difference that counts as chance, in standard errors
MAX_SECONDS = 10.0  # processor time per variant, in seconds
SEARCH_SECONDS = 4.0  # processor time for games by players that search, in seconds
REDRAW_GAMES = 2  # number of games in which redraws are compared with what seats saw


def check_file(
    path: Path,
    games: int,
    progress: Callable[[str], None],
    seconds: float = MAX_SECONDS,
    all_variants: bool = True,
    make_player: MakePlayer | None = None,
) -> CheckReport:
    """Check the game of a file.

    Args:
        path: path of the file.
        games: number of random games of the default variant; other variants get fewer.
        progress: function that is called with the variant that is checked next.
        seconds: processor time after which no further game of a variant starts.
        all_variants: whether to check other numbers of seats and other options, too.
        make_player: function that makes players; None: the check plays only random games.

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
        except AicoreError as error:
            report.add(str(error))
            continue
        assert isinstance(game, PlainGame)
        game.caching = False  # the author's methods run again in every position
        usual = variant == Variant(about.default_seats)
        Checker(report, game, about, games if usual else fewer(games), variant, seconds,
                make_player).run(usual)  # fmt: skip
    return report


class Checker:
    """Checks of a variant of a game by random games."""

    def __init__(
        self, report: CheckReport, game: Game, about: PlainInfo, games: int,
        variant: Variant, limit: float, make_player: MakePlayer | None = None,
    ) -> None:  # fmt: skip
        self.report, self.game, self.about, self.games = report, game, about, games
        self.variant, self.limit, self.make_player = variant, limit, make_player
        self.contradicted: set[str] = set()
        self.peeking = False
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
            except AicoreError as error:
                self._add_error(error)
                if seed >= 3 and not self.ended:
                    return
        try:
            if self.ended >= MIN_GAMES:
                self._check_all_games()
            if usual and not self.report.findings:
                self._add_statistics()
                self._check_symmetries()
                self._check_recall()
                self._check_estimate()
                self._check_players()
            if self.game.has_hidden and self.ended:
                self._check_redraws()
        except AicoreError as error:
            self._add_error(error)

    def _add_error(self, error: AicoreError) -> None:
        """Add an error that the game raised as a finding."""
        if isinstance(error, MistakeError):
            self.report.add(_text(error))
        else:
            self.report.add(f"{self.about.label}: {error}")

    def _game(self, seed: int) -> None:
        """Play one random game and check it closely every few plies."""
        rng = aicore.Rng(seed)
        state = self.game.start()
        actions, streak, played = 0, 0, list[int]()
        while state.turn != aicore.END:
            streak = streak + 1 if state.turn == aicore.CHANCE else 0
            if streak > MAX_STREAK:
                self.report.add(
                    _(
                        "{place}: {n} chance events in a row and no seat got the turn: does an "
                        "event forget to set s.turn?",
                        place=self.about.label,
                        n=streak,
                    )
                )
                return
            if len(played) > MAX_CHECKED:
                pass
            elif len(played) % CHECK_INTERVAL == seed % CHECK_INTERVAL:
                self._check_position(state, SELDOM if seed < 4 else ())
            elif seed < 2:
                self._check_position(state, ())
            event = state.sample(rng)
            self.used[self._form(event)] += 1
            if state.turn >= 0:
                actions += 1
                self.moved[state.turn] += 1
            before = state.clone() if seed < REDRAW_GAMES and self.game.has_hidden else None
            state.apply(event)
            if before is not None and len(played) < MAX_CHECKED // 3:
                self._check_memory(before, event, state)
                if state.turn >= 0:
                    self._check_scores(state)
            played.append(event)
            self.game.bound(len(played))
            if actions > self.game.max_length:
                self.report.add(
                    _(
                        "{place}: a random game is not over after {n} actions: does it always "
                        "end? If games can be this long, set longest in the class",
                        place=self.about.label,
                        n=self.game.max_length,
                    )
                )
                return
        self._check_position(state, SELDOM if seed < 4 else ())
        self.results.add(tuple(state.returns()))
        self.ended += 1
        self.lengths.append(actions)
        if seed < 4:
            self._check_replay(played, state)

    def _form(self, event: int) -> str:
        return str(self.game.grammar.form_of(event).pattern)

    def _check_position(
        self, state: State, more: tuple[Callable[[State], Iterator[Finding]], ...]
    ) -> None:
        for check in (*OFTEN, *more):
            for sentence, function in check(state):
                code = getattr(function, "__code__", None)
                place = (
                    place_of(self.about, code.co_firstlineno, code.co_name)
                    if code
                    else self.about.label
                )
                self.report.add(f"{place}: {sentence}")

    def _check_replay(self, played: list[int], end: State) -> None:
        """Check that replaying the events leads to the same final position."""
        again = self.game.start()
        for event in played:
            if event not in events(again):
                break
            again.apply(event)
        if bytes(again) != bytes(end):
            self.report.add(
                _(
                    "{place}: replaying the same events gives another position: methods must "
                    "keep everything in s",
                    place=self.about.label,
                )
            )

    def _check_memory(self, before: State, event: int, after: State) -> None:
        """Add a remark for each field whose redraws contradict what a seat saw."""
        for contradiction in contradictions(before, event, after):
            if contradiction.field not in self.contradicted:
                self.contradicted.add(contradiction.field)
                form = self.game.grammar.form_of(event)
                place = place_of(self.about, form.play.__code__.co_firstlineno, form.name)
                self.report.remark(f"{place}: {contradiction.sentence}")

    def _check_scores(self, state: State) -> None:
        """Add a remark if the scores that a seat sees differ from the true ones."""
        if self.peeking or not hasattr(self.about.kind, "scores"):
            return
        true = list(state.scores())
        for seat in range(self.game.seats):
            seen = list(state.view(seat).scores())
            if seen != true:
                self.peeking = True
                self.report.remark(
                    _(
                        "{place}: it depends on hidden fields: seat {seat} reads {seen} where "
                        "{true} is true; count only what everybody sees",
                        place=place_of(self.about, *_code(self.about, "scores")),
                        seat=seat,
                        seen=seen,
                        true=true,
                    )
                )
                return

    def _check_estimate(self) -> None:
        """Add a remark if the author's estimate misleads `greedy`."""
        if self.make_player is not None and hasattr(self.about.kind, "estimate"):
            sentence = misled(self.game, self.make_player, 200, SEARCH_SECONDS)
            if sentence:
                self.report.remark(
                    f"{place_of(self.about, *_code(self.about, 'estimate'))}: {sentence}"
                )

    def _check_players(self) -> None:
        """Report players that refuse the class's default parameters."""
        if self.make_player is None:
            return
        for name in self.about.kind.players:
            try:
                self.make_player(name, self.game)
            except AicoreError as error:
                self.report.add(f"{self.about.label}: players: {error}")

    def _check_all_games(self) -> None:
        """Report findings about all games together."""
        seats = str(self.variant)
        if len(self.results) == 1 and self.game.seats > 1:
            self._check_one_result(next(iter(self.results)), seats)
        for seat in range(self.game.seats):
            if not self.moved[seat]:
                self.report.add(
                    _(
                        "{place}: seat {seat} never got the turn in {n} random games with "
                        "{variant}",
                        place=self.about.label,
                        seat=seat,
                        n=self.ended,
                        variant=seats,
                    )
                )
        for form in self.game.grammar:
            if not self.used[form.pattern]:
                text = (
                    _("{place}: {form!r} never happened in {n} random games with {variant}")
                    if form.chance
                    else _("{place}: {form!r} was never played in {n} random games with {variant}")
                )
                function = form.lister or form.play
                place = place_of(self.about, function.__code__.co_firstlineno, function.__name__)
                slots = {"place": place, "form": form.pattern, "n": self.ended, "variant": seats}
                self.report.remark(fill(text, **slots))

    def _check_one_result(self, result: tuple[float, ...], seats: str) -> None:
        """Report that all random games end alike; search decides whether the game is just hard."""
        place = place_of(self.about, *_code(self.about, "result"))
        sentence = _(
            "{place}: all {n} random games with {variant} end with {result}",
            place=place,
            n=self.ended,
            variant=seats,
            result=list(result),
        )
        if self.make_player is None:
            if len(set(result)) == 1:  # perhaps a cooperative game that is hard to win
                self.report.remark(_("{what}, the same for every seat", what=sentence))
            else:
                self.report.add(_("{what}: does it use s?", what=sentence))
            return
        shares = tuple(self.game.shares(result))
        others = searched(self.game, self.make_player, MIN_GAMES, SEARCH_SECONDS)
        different = sum(one != shares for one in others)
        if different:
            self.report.remark(
                ngettext(
                    "{what}; {n} of {games} games by mcts ends differently, so the game is hard "
                    "but not wrong",
                    "{what}; {n} of {games} games by mcts end differently, so the game is hard "
                    "but not wrong",
                    different,
                    what=sentence,
                    games=len(others),
                )
            )
        elif len(set(result)) == 1:
            text = (
                _("{what}, and so do {n} games by mcts: can the players lose at all?")
                if min(shares) == 1.0
                else _("{what}, and so do {n} games by mcts: can the players win at all?")
            )
            self.report.remark(fill(text, what=sentence, n=len(others)))
        else:
            text = _("{what}, and so do {n} games by mcts: does it use s?")
            self.report.add(fill(text, what=sentence, n=len(others)))

    def _check_symmetries(self) -> None:
        """Check that declared symmetries hold."""
        if found := broken(self.game):
            self.report.add(f"{self.about.label}: {found}")

    def _check_recall(self) -> None:
        """Check that seats forget nothing, if the class declares perfect recall."""
        if not (self.game.perfect_recall and self.game.num_tokens):
            return  # without tokens, there are no observations
        if sentence := forgotten(self.game, self.games):
            self.report.add(
                _(
                    "{place}: {what}: keep what a seat learned in fields that it sees, or set "
                    "perfect_recall = False",
                    place=self.about.label,
                    what=sentence,
                )
            )

    def _add_statistics(self) -> None:
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
        if self.ended < min(self.games, MIN_GAMES):
            self.report.remark(
                ngettext(
                    "{place}: only {n} random game fitted into {seconds:g} s, so rare mistakes "
                    "may remain",
                    "{place}: only {n} random games fitted into {seconds:g} s, so rare mistakes "
                    "may remain",
                    self.ended,
                    place=self.about.label,
                    seconds=self.limit,
                )
            )
        self.report.facts += [
            _(
                "{game}: a position has {size} bytes; {words} action words; observations of "
                "{observation} bytes",
                game=game.info.title,
                size=game.state_size,
                words=game.num_tokens or _("no"),
                observation=game.observation_size,
            ),
            _(
                "{n} random games with {seats} seats: {least} to {most} actions, median {median}; "
                "{rate:,.0f} events/s",
                n=self.ended,
                seats=game.seats,
                least=ordered[0],
                most=ordered[-1],
                median=ordered[len(ordered) // 2],
                rate=rate,
            ),
        ]

    def _check_redraws(self) -> None:
        """Check that redrawn hidden values have the same probabilities as dealt values."""
        rng = aicore.Rng(31)
        counts: dict[tuple[Any, ...], tuple[Counter[Any], Counter[Any]]] = {}
        equal: Counter[tuple[Any, ...]] = Counter()
        for _deal in range(DEALS):
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
                        equal[seat, *place] += truth[place] == drawn[place]
        known = [
            place for place, (dealt, _redrawn) in counts.items()
            if len(dealt) > 1 and equal[place] == sum(dealt.values())
        ]  # fmt: skip
        if known:
            seat, field = known[0][:2]
            self.report.remark(
                _(
                    "{place}: with {seats} seats, seat {seat} can work out everything hidden from "
                    "it in {field}: hidden cards are redrawn only from hidden fields. If some "
                    "cards were never dealt, give them a field: pile = Cards(..., hidden=True)",
                    place=self.about.label,
                    seats=self.game.seats,
                    seat=seat,
                    field=field,
                )
            )
        for place, (dealt, redrawn) in counts.items():
            size = sum(dealt.values())
            for value in {*dealt, *redrawn}:
                share = (dealt[value] + redrawn[value]) / (2 * size)
                error = (2 * share * (1 - share) / size) ** 0.5
                if (
                    size >= 50
                    and error
                    and abs(dealt[value] - redrawn[value]) / size > MAX_STANDARD_ERRORS * error
                ):
                    self.report.add(
                        _(
                            "{place}: {field}, hidden from seat {seat}, is {value} in {dealt:.0%} "
                            "of the deals, but in {redrawn:.0%} when redrawn: use deck= for cards "
                            "that are dealt, or write resample(self, s, seat, random)",
                            place=self.about.label,
                            field=place[1],
                            seat=place[0],
                            value=value,
                            dealt=dealt[value] / size,
                            redrawn=redrawn[value] / size,
                        )
                    )
                    return


def _text(error: MistakeError) -> str:
    """Return the error's sentence with the part of the state that its method names."""
    at = separators()[1]
    sentence = str(error).partition(f"{at} ")[0]
    if error.state is None:
        return sentence
    words = set(re.findall(r"\w+", method_at(error.file or "", error.line or 0)))
    shown = {name: value for name, value in error.state.items() if name in words | {"turn"}}
    return f"{sentence}{at} {written(shown if len(shown) > 1 else error.state)}"


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
