"""GET and PUT /user, POST /logout."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from summerstow.platform.auth.tokens.access_tokens import AccessTokens
from tests.auth.conftest import PASSWORD, AuthApp, error_of, new_address, with_settings


async def test_a_person_reads_their_account(app: AuthApp) -> None:
    session = await app.confirmed()
    answer = await app.as_user(session, "GET", "/user")
    assert answer.status_code == 200
    assert answer.json()["id"] == session["user"]["id"]
    assert answer.headers["cache-control"] == "no-store"


def token(app: AuthApp, **claims: Any) -> dict[str, str]:
    moment = datetime.now(UTC)
    full = {"exp": int((moment + timedelta(hours=1)).timestamp()), "role": "authenticated"}
    signed = AccessTokens(app.keys).sign({**full, **claims})
    return {"authorization": f"Bearer {signed}"}


async def test_who_is_not_signed_in_gets_the_first_reason_that_applies(app: AuthApp) -> None:
    session = await app.confirmed()
    user_id = session["user"]["id"]
    gone = str(uuid4())
    unable = "invalid JWT: unable to parse or verify signature, "
    malformed = unable + "token is malformed: token contains an invalid number of segments"
    header, payload, signature = session["access_token"].split(".")
    forged = f"{header}.{payload}.{'A' * len(signature)}"
    unsigned = f"eyJhbGciOiJub25lIn0.{payload}."
    bearer = "This endpoint requires a valid Bearer token"
    expected: list[tuple[dict[str, str], tuple[int, str, str]]] = [
        ({"authorization": ""}, (401, "no_authorization", bearer)),
        ({"authorization": "Basic abc"}, (401, "no_authorization", bearer)),
        ({"authorization": "Bearer a b"}, (401, "no_authorization", bearer)),
        ({"authorization": "bearer abc"}, (403, "bad_jwt", malformed)),
        (
            {"authorization": f"Bearer {forged}"},
            (403, "bad_jwt", unable + "token signature is invalid: signature is invalid"),
        ),
        (
            {"authorization": f"Bearer {unsigned}"},
            (
                403,
                "bad_jwt",
                unable + "token is unverifiable: error while executing keyfunc: "
                "unrecognized JWT kid",
            ),
        ),
        (
            token(app, sub=user_id, exp=1),
            (403, "bad_jwt", unable + "token has invalid claims: token is expired"),
        ),
        (token(app, role="anon"), (403, "bad_jwt", "invalid claim: missing sub claim")),
        (token(app, sub="me"), (400, "bad_jwt", "invalid claim: sub claim must be a UUID")),
        (
            token(app, sub=gone),
            (403, "user_not_found", "User from sub claim in JWT does not exist"),
        ),
        (
            token(app, sub=user_id, session_id="x"),
            (403, "bad_jwt", "invalid claim: session_id claim must be a UUID"),
        ),
        (
            token(app, sub=user_id, session_id=gone),
            (
                403,
                "session_not_found",
                "Session from session_id claim in JWT does not exist",
            ),
        ),
    ]
    for headers, refusal in expected:
        for method, path in (("GET", "/user"), ("PUT", "/user")):
            answer = await app.client.request(method, path, headers=headers, json={})
            assert error_of(answer) == refusal, headers
    zeros = token(app, sub=user_id, session_id="0" * 8 + "-0000-0000-0000-" + "0" * 12)
    assert (await app.client.get("/user", headers=zeros)).status_code == 200


async def test_metadata_is_merged_key_by_key(app: AuthApp) -> None:
    session = await app.confirmed(data={"full_name": "Mia", "theme": "dark"})
    answer = await app.as_user(session, "PUT", "/user", json={"data": {"theme": None, "size": 3}})
    metadata = answer.json()["user_metadata"]
    assert metadata["full_name"] == "Mia"
    assert metadata["size"] == 3
    assert "theme" not in metadata
    full = {"data": {"note": "x" * 9000}}
    refused = await app.as_user(session, "PUT", "/user", json=full)
    assert error_of(refused)[:2] == (400, "validation_failed")


async def test_a_new_password_signs_the_other_devices_out(app: AuthApp) -> None:
    address = new_address()
    here = await app.confirmed(address)
    there = (await app.sign_in(address)).json()
    await app.value(
        "insert into auth.one_time_tokens (user_id, kind, link_hash, code_hash) "
        "values ($1, 'recovery', '\\x01', '\\x02')",
        here["user"]["id"],
    )
    new = "a-quite-other-one"
    answer = await app.as_user(here, "PUT", "/user", json={"password": new})
    assert answer.status_code == 200
    pending = "select count(*) from auth.one_time_tokens where user_id = $1"
    assert await app.value(pending, here["user"]["id"]) == 0
    assert (await app.as_user(here, "GET", "/user")).status_code == 200
    assert (await app.as_user(there, "GET", "/user")).json()["error_code"] == "session_not_found"
    assert (await app.sign_in(address, new)).status_code == 200
    assert (await app.sign_in(address)).status_code == 400


async def test_what_a_change_is_refused_for(app: AuthApp) -> None:
    session = await app.confirmed()
    expected: list[tuple[dict[str, Any], int, str]] = [
        ({"password": PASSWORD}, 422, "same_password"),
        ({"password": "12345"}, 422, "weak_password"),
        ({"password": "x" * 73}, 400, "validation_failed"),
        ({"app_metadata": {"role": "admin"}}, 403, "not_admin"),
        ({"email": "nonsense"}, 400, "validation_failed"),
        ({"data": "text"}, 400, "bad_json"),
    ]
    for body, status, code in expected:
        answer = await app.as_user(session, "PUT", "/user", json=body)
        assert error_of(answer)[:2] == (status, code), body
    same = {"email": session["user"]["email"].upper(), "phone": None}
    assert (await app.as_user(session, "PUT", "/user", json=same)).status_code == 200


@pytest.mark.parametrize(
    ("scope", "alive"),
    [
        ("", {"here": False, "there": False}),
        ("?scope=global", {"here": False, "there": False}),
        ("?scope=local", {"here": False, "there": True}),
        ("?scope=others", {"here": True, "there": False}),
    ],
)
async def test_signing_out(app: AuthApp, scope: str, alive: dict[str, bool]) -> None:
    address = new_address()
    devices = {"here": await app.confirmed(address)}
    devices["there"] = (await app.sign_in(address)).json()
    stranger = await app.confirmed()
    answer = await app.as_user(devices["here"], "POST", f"/logout{scope}")
    assert (answer.status_code, answer.content) == (204, b"")
    for name, session in devices.items():
        reads = (await app.as_user(session, "GET", "/user")).status_code == 200
        refreshes = (await app.refresh(session["refresh_token"])).status_code == 200
        assert (reads, refreshes) == (alive[name], alive[name]), name
    assert (await app.as_user(stranger, "GET", "/user")).status_code == 200


async def test_who_is_signed_out_may_sign_out_again(app: AuthApp) -> None:
    session = await app.confirmed()
    for _ in range(2):
        assert (await app.as_user(session, "POST", "/logout")).status_code == 204
    deleted = await app.confirmed()
    await app.value("delete from auth.users where id = $1", deleted["user"]["id"])
    assert (await app.as_user(deleted, "POST", "/logout")).status_code == 204


async def test_an_unknown_scope_signs_nobody_out(app: AuthApp) -> None:
    session = await app.confirmed()
    answer = await app.as_user(session, "POST", "/logout?scope=everyone")
    assert error_of(answer) == (
        400,
        "validation_failed",
        'Unsupported logout scope "everyone"',
    )
    assert (await app.as_user(session, "GET", "/user")).status_code == 200


@with_settings(anonymous="1")
async def test_an_anonymous_visitor_cannot_set_a_password(app: AuthApp) -> None:
    session = (await app.post("/signup", {})).json()
    answer = await app.as_user(session, "PUT", "/user", json={"password": PASSWORD})
    assert error_of(answer)[:2] == (422, "validation_failed")
