"""Proving an address by code and by link (rule: links-survive-scanners)."""

from __future__ import annotations

import asyncio
import hashlib
import re
from base64 import b64encode
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from summerstow.platform.auth.tokens.access_tokens import AccessTokens
from tests.auth.conftest import AuthApp, error_of, new_address

LOOKING = ({"accept": "*/*"}, {"accept": "application/json"}, {"accept": ""})
BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def fragment(answer: httpx.Response) -> dict[str, str]:
    assert answer.status_code == 303
    values = parse_qs(urlsplit(answer.headers["location"]).fragment, keep_blank_values=True)
    return {name: one[0] for name, one in values.items()}


async def mailed(app: AuthApp, address: str, query: str = "") -> dict[str, Any]:
    answer = await app.client.post(
        f"/signup{query}", json={"email": address, "password": "plum-kettle-94"}
    )
    assert answer.status_code == 200
    return (await app.mails(address))[0]


async def test_the_link_shows_a_page_with_one_button_and_the_button_confirms(
    app: AuthApp, address: str
) -> None:
    back = f"{app.settings.site_url}/auth/callback?from=mail&x=1"
    query = httpx.QueryParams({"redirect_to": back})
    link = (await mailed(app, address, f"?{query}"))["link"]
    page = await app.client.get(link, headers=BROWSER)
    assert page.status_code == 200
    assert page.text.count("<button") == 1
    assert "Confirm my email" in page.text
    assert "<script" not in page.text
    style = re.search(r"<style>(.*?)</style>", page.text, re.DOTALL)
    assert style is not None
    digest = b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in page.headers["content-security-policy"]
    assert page.headers["referrer-policy"] == "no-referrer"
    done = await app.client.post(link, data={}, headers=BROWSER | _form())
    assert done.headers["location"].startswith(back + "#access_token=")
    values = fragment(done)
    assert list(values) == sorted(values)
    assert set(values) == {
        "access_token",
        "expires_at",
        "expires_in",
        "refresh_token",
        "sb",
        "token_type",
        "type",
    }
    assert (values["sb"], values["token_type"], values["type"]) == ("", "bearer", "signup")
    user = (await app.as_user(values, "GET", "/user")).json()
    assert user["email_confirmed_at"] == user["confirmed_at"]
    assert user["user_metadata"]["email_verified"] is True
    assert user["identities"][0]["identity_data"]["email_verified"] is True
    assert [email for _, email in app.welcomed] == [address]


def _form() -> dict[str, str]:
    return {"content-type": "application/x-www-form-urlencoded"}


async def test_looking_at_a_link_uses_nothing_up(app: AuthApp, address: str) -> None:
    link = (await mailed(app, address))["link"]
    for _ in range(3):
        for headers in (BROWSER, *LOOKING):
            assert "<form" in (await app.client.get(link, headers=headers)).text
            looked = await app.client.head(link, headers=headers)
            assert (looked.status_code, looked.content) == (200, b"")
    assert app.welcomed == []
    assert "access_token" in fragment(await app.client.post(link, headers=_form()))


async def test_a_program_that_posts_uses_the_link_up(app: AuthApp, address: str) -> None:
    link = (await mailed(app, address))["link"]
    assert "access_token" in fragment(await app.client.post(link, headers=_form()))
    again = fragment(await app.client.get(link, headers={"accept": "*/*"}))
    assert again == {
        "error": "access_denied",
        "error_code": "otp_expired",
        "error_description": "Email link is invalid or has expired",
        "sb": "",
    }


async def test_an_expired_or_foreign_link_leads_back_with_the_error(
    app: AuthApp, address: str
) -> None:
    link = (await mailed(app, address))["link"]
    app.clock.pass_(seconds=3601)
    for one in (link, link.replace("token=", "token=0"), link.replace("type=signup", "type=x")):
        for answer in (
            await app.client.get(one, headers={"accept": "*/*"}),
            await app.client.post(one, headers=_form()),
        ):
            assert fragment(answer)["error_code"] == "otp_expired"
            assert answer.headers["location"].startswith(app.settings.site_url + "#error=")
        # A person reads what to do next, rather than left on the home page.
        page = await app.client.get(one, headers=BROWSER)
        assert page.status_code == 403
        assert "This link is used up" in page.text
        assert f'href="{app.settings.site_url}/auth"' in page.text


async def test_where_a_target_is_named_a_person_gets_there_with_the_error(app: AuthApp) -> None:
    back = f"{app.settings.site_url}/auth/callback"
    answer = await app.client.get(
        "/verify", params={"token": "gone", "type": "signup", "redirect_to": back}, headers=BROWSER
    )
    assert answer.headers["location"].startswith(back + "#error=")
    assert fragment(answer)["error_code"] == "otp_expired"


async def taken_up(app: AuthApp, done: httpx.Response, page: str) -> httpx.Response:
    """What a page of the site gets for the hash in its address, which holds no session."""
    assert done.status_code == 303
    url = httpx.URL(done.headers["location"])
    assert str(url.copy_with(query=None)) == f"{app.settings.site_url}{page}"
    values = dict(url.params)
    body = {name: values[name] for name in ("token_hash", "type")}
    return await app.post("/verify", body)


async def test_who_was_to_be_led_nowhere_in_particular_lands_where_the_link_is_taken_up(
    app: AuthApp, address: str
) -> None:
    link = (await mailed(app, address))["link"]
    done = await app.client.post(link, headers=BROWSER | _form())
    session = (await taken_up(app, done, "/auth/callback")).json()
    assert session["user"]["email"] == address


async def test_a_pkce_link_to_a_page_of_the_site_is_good_on_another_device(
    app: AuthApp, address: str
) -> None:
    back = f"{app.settings.site_url}/auth/callback?flow=email_change"
    answer = await app.client.post(
        f"/signup?{httpx.QueryParams({'redirect_to': back})}",
        json={
            "email": address,
            "password": "plum-kettle-94",
            "code_challenge": "v" * 50,
            "code_challenge_method": "plain",
        },
    )
    assert answer.status_code == 200
    link = (await app.mails(address))[0]["link"]
    page = await app.client.get(link, headers=BROWSER)
    assert "in the browser where you began" not in page.text
    cookie = {"cookie": page.headers["set-cookie"].partition(";")[0]}
    app.client.cookies.clear()
    done = await app.client.post(link, headers=BROWSER | _form())
    assert httpx.URL(done.headers["location"]).params["flow"] == "email_change"
    body = {key: httpx.URL(done.headers["location"]).params[key] for key in ("token_hash", "type")}
    first = await app.post("/verify", body, headers=cookie)
    assert first.json()["user"]["email"] == address
    again = await app.post("/verify", body, headers=cookie)
    assert again.json()["refresh_token"] == first.json()["refresh_token"]
    assert error_of(await app.post("/verify", body))[1] == "otp_expired"
    assert (await app.client.get(link)).headers["location"].startswith(f"{back}&error=")


@pytest.mark.parametrize("path", ["/recover", "/invite"])
async def test_who_has_no_password_lands_where_one_is_set(
    app: AuthApp, address: str, path: str
) -> None:
    if path == "/recover":
        await app.confirmed(address)
    service = {"authorization": f"Bearer {app.settings.service_key}"}
    await app.client.post(path, json={"email": address}, headers=service)
    link = (await app.mails(address))[0]["link"]
    done = await app.client.post(link, headers=BROWSER | _form())
    session = (await taken_up(app, done, "/auth/set-password")).json()
    assert session["user"]["email"] == address


async def test_a_banned_person_is_led_back_with_the_reason(app: AuthApp, address: str) -> None:
    mail = await mailed(app, address)
    ban = "update auth.users set banned_until = now() + interval '1 day' where email = $1"
    await app.value(ban, address)
    body = {"type": "signup", "email": address, "token": mail["code"]}
    assert error_of(await app.post("/verify", body)) == (403, "user_banned", "User is banned")
    refused = fragment(await app.client.post(mail["link"], headers=_form()))
    assert (refused["error"], refused["error_code"]) == ("access_denied", "user_banned")


async def test_a_pkce_link_whose_flow_is_gone_says_so(app: AuthApp, address: str) -> None:
    await app.sign_up(address, code_challenge="a" * 43, code_challenge_method="s256")
    link = (await app.mails(address))[0]["link"]
    await app.value(
        "delete from auth.flow_states where user_id = (select id from auth.users where email = $1)",
        address,
    )
    refused = fragment(await app.client.post(link, headers=_form()))
    assert refused["error_code"] == "flow_state_not_found"


async def test_a_second_click_in_the_same_browser_is_answered_as_the_first(
    app: AuthApp, address: str
) -> None:
    link = (await mailed(app, address))["link"]
    page = await app.client.get(link, headers=BROWSER)
    assert "HttpOnly" in page.headers["set-cookie"]
    cookie = {"cookie": page.headers["set-cookie"].partition(";")[0]}
    app.client.cookies.clear()
    both = await asyncio.gather(
        *(app.client.post(link, headers=cookie | _form()) for _ in range(2))
    )
    sessions = [claims_of(app, fragment(one)["access_token"])["session_id"] for one in both]
    assert sessions[0] == sessions[1]
    assert fragment(both[0])["refresh_token"] == fragment(both[1])["refresh_token"]
    again = await app.client.get(link, headers=BROWSER | cookie)
    assert (again.status_code, again.text.count("<button")) == (200, 1)
    for other in ({}, {"cookie": "summerstow_link=another"}):
        refused = await app.client.post(link, headers=other | _form())
        assert fragment(refused)["error_code"] == "otp_expired"
    app.clock.pass_(seconds=61)
    late = await app.client.post(link, headers=cookie | _form())
    assert fragment(late)["error_code"] == "otp_expired"


async def test_a_second_click_never_brings_back_a_session_that_was_ended(
    app: AuthApp, address: str
) -> None:
    link = (await mailed(app, address))["link"]
    cookie = {"cookie": "summerstow_link=mine"}
    first = fragment(await app.client.post(link, headers=cookie | _form()))
    await app.as_user(first, "POST", "/logout")
    second = await app.client.post(link, headers=cookie | _form())
    assert fragment(second)["error_code"] == "otp_expired"


async def test_a_pkce_link_says_where_it_works_and_gives_its_code_twice(
    app: AuthApp, address: str
) -> None:
    verifier = "v" * 50
    await app.post(
        "/signup?redirect_to=http://127.0.0.1:9/app",
        {
            "email": address,
            "password": "plum-kettle-94",
            "code_challenge": verifier,
            "code_challenge_method": "plain",
        },
    )
    link = (await app.mails(address))[0]["link"]
    page = await app.client.get(link, headers=BROWSER)
    assert "in the browser where you began" in page.text
    cookie = {"cookie": page.headers["set-cookie"].partition(";")[0]}
    app.client.cookies.clear()
    first, second = [await app.client.post(link, headers=cookie | _form()) for _ in range(2)]
    assert first.headers["location"] == second.headers["location"]
    code = httpx.URL(second.headers["location"]).params["code"]
    body = {"auth_code": code, "code_verifier": verifier}
    session = (await app.post("/token?grant_type=pkce", body)).json()
    assert session["user"]["email"] == address


def claims_of(app: AuthApp, token: str) -> dict[str, Any]:
    return AccessTokens(app.keys).verify(token)


async def test_a_pkce_link_puts_its_error_in_the_query_as_well(app: AuthApp) -> None:
    site = app.settings.site_url
    answer = await app.client.get(
        "/verify", params={"token": "pkce_gone", "type": "signup", "redirect_to": f"{site}/x?a=1"}
    )
    url = urlsplit(answer.headers["location"])
    assert parse_qs(url.query) == {
        "a": ["1"],
        "error": ["access_denied"],
        "error_code": ["otp_expired"],
        "error_description": ["Email link is invalid or has expired"],
    }
    assert fragment(answer)["error_code"] == "otp_expired"


@pytest.mark.parametrize("query", ["", "?type=signup", "?token=abc"])
async def test_half_a_link(app: AuthApp, query: str) -> None:
    answer = await app.client.get(f"/verify{query}", headers=BROWSER)
    assert error_of(answer)[:2] == (400, "validation_failed")


@pytest.mark.parametrize("kind", ["signup", "email", "invite"])
async def test_the_code_gives_a_session(app: AuthApp, address: str, kind: str) -> None:
    mail = await mailed(app, address)
    body = {"type": kind, "email": address.upper(), "token": mail["code"]}
    session = (await app.post("/verify", body)).json()
    assert session["user"]["email_confirmed_at"]
    assert (await app.as_user(session, "GET", "/user")).status_code == 200
    again = await app.post("/verify", body)
    assert error_of(again) == (403, "otp_expired", "Token has expired or is invalid")


@pytest.mark.parametrize("prefix", ["", "pkce_"])
async def test_the_hash_of_the_link_gives_a_session_on_any_device(
    app: AuthApp, address: str, prefix: str
) -> None:
    more = {"code_challenge": "a" * 43, "code_challenge_method": "s256"} if prefix else {}
    await app.sign_up(address, **more)
    token = httpx.URL((await app.mails(address))[0]["link"]).params["token"]
    assert token.startswith(prefix)
    body = {"type": "signup", "token_hash": token}
    assert (await app.post("/verify", body)).json()["access_token"]
    again = await app.post("/verify", body)
    assert error_of(again) == (403, "otp_expired", "Email link is invalid or has expired")


async def test_ten_wrong_guesses_end_a_code_but_not_its_link(app: AuthApp, address: str) -> None:
    mail = await mailed(app, address)
    wrong = "000000" if mail["code"] != "000000" else "111111"
    body = {"type": "signup", "email": address}
    for _ in range(10):
        assert (await app.post("/verify", {**body, "token": wrong})).status_code == 403
    assert (await app.post("/verify", {**body, "token": mail["code"]})).status_code == 403
    assert "access_token" in fragment(await app.client.post(mail["link"], headers=_form()))


async def test_the_code_of_another_address_proves_nothing(app: AuthApp, address: str) -> None:
    mail = await mailed(app, address)
    other = new_address()
    await mailed(app, other)
    answer = await app.post(
        "/verify", {"type": "signup", "email": other, "token": mail["code"] + "0"}
    )
    assert error_of(answer)[:2] == (403, "otp_expired")


REFUSED: list[tuple[dict[str, Any], int, str]] = [
    ({"token": "1", "email": "a@mail.test"}, 400, "Verify requires a verification type"),
    ({"type": "email"}, 400, "Verify requires either a token or a token hash"),
    (
        {"type": "email", "token": "1", "token_hash": "2", "email": "a@mail.test"},
        400,
        "Verify requires either a token or a token hash",
    ),
    (
        {"type": "email", "token": "1"},
        400,
        "Only an email address or phone number should be provided on verify",
    ),
    (
        {"type": "email", "token_hash": "1", "redirect_to": "/x"},
        400,
        "Only the token_hash and type should be provided",
    ),
    ({"type": "x", "token": "1", "email": "a@mail.test"}, 400, "Invalid email verification type"),
    ({"type": "sms", "token": "1", "email": "a@mail.test"}, 400, "Invalid email verification type"),
    ({"type": "email", "token": "1", "phone": "16045550"}, 400, "Invalid email verification type"),
    ({"type": "sms", "token_hash": "1"}, 400, "Invalid email verification type"),
    (
        {"type": "sms", "token": "1", "phone": "nonsense"},
        400,
        "Invalid phone number format (E.164 required)",
    ),
    ({"type": "email", "token": "1", "email": "nonsense"}, 422, "Invalid email format"),
]


@pytest.mark.parametrize(("body", "status", "message"), REFUSED)
async def test_what_is_refused(
    app: AuthApp, body: dict[str, Any], status: int, message: str
) -> None:
    assert error_of(await app.post("/verify", body)) == (status, "validation_failed", message)


@pytest.mark.parametrize("kind", ["email", "recovery", "sms", "phone_change", "email_change"])
async def test_an_unknown_person_is_answered_like_a_wrong_code(app: AuthApp, kind: str) -> None:
    who = {"phone": "12505550139"} if kind in ("sms", "phone_change") else {"email": "n@mail.test"}
    answer = await app.post("/verify", {"type": kind, "token": "123456", **who})
    assert error_of(answer) == (403, "otp_expired", "Token has expired or is invalid")


async def test_nothing_that_a_mail_proves_lies_in_the_account_tables(
    app: AuthApp, address: str
) -> None:
    mail = await mailed(app, address)
    token = httpx.URL(mail["link"]).params["token"]
    row = await app.value(
        "select t::text from auth.one_time_tokens t join auth.users u on u.id = t.user_id "
        "where u.email = $1",
        address,
    )
    assert token not in row
    assert mail["code"].encode().hex() not in row
