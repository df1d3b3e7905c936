"""Tests of single seats by Gymnasium's own check, and of vectors of games against `Batch`."""

from __future__ import annotations

import copy
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import aicore
import aicore.envs
from aicore.core.errors import AicoreError, IllegalAction
from aicore.core.picture import Scene, to_svg
from aicore.envs import pixels, vector
from aicore.envs.gymnasium import Seat, environment_id
from kit.effort import effort

NAMES = [name for name in aicore.names() if aicore.load(name).num_tokens]


def play(env, seed, choices):
    """Play a game by random legal tokens; return its observations and its last reward.

    Args:
        choices: seed of the tokens.
    """
    rng = aicore.Rng(choices)
    observation, info = env.reset(seed=seed)
    seen, paid, over, cut = [observation.tobytes()], 0.0, False, False
    while not (over or cut):
        legal = np.flatnonzero(env.unwrapped.action_masks())
        assert list(legal) == list(np.flatnonzero(info["action_mask"]))
        observation, paid, over, cut, info = env.step(int(legal[rng.below(len(legal))]))
        seen.append(observation.tobytes())
    return seen, paid


@pytest.mark.parametrize("name", effort(["leduc_poker", "pig", "trader"], NAMES))
def test_check_env(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(environment_id(name), disable_env_checker=True).unwrapped)


@pytest.mark.parametrize("name", NAMES)
def test_a_seed_decides_all(name):
    env = gymnasium.make(environment_id(name), opponents=["random"])
    assert play(env, 4, 1) == play(env, 4, 1)


@pytest.mark.parametrize("name", NAMES)
def test_every_seat_may_learn(name):
    seats = aicore.load(name).seats
    for seat in range(seats):
        env = gymnasium.make(environment_id(name), seat=seat).unwrapped
        _, paid = play(env, 3, 2)
        assert paid == env._play.state.returns()[seat]
        assert env.reset(seed=1)[1]["seat"] == seat
    env = gymnasium.make(environment_id(name), seat=None).unwrapped
    assert {env.reset()[1]["seat"] for _ in range(20 * seats)} == set(range(seats))


def test_opponents_are_players():
    env = gymnasium.make("aicore/TicTacToe-v0", opponents=["mcts:sims=300"])
    assert max(play(env, seed, seed)[1] for seed in range(effort(4, 10))) <= 0.5


@pytest.mark.parametrize("name", NAMES)
def test_a_seat_is_given_nothing_that_is_hidden_from_it(name):
    env = gymnasium.make(environment_id(name), render_mode="ansi").unwrapped
    env.reset(seed=1)
    rng = aicore.Rng(4)
    for _ in range(3):
        shown = env.render()
        other = copy.copy(env)
        other._play = copy.copy(env._play)
        other._play.state = env._play.state.resample(env.seat, rng)
        assert other.render() == shown
        assert other._info()["action_mask"].tobytes() == env._info()["action_mask"].tobytes()
        tokens = np.flatnonzero(env.action_masks())
        if env.step(int(tokens[rng.below(len(tokens))]))[2]:
            break


def test_an_illegal_token_ends_the_game_with_the_lowest_return():
    env = gymnasium.make("aicore/ConnectFour-v0", opponents="random").unwrapped
    env.reset(seed=0)
    *_, paid, over, _, info = env.step(9)
    assert (paid, over, info["illegal"]) == (0.0, True, True)


@pytest.mark.parametrize(
    "use", [lambda env: env.step(0), lambda env: env.render(), lambda env: env.action_masks()]
)
def test_a_seat_asks_for_reset(use):
    env = Seat("pig", render_mode="ansi")
    with pytest.raises(AicoreError, match="call reset first") as refused:
        use(env)
    assert isinstance(refused.value, gymnasium.error.ResetNeeded)
    env.reset(seed=1)
    use(copy.copy(env))


@pytest.mark.parametrize("opponents", [None, "random"])
def test_a_vector_asks_for_reset(opponents):
    envs = vector.Vector("pig", 2, opponents=opponents)
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset first"):
        envs.step(np.zeros(2, int))
    envs.reset(seed=1)
    envs.step(np.zeros(2, int))


def test_invalid_environments_are_refused():
    for given in ({"opponents": ["random"] * 3}, {"seat": 2}, {"opponents": ["nobody"]}):
        with pytest.raises(AicoreError):
            gymnasium.make("aicore/ConnectFour-v0", **given)


# Vectors of games.


def random_tokens(info, rng):
    mask = info["action_mask"]
    return np.argmax(rng.random(mask.shape) * mask, axis=1)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seat", [0, None])
def test_a_vector_shows_only_its_seats(name, seat):
    envs = gymnasium.make_vec(environment_id(name), 6, seat=seat)
    rng = np.random.default_rng(0)
    observations, info = envs.reset(seed=7)
    for _ in range(40):
        assert (envs._turns == envs.seats).all()
        assert info["action_mask"].any(axis=1).all()
        for place in range(6):
            state = envs._batch.state(place)
            assert state.turn == envs.seats[place]
        observations, rewards, over, cut, info = envs.step(random_tokens(info, rng))
        assert envs.observation_space.contains(observations)
        assert not rewards[~over].any()
        assert not (over & cut).any()


@pytest.mark.parametrize("name", ["ransom", "connect_four", "kuhn_poker", "booster"])
def test_a_vector_reports_what_its_seats_knew_at_the_end(name):
    """All play the lowest token, and each place's first game is replayed alone."""

    def lowest(_, masks):
        return masks.argmax(axis=1)

    envs = gymnasium.make_vec(environment_id(name), 4, seat=None, opponent=lowest)
    _, info = envs.reset(seed=[3, 4, 5, 6])
    seeds = envs._batch.seeds.tolist()
    final = {}
    while len(final) < 4:
        _, _, over, cut, info = envs.step(lowest(None, info["action_mask"]))
        assert ("final_obs" in info) == (over | cut).any()
        for place in np.flatnonzero(over | cut):
            assert info["_final_obs"][place]
            final.setdefault(place, info["final_obs"][place].copy())
    for place, seed in enumerate(seeds):
        state, chance, prefix = envs.game.start(), aicore.Chance(seed), []
        while chance.settle(state) is not None and state.turn != aicore.END:
            prefix.append(min(state.legal_tokens(prefix)))
            if (action := state.decode(prefix)) is not None:
                state.apply(action)
                prefix = []
        assert (final[place] == list(state.observation(envs.seats[place]))).all()


def test_a_vector_pays_what_its_seats_win():
    """In random Connect Four the first player wins 55.6 %; 0.3 % are draws (1,000,000 games)."""
    first, second = (gymnasium.make_vec("aicore/ConnectFour-v0", 512, seat=seat) for seat in (0, 1))
    means = []
    for envs in (first, second):
        rng, paid, games = np.random.default_rng(1), 0.0, 0
        _, info = envs.reset(seed=1)
        for _ in range(150):
            _, rewards, over, _, info = envs.step(random_tokens(info, rng))
            paid, games = paid + rewards.sum(), games + over.sum()
        means.append(paid / games)
    assert games > 3000
    assert abs(means[0] - 0.557) < 0.03
    assert abs(means[1] - 0.443) < 0.03


def test_an_opponent_gets_only_the_places_that_it_plays():
    calls = []

    def lowest(observations, masks):
        assert len(observations) == len(masks)
        calls.append(len(masks))
        return masks.argmax(axis=1)

    envs = vector.Vector("pig", 8, seats=3, opponent=lowest)
    _, info = envs.reset(seed=[3] * 8)
    for _ in range(30):
        observations, *_, info = envs.step(info["action_mask"].argmax(axis=1))
        assert (observations == observations[0]).all()
    assert calls


def test_a_vector_refuses_what_is_illegal():
    envs = gymnasium.make_vec("aicore/ConnectFour-v0", 2)
    envs.reset(seed=1)
    with pytest.raises(IllegalAction):
        envs.step(np.array([0, 7]))


def games_of(envs, seed, steps=60):
    """Return everything that a vector shows while the learners play their lowest tokens."""
    observations, info = envs.reset(seed=seed)
    shown = [observations.tobytes()]
    for _ in range(steps):
        observations, rewards, *_, info = envs.step(info["action_mask"].argmax(axis=1))
        shown += [observations.tobytes(), rewards.tobytes()]
    return shown


@pytest.mark.parametrize("name", ["leduc_poker", "relics"])
def test_players_may_sit_in_a_vector(name):
    """Relics has actions of several tokens; the same seed gives the same games, also with luck."""
    for specs in (["greedy"], "random", ["mcts:sims=3"]):
        one, two = (
            gymnasium.make_vec(environment_id(name), 3, seat=None, opponents=specs)
            for _ in range(2)
        )
        assert games_of(one, 5, 12) == games_of(two, 5, 12) == games_of(one, 5, 12)
    assert games_of(one, 6, 12) != games_of(two, 5, 12)
    one.close()


def test_players_in_a_vector_play_as_they_do_alone():
    """Every decision equals the decision of a player with the seat's seed."""
    envs = gymnasium.make_vec("aicore/LeducPoker-v0", 4, opponents=["mcts:sims=20"])
    seeds, met = set(), []
    decide = envs._others._decide

    def watched(place):
        state, tokens = envs._batch.state(place), decide(place)
        other = envs._others.opponents.at(state.turn, 0)
        again = aicore.player("mcts:sims=20", envs.game, seed=other.seed)
        again.decisions = other.decisions - 1
        alone = again.decide(state.view(state.turn)).action
        met.append((list(state.encode(alone)), tokens.copy()))
        seeds.add(other.seed)
        return tokens

    envs._others._decide = watched
    games_of(envs, 3, 20)
    assert len(met) > 40
    assert all(mine == its for mine, its in met)
    assert len(seeds) > 15  # a different seed in each game


def test_opponents_of_a_vector_are_players():
    envs = gymnasium.make_vec("aicore/TicTacToe-v0", 8, opponents=["mcts:sims=1000"])
    _, info = envs.reset(seed=1)
    best, rng = 0.0, np.random.default_rng(1)
    for _ in range(30):
        _, rewards, *_, info = envs.step(random_tokens(info, rng))
        best = max(best, rewards.max())
        assert (info["action_mask"].sum(axis=1) > 0).all()
    assert best <= 0.5
    for given in (
        {"opponents": ["random"] * 2},
        {"opponents": ["nobody"]},
        {"opponents": ["random"], "opponent": lambda seen, masks: masks.argmax(axis=1)},
    ):
        with pytest.raises(AicoreError):
            gymnasium.make_vec("aicore/TicTacToe-v0", 2, **given)


def test_a_seed_decides_the_games_of_a_vector_up_to_the_next():
    one, two = (gymnasium.make_vec("aicore/Booster-v0", 4) for _ in range(2))
    assert games_of(one, 7, 20) == games_of(two, 7, 20)
    assert games_of(one, None, 20) == games_of(two, None, 20)
    assert games_of(one, 8, 20) != games_of(two, None, 20)
    assert games_of(one, [1, 2, 3, 4]) == games_of(two, [1, 2, 3, 4])
    observations, _ = one.reset(seed=[1, 2, 1, 2])
    assert (observations[:2] == observations[2:]).all()
    with pytest.raises(ValueError, match="give one for each"):
        one.reset(seed=[1, 2])


@pytest.mark.parametrize("more", [{}, {"opponents": ["random"]}])
def test_a_vector_begins_the_places_of_a_mask_alone(more):
    envs = gymnasium.make_vec("aicore/Booster-v0", 4, **more)
    _, info = envs.reset(seed=7)
    for _ in range(5):
        envs.step(info["action_mask"].argmax(axis=1))
    mask = np.array([True, False, True, False])
    before, states = envs._observations.copy(), envs._batch.states()
    seeds = envs._batch.seeds.tolist()
    after, info = envs.reset(options={"reset_mask": mask})
    assert (after[~mask] == before[~mask]).all()
    assert [envs._batch.state(i) for i in (1, 3)] == [states[i] for i in (1, 3)]
    new = envs._batch.seeds.tolist()
    assert [seeds[i] == new[i] for i in range(4)] == [False, True, False, True]
    assert info["action_mask"].any(axis=1).all()
    for wrong in ([True, False, True, False], mask[:2], mask & False, mask.astype(int)):
        with pytest.raises((TypeError, ValueError), match="reset_mask"):
            envs.reset(options={"reset_mask": wrong})


def test_scaled_observations_are_floats_from_0_to_1():
    plain = gymnasium.make("aicore/Ransom-v0")
    env = aicore.envs.Scaled(gymnasium.make("aicore/Ransom-v0"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about the wrapping
        check_env(env, skip_render_check=True)
    high, dense = plain.observation_space.high, aicore.features(plain.unwrapped.game).dense
    for _ in range(2):
        seen, _ = plain.reset(seed=2)
        scaled, _ = env.reset(seed=2)
        assert scaled.dtype == np.float32
        np.testing.assert_array_equal(scaled, dense(seen))
        assert (env.action_masks() == plain.unwrapped.action_masks()).all()
    assert high.max() > 100


def test_scaled_vectors_are_floats_from_0_to_1():
    plain, scaled = (gymnasium.make_vec("aicore/ConnectFour-v0", 4) for _ in range(2))
    scaled = aicore.envs.ScaledVector(scaled)
    (seen, info), (shown, _) = plain.reset(seed=1), scaled.reset(seed=1)
    ended, dense = 0, aicore.features(plain.game).dense
    for _ in range(40):
        np.testing.assert_array_equal(shown, dense(seen))
        assert scaled.observation_space.contains(shown)
        tokens = info["action_mask"].argmax(axis=1)
        seen, _, _, _, info = plain.step(tokens)
        shown, _, _, _, scaled_info = scaled.step(tokens)
        if "final_obs" in info:
            ended += 1
            floats, over = scaled_info["final_obs"], scaled_info["_final_obs"]
            assert floats.dtype == np.float32
            np.testing.assert_array_equal(floats[over], dense(info["final_obs"][over]))
    assert ended


# Start of the next game.


def ends_of(envs, steps, seed=3):
    """Yield a vector's observations and rewards under its lowest tokens.

    The token is 0 where tokens are ignored.
    """
    seen, info = envs.reset(seed=seed)
    yield seen.copy(), info["action_mask"].copy(), None, None, None
    for _ in range(steps):
        seen, rewards, over, cut, info = envs.step(info["action_mask"].argmax(axis=1))
        ended = over | cut
        final = info["final_obs"].copy() if "final_obs" in info else None
        yield seen.copy(), info["action_mask"].copy(), rewards.copy(), ended, final


@pytest.mark.parametrize("name", ["connect_four", "kuhn_poker", "ransom"])
def test_the_next_game_may_begin_with_the_next_step(name):
    """Each place shows the same as in SameStep mode, plus its end once more in between."""
    envs, same = (
        gymnasium.make_vec(environment_id(name), 1, autoreset_mode=mode)
        for mode in ("NextStep", "SameStep")
    )
    assert envs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    shown, games = ends_of(envs, 400), 0
    for seen, mask, rewards, ended, final in ends_of(same, 150):
        one = next(shown)
        if ended is not None and ended[0]:
            games += 1
            assert one[3][0]
            assert (one[0] == final).all()
            assert not one[1].any()  # no token is requested
            assert one[2] == rewards
            one = next(shown)  # the token of this step was ignored
            assert not one[3][0]
            assert not one[2].any()
        assert (one[0] == seen).all()
        assert (one[1] == mask).all()
    assert games


def test_games_may_wait_for_a_reset():
    envs = gymnasium.make_vec("aicore/KuhnPoker-v0", 8, autoreset_mode=AutoresetMode.DISABLED)
    _, info = envs.reset(seed=1)
    shown = None
    for _ in range(20):
        shown, _, over, _, info = envs.step(info["action_mask"].argmax(axis=1))
        if over.any():
            break
    assert over.any()
    assert not info["action_mask"][over].any()
    assert "final_obs" not in info
    with pytest.raises(AicoreError, match=r"its game is over.*reset_mask"):
        envs.step(info["action_mask"].argmax(axis=1))
    after, info = envs.reset(options={"reset_mask": over})
    assert (after[~over] == shown[~over]).all()
    assert info["action_mask"].any(axis=1).all()
    envs.step(info["action_mask"].argmax(axis=1))


def test_unknown_modes_and_invalid_seeds_are_refused():
    with pytest.raises(AicoreError, match='"NextStep", "SameStep", "Disabled"'):
        gymnasium.make_vec("aicore/Pig-v0", 2, autoreset_mode="Never")
    envs, env = gymnasium.make_vec("aicore/Pig-v0", 2), gymnasium.make("aicore/Pig-v0").unwrapped
    for reset in (envs.reset, env.reset):
        for wrong in (1.5, "seven"):
            with pytest.raises(AicoreError, match="seed must be a whole number"):
                reset(seed=wrong)
    with pytest.raises(AicoreError, match="seed must be a whole number"):
        envs.reset(seed=[1, None])


def test_seeds_may_be_numpy_integers():
    made = (
        (gymnasium.make("aicore/Booster-v0").unwrapped, 5, np.int64(5)),
        (gymnasium.make_vec("aicore/Booster-v0", 3), 5, np.uint8(5)),
        (gymnasium.make_vec("aicore/Booster-v0", 3), [1, 2, 3], np.array([1, 2, 3])),
        (aicore.envs.ScaledVector(gymnasium.make_vec("aicore/Booster-v0", 3)), 5, np.int32(5)),
    )
    for env, plain, numpy in made:
        assert (env.reset(seed=plain)[0] == env.reset(seed=numpy)[0]).all()


def test_arrays_are_written_again_unless_copies_are_asked_for():
    for copies in (False, True):
        envs = gymnasium.make_vec("aicore/ConnectFour-v0", 4, copy=copies)
        seen, info = envs.reset(seed=1)
        kept = seen.copy(), info["action_mask"].copy()
        finals, ended = [], []
        for _ in range(60):
            *_, info = envs.step(info["action_mask"].argmax(axis=1))
            if "final_obs" in info:
                finals.append(info["final_obs"])
                ended.append(info["final_obs"].copy())
        assert (seen == kept[0]).all() == copies
        if copies:
            assert len(finals) > 1
            assert all((one == two).all() for one, two in zip(finals, ended, strict=True))
            assert not np.shares_memory(finals[0], finals[1])


@pytest.mark.parametrize("wrong", [-1, -2, 7, 65535])
def test_an_invalid_token_is_illegal_and_makes_no_place_wait(wrong):
    envs = gymnasium.make_vec("aicore/ConnectFour-v0", 2)
    envs.reset(seed=1)
    before = envs._batch.states()
    with pytest.raises(IllegalAction, match="place 1: its token must be one of"):
        envs.step(np.array([0, wrong]))
    assert envs._batch.states() == before
    env = gymnasium.make("aicore/ConnectFour-v0").unwrapped
    env.reset(seed=1)
    assert env.step(wrong)[4]["illegal"]


@pytest.mark.parametrize("wrong", [[0], [0.0, 1.0], np.zeros((2, 2), int), ["a", "b"], None, 3])
def test_invalid_arrays_of_actions_are_refused(wrong):
    envs = gymnasium.make_vec("aicore/ConnectFour-v0", 2)
    envs.reset(seed=1)
    with pytest.raises(AicoreError, match="actions must be 2 whole numbers"):
        envs.step(wrong)


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (lambda seen, masks: np.full(len(masks), -1), IllegalAction),
        (lambda seen, masks: masks.argmax(axis=1)[:-1], AicoreError),
        (lambda seen, masks: masks.astype(float)[:, 0], AicoreError),
        (lambda seen, masks: None, AicoreError),
    ],
)
def test_invalid_tokens_of_an_opponent_are_refused(answer, error):
    envs = gymnasium.make_vec("aicore/ConnectFour-v0", 3, opponent=answer)
    _, info = envs.reset(seed=1)
    with pytest.raises(error):
        envs.step(info["action_mask"].argmax(axis=1))


@pytest.mark.parametrize("wrapped", ["RecordEpisodeStatistics", "DictInfoToList"])
def test_wrappers_of_gymnasium_take_a_vector(wrapped):
    envs = getattr(gymnasium.wrappers.vector, wrapped)(gymnasium.make_vec("aicore/Pig-v0", 3))
    envs.reset(seed=1)
    for _ in range(30):
        envs.step(np.zeros(3, int))


# Pixels.


def test_a_picture_is_drawn_in_pixels():
    env = gymnasium.make("aicore/LeducPoker-v0", render_mode="rgb_array")
    env.reset(seed=1)
    frame = env.render()
    assert (frame.shape, frame.dtype) == ((720, 960, 3), np.uint8)
    assert len(np.unique(frame.astype(int) @ [1 << 16, 1 << 8, 1])) > 50
    env.step(int(env.unwrapped.action_masks().argmax()))
    assert (env.render() != frame).any()


def test_pixels_have_the_colors_of_the_picture():
    """The order is red, green, blue: a square in one color lies on the table's color."""
    style = "<style>.picture { --table: #102030; } .ink { fill: #ff8000; }</style>"
    square = '<rect class="ink" x="100" y="100" width="50" height="50"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 500">{style}{square}</svg>'
    frame = pixels.pixels(svg)
    assert frame[125, 125].tolist() == [255, 128, 0]
    assert frame[400, 400].tolist() == frame[719, 0].tolist() == [16, 32, 48]


def test_no_color_is_left_open_in_a_picture():
    for name in NAMES:
        state = aicore.load(name).start()
        aicore.Chance(1).settle(state)
        plain, ground = pixels.settled(to_svg(Scene(state)))
        assert "var(" not in plain
        assert "--" not in plain.partition("</style>")[0].replace("data--", "")
        assert ground.startswith("#")


def test_pixels_without_their_libraries_say_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    env = gymnasium.make("aicore/Pig-v0", render_mode="rgb_array").unwrapped
    env.reset(seed=1)
    with pytest.raises(AicoreError, match=r"pip install 'aicore-tabletop\[rl\]'"):
        env.render()


def test_the_bounds_of_fields_are_plain_numbers():
    for name in NAMES:
        for field in aicore.load(name).fields:
            assert {type(length) for length in (*field.shape, field.high)} == {int}
