"""Keeps a process up to date with what is published, and its site with the pages of it."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final
from uuid import UUID

import msgspec

from summerstow.billing.pricing import prerendered, price_lists
from summerstow.billing.pricing import queries as price_queries
from summerstow.platform import clock, published
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Unavailable
from summerstow.platform.files.pictures.queries import find_public_upload
from summerstow.platform.observability import log, metrics
from summerstow.platform.server.site import BUILD, Site
from summerstow.schema import campuses

from . import queries
from .rendering.pages import RenderedPages, RenderError
from .rendering.preview import page_settings

#: Seconds between two looks, and after pages that could not be rendered.
INTERVAL: Final = 3.0
_AFTER_FAILURE: Final = 60.0
_FAILED: Final = metrics.counter("page_renders_failed", "Public pages that could not be rendered.")

_log = log.get("settings")


async def load(database: Database) -> bytes:
    """Hold what is published; returns what pages are rendered with. Raises `Unavailable`."""
    async with database.owner() as tx:
        return await _read(tx)


async def _read(tx: ElevatedTransaction) -> bytes:
    """Hold what is published, if this program understands it."""
    try:
        published.hold(await queries.versions(tx))
    except msgspec.ValidationError as error:
        # Of a newer program beside this one.
        _log.error("published settings cannot be read", error=str(error))
    await _hold_logo(tx, published.business().logo)
    await campuses.store(tx, published.campuses(), update=True)
    prices = await price_lists.current(tx)
    content = await price_queries.content(tx, prices.valid_from)
    return page_settings(published.documents(), prerendered.shown(prices, *content))


async def _hold_logo(tx: ElevatedTransaction, name: str) -> None:
    """Papers are drawn without a database at hand, and show pixels alone."""
    picture = None
    if name.endswith(".png"):
        picture = await find_public_upload(tx, UUID(name.removesuffix(".png")))
    published.hold_logo(name, picture.content if picture else None)


async def prepare(database: Database, data_dir: Path) -> None:
    """Hold what is published and render its pages, before anything is served."""
    settings = await load(database)
    rendered, build = RenderedPages(data_dir), BUILD.parent
    folder = rendered.folder(build, settings)
    if folder and not folder.is_dir():
        try:
            await rendered.render(build, settings, folder)
        except RenderError as error:
            # The product serves the old pages meanwhile, and tries again.
            _log.error("public pages could not be rendered", error=str(error))


class SettingsFollower:
    """Follows what is published; with a site, its pages too."""

    def __init__(
        self,
        database: Database,
        site: Site | None = None,
        data_dir: Path | None = None,
        host: str = "",
    ) -> None:
        self._database = database
        self._site = site
        self._rendered = RenderedPages(data_dir) if data_dir else None
        self._host = host
        self._news = asyncio.Event()
        self._newest: tuple[object, ...] | None = None
        self._settings = b""
        #: The site shows the pages of these settings.
        self._is_shown = False
        self._failed: tuple[Path, float] | None = None

    def wake(self) -> None:
        """Look now: something was published."""
        self._news.set()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Follow; what is published already is held before this begins."""
        with contextlib.suppress(Unavailable):
            await self.look(render=False)
        task = asyncio.create_task(self._run())
        try:
            yield
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def look(self, *, render: bool = True) -> None:
        """Hold what is published and show its pages, where they are not there yet once rendered."""
        async with self._database.owner() as tx:
            today = clock.today()
            newest = (*await queries.newest(tx), today, *await price_queries.on(tx, today))
            if newest != self._newest:
                self._settings = await _read(tx)
                self._newest = newest
                self._is_shown = False
        if self._site and self._rendered and not self._is_shown:
            await self._show(self._site, self._rendered, render=render)

    async def _run(self) -> None:
        while True:
            self._news.clear()
            try:
                await self.look()
            except Unavailable:
                # What was published before still holds.
                pass
            except Exception:
                _log.exception("published settings could not be followed")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), INTERVAL)

    async def _show(self, site: Site, rendered: RenderedPages, *, render: bool) -> None:
        settings = self._settings
        folder = rendered.folder(site.build, settings)
        if folder is None:
            site.show({})
        elif folder.is_dir() or (
            render and await self._render(rendered, site.build, settings, folder)
        ):
            try:
                site.show(await asyncio.to_thread(site.pages, folder))
            except OSError:
                # A damaged folder is rendered anew.
                shutil.rmtree(folder, ignore_errors=True)
                raise
        else:
            return
        self._is_shown = True
        async with self._database.owner() as tx:
            await queries.forget_failed_render(tx, self._host)

    async def _render(
        self, rendered: RenderedPages, build: Path, settings: bytes, folder: Path
    ) -> bool:
        """Whether the pages are there now."""
        now = asyncio.get_running_loop().time()
        if self._failed and self._failed[0] == folder and now < self._failed[1]:
            return False
        try:
            return await rendered.render(build, settings, folder)
        except RenderError as failure:
            error = str(failure)
        self._failed = (folder, now + _AFTER_FAILURE)
        _FAILED.inc()
        _log.error("public pages could not be rendered", error=error)
        async with self._database.owner() as tx:
            await queries.note_failed_render(tx, self._host, error)
        return False
