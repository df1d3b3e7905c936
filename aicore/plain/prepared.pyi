from typing import Any

class ListedForm:
    def __init__(self, form: Any, author: Any, phases: int) -> None: ...

class PlayedEvent:
    def __init__(self, form: Any, author: Any, event: int) -> None: ...
