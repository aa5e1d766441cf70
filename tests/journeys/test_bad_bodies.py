"""Bodies that no honest client sends, at both APIs of the started product."""

from __future__ import annotations

import json

import pytest

from .product import Product, new_address
from .refusals import JSON, SECRET_PASSWORD, Bad, check
from .wire import request, send

BOOKINGS = "/rest/v1/bookings"
SIGNUP, TOKEN = "/auth/v1/signup", "/auth/v1/token?grant_type=password"
GOOD = {"campus_id": 1, "first_name": "Ash", "last_name": "Reed", "email": "ash@journey.test"}
OVER = b'{"a":"' + b"x" * (1024 * 1024) + b'"}'
DEEP = b"[" * 100_000
NESTED = b"[" * 700 + b"]" * 700


def booking(name: str, answer: int = 400, code: str | None = None, **fields: object) -> Bad:
    return Bad(name, "POST", BOOKINGS, answer, code, json.dumps(GOOD | fields).encode())


def raw(name: str, body: bytes, code: str | None = "PGRST102", **headers: str) -> Bad:
    named = {key.replace("_", "-"): value for key, value in headers.items()}
    return Bad(name, "POST", BOOKINGS, 400, code, body, named)


def signup(name: str, status: int = 400, code: str = "validation_failed", **fields: object) -> Bad:
    body = {"email": "ash@journey.test", "password": SECRET_PASSWORD} | fields
    return Bad(name, "POST", SIGNUP, status, code, json.dumps(body).encode())


def account(name: str, body: bytes, code: str = "bad_json", target: str = SIGNUP) -> Bad:
    return Bad(name, "POST", target, 400, code, body)


REST = [
    raw("nothing", b""),
    raw("half an object", b'{"campus_id": 1'),
    raw("no JSON", b"campus_id=1"),
    raw("a number", b"7"),
    raw("null", b"null"),
    raw("a list of numbers", b"[1, 2]"),
    raw("two objects", b"{}{}"),
    raw("invalid UTF-8", b'{"first_name": "\xff\xfe"}'),
    raw("UTF-16", '{"campus_id": 1}'.encode("utf-16")),
    raw("lists in lists without end", DEEP),
    raw("a value nested deeply", b'{"first_name": ' + NESTED + b"}", None),
    raw("a value nested very deeply", b'{"first_name": ' + DEEP + b"]" * 100_000 + b"}", None),
    raw("half a surrogate", rb'{"first_name": "\ud800"}', None),
    raw("different keys", b'[{"campus_id": 1}, {"email": "a@b.ca"}]'),
    raw("CSV", b"campus_id\n1\n", content_type="text/csv"),
    raw("a form with files", b"--x--", content_type="multipart/form-data; boundary=x"),
    raw("an unknown column", b'{"campus_id": 1, "price": 0}', "PGRST204"),
    raw("a column named like SQL", b'{"id\\"; drop table bookings; --": 1}', "PGRST204"),
    raw("the key of a column with NUL", b'{"email\\u0000": 1}', "PGRST204"),
    Bad("declared too large", "POST", BOOKINGS, 413, None, OVER),
    Bad("too large in pieces", "POST", BOOKINGS, 413, None, OVER, chunked=True),
    Bad("a key too long", "POST", BOOKINGS, 400, None, b"{}", {"idempotency-key": "k" * 201}),
    booking("a campus in words", campus_id="Okanagan"),
    booking("a campus with a fraction", campus_id=1.5),
    booking("a campus beyond integers", campus_id=10**30),
    booking("a campus that is a list", campus_id=[1]),
    booking("a campus that is not there", 409, "23503", campus_id=99),
    booking("no campus", campus_id=None),
    booking("a name that is a number", first_name=5),
    booking("a name that is an object", first_name={"a": 1}),
    booking("a name of 10,000 characters", first_name="n" * 10_000),
    booking("a name with a line break", last_name="Reed\nBcc: all@journey.test"),
    booking("a name with NUL", first_name="A\x00sh"),
    booking("comments with NUL", additional_comments="one\x00two"),
    booking("comments without end", additional_comments="c" * 10_000),
    booking("an address without end", address="a" * 10_000),
    booking("an e-mail with a line break", email="ash@journey.test\nBcc: all@journey.test"),
    booking("an e-mail with a return", email="ash@journey.test\r\n"),
    booking("an e-mail with U+2028", email="ash\u2028@journey.test"),
    booking("an e-mail with NUL", email="ash\x00@journey.test"),
    booking("two e-mails", email="ash@journey.test,all@journey.test"),
    booking("an e-mail with a name", email="Ash <ash@journey.test>"),
    booking("no e-mail", email="not an address"),
    booking("an e-mail of 10,000 characters", email="a" * 10_000 + "@journey.test"),
    booking("an e-mail that is a list", email=["ash@journey.test"]),
    booking("a guest's other e-mail", guest_email="other@journey.test", email=5),
    booking("February 30", pickup_date="2027-02-30"),
    booking("month 13", pickup_date="2027-13-01"),
    booking("the year 0", pickup_date="0000-01-01"),
    booking("the year 99999", pickup_date="99999-01-01"),
    booking("infinity", pickup_date="infinity"),
    booking("long before us", supply_kit_delivery_date="1066-10-14"),
    booking("a date that is a number", pickup_date=20270430),
    booking("a date that is a list", return_delivery_date=["2027-04-30"]),
    booking("a date in a word", 400, "22007", pickup_date="yesterday"),
    booking("a date with NUL", pickup_date="2027-04-30\x00"),
    booking("no window", pickup_time="midnight"),
    booking("a window that is a number", pickup_time=9),
    booking("no delivery option", delivery_option="by pigeon"),
    booking("a flight that is no answer", has_flight="perhaps"),
    booking("no flight window", flight_time="dawn"),
    booking("a status of one's own", 401, "42501", status="completed"),
    booking("somebody's account", 401, "42501", user_id="00000000-0000-4000-8000-000000000001"),
    booking("an id of one's own", 401, "42501", id="00000000-0000-4000-8000-000000000001"),
    Bad("a change of everything", "PATCH", BOOKINGS, 400, "21000", b'{"status": "cancelled"}'),
    Bad("an rpc that is not there", "POST", "/rest/v1/rpc/take_all", 404, "PGRST202", b"{}"),
    Bad("an rpc with a list", "POST", "/rest/v1/rpc/campus_clock", 400, "PGRST102", b"[]"),
]

AUTH = [
    account("half an object", b'{"email": "a@b.ca"'),
    account("no JSON", b"email=a@b.ca"),
    account("a list", b"[]"),
    account("an address that is a number", b'{"email": 5, "password": "Walnut-Harbour-71"}'),
    account("a password that is a list", b'{"email": "a@b.ca", "password": ["Walnut-Harbour-71"]}'),
    account("data that is text", b'{"email": "a@b.ca", "password": "abcdef", "data": "x"}'),
    account("invalid UTF-8", b'{"email": "\xff@b.ca", "password": "Walnut-Harbour-71"}'),
    account("half a surrogate", rb'{"email": "\ud800@b.ca", "password": "Walnut-Harbour-71"}'),
    account("lists in lists without end", DEEP),
    account("no JSON to sign in", b"{", target=TOKEN),
    account("no JSON to verify", b"{", target="/auth/v1/verify"),
    account("no JSON to resend", b"{", target="/auth/v1/resend"),
    account("nothing to sign in with", b"{}", "validation_failed", TOKEN),
    account("an unknown grant", b"{}", "invalid_credentials", "/auth/v1/token?grant_type=magic"),
    account("no grant", b"{}", "invalid_credentials", "/auth/v1/token"),
    Bad("declared too large", "POST", SIGNUP, 413, "request_entity_too_large", OVER),
    Bad("in pieces", "POST", SIGNUP, 413, "request_entity_too_large", OVER, chunked=True),
    signup("an e-mail with a line break", email="ash@journey.test\nBcc: all@journey.test"),
    signup("an e-mail with a return", email="ash@journey.test\r\n"),
    signup("an e-mail with NUL", email="ash\x00@journey.test"),
    signup("no e-mail", email="ash"),
    signup("an e-mail of 10,000 characters", email="a" * 10_000 + "@journey.test"),
    signup("a name of 10,000 characters", data={"full_name": "n" * 10_000}),
    signup("a name of 2,000 characters", data={"full_name": "n" * 2_000}),
    signup("a name with a line break", data={"full_name": "Ash\nReed"}),
    signup("a name with NUL", data={"full_name": "Ash\x00Reed"}),
    signup("data with NUL", data={"a": ["b", {"c": "\x00"}]}),
    signup("data with a key with NUL", data={"a\x00": 1}),
    signup("data without end", data={"a": "b" * 100_000}),
    signup("a password of 73 bytes", password="p" * 73),
    signup("a short password", 422, "weak_password", password="abcde"),
    signup("half a PKCE pair", code_challenge="c" * 43),
    signup("both ids", phone="+16045550139"),
    account(
        "data nested deeply",
        b'{"email": "a@b.ca", "password": "Walnut-Harbour-71", "data": {"a": ' + NESTED + b"}}",
        "validation_failed",
    ),
    Bad(
        "a password with NUL",
        "POST",
        TOKEN,
        400,
        "invalid_credentials",
        rb'{"email": "customer@demo.test", "password": "demo-password\u0000"}',
    ),
    Bad(
        "an address with NUL",
        "POST",
        TOKEN,
        400,
        "invalid_credentials",
        rb'{"email": "customer@demo.test\u0000", "password": "demo-password"}',
    ),
    Bad(
        "a wrong password of 10,000 characters",
        "POST",
        TOKEN,
        400,
        "invalid_credentials",
        json.dumps({"email": "customer@demo.test", "password": "x" * 10_000}).encode(),
    ),
    Bad(
        "no refresh token of ours",
        "POST",
        "/auth/v1/token?grant_type=refresh_token",
        400,
        "validation_failed",
        rb'{"refresh_token": "\u0000"}',
    ),
    Bad(
        "a code with NUL",
        "POST",
        "/auth/v1/verify",
        403,
        "otp_expired",
        rb'{"type": "signup", "email": "customer@demo.test", "token": "12345\u0000"}',
    ),
    Bad(
        "a link with NUL",
        "POST",
        "/auth/v1/verify",
        403,
        "otp_expired",
        rb'{"type": "signup", "token_hash": "\u0000"}',
    ),
    Bad(
        "an unknown kind with NUL",
        "POST",
        "/auth/v1/resend",
        400,
        "validation_failed",
        rb'{"type": "\u0000", "email": "customer@demo.test"}',
    ),
    Bad(
        "a PKCE code with NUL",
        "POST",
        "/auth/v1/token?grant_type=pkce",
        404,
        "flow_state_not_found",
        rb'{"auth_code": "\u0000", "code_verifier": "\u0000"}',
    ),
]


@pytest.mark.parametrize("bad", REST, ids=lambda bad: bad.name)
async def test_the_data_api_refuses(product: Product, bad: Bad) -> None:
    await check(product, bad)


@pytest.mark.parametrize("bad", AUTH, ids=lambda bad: bad.name)
async def test_the_accounts_api_refuses(product: Product, bad: Bad) -> None:
    await check(product, bad)


async def test_the_new_error_shape_is_answered_to_those_who_ask_for_it(product: Product) -> None:
    headers = JSON | {"apikey": "anon", "x-supabase-api-version": "2024-01-01"}
    answer = await send(product.port, request("POST", SIGNUP, headers, b"{"))
    assert answer.status == 400
    assert answer.headers["x-supabase-api-version"] == "2024-01-01"
    assert set(answer.json()) == {"code", "message"}
    assert answer.json()["code"] == "bad_json"


async def test_markup_and_emoji_are_names_like_others(product: Product) -> None:
    email, name = new_address("emoji"), '<script>alert("👩‍🚀")</script> & Zoë'
    with product.client() as client:
        made = client.post(BOOKINGS, json=GOOD | {"email": email, "first_name": name})
        account = client.post(
            SIGNUP,
            json={"email": email, "password": SECRET_PASSWORD, "data": {"full_name": name}},
        )
    assert (made.status_code, account.status_code) == (201, 200), made.text
    with product.service() as client:
        (row,) = client.get(BOOKINGS, params={"email": f"eq.{email}"}).json()
        (found,) = client.get(BOOKINGS, params={"first_name": f"eq.{name}", "select": "id"}).json()
    assert row["first_name"] == name
    assert found["id"] == row["id"]
    # Nobody has confirmed this address yet, so that nothing that was typed goes to it.
    (mail,) = product.mails(email, "Booking")
    assert "script" not in mail["html"]
    session = product.account("emoji")
    own = session["user"]["email"]
    with product.client(session["access_token"]) as client:
        made = client.post(BOOKINGS, json=GOOD | {"email": own, "first_name": name})
    assert made.status_code == 201, made.text
    (mail,) = product.mails(own, "Booking")
    assert "<script>" not in mail["html"]
    assert "&lt;script&gt;" in mail["html"]


def test_no_password_is_in_the_log(product: Product) -> None:
    """Last in this file, after everything above was refused."""
    for secret in (SECRET_PASSWORD, "demo-password", "demo-service-key"):
        assert secret not in product.log
