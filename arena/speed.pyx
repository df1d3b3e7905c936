"""Speeds of a game and its searchers, for `aicore bench`."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

from cpython.exc cimport PyErr_CheckSignals
from libc.string cimport memcpy

from aicore.core._types cimport i64, u64
from aicore.core.clock cimport now
from aicore.core.validate cimport bounded_int
from aicore.core.game cimport CHANCE, Game, Head, MAX_STATE_WORDS, State
from aicore.core.rng cimport Luck, MAX_SOURCES, Rng, luck_seed
from aicore.core.ruleset cimport raise_mistakes

from aicore.core import schema
from aicore.core.decision import StopSearch
from aicore.core.parameter import MAX_NUMBER, MAX_TOTAL
from aicore.core.processors import MAX_THREADS
from aicore.players.defaults import defaults_of
from aicore.search.expectimax import Expectimax
from aicore.search.mcts import Mcts

cdef enum:
    TO_THE_END = 1 << 30  # maximum plies of a playout; no playout reaches it
    RING = 16  # number of states that are copied in turn
    BATCH = 1000  # number of copies between checks of the clock

cdef double SHORTEST = 0.001  # minimum seconds of a measurement
cdef double SLICE = 0.05  # seconds between checks for signals


def measure(Game game not None, seconds=1.0, threads=1, sims=0):
    """Return speeds of a game and of its searchers.

    Args:
        game: the game to measure.
        seconds: duration of each measurement.
        threads: number of parallel threads, each with its own searcher; speeds are sums over them.
        sims: simulations of the tree search in each thread; 0 for as many as `seconds` allow.

    The dict has: game; plies_per_s (decisions and chance events of uniform play); playouts_per_s;
    copy_ns (nanoseconds to copy a state); mcts_sims_per_s (with uniform playouts to the end, and
    the game's own exploration); expectimax_nodes_per_s (positions visited); node_bytes (bytes of
    the search tree per node or edge); threads. Raises AicoreError.
    """
    if not schema.is_number(seconds, SHORTEST, MAX_NUMBER):
        kind = schema.Number(SHORTEST, MAX_NUMBER)
        raise schema.wrong_argument(kind, seconds, "seconds")
    threads = bounded_int("threads", threads, 1, MAX_THREADS)
    sims = bounded_int("sims", sims, 0, MAX_TOTAL)
    game.check_built()
    stop = Event()

    def everywhere(job):
        if threads == 1:  # only the main thread receives signals
            return [job(0)]
        with ThreadPoolExecutor(threads) as pool:
            try:
                return list(pool.map(job, range(threads)))
            except BaseException:
                stop.set()
                raise

    playing = everywhere(lambda thread: _play(game, seconds, thread, stop))
    copying = everywhere(lambda thread: _copy(game, seconds, stop))
    trees = everywhere(lambda thread: _search_tree(game, seconds, sims, thread, stop))
    looks = everywhere(lambda thread: _look_ahead(game, seconds, thread, stop))
    return {
        "game": game.name,
        "plies_per_s": round(sum(plies / took for plies, _, took in playing)),
        "playouts_per_s": round(sum(playouts / took for _, playouts, took in playing)),
        "copy_ns": round(sum(copying) / threads, 2),
        "mcts_sims_per_s": round(sum(rate for rate, _ in trees)),
        "expectimax_nodes_per_s": round(sum(looks)),
        "node_bytes": round(sum(size for _, size in trees) / threads),
        "threads": threads,
    }


cdef State _first_choice(Game game, int seed):
    """Return the first position in which a seat has a choice."""
    cdef State state = game.start()
    cdef Rng rng = Rng(seed)
    while len(state.legal_actions()) < 2:
        game.apply(state.data, state.sample(rng))
    return state


cdef double _slice(double end, stop) except -1:
    """Return the time of the next check for signals; 0 to stop."""
    cdef double moment = now()
    PyErr_CheckSignals()
    return min(end, moment + SLICE) if moment < end and not stop.is_set() else 0.0


cdef tuple _play(Game game, double seconds, int seed, stop):
    """Return the number of plies and playouts of uniform play, and the seconds taken."""
    cdef State first = game.start()
    cdef Luck luck
    cdef u64[MAX_STATE_WORDS] state
    cdef i64 plies = 0
    cdef i64 playouts = 0
    cdef double start = now()
    cdef double end = start + seconds
    cdef double until = _slice(end, stop)
    cdef void* root = first.data
    luck_seed(&luck, seed, MAX_SOURCES)
    while until:
        with nogil:
            while playouts & 63 or now() < until:
                memcpy(state, root, game.state_size)
                plies += game.play_out(state, &luck, TO_THE_END, False)
                playouts += 1
        raise_mistakes(game)
        until = _slice(end, stop)
    return plies, playouts, now() - start


cdef double _copy(Game game, double seconds, stop):
    """Return the nanoseconds to copy a state."""
    cdef State first = _first_choice(game, 1)
    cdef u64[RING * MAX_STATE_WORDS] ring
    cdef u64* slot
    cdef i64 copies = 0
    cdef double start, end, until
    cdef size_t size = game.state_size
    cdef int i
    for i in range(RING):
        memcpy(&ring[i * MAX_STATE_WORDS], first.data, size)
    start = now()
    end = start + seconds / 4
    until = _slice(end, stop)
    while until:
        with nogil:
            while now() < until:
                for i in range(BATCH):
                    # Each copy reads what an earlier one wrote, so none can be optimized away.
                    slot = &ring[(i % RING) * MAX_STATE_WORDS]
                    memcpy(&ring[((i + 1) % RING) * MAX_STATE_WORDS], slot, size)
                copies += BATCH
        until = _slice(end, stop)
    return (now() - start) / copies * 1e9


def _progress(stop):
    """Return a progress callback that stops a search when `stop` is set."""
    def progress(choice, value):
        if stop.is_set():
            raise StopSearch

    return progress


def _search_tree(Game game, double seconds, i64 sims, int seed, stop):
    """Return simulations per second, and bytes of tree per node."""
    cdef State state = _first_choice(game, 1)
    own = {key: value for key, value in defaults_of(game.info, "mcts").items() if key == "c"}
    bound = {"sims": sims} if sims else {"time": seconds}
    searcher = Mcts(game, **bound, **own)
    decision = searcher.search(state.view(state.turn), Rng(seed), _progress(stop))
    return decision.simulations / decision.seconds, searcher.used / searcher.entries


def _look_ahead(Game game, double seconds, int seed, stop):
    """Return positions visited per second."""
    cdef State state = _first_choice(game, 1)
    cdef Rng rng = Rng(seed)
    searcher = Expectimax(game, time=seconds)
    visited = 0
    took = 0.0
    while took < seconds and not stop.is_set():
        # A search of a small game ends early, so search again after a random move.
        if (<Head*> state.data).turn < 0:
            state = _first_choice(game, seed)
        decision = searcher.search(state.view(state.turn), rng, _progress(stop))
        visited += decision.nodes
        took += decision.seconds
        rng.next()
        game.apply(state.data, game.sample_action(state.data, &rng.state))
        while state.turn == CHANCE:
            game.apply(state.data, state.sample(rng))
    return visited / took
