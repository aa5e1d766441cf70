"""Every refusal has the contract's form (B2): status, code and words, for whoever asks."""

from __future__ import annotations

from typing import Any

import asyncpg
import httpx
import msgspec
import pytest

from summerstow.platform.database.pool import Database
from summerstow.platform.rest.app import RestApp
from summerstow.platform.rest.errors import Refused, as_app_error, render
from summerstow.platform.rest.planning.catalogue import Catalogue, ForeignKey, Table
from tests.rest.conftest import MAYA, Rest, identify

B2 = "bbbbbbbb-0000-4000-8000-000000000002"
X = "x"

#: who, method, path, body, status, code, message
REFUSALS: list[tuple[str, str, str, Any, int, str, str]] = [
    ("anon", "GET", "campuses?id=1", None, 400, "PGRST100",
     '"failed to parse filter (1)" (line 1, column 1)'),
    ("anon", "GET", "campuses?id=foo.1", None, 400, "PGRST100",
     '"failed to parse filter (foo.1)" (line 1, column 1)'),
    ("anon", "GET", "campuses?id=is.maybe", None, 400, "PGRST100",
     '"failed to parse filter (is.maybe)" (line 1, column 4)'),
    ("anon", "GET", "campuses?id=in.1,2", None, 400, "PGRST100",
     '"failed to parse filter (in.1,2)" (line 1, column 4)'),
    ("anon", "GET", "campuses?or=(id.eq.1", None, 400, "PGRST100",
     '"failed to parse logic tree ((id.eq.1)" (line 1, column 9)'),
    ("anon", "GET", "campuses?select=id,(", None, 400, "PGRST100",
     '"failed to parse select parameter (id,()" (line 1, column 4)'),
    ("anon", "GET", "campuses?order=id.up", None, 400, "PGRST100",
     '"failed to parse order (id.up)" (line 1, column 3)'),
    ("anon", "GET", "campuses?limit=ten", None, 400, "PGRST100",
     '"failed to parse limit (ten)" (line 1, column 1)'),
    ("anon", "GET", "campuses?id=eq.%ff", None, 400, "PGRST100",
     "The query string is not UTF-8"),
    ("anon", "GET", "campuses?or=" + "(and" * 40, None, 400, "PGRST100", ""),
    ("anon", "GET", "campuses?select=count()", None, 400, "PGRST123",
     "Use of aggregate functions is not allowed"),
    ("anon", "GET", "campuses?select=id.sum()", None, 400, "PGRST123",
     "Use of aggregate functions is not allowed"),
    ("anon", "GET", "campuses?limit=-1", None, 416, "PGRST103",
     "Requested range not satisfiable"),
    ("anon", "GET", "campuses?select=name", None, 400, "42703",
     "column campuses.name does not exist"),
    ("anon", "GET", "campuses?name=eq.1", None, 400, "42703",
     "column campuses.name does not exist"),
    ("anon", "GET", "campuses?order=name", None, 400, "42703",
     "column campuses.name does not exist"),
    ("anon", "GET", "campuses?select=id::nonsense", None, 400, "42704",
     'type "nonsense" does not exist'),
    ("anon", "GET", "campuses?id=eq.one", None, 400, "22P02",
     'invalid input syntax for type integer: "one"'),
    ("anon", "GET", "campuses?id=in.(1,one)", None, 400, "22P02",
     'invalid input syntax for type integer: "one"'),
    ("anon", "GET", "campuses?campus=eq.%00", None, 400, "22021",
     'invalid byte sequence for encoding "UTF8": 0x00'),
    ("anon", "GET", "campuses?campus=match.(", None, 400, "2201B",
     "invalid regular expression: parentheses () not balanced"),
    ("anon", "GET", "campuses?campus.id=eq.1", None, 400, "PGRST108",
     "'campus' is not an embedded resource in this request"),
    ("anon", "GET", "campuses?order=campus(id)", None, 400, "PGRST108",
     "'campus' is not an embedded resource in this request"),
    ("maya", "GET", "campuses?select=id,bookings(id)&order=bookings(id)", None, 400, "PGRST118",
     "A related order on 'bookings' is not possible"),
    ("maya", "GET", "campuses?select=...bookings(id)", None, 400, "PGRST119",
     "A spread operation on 'bookings' is not possible"),
    ("maya", "GET", "bookings?select=x(id)", None, 400, "PGRST200",
     "Could not find a relationship between 'bookings' and 'x' in the schema cache"),
    ("anon", "GET", "campus", None, 404, "PGRST205",
     "Could not find the table 'public.campus' in the schema cache"),
    ("service", "GET", "schema_migration", None, 404, "PGRST205",
     "Could not find the table 'public.schema_migration' in the schema cache"),
    ("anon", "GET", "a/b/c", None, 404, "PGRST125", "Invalid path specified in request URL"),
    ("anon", "PUT", "campuses?id=eq.1", {}, 405, "PGRST117", "Unsupported HTTP method: PUT"),
    ("stranger", "GET", "campuses", None, 401, "PGRST303", "JWT expired"),
    # Rights.
    ("anon", "GET", "bookings", None, 401, "42501", "permission denied for table bookings"),
    ("anon", "GET", "campuses?select=bookings(id)", None, 401, "42501",
     "permission denied for table bookings"),
    ("maya", "GET", "audit_log", None, 403, "42501", "permission denied for table audit_log"),
    ("maya", "PATCH", f"users?id=eq.{MAYA}", {"role": "admin"}, 403, "42501",
     "permission denied for table users"),
    ("maya", "PATCH", f"bookings?id=eq.{B2}", {"status": "confirmed"}, 403, "42501",
     "permission denied for table bookings"),
    ("maya", "PATCH", "bookings?id=eq.bbbbbbbb-0000-4000-8000-000000000003",
     {"status": "confirmed"}, 403, "42501", "permission denied for table bookings"),
    ("maya", "DELETE", f"bookings?id=eq.{B2}", None, 403, "42501",
     "permission denied for table bookings"),
    ("worker", "PATCH", f"bookings?id=eq.{B2}", {"pickup_date": "2027-05-01"}, 403, "42501",
     "permission denied for table bookings"),
    ("maya", "POST", "slot_availability", {"date": "2027-04-30", "campus_id": 1}, 403, "42501",
     "permission denied for table slot_availability"),
    ("anon", "POST", "pickups", {"pickup_date": "2027-04-30"}, 401, "42501",
     "permission denied for table pickups"),
    # Bodies.
    ("maya", "POST", "bookings", b"", 400, "PGRST102", "Empty or invalid json"),
    ("maya", "POST", "bookings", b"{", 400, "PGRST102", "Empty or invalid json"),
    ("maya", "POST", "bookings", b"[1]", 400, "PGRST102", "Empty or invalid json"),
    ("maya", "POST", "bookings", b'{"first_name": "\xff"}', 400, "PGRST102",
     "Empty or invalid json"),
    ("service", "POST", "pickups", b'{"status": "\\u0000"}', 400, "22P05",
     "unsupported Unicode escape sequence"),
    ("worker", "POST", "pickups", [{"status": "scheduled"}, {"pickup_date": "2027-04-30"}],
     400, "PGRST102", "All object keys must match"),
    ("maya", "POST", "bookings", {"nmae": 1}, 400, "PGRST204",
     "Could not find the 'nmae' column of 'bookings' in the schema cache"),
    ("maya", "POST", "bookings?columns=first_name,nmae", {"nmae": 1}, 400, "PGRST204",
     "Could not find the 'nmae' column of 'bookings' in the schema cache"),
    ("maya", "PATCH", f"bookings?id=eq.{B2}", {"nmae": 1}, 400, "PGRST204",
     "Could not find the 'nmae' column of 'bookings' in the schema cache"),
    ("worker", "POST", "pickups", {"pickup_date": "2027-02-30", "user_id": str(MAYA)}, 400,
     "22008", 'date/time field value out of range: "2027-02-30"'),
    ("worker", "POST", "pickups", {"pickup_date": "soon", "user_id": str(MAYA)}, 400, "22007",
     'invalid input syntax for type date: "soon"'),
    ("worker", "POST", "pickups", {"user_id": str(MAYA)}, 400, "23502",
     'null value in column "pickup_date" of relation "pickups" violates not-null constraint'),
    ("worker", "POST", "pickups", {"user_id": "bbbbbbbb-0000-4000-8000-000000000002",
     "pickup_date": "2027-04-30"}, 409, "23503",
     'insert or update on table "pickups" violates foreign key constraint "pickups_user_id_fkey"'),
    ("service", "POST", "campuses", {"id": 1, "university": "u", "campus": "c", "slug": "s",
     "address": "a"}, 409, "23505",
     'duplicate key value violates unique constraint "campuses_pkey"'),
    ("worker", "POST", "pickups", {"user_id": str(MAYA), "pickup_date": "2027-04-30",
     "status": "lost"}, 400, "23514",
     'new row for relation "pickups" violates check constraint "pickups_status_check"'),
    ("worker", "POST", "pickups", {"user_id": str(MAYA), "pickup_date": "2107-04-30"}, 400, "23514",
     "We can't take that pickup date. Please choose another day."),
    ("maya", "POST", "bookings", b"[" + b" " * (1024 * 1024) + b"]", 413,
     "request_entity_too_large", "Request body too large (max 1048576 bytes)"),
    ("admin", "PATCH", "bookings", {"pickup_date": None}, 400, "21000",
     "UPDATE requires a WHERE clause"),
    ("admin", "PATCH", "bookings?limit=1", {"pickup_date": None}, 400, "21000",
     "UPDATE requires a WHERE clause"),
    ("service", "DELETE", "bookings", None, 400, "21000", "DELETE requires a WHERE clause"),
    ("worker", "PATCH", f"pickups?user_id=eq.{MAYA}", [{"status": "x"}, {"status": "y"}], 400,
     "PGRST102", "A change is one JSON object"),
    ("maya", "POST", "bookings", {"first_name": "Nobody"}, 409, "PT409",
     "The morning of 30 April is full."),
    # Commands.
    ("anon", "POST", "rpc/place", {"campus_id": 1}, 404, "PGRST202",
     "Could not find the function public.place(campus_id) in the schema cache"),
    ("anon", "POST", "rpc/places", {"campus": 1}, 404, "PGRST202",
     "Could not find the function public.places(campus) in the schema cache"),
    ("anon", "POST", "rpc/places", {}, 404, "PGRST202",
     "Could not find the function public.places without parameters in the schema cache"),
    ("anon", "POST", "rpc/places", {"campus_id": "one"}, 400, "22P02",
     "invalid input syntax: Expected `int`, got `str` - at `$.campus_id`"),
    ("anon", "GET", "rpc/places?campus_id=one", None, 400, "22P02",
     "invalid input syntax: Expected `int`, got `str` - at `$.campus_id`"),
    ("anon", "POST", "rpc/places", b"[]", 400, "PGRST102", "Empty or invalid json"),
    ("anon", "POST", "rpc/call", {}, 401, "42501", "permission denied for function call"),
    ("maya", "POST", "rpc/call", {}, 403, "42501", "permission denied for function call"),
    ("worker", "GET", "rpc/call", None, 405, "25006",
     "call makes changes: it is called with POST"),
    ("worker", "DELETE", "rpc/call", None, 405, "PGRST101",
     "Cannot use the DELETE method on RPC"),
]  # fmt: skip


@pytest.mark.parametrize(("who", "method", "path", "body", "status", "code", "message"), REFUSALS)
async def test_a_refusal_says_what_is_wrong(
    rest: Rest, who: str, method: str, path: str, body: Any, status: int, code: str, message: str
) -> None:
    raw = isinstance(body, bytes)
    answer = await rest.ask(
        who, method, path, json=None if raw else body, content=body if raw else None
    )
    found = answer.json()
    assert (answer.status_code, found["code"]) == (status, code), answer.text
    assert message in found["message"]
    assert set(found) == {"code", "details", "hint", "message"}
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    assert answer.headers["proxy-status"] == f"PostgREST; error={code}"
    assert ("www-authenticate" in answer.headers) == (status == 401)


async def test_a_refused_token_is_challenged(rest: Rest) -> None:
    answer = await rest.get("stranger", "campuses")
    assert answer.headers["www-authenticate"] == (
        'Bearer error="invalid_token", error_description="JWT expired"'
    )


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("bookingz", "Perhaps you meant the table 'public.bookings'"),
        ("audit_logs", None),
        ("nonsense", None),
    ],
)
async def test_a_mistyped_table_is_hinted_at_if_one_may_read_it(
    rest: Rest, name: str, hint: str | None
) -> None:
    assert (await rest.get("maya", name)).json()["hint"] == hint


async def test_details_of_a_missing_relationship(rest: Rest) -> None:
    missing = (await rest.get("maya", "bookings?select=x(id)")).json()
    assert missing["details"] == (
        "Searched for a foreign key relationship between 'bookings' and 'x' in the schema "
        "'public', but no matches were found."
    )


@pytest.mark.parametrize(
    "statement",
    [
        "insert into bookings default values",
        "insert into users (id, customer_id, role) values (gen_random_uuid(), 'SS-22222', 'king')",
    ],
)
async def test_a_refused_row_is_not_shown(database: Database, statement: str) -> None:
    """PostgreSQL's words hold every column of it, also those that the asker may not read."""
    with pytest.raises(asyncpg.IntegrityConstraintViolationError, match="violates") as refused:
        async with database.owner() as tx:
            await tx.execute(statement)
    assert "Failing row" in str(refused.value.detail)
    assert as_app_error(refused.value).details is None


def test_details_of_an_ambiguous_relationship() -> None:
    tables = {name: Table(name, {}, (), frozenset()) for name in ("trips", "towns")}
    keys = tuple(
        ForeignKey(f"trips_{one}", "trips", (one,), "towns", ("id",), single=False)
        for one in ("origin", "goal")
    )
    with pytest.raises(Refused) as refused:
        Catalogue(tables, keys).relationship(tables["trips"], "towns", None)
    status, _, body = render(refused.value, signed_out=False)
    found = msgspec.json.decode(body)
    assert (status, found["code"], found["message"]) == (
        300,
        "PGRST201",
        "Could not embed because more than one relationship was found for 'trips' and 'towns'",
    )
    assert [one["cardinality"] for one in found["details"]] == ["many-to-one", "many-to-one"]
    assert "'towns!trips_goal'" in found["hint"]


async def test_a_head_refusal_has_no_body(rest: Rest) -> None:
    answer = await rest.ask("anon", "HEAD", "bookings")
    assert (answer.status_code, answer.content) == (401, b"")


async def test_headers_that_cannot_be_served(rest: Rest) -> None:
    answer = await rest.get("anon", "campuses", accept="image/png")
    assert (answer.status_code, answer.json()["code"]) == (406, "PGRST107")
    answer = await rest.get("anon", "campuses", accept="text/html, */*;q=0.8")
    assert answer.status_code == 200
    answer = await rest.get("anon", "campuses", accept_profile="auth")
    assert (answer.status_code, answer.json()["code"]) == (406, "PGRST106")
    assert answer.json()["hint"] == "Only the following schemas are exposed: public"
    assert (await rest.get("anon", "campuses", accept_profile="public")).status_code == 200
    answer = await rest.get("anon", "campuses", prefer="handling=strict, magic=on")
    assert (answer.status_code, answer.json()["code"]) == (400, "PGRST122")
    assert answer.json()["details"] == "Invalid preferences: magic=on"
    answer = await rest.ask(
        "worker", "POST", "pickups", content="<xml/>", content_type="application/xml"
    )
    assert answer.json()["message"] == "Content-Type not acceptable: application/xml"


@pytest.mark.parametrize("depth", [200, 5_000, 400_000])
@pytest.mark.parametrize("path", ["bookings", "pickups", "rpc/places"])
async def test_a_body_that_nests_without_end_is_refused(rest: Rest, path: str, depth: int) -> None:
    body = b'{"status":' + b"[" * depth + b"]" * depth + b"}"
    answer = await rest.ask("service", "POST", path, content=body)
    assert 400 <= answer.status_code < 500


async def test_a_refusal_is_logged_without_what_was_said(
    rest: Rest, capfd: pytest.CaptureFixture[str]
) -> None:
    await rest.get("anon", "bookings?email=eq.secret@example.test", prefer="count=exact")
    logged = capfd.readouterr()
    text = logged.out + logged.err
    assert "42501" in text
    assert "/rest/v1/bookings" in text
    assert "secret@example.test" not in text
    assert "Bearer" not in text


async def test_a_browser_of_another_origin_may_ask(rest: Rest) -> None:
    answer = await rest.ask(
        "anon",
        "OPTIONS",
        "bookings",
        origin="https://elsewhere.test",
        access_control_request_method="POST",
        access_control_request_headers="apikey,prefer,idempotency-key",
    )
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["access-control-allow-headers"] == "apikey,prefer,idempotency-key"
    assert answer.headers["access-control-max-age"] == "86400"
    for method in ("GET", "POST", "PATCH", "PUT", "DELETE", "OPTIONS", "HEAD"):
        assert method in answer.headers["access-control-allow-methods"]
    shown = await rest.get("anon", "bookings", origin="https://elsewhere.test")
    assert shown.status_code == 401
    assert shown.headers["access-control-allow-origin"] == "*"
    assert "Content-Range" in shown.headers["access-control-expose-headers"]


@pytest.mark.parametrize(
    "address",
    [
        "campuses?select=id,slot_availability(campuses(slot_availability(id)))",
        "slot_availability?select=campuses(slots:slot_availability!inner(id))",
        "pickups?select=bookings(campuses(slot_availability(id)))",
        "bookings?select=users(bookings(users(bookings(id))))",
    ],
)
async def test_rows_are_not_multiplied_by_rows(rest: Rest, address: str) -> None:
    app = RestApp(rest.database, identify, {}, {}, hubs=("campuses",))
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://x.test/rest/v1") as client:
        answer = await client.get(f"/{address}")
    assert (answer.status_code, answer.json()["code"]) == (400, "54001")


async def test_a_select_has_an_end(rest: Rest) -> None:
    many = ",".join(f"a{number}:id" for number in range(301))
    answer = await rest.ask("anon", "GET", f"campuses?select={many}")
    assert (answer.status_code, answer.json()["code"]) == (400, "54011")
