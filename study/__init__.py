"""What a game means to people, for every face that shows it. Prints nothing."""
