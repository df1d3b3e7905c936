"""Print the program's sentences: stories, studies, reviews and luck reports from games played now.

Read all of them, and rewrite each sentence that you would not say to a friend across the table.

    python tools/sentences.py              50 games, over all games
    python tools/sentences.py booster relics --games 10 --unique
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

import aicore
from aicore.arena.match import Match
from aicore.coach.effort import effort_for
from aicore.coach.highlights import highlights
from aicore.coach.review import review
from aicore.core.deal import Deal
from aicore.core.record import replay
from aicore.core.registry import names
from aicore.core.story import Names, ending, tell_all
from aicore.session.seat_labels import seat_names
from aicore.study.findings import findings
from aicore.study.games import deals_of, workers
from aicore.study.luck import luck
from aicore.study.played_game import Design

PLAYER = "greedy"
REVIEWED = 0.3  # seconds of a review


def sentences(name: str, games: int) -> Iterator[tuple[str, str]]:
    """Yield the place of each sentence, and the sentence."""
    game = aicore.load(name)
    for line in game.info.story.aim(game):
        yield "aim", line
    specs = [PLAYER] * game.seats
    for number in range(games):
        match = Match(
            game, [aicore.player(spec, game, seed=number) for spec in specs], Deal(number)
        )
        match.finish()
        record, person = match.record(), number % game.seats
        called = Names(seat_names(specs, game.info, person), person)
        plies = list(replay(record))
        heard = [one for one in (ply.heard(person) for ply in plies[:-1]) if one is not None]
        for line in tell_all(game, heard, called):
            yield "story", line
        yield "end", game.info.story.end(game, ending(plies[-1].state, person), called)
        if number == 0:
            for turn in highlights(review(record, effort_for(game, plies, REVIEWED)), called):
                for line in turn.story:
                    yield f"review, {turn.word}", line
    design = Design(name, game.seats, (), PLAYER)
    with workers(1) as pool:
        played = pool.play(design, deals_of(1, max(2, games)), lambda: None)
    for finding in [*findings(design, played), *luck(played)]:
        yield "study", finding.sentence


def main() -> None:
    """Print the sentences."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="GAME", help="default: every game")
    parser.add_argument("--games", type=int, default=50, help="total number of games")
    parser.add_argument(
        "--unique", action="store_true", help="print only one sentence of each form"
    )
    args = parser.parse_args()
    chosen = args.names or names()
    seen: set[str] = set()
    for name in chosen:
        for where, line in sentences(name, max(1, args.games // len(chosen))):
            form = re.sub(r"[\d.,]+", "0", line)
            if args.unique and form in seen:
                continue
            seen.add(form)
            print(f"{name} ({where}): {line}")


if __name__ == "__main__":
    main()
