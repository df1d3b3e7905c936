"""A first game, step by step: see `aicore.study.lesson.lesson`."""
