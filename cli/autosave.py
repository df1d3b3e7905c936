"""Saving of a person's game at every decision, so that no crash can lose it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from aicore.cli import saves
from aicore.cli.streams import aicore_command, shell_word
from aicore.core.errors import AicoreError, one_line
from aicore.core.language import gettext as _

if TYPE_CHECKING:
    from aicore.session.seated_game import SeatedGame


class Autosave:
    """Saver that writes a game to the same file again and again.

    Args:
        table: the game to save.
        complain: callback for the error if a game cannot be saved.
        file: the file to save to; None for a new one in the data folder.
        saved: the line of that file with this game's earlier state, if any.
        rival: spec of the player that plays the same deal afterwards, in a duel.
    """

    def __init__(
        self,
        table: SeatedGame,
        complain: Callable[[str], None],
        file: Path | None,
        saved: str | None,
        rival: str | None = None,
    ) -> None:
        self.table = table
        self.complain = complain
        self.file = file
        self.saved = saved
        self.rival = rival

    def keep(self) -> None:
        """Save the game like `save`, but ignore errors."""
        with suppress(AicoreError, OSError):
            self.save()

    def save(self, path: Path | None = None) -> Path:
        """Save the game. Return the file. Raises RecordError, OSError.

        Args:
            path: a file to save to from now on, if it can be written.
        """
        file = path or self.file or saves.new_save(self.table.game.name)
        earlier = self.saved if file == self.file else None
        record = replace(self.table.record(), rival=self.rival)
        self.saved = saves.write_save(record, file, earlier)
        self.file = file
        return file

    def rescue(self, path: Path | None = None) -> Path:
        """Save the game, elsewhere if necessary. Return the file. Raises RecordError, OSError.

        Args:
            path: the preferred file.
        """
        try:
            return self.save(path)
        except (AicoreError, OSError) as error:
            self.complain(_("not saved: {error}", error=one_line(error)))
        if path is not None and self.file is not None:  # an earlier save worked there
            return self.save()
        return self.save(saves.new_save(self.table.game.name))

    def resume_command(self) -> str:
        """Return the command that continues the saved game."""
        return f"{self.program} play --resume {shell_word(self.file)}"

    @property
    def program(self) -> str:
        """Command `aicore` with the files of the game and of its players."""
        record = self.table.record()
        return aicore_command([record.game, *record.players, *filter(None, [self.rival])])
