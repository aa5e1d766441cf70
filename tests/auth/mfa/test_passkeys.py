"""Passkeys as a second factor: what registers, what proves, what does not."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import httpx
import pytest
from webauthn.helpers import bytes_to_base64url

from tests.auth.conftest import AuthApp, error_of, new_address, with_settings

from .authenticator import Authenticator
from .mfa_steps import Session, challenge, claims_of, enroll

REFUSED = (422, "mfa_verification_failed", "Invalid WebAuthn credential")


async def send(
    app: AuthApp, session: Session, factor_id: str, begun: dict[str, Any], credential: object
) -> httpx.Response:
    webauthn = {
        "type": begun["webauthn"]["type"],
        "rpId": "evil.test",
        "rpOrigins": ["https://evil.test"],
        "credential_response": credential,
    }
    body = {"challenge_id": begun["id"], "webauthn": webauthn}
    return await app.as_user(session, "POST", f"/factors/{factor_id}/verify", json=body)


async def register(
    app: AuthApp, session: Session, key: Authenticator, **body: Any
) -> tuple[str, httpx.Response]:
    factor = await enroll(app, session, factor_type="webauthn", **body)
    begun = await challenge(app, session, factor["id"])
    made = key.create(begun["webauthn"]["credential_options"])
    return factor["id"], await send(app, session, factor["id"], begun, made)


async def use(app: AuthApp, session: Session, factor_id: str, key: Authenticator) -> httpx.Response:
    begun = await challenge(app, session, factor_id)
    proof = key.get(begun["webauthn"]["credential_options"])
    return await send(app, session, factor_id, begun, proof)


async def test_a_passkey_is_registered_and_then_used(app: AuthApp) -> None:
    address = new_address()
    session = await app.confirmed(address)
    key = Authenticator(app.settings.site_url)
    factor = await enroll(app, session, factor_type="webauthn", friendly_name="Laptop")
    assert factor == {"id": factor["id"], "type": "webauthn", "friendly_name": "Laptop"}
    begun = await challenge(app, session, factor["id"])
    assert (begun["type"], begun["webauthn"]["type"]) == ("webauthn", "create")
    options = begun["webauthn"]["credential_options"]["publicKey"]
    assert options["rp"] == {"id": "localhost", "name": "Summerstow"}
    assert options["user"]["name"] == options["user"]["displayName"] == address
    assert options["user"]["id"] == bytes_to_base64url(UUID(session["user"]["id"]).bytes)
    assert (options["attestation"], options["hints"]) == ("none", [])
    made = key.create(begun["webauthn"]["credential_options"])
    answer = await send(app, session, factor["id"], begun, made)
    assert answer.status_code == 200, answer.text
    assert claims_of(answer.json())["amr"][0]["method"] == "mfa/webauthn"
    assert claims_of(answer.json())["aal"] == "aal2"

    low = (await app.sign_in(address)).json()
    begun = await challenge(app, low, factor["id"])
    assert begun["webauthn"]["type"] == "request"
    options = begun["webauthn"]["credential_options"]["publicKey"]
    assert options["rpId"] == "localhost"
    [allowed] = options["allowCredentials"]
    assert allowed["id"] == bytes_to_base64url(key.credential_id)
    assert allowed["transports"] == ["internal"]
    proof = key.get(begun["webauthn"]["credential_options"])
    answer = await send(app, low, factor["id"], begun, proof)
    assert answer.status_code == 200, answer.text
    assert claims_of(answer.json())["aal"] == "aal2"
    count = await app.value("select sign_count from auth.factors where id = $1", factor["id"])
    assert count == key.count == 1


async def test_a_count_that_goes_back_is_a_copied_key(app: AuthApp) -> None:
    session = await app.confirmed()
    key = Authenticator(app.settings.site_url)
    factor_id, answer = await register(app, session, key)
    session = answer.json()
    key.count = 7
    session = (await use(app, session, factor_id, key)).json()
    key.count = 3
    assert error_of(await use(app, session, factor_id, key)) == REFUSED


async def test_keys_that_do_not_fit(app: AuthApp) -> None:
    session = await app.confirmed()
    for stranger in (
        Authenticator("https://evil.test"),
        Authenticator("https://localhost:8000"),
        Authenticator(app.settings.site_url, party="evil.test"),
    ):
        assert error_of((await register(app, session, stranger))[1]) == REFUSED
    key = Authenticator(app.settings.site_url)
    factor_id, answer = await register(app, session, key)
    session = answer.json()
    other = Authenticator(app.settings.site_url)
    assert error_of(await use(app, session, factor_id, other)) == REFUSED
    other.credential_id = key.credential_id
    assert error_of(await use(app, session, factor_id, other)) == REFUSED
    name, key.credential_id = key.credential_id, b"another name for it"
    assert error_of(await use(app, session, factor_id, key)) == REFUSED
    key.credential_id = name
    begun = await challenge(app, session, factor_id)
    elsewhere = await challenge(app, session, factor_id)
    proof = key.get(elsewhere["webauthn"]["credential_options"])
    assert error_of(await send(app, session, factor_id, begun, proof)) == REFUSED
    _, answer = await register(app, session, key, friendly_name="the same key again")
    assert error_of(answer) == REFUSED
    begun = await challenge(app, session, factor_id)
    proof = key.get(begun["webauthn"]["credential_options"])
    assert (await send(app, session, factor_id, begun, proof)).status_code == 200


async def test_a_passkey_known_already_is_left_out_of_the_next(app: AuthApp) -> None:
    session = await app.confirmed()
    key = Authenticator(app.settings.site_url)
    _, answer = await register(app, session, key)
    session = answer.json()
    second = await enroll(app, session, factor_type="webauthn", friendly_name="second")
    begun = await challenge(app, session, second["id"])
    options = begun["webauthn"]["credential_options"]["publicKey"]
    assert [one["id"] for one in options["excludeCredentials"]] == [
        bytes_to_base64url(key.credential_id)
    ]


@pytest.mark.parametrize(
    ("webauthn", "message"),
    [
        (None, "WebAuthn config required"),
        ({"type": "request"}, "WebAuthn type must be create or request"),
        ({"type": "create"}, "credential_response required"),
    ],
    ids=["nothing", "the other ceremony", "no answer"],
)
async def test_bodies_that_prove_nothing(app: AuthApp, webauthn: Any, message: str) -> None:
    session = await app.confirmed()
    factor = await enroll(app, session, factor_type="webauthn")
    begun = await challenge(app, session, factor["id"])
    body = {"challenge_id": begun["id"], "webauthn": webauthn}
    answer = await app.as_user(session, "POST", f"/factors/{factor['id']}/verify", json=body)
    assert error_of(answer) == (400, "validation_failed", message)


@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"id": "x", "rawId": "x", "type": "public-key", "response": {}},
        {"id": "eA", "rawId": "eA", "type": "public-key", "response": {"clientDataJSON": "!"}},
        {
            "id": "eA",
            "rawId": "eA",
            "type": "public-key",
            "response": {"clientDataJSON": "e30", "attestationObject": "oA"},
        },
    ],
    ids=["empty", "no response", "no base64", "no fields"],
)
async def test_malformed_answers_are_refused_like_wrong_ones(
    app: AuthApp, credential: dict[str, Any]
) -> None:
    session = await app.confirmed()
    factor = await enroll(app, session, factor_type="webauthn")
    begun = await challenge(app, session, factor["id"])
    assert error_of(await send(app, session, factor["id"], begun, credential)) == REFUSED


@with_settings(demo="0", site_url="https://storage.example.ca")
async def test_a_site_of_ones_own_takes_its_own_origin_alone(app: AuthApp) -> None:
    session = await app.confirmed()
    wrong = Authenticator("https://storage.example.ca:8443", party="storage.example.ca")
    assert error_of((await register(app, session, wrong))[1]) == REFUSED
    right = Authenticator("https://storage.example.ca", party="storage.example.ca")
    assert (await register(app, session, right))[1].status_code == 200


async def test_beside_a_product_on_loopback_any_port_is_the_site(app: AuthApp) -> None:
    session = await app.confirmed()
    key = Authenticator("http://localhost:5173")
    assert (await register(app, session, key))[1].status_code == 200
