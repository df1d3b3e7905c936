"""What can go wrong: every error that aicore raises on purpose, each a single clear line."""


class AicoreError(ValueError):
    """Base of all: its text is one line that says what is wrong and what would be right."""


class UnknownGame(AicoreError):
    """No game has this name."""


class OptionError(AicoreError):
    """A game's option or number of seats is unknown or out of range."""


class DataError(AicoreError):
    """A game's data are wrong; the text begins with the key that is."""


class NotationError(AicoreError):
    """A text is not an action or outcome of the game."""


class IllegalAction(AicoreError):
    """An action or outcome is not possible in this state."""


class SpecError(AicoreError):
    """A player's specification is wrong."""


class StateError(AicoreError):
    """A dictionary is not a state of the game."""


class RecordError(AicoreError):
    """A record is damaged or breaks the rules."""
