"""What every game must keep: the checks, one function each, for any registered game.

`variants` lists the games with their numbers of seats and options; `visited` plays them and hands
out positions; each `check_...` takes one position, a list of them, or a game, and fails by assert.
test_conformance.py runs all of it over all games, so a new game needs no test of its own for this.
"""

from __future__ import annotations

import copy
import json
import pickle
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

import aicore
from aicore.core.drawing import plain
from aicore.core.errors import OptionError, StateError
from aicore.players.defaults import levels_of, script_of
from kit.chi2 import p_of_one_source, p_value
from kit.effort import effort

GAMES = effort(4, 12)
DEALS = effort(250, 1000)
SEEDS = effort(1000, 3000)
LONGEST = 100_000  # plies; random play must have ended by then
LEAST_P = (
    1e-7  # of a chi-square test; the seeds are fixed, so a test that passes once passes always
)
TOLERANCE = 1e-9


@dataclass(frozen=True)
class Variant:
    """A game with a number of seats and at most one option away from its default."""

    name: str
    seats: int
    options: tuple[tuple[str, int | str], ...] = ()
    id: str = field(default="", compare=False)

    def load(self):
        """The game; None if its options do not go with that number of seats."""
        try:
            return aicore.load(self.name, seats=self.seats, **dict(self.options))
        except OptionError:
            if not self.options:
                raise
            return None


def variants(name: str) -> Iterator[Variant]:
    """Every number of seats; then, with the default number, every other value of each option."""
    about = aicore.info(name)
    fewest, most = about.seats
    for seats in range(fewest, most + 1):
        yield Variant(name, seats, (), f"{name}-{seats}")
    for option in about.options.values():
        for value in option.choices or (() if option.file else (option.low, option.high)):
            if value != option.default:
                label = f"{name}-{option.name}={value}"
                yield Variant(name, about.default_seats, ((option.name, value),), label)


# Positions to check.


def after(state, event):
    """A copy with one event more."""
    copy = state.clone()
    copy.apply(event)
    return copy


def walk(game, seed, *, guided=False):
    """Play a game at random, if `guided` every other action by the policy; yields every state."""
    rng = aicore.Rng(seed)
    state = game.start()
    for _ in range(LONGEST):
        yield state.clone()
        if state.turn == aicore.END:
            return
        if guided and state.turn >= 0 and rng.below(2):
            state.apply(state.policy(rng))
        else:
            state.apply(state.sample(rng))
    raise AssertionError(f"no end after {LONGEST} plies")


@cache
def visited(game, games=GAMES, keep=15):
    """`keep` states of each of so many games, spread over their length; with the first and last."""
    found = []
    for seed in range(games):
        states = list(walk(game, seed, guided=seed % 2 == 1))
        step = max(1, -(-len(states) // keep))
        found += [*states[seed % step :: step], states[-1]]
    return [game.start(), *found]


def random_state(game, seed, length):
    """The state after `length` random plies, or at the end; for odd seeds the first are guided."""
    state, rng = game.start(), aicore.Rng(seed)
    guided = length * (seed % 2) * rng.below(101) // 100
    state.play_out(rng, guided, guided=True)
    state.play_out(rng, length - guided)
    return state


def events(state):
    """What can happen next, as integers."""
    return state.legal_actions() or [event for event, _ in state.outcome_actions()]


def knowers(state):
    """All seats, and None for who knows everything."""
    return [None, *range(state.game.seats)]


# Rules.


def check_turn_and_events(state):
    """Actions exactly when a seat is to move, outcomes exactly at chance; within the bounds."""
    game = state.game
    assert state.turn in (aicore.CHANCE, aicore.END, *range(game.seats))
    assert (len(state.legal_actions()) > 0) == (state.turn >= 0)
    assert (len(state.outcome_actions()) > 0) == (state.turn == aicore.CHANCE)
    assert game.has_chance or state.turn != aicore.CHANCE
    assert len(state.legal_actions()) <= game.max_actions
    assert len(state.outcome_actions()) <= game.max_outcomes
    assert len(set(events(state))) == len(events(state))
    assert (state.end is None) == (state.turn != aicore.END)
    # Alone, a score may have several parts, the first deciding a duel before the next.
    assert len(state.scores()) == game.seats or game.seats == 1


def check_apply_on_a_copy(state):
    """A copy is independent of its original, and both go on alike."""
    before = bytes(state)
    for event in sample_of(events(state)):
        first, second = after(state, event), after(state, event)
        assert bytes(state) == before
        assert bytes(first) == bytes(second)
        by_text = state.clone()
        by_text.apply(state.game.text(event))
        assert by_text == first


def check_chance_sums_to_one(state):
    """Outcomes have positive probabilities that add up to 1."""
    if state.turn == aicore.CHANCE:
        chances = [chance for _, chance in state.outcome_actions()]
        assert min(chances) > 0.0
        assert abs(sum(chances) - 1.0) < TOLERANCE


def check_sampling(state):
    """Sampled actions are uniform over the legal ones, outcomes follow their probabilities."""
    if state.turn == aicore.END:
        return
    if state.turn == aicore.CHANCE:
        expected = dict(state.outcome_actions())
    else:
        expected = dict.fromkeys(state.legal_actions(), 1 / len(state.legal_actions()))
    draws = min(effort(4_000, 20_000), max(50, int(100 / min(expected.values()))))
    rng = aicore.Rng(17)
    counts = Counter(state.sample(rng) for _ in range(draws))
    assert counts.keys() <= expected.keys()
    assert {event for event, chance in expected.items() if chance * draws > 30} <= counts.keys()
    assert_follows(counts, expected, draws)
    if state.turn >= 0:
        assert {state.policy(rng) for _ in range(10)} <= expected.keys()


def check_settling(state):
    """Chance happens as it does event by event, until somebody is to move."""
    settled, stepped = state.clone(), state.clone()
    rng = aicore.Rng(state.key())
    events = settled.settle(aicore.Rng(state.key()))
    for _ in range(events):
        assert stepped.turn == aicore.CHANCE
        stepped.apply(stepped.sample(rng))
    assert settled == stepped
    assert settled.turn != aicore.CHANCE


def check_play_out(state):
    """A playout on one luck plays one possible event more with each ply that it is given."""
    for guided in (False, True):
        before = state
        for limit in range(1, 9):
            copy = state.clone()
            plies = copy.play_out(aicore.Rng(state.key()), limit, guided)
            if before.turn == aicore.END:
                assert plies < limit
                assert copy == before
                break
            assert plies == limit
            assert any(after(before, event) == copy for event in events(before))
            before = copy


def check_returns(state):
    """Returns lie within the declared bounds."""
    game = state.game
    if state.turn == aicore.END:
        returns = state.returns()
        assert all(game.low - TOLERANCE <= each <= game.high + TOLERANCE for each in returns)
        assert "-0.0" not in map(str, returns)


def check_constant_sum(game, games=200):
    """The returns of all seats add up to one constant where that is declared, and only there.

    Games are played at random and by the policy, which reaches ends that luck alone seldom does.
    """
    sums = []
    for seed in range(games):
        state = game.start()
        rng = aicore.Rng(seed)
        state.play_out(rng, [0, 1_000_000, rng.below(100)][seed % 3], guided=True)
        state.play_out(rng)
        sums.append(sum(state.returns()))
    assert game.constant_sum == (max(sums) - min(sums) < TOLERANCE)


def check_estimates(state):
    """The heuristic estimate lies within the declared bounds."""
    game = state.game
    estimate = state.evaluate()
    assert len(estimate) == game.seats
    assert all(game.low - TOLERANCE <= each <= game.high + TOLERANCE for each in estimate)


# Notation, dumps, drawings.


def check_promising(state):
    """Searches look at some of the legal actions, each once, and weigh each of them."""
    found = [action for action, _ in state.promising()]
    assert len(set(found)) == len(found)
    assert set(found) <= set(state.legal_actions())
    assert bool(found) == (state.turn >= 0)
    assert all(weight > 0 for _, weight in state.promising())
    if found:
        resampled = state.resample(state.turn, aicore.Rng(5))
        assert resampled.promising() == state.promising()


def check_texts(state):
    """Every event has one text, which denotes it and nothing else; hidden words read `?`."""
    game = state.game
    texts = [game.text(event) for event in events(state)]
    assert len(set(texts)) == len(texts)
    for event, text in zip(events(state), texts, strict=True):
        assert text == text.strip() != ""
        assert "\n" not in text
        assert game.parse(text) == event
    assert texts == (state.legal() or [text for text, _ in state.outcomes()])
    for event in sample_of(events(state)):
        text = game.text(event)
        for seat in range(game.seats):
            seen = state.event_text(event, seat)
            assert seen == text or (game.has_hidden and seen.endswith(" ?"))
            assert seen.split(" ")[:-1] == text.split(" ")[:-1]


def check_dict_round_trip(state):
    """A complete dump, even by way of JSON, is the state again."""
    fields = state.to_dict()
    assert json.loads(json.dumps(fields)) == fields
    again = state.game.from_dict(fields)
    assert bytes(again) == bytes(state)
    for seat in range(state.game.seats):
        partial = state.to_dict(seat)
        assert partial.keys() == fields.keys()
        assert json.loads(json.dumps(partial)) == partial
        assert state.view(seat).to_dict() == partial


def check_pickle_round_trip(state):
    """States, views and games survive pickling and copying."""
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.game == state.game
    for seat in range(state.game.seats):
        view = state.view(seat)
        assert pickle.loads(pickle.dumps(view)) == view
        assert copy.deepcopy(view) == copy.copy(view) == view
    for copied in (copy.copy, copy.deepcopy):
        again = copied(state)
        assert again == state
        again.settle(aicore.Rng(1))
        again.play_out(aicore.Rng(1), 1)
        assert again != state or state.turn == aicore.END


def check_drawing(state):
    """Positions and views draw within 78 columns, two fewer than a terminal's, nothing cut off."""
    for position in (state, *(state.view(seat) for seat in range(state.game.seats))):
        drawn = plain(position, 78)
        assert drawn.strip()
        assert drawn == str(position)  # more room would not be used
        assert "\N{HORIZONTAL ELLIPSIS}" not in drawn


def check_bad_dict(state, fields):
    """A damaged dump is refused, or it is itself a state that plays."""
    again = refused(StateError, state.game.from_dict, fields)
    if again is None:
        return
    assert ordered(again.to_dict()) == ordered(fields)
    assert state.game.from_dict(again.to_dict()) == again
    check_turn_and_events(again)
    str(again)
    again.play_out(aicore.Rng(1), LONGEST)
    assert again.turn == aicore.END


def ordered(fields):
    """A dump with its flat lists sorted: a game may give their order no meaning."""
    if isinstance(fields, dict):
        return {key: ordered(part) for key, part in fields.items()}
    if not isinstance(fields, list):
        return fields
    if any(isinstance(part, dict | list) for part in fields):
        return [ordered(part) for part in fields]
    return sorted(fields, key=lambda part: repr(int(part) if isinstance(part, bool) else part))


def refused(kind, call, argument):
    """What the call returns; None if it raises its own kind of error, which must be one line."""
    try:
        return call(argument)
    except kind as error:
        message = str(error)
    assert message.strip()
    assert "\n" not in message
    return None


# Information.


def check_views_are_canonical(state):
    """A view carries nothing hidden: it is the same for all states that the seat cannot tell apart.

    And it is all that the seat knows: its key, its dict and its own next actions do not change.
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
    """The same random numbers give the same state, from the full position or from the view."""
    for seat in range(state.game.seats):
        for seed in range(3):
            whole = state.resample(seat, aicore.Rng(seed))
            part = state.view(seat).resample(aicore.Rng(seed))
            again = whole.resample(seat, aicore.Rng(seed))
            assert bytes(whole) == bytes(part) == bytes(again)


def check_resampled_states_are_possible(state):
    """What a seat may think possible is a state: it dumps, restores and plays to an end."""
    rng = aicore.Rng(23)
    for seat in range(state.game.seats):
        other = state.resample(seat, rng)
        check_dict_round_trip(other)
        check_turn_and_events(other)
        other.play_out(rng, LONGEST)
        assert other.turn == aicore.END
        check_returns(other)


def check_resampling_reaches_the_truth(state):
    """Among the draws for a seat is the true state, if there are few: nothing known is changed."""
    for seat in range(state.game.seats):
        rng = aicore.Rng(7)
        draws = [bytes(state.resample(seat, rng)) for _ in range(60)]
        if len(set(draws)) <= 6:
            assert bytes(state) in draws


def check_resampling_keeps_the_odds(game, deals=DEALS):
    """After the deal, before any decision, redrawn hidden entries are as likely as dealt ones.

    Nothing but chance has happened, so true and redrawn positions have one distribution; compared
    entry by entry of the dump (chi-square of two samples).
    """
    if not game.has_hidden:
        return
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
            for place in hidden & truth.keys() & drawn.keys():
                counts[seat, place][0][truth[place]] += 1
                counts[seat, place][1][drawn[place]] += 1
    for dealt, redrawn in counts.values():
        both = dealt + redrawn
        common = [value for value in both if both[value] >= 10]
        if len(common) > 1:
            samples = ([sample[value] for value in common] for sample in (dealt, redrawn))
            assert p_of_one_source(*samples) > LEAST_P


def entries(fields, place=()):
    """The entries of a dump that contain no others, each with its place."""
    if isinstance(fields, dict | list):
        parts = fields.items() if isinstance(fields, dict) else enumerate(fields)
        for name, part in parts:
            yield from entries(part, (*place, name))
    else:
        yield place, fields


def check_texts_give_nothing_away(state):
    """Events that leave a seat with the same knowledge, but not the same state, read the same."""
    game = state.game
    if not game.has_hidden:
        return
    for seat in range(game.seats):
        read = {}  # what the seat knows afterwards -> state and text
        for event in events(state):
            later = after(state, event)
            text = state.event_text(event, seat)
            other, as_read = read.setdefault(bytes(later.view(seat)), (later, text))
            assert other == later or as_read == text


def check_keys_tell_states_apart(states):
    """Equal states have equal keys and different states different ones, for every knower."""
    for seat in knowers(states[0]):
        by_bytes, by_key = {}, {}
        for state in states:
            data = bytes(state if seat is None else state.view(seat))
            key = state.key(seat)
            assert 0 <= key < 1 << 64
            assert by_bytes.setdefault(data, key) == key
            assert by_key.setdefault(key, data) == data


# Chance that is the same deal for all.


def check_chance_sources(state):
    """A chance event names its deck or die; a deck's outcomes show different cards."""
    if state.turn == aicore.CHANCE:
        source, number = state.chance_source()
        assert source in state.game.chance_sources
        assert len(state.game.chance_sources) <= 4  # MAX_SOURCES in aicore/core/rng.pxd
        if number is not None:
            items = [state.game.item(event) for event, _ in state.outcome_actions()]
            assert len(set(items)) == len(items)


def check_items_are_cards(states):
    """The last word of a draw from a deck names the card: the same card, whoever gets it."""
    words, items = {}, {}
    for state in states:
        if state.turn == aicore.CHANCE and state.chance_source()[1] is not None:
            source = state.chance_source()[0]
            for event, _ in state.outcome_actions():
                word, item = state.game.text(event).rpartition(" ")[2], state.game.item(event)
                assert words.setdefault((source, item), word) == word
                assert items.setdefault((source, word), item) == item


def dealt(game, seed, decisions):
    """One game's chance events on a seed: source, pass, probabilities by item, and what came."""
    chance, rng = aicore.Chance(seed), aicore.Rng(decisions)
    state = game.start()
    for _ in range(LONGEST):
        if state.turn == aicore.END:
            return
        if state.turn == aicore.CHANCE:
            source, number = state.chance_source()
            odds = {game.item(event): share for event, share in state.outcome_actions()}
            event = chance.draw(state)
            chance.step(state)
            yield source, number, odds, game.item(event)
        else:
            state.apply(state.sample(rng))


def check_same_seed_same_deal(game, seed):
    """The same decisions meet the same chance; different ones the same deck and the same dice.

    A deck: where one game drew a card and left another, no game does it the other way round, as
    far as both were as likely each time. Dice: the n-th throw is the same where the odds are.
    """
    assert list(dealt(game, seed, 0)) == list(dealt(game, seed, 0))
    preferred = defaultdict(set)  # deck and pass -> (drawn, left) among equally likely cards
    thrown = {}  # die and count -> odds and face
    for decisions in range(4):
        throws = Counter()
        for source, number, odds, item in dealt(game, seed, decisions):
            if number is None:
                throws[source] += 1
                place = source, throws[source], tuple(odds.items())
                assert thrown.setdefault(place, item) == item
                continue
            for left, share in odds.items():
                if left != item and share == odds[item]:
                    preferred[source, number].add((item, left))
                    assert (left, item) not in preferred[source, number]


def check_seeds_follow_the_odds(state, seeds=SEEDS):
    """Over all seeds the keyed draw has exactly the probabilities of the outcomes (chi-square)."""
    expected = dict(state.outcome_actions())
    counts = Counter(aicore.Chance(seed).draw(state) for seed in range(seeds))
    assert counts.keys() <= expected.keys()
    assert_follows(counts, expected, seeds)


def assert_follows(counts, expected, draws):
    """A chi-square test; events too rare for it are taken together."""
    found, wanted, rest = [], [], [0, 0.0]
    for event, chance in expected.items():
        if chance * draws >= 5.0:
            found.append(counts[event])
            wanted.append(chance * draws)
        else:
            rest[0] += counts[event]
            rest[1] += chance * draws
    if rest[1] >= 5.0:
        found.append(rest[0])
        wanted.append(rest[1])
    if len(found) > 1:
        scale = sum(found) / sum(wanted)
        assert p_value(found, [each * scale for each in wanted]) > LEAST_P


def sample_of(items, most=12):
    """At most so many of the items, evenly spread."""
    return items[:: max(1, -(-len(items) // most))]


# What a game's folder says of it.

KINDS = ("game", "yardstick")
SEARCHERS = ("mcts", "expectimax", "flat")  # every game says how they play it by default
PLAYERS = (*SEARCHERS, "greedy", "random")


def check_data(about):
    """data.toml is complete, and its defaults are allowed values."""
    assert set(about.data["game"]) >= {"title", "summary", "seats", "default_seats", "kind"}
    assert about.data["game"]["kind"] in KINDS
    for line in (about.title, about.summary):
        assert line == line.strip() != ""
        assert "\n" not in line
        assert len(line) <= 100
    fewest, most = about.seats
    assert 1 <= fewest <= about.default_seats <= most
    for option in about.options.values():
        entry = about.data["options"][option.name]
        assert option.help.strip()
        assert "choices" in entry or option.file or {"low", "high"} <= set(entry)
        assert option.read(option.default) == option.default
    assert set(SEARCHERS) <= set(about.data["players"]) <= set(PLAYERS)
    assert len(levels_of(about)) in (0, 9)
    for spec in levels_of(about):
        aicore.player(spec, aicore.load(about.name))
    if script_of(about) is not None:
        assert set(about.data["script"]) == {"name", "summary"}
        assert script_of(about) not in PLAYERS


def check_readme(game):
    """The README has a title, names its source, and explains every key of the dump and option."""
    rules = game.info.law
    assert rules.startswith("# ")
    assert "Source" in rules or "no owner" in rules
    keys = {key for state in visited(game) for key in state.to_dict()}
    for name in (*keys, *game.info.options):
        assert f"`{name}`" in rules, f"README.md does not explain `{name}`"
    assert max(map(len, rules.splitlines())) <= 110
