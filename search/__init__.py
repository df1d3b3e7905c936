"""Searchers: algorithms that choose an action by looking ahead."""
