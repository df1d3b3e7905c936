"""Text of a game's rules, with parts for only the terminal or only the page.

RULES.md is Markdown. A line `<!-- terminal -->` or `<!-- page -->` begins a part for that interface
only. The part ends at the next such line or at a line `<!-- both -->`. All other text is for both
interfaces.
"""

from __future__ import annotations

import re
from typing import Literal

_MARK = re.compile(r"<!-- (terminal|page|both) -->")
_GAP = re.compile(r"\n{3,}")  # left by parts for the other interface


def rules_for(text: str, interface: Literal["terminal", "page"]) -> str:
    """Return the parts of a text of rules that are for one interface."""
    kept, only = [], "both"
    for line in text.splitlines():
        mark = _MARK.fullmatch(line)
        if mark:
            only = mark[1]
        elif only in ("both", interface):
            kept.append(line)
    return _GAP.sub("\n\n", "\n".join(kept)).strip() + "\n"
