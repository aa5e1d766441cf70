"""Refusals of requests: one class, rendered by the API that received the request."""

from __future__ import annotations

from typing import Final

#: Classes of PostgreSQL's error codes that say that the server is away, full, shutting down or
#: does not let us in, and nothing about the statement.
_OUTAGE_CLASSES: Final = frozenset({"08", "28", "53", "55", "57"})
#: A server that may not be written to: a standby, or a primary that has been replaced.
READ_ONLY: Final = "25006"
#: A statement that took too long, or was cancelled: the statement's own fault.
_CANCELLED: Final = "57014"


def is_outage(sqlstate: str | None) -> bool:
    """Whether PostgreSQL's error code means an outage: nothing happened, a retry is right."""
    if sqlstate is None or sqlstate == _CANCELLED:
        return False
    return sqlstate == READ_ONLY or sqlstate[:2] in _OUTAGE_CLASSES


class AppError(Exception):
    """A refusal with an HTTP status, a stable code and a sentence for the caller.

    `facts` is what a program may read of it beyond text: JSON in the place of `details`. `private`
    goes to the log alone.
    """

    status = 400
    code = "P0001"

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        code: str | None = None,
        details: str | None = None,
        hint: str | None = None,
        facts: object = None,
        private: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status if status is not None else type(self).status
        self.code = code if code is not None else type(self).code
        self.details = details
        self.hint = hint
        self.facts = facts
        self.private = private


class Invalid(AppError):
    """The input breaks a rule of the product (400, PostgreSQL's check_violation)."""

    code = "23514"


class Forbidden(AppError):
    """The actor may not do this (403; both APIs answer 401 to a signed-out caller)."""

    status = 403
    code = "42501"


class Conflict(AppError):
    """True a moment ago, but not any more (409)."""

    status = 409
    code = "PT409"


class TooOften(AppError):
    """More than one person asks for in a while (429); asking again is right after `seconds`."""

    status = 429
    code = "PT429"

    def __init__(self, seconds: int) -> None:
        super().__init__(f"Too many tries in a short time. Please try again in {seconds} seconds.")
        self.seconds = seconds


class Unavailable(AppError):
    """The database cannot be reached right now (503): nothing happened, a retry is right."""

    status = 503
    code = "08006"

    def __init__(self, private: str | None = None) -> None:
        super().__init__(
            "The service cannot reach its database right now. Please try again in a moment.",
            private=private,
        )
