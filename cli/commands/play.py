"""`aicore play`: a person against computer players, or alone."""

from __future__ import annotations

from typing import Any

from aicore.cli.options import (
    GAME,
    PATH,
    SPEC,
    LevelNumber,
    Number,
    Whole,
    examples,
    record_option,
    rules_option,
    seats_option,
    seed_option,
    trust_option,
)
from aicore.cli.spoken_help import argument, command, option


@examples(
    """
    aicore play tic_tac_toe
    aicore play booster --vs mcts:sims=5000 --vs greedy --seat 0
    aicore play booster --level 3
    aicore play booster --level auto
    aicore play booster --seats 3 --time 2 --record games.jsonl
    aicore play ransom                 alone, for the score
    aicore play ransom --vs mcts       a duel on the same deal
    aicore play --resume FILE          continue a saved game
    """
)
@command()
@argument("game", type=GAME, required=False)
@option(
    "--vs",
    type=SPEC,
    multiple=True,
    metavar="SPEC",
    help="An opponent (see `aicore players`); name one for each other seat, or one for all. "
    "Default: mcts.",
)
@option(
    "--level",
    type=LevelNumber(auto=True),
    metavar="1-9|auto",
    help="The opponents' level, from 1 (beginner) to 9 (full strength), instead of --vs; "
    "auto: your own level, from your saved games.",
)
@seats_option
@option("--seat", type=Whole(), metavar="K", help="Your seat, from 0; random by default.")
@option(
    "--time", "seconds", type=Number(), metavar="S", help="Opponents think for S seconds per move."
)
@option("--sims", type=Whole(), metavar="N", help="Opponents run N simulations per move.")
@seed_option
@rules_option
@record_option
@option("--resume", type=PATH, metavar="FILE", help="Continue the saved game in this file.")
@trust_option
def play(**given: Any) -> None:
    """Play GAME against computer players.

    To move, type a move as listed, its number, or the first letters of its words; Tab completes.
    Type ? for the commands: hint, undo, why, moves, board, save, rules, quit and others. Ctrl-C
    saves the game and leaves. While an opponent is thinking, Ctrl-C makes it move at once.

    Without GAME, you are asked which game to play. You play a game for one seat alone, or with --vs
    as a duel in which both of you play the same deal.
    """
    from aicore.cli.play import run  # late: --help needs none of it

    run(**given)
