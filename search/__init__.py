"""Searchers."""
