"""Which errors say that the database is away, full or read-only."""

from __future__ import annotations

import contextlib
import ssl
from collections.abc import Iterator
from typing import Final

import asyncpg

from summerstow.platform.errors import Unavailable, is_outage

from .connecting import NotConnectedError

#: What says that the server cannot be reached, beside the codes of `is_outage`.
_OUTAGES: Final[tuple[type[BaseException], ...]] = (
    NotConnectedError,
    asyncpg.InterfaceError,
    # The server's farewell came before this statement and the end of the connection after it.
    asyncpg.InternalClientError,
    # The schema changed under a statement that was prepared; the next try prepares it anew.
    asyncpg.InvalidCachedStatementError,
    OSError,
    TimeoutError,
    ssl.SSLError,
)


def outage_in(error: BaseException) -> bool:
    """Whether an error says that the database is away, full or read-only, and not what was wrong
    with a statement."""
    if isinstance(error, asyncpg.PostgresError):
        is_stale_cache = isinstance(error, asyncpg.InvalidCachedStatementError)
        return is_stale_cache or is_outage(error.sqlstate)
    return isinstance(error, _OUTAGES)


def console_sentence(error: BaseException) -> str | None:
    """What the operator reads about an outage; None where an error is none."""
    cause = error.__cause__ if isinstance(error, Unavailable) else error
    if isinstance(cause, NotConnectedError):
        return str(cause)
    if isinstance(cause, asyncpg.ReadOnlySQLTransactionError):
        return "The database cannot be written to: name the primary in DATABASE_URL."
    if isinstance(cause, asyncpg.PostgresError) and outage_in(cause):
        return f"The database says: {cause.args[0]}."
    if isinstance(error, Unavailable) or outage_in(error):
        return "The database cannot be reached, or ended the conversation."
    return None


@contextlib.contextmanager
def outages_unavailable() -> Iterator[None]:
    """Raise `Unavailable` for every outage."""
    try:
        yield
    except Exception as error:
        if outage_in(error):
            raise Unavailable(repr(error)) from error
        raise
