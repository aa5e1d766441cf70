"""GET /authorize and /callback with a certified provider."""

from __future__ import annotations

import base64
import hashlib

import httpx
import pytest

from summerstow.platform.auth.tokens.access_tokens import AccessTokens
from tests.auth.conftest import PASSWORD, AuthApp, new_address, with_settings

from . import issuers, oidc

PAGE = {"accept": "text/html,application/xhtml+xml"}
CALLBACK = "http://localhost:8000/auth/callback"
VERIFIER = "v" * 64
CHALLENGE = {
    "code_challenge": base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest())
    .decode()
    .rstrip("="),
    "code_challenge_method": "s256",
}


pytestmark = pytest.mark.usefixtures("issuer")


async def exchange(app: AuthApp, code: str, verifier: str = VERIFIER) -> httpx.Response:
    return await app.post("/token?grant_type=pkce", {"auth_code": code, "code_verifier": verifier})


async def test_leaving_says_who_asks_and_keeps_the_client_s_own_words(app: AuthApp) -> None:
    url = await oidc.leave(
        app,
        issuers.person(),
        redirect_to=CALLBACK,
        scopes="https://scope.test/calendar,https://scope.test/mail openid",
        access_type="offline",
        prompt="consent",
        client_id="evil",
        redirect_uri="https://evil.example",
        response_type="token",
        state="mine",
    )
    said = url.params
    assert url.copy_with(query=None) == f"{app.settings.google_issuer}/auth"
    assert said["client_id"] == issuers.CLIENT_ID
    assert said["redirect_uri"] == f"{app.settings.site_url}/auth/v1/callback"
    assert said["response_type"] == "code"
    assert said["scope"] == (
        "openid email profile https://scope.test/calendar https://scope.test/mail"
    )
    assert (said["access_type"], said["prompt"]) == ("offline", "consent")
    assert said["code_challenge_method"] == "S256"
    assert said["state"] != "mine"
    assert "provider" not in said
    assert "redirect_to" not in said
    assert all(len(said.get_list(name)) == 1 for name in said)


async def test_a_new_person_comes_back_with_a_session_in_the_fragment(app: AuthApp) -> None:
    who = issuers.person(hd="gmail.test")
    answer = await oidc.sign_in(
        app, who, redirect_to=f"{CALLBACK}?from=x", access_type="offline", prompt="consent"
    )
    assert answer.status_code == 302
    assert answer.headers["location"].startswith(f"{CALLBACK}?from=x#access_token=")
    session = oidc.fragment(answer)
    assert set(session) >= {
        *("access_token", "expires_at", "expires_in", "refresh_token", "token_type"),
        *("provider_token", "provider_refresh_token"),
    }
    claims = AccessTokens(app.keys).verify(session["access_token"])
    assert [one["method"] for one in claims["amr"]] == ["oauth"]
    user = (await app.as_user(session, "GET", "/user")).json()
    assert user["email"] == who["email"]
    assert user["email_confirmed_at"]
    assert user["app_metadata"] == {"provider": "google", "providers": ["google"]}
    assert user["user_metadata"]["full_name"] == "Noa Gold"
    (identity,) = user["identities"]
    assert (identity["provider"], identity["id"]) == ("google", who["sub"])
    assert identity["identity_data"] == {
        "iss": app.settings.google_issuer,
        "sub": who["sub"],
        "name": "Noa Gold",
        "full_name": "Noa Gold",
        "picture": who["picture"],
        "avatar_url": who["picture"],
        "provider_id": who["sub"],
        "email": who["email"],
        "email_verified": True,
        "phone_verified": False,
        "custom_claims": {"hd": "gmail.test"},
    }
    profile = await app.value(
        "select (full_name, role, email)::text from public.users where email = $1", who["email"]
    )
    assert profile == f'("Noa Gold",customer,{who["email"]})'
    assert (await app.refresh(session["refresh_token"])).status_code == 200


async def test_with_a_challenge_they_come_back_with_a_code(app: AuthApp) -> None:
    who = issuers.person()
    answer = await oidc.sign_in(app, who, redirect_to=f"{CALLBACK}?sb_flow_id=7", **CHALLENGE)
    assert answer.headers["location"].startswith(f"{CALLBACK}?sb_flow_id=7&code=")
    assert "#" not in answer.headers["location"]
    code = oidc.query(answer)["code"]
    kept = await app.value("select sealed_tokens from auth.flow_states order by created_at desc")
    wrong = await exchange(app, code, "w" * 64)
    assert wrong.json()["error_code"] == "bad_code_verifier"
    session = (await exchange(app, code)).json()
    assert session["user"]["email"] == who["email"]
    assert session["provider_token"]
    assert session["provider_refresh_token"]
    assert session["provider_token"] not in kept
    again = await exchange(app, code)
    assert again.json()["error_code"] == "flow_state_not_found"


async def test_a_code_is_good_for_five_minutes(app: AuthApp) -> None:
    answer = await oidc.sign_in(app, issuers.person(), redirect_to=CALLBACK, **CHALLENGE)
    app.clock.pass_(seconds=301)
    late = await exchange(app, oidc.query(answer)["code"])
    assert late.json()["error_code"] == "flow_state_expired"


async def test_the_same_person_is_the_same_account_and_known_better_each_time(
    app: AuthApp,
) -> None:
    who = issuers.person()
    first = await oidc.session_of(app, who)
    second = await oidc.session_of(app, who | {"name": "Noa Silver"})
    assert second["user"]["id"] == first["user"]["id"]
    assert second["user"]["user_metadata"]["full_name"] == "Noa Silver"
    assert second["user"]["identities"][0]["identity_data"]["name"] == "Noa Silver"


@pytest.mark.parametrize(
    ("changes", "code", "words"),
    [
        ({"state": None}, "bad_oauth_callback", "OAuth state parameter missing"),
        ({"state": "x"}, "bad_oauth_state", "OAuth state parameter is invalid"),
        (
            {"state": "2d1f7d2c-3d9c-4d7a-9a39-0e2f4d4a3f10"},
            "bad_oauth_state",
            "OAuth state not found or expired",
        ),
    ],
)
async def test_without_a_state_of_ours_the_way_back_leads_to_the_site(
    app: AuthApp, changes: dict[str, str | None], code: str, words: str
) -> None:
    back = httpx.URL(await oidc.at_the_provider(await oidc.leave(app, issuers.person())))
    params = {**dict(back.params), **changes}
    answer = await app.client.get(
        "/callback", params={key: value for key, value in params.items() if value is not None}
    )
    assert answer.status_code == 303
    assert answer.headers["location"].startswith(f"{app.settings.site_url}?error=")
    assert oidc.query(answer) == {
        "error": "invalid_request",
        "error_code": code,
        "error_description": words,
    }


@pytest.mark.parametrize(
    ("pkce", "code"), [({}, "bad_oauth_state"), (CHALLENGE, "flow_state_already_used")]
)
async def test_a_state_is_good_once(app: AuthApp, pkce: dict[str, str], code: str) -> None:
    back = await oidc.at_the_provider(await oidc.leave(app, issuers.person(), **pkce))
    assert (await app.client.get(back)).status_code == 302
    again = await app.client.get(back)
    assert (again.status_code, oidc.query(again)["error_code"]) == (303, code)


async def test_a_state_is_good_for_five_minutes(app: AuthApp) -> None:
    back = await oidc.at_the_provider(await oidc.leave(app, issuers.person()))
    app.clock.pass_(seconds=301)
    late = await app.client.get(back)
    assert oidc.query(late)["error_description"] == "OAuth state has expired"


async def test_a_look_at_the_address_uses_nothing_up(app: AuthApp) -> None:
    back = await oidc.at_the_provider(await oidc.leave(app, issuers.person()))
    await app.client.head(back)
    assert "access_token" in oidc.fragment(await app.client.get(back))


async def test_the_answer_may_come_as_a_form(app: AuthApp) -> None:
    back = httpx.URL(await oidc.at_the_provider(await oidc.leave(app, issuers.person())))
    answer = await app.client.post("/callback", data=dict(back.params))
    assert "access_token" in oidc.fragment(answer)


async def test_what_the_provider_refuses_is_told_in_query_and_fragment(app: AuthApp) -> None:
    url = await oidc.leave(app, issuers.person(), redirect_to=CALLBACK)
    answer = await app.client.get(
        "/callback",
        params={
            "state": url.params["state"],
            "error": "access_denied",
            "error_description": "The person said no & left",
        },
    )
    said = {"error": "access_denied", "error_description": "The person said no & left"}
    assert answer.status_code == 302
    assert answer.headers["location"].startswith(CALLBACK)
    assert oidc.query(answer) == said
    assert oidc.fragment(answer) == said | {"sb": ""}


async def test_no_code_a_wrong_code_and_another_issuer(app: AuthApp) -> None:
    url = await oidc.leave(app, issuers.person(), redirect_to=CALLBACK)
    none = await app.client.get("/callback", params={"state": url.params["state"]})
    assert (oidc.query(none)["error"], oidc.query(none)["error_code"]) == (
        "invalid_request",
        "bad_oauth_callback",
    )
    url = await oidc.leave(app, issuers.person(), redirect_to=CALLBACK)
    wrong = await app.client.get(
        "/callback", params={"state": url.params["state"], "code": "made-up"}
    )
    assert (oidc.query(wrong)["error"], oidc.query(wrong)["error_code"]) == (
        "server_error",
        "unexpected_failure",
    )
    assert "made-up" not in wrong.headers["location"]
    back = httpx.URL(await oidc.at_the_provider(await oidc.leave(app, issuers.person())))
    mixed = await app.client.get(back.copy_set_param("iss", "https://evil.example"))
    assert oidc.query(mixed)["error_code"] == "bad_oauth_callback"


async def test_a_code_of_another_flow_is_worth_nothing(app: AuthApp) -> None:
    """The provider checks our verifier, and we the nonce: a code cannot be slipped in."""
    stolen = httpx.URL(await oidc.at_the_provider(await oidc.leave(app, issuers.person())))
    victim = await oidc.leave(app, issuers.person(), redirect_to=CALLBACK)
    answer = await app.client.get(
        "/callback", params={"state": victim.params["state"], "code": stolen.params["code"]}
    )
    assert oidc.query(answer)["error"] == "server_error"


@pytest.mark.parametrize(
    ("params", "status", "code", "words"),
    [
        (
            {"provider": "github"},
            400,
            "validation_failed",
            "Unsupported provider: provider is not enabled",
        ),
        (
            {"provider": "nowhere"},
            400,
            "validation_failed",
            "Unsupported provider: Provider nowhere could not be found",
        ),
        (
            {"provider": "google", "code_challenge": "x" * 43},
            400,
            "validation_failed",
            "PKCE flow requires code_challenge_method and code_challenge",
        ),
        (
            {"provider": "google", "nonce": "n" * 256},
            400,
            "validation_failed",
            "nonce cannot be longer than 255 characters",
        ),
        (
            {"provider": "google", "invite_token": "x"},
            404,
            "user_not_found",
            "User identified by token not found",
        ),
    ],
)
async def test_a_program_gets_json_and_a_person_their_own_page(
    app: AuthApp, params: dict[str, str], status: int, code: str, words: str
) -> None:
    refused = await app.client.get("/authorize", params=params)
    assert (refused.status_code, refused.json()["error_code"]) == (status, code)
    assert refused.json()["msg"] == words
    shown = await app.client.get(
        "/authorize", params=params | {"redirect_to": CALLBACK}, headers=PAGE
    )
    assert shown.status_code == 302
    assert shown.headers["location"].startswith(f"{CALLBACK}?error=")
    assert oidc.query(shown)["error_description"] == words
    assert oidc.fragment(shown)["error_code"] == code
    elsewhere = await app.client.get(
        "/authorize", params=params | {"redirect_to": "https://evil.example"}, headers=PAGE
    )
    assert elsewhere.headers["location"].startswith(f"{app.settings.site_url}/auth?error=")


async def test_a_return_address_that_is_not_allowed_becomes_the_site(app: AuthApp) -> None:
    answer = await app.client.get(
        "/authorize", params={"provider": "google", "redirect_to": "https://evil.example"}
    )
    assert answer.headers["x-redirect-refused"] == "https://evil.example"
    back = await oidc.sign_in(app, issuers.person(), redirect_to="https://evil.example")
    assert back.headers["location"].startswith(f"{app.settings.site_url}#access_token=")


async def test_settings_say_that_google_is_on(app: AuthApp) -> None:
    assert (await app.client.get("/settings")).json()["external"]["google"] is True


@with_settings(disable_signup="1")
async def test_while_sign_ups_are_closed_only_known_people_get_in(app: AuthApp) -> None:
    answer = await oidc.sign_in(app, issuers.person(), redirect_to=CALLBACK)
    assert oidc.query(answer) == {
        "error": "access_denied",
        "error_code": "signup_disabled",
        "error_description": "Signups not allowed for this instance",
    }


async def test_a_banned_person_stays_out(app: AuthApp) -> None:
    who = issuers.person()
    session = await oidc.session_of(app, who)
    await app.value(
        "update auth.users set banned_until = now() + interval '1 hour' where id = $1",
        session["user"]["id"],
    )
    answer = await oidc.sign_in(app, who, redirect_to=CALLBACK)
    said = oidc.query(answer)
    assert (said["error"], said["error_code"]) == ("access_denied", "user_banned")


async def test_an_invitation_is_answered_with_google(app: AuthApp) -> None:
    invited = new_address("invited")
    await app.sign_up(invited, PASSWORD)
    token = httpx.URL((await app.mails(invited))[0]["link"]).params["token"]
    other = await oidc.sign_in(app, issuers.person(), invite_token=token, redirect_to=CALLBACK)
    assert oidc.query(other)["error_description"] == (
        "Invited email does not match emails from external provider"
    )
    who = issuers.person(invited, verified=False)
    session = await oidc.session_of(app, who, invite_token=token)
    assert session["user"]["email"] == invited
    assert [one["provider"] for one in session["user"]["identities"]] == ["google"]
