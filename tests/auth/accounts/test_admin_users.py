"""/admin/users: what the service key makes, reads, changes, bans and deletes."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import bcrypt
import httpx
import pytest
from argon2 import PasswordHasher

from tests.auth.conftest import PASSWORD, AuthApp, error_of, new_address

KEY = {"apikey": "demo-service-key", "authorization": "Bearer demo-service-key"}


async def ask(app: AuthApp, method: str, path: str, body: object = None) -> httpx.Response:
    """A call with the service key."""
    content = None if body is None else json.dumps(body)
    return await app.client.request(method, f"/admin{path}", headers=KEY, content=content)


async def made(app: AuthApp, **fields: Any) -> dict[str, Any]:
    body = {"email": new_address("made"), "password": PASSWORD, "email_confirm": True} | fields
    answer = await ask(app, "POST", "/users", body)
    assert answer.status_code == 200, answer.text
    user: dict[str, Any] = answer.json()
    return user


async def events_of(app: AuthApp, user_id: str) -> list[str]:
    async with app.database.owner() as tx:
        rows = await tx.fetch(
            "select action from audit_log where table_name = 'auth.users' and row_id = $1 "
            "order by id",
            user_id,
        )
    return [row["action"] for row in rows]


async def test_an_account_is_made_as_it_is_given(app: AuthApp) -> None:
    user_id, address = str(uuid4()), new_address("Given").upper()
    user = await made(
        app,
        id=user_id,
        email=address,
        phone="+1 604 555 0117",
        user_metadata={"full_name": "Ada Given", "shoe": 38},
        app_metadata={"plan": "gold"},
        role="worker",
    )
    assert user["id"] == user_id
    assert user["email"] == address.lower()
    assert user["phone"] == "16045550117"
    assert user["user_metadata"] == {"full_name": "Ada Given", "shoe": 38, "email_verified": True}
    assert user["app_metadata"]["plan"] == "gold"
    assert user["app_metadata"]["providers"] == ["email", "phone"]
    assert {one["provider"] for one in user["identities"]} == {"email", "phone"}
    assert user["email_confirmed_at"]
    assert "phone_confirmed_at" not in user
    assert user["role"] == "authenticated"
    profile = "select role || ' ' || full_name from public.users where id = $1"
    assert await app.value(profile, user_id) == "worker Ada Given"
    assert (await app.sign_in(address)).status_code == 200
    assert await events_of(app, user_id) == ["user_created", "signed_in"]


async def test_without_a_word_of_it_an_account_is_not_confirmed(app: AuthApp) -> None:
    user = await made(app, email_confirm=None, user_metadata={"a": 1})
    assert "email_confirmed_at" not in user
    assert user["user_metadata"] == {"a": 1}
    assert error_of(await app.sign_in(user["email"]))[1] == "email_not_confirmed"


async def test_a_password_may_come_as_its_hash_and_nobody_enters_without_one(app: AuthApp) -> None:
    stored = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1).hash(PASSWORD)
    hashed = await made(app, password=None, password_hash=stored)
    without = await made(app, password=None)
    assert (await app.sign_in(hashed["email"])).status_code == 200
    assert error_of(await app.sign_in(without["email"]))[1] == "invalid_credentials"


@pytest.mark.parametrize("prefix", [b"2a", b"2b", b"2y"])
async def test_a_bcrypt_hash_that_is_imported_becomes_ours_at_the_first_sign_in(
    app: AuthApp, prefix: bytes
) -> None:
    stored = bcrypt.hashpw(PASSWORD.encode(), bcrypt.gensalt(4)).replace(b"2b", prefix, 1).decode()
    user = await made(app, password=None, password_hash=stored)
    wrong = await app.sign_in(user["email"], "another password")
    assert error_of(wrong)[1] == "invalid_credentials"
    assert await _hash_of(app, user) == stored
    assert (await app.sign_in(user["email"])).status_code == 200
    assert (await _hash_of(app, user)).startswith("$argon2id$")
    assert (await app.sign_in(user["email"])).status_code == 200


async def _hash_of(app: AuthApp, user: dict[str, Any]) -> str:
    async with app.database.owner() as tx:
        found: str = await tx.fetchval(
            "select password_hash from auth.users where id = $1::text::uuid", user["id"]
        )
    return found


ADDRESS = {"email": "a@mail.test"}
NO_DURATION = 'invalid format for ban duration: time: invalid duration "{}"'


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({}, "Cannot create a user without either an email or phone"),
        ({"email": "no address"}, "Unable to validate email address: invalid format"),
        ({"phone": "x"}, "Invalid phone number format (E.164 required)"),
        (ADDRESS | {"id": "x"}, "ID must conform to the uuid v4 format"),
        (ADDRESS | {"id": "0" * 32}, "ID cannot be a nil uuid"),
        (
            ADDRESS | {"password": "p", "password_hash": "h"},
            "Only a password or a password hash should be provided",
        ),
        (ADDRESS | {"password": "p" * 73}, "Password cannot be longer than 72 characters"),
        (
            ADDRESS | {"password_hash": "$2b$12$abc"},
            "password_hash is not a bcrypt hash",
        ),
        (
            ADDRESS | {"password_hash": f"$2b$31${'a' * 53}"},
            "password_hash asks for more memory or time than a sign-in may take",
        ),
        (
            ADDRESS | {"password_hash": "5f4dcc3b5aa765d61d8327deb882cf99"},
            "password_hash must be a bcrypt hash, or an argon2 hash in the PHC format",
        ),
        (ADDRESS | {"ban_duration": "1 day"}, NO_DURATION.format("1 day")),
        (ADDRESS | {"ban_duration": "9999999h"}, NO_DURATION.format("9999999h")),
        (ADDRESS | {"role": "king"}, "role must be one of admin, customer, executive, worker"),
    ],
)
async def test_what_cannot_be_made(app: AuthApp, body: dict[str, Any], message: str) -> None:
    answer = await ask(app, "POST", "/users", body)
    assert error_of(answer) == (400, "validation_failed", message)


async def test_a_body_of_another_form(app: AuthApp) -> None:
    answer = await ask(app, "POST", "/users", {"email": 5})
    assert error_of(answer)[:2] == (400, "bad_json")


async def test_addresses_and_ids_are_given_once(app: AuthApp) -> None:
    user = await made(app, phone="+12505550111")
    other = await made(app)
    email = (422, "email_exists", "A user with this email address has already been registered")
    phone = (422, "phone_exists", "A user with this phone number has already been registered")
    taken = {"email": user["email"].upper()}
    assert error_of(await ask(app, "POST", "/users", taken)) == email
    assert error_of(await ask(app, "POST", "/users", {"phone": "12505550111"})) == phone
    assert error_of(await ask(app, "PUT", f"/users/{other['id']}", taken)) == email
    same = {"email": new_address(), "id": user["id"]}
    assert error_of(await ask(app, "POST", "/users", same))[:2] == (422, "user_already_exists")
    assert (await ask(app, "PUT", f"/users/{user['id']}", taken)).status_code == 200


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
async def test_accounts_that_are_none(app: AuthApp, method: str) -> None:
    missing = (404, "user_not_found", "User not found")
    body: object = None if method == "GET" else {}
    assert error_of(await ask(app, method, f"/users/{uuid4()}", body)) == missing
    named = (404, "validation_failed", "user_id must be an UUID")
    assert error_of(await ask(app, method, "/users/somebody", body)) == named


async def test_a_change_holds_at_once(app: AuthApp) -> None:
    user = await made(app, user_metadata={"keep": 1, "drop": 2, "full_name": "Old"})
    address = new_address("changed")
    answer = await ask(
        app,
        "PUT",
        f"/users/{user['id']}",
        {
            "email": address,
            "phone": "+12505550112",
            "phone_confirm": True,
            "user_metadata": {"drop": None, "full_name": "New Name"},
            "app_metadata": {"level": 3},
            "role": "executive",
        },
    )
    changed = answer.json()
    assert changed["email"] == address
    assert changed["phone"] == "12505550112"
    assert changed["phone_confirmed_at"]
    assert changed["user_metadata"]["keep"] == 1
    assert "drop" not in changed["user_metadata"]
    assert changed["app_metadata"] == {
        "level": 3, "provider": "email", "providers": ["email", "phone"]
    }  # fmt: skip
    assert [one["identity_data"]["email"] for one in changed["identities"][:1]] == [address]
    profile = "select role || ' ' || full_name || ' ' || email from public.users where id = $1"
    assert await app.value(profile, user["id"]) == f"executive New Name {address}"
    assert (await app.sign_in(address)).status_code == 200
    assert await events_of(app, user["id"]) == ["user_created", "user_updated", "signed_in"]


async def test_a_new_password_signs_everybody_out(app: AuthApp) -> None:
    user = await made(app)
    session = (await app.sign_in(user["email"])).json()
    await ask(app, "PUT", f"/users/{user['id']}", {"password": "another-kettle-95"})
    answer = await app.as_user(session, "GET", "/user")
    assert error_of(answer)[1] == "session_not_found"
    assert (await app.sign_in(user["email"], "another-kettle-95")).status_code == 200


async def test_a_ban_refuses_every_call_and_its_sessions_do_not_come_back(app: AuthApp) -> None:
    user = await made(app)
    session = (await app.sign_in(user["email"])).json()
    banned = await ask(app, "PUT", f"/users/{user['id']}", {"ban_duration": "1h30m"})
    assert banned.json()["banned_until"]
    refused = (403, "user_banned", "User is banned")
    assert error_of(await app.as_user(session, "GET", "/user")) == refused
    assert error_of(await app.sign_in(user["email"]))[:2] == (400, "user_banned")
    assert error_of(await app.refresh(session["refresh_token"])) == (
        400, "user_banned", "Invalid Refresh Token: User Banned"
    )  # fmt: skip
    lifted = await ask(app, "PUT", f"/users/{user['id']}", {"ban_duration": "none"})
    assert "banned_until" not in lifted.json()
    assert (await app.sign_in(user["email"])).status_code == 200
    expired = (403, "session_expired")
    assert error_of(await app.as_user(session, "GET", "/user"))[:2] == expired
    assert error_of(await app.refresh(session["refresh_token"]))[:2] == (400, "session_expired")
    assert "sign_in_failed" in await events_of(app, user["id"])


async def test_a_ban_ends_by_itself(app: AuthApp) -> None:
    user = await made(app, ban_duration="2h")
    assert error_of(await app.sign_in(user["email"]))[1] == "user_banned"
    app.clock.pass_(hours=2, seconds=1)
    assert (await app.sign_in(user["email"])).status_code == 200


@pytest.mark.parametrize("content", [b"", b"{}", b'{"should_soft_delete": false}'])
async def test_a_deleted_account_is_gone(app: AuthApp, content: bytes) -> None:
    user = await made(app)
    session = (await app.sign_in(user["email"])).json()
    answer = await app.client.request(
        "DELETE", f"/admin/users/{user['id']}", headers=KEY, content=content
    )
    assert (answer.status_code, answer.json()) == (200, {})
    gone = error_of(await app.as_user(session, "GET", "/user"))
    assert gone == (403, "user_not_found", "User from sub claim in JWT does not exist")
    found = "select count(*) from public.users where id = $1"
    assert await app.value(found, user["id"]) == 0
    assert await events_of(app, user["id"]) == ["user_created", "signed_in", "user_deleted"]
    assert (await made(app, email=user["email"]))["id"] != user["id"]


async def test_a_softly_deleted_account_keeps_its_row_and_nothing_of_its_person(
    app: AuthApp,
) -> None:
    user = await made(app, phone="+12505550113", user_metadata={"full_name": "Nameless Soon"})
    session = (await app.sign_in(user["email"])).json()
    answer = await ask(app, "DELETE", f"/users/{user['id']}", {"should_soft_delete": True})
    assert answer.json() == {}
    left = (await ask(app, "GET", f"/users/{user['id']}")).json()
    assert left["deleted_at"]
    shown = (left["email"], left["phone"], left["user_metadata"], left["identities"])
    assert shown == ("", "", {}, [])
    profile = await app.value(
        "select coalesce(full_name, email) from public.users where id = $1", user["id"]
    )
    assert profile is None
    assert error_of(await app.refresh(session["refresh_token"]))[1] == "session_not_found"
    assert error_of(await app.sign_in(user["email"]))[1] == "invalid_credentials"


async def test_the_list_goes_page_by_page(app: AuthApp) -> None:
    mark = uuid4().hex[:8]
    users = [
        await made(app, email=f"{name}-{mark}@list.test", user_metadata={"full_name": name})
        for name in ("Anna", "Berta", "Carla")
    ]
    query = f"filter={mark}@LIST"
    first = await ask(app, "GET", f"/users?page=&per_page=2&{query}")
    assert first.json()["aud"] == "authenticated"
    assert [one["id"] for one in first.json()["users"]] == [users[2]["id"], users[1]["id"]]
    assert first.json()["users"][1] == users[1]
    assert first.headers["x-total-count"] == "3"
    assert first.headers["link"] == (
        f'</admin/users?page=2&per_page=2&filter={mark}%40LIST>; rel="next", '
        f'</admin/users?page=2&per_page=2&filter={mark}%40LIST>; rel="last"'
    )
    second = await ask(app, "GET", f"/users?page=2&per_page=2&{query}")
    assert [one["id"] for one in second.json()["users"]] == [users[0]["id"]]
    assert second.headers["link"].count("rel=") == 1
    ordered = await ask(app, "GET", f"/users?{query}&sort=email asc")
    assert [one["id"] for one in ordered.json()["users"]] == [one["id"] for one in users]
    by_name = await ask(app, "GET", "/users?filter=BERT")
    assert users[1]["id"] in [one["id"] for one in by_name.json()["users"]]
    none = await ask(app, "GET", "/users?filter=nobody-is-called-so")
    assert (none.json()["users"], none.headers["x-total-count"]) == ([], "0")
    plain = await ask(app, "GET", "/users?page=&per_page=1")
    total = int(plain.headers["x-total-count"])
    assert plain.headers["link"] == (
        f'</admin/users?page=2&per_page=1>; rel="next", '
        f'</admin/users?page={total}&per_page=1>; rel="last"'
    )


@pytest.mark.parametrize(
    "query",
    ["page=-1", "page=x", "per_page=1.5", f"page={9**20}", "sort=password_hash", "sort=email up"],
)
async def test_a_page_that_is_none(app: AuthApp, query: str) -> None:
    status, code, message = error_of(await ask(app, "GET", f"/users?{query}"))
    assert (status, code) == (400, "validation_failed")
    assert message.startswith("Bad ")
