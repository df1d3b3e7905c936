"""Tests against published facts: counts, values and best responses of the reference games."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

import pytest

import aicore
from aicore.search.exact import minimax, solve
from aicore.search.responses import best_response, expected_returns, uniform
from kit.effort import effort
from kit.positions import after, reached

# Tic-tac-toe


def test_tic_tac_toe_has_255168_games():
    def count(state, table):
        """Return the games from here by seat 0's return; each position is expanded once."""
        key = state.key()
        if key not in table:
            if state.turn == aicore.END:
                table[key] = Counter({state.returns()[0]: 1})
            else:
                parts = (count(after(state, a), table) for a in state.legal_actions())
                table[key] = sum(parts, Counter())
        return table[key]

    results = count(aicore.load("tic_tac_toe").start(), {})
    # 131184 / 77904 / 46080, 255168 in all: S. Schaefer, "MathRec Solutions: Tic-Tac-Toe", 2002.
    assert results == {1.0: 131_184, 0.0: 77_904, 0.5: 46_080}


def test_tic_tac_toe_is_a_draw_over_5478_positions():
    solution = solve(aicore.load("tic_tac_toe"))
    # 5478 positions, a draw: Wikipedia, "Game complexity" and "Tic-tac-toe".
    assert solution.positions == 5478
    assert solution.value(solution.game.start()) == (0.5, 0.5)
    assert minimax(solution.game.start()) == (0.5, 0.5)


def test_uniform_tic_tac_toe_meets_its_exact_odds():
    results = Counter()
    table = {}

    def odds(state):
        """Return seat 0's exact win, draw and loss under uniform play."""
        key = state.key()
        if key not in table:
            if state.turn == aicore.END:
                table[key] = [Fraction(state.returns()[0] == r) for r in (1.0, 0.5, 0.0)]
            else:
                parts = [odds(after(state, a)) for a in state.legal_actions()]
                table[key] = [sum(part) / len(parts) for part in zip(*parts, strict=True)]
        return table[key]

    # 737/1260, 8/63, 121/420: random tic-tac-toe in the rec.puzzles archive (C. Cole, M. Daly).
    expected = {1.0: Fraction(737, 1260), 0.5: Fraction(8, 63), 0.0: Fraction(121, 420)}
    start = aicore.load("tic_tac_toe").start()
    assert odds(start) == list(expected.values())

    playouts, rng = 100_000, aicore.Rng(20)
    for _ in range(playouts):
        state = start.clone()
        state.play_out(rng)
        results[state.returns()[0]] += 1
    for result, chance in expected.items():
        sigma = (playouts * chance * (1 - chance)) ** 0.5
        assert abs(results[result] - playouts * chance) < 4 * sigma


# Connect Four


@pytest.mark.slow
def test_connect_four_positions_by_ply():
    layer = {aicore.load("connect_four").start()}
    sizes = []
    for _ in range(8):
        sizes.append(len(layer))
        layer = {after(state, action) for state in layer for action in state.legal_actions()}
    # OEIS A212693, "Number of legal 7 X 6 Connect-Four positions after n plies" (J. Tromp).
    assert sizes == [1, 7, 49, 238, 1120, 4263, 16422, 54859]


@pytest.mark.parametrize(
    ("moves", "end"),
    [
        ("a b a b a b a", "line"),  # vertical
        ("a a b b c c d", "line"),  # horizontal
        ("d e e f f g f g g a g", "line"),  # rising from d1 to g4
        ("d c c b b a b a a g a", "line"),  # falling from a4 to d1
        ("e a f a g a b c", None),  # horizontal, but around the edge
        ("a b a b a c b a a a b", None),  # six high, then the bottom of the next column
    ],
)
def test_connect_four_lines(moves, end):
    assert reached("connect_four", *moves.split()).end == end


def brute_winner(board):
    """Return the marks with four in a line, cell by cell."""
    cells = {(r, c): m for r, row in enumerate(board) for c, m in enumerate(row) if m != "."}
    return {
        mark
        for (r, c), mark in cells.items()
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1))
        if all(cells.get((r + i * dr, c + i * dc)) == mark for i in range(4))
    }


@pytest.mark.slow
def test_connect_four_ends_agree_with_a_search_cell_by_cell():
    rng = aicore.Rng(11)
    ends = Counter()
    for _ in range(1500):
        state = aicore.load("connect_four").start()
        while state.turn != aicore.END:
            assert not brute_winner(state.to_dict()["board"])
            state.apply(state.sample(rng))
        winner = brute_winner(state.to_dict()["board"])
        assert state.returns() == {"x": [1.0, 0.0], "o": [0.0, 1.0]}.get(
            "".join(winner), [0.5, 0.5]
        )
        assert state.end == ("line" if winner else "draw")
        ends[state.end] += 1
    assert ends["draw"] > 0


def test_connect_four_policy_wins_at_once_else_blocks_else_keeps_a_threat_shut():
    """The test finds the completing moves of both seats by trying every move."""
    rng = aicore.Rng(12)
    wins = blocks = shut = lost = 0
    for _ in range(effort(80, 300)):
        state = aicore.load("connect_four").start()
        while state.turn != aicore.END:
            seat = state.turn
            winning = {a for a in state.legal_actions() if after(state, a).end == "line"}
            chosen = state.policy(rng)
            if winning:
                wins += 1
                assert chosen in winning
                assert state.evaluate()[seat] == 1.0
            else:
                board = state.to_dict()["board"]
                threats = {a for a in state.legal_actions() if other_wins(board, seat, a)}
                opening = {a for a in state.legal_actions() if opens_a_win(state, a)}
                if threats:
                    blocks += 1
                    assert chosen in threats
                elif opening:
                    lost += opening == set(state.legal_actions())
                    shut += 1
                    assert chosen not in opening or opening == set(state.legal_actions())
            state.apply(state.sample(rng))
    assert wins > 100
    assert blocks > 100
    assert shut > lost >= effort(0, 1)


def opens_a_win(state, column):
    """Whether the other seat could complete four on top of a stone in `column`."""
    next_state = after(state, column)
    return column in next_state.legal_actions() and after(next_state, column).end == "line"


def other_wins(board, seat, column):
    """Whether the seat that is not to move would complete four in `column`."""
    row = max(r for r in range(6) if board[r][column] == ".")
    rows = [list(line) for line in board]
    rows[row][column] = "ox"[seat]
    return bool(brute_winner(rows))


def test_connect_four_estimate_matches_the_readme():
    """Threats count 0.5, or 1 in good rows; stones in the middle 0.2, stones beside it 0.1."""
    rng = aicore.Rng(14)
    quiet = 0
    for _ in range(effort(100, 200)):
        state = aicore.load("connect_four").start()
        state.play_out(rng, 6 + rng.below(24))
        board = state.to_dict()["board"]
        if state.turn == aicore.END:
            continue
        lead, ready = 0.0, [0, 0]
        for seat, mark, sign in ((0, "x", 1), (1, "o", -1)):
            for r, c in ((r, c) for r in range(6) for c in range(7) if board[r][c] == "."):
                rows = [list(line) for line in board]
                rows[r][c] = mark
                if mark in brute_winner(rows):
                    lead += sign * (1.0 if (6 - r) % 2 == 1 - seat else 0.5)
                    ready[seat] += r == 5 or board[r + 1][c] != "."
            stones = [column.count(mark) for column in zip(*board, strict=True)]
            lead += sign * (0.2 * stones[3] + 0.1 * (stones[2] + stones[4]))
        mover = state.turn
        if ready[mover]:
            expected = 1.0
        elif ready[1 - mover] > 1:
            expected = 0.0
        else:
            expected = 1 / (1 + math.exp(-lead if mover == 0 else lead))
            quiet += 1
        assert state.evaluate()[mover] == pytest.approx(expected)
        assert sum(state.evaluate()) == pytest.approx(1.0)
    assert quiet > 25


def test_connect_four_endgames_agree_with_a_plain_negamax():
    """Endgames with few free cells are solved through the game and by rules written out here."""
    rng = aicore.Rng(4)
    game = aicore.load("connect_four")
    values = Counter()
    while sum(values.values()) < 20 or len(values) < 3:
        assert sum(values.values()) < 300  # wins, losses and draws, ended before that
        state = game.start()
        state.play_out(rng, effort(35, 32))
        if state.turn != aicore.END:
            value = minimax(state)
            assert value == negamax(state.to_dict()["board"], state.turn)
            values[value] += 1


def negamax(board, seat, table=None):
    """Return each seat's value, by rules written out cell by cell."""
    table = {} if table is None else table
    key = tuple(map("".join, board))
    if key in table:
        return table[key]
    winner = brute_winner(board)
    if winner:
        value = (1.0, 0.0) if "x" in winner else (0.0, 1.0)
    elif not any("." in row for row in board):
        value = (0.5, 0.5)
    else:
        values = []
        for column in range(7):
            if board[0][column] == ".":
                row = max(r for r in range(6) if board[r][column] == ".")
                rows = [list(line) for line in board]
                rows[row][column] = "xo"[seat]
                values.append(negamax(rows, 1 - seat, table))
        value = max(values, key=lambda each: each[seat])
    table[key] = value
    return value


# Pig


def test_pig_to_10():
    solution = solve(aicore.load("pig", target=10))
    # 0.709424323: value iteration over Neller and Presser's equations (2004, section 3), as below.
    assert solution.value(solution.game.start())[0] == pytest.approx(0.709424323, abs=1e-9)
    assert solution.value(solution.game.start())[0] == pytest.approx(pig_value(10), abs=1e-9)


def pig_value(target):
    """Return the first seat's win probability by Neller and Presser's equations, score by score."""
    win = {}
    for i in range(target):
        for j in range(target):
            for k in range(target - i):
                win[i, j, k] = 0.5
    change = 1.0
    while change > 1e-13:
        change = 0.0
        for (i, j, k), before in win.items():
            roll = (1 - win[j, i, 0]) / 6
            roll += sum(win.get((i, j, k + face), 1.0) for face in range(2, 7)) / 6
            hold = 1 - win[j, i + k, 0]
            win[i, j, k] = max(roll, hold)
            change = max(change, abs(win[i, j, k] - before))
    return win[0, 0, 0]


@pytest.mark.slow
def test_pig_to_100():
    """This takes half a minute and 0.8 GB: 1,922,976 positions, 226 sweeps."""
    solution = solve(aicore.load("pig"))
    game = solution.game
    # 0.530592725: Neller and Presser 2004 (53.06 %), to nine digits by their value iteration.
    assert solution.value(game.start())[0] == pytest.approx(0.530592725, abs=1e-9)
    # At 0 : 0 the optimal seat holds at 21 (Neller and Presser 2004, figure 3).
    for total, best in ((20, "roll"), (21, "hold")):
        state = game.from_dict({"scores": [0, 0], "mover": 0, "total": total, "turn": 0})
        assert game.text(solution.best(state)) == best


def test_pig_policy_holds_at_20():
    game, rng = aicore.load("pig"), aicore.Rng(1)
    # "hold at 20": Neller and Presser 2004, section 2.
    for total in range(2, 60):
        state = game.from_dict({"scores": [0, 0], "mover": 0, "total": total, "turn": 0})
        assert game.text(state.policy(rng)) == ("hold" if total >= 20 else "roll")


# Kuhn poker


def kuhn_equilibrium(view):
    """Return Kuhn 1950's policy for alpha = 1/3, from each card's thirds of bets or calls."""
    fields = view.to_dict()
    card = fields["cards"][view.seat]
    legal = dict(zip(view.legal(), view.legal_actions(), strict=True))
    if "call" in legal:
        thirds = {"J": 0, "Q": 2 if view.seat == 0 else 1, "K": 3}[card]
        return {legal["call"]: thirds / 3, legal["fold"]: 1 - thirds / 3}
    thirds = {"J": 1, "Q": 0, "K": 3}[card]
    return {legal["bet"]: thirds / 3, legal["check"]: 1 - thirds / 3}


def test_kuhn_best_responses_to_uniform_play():
    game = aicore.load("kuhn_poker")
    # 1/2 and 5/12: by hand; their sum 11/12 is the NashConv in OpenSpiel's exploitability tests.
    assert best_response(game, 0, uniform)[0] == pytest.approx(1 / 2)
    assert best_response(game, 1, uniform)[0] == pytest.approx(5 / 12)
    # 12 information sets: Kuhn 1950.
    assert sum(len(best_response(game, seat, uniform)[1]) for seat in (0, 1)) == 12


def test_kuhn_equilibrium_cannot_be_exploited():
    game = aicore.load("kuhn_poker")
    # -1/18: Kuhn 1950, the value of the game for the first seat.
    assert expected_returns(game, kuhn_equilibrium, kuhn_equilibrium)[0] == pytest.approx(-1 / 18)
    assert best_response(game, 0, kuhn_equilibrium)[0] == pytest.approx(-1 / 18)
    assert best_response(game, 1, kuhn_equilibrium)[0] == pytest.approx(1 / 18)


def test_kuhn_policy_is_the_equilibrium():
    rng = aicore.Rng(5)
    draws = 3000
    for state in decisions(aicore.load("kuhn_poker").start()):
        counts = Counter(state.policy(rng) for _ in range(draws))
        for action, chance in kuhn_equilibrium(state.view(state.turn)).items():
            sigma = (draws * chance * (1 - chance)) ** 0.5
            assert abs(counts[action] - draws * chance) <= 4.5 * sigma


def decisions(state):
    """Yield all states with a seat to move, by every path."""
    if state.turn >= 0:
        yield state
    for event in state.legal_actions() or [event for event, _ in state.outcome_actions()]:
        yield from decisions(after(state, event))


def paths(state, sentence="", reach=1.0):
    """Yield every game as its events' texts, with chance's probability and its returns."""
    if state.turn == aicore.END:
        yield sentence.strip(), reach, tuple(state.returns())
    for text, chance in state.outcomes() or [(text, 1.0) for text in state.legal()]:
        yield from paths(after(state, text), f"{sentence} {text}", reach * chance)


def test_kuhn_games_match_the_rules():
    # Kuhn 1950: five ways to bet; the winner and the amount, if 0 holds the higher card.
    ways = {
        "check check": 1,
        "bet call": 2,
        "bet fold": None,
        "check bet call": 2,
        "check bet fold": None,
    }
    expected = {}
    for first in range(3):
        for second in {0, 1, 2} - {first}:
            for way, stake in ways.items():
                lead = 1 if first > second else -1
                won = lead * stake if stake else -1 if way.startswith("check") else 1
                deal = f"deal 0 {'JQK'[first]} deal 1 {'JQK'[second]}"
                expected[f"{deal} {way}"] = (pytest.approx(1 / 6), (won, -won))
    found = {text: rest for text, *rest in paths(aicore.load("kuhn_poker").start())}
    assert {text: tuple(rest) for text, rest in found.items()} == expected


# Leduc poker


def test_leduc_best_responses_to_uniform_play():
    game = aicore.load("leduc_poker")
    values = [best_response(game, seat, uniform) for seat in (0, 1)]
    # 4.747222222222222: NashConv of the uniform policy in OpenSpiel's exploitability tests.
    assert values[0][0] + values[1][0] == pytest.approx(4.747222222222222)
    # 936 information sets: Lanctot et al. 2019, OpenSpiel's leduc_poker with six cards.
    assert len(values[0][1]) + len(values[1][1]) == 936


def test_leduc_games_match_the_rules():
    """Southey et al. 2005: bets of 2, then 4, two a round; pairs win, then ranks; no suits."""
    lines = ["check check", "bet call", "check bet call", "bet raise call", "check bet raise call"]
    cards = [rank + suit for rank in "JQK" for suit in "hs"]

    def bets(line):
        return line.count("bet") + line.count("raise")

    def folds(size):
        """Yield the ways to end a round by a fold: the winner, and the loser's chips."""
        for line in lines[1:]:
            unmet = line.removesuffix(" call")
            loser = len(unmet.split()) % 2
            yield unmet + " fold", loser, size * (bets(unmet) - 1)

    expected = {}
    for one in cards:
        for two in cards:
            if one == two:
                continue
            deal = f"deal 0 {one} deal 1 {two}"
            for line, loser, lost in folds(2):
                won = -(1 + lost) if loser == 0 else 1 + lost
                expected[f"{deal} {line}"] = (pytest.approx(1 / 30), (won, -won))
            for public in set(cards) - {one, two}:
                for line in lines:
                    text = f"{deal} {line} public {public}"
                    pot = 1 + 2 * bets(line)
                    for last, loser, lost in folds(4):
                        won = -(pot + lost) if loser == 0 else pot + lost
                        expected[f"{text} {last}"] = (pytest.approx(1 / 120), (won, -won))
                    for last in lines:
                        strength = [
                            (card[0] == public[0], "JQK".index(card[0])) for card in (one, two)
                        ]
                        lead = (strength[0] > strength[1]) - (strength[0] < strength[1])
                        won = lead * (pot + 4 * bets(last))
                        expected[f"{text} {last}"] = (pytest.approx(1 / 120), (won, -won))
    found = {
        text: (reach, result) for text, reach, result in paths(aicore.load("leduc_poker").start())
    }
    assert found.keys() == expected.keys()
    assert found == expected


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_resampled_cards_are_uniform_over_the_unseen(name):
    """Every card that the seat does not see comes up equally often (within 4.5 sigma)."""
    rng, draws = aicore.Rng(8), 4000
    deals = {"kuhn_poker": ["deal 0 Q", "deal 1 J"], "leduc_poker": ["deal 0 Qh", "deal 1 Js"]}
    state = aicore.load(name).start()
    deck = {text.split()[2] for text, _ in state.outcomes()}
    for text in deals[name]:
        state.apply(text)
    for seat in (0, 1):
        own = state.to_dict()["cards"][seat]
        counts = Counter(
            state.resample(seat, rng).to_dict()["cards"][1 - seat] for _ in range(draws)
        )
        assert counts.keys() == deck - {own}
        chance = 1 / (len(deck) - 1)
        for count in counts.values():
            assert abs(count - draws * chance) < 4.5 * (draws * chance * (1 - chance)) ** 0.5


# Unreachable positions are refused.

EMPTY = "......."


@pytest.mark.parametrize(
    ("name", "fields", "why"),
    [
        ("tic_tac_toe", {"board": "x.x......", "turn": 0}, "as many marks"),
        ("tic_tac_toe", {"board": "xxxooo...", "turn": "end"}, "play on after"),
        ("tic_tac_toe", {"board": "x........", "turn": 0}, "turn"),
        ("connect_four", {"board": [EMPTY] * 4 + ["x......", EMPTY], "turn": 1}, "above a free"),
        ("connect_four", {"board": [EMPTY] * 5 + ["xx....."], "turn": 1}, "as many stones"),
        ("connect_four", {"board": [EMPTY] * 4 + ["oooo...", "xxxx..."], "turn": 0}, "play on"),
        ("connect_four", {"board": [EMPTY] * 5, "turn": 0}, "six rows"),
        ("pig", {"scores": [0, 0], "mover": 0, "total": 100, "turn": 0}, "ends the game"),
        ("pig", {"scores": [0, 0], "mover": 0, "total": 1, "turn": 0}, "at least 2"),
        ("pig", {"scores": [99, 0], "mover": 0, "total": 0, "turn": "end"}, "reached the target"),
        ("pig", {"scores": [5, 0], "mover": 1, "total": 0, "turn": 0}, "turn"),
        ("kuhn_poker", {"cards": ["J", "J"], "betting": [], "turn": 0}, "'deal 1 J' is not a"),
        ("kuhn_poker", {"cards": ["-", "J"], "betting": [], "turn": 0}, "'deal 1 J' is not a"),
        ("kuhn_poker", {"cards": ["J", "Q"], "betting": ["call"], "turn": 1}, "betting: 'call'"),
        ("kuhn_poker", {"cards": ["J", None], "betting": [], "turn": 0}, "no CARD"),
    ],
)
def test_impossible_positions_are_refused(name, fields, why):
    with pytest.raises(aicore.AicoreError, match=why):
        aicore.load(name).from_dict(fields)
