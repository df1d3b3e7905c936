"""Sentences about a game of Free Trader."""

from __future__ import annotations

from collections.abc import Sequence

from aicore.core import phrasebook
from aicore.core.game import Game, Position
from aicore.core.language import N_, ngettext
from aicore.core.language import gettext as _
from aicore.core.story import Ending, Names, SeenEvent, in_words, listed
from aicore.games.trader.rules.state import CARGO
from aicore.games.trader.words import clauses, vocabulary
from aicore.games.trader.words.glossary import glossary
from aicore.games.trader.words.labels import title_of
from aicore.games.trader.words.turns import tell_all
from aicore.games.trader.words.wording import ORDINALS, SEAT, SET_ASIDE, Words

__all__ = [
    "ENDS",
    "SCORE",
    "aim",
    "danger",
    "end",
    "glossary",
    "note",
    "score",
    "tell",
    "tell_all",
    "titles",
]

AFTER_DONE = {
    "buy": N_("then you jump"),
    "sell": N_("then add a module"),
    "upgrade": N_("the turn ends"),
}
ENDS = {
    "paid": N_("with the ship paid for"),
    "payment": N_("with a payment that could not be made"),
    "fuel": N_("without vectorium to jump with"),
    "fine": N_("with a fine that could not be paid"),
    "destroyed": N_("with the ship destroyed"),
}
"""Phrase for each ending that completes "the games end"."""
SCORE = N_("payments")


def aim(game: Game) -> tuple[str, ...]:
    """Return the goal, the course of a turn, the end of the game, and the main danger."""
    data = game.info.data
    payments = listed([str(payment) for payment in data["vectorium"]["payments"]])
    cards = len(data["cards"]["events"]) - SET_ASIDE
    due = (
        _("as soon as its last card is drawn, even in the middle of a fight")
        if game.options["payment"] == "immediate"
        else _("at the end of the turn in which its last card is drawn")
    )
    return phrasebook.aim(game, payments=payments, cards=cards, due=due)


def titles(game: Game) -> dict[str, str]:
    """Return the titles of the event cards, by id."""
    rows = game.info.data["cards"]["events"]
    return {
        row[0]: _("event card {card} ({title})", card=row[0], title=title_of(row)) for row in rows
    }


def tell(game: Game, event: SeenEvent, names: Names) -> str:
    """Return a sentence about an event, and one about the effects of the end of a month."""
    words = Words(game, names)
    months = words.month(event)
    if event.words[0] == "event":
        lines = [*months, clauses.card(words, event)]
    else:
        lines = [clauses.action(words, event), *months, clauses.stranded(event)]
    return " ".join(names.sentence(clause) for clause in lines if clause)


def danger(game: Game, event: SeenEvent) -> str:
    """Return a warning if an action about to be played may lose the game; "" if not."""
    if clauses.stranded(event):
        return _("That spends the last V: without one you cannot jump, and the game is lost.")
    names = Names(("you",), SEAT)
    clause = clauses.broke(event) or clauses.too_little(Words(game, names), event)
    return names.sentence(clause) if clause else ""


def note(game: Game, fields: Position, action: str) -> str:
    """Return the cost, yield or destination of an action."""
    words = Words(game, Names(("you",), SEAT))
    verb, *arguments = action.split()
    match verb:
        case "place":
            return vocabulary.side(words.side(fields, arguments[0]))
        case "buy":
            return _("{price} V", price=words.cost(fields, arguments[0]))
        case "sell":
            price, room = words.price(fields, arguments[0]), words.most - fields["vectorium"]
            if room < price:
                return _("{got} V of {price}: the limit", got=room, price=price)
            return _("{price} V", price=price)
        case "upgrade":
            return _("{price} V", price=words.prices[words.modules.index(arguments[0])])
        case "damage":
            left = fields["modules"][arguments[0]] - 1
            if arguments[0] == words.modules[CARGO]:
                return ngettext("{n} hold left", "{n} holds left", left)
            return _("{n} left", n=left)
        case "sell-module":
            return _("{price} V", price=words.refund(arguments[0]))
        case "jump" | "flee":
            goal = _("the unknown")
            if arguments:
                side = vocabulary.side(words.side(fields, arguments[0]))
                goal = _("{planet}, {side}", planet=words.on(fields, arguments[0]), side=side)
            if verb == "flee" and not fields["enemy"]:
                return _("an emergency jump to {goal}, 1 V", goal=goal)
            return _("{goal}, 1 V", goal=goal)
        case "counterattack":
            good, cards = words.destroying(fields)
            return _("{good} of {cards} cards destroy it", good=good, cards=cards)
    if verb == "done" and fields["phase"] in AFTER_DONE:
        return _(AFTER_DONE[fields["phase"]])
    return ""


def score(game: Game, scores: Sequence[float]) -> str:
    """Return the payments made and the vectorium left."""
    made, left = (round(part) for part in scores)
    payments = in_words(made, "one payment", "{n} payments")
    return _("{payments} and {left} V", payments=payments, left=left)


def end(game: Game, ending: Ending, names: Names) -> str:
    """Return two sentences about the end of the game."""
    words, fields = Words(game, names), ending.position
    who, month, left = names[SEAT], fields["month"], fields["vectorium"]
    if ending.reason == "paid":
        won = _("the ship is paid for: {who} {who:win|wins} in month {month}", who=who, month=month)
        payments = ngettext(
            "All four payments are made ({whole} V), and {n} V is left.",
            "All four payments are made ({whole} V), and {n} V are left.",
            left,
            whole=sum(words.payments),
        )
        return f"{names.sentence(won)} {payments}"
    score = _made(words, fields["paid"])
    lost = _(
        "{who} {who:lose|loses} in month {month} with {score}", who=who, month=month, score=score
    )
    return f"{names.sentence(_why(words, ending))} {names.sentence(lost)}"


def _why(words: Words, ending: Ending) -> str:
    """Return the clause for the reason that the game is lost."""
    fields, who = ending.position, words.names[SEAT]
    if ending.reason == "payment":
        return _(
            "{payment} is {due} V, and {who} {who:have|has} {n}: {who:your|*'s} ship is lost",
            payment=_(ORDINALS[fields["paid"]]),
            due=words.payments[fields["paid"]],
            who=who,
            n=fields["vectorium"],
        )
    here = words.here(fields)
    if ending.reason == "fuel":
        return _(
            "{who} {who:have|has} no V to jump with: {who:your|*'s} ship is stranded at {planet}",
            who=who,
            planet=here,
        )
    if ending.reason == "fine":
        return _(
            "{who} {who:owe|owes} the police at {planet} {debt} V more and {who:have|has} "
            "no module left to sell: {who:your|*'s} ship is lost",
            who=who,
            planet=here,
            debt=fields["debt"],
        )
    return _(
        "{enemy} destroys {who:your|*'s} ship at {planet}",
        enemy=words.character(fields["enemy"]),
        who=who,
        planet=here,
    )


def _made(words: Words, made: int) -> str:
    """Return the number and the sum of the payments made, out of all."""
    if not made:
        return _("none of the four payments made")
    text = in_words(made, "one of the four payments made", "{n} of the four payments made")
    paid, whole = sum(words.payments[:made]), sum(words.payments)
    return _("{payments}: {paid} of {whole} V", payments=text, paid=paid, whole=whole)
