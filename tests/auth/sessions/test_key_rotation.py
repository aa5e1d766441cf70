"""`summerstow keys rotate`: nobody notices but the clients' key sets."""

from __future__ import annotations

import asyncio
import json
import stat
from pathlib import Path
from typing import Any

from joserfc.jwk import ECKey
from joserfc.util import urlsafe_b64decode
from supabase_auth import AsyncGoTrueClient
from typer.testing import CliRunner

from summerstow.cli import app
from summerstow.platform.auth.tokens import key_rotation
from summerstow.platform.auth.tokens.access_tokens import AccessTokens
from summerstow.platform.auth.tokens.key_rotation import LEAD, RotationRefused
from summerstow.platform.auth.tokens.keys import LIFETIME, PUBLISHED_AFTER, SIGNING_KEY_PATH
from tests.auth.conftest import PASSWORD, AuthApp, make_settings
from tests.auth.official_client.test_official_client import client_of


async def rotate(app: AuthApp, connect: dict[str, Any], **how: bool) -> list[str]:
    """As the operator does it; the states of the keys afterwards, the newest first."""
    listed = await key_rotation.rotate(app.settings, connect, now=app.clock(), **how)
    return [one.state for one in listed]


def kids(app: AuthApp) -> list[str]:
    return [one["kid"] for one in app.keys.jwks()["keys"]]


def kid_of(session: dict[str, Any]) -> str:
    head = json.loads(urlsafe_b64decode(session["access_token"].split(".")[0].encode()))
    return str(head["kid"])


async def test_the_next_key_is_published_then_signs_and_the_old_one_leaves_with_its_tokens(
    app: AuthApp, connect: dict[str, Any]
) -> None:
    early = await app.confirmed()
    [old] = kids(app)
    app.clock.stop()
    states = await rotate(app, connect)
    assert states[0].startswith("published, signs from ")
    assert states[1] == "signs"
    app.clock.pass_(seconds=6)
    new, same_old = kids(app)
    assert same_old == old
    address = early["user"]["email"]
    last = (await app.sign_in(address)).json()
    assert kid_of(last) == old
    assert LEAD >= 600
    app.clock.pass_(seconds=LEAD)
    assert kid_of((await app.sign_in(address)).json()) == new
    assert kids(app) == [new, old]
    app.clock.pass_(seconds=LIFETIME - LEAD - 10)
    assert (await app.as_user(last, "GET", "/user")).status_code == 200
    app.clock.pass_(seconds=LEAD + PUBLISHED_AFTER - LIFETIME + 10)
    assert kids(app) == [new]
    app.clock.pass_(days=80)
    refreshed = await app.refresh(early["refresh_token"])
    assert (refreshed.status_code, kid_of(refreshed.json())) == (200, new)
    noted = "select after ->> 'kid' from audit_log where action = 'keys_rotated' order by id desc"
    assert await app.value(noted) == new


async def test_one_rotation_after_the_other(app: AuthApp, connect: dict[str, Any]) -> None:
    app.clock.stop()
    tries = [rotate(app, connect) for _ in range(2)]
    found = await asyncio.gather(*tries, return_exceptions=True)
    [refused] = [one for one in found if isinstance(one, RotationRefused)]
    assert str(refused).startswith("A rotation is under way: the key ")
    kept = app.settings.data_dir / SIGNING_KEY_PATH
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert len(json.loads(kept.read_text())) == 2


async def test_a_key_that_others_know_is_believed_no_more_at_once(
    app: AuthApp, connect: dict[str, Any]
) -> None:
    session = await app.confirmed()
    service = AccessTokens(app.keys).sign({"role": "service_role"})
    ask = {"authorization": f"Bearer {service}"}
    assert (await app.client.get("/admin/users", headers=ask)).status_code == 200
    assert await rotate(app, connect, compromised=True) == ["signs"]
    app.clock.pass_(seconds=6)
    assert (await app.client.get("/admin/users", headers=ask)).status_code == 403
    refused = await app.as_user(session, "GET", "/user")
    assert refused.json()["error_code"] == "bad_jwt"
    answer = await app.refresh(session["refresh_token"])
    assert answer.json()["error_code"] == "refresh_token_not_found"
    assert (await app.sign_in(session["user"]["email"])).status_code == 200


async def test_the_official_client_verifies_through_a_rotation(
    served: AuthApp, connect: dict[str, Any]
) -> None:
    address = (await served.confirmed())["user"]["email"]
    clients: list[AsyncGoTrueClient] = []
    algorithms = []

    async def check() -> None:
        clients.append(client_of(served))
        await clients[-1].sign_in_with_password({"email": address, "password": PASSWORD})
        for client in clients[-2:]:
            found = await client.get_claims()
            assert found is not None
            algorithms.append(found["headers"]["alg"])
            assert dict(found["claims"])["email"] == address

    await check()
    await rotate(served, connect)
    served.clock.pass_(seconds=30)
    await check()
    served.clock.pass_(seconds=LEAD)
    await check()
    assert set(algorithms) == {"ES256"}
    refreshed = await clients[0].refresh_session()
    assert refreshed.session is not None
    assert kid_of({"access_token": refreshed.session.access_token}) == kids(served)[0]


def test_keys_that_are_not_ours_to_rotate_are_answered_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    path.write_text(json.dumps([ECKey.generate_key("P-256").as_dict(private=True)]))
    folder = {"SUMMERSTOW_DATA_DIR": str(tmp_path), "SUMMERSTOW_DEMO": "1"}
    for setting, listed in (
        ({"SUMMERSTOW_SIGNING_KEYS": str(path)}, 0),
        ({"SUMMERSTOW_JWT_SECRET": "a-shared-secret-of-32-characters"}, 2),
    ):
        name = next(iter(setting))
        answer = CliRunner().invoke(app, ["keys", "rotate"], env=folder | setting)
        assert (answer.exit_code, answer.stderr[: len(name)]) == (2, name)
        shown = CliRunner().invoke(app, ["keys", "list"], env=folder | setting)
        assert shown.exit_code == listed


def test_the_first_list_makes_the_first_key(tmp_path: Path) -> None:
    env = {"SUMMERSTOW_DATA_DIR": str(tmp_path), "SUMMERSTOW_DEMO": "1"}
    shown = CliRunner().invoke(app, ["keys", "list"], env=env).stdout.split()
    assert shown[1:] == ["ES256", "signs"]
    made = json.loads((make_settings(tmp_path).data_dir.parent / SIGNING_KEY_PATH).read_text())
    assert shown[0] == made[0]["kid"]
