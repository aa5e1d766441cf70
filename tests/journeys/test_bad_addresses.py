"""Queries, paths and headers that no honest client sends, and what belongs to somebody else."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest

from .product import Product
from .refusals import Bad, check
from .wire import request, send

REST, AUTH = "/rest/v1", "/auth/v1"
#: Two tables that everybody may read, so that the grammar alone refuses.
CAMPUSES, SLOTS = f"{REST}/campuses", f"{REST}/slot_availability"


def query(
    text: str, status: int = 400, code: str | None = "PGRST100", table: str = CAMPUSES
) -> Bad:
    return Bad(text[:60], "GET", f"{table}?{quote(text, safe='=&%')}", status, code)


def header(name: str, value: str, status: int, code: str, target: str = CAMPUSES) -> Bad:
    return Bad(f"{name}: {value[:30]}", "GET", target, status, code, headers={name: value})


def path(target: str | bytes, status: int, code: str | None, method: str = "GET") -> Bad:
    return Bad(f"{method} {target[:40]!r}", method, target, status, code)


QUERIES = [
    query("no_such=eq.1", code="42703"),
    query("select=no_such", code="42703"),
    query("order=no_such", code="42703"),
    query("select=id,x(*)", code="PGRST200"),
    query("id=1"),
    query("id=eq"),
    query("id=like2.x"),
    query("id=eq.one", code="22P02"),
    query("id=eq.99999999999999999999", code="22003"),
    query("id=in.(1,2"),
    query("id=in.(1,two)", code="22P02"),
    query("id=is.something"),
    query("or=(id.eq.1"),
    query("or=id.eq.1"),
    query("or=()"),
    query("address=match.((", code="2201B"),
    query("address=fts(klingon).x", code="42704"),
    query("id=eq.%00", code=None),
    query("address=eq.a%00b", code=None),
    query("address=like.a%00b", code=None),
    query("address=in.(a,%00)", code=None),
    query("or=(address.eq.%00)", code=None),
    query("%00=eq.1", code=None),
    query("select=%00"),
    query('select="%00"'),
    query("order=%00", code=None),
    query("select=*&limit=%00"),
    query("address=eq.%ff"),
    query("address=eq.%ed%a0%80"),
    query("limit=-1", 416, "PGRST103"),
    query("offset=-1", 416, "PGRST103"),
    query("limit=ten"),
    query("limit=1.5"),
    query("limit=" + "9" * 5000),
    query("select=" + "campus:campuses(" * 500 + "*" + ")" * 500, code=None, table=SLOTS),
    query("select=" + "campus:campuses(" * 500, code=None, table=SLOTS),
    query("or=" + "(and" * 500 + "(id.eq.1)" + ")" * 500),
    query("or=(" * 3000),
    query("or=" + "(" * 6000),
    query("and=(not.and" * 1000),
    query("select=" + "id," * 5000 + "id", code="54011"),
    query("select=address::regclass", code=None),
    query("select=address::integer", code="22P02"),
    query("select=pg_sleep(5)", code="PGRST200"),
    query("select=count()", code="PGRST123"),
    query("date=eq.2027-02-30", code="22008", table=SLOTS),
    query("date=eq.soon", code="22007", table=SLOTS),
    query("id=eq.not-a-uuid", code="22P02", table=SLOTS),
    Bad(
        "an offset beyond",
        "GET",
        f"{CAMPUSES}?offset=99",
        416,
        "PGRST103",
        None,
        {"prefer": "count=exact"},
    ),
    Bad("a range backwards", "GET", CAMPUSES, 416, "PGRST103", None, {"range": "5-2"}),
    header("accept", "application/xml", 406, "PGRST107"),
    header("accept", "application/vnd.pgrst.object+json", 406, "PGRST116"),
    header("accept-profile", "auth", 406, "PGRST106"),
    header("accept-profile", "app\xff", 406, "PGRST106"),
    header("prefer", "handling=strict, anything=x", 400, "PGRST122"),
]

PATHS = [
    path(f"{REST}/no_such_table", 404, "PGRST205"),
    path(f"{REST}/outbox", 404, "PGRST205"),
    path(f"{REST}/app.outbox", 404, "PGRST205"),
    path(f"{REST}/auth.users", 404, "PGRST205"),
    path(f"{REST}/pg_shadow", 404, "PGRST205"),
    path(f"{REST}/%00", 404, "PGRST205"),
    path(f"{REST}/%ff", 404, None),
    path(f"{REST}/%2e%2e/auth", 404, None),
    path(f"{REST}/bookings/1", 404, "PGRST125"),
    path(f"{REST}/" + "x" * 10_000, 404, "PGRST205"),
    path(f"{REST}/bookings", 401, "42501"),
    path(f"{REST}/users", 401, "42501"),
    path(f"{REST}/audit_log", 401, "42501"),
    path(f"{REST}/campuses", 405, "PGRST117", "PUT"),
    path(f"{REST}/campuses", 405, "PGRST117", "BREW"),
    path(f"{REST}/campuses?id=eq.1", 401, "42501", "DELETE"),
    path(f"{REST}/rpc/", 404, None),
    path(f"{REST}/rpc/%00", 404, "PGRST202"),
    path(f"{REST}/rpc/campus_clock?x=1", 404, "PGRST202"),
    path(f"{AUTH}/no/such/call", 404, "not_found"),
    path(f"{AUTH}/%00", 404, "not_found"),
    path(f"{AUTH}/%ff", 404, "not_found"),
    path(f"{AUTH}/" + "x" * 10_000, 404, "not_found"),
    path(f"{AUTH}/signup", 405, None),
    path(f"{AUTH}/user", 405, None, "PATCH"),
    path(f"{AUTH}/user", 401, "no_authorization"),
    path(f"{AUTH}/logout?scope=planet", 401, "no_authorization", "POST"),
    path(f"{AUTH}/verify", 400, None),
    path(f"{AUTH}/verify?type=signup", 400, None),
]


@pytest.mark.parametrize("bad", QUERIES, ids=lambda bad: bad.name)
async def test_a_query_is_refused(product: Product, bad: Bad) -> None:
    await check(product, bad)


@pytest.mark.parametrize("bad", PATHS, ids=lambda bad: bad.name)
async def test_an_address_is_refused(product: Product, bad: Bad) -> None:
    await check(product, bad)


@pytest.mark.parametrize(
    "target",
    [
        f"{CAMPUSES}?id=in.({','.join(['1'] * 8_000)})",
        f"{CAMPUSES}?select={'address-%3E' * 1_000}x",
        f"{CAMPUSES}?limit=99999999999999999999&offset=0",
        f"{CAMPUSES}?offset=9223372036854775807",
        f"{CAMPUSES}?address=eq.{'%F0%9F%93%A6' * 1_000}",
    ],
    ids=lambda target: target[:50],
)
async def test_long_and_large_is_not_wrong(product: Product, target: str) -> None:
    answer = await send(product.port, request("GET", target, {"apikey": "anon"}))
    assert answer.status == 200, answer.body[:300]


@pytest.mark.parametrize("target", [b"/rest/v1/\xff", CAMPUSES.encode() + b"?address=eq.\xff"])
async def test_bytes_that_are_no_address_are_refused(product: Product, target: bytes) -> None:
    """By the HTTP server itself, before any application."""
    answer = await send(product.port, request("GET", target))
    assert answer.status == 400


async def test_a_link_that_nobody_sent_leads_home_with_the_reason(product: Product) -> None:
    for odd in ("%00", "%ff", "x", "x" * 8_000, "pkce_%0d%0aset-cookie:a=b"):
        target = f"{AUTH}/verify?type=signup&token={odd}&redirect_to=%0d%0aset-cookie:a%3Db"
        before = await product.ledger()
        answer = await send(product.port, request("GET", target))
        assert answer.status == 303, (odd, answer.body[:300])
        assert answer.headers["location"].startswith("http://localhost:")
        assert "error_code=otp_expired" in answer.headers["location"]
        assert "set-cookie" not in answer.headers
        assert await product.ledger() == before


@pytest.fixture(scope="module")
def strangers(product: Product) -> tuple[dict[str, Any], dict[str, Any]]:
    """A customer with one booking, and the demo customer, who has one too."""
    return product.account("nosy"), product.sign_in("customer@demo.test")


async def test_what_is_another_customers_is_not_there(
    product: Product, strangers: tuple[dict[str, Any], dict[str, Any]]
) -> None:
    nosy, casey = strangers
    with product.client(casey["access_token"]) as client:
        (theirs,) = client.get(f"{REST}/bookings?status=neq.cancelled").json()
    before = await product.ledger()
    shown = {"prefer": "return=representation"}
    with product.client(nosy["access_token"]) as client:
        for table, key in (
            ("bookings", theirs["id"]),
            ("users", casey["user"]["id"]),
        ):
            found = client.get(f"{REST}/{table}?id=eq.{key}")
            assert (found.status_code, found.json()) == (200, [])
        for target, change in (
            (f"bookings?id=eq.{theirs['id']}", {"pickup_date": "2027-05-01"}),
            (f"users?id=eq.{casey['user']['id']}", {"full_name": "Mine Now"}),
        ):
            changed = client.patch(f"{REST}/{target}", json=change, headers=shown)
            assert (changed.status_code, changed.json()) == (200, []), target
        assert client.get(f"{REST}/pickup_queue?select=*").json() == []
    assert await product.ledger() == before


CUSTOMERS_LIMITS = [
    ("POST", "bookings", {"user_id": "CASEY"}, "42501"),
    ("POST", "bookings", {"status": "completed"}, "42501"),
    ("POST", "pickups", {"user_id": "NOSY", "pickup_date": "2027-05-01"}, "42501"),
    ("POST", "pickup_queue", {"user_id": "NOSY", "queue_position": 1}, "42501"),
    ("POST", "slot_availability", {"campus_id": 1, "date": "2027-05-01"}, "42501"),
    ("POST", "users", {"email": "x@journey.test", "role": "admin"}, "42501"),
    ("PATCH", "users?id=eq.NOSY", {"role": "admin"}, "42501"),
    ("PATCH", "users?id=eq.NOSY", {"customer_id": "SS-AAAAA"}, "42501"),
    ("PATCH", "campuses?id=eq.1", {"address": "here"}, "42501"),
    ("DELETE", "bookings?user_id=eq.NOSY", None, "42501"),
    ("GET", "audit_log", None, "42501"),
]


@pytest.mark.parametrize(("method", "target", "change", "code"), CUSTOMERS_LIMITS)
async def test_a_customer_may_not(
    product: Product,
    strangers: tuple[dict[str, Any], dict[str, Any]],
    method: str,
    target: str,
    change: dict[str, Any] | None,
    code: str,
) -> None:
    nosy, casey = strangers
    body = None
    if change is not None:
        if target == "bookings":
            own = {"campus_id": 1, "first_name": "No", "last_name": "Sy"}
            change = own | {"email": nosy["user"]["email"]} | change
        text = json.dumps(change).replace("CASEY", casey["user"]["id"])
        body = text.replace("NOSY", nosy["user"]["id"]).encode()
    target = target.replace("NOSY", nosy["user"]["id"])
    await check(
        product, Bad(target, method, f"{REST}/{target}", 403, code, body), nosy["access_token"]
    )


async def test_a_value_nested_without_end_is_refused(
    product: Product, strangers: tuple[dict[str, Any], dict[str, Any]]
) -> None:
    nosy, _ = strangers
    for depth in (700, 100_000):
        body = b'{"full_name": ' + b"[" * depth + b"]" * depth + b"}"
        target = f"{REST}/users?id=eq.{nosy['user']['id']}"
        bad = Bad(f"{depth} deep", "PATCH", target, 400, None, body)
        await check(product, bad, nosy["access_token"])
