"""Requests that no program would send, made by chance from a seed: none may be answered 500."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import quote

import httpx

#: Requests that are under way at a time.
_AT_ONCE: Final = 8
_PATIENCE: Final = 30.0

_METHODS: Final = (
    *("GET",) * 6,
    *("POST", "PATCH") * 3,
    *("DELETE", "PUT", "HEAD", "OPTIONS", "TRACE", "BREW"),
)
_TEXTS: Final = (
    *("", " ", "null", "NaN", "-0", "1e999", "9" * 40, "-1", "0x10", "true", "{}", "[]", "()"),
    *("2027-02-30", "0000-00-00", "infinity", "99999-01-01", "2027-04-28T25:00Z", "now"),
    *("00000000-0000-0000-0000-000000000000", "not-a-uuid", "{00000000000000000000000000000000}"),
    *("\0", "a\0b", "\ud800", "\u202e", "é" * 300, "x" * 5000, "%", "%zz", "\\", '"', "'", "';--"),
    *("../../etc/passwd", "eq.1", "in.(", "(((((", "a.b.c.d", "*", "$1", "\r\nx: y", "📦"),
)
_OPERATORS: Final = (
    *("eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike", "match", "imatch", "in", "is"),
    *("isdistinct", "cs", "cd", "ov", "sl", "sr", "nxr", "nxl", "adj", "fts", "plfts", "phfts"),
    *("wfts", "not.eq", "not.in", "eq(any)", "like(all)", "fts(english)", "fts(x)", "zz", ""),
)
_COLUMNS: Final = (
    *("id", "status", "campus_id", "date", "pickup_date", "created_at", "user_id", "role"),
    *("email", "after", "before", "additional_comments", "has_flight", "x", "", "id->a", "id->>0"),
    *('"id"', "after->0->>b", "id::text", "date::date[]", "count()", "id.sum()", "a:id", "...x(y)"),
    *("campuses(*)", "campus:campuses(campus)", "bookings(*)", "bookings!inner(id)", "users(*)"),
)
_KEYS: Final = ("select", "order", "limit", "offset", "columns", "on_conflict", "or", "not.and")
_HEADERS: Final = {
    "accept": (
        *("*/*", "text/csv", "application/vnd.pgrst.object+json", "application/json;q=x"),
        *("application/vnd.pgrst.array+json;nulls=stripped", "image/png", "", ",;,", "é"),
    ),
    "prefer": (
        *("count=exact", "count=planned", "count=estimated", "return=representation"),
        *("return=headers-only", "resolution=merge-duplicates", "missing=default", "tx=rollback"),
        *("resolution=ignore-duplicates,return=representation", "max-affected=0,handling=strict"),
        *("handling=strict,x=y", "max-affected=99999999999999999999", "=,=", "é"),
    ),
    "range": ("0-0", "5-1", "-1", "999999999999999999-", "bytes=0-1", "a-b", "0-", "é"),
    "content-type": (
        *("application/json", "text/plain", "application/x-www-form-urlencoded", "text/csv"),
        *("multipart/form-data", "application/json; charset=utf-16", "", "a/b", "é"),
    ),
    "authorization": (
        *("Bearer", "Bearer ", "Basic YTpi", "Bearer a.b.c", "Bearer é", "Bearer " + "x" * 3000),
        *("Bearer eyJhbGciOiJub25lIn0.e30.", "bearer anon"),
    ),
    "idempotency-key": ("", "k", "k" * 201, "é", "\x7f"),
    "accept-profile": ("public", "auth", "é"),
    "content-profile": ("public", "auth"),
    "origin": ("null", "http://evil.test", "é"),
    "cache-control": ("no-cache",),
    "x-supabase-api-version": ("2024-01-01", "x", "9999-99-99"),
    "content-encoding": ("gzip", "br"),
    "x-forwarded-for": ("1.2.3.4", "x", "::1, é"),
    "stripe-signature": ("t=1,v1=x", "é"),
    "if-none-match": ("*", '"x"'),
    "accept-encoding": ("gzip", "br;q=x", "*"),
}
_AUTH: Final = (
    *("signup", "token", "token?grant_type=password", "token?grant_type=refresh_token"),
    *("token?grant_type=pkce", "token?grant_type=id_token", "token?grant_type=web3", "verify"),
    *("verify?type=signup&token=x", "otp", "magiclink", "recover", "resend", "user", "logout"),
    *("logout?scope=x", "factors", "factors/x/verify", "factors/x/challenge", "factors/x"),
    *("authorize", "authorize?provider=google", "callback", "callback?code=x&state=y", "sso"),
    *("sso/saml/acs", "sso/saml/metadata", "user/identities/x", "user/identities/authorize"),
    *("admin/users", "admin/users/x", "admin/users?page=x&per_page=-1", "admin/generate_link"),
    *("admin/sso/providers", "admin/sso/providers/x", "admin/audit", "invite", "reauthenticate"),
    *("settings", "health", ".well-known/jwks.json", "nothing"),
)
_OTHERS: Final = (
    *("/files", "/files?id=x&kind=item", "/files/x", "/live", "/live/queue?campus_id=x"),
    *("/live/queue/x", "/webhooks/stripe", "/webhooks", "/healthz", "/", "/book", "/%ff", "/a%00b"),
    *("/assets/x.js", "/%2e%2e/%2e%2e/etc/passwd", "//", "/index.html", "/robots.txt", "/dev/x"),
)
_FIELDS: Final = (
    *(
        "email",
        "phone",
        "password",
        "data",
        "type",
        "token",
        "token_hash",
        "refresh_token",
        "nonce",
    ),
    *("id", "campus_id", "first_name", "pickup_date", "pickup_time", "booking_id", "invoice_id"),
    *("amount_cents", "expected_fee_cents", "changes", "user_id", "campus", "day", "from", "to"),
    *("ids", "kind", "status", "code_challenge", "code_challenge_method", "options", "factor_type"),
)


@dataclass(frozen=True, slots=True)
class Sent:
    """One request as it went over the wire, and the status of its answer."""

    number: int
    who: str
    request: bytes
    status: int
    answer: bytes = b""

    def __str__(self) -> str:
        answered = f"{self.status} {self.answer[:200]!r}"
        return f"#{self.number} as {self.who}: {answered}\n{self.request[:600]!r}"


@dataclass(slots=True)
class Malformed:
    """Answers by status (0: none, the connection was closed), and the requests answered 500."""

    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[Sent] = field(default_factory=list)


class _Maker:
    """Makes requests; the same seed makes the same ones."""

    def __init__(self, seed: int, targets: Sequence[str], people: Mapping[str, str]) -> None:
        self._chance = random.Random(seed)
        self._targets = targets
        self._people = people
        self._arguments: dict[str, list[str]] = {}

    def know(self, target: str, names: list[str]) -> None:
        """The arguments that a command takes, so that what is wrong is not always their names."""
        self._arguments[target] = names

    def make(self) -> tuple[str, bytes]:
        """Who asks, and the request's bytes."""
        chance = self._chance
        who = chance.choice(list(self._people))
        kind = chance.random()
        if kind < 0.6:
            target = chance.choice(self._targets)
        elif kind < 0.85:
            target = "/auth/v1/" + chance.choice(_AUTH)
        else:
            target = chance.choice(_OTHERS)
        if "logout" in target:
            # Whoever is signed in stays so: the requests that follow are theirs too.
            who = next(one for one, token in self._people.items() if not token)
        calling = target in self._arguments
        method = chance.choice(("POST", "POST", "POST", "GET") if calling else _METHODS)
        if kind < 0.6 and not (calling and method == "POST"):
            target += "?" + "&".join(self._parameter() for _ in range(chance.randrange(4)))
        if chance.random() < 0.05:
            target = (
                chance.choice(("/", "//", "/./", "")) + target + chance.choice(("/", "%00", "#"))
            )
        headers = {"host": "127.0.0.1", "connection": "close", "apikey": "anon"}
        if self._people[who]:
            headers["authorization"] = f"Bearer {self._people[who]}"
        body = None
        if method not in ("GET", "HEAD", "OPTIONS", "TRACE"):
            headers["content-type"] = "application/json"
            body = self._body(self._arguments.get(target))
        for name in chance.sample(list(_HEADERS), chance.randrange(3)):
            headers[name] = chance.choice(_HEADERS[name])
        return who, self._wire(method, target, headers, body)

    def _text(self) -> str:
        return self._chance.choice(_TEXTS)

    def _parameter(self) -> str:
        chance = self._chance
        name = chance.choice((*_KEYS, *_COLUMNS, self._text()))
        if name in ("or", "not.and"):
            parts = ",".join(self._condition(".") for _ in range(chance.randrange(1, 4)))
            value = f"({parts})" if chance.random() < 0.8 else f"({parts}"
        elif name in _KEYS:
            value = ",".join(chance.choice((*_COLUMNS, self._text())) for _ in range(2))
            value += chance.choice(("", ".desc", ".nullslast", ".desc.nullsfirst", ",", "("))
        else:
            value = f"{chance.choice(_OPERATORS)}.{self._operand()}"
        return f"{_quoted(name)}={_quoted(value)}"

    def _condition(self, between: str) -> str:
        chance = self._chance
        return f"{chance.choice(_COLUMNS)}{between}{chance.choice(_OPERATORS)}.{self._operand()}"

    def _operand(self) -> str:
        chance = self._chance
        forms = ("{}", "({})", '("{}",{})', "{{{}}}", "[{},{})", "(" * 20 + "{}")
        return chance.choice(forms).replace("{}", self._text())

    def _body(self, names: list[str] | None) -> bytes:
        chance = self._chance
        kind = chance.random()
        if kind < 0.06:
            return b"[" * chance.choice((5, 500, 100_000))
        if kind < 0.1:
            return chance.choice((b"", b"\xff\xfe", b"{", b'{"a":}', b"nul", b"\0", b'"\\ud800"'))
        if kind < 0.14:
            return bytes(chance.randrange(256) for _ in range(60))
        known = names if names and chance.random() < 0.9 else list(_FIELDS)
        value: object = (
            {name: self._value(0) for name in chance.sample(known, len(known))}
            if (names and known is names)
            else {name: self._value(0) for name in chance.sample(known, chance.randrange(1, 6))}
        )
        if chance.random() < 0.15:
            value = [value] * chance.choice((0, 1, 2, 12))
        return json.dumps(value).encode("utf-8", "surrogatepass")

    def _value(self, depth: int) -> object:
        chance = self._chance
        kind = chance.randrange(9 if depth < 3 else 7)
        simple: tuple[object, ...] = (None, True, 0, -1, 2**31, 2**63, 10**30, 1.5, 1e308)
        plain = ("2027-04-28", "00000000-0000-4000-8000-000000000001", "a@example.test", "morning")
        if kind < 2:
            return chance.choice(simple)
        if kind < 5:
            return self._text()
        if kind < 7:
            return chance.choice(plain)
        if kind == 7:
            return [self._value(depth + 1) for _ in range(chance.randrange(4))]
        return {self._text(): self._value(depth + 1) for _ in range(chance.randrange(3))}

    def _wire(
        self, method: str, target: str, headers: Mapping[str, str], body: bytes | None
    ) -> bytes:
        given = dict(headers)
        chunked = body is not None and self._chance.random() < 0.1
        sent = body or b""
        if chunked:
            given["transfer-encoding"] = "chunked"
            sent = b"%x\r\n%b\r\n0\r\n\r\n" % (len(sent), sent) if sent else b"0\r\n\r\n"
            if self._chance.random() < 0.3:
                sent = self._chance.choice((b"zz\r\n", b"-1\r\nx\r\n", b"5\r\nab\r\n", b"\r\n"))
        elif body is not None:
            given["content-length"] = str(len(sent))
        lines = [f"{method} ".encode() + target.encode("utf-8", "surrogatepass") + b" HTTP/1.1"]
        lines += [f"{name}: {value}".encode("latin-1", "replace") for name, value in given.items()]
        return b"\r\n".join(lines) + b"\r\n\r\n" + sent


def _quoted(text: str) -> str:
    return quote(text.encode("utf-8", "surrogatepass"), safe='().,*:!->"{}[]')


async def run(base_url: str, people: Mapping[str, str], count: int, seed: int) -> Malformed:
    """Send `count` requests to every API of the product at `base_url`.

    `people`: who asks, by the access token or key that they send; "" for nobody signed in. The
    tables and commands are those that the service key, one of `people`, is told of.
    """
    url = httpx.URL(base_url)
    assert url.port is not None
    service = people["service"]
    async with httpx.AsyncClient(base_url=base_url, timeout=_PATIENCE) as client:
        told = await client.get(
            "/rest/v1/", headers={"apikey": service, "authorization": f"Bearer {service}"}
        )
    paths: dict[str, dict[str, dict[str, list[dict[str, dict[str, object]]]]]] = told.json()[
        "paths"
    ]
    maker = _Maker(seed, [f"/rest/v1{path}" for path in paths], people)
    for path, verbs in paths.items():
        for parameter in verbs.get("post", {}).get("parameters", []):
            properties = parameter["schema"].get("properties", {})
            assert isinstance(properties, dict)
            maker.know(f"/rest/v1{path}", list(properties))
    found = Malformed()
    waiting = [(number, *maker.make()) for number in range(count)]
    waiting.reverse()

    async def work() -> None:
        while waiting:
            number, who, request = waiting.pop()
            answer = await _answer(url.host, url.port or 80, request)
            status = _status(answer)
            found.statuses[status] += 1
            if status >= 500 and status != 503:
                found.faults.append(Sent(number, who, request, status, answer[-400:]))

    await asyncio.gather(*(work() for _ in range(_AT_ONCE)))
    return found


async def _answer(host: str, port: int, request: bytes) -> bytes:
    """What comes back until the connection ends; of a stream that stays open, its beginning."""
    reader, writer = await asyncio.open_connection(host, port)
    received = b""
    try:
        async with asyncio.timeout(_PATIENCE):
            writer.write(request)
            if b"chunked" in request:
                writer.write_eof()
            while chunk := await reader.read(65_536):
                received += chunk
                if b"text/event-stream" in received or len(received) > 2**20:
                    break
    except (OSError, TimeoutError):
        # Refused in the middle of the body; what was said before that counts.
        pass
    finally:
        writer.close()
    return received


def _status(answer: bytes) -> int:
    words = answer.split(b" ", 2)
    return int(words[1]) if len(words) > 1 and words[1].isdigit() else 0
