"""Every refusal of `/rest/v1`, and how it is rendered (docs/wire/rest.md)."""

from __future__ import annotations

import re

import asyncpg
import msgspec

from summerstow.platform.errors import AppError, TooOften, Unavailable, is_outage
from summerstow.platform.http.asgi import Header

JSON = b"application/json; charset=utf-8"
#: Characters of a parameter that a refusal repeats.
_MAX_LENGTH = 500
#: The check of a column that is a day, by the name that PostgreSQL gives it: TABLE_COLUMN_check.
_DAY = re.compile(r"((?:\w+_)?(?:date|day))_check")


class Refused(AppError):
    """A refusal by the grammar or the catalogue."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        details: str | None = None,
        hint: str | None = None,
        *,
        facts: object = None,
        headers: tuple[Header, ...] = (),
    ) -> None:
        super().__init__(message, status=status, code=code, details=details, hint=hint, facts=facts)
        self.headers = headers


def unparsable(what: str, raw: str, position: int, details: str) -> Refused:
    """PGRST100: a query parameter that the grammar does not know; `position` counts from 0."""
    excerpt = raw if len(raw) <= _MAX_LENGTH else f"{raw[:_MAX_LENGTH]}…"
    return Refused(
        400,
        "PGRST100",
        f'"failed to parse {what} ({excerpt})" (line 1, column {position + 1})',
        details,
    )


def invalid_body(message: str = "Empty or invalid json") -> Refused:
    """PGRST102: a body that cannot be read."""
    return Refused(400, "PGRST102", message)


def unsatisfiable(details: str, total: int | None = None) -> Refused:
    """PGRST103: a range that does not exist."""
    headers = () if total is None else ((b"content-range", b"*/%d" % total),)
    return Refused(416, "PGRST103", "Requested range not satisfiable", details, headers=headers)


def not_singular(rows: int) -> Refused:
    """PGRST116: the request is for one object and there are none or several."""
    return Refused(
        406,
        "PGRST116",
        "Cannot coerce the result to a single JSON object",
        f"The result contains {rows} rows",
    )


def too_many_affected(rows: int) -> Refused:
    """PGRST124: more rows than `max-affected` allows."""
    return Refused(
        400,
        "PGRST124",
        "Query result exceeds max-affected preference constraint",
        f"The query affects {rows} rows",
    )


def too_costly() -> Refused:
    """57014: a read that took longer than one visitor may take; asking again is no use."""
    return Refused(
        400,
        "57014",
        "canceling statement due to statement timeout",
        hint="Ask for fewer rows, or with simpler filters.",
    )


def unknown_column(table: str, column: str) -> Refused:
    """42703, in PostgreSQL's words: a column in select, filter or order."""
    return Refused(400, "42703", f"column {table}.{column} does not exist")


def unknown_key(table: str, column: str) -> Refused:
    """PGRST204: a column in a body or in `columns=`."""
    return Refused(
        400, "PGRST204", f"Could not find the '{column}' column of '{table}' in the schema cache"
    )


#: PostgreSQL's code, or the class that it begins with, and the status that it is answered with;
#: what is not here is the asker's mistake, as in PostgREST's `Error.hs`.
_STATUSES = {
    "09": 500,
    "0L": 403,
    "0P": 403,
    "23503": 409,
    "23505": 409,
    "25": 500,
    "2D": 500,
    "38": 500,
    "39": 500,
    "3B": 500,
    # A deadlock or a lost race: nothing was done, and asking again is right.
    "40001": 503,
    "40P01": 503,
    "40": 500,
    "42501": 403,
    "42883": 404,
    "42P01": 404,
    "42P17": 500,
    # Too many columns, too deep a nesting: the request is too large (PostgREST says 500).
    "54": 400,
    # Ended by us or by the operator while it waited for others; a read that was too much to ask
    # for is refused where it is read.
    "57014": 503,
    "57": 500,
    "58": 500,
    "F0": 500,
    "HV": 500,
    "P0001": 400,
    "P0": 500,
    "XX": 500,
}


def status_of(code: str, message: str = "") -> int:
    """The HTTP status for PostgreSQL's error code."""
    if code.startswith("PT") and code[2:].isdigit() and 400 <= int(code[2:]) <= 599:
        return int(code[2:])
    if code == "21000":
        return 400 if message.endswith("requires a WHERE clause") else 500
    if is_outage(code):
        return 503
    return _STATUSES.get(code) or _STATUSES.get(code[:2]) or 400


def as_app_error(error: Exception) -> AppError:
    """Return the error that the client sees; inner text goes to the log at most."""
    if isinstance(error, AppError):
        return error
    if isinstance(error, asyncpg.PostgresError):
        code = error.sqlstate or "XX000"
        message = str(error.args[0]) if error.args else code
        status = status_of(code, message)
        if status == 503:
            return Unavailable(f"{code}: {message}")
        if status >= 500:
            return AppError(
                "The database could not carry this out.",
                status=status,
                code=code,
                private=message,
            )
        if isinstance(error, asyncpg.CheckViolationError):
            message = _day_words(error) or message
        # The detail of these two is the whole row, also the columns that the asker may not read.
        details = None if code in ("23502", "23514") else error.detail
        return AppError(message, status=status, code=code, details=details, hint=error.hint)
    return AppError(
        "Something went wrong on our side. It has been noted.",
        status=500,
        code="XX000",
        private=repr(error),
    )


def _day_words(error: asyncpg.CheckViolationError) -> str | None:
    """The sentence for a date out of range, such as one in another century."""
    column = (error.constraint_name or "").removeprefix(f"{error.table_name}_")
    if (match := _DAY.fullmatch(column)) is None:
        return None
    return f"We can't take that {match[1].replace('_', ' ')}. Please choose another day."


def render(error: AppError, *, signed_out: bool) -> tuple[int, list[Header], bytes]:
    """Return status, headers and body; signed-out callers get 401 where others get 403."""
    status = 401 if signed_out and error.status == 403 else error.status
    headers: list[Header] = [
        (b"content-type", JSON),
        (b"proxy-status", f"PostgREST; error={error.code}".encode("latin-1", "replace")),
    ]
    if status == 401:
        headers.append((b"www-authenticate", _challenge(error)))
    if isinstance(error, TooOften):
        headers.append((b"retry-after", str(error.seconds).encode()))
    elif status == 503:
        headers.append((b"retry-after", b"1"))
    details = error.details if error.facts is None else error.facts
    if isinstance(error, Refused):
        headers.extend(error.headers)
    body = msgspec.json.encode(
        {"code": error.code, "details": details, "hint": error.hint, "message": error.message}
    )
    return status, headers, body


def _challenge(error: AppError) -> bytes:
    if error.code not in ("PGRST301", "PGRST303"):
        return b"Bearer"
    text = "".join(one if one.isprintable() and one not in '"\\' else "'" for one in error.message)
    challenge = f'Bearer error="invalid_token", error_description="{text}"'
    return challenge.encode("latin-1", "replace")
