"""Kuhn poker: a yardstick of hidden information, solved by hand in 1950."""
