from aicore.plain.rules import PlainGame

class PortedGame(PlainGame):
    def first_of(self, form: str) -> int: ...
