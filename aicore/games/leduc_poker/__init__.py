"""Leduc poker: a small yardstick of hidden information with a shared card."""
