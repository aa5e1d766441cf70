"""A live stream ends with its session, whichever host ends that."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
import pytest_asyncio

from summerstow.platform.auth.identity.identifier import Identifier
from summerstow.platform.errors import Unavailable
from summerstow.platform.live.lines import Lines
from summerstow.platform.live.streams import Streams
from tests.auth.conftest import AuthApp
from tests.live.pages import Page, opened

Session = dict[str, Any]


@pytest_asyncio.fixture(loop_scope="session")
async def elsewhere(app: AuthApp, connect: dict[str, Any]) -> AsyncIterator[Streams]:
    """The streams of a host that signs nobody out itself."""
    lines = Lines(connect)
    known = Identifier(app.settings, app.database, app.keys)
    yield Streams(lines, known.identify_rest, known.find_stale_actors, look_every=0.02)
    await lines.close()


def _followed(streams: Streams, session: Session) -> AbstractAsyncContextManager[Page]:
    return opened(
        streams, headers=[(b"authorization", f"Bearer {session['access_token']}".encode())]
    )


async def _end(page: Page) -> None:
    async with asyncio.timeout(10):
        while not page.ended:
            await page.next()


async def _signed_out(app: AuthApp, session: Session) -> None:
    assert (await app.as_user(session, "POST", "/logout?scope=local")).status_code == 204


async def _signed_out_everywhere(app: AuthApp, session: Session) -> None:
    other = (await app.sign_in(session["user"]["email"])).json()
    assert (await app.as_user(other, "POST", "/logout?scope=global")).status_code == 204


async def _hired(app: AuthApp, session: Session) -> None:
    await _changed(app, "update public.users set role = 'worker' where id = $1", session)


async def _banned(app: AuthApp, session: Session) -> None:
    await _changed(app, "update auth.users set banned_until = 'infinity' where id = $1", session)


async def _deleted(app: AuthApp, session: Session) -> None:
    await _changed(app, "delete from auth.users where id = $1", session)


async def _over(app: AuthApp, session: Session) -> None:
    await _changed(app, "update auth.sessions set not_after = now() where user_id = $1", session)


async def _second_step_due(app: AuthApp, session: Session) -> None:
    await _changed(
        app,
        "insert into auth.factors (user_id, factor_type, status, phone) "
        "values ($1, 'phone', 'verified', '16045550123')",
        session,
    )


async def _changed(app: AuthApp, sql: str, session: Session) -> None:
    await app.value(sql, session["user"]["id"])


@pytest.mark.parametrize(
    "change",
    [_signed_out, _signed_out_everywhere, _hired, _banned, _deleted, _over, _second_step_due],
)
async def test_a_stream_ends_with_what_its_person_may(
    app: AuthApp, elsewhere: Streams, change: Callable[[AuthApp, Session], Awaitable[None]]
) -> None:
    mina, robin = await app.confirmed(), await app.confirmed()
    async with _followed(elsewhere, mina) as ends, _followed(elsewhere, robin) as stays:
        for page in (ends, stays):
            assert (await page.next()).startswith("event: read")
        await change(app, mina)
        await _end(ends)
        assert not stays.ended
        assert elsewhere.count == 1


async def test_an_outage_ends_nobodys_stream(app: AuthApp, connect: dict[str, Any]) -> None:
    mina, lines = await app.confirmed(), Lines(connect)
    known = Identifier(app.settings, app.database, app.keys)
    looks: asyncio.Queue[bool] = asyncio.Queue()
    away = True

    async def gone(actors: Any) -> Any:
        looks.put_nowait(away)
        if away:
            raise Unavailable("no database")
        return await known.find_stale_actors(actors)

    streams = Streams(lines, known.identify_rest, gone, look_every=0.02)
    async with _followed(streams, mina) as page:
        assert (await page.next()).startswith("event: read")
        await _signed_out(app, mina)
        for _ in range(3):
            assert await looks.get()
        assert not page.ended
        away = False
        await _end(page)
    await lines.close()
