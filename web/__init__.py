"""Tables in a browser: the server and its page."""
