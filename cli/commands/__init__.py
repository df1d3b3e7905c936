"""The commands as Click declares them; what a command does is imported when it runs."""
