"""Finding about a design: a figure with its interval, in a plain sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from aicore.arena.figures import FEWEST, SHARES, Mean, mean_of
from aicore.arena.intervals import Bounded
from aicore.arena.report import written
from aicore.core.language import N_, fill, pgettext
from aicore.core.language import gettext as _

ERROR_RATE = 0.05  # maximum probability that luck alone marks any finding


@dataclass(frozen=True)
class Question:
    """Question whether a figure is beyond a limit.

    Args:
        kind: the kind of question; ERROR_RATE is divided equally among all kinds.
        mark: the mark of a finding beyond the limit, in words.
        chance: the p-value, which is the probability of a figure this extreme if the true one is at
            the limit.
        of: the number of questions of this kind.
    """

    kind: str
    mark: str
    chance: float
    of: int = 1


Values = list[float | None]
"""One number per game; None if the game has no value."""
Ask = Callable[[Bounded], Question]
"""Function that returns the question about a mean."""
SECTIONS = (
    N_("Fairness"), N_("Result"), N_("Length"), N_("Tension"), N_("Choices"), N_("Ends"),
    N_("At the end"), N_("Use"), N_("Seats"), N_("Worth"), N_("Luck"), N_("Skill"),
)  # fmt: skip
"""Topics of findings; `gettext` translates them."""


@dataclass(frozen=True)
class Figure:
    """Figure in a sentence.

    Args:
        text: the figure with its interval.
        same: whether all games have this value.
    """

    text: str
    same: bool = False

    @property
    def n(self) -> int:
        """Number for `ngettext`: singular if all games have exactly 1, else plural."""
        return 1 if self.text == "1" else 2

    def share(self, none: str, some: str, every: str) -> str:
        """Return one of three phrases; `some` has a slot for the figure, a share in percent."""
        return {"0 %": none, "100 %": every}.get(self.text) or fill(some, share=self.text)

    @property
    def of_games(self) -> str:
        """Share of the games, as a subject or object: "54 % of the games", "all games"."""
        return self.share(_("no games"), _("{share} of the games"), _("all games"))

    @property
    def in_games(self) -> str:
        """Share of the games, to follow "in": "54 % of the games", "all games"."""
        return self.share(
            pgettext("in", "no games"),
            pgettext("in", "{share} of the games"),
            pgettext("in", "all games"),
        )

    @property
    def of_decisions(self) -> str:
        """Share of the decisions, to follow "in" or "after"."""
        return self.share(
            pgettext("in", "no decisions"),
            pgettext("in", "{share} of the decisions"),
            pgettext("in", "all decisions"),
        )


Say = Callable[[Figure], str]
"""Function that returns a sentence with a figure."""


@dataclass(frozen=True)
class Finding:
    """Figure of a design.

    Args:
        section: the topic of the finding.
        name: the finding's name, which is the same in every study.
        value: the mean over the games.
        low, high: the ends of its 95 % interval; None if there are too few games, or for an open
            end.
        unit: "%" for shares from 0 to 1, else the unit of the value.
        sentence: the finding as a sentence, in the language current when it was made.
        mark: the reason why the finding is unusual, in that language; "" if it is not, or is not
            tested yet.
        values: the value of each game.
        question: the question for the finding's test; None without a limit, or if there are too few
            games.
    """

    section: str
    name: str
    value: float
    low: float | None
    high: float | None
    unit: str
    sentence: str
    mark: str = ""
    values: Values = field(default_factory=list, repr=False)
    question: Question | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the fields, without the values of the games and the question."""
        entries = asdict(self)
        del entries["values"], entries["question"]
        return entries

    @property
    def figure(self) -> str:
        """Value with its interval, as text."""
        return format_mean(Mean(self.value, self.low, self.high), self.unit)

    @property
    def half(self) -> float | None:
        """Half the width of the interval."""
        return None if self.low is None or self.high is None else 0.5 * (self.high - self.low)


def format_mean(mean: Mean, unit: str, sign: str = "") -> str:
    """Return a mean as text: "54 % ± 7", "8.1 ± 0.3", "97 % (88 to 99)" or "9 (4 or more)"."""
    value, low, high = mean.value or 0.0, mean.low, mean.high
    scale, digits = (100, 0) if unit == "%" else (1, 1 if abs(value) < 100 else 0)
    mark = " %" if unit == "%" else ""
    around = ""
    if low is not None and high is not None and high > low:
        if unit == "%" and high - low < 0.04:
            digits = 1
        elif unit != "%" and scale * (high - low) < 0.1:
            digits = 2  # never "± 0.0"
        less, more = (written(scale * abs(end - value), f".{digits}f") for end in (low, high))
        ends = [written(scale * end, f"{sign}z.{digits}f") for end in (low, high)]
        between = _("{low} to {high}", low=ends[0], high=ends[1])
        around = f" ± {less}" if less == more else f" ({between})"
    elif low is not None and high is None:
        end = written(scale * low, f"{sign}z.{digits}f")
        around = " " + _("({low} or more)", low=end)
    elif high is not None and low is None:
        end = written(scale * high, f"{sign}z.{digits}f")
        around = " " + _("({high} or less)", high=end)
    return f"{written(scale * value, f'{sign}z.{digits}f')}{mark}{around}"


def mean(values: Sequence[float | None], bounds: tuple[float, float] | None = None) -> Mean:
    """Return the mean of the values present, with an interval if there are at least FEWEST."""
    return mean_of([value for value in values if value is not None], bounds)


def finding_of(
    section: str,
    name: str,
    unit: str,
    values: Values,
    say: Say,
    ask: Ask | None = None,
    bounds: tuple[float, float] = SHARES,
    sign: str = "",
) -> Finding:
    """Return the finding about the mean of a value over the games.

    Args:
        section, name, unit, values: see `Finding`.
        say: a function that returns the sentence.
        ask: a function that returns the question about the mean; None without a limit.
        bounds: the least and the greatest possible value.
        sign: "+" to write positive values with a sign.
    """
    present = [value for value in values if value is not None]
    estimate = mean(values, bounds if unit == "%" or bounds != SHARES else None)
    question = None
    if ask is not None and len(present) >= FEWEST:
        question = ask(Bounded.of(present, *bounds))
    if len(set(present)) == 1 and float(present[0]).is_integer() and unit != "%":
        figure = Figure(written(present[0], "g"), same=True)
    else:
        figure = Figure(format_mean(estimate, unit, sign))
    sentence = say(figure)
    value = estimate.value or 0.0
    return Finding(
        section, name, value, estimate.low, estimate.high, unit, sentence, "", values, question
    )
