"""`client.auth.admin` of the unmodified Python client, and its refreshes at once."""

from __future__ import annotations

import asyncio

import pytest
from supabase_auth import AsyncGoTrueClient, AsyncMemoryStorage
from supabase_auth.errors import AuthApiError

from tests.auth.conftest import PASSWORD, AuthApp, new_address

from .test_official_client import client_of


def admin_of(app: AuthApp) -> AsyncGoTrueClient:
    key = app.settings.service_key
    return AsyncGoTrueClient(
        url=f"{app.settings.site_url}/auth/v1",
        headers={"apiKey": key, "Authorization": f"Bearer {key}"},
        storage=AsyncMemoryStorage(),
        auto_refresh_token=False,
    )


async def test_an_account_from_its_making_to_its_end(served: AuthApp) -> None:
    admin, address = admin_of(served).admin, new_address()
    made = await admin.create_user(
        {
            "email": address,
            "password": PASSWORD,
            "email_confirm": True,
            "user_metadata": {"full_name": "Ola Admin"},
            "app_metadata": {"plan": "gold"},
        }
    )
    user_id = made.user.id
    assert made.user.user_metadata["full_name"] == "Ola Admin"
    assert (await admin.get_user_by_id(user_id)).user == made.user
    listed = await admin.list_users(page=1, per_page=1)
    assert [one.id for one in listed] == [user_id]
    everybody = await admin.list_users()
    assert made.user.id in {one.id for one in everybody}
    person = client_of(served)
    signed_in = await person.sign_in_with_password({"email": address, "password": PASSWORD})
    assert signed_in.session is not None
    changed = await admin.update_user_by_id(user_id, {"ban_duration": "24h"})
    assert changed.user.id == user_id
    with pytest.raises(AuthApiError) as banned:
        await person.get_user()
    assert banned.value.code == "user_banned"
    await admin.update_user_by_id(user_id, {"ban_duration": "none"})
    again = await person.sign_in_with_password({"email": address, "password": PASSWORD})
    assert again.session is not None
    await admin.sign_out(again.session.access_token)
    with pytest.raises(AuthApiError) as signed_out:
        await person.get_user(again.session.access_token)
    assert signed_out.value.code == "session_not_found"
    assert await admin.mfa.list_factors({"user_id": user_id}) is not None
    await admin.delete_user(user_id)
    with pytest.raises(AuthApiError) as gone:
        await admin.get_user_by_id(user_id)
    assert (gone.value.status, gone.value.code) == (404, "user_not_found")


async def test_a_generated_link_and_an_invitation_open_the_account(served: AuthApp) -> None:
    admin = admin_of(served).admin
    address, invited = new_address(), new_address("invited")
    link = await admin.generate_link({"type": "magiclink", "email": address})
    assert link.user.email == address
    assert link.properties.verification_type == "signup"
    person = client_of(served)
    opened = await person.verify_otp({"type": "email", "token_hash": link.properties.hashed_token})
    assert opened.session is not None
    asked = await admin.invite_user_by_email(invited, {"data": {"full_name": "Ina"}})
    assert asked.user.invited_at is not None
    assert (await served.mails(invited))[0]["kind"] == "invite"


async def test_nobody_else_gets_there(served: AuthApp) -> None:
    person = client_of(served)
    session = await served.confirmed()
    await person.set_session(session["access_token"], session["refresh_token"])
    with pytest.raises(AuthApiError) as refused:
        await person.admin.list_users()
    assert (refused.value.status, refused.value.code) == (403, "not_admin")


async def test_twenty_clients_refresh_one_session_at_once(served: AuthApp) -> None:
    """As many tabs do that wake up together: nobody is signed out, and one token is left."""
    session = await served.confirmed()
    tabs = [client_of(served) for _ in range(20)]
    found = await asyncio.gather(*(one.refresh_session(session["refresh_token"]) for one in tabs))
    [current] = {one.session.refresh_token for one in found if one.session is not None}
    assert len([one for one in found if one.session is not None]) == 20
    served.clock.pass_(minutes=5)
    again = await asyncio.gather(*(one.refresh_session() for one in tabs))
    [last] = {one.session.refresh_token for one in again if one.session is not None}
    assert last != current
    counter = "select refresh_counter from auth.sessions where user_id = $1"
    assert await served.value(counter, session["user"]["id"]) == 2
    served.clock.pass_(minutes=5)
    with pytest.raises(AuthApiError) as replayed:
        await client_of(served).refresh_session(session["refresh_token"])
    assert str(replayed.value.code) == "refresh_token_already_used"
    with pytest.raises(AuthApiError) as ended:
        await tabs[0].refresh_session()
    assert ended.value.code == "session_not_found"
