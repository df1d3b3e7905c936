"""Contents of a tournament's report, as a terminal, an HTML file and the server's page show it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from aicore.arena.config import ADAPTIVE
from aicore.arena.figures import Mean, PlayerFigures, Summary
from aicore.core.errors import AicoreError
from aicore.core.registry import info

Cell = str | None
"""Contents of a table cell; None where there is no figure."""


@dataclass(frozen=True)
class Section:
    """Part of a report.

    Args:
        title: its subject.
        lines: sentences, above its table.
        columns, rows: the table; none where there are no columns.
        texts: number of leading columns that hold words; the others hold figures.
    """

    title: str
    lines: list[str] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    rows: list[list[Cell]] = field(default_factory=list)
    texts: int = 1


def test(figures: Summary) -> Section | None:
    """Return the section on a sequential test; None if there was none."""
    found = figures.test
    if found is None:
        return None
    one, two = (player.name for player in figures.players)
    returns = found.model == "returns"
    unit = f"{figures.stakes} a game" if returns else "Elo"
    more = "better" if returns else "stronger"
    verdict = {
        "elo0": f"accepted: {found.elo0:g} {unit} {more}",
        "elo1": f"accepted: {found.elo1:g} {unit} {more}",
        "": f"undecided between {found.elo0:g} and {found.elo1:g} {unit}",
    }[found.decided]
    kind = "" if returns else f" ({found.model})"
    lines = [
        f"{one} over {two}, {verdict}{kind} after {found.blocks:,} blocks",
        f"log-likelihood ratio {found.llr:+.2f}, bounds {found.lower:.2f} and {found.upper:.2f}",
    ]
    if found.today is not None:
        lines.append("an earlier version decided this; today's would not on these blocks alone")
    if found.raw is not None:
        lines.append(f"from luck-adjusted block scores; unadjusted it would be {found.raw:+.2f}")
    if found.factor is not None:
        lines.append(f"luck-adjusted, a game counts {found.factor:.1f} times")
    if found.pairs is not None:
        lines.append(f"pairs with 0, ½, 1, 1½, 2 points: {', '.join(map(str, found.pairs))}")
    return Section("Test", lines)


def ladder(figures: Summary) -> Section:
    """Return the players, best first."""
    several = len(figures.players) > 1
    order = figures.ladder()
    if figures.stakes:
        worth: list[tuple[float | None, float | None, float | None]] = [
            (found.value, found.low, found.high)
            for found in (figures.players[k].returns or Mean(None, None, None) for k in order)
        ]
    else:
        worth = [(one.elo, one.low, one.high) for one in map(figures.players.__getitem__, order)]
    form = "+z.3g" if figures.stakes else "z.0f" if figures.anchor else "+z.0f"
    ranked = figures.config["seats"] > 2 and not figures.stakes
    scored = not figures.stakes and _scored(figures)
    failed = any(one.forfeits for one in figures.players)
    columns = ["player", f"{figures.stakes} a game" if figures.stakes else "Elo", "95 %",
               "W-D-L" if several else "games", *["points"] * (not figures.stakes),
               *["rank"] * ranked, *["score"] * scored, *["LOS"] * several,
               *["forfeits"] * failed]  # fmt: skip
    rows: list[list[Cell]] = []
    for place, (k, (value, low, high)) in enumerate(zip(order, worth, strict=True)):
        one = figures.players[k]
        known = low is not None and high is not None and low < high
        below = order[place + 1] if place + 1 < len(order) else None
        above = None if below is None else f"{100 * figures.superior[k][below]:.0f} %"
        mean = None if one.score.mean is None else f"{one.score.mean:z.4g}"
        rows.append([
            one.name,
            None if value is None else f"{value:{form}}",
            f"{low:{form}} to {high:{form}}" if known else None,
            f"{one.wins:,}-{one.draws:,}-{one.losses:,}" if several else f"{one.games:,}",
            *[percent(one.share)] * (not figures.stakes),
            *[None if one.rank is None else f"{one.rank:.2f}"] * ranked,
            *[mean] * scored,
            *[above] * several,
            *[forfeited(one)] * failed,
        ])  # fmt: skip
    return Section("Ladder", list(_rated(figures)) if several else [], columns, rows)


def _scored(figures: Summary) -> bool:
    """Whether scores say more than points do."""
    return any(
        one.score.mean is not None and (one.share is None or abs(one.score.mean - one.share) > 1e-9)
        for one in figures.players
    )


def _rated(figures: Summary) -> Iterator[str]:
    """Yield what Elo and its intervals refer to."""
    if figures.anchor is not None:
        name, elo = figures.anchor
        yield f"Elo and intervals are differences from {name}, which has {elo:g}"
    elif not figures.stakes:
        yield "Elo and intervals are differences from the mean of all players"
    yield "LOS: likelihood of being stronger than the next player"
    found = figures.normalized
    if found is not None and found.value is not None:
        one, two = (figures.players[k].name for k in figures.ladder())
        if figures.ladder()[0]:
            found = Mean(*(None if v is None else -v for v in (found.value, found.high, found.low)))
        yield f"normalized Elo of {one} over {two}: {mean(found, '+z.0f')}"


def forfeited(one: PlayerFigures) -> Cell:
    """Return a player's forfeits, and how many of them were on time."""
    if not one.forfeits:
        return None
    return f"{one.forfeits:,}" + (f" ({one.timeouts:,} on time)" if one.timeouts else "")


@dataclass(frozen=True)
class Meeting:
    """One player's result against another.

    Args:
        games: number of games that compare them.
        share: the first player's share of the points between them, 0 to 1.
        stronger: the likelihood that the first is the stronger player, 0 to 1.
        gain: in games for stakes, how much the first gets above the mean of both; else None.
        record: comparisons that the first won, that were level, and that it lost.
        apart: the difference of their Elo with the ends of its 95 % interval; None if unknown.
    """

    games: float
    share: float
    stronger: float
    gain: float | None = None
    record: tuple[float, float, float] = (0.0, 0.0, 0.0)
    apart: tuple[float, float, float] | None = None

    @property
    def figure(self) -> str:
        """The first player's result, in few characters: "57 %", or "+0.143" stakes."""
        return f"{100 * self.share:.0f} %" if self.gain is None else gained(self.gain)

    @property
    def words(self) -> str:
        """All figures in words."""
        won, level, lost = self.record
        text = f"won {won:g}, drew {level:g}, lost {lost:g}"
        if self.apart is not None:
            text += ", Elo {:+z.0f} ({:+z.0f} to {:+z.0f})".format(*self.apart)
        return text


@dataclass(frozen=True)
class Meetings:
    """Results of each player against each other one.

    Args:
        names: the players, best first.
        rows: for each player, its result against each; None against itself, or if they never met.
        unit: "share" of the points, or the stakes of a game.
    """

    names: list[str]
    rows: list[list[Meeting | None]]
    unit: str = "share"
    title = "Who beats whom"


def meetings(figures: Summary) -> Meetings:
    """Return the result of each player against each other one."""
    order = figures.ladder()

    def met(one: int, two: int) -> Meeting | None:
        games, share = figures.cross[one][two]
        if one == two or share is None:
            return None
        gain = None if figures.gains is None else figures.gains[one][two].value
        apart = figures.apart[one][two] if figures.apart else None
        record = figures.records[one][two]
        return Meeting(games, share, figures.superior[one][two], gain, record, apart)

    rows = [[met(one, two) for two in order] for one in order]
    names = [figures.players[k].name for k in order]
    return Meetings(names, rows, f"{figures.stakes} a game" if figures.stakes else "share")


def standings(figures: Summary) -> Section | None:
    """Return the standings of a Swiss tournament; None of any other."""
    if not figures.standings:
        return None
    rows: list[list[Cell]] = [[name, halves(points)] for name, points in figures.standings]
    return Section("Standings", ["a bye counts as a win"], ["player", "points"], rows)


def matches(figures: Summary) -> Section | None:
    """Return the matches of a Swiss or knockout tournament, round by round; None of any other."""
    if not figures.matches:
        return None
    knockout = figures.config["format"] == "knockout"
    rows: list[list[Cell]] = []
    for one in figures.matches:
        bye = len(one.players) == 1
        result = "bye" if bye else " : ".join(map(halves, one.points))
        rows.append([" - ".join(one.players), *[one.winner] * knockout, str(one.round), result])
    columns = ["match", *["goes on"] * knockout, "round", "points"]
    last = figures.matches[-1]
    lines = []
    if knockout and last.winner and figures.finished:
        lines.append(f"winner: {last.winner}")
    return Section("Rounds", lines, columns, rows, texts=1 + knockout)


def halves(points: float) -> str:
    """Return points with halves as a fraction: 2½."""
    whole, part = divmod(points, 1.0)
    if part == 0.5:
        return f"{whole:.0f}½" if whole else "½"
    return f"{points:.4g}"


def scores(figures: Summary) -> Section:
    """Return the distribution of each player's scores."""
    columns = ["player", "mean", "min", "5 %", "25 %", "50 %", "75 %", "95 %", "max"]
    rows: list[list[Cell]] = []
    for k in figures.ladder():
        one = figures.players[k]
        if one.score.mean is not None:
            half = "" if one.score.half is None else f" ±{one.score.half:.3g}"
            quantiles = [f"{value:z.4g}" for value in one.score.quantiles]
            rows.append([one.name, f"{one.score.mean:z.4g}{half}", *quantiles])
    return Section("Scores", [], columns, rows)


def differences(figures: Summary) -> Section | None:
    """Return mean score differences on the same deals, better over worse; None without any."""
    found = figures.differences
    if found is None or len(figures.players) < 2:
        return None
    order = figures.ladder()
    lines = [
        f"{figures.players[one].name} over {figures.players[two].name}: "
        f"{mean(found[one][two], '+z.4g')}"
        for place, one in enumerate(order)
        for two in order[place + 1 :]
        if found[one][two].value is not None
    ]
    return Section("Paired score differences on the same deals", lines)


def less_luck(figures: Summary) -> Section | None:
    """Return points as they are and less luck; None where luck was not measured."""
    solo = len(figures.seats) == 0
    form = _form(figures.stakes, solo)
    what = f"{figures.stakes} a game" if figures.stakes else "score" if solo else "of the points"
    rows: list[list[Cell]] = [
        [
            name,
            form(one.raw),
            form(one.left),
            None if one.factor is None else f"{one.factor:.1f}x the games",
        ]
        for name, one in figures.less_luck()
    ]
    line = (
        f"The mean {what} with its 95 % interval, raw and luck-adjusted. Worth: how many times "
        "as many raw games would be needed for the same precision."
    )
    columns = ["player", "raw", "luck-adjusted", "worth"]
    return Section("Luck-adjusted", [line], columns, rows) if rows else None


def _form(stakes: str, solo: bool) -> Callable[[Mean], Cell]:
    """Return the function that formats means of results: stakes, scores or percentages."""
    return partial(mean, form="+z.3g") if stakes else mean if solo else share


def games(figures: Summary) -> Section:
    """Return rounds, seats, lengths, ends and speed, a line each."""
    solo, deals = figures.config["seats"] == 1, figures.config["deals"]
    form = _form(figures.stakes, solo)
    what = f"{figures.stakes} a game" if figures.stakes else "of the points"
    lines = []
    if deals and figures.planned:
        more = f"; {rounds(figures.planned // deals, solo)}"
        if figures.config["format"] in ADAPTIVE:
            more = " or more, if matches are level" * (figures.config["format"] == "knockout")
        lines.append(f"planned: {figures.planned:,} games{more}")
    lines += [
        f"{'team' if figures.config.get('partners') else 'seat'} {seat}: {form(found)} {what}"
        for seat, found in enumerate(figures.seats)
        if found.value is not None
    ]
    length = figures.length
    if length.mean is not None:
        low, high = length.quantiles[2], length.quantiles[4]
        lines.append(
            f"length: {length.mean:.0f} events on average; the middle half of the games "
            f"has {low:.0f} to {high:.0f}"
        )
    words = _ends(figures.config["game"])
    if words.keys() & figures.ends.keys():
        counted = (f"{n:,} {words.get(end, f'with {end}')}" for end, n in figures.ends.items())
        lines.append(f"games end: {', '.join(counted)}")
    for one, speed in zip(figures.players, figures.speed, strict=True):
        if speed.per_second is not None:
            pace = f"{speed.per_second:,.0f} decisions a second"
            lines.append(f"{one.name}: {pace}, {one.decisions:,} in total")
    return Section("Games", lines)


def _ends(game: str) -> dict[str, str]:
    """Return how games end, in words; without the game's own words if its file is gone."""
    words = {"forfeit": "by forfeit", "adjudicated": "by adjudication"}
    with contextlib.suppress(AicoreError):
        words.update(info(game).story.ENDS)
    return words


def rounds(size: int, solo: bool) -> str:
    """Return the reason why games come in rounds of a given size."""
    what = "everyone the same deals" if solo else "each player each seat equally often"
    return f"rounds of {size} give {what}"


def troubles(figures: Summary, most: int) -> Iterator[Section]:
    """Yield sections on forfeits and on other troubles.

    Args:
        most: maximum number of entries in each.
    """
    if figures.reasons:
        rows: list[list[Cell]] = [
            [name, kind, reason, f"{count:,}"]
            for name, kind, reason, count in figures.reasons[:most]
        ]
        yield Section("Forfeits", [], ["player", "kind", "reason", "games"], rows, texts=3)
    if figures.notes:
        yield Section("Problems", figures.notes[:most])


def percent(found: float | None) -> Cell:
    """Return a share as a percentage."""
    return None if found is None else f"{100 * found:.1f} %"


def gained(value: float) -> str:
    """Return a mean return as a string, in three digits with its sign."""
    return f"{value:+z.3g}"


def share(found: Mean) -> Cell:
    """Return a share with its interval, wider towards the middle: "97.5 % (88.1 to 99.5)"."""
    if found.value is None or found.low is None or found.high is None:
        return percent(found.value)
    return f"{percent(found.value)} ({100 * found.low:.1f} to {100 * found.high:.1f})"


def mean(found: Mean, form: str = "z.4g") -> Cell:
    """Return a mean with its interval."""
    if found.value is None:
        return None
    if found.low is None or found.high is None:
        return f"{found.value:{form}}"
    return f"{found.value:{form}} ({found.low:{form}} to {found.high:{form}})"
