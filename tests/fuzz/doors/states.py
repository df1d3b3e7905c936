"""Door of states as dictionaries: `Game.from_dict` of values `State.to_dict` never returned."""

from __future__ import annotations

from random import Random

from aicore.core.chance import Chance
from aicore.core.game import State
from aicore.core.rng import Rng
from aicore.players import player
from fuzz import damage, material
from fuzz.door import ACCEPTED, REFUSED, Broken, Door, tell


class States(Door):
    """Damaged descriptions; a state made from one must be playable like any other."""

    NAME = "states"
    SHARE = 130

    def prepare(self) -> None:
        """Make descriptions of positions of all games."""
        self.games = material.games()
        self.fields = [[state.to_dict() for state in some] for some in material.positions()]
        self.greedy = [player("greedy:samples=1", game) for game in self.games]

    def attempt(self, rng: Random) -> str:
        """Damage one description."""
        number = rng.randrange(len(self.games))
        fields = damage.damaged(rng.choice(self.fields[number]), rng)
        tell(f"{self.games[number].name}.from_dict")
        try:
            state = self.games[number].from_dict(fields)
        except TypeError:
            if isinstance(fields, dict):
                raise
            return REFUSED
        tell(f"{self.games[number].name} from a dictionary, played on")
        use(state, rng, plies=5)
        if rng.random() < 0.1 and state.turn >= 0:
            self.greedy[number].decide(state.view(state.turn))
        return ACCEPTED


def use(state: State, rng: Random, plies: int) -> None:
    """Use a state as players do. Raises Broken if something is refused."""
    game, luck, chance = state.game, Rng(rng.randrange(1 << 30)), Chance(rng.randrange(1 << 30))
    try:
        for ply in range(plies):
            if game.from_dict(state.to_dict()) != state:
                raise Broken("the state's own description makes another state")
            for seat in range(game.seats):
                view = state.view(seat)
                if view.resample(luck).view(seat) != view:
                    raise Broken(f"resampled, seat {seat} knows something else")
                view.to_dict()
            state.scores()
            state.evaluate()
            if state.turn == -2:
                state.returns()
                break
            if state.turn == -1:
                state.outcomes()
                chance.step(state)
                continue
            state.promising()
            if len(state.legal()) < 1:
                raise Broken("nothing is legal")
            state.apply(state.policy(luck) if ply % 2 else state.sample(luck))
        state.play_out(luck, 300, guided=rng.random() < 0.5)
    except ValueError as error:
        raise Broken(f"in play: {type(error).__name__}: {error}") from error
