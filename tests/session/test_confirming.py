"""Tests of the confirmation rule in every game, checked by playing on.

An action is confirmed if it ends a turn with much unspent, commits several cards, or cannot be
undone; others are not. Here "several" is counted in the positions before and after. "Unspent" is
what the rules let a seat spend. "Cannot be undone" is found by random games from there on.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

import aicore
from aicore import CHANCE, END, Rng
from aicore.core.registry import names
from aicore.session.confirming import Question, question
from aicore.session.foresight import foresee
from kit.effort import effort
from kit.positions import after, steps

POSITIONS = effort(60, 400)  # per game
GAMES = 30  # continuations after a decision


def met(game: aicore.Game) -> Iterator[aicore.State]:
    """Yield positions with a choice, from all parts of partly sensible games."""
    for seed in range(1000):
        states = [before for before, _, _ in steps(game, seed, policy=seed % 3 / 2)]
        choices = [one for one in states if one.turn >= 0 and len(one.legal_actions()) > 1]
        yield from choices[-1:]
        yield from choices[seed % 9 :: 9]


def actions_of(game: aicore.Game, seed: int) -> Iterator[tuple[aicore.State, str, Question]]:
    """Yield decisions in positions of `met`, and the question asked about each."""
    for number, state in enumerate(islice(met(game), POSITIONS)):
        legal, view = state.legal(), state.view(state.turn)
        kinds = {text.split()[0]: text for text in legal[number % len(legal) :] + legal}
        few = dict.fromkeys([*kinds.values(), *legal[:: max(1, len(legal) // 6)]])
        for text in few:  # in a fixed order: their numbers are seeds
            yield state, text, question(foresee(view, [text]))


def cards(state: aicore.State, seat: int) -> int:
    """Return the number of cards that a seat holds."""
    fields = state.to_dict()
    hand = fields["hands"][seat] if "hands" in fields else fields.get("hand", [])
    hand = hand[seat] if hand and isinstance(hand[0], list) else hand
    return len(hand) + (len(fields["held"]) if "held" in fields else 0)


def commits_several(state: aicore.State, text: str) -> bool:
    """Whether two cards or more leave a hand, or one and a captive."""
    fields = state.to_dict()
    if text.startswith("boost"):  # one captive goes while another one comes
        return True
    gained = text.startswith("capture")
    then = after(state, text)
    lost = cards(state, state.turn) - cards(then, state.turn) + gained
    return lost > 1 and ("hand" in fields or "hands" in fields)


def unspent(state: aicore.State, text: str) -> bool:
    """Whether a turn ends with more than half of its budget unspent."""
    fields, name = state.to_dict(), state.game.name
    if name == "relics" and text == "end":
        return bool(fields["ap"] > (13 - fields["round"]) / 2)
    if name == "gratis3" and text == "attacks-done":
        pairs = [one.split() for one in state.legal() if one.startswith("attack ")]
        able = {space for _, _, _, spaces in pairs for space in spaces.split(",")}
        return len(able) > len(fields["pending"]["done"])
    return False


def courses(state: aicore.State, text: str, seed: int) -> Iterator[tuple[bool, int, bool]]:
    """Yield continuations: whether the seat decides again, others' decisions, whether it wins."""
    seat, rng = state.turn, Rng(seed)
    for number in range(GAMES):
        world = after(state.resample(seat, rng), text)
        chance = aicore.Chance(number)
        again, others = False, 0
        while world.turn != END:
            if world.turn == CHANCE:
                chance.step(world)
                continue
            again |= world.turn == seat
            others += world.turn != seat
            if again:
                break
            world.apply(world.sample(rng))
        if world.turn != END:
            yield True, others, False
            continue
        returns = world.returns()
        rest = [value for place, value in enumerate(returns) if place != seat]
        yield False, others, returns[seat] > max(rest) if rest else returns[0] >= world.game.high


def gives_away(state: aicore.State, text: str, seed: int) -> bool:
    """Whether a decision takes its seat out of the game: it ends unwon, or others finish it.

    A single answer of the next seat may end any game, by a blunder; that does not count.
    """
    left = list(courses(state, text, seed))
    if any(again for again, _, _ in left):
        return False
    if any(others > 1 for _, others, _ in left):
        return True
    worlds = [after(state.resample(state.turn, Rng(one)), text) for one in range(GAMES)]
    shown = {bytes(world.view(state.turn)) for world in worlds}
    return len(shown) == 1 and worlds[0].turn == END and not any(won for _, _, won in left)


def lost(state: aicore.State, text: str, seed: int) -> bool:
    """Whether nine of ten games that continue from there by the policy are lost."""
    rng, kept = Rng(seed), 0
    for number in range(GAMES):
        world, chance = after(state.resample(state.turn, rng), text), aicore.Chance(number)
        for _ in range(4000):
            if world.turn == END:
                break
            chance.step(world) if world.turn == CHANCE else world.apply(world.policy(rng))
        returns = world.returns()
        rest = [value for place, value in enumerate(returns) if place != state.turn]
        kept += returns[state.turn] > max(rest) if rest else returns[0] >= world.game.high
    return kept <= GAMES / 10


@pytest.mark.parametrize("name", names())
def test_confirmations_follow_the_rule(name: str) -> None:
    """A decision is confirmed if it commits several cards or leaves much unspent.

    Any other is confirmed only if it gives the game away.
    """
    game, asked = aicore.load(name), 0
    for number, (state, text, found) in enumerate(actions_of(game, 1)):
        where = f"{text} in {state.to_dict()}: {found}"
        spends = commits_several(state, text) or unspent(state, text)
        if not found.danger:
            assert bool(found) == spends, where
        else:
            assert gives_away(state, text, number) or lost(state, text, number), where
        asked += bool(found)
    story = game.info.story
    assert asked or name == "trader" or story.danger is story.confirm is None  # its last V is rare


@pytest.mark.parametrize("name", names())
def test_every_decision_that_gives_the_game_away_is_confirmed(name: str) -> None:
    """The decision takes its seat out of the game, where another would mostly keep it in."""
    game = aicore.load(name)
    for number, (state, text, found) in enumerate(actions_of(game, 2)):
        if found or not gives_away(state, text, number):
            continue
        others = [courses(state, one, number) for one in state.legal() if one != text]
        stays = max((sum(again for again, _, _ in each) for each in others), default=0)
        assert stays < GAMES / 2, (
            f"{text} takes its seat out of the game, and story.py's `danger` does not say so: "
            f"{state.to_dict()}"
        )


def test_the_only_decision_needs_no_confirmation() -> None:
    game, seen = aicore.load("booster", max_turns=1), 0
    for seed in range(20):
        for before, event, _ in steps(game, seed):
            if before.turn >= 0 and len(before.legal_actions()) == 1:
                text = before.event_text(event)
                assert not question(foresee(before.view(before.turn), [text]))
                seen += 1
    assert seen
