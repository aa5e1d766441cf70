"""POST /token: each grant, and the shape of a session."""

from __future__ import annotations

import asyncio
import hashlib
from base64 import urlsafe_b64encode
from typing import Any

import httpx
import msgspec
import pytest
from argon2 import Parameters, PasswordHasher, extract_parameters
from joserfc import jwt
from joserfc.jwk import KeySet, OctKey
from joserfc.util import urlsafe_b64decode

from summerstow.platform.auth.passwords import Passwords
from tests.auth.conftest import PASSWORD, AuthApp, error_of, new_address, with_settings

#: How the button of a link's page posts.
FORM = {"content-type": "application/x-www-form-urlencoded"}


async def test_a_password_gives_a_session(app: AuthApp) -> None:
    address = new_address()
    await app.confirmed(address)
    answer = await app.sign_in(address.title())
    session = answer.json()
    assert answer.status_code == 200
    assert set(session) == {
        "access_token",
        "token_type",
        "expires_in",
        "expires_at",
        "refresh_token",
        "user",
    }
    assert (session["token_type"], session["expires_in"]) == ("bearer", 3600)
    assert answer.headers["sb-auth-user-id"] == session["user"]["id"]
    keys = (await app.client.get("/.well-known/jwks.json")).json()
    token = jwt.decode(session["access_token"], KeySet.import_key_set(keys), algorithms=["ES256"])
    claims = token.claims
    assert token.header["typ"] == "JWT"
    assert token.header["kid"] == keys["keys"][0]["kid"]
    assert claims["iss"] == f"{app.settings.site_url}/auth/v1"
    assert claims["aud"] == claims["role"] == "authenticated"
    assert claims["sub"] == session["user"]["id"]
    assert claims["exp"] == claims["iat"] + 3600 == session["expires_at"]
    assert claims["session_id"] == answer.headers["sb-auth-session-id"]
    assert [one["method"] for one in claims["amr"]] == ["password"]
    assert (claims["aal"], claims["is_anonymous"]) == ("aal1", False)
    assert app.welcomed[-1][1] == address


PASSWORD_REFUSED: list[tuple[str, dict[str, Any], tuple[int, str, str]]] = [
    (
        "both",
        {"email": "a@mail.test", "phone": "12505550139", "password": "x"},
        (
            400,
            "validation_failed",
            "Only an email address or phone number should be provided on login.",
        ),
    ),
    ("none", {"password": "x"}, (400, "validation_failed", "missing email or phone")),
    *(
        (
            name,
            {"email": email, "password": password},
            (400, "invalid_credentials", "Invalid login credentials"),
        )
        for name, email, password in (
            ("unknown", "nobody@mail.test", PASSWORD),
            ("no address at all", "nonsense", PASSWORD),
            ("nul", "a\u0000@mail.test", PASSWORD),
            ("no password", "nobody@mail.test", None),
            ("endless password", "nobody@mail.test", "x" * 100_000),
        )
    ),
]


@pytest.mark.parametrize(
    ("body", "expected"),
    [one[1:] for one in PASSWORD_REFUSED],
    ids=[one[0] for one in PASSWORD_REFUSED],
)
async def test_what_a_sign_in_is_refused_for(
    app: AuthApp, body: dict[str, Any], expected: tuple[int, str, str]
) -> None:
    assert error_of(await app.post("/token?grant_type=password", body)) == expected


async def test_wrong_password_unconfirmed_and_banned(app: AuthApp, address: str) -> None:
    await app.sign_up(address)
    wrong = (400, "invalid_credentials", "Invalid login credentials")
    assert error_of(await app.sign_in(address, "wrong-one")) == wrong
    unconfirmed = (400, "email_not_confirmed", "Email not confirmed")
    assert error_of(await app.sign_in(address)) == unconfirmed
    session = await app.confirmed()
    email = session["user"]["email"]
    await app.value(
        "update auth.users set banned_until = now() + interval '1 day' where email = $1", email
    )
    assert error_of(await app.sign_in(email)) == (400, "user_banned", "User is banned")
    assert error_of(await app.refresh(session["refresh_token"])) == (
        400,
        "user_banned",
        "Invalid Refresh Token: User Banned",
    )
    answer = await app.as_user(session, "GET", "/user")
    assert error_of(answer) == (403, "user_banned", "User is banned")


async def test_a_password_that_became_too_weak_still_signs_in_and_is_told(app: AuthApp) -> None:
    address = new_address()
    await app.confirmed(address)
    weak = await app.value("select password_hash from auth.users where email = $1", address)
    assert weak.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    await app.value(
        "update auth.users set password_hash = $2 where email = $1",
        address,
        PasswordHasher(2, 19456, 1).hash("12345"),
    )
    session = (await app.sign_in(address, "12345")).json()
    assert session["weak_password"]["reasons"] == ["length"]


async def test_an_unknown_address_costs_the_same_work_as_a_known_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    passwords = Passwords(blocklist=False)
    stored = await passwords.hash(PASSWORD)
    worked: list[Parameters] = []
    verify = PasswordHasher.verify

    def watched(self: PasswordHasher, known: str, given: str) -> bool:
        worked.append(extract_parameters(known))
        return verify(self, known, given)

    monkeypatch.setattr(PasswordHasher, "verify", watched)
    assert not await passwords.verify(None, "wrong")
    assert not await passwords.verify(stored, "wrong")
    assert len(worked) == 2
    assert worked[0] == worked[1]


async def test_each_refresh_gives_a_new_token_and_keeps_the_session(app: AuthApp) -> None:
    session = await app.confirmed()
    app.clock.pass_(hours=2)
    answer = await app.refresh(session["refresh_token"])
    fresh = answer.json()
    assert answer.status_code == 200
    assert fresh["refresh_token"] != session["refresh_token"]
    old, new = (_claims(one) for one in (session, fresh))
    assert new["exp"] > old["exp"]
    assert new["amr"] == old["amr"]
    assert new["session_id"] == old["session_id"]


def _claims(session: dict[str, Any]) -> dict[str, Any]:
    payload = session["access_token"].split(".")[1]
    return msgspec.json.decode(urlsafe_b64decode(payload.encode()), type=dict[str, Any])


async def test_a_lost_answer_is_given_again_at_any_time(app: AuthApp) -> None:
    first = (await app.confirmed())["refresh_token"]
    second = (await app.refresh(first)).json()["refresh_token"]
    app.clock.pass_(days=3)
    assert (await app.refresh(first)).json()["refresh_token"] == second
    third = (await app.refresh(second)).json()["refresh_token"]
    assert third not in (first, second)


async def test_a_token_spent_long_ago_ends_its_session_and_no_other(app: AuthApp) -> None:
    address = new_address()
    stolen = (await app.confirmed(address))["refresh_token"]
    other = (await app.sign_in(address)).json()["refresh_token"]
    second = (await app.refresh(stolen)).json()["refresh_token"]
    third = (await app.refresh(second)).json()["refresh_token"]
    app.clock.pass_(seconds=9)
    assert (await app.refresh(stolen)).json()["refresh_token"] == third
    app.clock.pass_(seconds=2)
    assert error_of(await app.refresh(stolen)) == (
        400,
        "refresh_token_already_used",
        "Invalid Refresh Token: Already Used",
    )
    assert error_of(await app.refresh(third)) == (
        400,
        "session_not_found",
        "Invalid Refresh Token: No Valid Session Found",
    )
    assert (await app.refresh(other)).status_code == 200


async def _open_twenty_connections(app: AuthApp) -> None:
    """A race on one open connection would be no race."""
    everybody = asyncio.Barrier(20)

    async def hold() -> None:
        async with app.database.owner():
            await everybody.wait()

    await asyncio.gather(*(hold() for _ in range(20)))


async def test_twenty_refreshes_at_once_leave_exactly_one_valid_token(app: AuthApp) -> None:
    await _open_twenty_connections(app)
    first = (await app.confirmed())["refresh_token"]
    answers = await asyncio.gather(*(app.refresh(first) for _ in range(20)))
    assert {answer.status_code for answer in answers} == {200}
    [current] = {answer.json()["refresh_token"] for answer in answers}
    session_id = _claims(answers[0].json())["session_id"]
    counter = "select refresh_counter from auth.sessions where id = $1"
    assert await app.value(counter, session_id) == 1
    await asyncio.gather(*(app.refresh(current) for _ in range(20)))
    app.clock.pass_(minutes=5)
    assert (await app.refresh(first)).json()["error_code"] == "refresh_token_already_used"


async def test_a_session_locked_elsewhere_is_a_conflict_and_stays(app: AuthApp) -> None:
    session = await app.confirmed()
    async with app.database.owner() as tx:
        await tx.execute(
            "select from auth.sessions where id = $1 for update", _claims(session)["session_id"]
        )
        answer = await app.refresh(session["refresh_token"])
    assert error_of(answer)[:2] == (409, "conflict")
    assert (await app.refresh(session["refresh_token"])).status_code == 200


@pytest.mark.parametrize(
    "token", [None, "", "short", "x" * 47, "!" * 48, "né" * 24, 48 * "_" + "\n"]
)
async def test_what_is_no_refresh_token(app: AuthApp, token: object) -> None:
    expected = (400, "validation_failed", "Refresh token is not valid")
    assert error_of(await app.refresh(token)) == expected


async def test_a_forged_refresh_token_is_unknown(app: AuthApp) -> None:
    token = (await app.confirmed())["refresh_token"]
    forged = token[:24] + ("B" if token[24] == "A" else "A") + token[25:]
    assert error_of(await app.refresh(forged)) == (
        400,
        "refresh_token_not_found",
        "Invalid Refresh Token: Refresh Token Not Found",
    )
    assert (await app.refresh(token)).status_code == 200


async def test_an_unknown_grant(app: AuthApp) -> None:
    for query in ("", "?grant_type=magic", "?grant_type="):
        answer = await app.post(f"/token{query}", {})
        assert error_of(answer) == (400, "invalid_credentials", "unsupported_grant_type")
    answer = await app.post("/token?grant_type=web3", {"chain": "solana"})
    assert error_of(answer) == (422, "web3_provider_disabled", "Web3 provider is disabled")


VERIFIER = "the-verifier-of-the-browser-that-began-0123456789"
CHALLENGE = urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()


async def _code_of_link(app: AuthApp, address: str) -> str:
    await app.sign_up(address, code_challenge=CHALLENGE, code_challenge_method="s256")
    link = (await app.mails(address))[0]["link"]
    assert "token=pkce_" in link
    landed = await app.client.post(link, headers=FORM)
    assert landed.status_code == 303
    return httpx.URL(landed.headers["location"]).params["code"]


async def test_the_code_of_a_link_and_its_verifier_give_a_session_once(
    app: AuthApp, address: str
) -> None:
    code = await _code_of_link(app, address)
    assert [email for _, email in app.welcomed] == [address]

    async def exchange(verifier: str) -> httpx.Response:
        body = {"auth_code": code, "code_verifier": verifier}
        return await app.post("/token?grant_type=pkce", body)

    assert error_of(await exchange("another")) == (
        400,
        "bad_code_verifier",
        "code challenge does not match previously saved code verifier",
    )
    session = (await exchange(VERIFIER)).json()
    assert session["user"]["email_confirmed_at"]
    assert [one["method"] for one in _claims(session)["amr"]] == ["email/signup"]
    assert error_of(await exchange(VERIFIER)) == (
        404,
        "flow_state_not_found",
        "invalid flow state, no valid flow state found",
    )
    assert error_of(await exchange(""))[:2] == (400, "validation_failed")


async def test_a_code_is_good_for_five_minutes(app: AuthApp, address: str) -> None:
    code = await _code_of_link(app, address)
    app.clock.pass_(seconds=301)
    answer = await app.post(
        "/token?grant_type=pkce", {"auth_code": code, "code_verifier": VERIFIER}
    )
    assert error_of(answer) == (
        422,
        "flow_state_expired",
        "invalid flow state, flow state has expired",
    )


@with_settings(jwt_secret="a-shared-secret-of-32-characters")
async def test_under_a_shared_secret_tokens_are_hs256_and_no_key_is_published(
    app: AuthApp,
) -> None:
    session = await app.confirmed()
    key = OctKey.import_key("a-shared-secret-of-32-characters")
    assert jwt.decode(session["access_token"], key, algorithms=["HS256"]).claims["sub"]
    assert (await app.client.get("/.well-known/jwks.json")).json() == {"keys": []}
    assert (await app.as_user(session, "GET", "/user")).status_code == 200
