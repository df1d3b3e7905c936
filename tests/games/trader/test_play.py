"""Tests of Free Trader at the terminal: a duel on one deal, the odds, the drawing."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

import aicore
from aicore.arena.match import Match
from aicore.cli.duel import duel_verdict
from aicore.games.trader.picture.terminal import draw, table
from games.trader.table import combat, position
from kit import command
from kit.effort import effort

RIVAL = "mcts:sims=30"


def play(*args, lines=()):
    text = "".join(f"{line}\n" for line in lines)
    result = command.run("play", "trader", *args, input=text)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.slow
def test_a_duel_against_the_same_decisions_is_a_tie():
    game = aicore.load("trader")
    rival = Match(game, [aicore.player(RIVAL, game)], 4).finish()
    mine = [text for actor, text in rival.events if actor == 0]
    shown = play("--seed", 4, "--vs", RIVAL, lines=mine)
    assert "The same deal" in shown
    assert "A tie" in shown
    # with other decisions on the same deal, the duel has a winner
    assert "Computer wins the duel" in play("--seed", 4, "--vs", RIVAL, lines=["1"] * 400)


def over(paid, vectorium):
    """Return the end of a game in which a payment failed, or all four were made."""
    won = paid == 4
    return position(
        phase="end", end="paid" if won else "payment", paid=paid, month=min(paid + 1, 4),
        vectorium=vectorium, undrawn_events=["e02", "e03"],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("mine", "theirs", "verdict"),
    [
        ((2, 0), (1, 4), "You win the duel"),
        ((1, 4), (2, 0), "mcts wins the duel"),
        ((4, 3), (4, 2), "You win the duel"),
        ((1, 2), (1, 3), "mcts wins the duel"),
        ((3, 7), (3, 7), "A tie"),
    ],
)
def test_months_decide_a_duel_then_vectorium(mine, theirs, verdict):
    assert duel_verdict(over(*mine), over(*theirs), "mcts") == verdict


def test_odds_are_shown_in_play():
    game = aicore.load("trader")
    merchant = Match(game, [aicore.player("merchant", game)], 4).finish()
    mine = [text for actor, text in merchant.events if actor == 0]
    jump = next(i for i, text in enumerate(mine) if text.startswith("jump"))
    shown = play("--seed", 4, lines=[*mine[:jump], "odds"])
    assert "nobody" in shown
    assert "%" in shown
    assert "No move here involves luck" in play("--seed", 4, lines=["odds"])


def drawn(state, width=80):
    console = Console(width=width, file=io.StringIO())
    console.print(draw(state))
    return console.file.getvalue()


def test_the_table_shows_prices_fights_and_payments():
    text = drawn(combat(enemy="e07", month=2, paid=1, planets={"earth": (0, 0), "haven": (0, 1)}))
    # haven: +2 +3 -1 -2; invader 1 with the bonus of month 2
    assert "W+2 I+3 A-1 L-2" in text
    assert "<SHIP>" in text
    assert "it hits: 2 + 2 att > 2 + def;  you hit: 3 + att > 2 + def" in text
    assert "5 paid   10   10   15" in text
    assert "weapons for 4" in drawn(position(phase="upgrade"))
    assert "found: abyss  W+3 I+2 A+3 L-3  far 5  law 0" in drawn(
        position(phase="place", placing="abyss", planets={"earth": (0, 0)})
    )


@pytest.mark.parametrize("cargo", [4, 5, 9])
def test_a_tight_table_shows_all_holds_beside_the_modules(cargo):
    state = position(phase="jump", modules={"cargo": cargo, "weapons": 10}, hold={"industrials": 2})
    console = Console(width=80, file=io.StringIO())
    console.print(table(state, tight=True))
    (ship,) = [row for row in console.file.getvalue().splitlines() if " ship " in row]
    boxes = "[I] [I] [ ] [ ]" if cargo == 4 else f"[II{'.' * (cargo - 2)}]"
    assert f"cargo {cargo}  {boxes}" in ship


def found(state, planet):
    """Whether a planet has been found: it is on the map, or was just drawn."""
    fields = state.to_dict()
    return planet not in fields["pile"]


@pytest.mark.parametrize("width", [78, 80, 120])  # 78: indented, as `aicore play` shows it
def test_the_table_fits(width):
    game = aicore.load("trader")
    rng = aicore.Rng(7)
    for _ in range(effort(1, 6)):
        state = game.start()
        while state.turn != aicore.END:
            if rng.below(8) == 0:
                text = drawn(state, width)
                assert max(map(len, text.splitlines())) <= min(width, 80)
                assert "…" not in text
                assert text.count("smugglers-moon") == found(state, "smugglers-moon")
            state.apply(state.policy(rng) if state.turn >= 0 else state.sample(rng))
