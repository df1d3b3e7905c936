"""Checks of every game's secrets: a seat receives what it knows, and nothing else.

A part of the conformance kit: each `check_...` takes one position, a list of them, or a game.
"""

from __future__ import annotations

from collections import Counter, defaultdict

import aicore
from kit.chi2 import LEAST_P, p_of_one_source
from kit.conformance import check_dict_round_trip, check_returns, check_turn_and_events
from kit.effort import effort
from kit.positions import MAX_PLIES, after, events, knowers, needs

DEALS = effort(120, 1000)


def check_views_are_canonical(state):
    """Check that a view hides secrets: states that the seat cannot distinguish have equal views.

    The key, the dict and the legal actions of the seat are equal, too.
    """
    game, rng = state.game, aicore.Rng(5)
    for seat in range(game.seats):
        view = state.view(seat)
        if not game.has_hidden:
            assert bytes(view) == bytes(state)
        for _ in range(4):
            other = state.resample(seat, rng)
            assert bytes(other.view(seat)) == bytes(view)
            assert other.key(seat) == state.key(seat) == view.key()
            assert other.to_dict(seat) == state.to_dict(seat)
            assert other.turn == state.turn
            if state.turn == seat:
                assert other.legal_actions() == state.legal_actions() == view.legal_actions()
        if state.turn != seat:
            assert view.legal_actions() == []


def check_resampling_needs_no_more_than_the_view(state):
    """Check that the same random numbers give the same state from the position and the view."""
    for seat in range(state.game.seats):
        for seed in range(3):
            whole = state.resample(seat, aicore.Rng(seed))
            part = state.view(seat).resample(aicore.Rng(seed))
            again = whole.resample(seat, aicore.Rng(seed))
            assert bytes(whole) == bytes(part) == bytes(again)


def check_belief_depends_only_on_the_view(state):
    """Check that a belief fits the seat's view, and is the same from any state with that view."""
    rng = aicore.Rng(29)
    for seat in range(state.game.seats):
        view, other = state.view(seat), state.resample(seat, rng)
        for seed in range(effort(1, 3)):
            believed = view.resample(aicore.Rng(seed), likely=True)
            assert bytes(believed.view(seat)) == bytes(view)
            assert believed == other.view(seat).resample(aicore.Rng(seed), likely=True)
            check_dict_round_trip(believed)


def check_resampled_states_are_possible(state):
    """Check that a resampled state is valid: it dumps, restores and plays to an end."""
    rng = aicore.Rng(23)
    for seat in range(state.game.seats):
        other = state.resample(seat, rng)
        check_dict_round_trip(other)
        check_turn_and_events(other)
        other.play_out(rng, MAX_PLIES)
        assert other.turn == aicore.END
        check_returns(other)


def check_resampling_reaches_the_truth(state):
    """Check that if few states fit a seat's view, the draws include the true one."""
    for seat in range(state.game.seats):
        rng = aicore.Rng(7)
        draws = [bytes(state.resample(seat, rng)) for _ in range(60)]
        if len(set(draws)) <= 6:
            assert bytes(state) in draws


def check_resampling_keeps_the_odds(game, deals=DEALS):
    """Check that after the deal, redrawn hidden entries are as likely as dealt ones.

    Before any decision, only chance has happened, so true and redrawn positions have one
    distribution. They are compared entry by entry of the dump (chi-square of two samples).
    """
    needs(game.has_hidden, "hidden parts")
    rng = aicore.Rng(31)
    counts = defaultdict(lambda: (Counter(), Counter()))  # seat, place -> values dealt, redrawn
    for _ in range(deals):
        state = game.start()
        while state.turn == aicore.CHANCE:
            state.apply(state.sample(rng))
        truth = dict(entries(state.to_dict()))
        for seat in range(game.seats):
            hidden = {place for place, value in entries(state.to_dict(seat)) if value is None}
            drawn = dict(entries(state.resample(seat, rng).to_dict()))
            for place in truth:  # a set of places would have another order each time
                within = (place[:size] for size in range(1, len(place) + 1))
                if place not in drawn or hidden.isdisjoint(within):
                    continue  # neither it nor an enclosing part reads None
                counts[seat, place][0][truth[place]] += 1
                counts[seat, place][1][drawn[place]] += 1
    tested = 0
    for (seat, place), (dealt, redrawn) in counts.items():
        samples = binned(dealt, redrawn)
        if len(samples[0]) > 1:
            tested += 1
            assert p_of_one_source(*samples) > LEAST_P, (
                f"`resample` for seat {seat} draws {place} as {redrawn}, but the deal gives {dealt}"
            )
    needs(tested > 0, "hidden part that is dealt before the first decision")


def binned(first, second):
    """Return the counts of two samples in bins of at least 20: values that are rare share a bin."""
    bins = [[0, 0]]
    for value in sorted({*first, *second}, key=repr):
        if sum(bins[-1]) >= 20:
            bins.append([0, 0])
        bins[-1][0] += first[value]
        bins[-1][1] += second[value]
    if len(bins) > 1 and sum(bins[-1]) < 20:
        one, other = bins.pop()
        bins[-1] = [bins[-1][0] + one, bins[-1][1] + other]
    return tuple(zip(*bins, strict=True))


def entries(fields, place=()):
    """Yield the entries of a dump that contain no others, each with its place."""
    if isinstance(fields, dict | list):
        parts = fields.items() if isinstance(fields, dict) else enumerate(fields)
        for name, part in parts:
            yield from entries(part, (*place, name))
    else:
        yield place, fields


def check_texts_give_nothing_away(state):
    """Check that events read the same to a seat if they leave it with equal knowledge.

    This applies to events that lead to different states.
    """
    game = state.game
    needs(game.has_hidden, "hidden parts")
    for seat in range(game.seats):
        read = {}  # the seat's knowledge afterwards -> state and text
        for event in events(state):
            later = after(state, event)
            text = state.event_text(event, seat)
            other, as_read = read.setdefault(bytes(later.view(seat)), (later, text))
            assert other == later or as_read == text


def check_keys_distinguish_states(states):
    """Check that states have equal keys exactly if they are equal, for every knower."""
    for seat in knowers(states[0]):
        by_bytes, by_key = {}, {}
        for state in states:
            data = bytes(state if seat is None else state.view(seat))
            key = state.key(seat)
            assert 0 <= key < 1 << 64
            assert by_bytes.setdefault(data, key) == key
            assert by_key.setdefault(key, data) == data
