"""Page of a ladder: the ratings, their course over time, and games to step through."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from aicore.arena import plots, report
from aicore.arena.block_runner import GameRow
from aicore.arena.config import Config
from aicore.arena.figures import Summary
from aicore.arena.page import NONE, cross_table, document, heading, intervals_plot, name_cell, table
from aicore.arena.plan import Plan
from aicore.arena.schedules import played_rounds, scores_of
from aicore.arena.summary import Reader
from aicore.core.language import gettext as _
from aicore.core.language import pgettext

CHECKPOINTS = 40  # maximum number of points on a curve

STYLE = """
svg .line { fill: none; stroke-width: 2; }
svg .ends { font-size: 12px; }
a { color: var(--accent); }
"""


@dataclass(frozen=True)
class Shown:
    """Game that the page links to.

    Args:
        players: name of the player at each seat.
        result: the points, or a forfeit, in words.
        link: address of the game's page.
    """

    players: list[str]
    result: str
    link: str


Curve = list[tuple[int, float]]
"""Points of a curve: the total number of games played, and a player's rating at that time."""


def curves(
    config: Config, blocks: Mapping[int, Sequence[GameRow]], anchor: tuple[str, float] | None
) -> list[Curve]:
    """Return the curve of each player's rating over the games of the ladder.

    Args:
        config: the configuration of the ladder.
        blocks: the games of each block that was played.
        anchor: name and fixed Elo of the anchor player; None if the mean is 0.
    """
    plan = Plan(config)
    reader = Reader(config, anchor)
    scores = {number: scores_of(rows) for number, rows in blocks.items()}
    lines: list[Curve] = [[] for _name in config.names]
    games = sum(map(len, blocks.values()))
    due = games / CHECKPOINTS
    for round_played in played_rounds(plan, scores):
        for number in round_played.blocks:
            for row in blocks.get(number, ()):
                reader.add(row)
        if reader.games >= due or reader.games == games:
            due = reader.games + games / CHECKPOINTS
            for k, (value, known) in enumerate(reader.worth(2)):
                if known:
                    lines[k].append((reader.games, value))
    return lines


def page(
    figures: Summary, lines: Sequence[Curve], retired: Sequence[str], shown: Sequence[Shown]
) -> str:
    """Return the whole page.

    Args:
        figures: the figures of the ladder.
        lines: the curve of each player.
        retired: names of players who no longer play.
        shown: games to link to.
    """
    title = _("Ladder: {game}", game=figures.config["game"].partition("#")[0])
    body = "\n".join(_sections(figures, lines, set(retired), shown))
    return document(title, body, style=STYLE)


def _sections(
    figures: Summary, lines: Sequence[Curve], retired: set[str], shown: Sequence[Shown]
) -> Iterator[str]:
    count = len(figures.players)
    text = _(
        "{count} players, {games} games on {deals} deals, each played with every seating. "
        "The ladder adds the games that say most about strength.",
        count=count,
        games=report.whole(figures.games),
        deals=report.whole(figures.blocks),
    )
    yield f'<p class="soft">{escape(text)}</p>'
    if figures.games == 0:
        return
    section = report.ladder(figures)
    yield heading(_("Ratings"))
    yield from (f"<p>{escape(line)}</p>" for line in section.lines)
    yield intervals_plot(figures)
    gone = escape(_("retired"))
    rows = [
        [name_cell(name or "") + f" <small>({gone})</small>" * (name in retired),
         *(NONE if cell is None else escape(cell) for cell in cells)]
        for name, *cells in section.rows
    ]  # fmt: skip
    yield table(section.columns, rows, left=1)
    if any(len(line) > 1 for line in lines):
        yield heading(_("Ratings over time"))
        text = _("Each player's rating over the games, from all results up to then.")
        yield f"<p>{escape(text, quote=False)}</p>"
        order = figures.ladder()
        named = [(figures.players[k].name, lines[k]) for k in order if lines[k]]
        yield plots.curves(named, pgettext("axis", "games"))
    yield from cross_table(figures)
    if shown:
        yield heading(_("Games"))
        text = _("The latest games between neighbors on the ladder, then between other players.")
        yield f"<p>{escape(text)}</p>"
        watch = escape(pgettext("link", "watch"))
        games = [
            [name_cell(f" {NONE} ".join(game.players)), escape(game.result),
             f'<a href="{escape(game.link)}">{watch}</a>']
            for game in shown
        ]  # fmt: skip
        heads = [pgettext("column", "players"), pgettext("column", "result"), ""]
        yield table(heads, games, left=2)
