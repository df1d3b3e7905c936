"""Learning curve of backgammon: what a network's choices lose after more and more games.

The script trains as `aicore train backgammon --from nothing` does. GNU Backgammon (Debian's package
`gnubg`) looks two plies ahead and judges the choices of all networks in the same positions. These
come from games of the last network. The lines have the number of games, the minutes, the loss of a
choice and half its 95 % interval, in thousandths of a point. docs/generate_pictures.py draws them.

    python -m bench.study.learning_curve --minutes 60 --out docs/pictures/backgammon_training.csv
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path
from typing import Any

import aicore
from aicore.core.net_file import read_net
from aicore.train.course import course_of
from aicore.train.run import NOTHING, Run, Settings
from aicore.train.selfplay_pool import selfplay_pool
from bench.strength.gnubg import match_file, play
from bench.strength.gnubg_choices import judged, measured

FIRST = 500  # games before the first measurement
STEP = 1.5  # factor from one measurement to the next
COLUMNS = "games,minutes,loss,bound"


def train(settings: Settings, jobs: int) -> list[tuple[int, float, Any]]:
    """Train a network. Return the number of games, the minutes, and the network then."""
    measured_networks: list[tuple[int, float, Any]] = []
    game = settings.load()

    def watch(kind: str, entry: dict[str, Any]) -> None:
        due = FIRST if not measured_networks else STEP * measured_networks[-1][0]
        if kind == "generation" and entry["games"] >= due:
            assert run.training is not None
            measured_networks.append((entry["games"], entry["seconds"] / 60, run.training.net))

    with tempfile.TemporaryDirectory() as folder, selfplay_pool(game, jobs, None) as pool:
        run = Run.begin(Path(folder) / "run", settings)
        run.go(pool, watch)
        assert run.training is not None
        last = read_net(settings.out, game)[0]
        if measured_networks and measured_networks[-1][0] == run.training.games:
            measured_networks.pop()
        measured_networks.append((run.training.games, run.training.seconds / 60, last))
    return measured_networks


def main() -> None:
    """Run the command line above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--games", type=int, default=24, help="games to take positions from")
    parser.add_argument("--net", default="backgammon.net", help="file for the last network")
    parser.add_argument("--out", type=Path, help="file for the lines")
    args = parser.parse_args()
    game = aicore.load("backgammon")
    settings = Settings(
        game=game.name,
        seats=game.seats,
        options=dict(game.options),
        seed=args.seed,
        seconds=60 * args.minutes,
        generations=0,
        start=NOTHING,
        course=course_of(game),
        out=str(Path(args.net).absolute()),
    )
    networks = train(settings, args.jobs)
    player = f"greedy:net={settings.out}"
    choices = judged(match_file([play((player, seed)) for seed in range(args.games)]), 2)
    lines = [COLUMNS]
    for games, minutes, net in networks:
        lost, bound, _ = measured(net, choices)
        lines.append(f"{games},{minutes:.1f},{1000 * lost:.1f},{1000 * bound:.1f}")
        print(lines[-1], flush=True)
    if args.out:
        args.out.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
