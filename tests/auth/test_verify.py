"""Proving an address by code and by link: the contract's A4.4."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from .conftest import House, error_of, new_address

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def fragment(answer: httpx.Response) -> dict[str, str]:
    assert answer.status_code == 303
    values = parse_qs(urlsplit(answer.headers["location"]).fragment, keep_blank_values=True)
    return {name: one[0] for name, one in values.items()}


async def mailed(house: House, address: str, query: str = "") -> dict[str, Any]:
    answer = await house.client.post(
        f"/signup{query}", json={"email": address, "password": "plum-kettle-94"}
    )
    assert answer.status_code == 200
    return (await house.mails(address))[0]


async def test_the_link_shows_a_page_with_one_button_and_the_button_confirms(
    house: House, address: str
) -> None:
    back = f"{house.settings.site_url}/auth/callback?from=mail&x=1"
    query = httpx.QueryParams({"redirect_to": back})
    link = (await mailed(house, address, f"?{query}"))["link"]
    page = await house.client.get(link, headers=BROWSER)
    assert page.status_code == 200
    assert page.text.count("<button") == 1
    assert "Confirm my email" in page.text
    assert "<script" not in page.text
    style = re.search(r"<style>(.*?)</style>", page.text, re.DOTALL)
    assert style is not None
    digest = b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in page.headers["content-security-policy"]
    assert page.headers["referrer-policy"] == "no-referrer"
    done = await house.client.post(link, data={}, headers=BROWSER | _form())
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
    user = (await house.as_user(values, "GET", "/user")).json()
    assert user["email_confirmed_at"] == user["confirmed_at"]
    assert user["user_metadata"]["email_verified"] is True
    assert user["identities"][0]["identity_data"]["email_verified"] is True
    assert [email for _, email in house.welcomed] == [address]


def _form() -> dict[str, str]:
    return {"content-type": "application/x-www-form-urlencoded"}


async def test_looking_at_a_link_uses_nothing_up(house: House, address: str) -> None:
    link = (await mailed(house, address))["link"]
    for _ in range(3):
        assert (await house.client.get(link, headers=BROWSER)).status_code == 200
        for headers in (BROWSER, {"accept": "*/*"}):
            looked = await house.client.head(link, headers=headers)
            assert (looked.status_code, looked.content) == (200, b"")
    assert house.welcomed == []
    assert "access_token" in fragment(await house.client.post(link, headers=_form()))


async def test_a_program_is_taken_at_its_word(house: House, address: str) -> None:
    link = (await mailed(house, address))["link"]
    assert "access_token" in fragment(await house.client.get(link, headers={"accept": "*/*"}))
    again = fragment(await house.client.get(link, headers={"accept": "*/*"}))
    assert again == {
        "error": "access_denied",
        "error_code": "otp_expired",
        "error_description": "Email link is invalid or has expired",
        "sb": "",
    }


async def test_an_expired_or_foreign_link_leads_back_with_the_error(
    house: House, address: str
) -> None:
    link = (await mailed(house, address))["link"]
    house.clock.pass_(seconds=3601)
    for one in (link, link.replace("token=", "token=0"), link.replace("type=signup", "type=x")):
        for answer in (
            await house.client.get(one, headers=BROWSER),
            await house.client.post(one, headers=_form()),
        ):
            assert fragment(answer)["error_code"] == "otp_expired"
            assert answer.headers["location"].startswith(house.settings.site_url + "#error=")


async def test_a_pkce_link_puts_its_error_in_the_query_as_well(house: House) -> None:
    site = house.settings.site_url
    answer = await house.client.get(
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
async def test_half_a_link(house: House, query: str) -> None:
    answer = await house.client.get(f"/verify{query}", headers=BROWSER)
    assert error_of(answer)[:2] == (400, "validation_failed")


@pytest.mark.parametrize("kind", ["signup", "email", "invite"])
async def test_the_code_gives_a_session(house: House, address: str, kind: str) -> None:
    mail = await mailed(house, address)
    body = {"type": kind, "email": address.upper(), "token": mail["code"]}
    session = (await house.post("/verify", body)).json()
    assert session["user"]["email_confirmed_at"]
    assert (await house.as_user(session, "GET", "/user")).status_code == 200
    again = await house.post("/verify", body)
    assert error_of(again) == (403, "otp_expired", "Token has expired or is invalid")


@pytest.mark.parametrize("prefix", ["", "pkce_"])
async def test_the_hash_of_the_link_gives_a_session_on_any_device(
    house: House, address: str, prefix: str
) -> None:
    more = {"code_challenge": "a" * 43, "code_challenge_method": "s256"} if prefix else {}
    await house.sign_up(address, **more)
    token = httpx.URL((await house.mails(address))[0]["link"]).params["token"]
    assert token.startswith(prefix)
    body = {"type": "signup", "token_hash": token}
    assert (await house.post("/verify", body)).json()["access_token"]
    again = await house.post("/verify", body)
    assert error_of(again) == (403, "otp_expired", "Email link is invalid or has expired")


async def test_ten_wrong_guesses_end_a_code_but_not_its_link(house: House, address: str) -> None:
    mail = await mailed(house, address)
    wrong = "000000" if mail["code"] != "000000" else "111111"
    body = {"type": "signup", "email": address}
    for _ in range(10):
        assert (await house.post("/verify", {**body, "token": wrong})).status_code == 403
    assert (await house.post("/verify", {**body, "token": mail["code"]})).status_code == 403
    assert "access_token" in fragment(await house.client.post(mail["link"], headers=_form()))


async def test_the_code_of_another_address_proves_nothing(house: House, address: str) -> None:
    mail = await mailed(house, address)
    other = new_address()
    await mailed(house, other)
    answer = await house.post(
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
    ({"type": "email", "token": "1", "email": "nonsense"}, 422, "Invalid email format"),
]


@pytest.mark.parametrize(("body", "status", "message"), REFUSED)
async def test_what_is_refused(
    house: House, body: dict[str, Any], status: int, message: str
) -> None:
    assert error_of(await house.post("/verify", body)) == (status, "validation_failed", message)


@pytest.mark.parametrize("kind", ["email", "recovery", "sms", "phone_change", "email_change"])
async def test_an_unknown_person_is_answered_like_a_wrong_code(house: House, kind: str) -> None:
    who = {"phone": "12505550139"} if kind in ("sms", "phone_change") else {"email": "n@mail.test"}
    answer = await house.post("/verify", {"type": kind, "token": "123456", **who})
    assert error_of(answer) == (403, "otp_expired", "Token has expired or is invalid")


async def test_nothing_that_a_mail_proves_lies_in_the_account_tables(
    house: House, address: str
) -> None:
    mail = await mailed(house, address)
    token = httpx.URL(mail["link"]).params["token"]
    row = await house.value(
        "select t::text from auth.one_time_tokens t join auth.users u on u.id = t.user_id "
        "where u.email = $1",
        address,
    )
    assert token not in row
    assert mail["code"].encode().hex() not in row
