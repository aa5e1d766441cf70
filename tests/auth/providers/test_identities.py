"""Linking and unlinking identities, with a certified provider."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.auth.conftest import AuthApp, error_of, new_address, with_settings

from . import issuers, oidc
from .test_oauth import CALLBACK, CHALLENGE, exchange

pytestmark = pytest.mark.usefixtures("issuer")


async def connect(
    app: AuthApp, session: dict[str, Any], who: dict[str, Any], **query: str
) -> httpx.Response:
    """What the callback answers after "connect Google"."""
    answer = await app.as_user(
        session,
        "GET",
        "/user/identities/authorize",
        params={
            "provider": "google",
            "redirect_to": CALLBACK,
            "skip_http_redirect": "true",
            "login_hint": json.dumps(who),
            **query,
        },
    )
    assert answer.status_code == 200, answer.text
    return await app.client.get(await oidc.at_the_provider(answer.json()["url"]))


async def disconnect(app: AuthApp, session: dict[str, Any], identity_id: object) -> httpx.Response:
    return await app.as_user(session, "DELETE", f"/user/identities/{identity_id}")


async def identities(app: AuthApp, session: dict[str, Any]) -> dict[str, str]:
    user = (await app.as_user(session, "GET", "/user")).json()
    return {one["provider"]: one["identity_id"] for one in user["identities"]}


async def with_google(app: AuthApp, who: dict[str, Any] | None = None) -> dict[str, Any]:
    """Somebody with e-mail and password, and Google connected under another address."""
    session = await app.confirmed()
    await connect(app, session, who or issuers.person())
    return session


async def test_google_is_connected_and_told(app: AuthApp) -> None:
    session = await app.confirmed()
    address = session["user"]["email"]
    answer = await connect(app, session, issuers.person())
    assert answer.headers["location"].startswith(f"{CALLBACK}#access_token=")
    user = (await app.as_user(oidc.fragment(answer), "GET", "/user")).json()
    assert user["id"] == session["user"]["id"]
    assert user["email"] == address
    assert user["app_metadata"]["providers"] == ["email", "google"]
    assert (await app.mails(address))[0]["kind"] == "identity_linked"


async def test_with_a_challenge_and_without_skipping_the_redirect(app: AuthApp) -> None:
    session = await app.confirmed()
    answer = await app.as_user(
        session,
        "GET",
        "/user/identities/authorize",
        params={"provider": "google", "login_hint": json.dumps(issuers.person()), **CHALLENGE},
    )
    assert answer.status_code == 302
    back = await app.client.get(await oidc.at_the_provider(answer.headers["location"]))
    exchanged = (await exchange(app, oidc.query(back)["code"])).json()
    assert exchanged["user"]["id"] == session["user"]["id"]
    assert exchanged["provider_token"]


async def test_the_identity_of_somebody_who_was_lured_joins_no_account(app: AuthApp) -> None:
    """The link was begun by one person, and its way back is opened by another."""
    for challenge in ({}, CHALLENGE):
        session, victim = await app.confirmed(), issuers.person()
        begun = await app.as_user(
            session,
            "GET",
            "/user/identities/authorize",
            params={
                "provider": "google",
                "redirect_to": CALLBACK,
                "skip_http_redirect": "true",
                "login_hint": json.dumps(victim),
                **challenge,
            },
        )
        app.client.cookies.clear()
        back = await app.client.get(await oidc.at_the_provider(begun.json()["url"]))
        assert list(await identities(app, session)) == ["email"]
        if challenge:
            # The victim's browser has the code without the verifier.
            code = oidc.query(back)["code"]
            refused = await exchange(app, code, "w" * 64)
            assert refused.json()["error_code"] == "bad_code_verifier"
            assert list(await identities(app, session)) == ["email"]
            assert (await exchange(app, code)).status_code == 200
            assert list(await identities(app, session)) == ["email", "google"]
        else:
            assert oidc.query(back)["error_code"] == "bad_oauth_state"


async def test_what_was_connected_meanwhile_is_told_by_the_exchange(app: AuthApp) -> None:
    who = issuers.person()
    session = await app.confirmed()
    code = oidc.query(await connect(app, session, who, **CHALLENGE))["code"]
    await with_google(app, who)
    refused = await exchange(app, code)
    assert error_of(refused) == (
        422,
        "identity_already_exists",
        "Identity is already linked to another user",
    )


async def test_what_is_connected_already_is_said_in_the_address(app: AuthApp) -> None:
    who = issuers.person()
    session = await with_google(app, who)
    again = oidc.query(await connect(app, session, who))
    assert (again["error"], again["error_code"], again["error_description"]) == (
        "server_error",
        "identity_already_exists",
        "Identity is already linked",
    )
    other = oidc.query(await connect(app, await app.confirmed(), who))
    assert other["error_description"] == "Identity is already linked to another user"


async def test_disconnecting_closes_that_way_in_and_tells(app: AuthApp) -> None:
    who = issuers.person()
    session = await with_google(app, who)
    found = await identities(app, session)
    answer = await disconnect(app, session, found["google"])
    assert (answer.status_code, answer.json()) == (200, {})
    user = (await app.as_user(session, "GET", "/user")).json()
    assert [one["provider"] for one in user["identities"]] == ["email"]
    assert user["app_metadata"]["providers"] == ["email"]
    assert (await app.mails(user["email"]))[0]["kind"] == "identity_unlinked"
    assert await app.value(
        "select count(*) from public.audit_log where action = 'identity_unlinked' and row_id = $1",
        user["id"],
    )
    anew = await oidc.session_of(app, who)
    assert anew["user"]["id"] != user["id"]


async def test_the_address_of_what_is_left_becomes_the_account_s(app: AuthApp) -> None:
    who = issuers.person()
    session = await with_google(app, who)
    old = session["user"]["email"]
    found = await identities(app, session)
    assert (await disconnect(app, session, found["email"])).status_code == 200
    user = (await app.as_user(session, "GET", "/user")).json()
    assert user["email"] == who["email"]
    assert user["email_confirmed_at"]
    assert (
        await app.value("select email from public.users where id = $1", user["id"])
        == (who["email"])
    )
    assert (await app.sign_in(who["email"])).status_code == 200
    assert (await app.mails(old))[0]["kind"] == "identity_unlinked"


async def test_an_unverified_address_that_moves_up_is_unconfirmed(app: AuthApp) -> None:
    session = await with_google(app, issuers.person(verified=False))
    found = await identities(app, session)
    assert (await disconnect(app, session, found["email"])).status_code == 200
    user = (await app.as_user(session, "GET", "/user")).json()
    assert "email_confirmed_at" not in user


async def test_an_address_that_is_somebody_else_s_cannot_move_up(app: AuthApp) -> None:
    taken = new_address()
    await app.confirmed(taken)
    session = await with_google(app, issuers.person(taken, verified=False))
    found = await identities(app, session)
    assert error_of(await disconnect(app, session, found["email"])) == (
        422,
        "email_conflict_identity_not_deletable",
        "Unable to unlink identity due to email conflict",
    )
    assert len(await identities(app, session)) == 2


async def test_nobody_is_left_without_a_way_in(app: AuthApp) -> None:
    only = (422, "single_identity_not_deletable")
    by_google = await oidc.session_of(app, issuers.person())
    for session in (await app.confirmed(), by_google):
        (identity_id,) = (await identities(app, session)).values()
        assert error_of(await disconnect(app, session, identity_id))[:2] == only
    # With an unconfirmed address beside it, Google is the only way in, too.
    await app.value(
        "insert into auth.identities (user_id, provider, subject, identity_data) "
        """select id, 'email', id::text, '{"email": "x@mail.test"}' """
        "from auth.users where id = $1",
        by_google["user"]["id"],
    )
    await app.value(
        "update auth.users set email_confirmed_at = null where id = $1", by_google["user"]["id"]
    )
    found = await identities(app, by_google)
    assert error_of(await disconnect(app, by_google, found["google"]))[:2] == only
    assert len(await identities(app, by_google)) == 2


async def test_what_is_not_one_s_own(app: AuthApp) -> None:
    session = await with_google(app)
    theirs = await identities(app, await with_google(app))
    for identity_id in (uuid4(), theirs["google"]):
        assert error_of(await disconnect(app, session, identity_id)) == (
            422,
            "identity_not_found",
            "Identity doesn't exist",
        )
    assert error_of(await disconnect(app, session, "x")) == (
        404,
        "validation_failed",
        "identity_id must be an UUID",
    )


async def test_nobody_signed_in(app: AuthApp) -> None:
    nobody = {"authorization": ""}
    for method, path in (
        ("GET", "/user/identities/authorize?provider=google"),
        ("DELETE", f"/user/identities/{uuid4()}"),
    ):
        answer = await app.client.request(method, path, headers=nobody)
        assert error_of(answer)[:2] == (401, "no_authorization")


@with_settings(manual_linking="0")
async def test_connecting_by_hand_can_be_off(app: AuthApp) -> None:
    session = await app.confirmed()
    off = (404, "manual_linking_disabled", "Manual linking is disabled")
    answer = await app.as_user(session, "GET", "/user/identities/authorize?provider=google")
    assert error_of(answer) == off
    assert error_of(await disconnect(app, session, uuid4())) == off
