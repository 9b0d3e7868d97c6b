"""The one kind of error that a user sees."""


class UserError(Exception):
    """Something the user can put right.

    The message is one line that says what to do; the command prints it and exits with status 2.
    """
