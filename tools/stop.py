"""The one error that set-up raises for its user."""


class Stopped(Exception):
    """Set-up cannot go on; the message is one sentence with the command that mends it."""
