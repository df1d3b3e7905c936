"""Leduc poker: a small reference game of hidden information with a public card."""
