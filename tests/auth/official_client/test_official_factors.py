"""The unmodified Python client's `mfa` against /auth/v1 behind granian."""

from __future__ import annotations

import pytest
from supabase_auth import AsyncGoTrueAdminAPI, AsyncGoTrueClient, AsyncMemoryStorage
from supabase_auth.errors import AuthApiError

from tests.auth.conftest import PASSWORD, AuthApp, new_address
from tests.auth.mfa.mfa_steps import code_now


def client_of(app: AuthApp) -> AsyncGoTrueClient:
    return AsyncGoTrueClient(
        url=f"{app.settings.site_url}/auth/v1",
        headers={"apiKey": "anon", "Authorization": "Bearer anon"},
        storage=AsyncMemoryStorage(),
        auto_refresh_token=False,
    )


async def test_an_app_from_set_up_to_removal(served: AuthApp) -> None:
    address = new_address()
    await served.confirmed(address)
    client = client_of(served)
    await client.sign_in_with_password({"email": address, "password": PASSWORD})
    made = await client.mfa.enroll({"factor_type": "totp", "friendly_name": "App"})
    assert made.totp is not None
    assert made.totp.qr_code.startswith("data:image/svg+xml;utf-8,<svg ")
    begun = await client.mfa.challenge({"factor_id": made.id})
    with pytest.raises(AuthApiError) as refused:
        await client.mfa.verify(
            {"factor_id": made.id, "challenge_id": begun.id, "code": "not digits"}
        )
    assert refused.value.code == "mfa_verification_failed"
    code = code_now(served, made.totp.secret)
    answer = await client.mfa.verify({"factor_id": made.id, "challenge_id": begun.id, "code": code})
    assert answer.user.factors
    level = await client.mfa.get_authenticator_assurance_level()
    assert (level.current_level, level.next_level) == ("aal2", "aal2")
    assert [one.method for one in level.current_authentication_methods] == ["totp", "password"]

    await client.sign_out()
    await client.sign_in_with_password({"email": address, "password": PASSWORD})
    level = await client.mfa.get_authenticator_assurance_level()
    assert (level.current_level, level.next_level) == ("aal1", "aal2")
    listed = await client.mfa.list_factors()
    assert [one.id for one in listed.totp] == [one.id for one in listed.all] == [made.id]
    with pytest.raises(AuthApiError) as refused:
        await client.mfa.unenroll({"factor_id": made.id})
    assert refused.value.code == "insufficient_aal"
    served.clock.pass_(seconds=60)
    await client.mfa.challenge_and_verify(
        {"factor_id": made.id, "code": code_now(served, made.totp.secret)}
    )
    assert (await client.mfa.unenroll({"factor_id": made.id})).id == made.id
    refreshed = await client.refresh_session()
    assert refreshed.user is not None
    assert not refreshed.user.factors
    level = await client.mfa.get_authenticator_assurance_level()
    assert (level.current_level, level.next_level) == ("aal1", "aal1")


async def test_a_phone(served: AuthApp) -> None:
    address = new_address()
    await served.confirmed(address)
    client = client_of(served)
    await client.sign_in_with_password({"email": address, "password": PASSWORD})
    made = await client.mfa.enroll({"factor_type": "phone", "phone": "+12505550160"})
    begun = await client.mfa.challenge({"factor_id": made.id, "channel": "sms"})
    assert begun.factor_type == "phone"
    [message] = await served.mails("+12505550160")
    await client.mfa.verify(
        {"factor_id": made.id, "challenge_id": begun.id, "code": message["code"]}
    )
    assert [one.id for one in (await client.mfa.list_factors()).phone] == [made.id]


async def test_the_service_key_lists_and_removes(served: AuthApp) -> None:
    address = new_address()
    session = await served.confirmed(address)
    client = client_of(served)
    await client.sign_in_with_password({"email": address, "password": PASSWORD})
    made = await client.mfa.enroll({"factor_type": "totp"})
    admin = AsyncGoTrueAdminAPI(
        url=f"{served.settings.site_url}/auth/v1",
        headers={
            "apiKey": served.settings.service_key,
            "Authorization": f"Bearer {served.settings.service_key}",
        },
    )
    user_id = session["user"]["id"]
    listed = await admin.mfa.list_factors({"user_id": user_id})
    assert [one.id for one in listed] == [made.id]
    removed = await admin.mfa.delete_factor({"user_id": user_id, "id": made.id})
    assert removed.id == made.id
    assert await admin.mfa.list_factors({"user_id": user_id}) == []
