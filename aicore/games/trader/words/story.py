"""Sentences about a game of Free Trader."""

from __future__ import annotations

from collections.abc import Sequence

from aicore.core import phrasebook
from aicore.core.game import Game, Position
from aicore.core.story import NUMBERS, Ending, Names, SeenEvent, counted, listed
from aicore.games.trader.rules.state import CARGO
from aicore.games.trader.words import clauses
from aicore.games.trader.words.glossary import glossary
from aicore.games.trader.words.labels import title_of
from aicore.games.trader.words.turns import tell_all
from aicore.games.trader.words.wording import ORDINALS, SEAT, Words

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

AFTER_DONE = {"buy": "then you jump", "sell": "then add a module", "upgrade": "the turn ends"}
ENDS = {
    "paid": "with the ship paid for",
    "payment": "with a payment that could not be made",
    "fuel": "without vectorium to jump with",
    "fine": "with a fine that could not be paid",
    "destroyed": "with the ship destroyed",
}
"""Phrase for each ending that completes "the games end"."""
SCORE = "payments"


def aim(game: Game) -> tuple[str, ...]:
    """Return the goal, the course of a turn, the end of the game, and the main danger."""
    data = game.info.data
    payments = listed([str(payment) for payment in data["vectorium"]["payments"]])
    cards = len(data["cards"]["events"]) - 2
    due = (
        "as soon as its last card is drawn, even in the middle of a fight"
        if game.options["payment"] == "immediate"
        else "at the end of the turn in which its last card is drawn"
    )
    return phrasebook.aim(game, payments=payments, cards=cards, due=due)


def titles(game: Game) -> dict[str, str]:
    """Return the titles of the event cards, by id."""
    rows = game.info.data["cards"]["events"]
    return {row[0]: f"event card {row[0]} ({title_of(row)})" for row in rows}


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
        return "That spends the last V: without one you cannot jump, and the game is lost."
    names = Names(("you",), SEAT)
    clause = clauses.fled(event) or clauses.short(Words(game, names), event)
    return names.sentence(clause) if clause else ""


def note(game: Game, fields: Position, action: str) -> str:
    """Return the cost, yield or destination of an action."""
    words = Words(game, Names(("you",), SEAT))
    verb, *rest = action.split()
    match verb:
        case "place":
            return words.side(fields, rest[0])
        case "buy":
            return f"{words.cost(fields, rest[0])} V"
        case "sell":
            price, room = words.price(fields, rest[0]), words.most - fields["vectorium"]
            return f"{min(price, room)} V" + (f" of {price}: the limit" if room < price else "")
        case "upgrade":
            return f"{words.prices[words.modules.index(rest[0])]} V"
        case "damage":
            left = fields["modules"][rest[0]] - 1
            holds = f" hold{'s' * (left != 1)}" if rest[0] == words.modules[CARGO] else ""
            return f"{left}{holds} left"
        case "sell-module":
            return f"{words.refund(rest[0])} V"
        case "jump" | "flee":
            goal = words.on(fields, rest[0]) if rest else "the unknown"
            emergency = verb == "flee" and not fields["enemy"]
            goal += f", {words.side(fields, rest[0])}" if rest else ""
            return f"an emergency jump to {goal}, 1 V" if emergency else f"{goal}, 1 V"
        case "counterattack":
            good, cards = words.destroying(fields)
            return f"{good} of {cards} cards destroy it"
    return AFTER_DONE.get(fields["phase"], "") if verb == "done" else ""


def score(game: Game, scores: Sequence[float]) -> str:
    """Return the payments made and the vectorium left."""
    made, left = (round(part) for part in scores)
    return f"{counted(made, 'payment')} and {left} V"


def end(game: Game, ending: Ending, names: Names) -> str:
    """Return two sentences about the end of the game."""
    words, fields = Words(game, names), ending.position
    made, left = fields["paid"], fields["vectorium"]
    whole = sum(words.payments)
    ship, here = f"{names.whose(SEAT)} ship", words.here(fields)
    if ending.reason == "paid":
        won = f"the ship is paid for: {words.you('win')} in month {fields['month']}"
        rest = f"{left} V {'is' if left == 1 else 'are'} left"
        return f"{names.sentence(won)} All four payments are made ({whole} V), and {rest}."
    if ending.reason == "payment":
        due = f"the {ORDINALS[made]} payment is {words.payments[made]} V"
        why = f"{due}, and {words.you('have')} {left}: {ship} is lost"
    elif ending.reason == "fuel":
        why = f"{words.you('have')} no V to jump with: {ship} is stranded at {here}"
    elif ending.reason == "fine":
        due = f"{words.you('owe')} the police at {here} {fields['debt']} V more"
        why = f"{due} and {names.verb(SEAT, 'have')} no module left to sell: {ship} is lost"
    else:
        why = f"{words.whom(fields['enemy'])} destroys {ship} at {here}"
    paid = f": {sum(words.payments[:made])} of {whole} V" if made else ""
    score = f"{NUMBERS[made] if made else 'none'} of the four payments made{paid}"
    lost = f"{words.you('lose')} in month {fields['month']} with {score}"
    return f"{names.sentence(why)} {names.sentence(lost)}"
