"""Codes and rules of Free Trader that Python uses too: see state.pxd."""


def cost(int card, int planet):
    """Return a load's buying price by the figures of a card and a planet, V; 0 if not for sale."""
    return cost_by(card, planet)


def sale(int card, int planet):
    """Return a load's selling price by the figures of a card and a planet, V."""
    return sale_by(card, planet)


def fine_value(int price):
    """Return the amount that a module of this price covers of a fine, V."""
    return part_of(price)


def enemy_bonus(int month):
    """Return the bonus to enemies' attack and defense in a month, 1 and up."""
    return bonus_in(month)
