"""Click declarations of the commands; their implementations are imported when they run."""
