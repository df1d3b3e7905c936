"""`aicore saves`: a person's saved games, to list, count and delete."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence

from aicore.cli.saved_games import SavedGame, saved_game, saved_games
from aicore.cli.screen import make_console, table
from aicore.cli.streams import say
from aicore.core.language import fill
from aicore.core.language import gettext as _


def run(as_json: bool) -> None:
    """Run `aicore saves`."""
    if as_json:
        for saved in saved_games():
            say(json.dumps(saved.to_dict()))
    else:
        _list()


def _list() -> None:
    games = saved_games()
    if not games:
        say(_("No saved games yet. `aicore play` saves every game."))
        return
    count = _("moves")
    listing = table(
        "", _("game"), _("against"), count, _("result"), _("last played"), right=[count]
    )
    for saved in games:
        moves = str(saved.moves)
        game, against = saved.record.game, saved.opponents
        listing.add_row(saved.name, game, against, moves, saved.outcome, saved.day)
    console = make_console()
    console.print(listing)
    console.print("aicore saves " + "    ".join(_offers(games)), style="dim")
    console.print(f"aicore replay {games[0].name}", style="dim")


def _offers(games: Sequence[SavedGame]) -> list[str]:
    """Return commands for the games: resume needs an unfinished one, review a finished one."""
    unfinished = (f"resume {saved.name}" for saved in games if not saved.record.over)
    finished = (f"review {saved.name}" for saved in games if saved.record.over)
    offers = [next(unfinished, ""), next(finished, ""), f"delete {games[0].name}", "stats"]
    return [offer for offer in offers if offer]


def delete(names: tuple[str, ...]) -> None:
    """Run `aicore saves delete`."""
    for saved in [saved_game(name) for name in dict.fromkeys(names)]:
        saved.file.unlink()
        say(_("deleted: {game}, {result}", game=saved.record.game, result=saved.outcome))


def stats() -> None:
    """Run `aicore saves stats`."""
    finished: dict[tuple[str, str], list[SavedGame]] = defaultdict(list)
    for saved in saved_games():
        if saved.record.over:
            finished[saved.record.game, saved.opponents].append(saved)
    if not finished:
        say(_("No finished games yet."))
        return
    columns = (_("games"), _("won"), _("drawn"), _("lost"), _("best"), _("mean"))
    listing = table(_("game"), _("against"), *columns, right=columns)
    for (game, opponents), games in sorted(finished.items()):
        results = [saved.result for saved in games]
        counts = [str(results.count(word)) for word in ("won", "drawn", "lost")]
        figures = ["", ""]
        if games[0].record.seats == 1:
            counts = ["", "", ""]
            scores = [float(saved.record.scores[0]) for saved in games if saved.record.scores]
            if scores:  # games that were resigned have none
                mean = sum(scores) / len(scores)
                figures = [fill("{best:g}", best=max(scores)), fill("{mean:.1f}", mean=mean)]
        listing.add_row(game, opponents, str(len(games)), *counts, *figures)
    make_console().print(listing)
