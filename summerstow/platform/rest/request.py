"""One request to the data API, and what is refused of any."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from summerstow.platform.actor import Actor
from summerstow.platform.http.asgi import Receive, Scope, read_body
from summerstow.platform.rest.grammar.accept import Form
from summerstow.platform.rest.grammar.prefer import Preferences

from .errors import Refused


@dataclass(frozen=True, slots=True)
class Request:
    """One request as the stages need it; headers by lower-case name, the last of each."""

    method: str
    path: str
    query_string: bytes
    headers: Mapping[bytes, bytes]
    actor: Actor
    form: Form
    preferences: Preferences
    receive: Receive
    scope: Scope

    def header(self, name: bytes) -> str | None:
        """A header's text."""
        value = self.headers.get(name)
        return None if value is None else value.decode("latin-1")

    async def body(self) -> bytes:
        """The whole body, 1 MiB at most."""
        return await read_body(self.scope, self.receive)


def check_profile(request: Request) -> None:
    """There is one schema; raises `Refused` (406) for any other."""
    reading = request.method in ("GET", "HEAD")
    schema = request.header(b"accept-profile" if reading else b"content-profile")
    if schema not in (None, "", "public"):
        raise Refused(
            406,
            "PGRST106",
            f"Invalid schema: {schema}",
            hint="Only the following schemas are exposed: public",
        )


def public_query(query_string: bytes) -> bytes:
    """The query as an answer may repeat it, with its question mark and no key."""
    if b"apikey=" in query_string:
        parameters = [one for one in query_string.split(b"&") if not one.startswith(b"apikey=")]
        query_string = b"&".join(parameters)
    return b"?" + query_string if query_string else b""


def not_allowed(code: str, message: str, methods: str) -> Refused:
    """405, with the methods that are."""
    return Refused(405, code, message, headers=((b"allow", methods.encode()),))
