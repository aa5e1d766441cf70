"""Answers: status, headers and body (docs/wire/rest.md)."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import quote

import msgspec

from summerstow.platform.actor import Actor
from summerstow.platform.http.asgi import Header, Send, send_response
from summerstow.platform.http.compression import gzipped
from summerstow.platform.observability import log
from summerstow.platform.rest.grammar.accept import Form
from summerstow.platform.rest.grammar.prefer import Preferences
from summerstow.platform.rest.planning.catalogue import Table
from summerstow.platform.rest.planning.plan import Source
from summerstow.platform.rest.sql.reading import headings
from summerstow.platform.roles import ANON
from summerstow.platform.tables import Row

from .errors import as_app_error, not_singular, render, too_many_affected, unsatisfiable
from .payload import read_rows

_log = log.get("rest")
REPLAYED: Header = (b"idempotency-replayed", b"true")


class Answer(msgspec.Struct, frozen=True):
    """What goes back to the asker."""

    status: int
    headers: list[Header]
    body: bytes = b""


class Page(msgspec.Struct, frozen=True, gc=False):
    """The result of a read; `total` is set only if the request counts."""

    text: str | None
    returned: int
    offset: int
    total: int | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a write did; `text` is its representation, `inserted` is known for upserts alone."""

    text: str | None = None
    returned: int | None = None
    affected: int = 0
    inserted: int | None = None
    rows: list[Row] = field(default_factory=list)
    replayed: bool = False

    @classmethod
    def read(
        cls,
        text: str | None,
        returned: int | None,
        affected: int,
        inserted: int | None,
        rows: str | None,
    ) -> Outcome:
        """From the columns that a write answers (`sql.write`)."""
        return cls(text, returned, affected, inserted, read_rows(rows) if rows else [])


def page(
    result: Page, source: Source, form: Form, preferences: Preferences, location: bytes | None
) -> Answer:
    """The answer to a read; raises for a range that does not exist and for a lone row that does."""
    if result.total is not None and result.offset > result.total:
        raise unsatisfiable(
            f"An offset of {result.offset} was requested, but there are only {result.total} rows.",
            result.total,
        )
    if form.single and result.returned != 1:
        raise not_singular(result.returned)
    upper = result.offset + result.returned - 1
    rows = b"*" if result.returned == 0 else b"%d-%d" % (result.offset, upper)
    partial = result.total is not None and result.returned < result.total
    headers: list[Header] = [
        (b"content-type", form.content_type),
        (b"content-range", rows + b"/" + _total(result.total)),
    ]
    if location is not None:
        headers.append((b"content-location", location))
    applied = preferences.applied(writing=False)
    if applied:
        headers.append((b"preference-applied", applied.encode()))
    return Answer(206 if partial else 200, headers, _body(result.text, source, form))


def check_outcome(outcome: Outcome, form: Form, preferences: Preferences) -> None:
    """Refuse, inside the transaction, what changed more or fewer rows than the asker allows."""
    if form.single:
        if outcome.affected != 1:
            raise not_singular(outcome.affected)
        if outcome.returned is not None and outcome.returned != 1:
            raise not_singular(outcome.returned)
    if (
        preferences.limits
        and preferences.max_affected is not None
        and outcome.affected > preferences.max_affected
    ):
        raise too_many_affected(outcome.affected)


def changed(
    method: str, outcome: Outcome, source: Source, form: Form, preferences: Preferences
) -> Answer:
    """The answer to a write."""
    count = outcome.affected
    total = _total(count if preferences.count is not None else None)
    span = b"*"
    if method == "PATCH" and count:
        span = b"0-%d" % (count - 1)
    headers: list[Header] = [(b"content-range", span + b"/" + total)]
    if method == "POST":
        is_merged = preferences.resolution == "merge-duplicates" and outcome.inserted == 0
        status = 200 if is_merged else 201
        if preferences.returning == "headers-only" and len(outcome.rows) == 1:
            headers.append((b"location", _location(source.table, outcome.rows[0])))
    else:
        status = 200 if preferences.represented else 204
    applied = preferences.applied(writing=True)
    if applied:
        headers.append((b"preference-applied", applied.encode()))
    if outcome.replayed:
        headers.append(REPLAYED)
    if not preferences.represented:
        return Answer(status, headers)
    headers.append((b"content-type", form.content_type))
    return Answer(status, headers, _body(outcome.text, source, form))


def refusal(error: Exception, method: str, path: str, actor: Actor | None) -> Answer:
    """The answer to a request that failed, whatever it failed with; a line of the log says so."""
    refused = as_app_error(error)
    # Without an actor the token was refused, and a 403 then speaks of a person all the same.
    signed_out = actor is not None and actor.role == ANON
    status, headers, body = render(refused, signed_out=signed_out)
    noted: dict[str, object] = {
        "method": method,
        "path": path,
        "status": status,
        "code": refused.code,
        "role": None if actor is None else actor.role,
    }
    if refused.private is not None:
        noted["private"] = refused.private
    if status == 500:
        noted["exc_info"] = error
    (_log.error if status >= 500 else _log.info)("refused", **noted)
    return Answer(status, headers, body)


async def to(
    send: Send, answer: Answer, shared: list[Header], accepts: bytes, *, head: bool
) -> None:
    """Send it with the headers that all have, as gzip where `accepts` takes that and it is worth
    it; `head`: without its body."""
    headers = [*answer.headers, *shared]
    body = gzipped(answer.body, accepts)
    if body is not None:
        headers.append((b"content-encoding", b"gzip"))
    await send_response(send, answer.status, headers, body or answer.body, head=head)


def _total(total: int | None) -> bytes:
    return b"*" if total is None else b"%d" % total


def _body(text: str | None, source: Source, form: Form) -> bytes:
    if text is None:
        return b"[]" if form.kind == "array" else b""
    if form.kind == "csv":
        heading = ",".join(_csv(name) for name in headings(source))
        return f"{heading}\n{text}".encode() if text else heading.encode()
    return text.encode()


def _csv(name: str) -> str:
    return '"' + name.replace('"', '""') + '"' if any(one in name for one in ',"\n\r') else name


def _location(table: Table, row: Row) -> bytes:
    keys = "&".join(f"{quote(one)}=eq.{quote(str(row[one]))}" for one in table.key)
    return f"/{quote(table.name)}?{keys}".encode()
