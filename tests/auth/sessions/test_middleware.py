"""What every call has in common: bodies, errors in two shapes, CORS, keys, outages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from summerstow.platform.auth.app import create_auth
from summerstow.platform.auth.context import AuthHooks
from summerstow.platform.auth.tokens import refresh_tokens
from summerstow.platform.auth.tokens.keys import load_keys
from summerstow.platform.database.pool import Database
from tests.auth.conftest import AuthApp, error_of, make_settings, with_settings


@pytest.mark.parametrize("version", [None, "2023-12-31", "soon", "2024-1-1"])
async def test_the_older_shape(app: AuthApp, version: str | None) -> None:
    headers = {} if version is None else {"x-supabase-api-version": version}
    answer = await app.client.post("/token?grant_type=password", json={}, headers=headers)
    assert answer.json() == {
        "code": 400,
        "error_code": "validation_failed",
        "msg": "missing email or phone",
    }
    assert answer.headers["x-sb-error-code"] == "validation_failed"
    assert "x-supabase-api-version" not in answer.headers


@pytest.mark.parametrize("version", ["2024-01-01", "2030-05-05"])
async def test_the_newer_shape(app: AuthApp, version: str) -> None:
    answer = await app.client.post(
        "/signup",
        json={"email": "a@mail.test", "password": "12345"},
        headers={"x-supabase-api-version": version},
    )
    assert answer.status_code == 422
    assert answer.json() == {
        "code": "weak_password",
        "message": "Password should be at least 6 characters.",
        "weak_password": {"reasons": ["length"]},
    }
    assert answer.headers["x-supabase-api-version"] == "2024-01-01"
    assert answer.headers["x-sb-error-code"] == "weak_password"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'"text"',
        b"\xff\xfe",
        b'{"email": 5, "password": "plum-kettle-94"}',
        b'{"email": ["a@mail.test"]}',
        b'{"data": "text", "email": "a@mail.test"}',
        b'{"data": {"a": "\\ud800"}}',
        b'{"data": ' + b'{"a":' * 20_000 + b"1" + b"}" * 20_000 + b"}",
    ],
)
async def test_what_is_no_json_of_that_form(app: AuthApp, content: bytes) -> None:
    for path in ("/signup", "/token?grant_type=password", "/verify", "/resend"):
        answer = await app.client.post(
            path, content=content, headers={"content-type": "application/json"}
        )
        status, code, message = error_of(answer)
        if path != "/signup" and b'"data"' in content and status == 400:
            continue  # other calls ignore fields that they do not know
        assert (status, code) == (400, "bad_json"), (path, content[:40])
        assert message.startswith("Could not parse request body as JSON: ")


async def test_null_is_absent_and_unknown_fields_are_ignored(app: AuthApp, address: str) -> None:
    answer = await app.sign_up(
        address,
        code_challenge=None,
        code_challenge_method=None,
        phone=None,
        data=None,
        gotrue_meta_security={"captcha_token": "x"},
        channel="sms",
    )
    assert answer.status_code == 200
    assert error_of(await app.client.post("/signup", content=b"null"))[1] == (
        "anonymous_provider_disabled"
    )


async def test_a_body_is_a_mebibyte_at_most(app: AuthApp) -> None:
    async def parts() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield b" " * 65536

    for content in (b" " * (1024 * 1024 + 1), parts()):
        answer = await app.client.post("/signup", content=content)
        assert error_of(answer) == (
            413,
            "request_entity_too_large",
            "Request body too large (max 1048576 bytes)",
        )


async def test_what_is_not_offered_is_a_definite_refusal(app: AuthApp) -> None:
    for method, path in (
        ("GET", "/nonsense"),
        ("GET", "/user/"),
        ("GET", ""),
    ):
        answer = await app.client.request(method, path)
        assert error_of(answer)[:2] == (404, "not_found"), path
    assert error_of(await app.client.get("/signup"))[:2] == (405, "not_found")


async def test_a_page_of_any_origin_may_ask(app: AuthApp) -> None:
    origin = "https://elsewhere.example"
    preflight = {
        "origin": origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "apikey,x-supabase-api-version",
    }
    before = await app.client.options("/token", headers=preflight)
    assert before.status_code == 204
    assert before.headers["access-control-allow-origin"] == origin
    for name in (
        "accept",
        "authorization",
        "content-type",
        "apikey",
        "x-client-info",
        "x-supabase-api-version",
        "x-retry-count",
    ):
        assert name in before.headers["access-control-allow-headers"].split(", ")
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
        assert method in before.headers["access-control-allow-methods"]
    refused = await app.client.post("/token", headers={"origin": origin}, json={})
    assert refused.status_code == 400
    assert refused.headers["access-control-allow-origin"] == origin
    assert refused.headers["vary"] == "Origin"
    assert "access-control-allow-credentials" not in refused.headers
    assert "X-Supabase-Api-Version" in refused.headers["access-control-expose-headers"]


@with_settings(redirect_urls="https://app.example.ca/back,https://*.example.ca/**,myapp://back")
async def test_cookies_go_with_pages_of_this_site_and_of_named_ones_alone(app: AuthApp) -> None:
    async def credentials(origin: str) -> str | None:
        answer = await app.client.get("/settings", headers={"origin": origin})
        assert answer.headers["access-control-allow-origin"] == origin
        allowed: str | None = answer.headers.get("access-control-allow-credentials")
        return allowed

    for trusted in (app.settings.site_url, "https://app.example.ca"):
        assert await credentials(trusted) == "true", trusted
    for other in (
        "https://elsewhere.example",
        "https://blog.example.ca",
        "http://app.example.ca",
        "http://localhost:1",
        "null",
    ):
        assert await credentials(other) is None, other


@with_settings(require_apikey="1")
async def test_a_gateway_asks_for_a_key_except_where_people_navigate(app: AuthApp) -> None:
    bare = httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app.asgi),
        base_url=f"{app.settings.site_url}/auth/v1",
    )
    missing = await bare.get("/settings")
    assert missing.status_code == 401
    assert missing.json()["message"] == "No API key found in request"
    wrong = await bare.get("/settings", headers={b"apikey": "ånon".encode()})
    assert (wrong.status_code, wrong.json()["message"]) == (401, "Invalid API key")
    assert (await bare.get("/settings?apikey=anon")).status_code == 200
    for key in (app.settings.anon_key, app.settings.service_key):
        assert (await bare.get("/health", headers={"apikey": key})).status_code == 200
    assert (await bare.get("/.well-known/jwks.json")).status_code == 200
    assert (await bare.get("/verify?token=a&type=signup")).status_code == 303
    assert (await bare.options("/settings")).status_code == 204


async def test_settings_health_and_keys(app: AuthApp) -> None:
    settings = (await app.client.get("/settings")).json()
    assert settings["external"]["email"] is True
    assert settings["external"]["google"] is False
    assert settings["disable_signup"] is False
    assert settings["mailer_autoconfirm"] is False
    assert (await app.client.get("/health")).json()["name"] == "GoTrue"
    answer = await app.client.get("/.well-known/jwks.json")
    [key] = answer.json()["keys"]
    assert answer.headers["cache-control"] == "public, max-age=600"
    assert (key["kty"], key["crv"], key["alg"], key["use"]) == ("EC", "P-256", "ES256", "sig")
    assert key["key_ops"] == ["verify"]
    assert "d" not in key


async def test_while_the_database_is_away_nobody_is_refused_for_good(tmp_path: Path) -> None:
    """Rule: outage-is-not-a-refusal."""
    settings = make_settings(tmp_path)
    gone = Database({"host": "127.0.0.1", "port": 9, "user": "nobody", "database": "none"})
    app: Any = create_auth(settings, gone, load_keys(settings), AuthHooks())
    client = httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app), base_url=f"{settings.site_url}/auth/v1"
    )
    token = refresh_tokens.make(load_keys(settings), uuid4(), 0)
    calls: list[tuple[str, dict[str, Any]]] = [
        ("/signup", {"email": "a@mail.test", "password": "plum-kettle-94"}),
        ("/token?grant_type=password", {"email": "a@mail.test", "password": "x"}),
        ("/token?grant_type=refresh_token", {"refresh_token": token}),
        ("/verify", {"type": "email", "email": "a@mail.test", "token": "1"}),
    ]
    for path, body in calls:
        answer = await client.post(path, json=body)
        assert error_of_outage(answer) == (503, "unexpected_failure"), path
        assert int(answer.headers["retry-after"]) > 0
    landed = await client.get("/verify?token=a&type=signup", headers={"accept": "text/html"})
    assert "error=temporarily_unavailable" in landed.headers["location"]


def error_of_outage(answer: httpx.Response) -> tuple[int, str]:
    assert answer.json()["error_id"]
    return error_of(answer)[:2]
