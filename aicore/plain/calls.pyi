from typing import Any

from aicore.core.game import Game
from aicore.core.rng import Rng
from aicore.plain.forms import PlainGrammar
from aicore.plain.state import Struct

class PlainCalls(Game):
    caching: bool
    @property
    def author(self) -> Any: ...
    @property
    def file(self) -> str: ...
    @property
    def grammar(self) -> PlainGrammar: ...
    def redraw_state(self, state: Struct, seat: int, random: Rng) -> None: ...
