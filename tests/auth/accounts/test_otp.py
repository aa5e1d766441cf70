"""POST /otp by mail, POST /recover, POST /resend, and what they do not tell."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from summerstow.platform.auth.tokens.access_tokens import AccessTokens
from tests.auth.conftest import PASSWORD, AuthApp, error_of, new_address, with_settings

#: How the button of a link's page posts.
FORM = {"content-type": "application/x-www-form-urlencoded"}

CHALLENGE = {"code_challenge": "a" * 43, "code_challenge_method": "s256"}


async def verify(app: AuthApp, kind: str, email: str, mail: dict[str, Any]) -> httpx.Response:
    return await app.post("/verify", {"type": kind, "email": email, "token": mail["code"]})


async def test_a_known_address_gets_a_magic_link(app: AuthApp, address: str) -> None:
    await app.confirmed(address)
    answer = await app.post("/otp", {"email": address.upper()})
    assert (answer.status_code, answer.json()) == (200, {})
    mail = (await app.mails(address))[0]
    assert mail["kind"] == "magic_link"
    assert "type=magiclink" in mail["link"]
    session = (await verify(app, "email", address, mail)).json()
    assert session["user"]["recovery_sent_at"]
    assert (await app.sign_in(address)).status_code == 200
    assert error_of(await verify(app, "email", address, mail))[1] == "otp_expired"


async def test_an_unknown_address_gets_an_account_without_a_password(
    app: AuthApp, address: str
) -> None:
    await app.post("/otp", {"email": address, "data": {"full_name": "Kai"}})
    mail = (await app.mails(address))[0]
    assert mail["kind"] == "confirm_signup"
    session = (await verify(app, "email", address, mail)).json()
    assert session["user"]["email_confirmed_at"]
    assert session["user"]["user_metadata"]["full_name"] == "Kai"
    assert error_of(await app.sign_in(address, ""))[1] == "invalid_credentials"


@with_settings(autoconfirm="1")
async def test_with_autoconfirm_an_unknown_address_is_confirmed_and_gets_a_magic_link(
    app: AuthApp, address: str
) -> None:
    await app.post("/otp", {"email": address})
    [mail] = await app.mails(address)
    assert mail["kind"] == "magic_link"
    assert (await verify(app, "magiclink", address, mail)).status_code == 200


async def test_a_way_in_without_a_password_ends_the_password_of_a_stranger(
    app: AuthApp, address: str
) -> None:
    """Somebody signs up with an address that is not theirs, and waits for its owner to confirm."""
    for path, kind in (("/otp", "email"), ("/recover", "recovery")):
        victim = new_address()
        await app.sign_up(victim, "password-of-a-stranger")
        await app.post(path, {"email": victim})
        mail = (await app.mails(victim))[0]
        assert (await verify(app, kind, victim, mail)).status_code == 200
        refused = await app.sign_in(victim, "password-of-a-stranger")
        assert error_of(refused)[1] == "invalid_credentials"


async def test_resending_the_confirmation_keeps_the_password_that_it_brings(
    app: AuthApp, address: str
) -> None:
    await app.sign_up(address, data={"full_name": "First"})
    await app.sign_up(address, "password-of-the-owner", data={"full_name": "Owner"})
    before = (await app.mails(address))[0]
    answer = await app.post("/resend", {"type": "signup", "email": address})
    assert (answer.status_code, answer.json()) == (200, {})
    mail = (await app.mails(address))[0]
    assert (await verify(app, "signup", address, before)).status_code == 403
    session = (await verify(app, "signup", address, mail)).json()
    assert session["user"]["user_metadata"]["full_name"] == "Owner"
    assert (await app.sign_in(address, "password-of-the-owner")).status_code == 200
    await app.post("/resend", {"type": "signup", "email": address})
    assert len(await app.mails(address)) == 3


async def test_recovery_ends_in_a_new_password(app: AuthApp, address: str) -> None:
    there = await app.confirmed(address)
    answer = await app.post("/recover", {"email": address})
    assert (answer.status_code, answer.json()) == (200, {})
    mail = (await app.mails(address))[0]
    assert mail["kind"] == "recovery"
    session = (await verify(app, "recovery", address, mail)).json()
    changed = await app.as_user(session, "PUT", "/user", json={"password": "a-new-password-1"})
    assert changed.status_code == 200
    assert (await app.mails(address))[0]["kind"] == "password_changed"
    assert (await app.as_user(there, "GET", "/user")).json()["error_code"] == "session_not_found"
    assert (await app.sign_in(address, "a-new-password-1")).status_code == 200


@pytest.mark.parametrize(
    ("path", "kind", "method"),
    [("/otp", "magiclink", "magiclink"), ("/recover", "recovery", "recovery")],
)
async def test_each_pkce_link_gives_the_code_of_its_own_flow(
    app: AuthApp, address: str, path: str, kind: str, method: str
) -> None:
    """However many others are under way."""
    await app.confirmed(address)
    verifier = "w" * 50
    plain = {"code_challenge": verifier, "code_challenge_method": "plain"}
    await app.post(path, {"email": address, **plain})
    mail = (await app.mails(address))[0]
    here = (await app.sign_in(address)).json()
    new = {"email": new_address(), **CHALLENGE}
    await app.as_user(here, "PUT", "/user", json=new)
    landed = await app.client.post(mail["link"], headers=FORM)
    assert f"type={kind}" in mail["link"]
    code = httpx.URL(landed.headers["location"]).params["code"]
    body = {"auth_code": code, "code_verifier": verifier}
    session = (await app.post("/token?grant_type=pkce", body)).json()
    claims = AccessTokens(app.keys).verify(session["access_token"])
    assert [one["method"] for one in claims["amr"]] == [method]
    # A pending change of address outlives a sign-in.
    changing = (await app.mails(new["email"]))[0]
    assert (await verify(app, "email_change", new["email"], changing)).status_code == 200


@with_settings(mail_interval="60")
@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("/otp", {}),
        ("/recover", {}),
        ("/resend", {"type": "signup"}),
        ("/resend", {"type": "email_change"}),
    ],
)
async def test_known_and_unknown_addresses_are_answered_alike_again_and_again(
    app: AuthApp, path: str, more: dict[str, str]
) -> None:
    """Rule: no-guessing-accounts."""
    known, pending = new_address(), new_address()
    await app.confirmed(known)
    await app.sign_up(pending)
    app.clock.pass_(seconds=61)
    answers = {}
    for email in (known, pending, new_address()):
        body = {"email": email, **more}
        first = await app.post(path, body)
        second = await app.post(path, body)
        assert (first.status_code, first.json()) == (200, {})
        assert error_of(second)[:2] == (429, "over_email_send_rate_limit")
        assert 55 < int(second.headers["retry-after"]) <= 60
        answers[email] = (first.headers.keys(), second.headers.keys())
    assert len({str(one) for one in answers.values()}) == 1
    app.clock.pass_(seconds=61)
    assert (await app.post(path, {"email": known, **more})).status_code == 200


@with_settings(mail_interval="60")
async def test_who_has_proven_the_address_does_not_wait_for_the_next_mail(
    app: AuthApp, address: str
) -> None:
    await app.post("/otp", {"email": address})
    mail = (await app.mails(address))[0]
    await verify(app, "email", address, mail)
    assert (await app.post("/recover", {"email": address})).status_code == 200


@with_settings(disable_signup="1")
async def test_while_sign_up_is_off_nobody_gets_an_account_this_way(
    app: AuthApp, address: str
) -> None:
    answer = await app.post("/otp", {"email": address})
    assert (answer.status_code, answer.json()) == (200, {}), "as for an address with an account"
    assert await app.mails(address) == []
    count = "select count(*) from auth.users where email = $1"
    assert await app.value(count, address) == 0


OTP = "/otp"
REFUSED: list[tuple[str, dict[str, Any], tuple[int, str, str]]] = [
    (
        OTP,
        {"email": "a@mail.test", "phone": "+12505550139"},
        (400, "validation_failed", "Only an email address or phone number should be provided"),
    ),
    (
        OTP,
        {"email": "a@mail.test", "channel": "sms"},
        (400, "validation_failed", "Channel should only be specified with Phone OTP"),
    ),
    (OTP, {}, (400, "validation_failed", "One of email or phone must be set")),
    (
        OTP,
        {"email": "nonsense"},
        (400, "validation_failed", "Unable to validate email address: invalid format"),
    ),
    (
        OTP,
        {"email": "a@mail.test", "code_challenge": "a" * 43},
        (400, "validation_failed", "PKCE flow requires code_challenge_method and code_challenge"),
    ),
    ("/recover", {}, (400, "validation_failed", "Password recovery requires an email")),
    (
        "/recover",
        {"email": "nonsense"},
        (400, "validation_failed", "Unable to validate email address: invalid format"),
    ),
    (
        "/resend",
        {"type": "magiclink", "email": "a@mail.test"},
        (
            400,
            "validation_failed",
            "Missing one of these types: signup, email_change, sms, phone_change",
        ),
    ),
    (
        "/resend",
        {"type": "signup", "phone": "+12505550139"},
        (400, "validation_failed", "Type provided requires an email address"),
    ),
    (
        "/resend",
        {"type": "sms", "email": "a@mail.test"},
        (400, "validation_failed", "Type provided requires a phone number"),
    ),
    (
        "/resend",
        {"type": "sms", "email": "a@mail.test", "phone": "+12505550139"},
        (400, "validation_failed", "Only an email address or phone number should be provided."),
    ),
    (
        "/resend",
        {"type": "signup"},
        (400, "validation_failed", "Missing email address or phone number"),
    ),
]


@pytest.mark.parametrize(("path", "body", "expected"), REFUSED)
async def test_what_is_refused(
    app: AuthApp, path: str, body: dict[str, Any], expected: tuple[int, str, str]
) -> None:
    assert error_of(await app.post(path, body)) == expected


@with_settings(anonymous="1")
async def test_an_anonymous_visitor_becomes_a_customer_by_confirming_an_address(
    app: AuthApp, address: str
) -> None:
    session = (await app.post("/signup", {"data": {"theme": "dark"}})).json()
    assert session["user"]["is_anonymous"] is True
    assert session["user"]["app_metadata"] == {}
    assert session["user"]["user_metadata"] == {"theme": "dark"}
    assert session["user"]["identities"] == []
    changed = await app.as_user(
        session, "PUT", "/user", json={"email": address, "password": PASSWORD}
    )
    assert changed.json()["new_email"] == address
    [mail] = await app.mails(address)
    done = (await verify(app, "email_change", address, mail)).json()["user"]
    assert (done["email"], done["is_anonymous"]) == (address, False)
    assert done["app_metadata"] == {"provider": "email", "providers": ["email"]}
    assert [one["provider"] for one in done["identities"]] == ["email"]
    assert done["user_metadata"]["theme"] == "dark"
    assert done["id"] == session["user"]["id"]
    assert (await app.sign_in(address)).status_code == 200


@with_settings(anonymous="1", autoconfirm="1")
async def test_with_autoconfirm_an_anonymous_visitor_has_the_address_at_once(
    app: AuthApp, address: str
) -> None:
    session = (await app.post("/signup", {})).json()
    user = (await app.as_user(session, "PUT", "/user", json={"email": address})).json()
    assert (user["email"], user["is_anonymous"]) == (address, False)
    assert await app.mails(address) == []


async def test_a_code_without_a_new_account_tells_nobody_who_has_one(
    app: AuthApp, address: str
) -> None:
    await app.confirmed(address)
    stranger = new_address()
    more = {"create_user": False}
    answers = [await app.post("/otp", {"email": one, **more}) for one in (address, stranger)]
    assert [(one.status_code, one.json()) for one in answers] == [(200, {})] * 2
    assert await app.mails(stranger) == []
    assert await app.value("select count(*) from auth.users where email = $1", stranger) == 0


@with_settings(reveal_accounts="1")
async def test_upstream_says_that_a_stranger_has_no_account(app: AuthApp) -> None:
    answer = await app.post("/otp", {"email": new_address(), "create_user": False})
    assert error_of(answer) == (422, "otp_disabled", "Signups not allowed for otp")


async def test_resending_to_a_number_that_cannot_be_texted_is_answered_like_any_other(
    app: AuthApp,
) -> None:
    for phone in ("+12505550139", "+4915112345678", "+11234567890"):
        for kind in ("sms", "phone_change"):
            answer = await app.post("/resend", {"type": kind, "phone": phone})
            assert (answer.status_code, answer.json()) == (200, {})
