"""Kuhn poker: a reference game of hidden information, solved by hand in 1950."""
