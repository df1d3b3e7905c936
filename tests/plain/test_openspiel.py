"""Tests of Liar's Dice and Backgammon, move by move against OpenSpiel's (extra `openspiel`)."""

from __future__ import annotations

import re

import pytest

import aicore

pytestmark = pytest.mark.slow


def test_liars_dice_has_the_bids_and_results_of_openspiel(example):
    """With one die each, the same bids are legal at each node, and each end pays the same."""
    pyspiel = pytest.importorskip("pyspiel")
    game = aicore.load(example("liars_dice"), seats=2, dice=1)
    other = pyspiel.load_game("liars_dice(players=2,numdice=1,dice_sides=6)")
    ends = 0
    for faces in [(a, b) for a in range(1, 7) for b in range(1, 7)]:
        start, theirs = game.start(), other.new_initial_state()
        for seat, face in enumerate(faces):
            start.apply(f"roll {seat} {face}")
            theirs.apply_action(face - 1)
        todo = [(start, theirs)]
        while todo:
            state, theirs = todo.pop()
            if theirs.is_terminal():
                assert state.turn == aicore.END
                assert [2 * one - 1 for one in state.returns()] == theirs.returns()
                ends += 1
                continue
            assert state.turn == theirs.current_player()
            legal = {_bid(text): text for text in state.legal()}
            assert sorted(legal) == sorted(theirs.legal_actions())
            if len(todo) > 60:  # all first bids, and the continuations of the last ones
                continue
            for action, text in legal.items():
                after = state.clone()
                after.apply(text)
                todo.append((after, theirs.child(action)))
    assert ends > 1000


def _bid(text):
    """Return OpenSpiel's number of an action: bids in their order, then "liar"."""
    words = text.split()
    return 12 if words[0] == "liar" else 6 * (int(words[1]) - 1) + int(words[2]) - 1


def test_turns_of_backgammon_end_where_openspiels_do(example):
    """A roll leads to the same positions; in OpenSpiel, doubles are two turns of two dice."""
    pyspiel = pytest.importorskip("pyspiel")
    game = aicore.load(example("backgammon"))
    other = pyspiel.load_game("backgammon(scoring_type=full_scoring)")
    compared = 0
    for seed in range(12):
        rng, theirs, state = aicore.Rng(seed), other.new_initial_state(), game.start()
        outcomes = theirs.chance_outcomes()
        theirs.apply_action(outcomes[rng.below(len(outcomes))][0])
        seat = theirs.current_player()
        high, low = sorted(_dice(theirs), reverse=True)
        state.apply(f"open {seat} {high} {low}")
        for _ in range(60):
            if theirs.is_terminal():
                break
            if theirs.is_chance_node():
                outcomes = theirs.chance_outcomes()
                theirs.apply_action(outcomes[rng.below(len(outcomes))][0])
                high, low = sorted(_dice(theirs), reverse=True)
                state.apply(f"roll {high} {low}")
            seat = theirs.current_player()
            mine = _after(state)
            halves = 2 if high == low else 1
            found = _turns(theirs, seat, halves)
            if halves == 1:
                assert set(mine) == set(found)
            else:
                assert set(mine) <= set(found)
            compared += 1
            board = sorted(mine)[rng.below(len(mine))]
            state, theirs = mine[board], found[board]
        if theirs.is_terminal():
            assert state.turn == aicore.END
            assert state.returns() == theirs.returns()
    assert compared > 400


def _dice(theirs):
    return [int(one) for one in str(theirs).rpartition("Dice: ")[2].split("\n")[0] if one.isdigit()]


def _after(state):
    """Return the positions after a turn, by their boards."""
    seat, todo, found = state.turn, [state], {}
    while todo:
        one = todo.pop()
        if one.turn != seat:
            found[_board(one)] = one
            continue
        for text in one.legal():
            after = one.clone()
            after.apply(text)
            todo.append(after)
    return found


def _board(state):
    fields = state.to_dict()
    return tuple(map(tuple, fields["men"]))


def _turns(theirs, seat, halves):
    found, todo = {}, [(theirs, halves)]
    while todo:
        one, left = todo.pop()
        if left == 0 or one.is_terminal() or one.is_chance_node() or one.current_player() != seat:
            found[_their_board(one)] = one
            continue
        for action in one.legal_actions():
            todo.append((one.child(action), left - 1))
    return found


def _their_board(theirs):
    """Return their board by each seat's own count: 0 is off, 25 the bar.

    OpenSpiel's x moves up, its o down.
    """
    scores = re.search(r"Scores, X: (\d+), O: (\d+)", str(theirs))
    rows = []
    for seat in range(2):
        row = [int(scores[1 + seat])] + [0] * 25
        for place in range(24):
            row[24 - place if seat == 0 else place + 1] = theirs.board(seat, place)
        row[25] = 15 - sum(row)
        rows.append(tuple(row))
    return tuple(rows)
