"""How much better than `greedy` can anybody play booster? A bound from players that are no players.

`seer` cheats: it looks at the true hands and at the set of cards in the deck (not their order) and
compares its actions by thousands of guided playouts from the true position. What it wins more than
half is about all that knowledge and search can add to `greedy`, whose evaluation solves the game
played alone. `fair` is the same search from resampled positions. `plain` is the script that the
rules page measures: the best meld, else throw two cards that its best plan does not use.

    python -m bench.study.booster_bound seer --deals 400
    python -m bench.study.booster_bound plain --deals 400 --against mcts

Two seats; each deal is played from both.
"""

from __future__ import annotations

import argparse
from functools import partial

import aicore
from bench.common import add_jobs, interval, workers

FIRST_ROUND = 150  # playouts of each action before the worse half is dropped; then twice as many
CUTOFF = 30  # plies of a playout before it is evaluated
TYPES = ("crew", "propulsion", "destination", "transport", "payload")


def search(state: aicore.State, rng: aicore.Rng, cheat: bool) -> int:
    """Sequential halving over guided playouts; with `cheat`, from the true position."""
    seat = state.turn
    left = state.legal_actions()
    totals = dict.fromkeys(left, 0.0)
    counts = dict.fromkeys(left, 0)
    playouts = FIRST_ROUND
    while len(left) > 1:
        for _ in range(playouts):
            luck = rng.next()
            world = state if cheat else state.resample(seat, aicore.Rng(luck))
            for action in left:
                after = world.clone()
                after.apply(action)
                after.play_out(aicore.Rng(luck), CUTOFF, True)
                over = after.turn == aicore.END
                totals[action] += (after.returns() if over else after.evaluate())[seat]
                counts[action] += 1
        left.sort(key=lambda action: -totals[action] / counts[action])
        left = left[: (len(left) + 1) // 2]
        playouts *= 2
    return left[0]


def plain(state: aicore.State) -> str:
    """The best meld; else keep the best card of each type and throw up to two of the rest."""
    cards = {
        card["id"]: (kind, int(card["level"]))
        for kind in TYPES
        for card in state.game.info.data["cards"][kind]
    }
    legal = state.legal()
    if legal[0] == "pass":
        melds = [text for text in legal if text != "pass"]
        return max(melds, key=lambda text: worth(text, cards), default="pass")
    hand = state["hands"][state.turn]
    spare = []
    for kind in TYPES:
        own = sorted((card for card in hand if cards[card][0] == kind), key=lambda c: cards[c][1])
        # crew, propulsion and transport serve best when high; low places and loads are met soonest
        spare += own[:-1] if kind in ("crew", "propulsion", "transport") else own[1:]
    spare = spare or [min(hand, key=lambda card: cards[card][1])]
    thrown = [card for card in hand if card in spare[:2]]
    return "eject " + ",".join(thrown)


def worth(text: str, cards: dict[str, tuple[str, int]]) -> int:
    """The victory points of a meld."""
    _, _, place, _, load = text.split()[1].split(",")
    return cards[place][1] + cards[load][1]


def deal(kind: str, against: str, seed: int) -> float:
    """The kind's mean return over both seats of one deal."""
    game = aicore.load("booster")
    total = 0.0
    for seat in range(2):
        state, chance, rng = game.start(), aicore.Chance(seed), aicore.Rng(seed)
        rival = aicore.player(against, game, seed)
        chance.settle(state)
        while state.turn != aicore.END:
            if state.turn != seat:
                state.apply(rival.decide(state.view(state.turn)).action)
            elif kind == "plain":
                state.apply(plain(state))
            else:
                state.apply(search(state, rng, cheat=kind == "seer"))
            chance.settle(state)
        total += state.returns()[seat]
    return total / 2


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=("seer", "fair", "plain"))
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--against", default="greedy")
    add_jobs(parser)
    chosen = parser.parse_args()
    with workers(chosen.jobs) as everywhere:
        job = partial(deal, chosen.kind, chosen.against)
        values = everywhere(job, range(chosen.deals))
    mean, half = interval(values)
    print(
        f"{chosen.kind} over {chosen.against}: {mean:.1%} ± {half:.1%} in {2 * len(values)} games"
    )


if __name__ == "__main__":
    main()
