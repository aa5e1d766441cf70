"""`grant_type=id_token`: what is believed, and in which words the rest is refused."""

from __future__ import annotations

import hashlib
import hmac
import time
from base64 import urlsafe_b64encode
from typing import Any

import httpx
import pytest

from summerstow.platform.auth import openid
from tests.auth.conftest import AuthApp, error_of, with_settings

from . import issuers

pytestmark = pytest.mark.usefixtures("google")


async def grant(app: AuthApp, **body: Any) -> httpx.Response:
    return await app.post("/token?grant_type=id_token", {"provider": "google", **body})


def said(answer: httpx.Response) -> tuple[str, str]:
    """A refusal in OAuth's own shape."""
    assert answer.status_code == 400
    assert set(answer.json()) == {"error", "error_description"}
    return answer.json()["error"], answer.json()["error_description"]


async def test_a_signed_token_is_a_session(app: AuthApp, google: issuers.FakeIssuer) -> None:
    nonce = "a-nonce-of-the-app"
    digest = hashlib.sha256(nonce.encode()).hexdigest()
    who = issuers.person()
    answer = await grant(
        app,
        id_token=google.token(**who, nonce=digest, access_token="google-access"),
        nonce=nonce,
        access_token="google-access",
    )
    session = answer.json()
    assert session["token_type"] == "bearer"
    assert session["user"]["email"] == who["email"]
    assert session["user"]["app_metadata"]["provider"] == "google"
    assert (await app.refresh(session["refresh_token"])).status_code == 200


async def test_the_app_may_name_client_and_issuer_instead(
    app: AuthApp, google: issuers.FakeIssuer
) -> None:
    body = {"provider": None, "client_id": issuers.CLIENT_ID, "issuer": google.url}
    assert (await grant(app, id_token=google.token(), **body)).status_code == 200
    phone = google.token(aud=["summerstow-phone-app"])
    assert (await grant(app, id_token=phone)).status_code == 200


async def test_what_must_be_there(app: AuthApp) -> None:
    assert said(await grant(app)) == ("invalid request", "id_token required")
    assert said(await grant(app, id_token="x", provider=None)) == (
        "invalid request",
        "provider or client_id and issuer required",
    )
    other = await grant(app, id_token="x", provider="apple")
    assert error_of(other) == (
        400,
        "validation_failed",
        'Custom OIDC provider "apple" not allowed',
    )


BAD: dict[str, Any] = {
    "another issuer": {"iss": "https://evil.example"},
    "expired": {"exp": int(time.time()) - 120},
    "no expiry": {"exp": None},
    "issued tomorrow": {"iat": int(time.time()) + 86_400},
    "another access token": {"at_hash": "AAAA"},
}


@pytest.mark.parametrize("claims", BAD.values(), ids=BAD.keys())
async def test_a_claim_that_is_not_to_be_believed(
    app: AuthApp, google: issuers.FakeIssuer, claims: dict[str, Any]
) -> None:
    token = google.token(**claims)
    refused = await grant(app, id_token=token, access_token="google-access")
    assert said(refused) == ("invalid request", "Bad ID token")


async def test_a_signature_that_is_not_the_provider_s(
    app: AuthApp, google: issuers.FakeIssuer
) -> None:
    same_kid = issuers.new_key().as_dict(private=True) | {"kid": google.key.kid or ""}
    header = urlsafe_b64encode(f'{{"alg":"HS256","kid":"{google.key.kid}"}}'.encode()).decode()
    signed = f"{header.rstrip('=')}.{google.token().split('.')[1]}"
    mac = hmac.digest(google.key.as_pem(private=False), signed.encode(), "sha256")
    tokens = {
        "forged": google.token(key=type(google.key).import_key(same_kid)),
        "public key as a secret": f"{signed}.{urlsafe_b64encode(mac).decode().rstrip('=')}",
        "unsigned": "eyJhbGciOiJub25lIn0." + google.token().split(".")[1] + ".",
        "no token": "not.a.token",
        "nothing": "x",
    }
    for name, token in tokens.items():
        assert said(await grant(app, id_token=token))[1] == "Bad ID token", name


async def test_a_token_that_is_for_another_app(app: AuthApp, google: issuers.FakeIssuer) -> None:
    """Of several audiences, `azp` names the one that may present the token."""
    refused = ("invalid request", "Unacceptable audience in id_token: ")
    both = [issuers.CLIENT_ID, "another-app"]
    for claims in ({"azp": "another-app"}, {"aud": both}, {"aud": both, "azp": "another-app"}):
        code, words = said(await grant(app, id_token=google.token(**claims)))
        assert (code, words[: len(refused[1])]) == refused, claims
    for ours in ({"azp": issuers.CLIENT_ID}, {"aud": both, "azp": issuers.CLIENT_ID}):
        assert (await grant(app, id_token=google.token(**ours))).status_code == 200


async def test_a_token_for_somebody_else_or_of_nobody(
    app: AuthApp, google: issuers.FakeIssuer
) -> None:
    other = await grant(app, id_token=google.token(aud="another-app"))
    assert said(other) == (
        "invalid request",
        "Unacceptable audience in id_token: [another-app]",
    )
    for subject in (None, "", "x" * 256):
        nobody = await grant(app, id_token=google.token(sub=subject))
        assert said(nobody) == ("invalid request", "Missing sub claim in id_token")


async def test_the_nonce_is_on_both_sides_or_on_none(
    app: AuthApp, google: issuers.FakeIssuer
) -> None:
    misfit = (
        "invalid request",
        "Passed nonce and nonce in id_token should either both exist or not.",
    )
    assert said(await grant(app, id_token=google.token(nonce="x"))) == misfit
    assert said(await grant(app, id_token=google.token(), nonce="x")) == misfit
    wrong = await grant(app, id_token=google.token(nonce="plain"), nonce="plain")
    assert said(wrong) == ("invalid nonce", "Nonces mismatch")


async def test_a_new_key_is_fetched_and_only_now_and_then(
    app: AuthApp, google: issuers.FakeIssuer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await grant(app, id_token=google.token())).status_code == 200
    assert (await grant(app, id_token=google.token())).status_code == 200
    assert google.requests["/jwks"] == 1
    new = issuers.new_key()
    google.publish(new, google.key)
    for _ in range(3):
        assert said(await grant(app, id_token=google.token(issuers.new_key())))
    assert google.requests["/jwks"] == 1
    monkeypatch.setattr(openid, "PAUSE", 0.0)
    assert (await grant(app, id_token=google.token(new))).status_code == 200
    assert google.requests["/jwks"] == 2
    assert google.requests["/.well-known/openid-configuration"] == 1


async def test_keys_that_nobody_can_use_do_not_matter(
    app: AuthApp, google: issuers.FakeIssuer
) -> None:
    google.answers["/jwks"][1]["keys"][:0] = [
        {"kty": "FUTURE", "kid": "x"},
        {"kty": "RSA"},
        {**google.key.as_dict(private=False), "key_ops": ["sign"]},
    ]
    assert (await grant(app, id_token=google.token())).status_code == 200


async def test_no_keys_are_an_outage_and_not_a_refusal(
    app: AuthApp, google: issuers.FakeIssuer
) -> None:
    good = google.answers["/jwks"]
    try:
        troubles: list[tuple[int, Any]] = [(500, {}), (200, b"<html>"), (200, [])]
        for trouble in troubles:
            google.answers["/jwks"] = trouble
            answer = await grant(app, id_token=google.token())
            assert (answer.status_code, answer.json()["error_code"]) == (
                503,
                "unexpected_failure",
            )
            assert answer.headers["retry-after"]
    finally:
        google.answers["/jwks"] = good
    assert google.requests["/jwks"] == 1


async def test_linking_asks_who_it_is(app: AuthApp, google: issuers.FakeIssuer) -> None:
    body = {"id_token": google.token(), "link_identity": True}
    assert error_of(await grant(app, **body))[:2] == (403, "bad_jwt")
    owner = await app.confirmed()

    async def link(token: str, session: dict[str, Any] = owner) -> httpx.Response:
        return await app.as_user(
            session,
            "POST",
            "/token?grant_type=id_token",
            json={"provider": "google", "id_token": token, "link_identity": True},
        )

    token = google.token(**issuers.person())
    linked = (await link(token)).json()
    assert linked["user"]["id"] == owner["user"]["id"]
    assert linked["user"]["email"] == owner["user"]["email"]
    assert [one["provider"] for one in linked["user"]["identities"]] == ["email", "google"]
    assert error_of(await link(token)) == (
        422,
        "identity_already_exists",
        "Identity is already linked",
    )
    another = await app.confirmed()
    assert error_of(await link(token, another)) == (
        422,
        "identity_already_exists",
        "Identity is already linked to another user",
    )


@with_settings(manual_linking="0")
async def test_linking_by_hand_can_be_off(app: AuthApp, google: issuers.FakeIssuer) -> None:
    owner = await app.confirmed()
    body = {"provider": "google", "id_token": google.token(), "link_identity": True}
    answer = await app.as_user(owner, "POST", "/token?grant_type=id_token", json=body)
    assert error_of(answer) == (
        404,
        "manual_linking_disabled",
        "Manual linking is disabled",
    )


@with_settings(disable_signup="1")
async def test_closed_sign_ups(app: AuthApp, google: issuers.FakeIssuer) -> None:
    assert error_of(await grant(app, id_token=google.token()))[:2] == (422, "signup_disabled")


async def test_a_banned_person(app: AuthApp, google: issuers.FakeIssuer) -> None:
    who = issuers.person()
    session = (await grant(app, id_token=google.token(**who))).json()
    await app.value(
        "update auth.users set banned_until = now() + interval '1 hour' where id = $1",
        session["user"]["id"],
    )
    assert error_of(await grant(app, id_token=google.token(**who)))[:2] == (403, "user_banned")


async def test_what_a_provider_says_is_kept_within_bounds(
    app: AuthApp, google: issuers.FakeIssuer
) -> None:
    who = issuers.person(name="N" * 500 + "\n\x00x", picture="https://p.test/" + "x" * 5000)
    user = (await grant(app, id_token=google.token(**who))).json()["user"]
    assert user["user_metadata"]["full_name"] == "N" * 200
    assert "picture" not in user["user_metadata"]
    odd = issuers.person(name=7, picture=None, email_verified="true")
    assert (await grant(app, id_token=google.token(**odd))).status_code == 200
    none = await grant(app, id_token=google.token(**issuers.person(email="not an address")))
    assert error_of(none)[1] == "provider_email_needs_verification"
