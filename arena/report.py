"""Contents of a tournament's report, for a terminal, an HTML file and the server's page."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from aicore.arena.config import ADAPTIVE
from aicore.arena.figures import Mean, PlayerFigures, Summary
from aicore.core.errors import AicoreError
from aicore.core.language import N_, fill, pgettext
from aicore.core.language import gettext as _
from aicore.core.registry import info

Cell = str | None
"""Contents of a table cell; None for a missing figure."""


@dataclass(frozen=True)
class Section:
    """Part of a report.

    Args:
        title: title of the section.
        lines: sentences above the table.
        columns, rows: the table; without columns there is none.
        texts: number of leading columns that hold words; the others hold figures.
    """

    title: str
    lines: list[str] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    rows: list[list[Cell]] = field(default_factory=list)
    texts: int = 1


def test(figures: Summary) -> Section | None:
    """Return the section on a sequential test; None if there was none."""
    result = figures.test
    if result is None:
        return None
    one, two = (player.name for player in figures.players)
    returns = result.model == "returns"
    if result.decided:
        text = (
            _("accepted: {value:g} {unit} better")
            if returns
            else _("accepted: {value:g} {unit} stronger")
        )
        worth = result.elo0 if result.decided == "elo0" else result.elo1
        verdict = fill(text, value=worth, unit=per_game(figures))
    else:
        text = _("undecided between {low:g} and {high:g} {unit}")
        verdict = fill(text, low=result.elo0, high=result.elo1, unit=per_game(figures))
    verdict += "" if returns else f" ({_(result.model)})"
    text = _("{one} over {two}, {verdict} after {count} blocks")
    lines = [
        fill(text, one=one, two=two, verdict=verdict, count=whole(result.blocks)),
        _(
            "log-likelihood ratio {ratio:+.2f}, bounds {low:.2f} and {high:.2f}",
            ratio=result.llr,
            low=result.lower,
            high=result.upper,
        ),
    ]
    if figures.finished and not result.decided and figures.config["deals"] is None:
        lines.append(_("stopped: neither hypothesis holds; the truth lies between them"))
    if result.today is not None:
        lines.append(_("an earlier version decided this test; this version would need more blocks"))
    if result.raw is not None:
        text = _("from luck-adjusted block scores; unadjusted it would be {ratio:+.2f}")
        lines.append(fill(text, ratio=result.raw))
    if result.factor is not None:
        text = _("luck-adjusted, each game counts as {factor:.1f} games")
        lines.append(fill(text, factor=result.factor))
    if result.pairs is not None:
        pairs = ", ".join(map(str, result.pairs))
        lines.append(_("pairs with 0, ½, 1, 1½, 2 points: {pairs}", pairs=pairs))
    return Section(_("Test"), lines)


MODELS = (N_("logistic"), N_("normalized"))
"""Models of a test besides returns, listed for translation."""


def per_game(figures: Summary) -> str:
    """Return the unit of strength: Elo, or stakes a game."""
    return _("{stakes} a game", stakes=figures.stakes) if figures.stakes else "Elo"


def whole(number: int) -> str:
    """Return a whole number as text, with separators between its thousands."""
    return fill("{number:,.0f}", number=number)


def written(value: float, form: str) -> str:
    """Return a number as text in the current language, in a format such as "+z.3g"."""
    return fill(f"{{value:{form}}}", value=float(value))


def ladder(figures: Summary) -> Section:
    """Return the section with the ratings of all players, best first."""
    several = len(figures.players) > 1
    order = figures.ladder()
    if figures.stakes:
        worth: list[tuple[float | None, float | None, float | None]] = [
            (returns.value, returns.low, returns.high)
            for returns in (figures.players[k].returns or Mean(None, None, None) for k in order)
        ]
    else:
        ranking = [figures.players[k] for k in order]
        worth = [(player.elo, player.low, player.high) for player in ranking]
    form = "+z.3g" if figures.stakes else "z.0f" if figures.anchor else "+z.0f"
    ranked = figures.config["seats"] > 2 and not figures.stakes
    scored = not figures.stakes and _scored(figures)
    failed = any(player.forfeits for player in figures.players)
    columns = [
        pgettext("column", "player"),
        per_game(figures),
        "95 %",
        pgettext("column", "W-D-L") if several else pgettext("column", "games"),
        *[pgettext("column", "points")] * (not figures.stakes),
        *[pgettext("column", "rank")] * ranked,
        *[pgettext("column", "score")] * scored,
        *[pgettext("column", "LOS")] * several,
        *[pgettext("column", "forfeits")] * failed,
    ]
    rows: list[list[Cell]] = []
    for place, (k, (value, low, high)) in enumerate(zip(order, worth, strict=True)):
        player = figures.players[k]
        known = low is not None and high is not None and low < high
        below = order[place + 1] if place + 1 < len(order) else None
        above = None if below is None else f"{100 * figures.superior[k][below]:.0f} %"
        mean = None if player.score.mean is None else written(player.score.mean, "z.4g")
        counts = (player.wins, player.draws, player.losses) if several else (player.games,)
        rows.append([
            player.name,
            None if value is None else written(value, form),
            _range(low, high, form) if known else None,
            "-".join(map(whole, counts)),
            *[percent(player.share)] * (not figures.stakes),
            *[None if player.rank is None else written(player.rank, ".2f")] * ranked,
            *[mean] * scored,
            *[above] * several,
            *[forfeited(player)] * failed,
        ])  # fmt: skip
    return Section(_("Ladder"), list(_rated(figures)) if several else [], columns, rows)


def _range(low: float | None, high: float | None, form: str) -> str:
    """Return an interval as text."""
    return _("{low} to {high}", low=written(low or 0.0, form), high=written(high or 0.0, form))


def _scored(figures: Summary) -> bool:
    """Whether some mean score differs from the share of points."""
    return any(
        player.score.mean is not None
        and (player.share is None or abs(player.score.mean - player.share) > 1e-9)
        for player in figures.players
    )


def _rated(figures: Summary) -> Iterator[str]:
    """Yield sentences on the meaning of Elo and its intervals."""
    if figures.anchor is not None:
        name, elo = figures.anchor
        text = _("Elo and intervals are differences from {who}, which has {elo:g}")
        yield fill(text, who=name, elo=elo)
    elif not figures.stakes:
        yield _("Elo and intervals are differences from the mean of all players")
    yield _("LOS: likelihood of being stronger than the next player")
    elo_apart = figures.normalized
    if elo_apart is not None and elo_apart.value is not None:
        one, two = (figures.players[k].name for k in figures.ladder())
        if figures.ladder()[0]:  # the second player is ahead
            ends = (elo_apart.value, elo_apart.high, elo_apart.low)
            elo_apart = Mean(*(None if end is None else -end for end in ends))
        text = _("normalized Elo of {one} over {two}: {elo}")
        yield fill(text, one=one, two=two, elo=mean(elo_apart, "+z.0f"))


def forfeited(player: PlayerFigures) -> Cell:
    """Return the number of a player's forfeits, and how many were on time; None without any."""
    if not player.forfeits:
        return None
    if not player.timeouts:
        return whole(player.forfeits)
    text = _("{forfeits} ({timeouts} on time)")
    return fill(text, forfeits=whole(player.forfeits), timeouts=whole(player.timeouts))


@dataclass(frozen=True)
class Meeting:
    """One player's result against another.

    Args:
        games: number of games that compare them.
        share: the first player's share of the points between them, 0 to 1.
        stronger: the probability that the first player is stronger, 0 to 1.
        gain: the first player's return above the mean of both, in games for stakes; else None.
        record: the number of comparisons that the first player won, drew and lost.
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
        """First player's result as a short text: "57 %", or "+0.143" in games for stakes."""
        return f"{100 * self.share:.0f} %" if self.gain is None else gained(self.gain)

    @property
    def words(self) -> str:
        """All figures in words."""
        won, level, lost = self.record
        text = _("won {won:g}, drew {level:g}, lost {lost:g}", won=won, level=level, lost=lost)
        if self.apart is not None:
            text += ", " + _(
                "Elo {elo:+z.0f} ({low:+z.0f} to {high:+z.0f})",
                **dict(zip(("elo", "low", "high"), self.apart, strict=True)),
            )
        return text


@dataclass(frozen=True)
class Meetings:
    """Table of the results of each player against every other.

    Args:
        names: the players, best first.
        rows: result of each player against each; None against itself, or if they never met.
        unit: unit of the results, such as "share" (of the points) or "chips a game".
    """

    names: list[str]
    rows: list[list[Meeting | None]]
    unit: str

    @property
    def title(self) -> str:
        """Title of the table."""
        return _("Who beats whom")


def meetings(figures: Summary) -> Meetings:
    """Return the table of the results of each player against every other."""
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
    return Meetings(names, rows, per_game(figures) if figures.stakes else pgettext("unit", "share"))


def standings(figures: Summary) -> Section | None:
    """Return the section on the standings of a Swiss tournament; None for other formats."""
    if not figures.standings:
        return None
    rows: list[list[Cell]] = [[name, halves(points)] for name, points in figures.standings]
    columns = [pgettext("column", "player"), pgettext("column", "points")]
    return Section(_("Standings"), [_("a bye counts as a win")], columns, rows)


def matches(figures: Summary) -> Section | None:
    """Return the section on Swiss or knockout matches, round by round; None for other formats."""
    if not figures.matches:
        return None
    knockout = figures.config["format"] == "knockout"
    rows: list[list[Cell]] = []
    for one in figures.matches:
        bye = len(one.players) == 1
        result = _("bye") if bye else " : ".join(map(halves, one.points))
        rows.append([" - ".join(one.players), *[one.winner] * knockout, str(one.round), result])
    columns = [
        pgettext("column", "match"),
        *[pgettext("column", "winner")] * knockout,
        pgettext("column", "round"),
        pgettext("column", "points"),
    ]
    last = figures.matches[-1]
    lines = []
    if knockout and last.winner and figures.finished:
        lines.append(_("winner: {who}", who=last.winner))
    return Section(_("Rounds"), lines, columns, rows, texts=1 + knockout)


def halves(points: float) -> str:
    """Return points as text, with halves as a fraction, such as "2½"."""
    whole, part = divmod(points, 1.0)
    if part == 0.5:
        return f"{whole:.0f}½" if whole else "½"
    return written(points, ".4g")


def scores(figures: Summary) -> Section:
    """Return the section on the distribution of each player's scores."""
    columns = [pgettext("column", "player"), pgettext("column", "mean"), pgettext("column", "min")]
    columns += ["5 %", "25 %", "50 %", "75 %", "95 %", pgettext("column", "max")]
    rows: list[list[Cell]] = []
    for k in figures.ladder():
        one = figures.players[k]
        if one.score.mean is not None:
            half = "" if one.score.half is None else f" ±{written(one.score.half, '.3g')}"
            quantiles = [written(value, "z.4g") for value in one.score.quantiles]
            rows.append([one.name, f"{written(one.score.mean, 'z.4g')}{half}", *quantiles])
    return Section(_("Scores"), [], columns, rows)


def differences(figures: Summary) -> Section | None:
    """Return the section on mean score differences on the same deals; None without any."""
    pairs = figures.differences
    if pairs is None or len(figures.players) < 2:
        return None
    order = figures.ladder()
    lines = [
        _(
            "{one} over {two}: {points}",
            one=figures.players[one].name,
            two=figures.players[two].name,
            points=mean(pairs[one][two], "+z.4g"),
        )
        for place, one in enumerate(order)
        for two in order[place + 1 :]
        if pairs[one][two].value is not None
    ]
    return Section(_("Paired score differences on the same deals"), lines)


def less_luck(figures: Summary) -> Section | None:
    """Return the section on results with and without luck; None if luck was not measured."""
    solo = len(figures.seats) == 0
    form = _form(figures.stakes, solo)
    rows: list[list[Cell]] = [
        [
            name,
            form(one.raw),
            form(one.left),
            None if one.factor is None else _("{factor:.1f}x the games", factor=one.factor),
        ]
        for name, one in figures.less_luck()
    ]
    text = (
        _("The mean {stakes} a game with its 95 % interval, raw and luck-adjusted.")
        if figures.stakes
        else _("The mean score with its 95 % interval, raw and luck-adjusted.")
        if solo
        else _("The mean of the points with its 95 % interval, raw and luck-adjusted.")
    )
    line = fill(text, stakes=figures.stakes)
    line += " " + _("Worth: the number of raw games that one luck-adjusted game replaces.")
    columns = [
        pgettext("column", "player"),
        pgettext("column", "raw"),
        pgettext("column", "luck-adjusted"),
        pgettext("column", "worth"),
    ]
    return Section(_("Luck-adjusted"), [line], columns, rows) if rows else None


def _form(stakes: str, solo: bool) -> Callable[[Mean], Cell]:
    """Return the function that formats mean results: stakes, scores or percentages."""
    return partial(mean, form="+z.3g") if stakes else mean if solo else share


def games(figures: Summary) -> Section:
    """Return the section on rounds, seats, lengths, ends and speed."""
    solo, deals = figures.config["seats"] == 1, figures.config["deals"]
    form = _form(figures.stakes, solo)
    lines = []
    if deals and figures.planned:
        if figures.config["format"] == "knockout":
            text = _("planned: {games} games or more, if matches are level")
        elif figures.config["format"] in ADAPTIVE:
            text = _("planned: {games} games")
        else:
            text = _("planned: {games} games; {rounds}")
        explanation = rounds(figures.planned // deals, solo)
        lines.append(fill(text, games=whole(figures.planned), rounds=explanation))
    lines += [
        fill(_seat_line(figures), seat=seat, result=form(result), stakes=figures.stakes)
        for seat, result in enumerate(figures.seats)
        if result.value is not None
    ]
    length = figures.length
    if length.mean is not None:
        low, high = length.quantiles[2], length.quantiles[4]
        lines.append(
            _(
                "length: {mean:.0f} events on average; the middle half of the games has "
                "{low:.0f} to {high:.0f}",
                mean=length.mean,
                low=low,
                high=high,
            )
        )
    words = _ends(figures.config["game"])
    if words.keys() & figures.ends.keys():
        counted = []
        for end, n in figures.ends.items():
            how = _(words[end]) if end in words else _("with {end}", end=end)
            counted.append(f"{whole(n)} {how}")
        lines.append(_("endings: {ends}", ends=", ".join(counted)))
    for one, speed in zip(figures.players, figures.speed, strict=True):
        if speed.per_second is not None:
            text = _("{who}: {pace:,.0f} decisions a second, {total} in total")
            total = whole(one.decisions)
            lines.append(fill(text, who=one.name, pace=speed.per_second, total=total))
    return Section(_("Games"), lines)


def _seat_line(figures: Summary) -> str:
    """Return the text for a seat's or a team's mean result, with slots."""
    if figures.config.get("partners"):
        if figures.stakes:
            return _("team {seat}: {result} {stakes} a game")
        return _("team {seat}: {result} of the points")
    if figures.stakes:
        return _("seat {seat}: {result} {stakes} a game")
    return _("seat {seat}: {result} of the points")


def _ends(game: str) -> dict[str, str]:
    """Return a phrase for each end of a game, to be translated.

    The game's own phrases are missing if its file is gone.
    """
    words = {"forfeit": N_("by forfeit"), "adjudicated": N_("by adjudication")}
    with contextlib.suppress(AicoreError):
        words.update(info(game).story.ENDS)
    return words


def rounds(size: int, solo: bool) -> str:
    """Return a phrase that explains the number of games in a round."""
    if solo:
        return _("rounds of {size} give everyone the same deals", size=size)
    return _("rounds of {size} give each player each seat equally often", size=size)


def troubles(figures: Summary, most: int) -> Iterator[Section]:
    """Yield sections on forfeits and on other problems.

    Args:
        figures: the figures of the tournament.
        most: maximum number of entries in each section.
    """
    if figures.reasons:
        rows: list[list[Cell]] = [
            [name, _kind(kind), reason, whole(count)]
            for name, kind, reason, count in figures.reasons[:most]
        ]
        columns = [
            pgettext("column", "player"),
            pgettext("column", "kind"),
            pgettext("column", "reason"),
            pgettext("column", "games"),
        ]
        yield Section(_("Forfeits"), [], columns, rows, texts=3)
    if figures.notes:
        yield Section(_("Problems"), figures.notes[:most])


def _kind(kind: str) -> str:
    """Return the kind of a forfeit in a word."""
    words = {
        "crash": pgettext("forfeit", "crash"),
        "error": pgettext("forfeit", "error"),
        "flood": pgettext("forfeit", "flood"),
        "garbage": pgettext("forfeit", "garbage"),
        "illegal": pgettext("forfeit", "illegal"),
        "refused": pgettext("forfeit", "refused"),
        "time": pgettext("forfeit", "time"),
    }
    return words.get(kind, kind)


def percent(share: float | None) -> Cell:
    """Return a share as a percentage; None if it is unknown."""
    return None if share is None else _("{share:.1f} %", share=100 * share)


def gained(value: float) -> str:
    """Return a mean return as text, with its sign and three digits."""
    return written(value, "+z.3g")


def share(mean: Mean) -> Cell:
    """Return a share with its interval as text, such as "97.5 % (88.1 to 99.5)"."""
    if mean.value is None or mean.low is None or mean.high is None:
        return percent(mean.value)
    return f"{percent(mean.value)} ({_range(100 * mean.low, 100 * mean.high, '.1f')})"


def mean(figure: Mean, form: str = "z.4g") -> Cell:
    """Return a mean with its interval as text; `form` formats each figure."""
    if figure.value is None:
        return None
    if figure.low is None or figure.high is None:
        return written(figure.value, form)
    return f"{written(figure.value, form)} ({_range(figure.low, figure.high, form)})"
