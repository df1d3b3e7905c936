"""Hunt for blunders: the losses of a player's decisions, measured by rollouts.

The hunt samples decisions from games of a player against itself, on even deals; odd deals are
reserved for measurements. Two independent judges look at every legal action: playouts by the game's
policy, and a tree search with other parameters than the player's. Rollouts compare their favorites
with the played action, on the same cards and dice. The action that does best on one half of the
rollouts is measured on the other half, so that the choice does not bias the loss. If no
action leads by one standard error, the decision counts as sound. So the hunt tends to underestimate
losses. The player that continues the rollouts has plans of its own: a cheap script may choose the
candidates, but a strong player should measure them (`--measure`). Otherwise a plan that the script
does not carry out looks like a blunder.

    python -m bench.strength.blunders booster --games 4
    python -m bench.strength.blunders gratis3 --by "engine:old/bin/aicore mcts:sims=200" --first 1
    python -m bench.strength.blunders relics --measure mcts:sims=50 --rollouts 100 --out found.jsonl

`--out` writes the games to a file, from which the printed commands show the blunders. `--suite`
adds proven blunders to a suite of `bench.strength.sense`. With `--screen`, a search selects the
decisions to prove, and the hunt examines no others.

    python -m bench.strength.blunders gratis3 --by level:4 --suite found.toml --screen \\
        mcts:sims=4000 --prover mcts:sims=30 --decisions 30
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shlex import quote

import aicore
from aicore.arena.intervals import Bounded
from aicore.arena.match import Match
from aicore.arena.pool import pool
from aicore.arena.rollout import roll_out, usual
from aicore.core.deal import Deal
from aicore.core.errors import AicoreError
from aicore.core.record import Ply, Record, replay
from aicore.core.rng import Rng
from aicore.players.defaults import levels_of
from aicore.search.flat import Flat
from bench.common import interval
from bench.strength.sense import Position, add, prove

SECOND = "mcts:sims=600,c=0.4,prune=soft,reach=0,trust=0,root=ucb"
"""The judge that searches."""

PLAYOUTS = 16  # playouts of the other judge for each legal action
MAX_PLAYOUTS = 2000
CUTOFF = 30  # plies of a playout before the position is evaluated
CANDIDATES = 2  # candidates of each judge
LEAD = 1.0  # standard errors by which an action must lead for a second measurement
NOTABLE = 0.05  # minimum loss of a blunder, as a share of the stake
SURE = 2.0  # standard errors that a notable loss must exceed
DOUBTFUL = 0.12  # minimum loss by a search's values, as a share of the stake
KNOWN = 20  # minimum simulations of an action for a reliable value
FRESH = 1 << 32  # first seed of fresh luck


@dataclass(frozen=True)
class Find:
    """Examined decision.

    Args:
        seed: seed of the deal.
        move: the decision's number, as `aicore rollout` takes it.
        seat: the seat that decided.
        played, better: actions; equal if nothing better was found.
        loss: loss of the played action on fresh luck, as a share of the stake.
        error: its standard error.
        games: number of games with fresh luck after each of the two actions.
    """

    seed: int
    move: int
    seat: int
    played: str
    better: str
    loss: float = 0.0
    error: float = 0.0
    games: int = 0

    @property
    def blunder(self) -> bool:
        """Whether the loss is significant and large enough."""
        return self.loss > NOTABLE and self.loss > SURE * self.error


@dataclass(frozen=True)
class Hunted:
    """Game, its number of decisions, the examined ones, and the proven blunders among them."""

    record: Record
    decisions: int
    finds: tuple[Find, ...]
    proven: tuple[Position, ...]


@dataclass(frozen=True)
class Effort:
    """Settings for the judgment of decisions.

    Args:
        judge: the spec of the player that continues the rollouts for a choice.
        measure: the spec of the player that continues the rollouts for a measurement.
        rollouts: the number of rollouts after each action: half to choose, half to measure.
        decisions: the number of decisions to examine in each game.
        proofs: the number of games in a proof for a suite; 0 for no proofs.
        prover: the spec of the player that continues the games of a proof.
        screen: the spec of a search that selects the decisions to prove; "" leaves this to the
            judges and rollouts.
    """

    judge: str
    measure: str
    rollouts: int
    decisions: int
    proofs: int = 0
    prover: str = ""
    screen: str = ""


def hunt(name: str, seats: int | None, by: str, effort: Effort, seed: int) -> Hunted:
    """Play a game, examine some of its decisions, and return the results."""
    game = aicore.load(name, seats=seats)
    players = [aicore.player(by, game) for _ in range(game.seats)]
    record = Match(game, players, Deal(seed)).finish()
    plies = [ply for ply in replay(record) if ply.state.turn >= 0 and len(ply.state.legal()) > 1]
    chosen = random.Random(seed).sample(plies, min(effort.decisions, len(plies)))
    finds, proven = [], []
    for ply in sorted(chosen, key=lambda ply: ply.number):
        if effort.screen:
            good, bad = doubted(ply, effort.screen, seed)
        else:
            find, others = look(ply, effort, seed)
            finds.append(find)
            good, bad = ([find.better], [find.played, *others]) if find.blunder else ([], [])
        if effort.proofs and good:
            part = record.events[: ply.number]
            bad = list(dict.fromkeys(bad))
            position = prove(record, part, good, bad, effort.prover, effort.proofs)
            proven += [position] if position else []
    return Hunted(record, len(plies), tuple(finds), tuple(proven))


def look(ply: Ply, effort: Effort, seed: int) -> tuple[Find, list[str]]:
    """Return the loss of a decision, and the other actions that were rolled out."""
    view = ply.state.view(ply.state.turn)
    game = view.game
    played = ply.state.event_text(ply.event or "")
    move = ply.number + 1
    luck = seed * 10_000 + move
    named = list(dict.fromkeys([played, *by_playouts(view, luck), *by_search(view, luck)]))
    sound = Find(seed, move, view.seat, played, played)
    half = max(1, effort.rollouts // 2)
    if len(named) == 1:
        return sound, []
    first = roll_out(view, effort.judge, half, named, only=True, seed=luck)
    best, mine = first.candidates[0], first.of(played)
    if mine is best or mine.behind < LEAD * mine.behind_error:
        return sound, []
    pair = (best.action, played)
    fresh = roll_out(view, effort.measure, half, pair, only=True, seed=FRESH + luck)
    other, mine = fresh.of(best.action), fresh.of(played)
    span = game.high - game.low
    loss, error = (mine.behind - other.behind) / span, max(mine.behind_error, other.behind_error)
    find = Find(seed, move, view.seat, *pair[::-1], loss, error / span, mine.games)
    return find, [one.action for one in first.candidates if one.action not in pair]


def doubted(ply: Ply, spec: str, seed: int) -> tuple[list[str], list[str]]:
    """Return a search's best action and the played one if it is notably worse, else no actions."""
    view = ply.state.view(ply.state.turn)
    played = ply.state.event_text(ply.event or "")
    decision = aicore.player(spec, view.game, seed).decide(view)
    value = {
        candidate.action: candidate.values[view.seat]
        for candidate in decision.candidates
        if candidate.visits >= KNOWN
    }
    if played not in value or decision.action not in value:
        return [], []
    loss = (value[decision.action] - value[played]) / (view.game.high - view.game.low)
    return ([decision.action], [played]) if loss > DOUBTFUL else ([], [])


def by_playouts(view: aicore.View, seed: int) -> list[str]:
    """Return the best legal actions by playouts of the game's policy."""
    actions = len(view.legal_actions())
    least = 2 * actions * actions.bit_length()
    playouts = max(least, min(PLAYOUTS * actions, MAX_PLAYOUTS))
    parameters = {"sims": playouts, "cutoff": CUTOFF, "playouts": "guided", "prune": "off"}
    result = Flat(view.game, time=0.0, **parameters).search(view, Rng(seed))
    return [candidate.action for candidate in result.candidates[:CANDIDATES]]


def by_search(view: aicore.View, seed: int) -> list[str]:
    """Return the best legal actions of a search with other parameters."""
    decision = aicore.player(SECOND, view.game, seed).decide(view)
    seen = sorted(decision.candidates, key=lambda candidate: -candidate.visits)
    return list(dict.fromkeys([decision.action, *(candidate.action for candidate in seen)]))[
        :CANDIDATES
    ]


def report(by: str, effort: Effort, games: list[Hunted], out: Path | None, before: int) -> None:
    """Print the figures, with intervals over the games, and commands for the worst blunders."""
    hunted = [one for one in games if one.finds]
    if len(hunted) < 2:
        print("fewer than two games: no statistics")
        return
    finds = [find for one in hunted for find in one.finds]
    least, most = Bounded.of(
        [statistics.fmean(find.blunder for find in one.finds) for one in hunted]
    ).interval()
    lost = [statistics.fmean(find.loss for find in one.finds) for one in hunted]
    own = [one.decisions / one.record.seats for one in hunted]
    per_decision, wide = interval(lost)
    per_game, half = interval([each * count for each, count in zip(lost, own, strict=True)])
    count = sum(find.blunder for find in finds)
    print(f"{by}: {len(finds)} decisions in {len(hunted)} games, measured by {effort.measure}")
    print(
        f"  lose > {NOTABLE:.0%} of the stake  {count / len(finds):.1%} ({least:.1%} to {most:.1%})"
    )
    print(f"  lost per decision      {per_decision:.2%} ± {wide:.2%}")
    print(
        f"  lost per seat and game {per_game:.1%} ± {half:.1%}, "
        f"{statistics.fmean(own):.0f} decisions"
    )
    places = {one.record.seed: before + place for place, one in enumerate(games, 1)}
    bad = [find for find in finds if find.loss > 0]
    for find in sorted(bad, key=lambda one: -one.loss)[:10]:
        surely = "" if find.blunder else ", not sure"
        print(f"{find.loss:6.1%} ± {1.96 * find.error:.1%}: {find.played}; {find.better}{surely}")
        if out is None:
            print(f"        deal {find.seed}, move {find.move}, seat {find.seat}")
        else:
            where = f"{quote(str(out))} {find.move} {quote(find.better)} --game {places[find.seed]}"
            print(f"        aicore rollout {where} --by {quote(effort.measure)} --only")


def main() -> None:
    """Read the options, and run the hunt."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--by", metavar="SPEC", help="player to examine; default: level 9")
    parser.add_argument("--judge", metavar="SPEC", help="player for rollouts; default: script")
    parser.add_argument(
        "--measure", metavar="SPEC", help="player for rollouts with fresh luck; default: JUDGE"
    )
    parser.add_argument("--seats", type=int)
    parser.add_argument("--first", type=int, default=0, help="first deal; then every second one")
    parser.add_argument("--decisions", type=int, default=10, help="decisions per game")
    parser.add_argument("--rollouts", type=int, default=400, help="rollouts after each action")
    parser.add_argument("--minutes", type=float, help="start no game after this many minutes")
    parser.add_argument("--out", type=Path, help="save the games to this file")
    parser.add_argument("--suite", type=Path, help="save proven blunders to this suite")
    parser.add_argument("--proofs", type=int, default=400, help="games after each action in proofs")
    parser.add_argument(
        "--prover", metavar="SPEC", help="player for rollouts in proofs; default: MEASURE"
    )
    parser.add_argument("--screen", metavar="SPEC", help="search that selects decisions to prove")
    parser.add_argument("--jobs", type=int, help="processes; default: one per core")
    args = parser.parse_args()
    try:
        run(args)
    except (AicoreError, OSError) as error:
        parser.error(str(error))


def batched(deals: range, size: int) -> Iterator[range]:
    """Yield as many deals at a time as there are processes."""
    for start in range(0, len(deals), size):
        yield deals[start : start + size]


def run(args: argparse.Namespace) -> None:
    """Run the hunt that the options describe. Raises AicoreError, OSError."""
    game = aicore.load(args.game, seats=args.seats)
    ladder = levels_of(game.info)
    by = args.by or (ladder[-1] if ladder else "mcts")
    judge = args.judge or usual(game)
    measure = args.measure or judge
    prover = args.prover or measure
    screen = args.screen or ""
    if screen and not args.suite:
        raise AicoreError("--screen needs --suite")
    for spec in filter(None, (by, judge, measure, prover, screen)):
        aicore.player(spec, game)
    proofs = args.proofs if args.suite else 0
    effort = Effort(judge, measure, args.rollouts, args.decisions, proofs, prover, screen)
    job = partial(hunt, args.game, args.seats, by, effort)
    begin = time.monotonic()
    before = len(args.out.read_text().splitlines()) if args.out and args.out.exists() else 0
    games = []
    with pool(args.jobs) as worker_pool:
        deals = range(args.first, args.first + 2 * args.games, 2)
        for group in batched(deals, args.jobs or os.cpu_count() or 1):
            if args.minutes and time.monotonic() - begin > 60 * args.minutes:
                break
            for hunted in worker_pool.map(job, group):
                games.append(hunted)
                if args.out:
                    hunted.record.write(args.out)
                if args.suite:
                    add(args.suite, hunted.proven)
    if screen:
        proven = sum(len(hunted.proven) for hunted in games)
        print(f"{proven} positions of {len(games)} games are proven")
    else:
        report(by, effort, games, args.out, before)


if __name__ == "__main__":
    main()
