from typing import Any

from aicore.core.game import Game
from aicore.plain.fields import Layout
from aicore.plain.forms import Grammar

class PlainCalls(Game):
    @property
    def author(self) -> Any: ...
    @property
    def file(self) -> str: ...
    @property
    def grammar(self) -> Grammar: ...
    @property
    def layout(self) -> Layout: ...
