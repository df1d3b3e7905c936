from typing import Any

from aicore.core.game import Game
from aicore.plain.forms import PlainGrammar

class PlainCalls(Game):
    caching: bool
    @property
    def author(self) -> Any: ...
    @property
    def file(self) -> str: ...
    @property
    def grammar(self) -> PlainGrammar: ...
