"""Click declarations of the commands; a command imports its implementation when it runs."""
