"""Public pages follow what is published; the old ones stay until the new ones are whole."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from pathlib import Path

import httpx
import msgspec
import pytest

from summerstow.office.settings import follow, queries
from summerstow.office.settings.follow import SettingsFollower
from summerstow.platform import clock, published
from summerstow.platform.database.pool import Database
from summerstow.platform.server.site import Site
from summerstow.platform.settings.model import Settings
from tests.price_list import FILES

#: What stands in for the site's own program: it answers every page with the business's name.
_PROGRAM = """
const { business, prices } = globalThis.summerstowSettings;
const said = `${business.name}, ${prices.pricing.supplies_kit}`;
const answer = () => new Response(PAGE.replace("NAME", said));
export const routes = { root: { id: "root", path: "", module: { default: () => null } } };
export const entry = { module: { default: answer } };
export const assets = { routes: { root: { id: "root", path: "" } }, entry: { imports: [] } };
export const future = {}, prerender = [], ssr = false, isSpaMode = false;
export const publicPath = "/", basename = "/", assetsBuildDirectory = "", routeDiscovery = {};
"""
_PAGE = (
    '<html><head><link rel="stylesheet" href="/a.css"/><script>{const lead=1}</script></head>'
    '<body>NAME<script type="module" async="">import "/assets/manifest-1.js";'
    'window.__reactRouterRouteModules = {};import("/assets/entry-1.js");</script></body></html>'
)
_PARTS = {"settings": {}, "pages": ["/", "/faq"], "wake": "wake", "booking": [], "firstStops": ""}


@pytest.fixture
def build(tmp_path: Path) -> Path:
    """A small build with a program that renders its pages."""
    base = tmp_path / "build"
    for name in ("client", "server"):
        (base / name).mkdir(parents=True)
    (base / "server" / "page-parts.json").write_bytes(msgspec.json.encode(_PARTS))
    page = msgspec.json.encode(_PAGE).decode()
    (base / "server" / "index.js").write_text(f"const PAGE = {page};\n{_PROGRAM}")
    for name in ("index.html", "__spa-fallback.html"):
        (base / "client" / name).write_text("Summerstow")
    (base / "client" / "a.css").write_text("p{}")
    (base / "client" / "crew-worker.js").write_text("const page = '__SUMMERSTOW_SHELL__';")
    for name in ("my-storage.webmanifest", "crew.webmanifest"):
        (base / "client" / name).write_text('{"name": "Summerstow"}')
    return base


@pytest.fixture
def site(settings: Settings, build: Path) -> Site:
    return Site(settings, build / "client")


@pytest.fixture
def publish(database: Database) -> Callable[[str], Awaitable[None]]:
    async def publish(name: str) -> None:
        own = msgspec.structs.replace(published.business(), name=name)
        async with database.owner() as tx:
            await queries.publish(tx, "business", msgspec.to_builtins(own), clock.today(), "")

    return publish


async def _text(site: Site, path: str) -> str:
    transport = httpx.ASGITransport(app=site)
    async with httpx.AsyncClient(transport=transport, base_url="http://s.test") as client:
        return (await client.get(path)).text


def _revision(worker: str) -> str:
    found = re.search("'(.*)'", worker)
    assert found is not None
    return found[1]


async def test_pages_say_what_is_published(
    database: Database, site: Site, tmp_path: Path, publish: Callable[[str], Awaitable[None]]
) -> None:
    """Rule: pages-rendered-whole. Another host renders for itself; a crew's device learns of it."""
    follower = SettingsFollower(database, site, tmp_path, "first:8000")
    await follower.look()
    assert "Summerstow" in await _text(site, "/")
    before = _revision(await _text(site, "/crew-worker.js"))

    await publish("Boxes & Beyond")
    await follower.look()
    assert "Boxes & Beyond" in await _text(site, "/")
    assert "Boxes & Beyond" in await _text(site, "/faq")
    assert "Boxes & Beyond" in await _text(site, "/my-storage.webmanifest")
    assert _revision(await _text(site, "/crew-worker.js")) != before


async def test_the_pages_change_over_on_the_day_of_a_price_list(
    database: Database, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule: price-list-by-date."""
    day = date(2031, 1, 1)
    pricing = msgspec.json.decode(FILES[0].pricing)
    pricing["supplies_kit"] = "7 medium boxes and tape"
    async with database.owner() as tx:
        await tx.execute(
            "insert into app.price_lists (valid_from, pricing, terms) "
            "values ($1, $2::text::jsonb, $3::text::jsonb)",
            day,
            msgspec.json.encode(pricing).decode(),
            FILES[0].terms,
        )
    follower = SettingsFollower(database, site, tmp_path, "third:8000")
    for today, kit in (
        (day - timedelta(days=1), "5 medium boxes and tape"),
        (day, "7 medium boxes and tape"),
    ):
        monkeypatch.setattr(clock, "today", lambda today=today: today)
        await follower.look()
        assert kit in await _text(site, "/")


async def test_a_failed_render_leaves_the_old_pages(
    database: Database,
    build: Path,
    site: Site,
    tmp_path: Path,
    publish: Callable[[str], Awaitable[None]],
) -> None:
    follower = SettingsFollower(database, site, tmp_path, "second:8000")
    await publish("Whole")
    await follower.look()
    whole = await _text(site, "/")
    assert "Whole" in whole

    program = (build / "server" / "index.js").read_text()
    (build / "server" / "index.js").write_text("throw new Error('no words');")
    await publish("Half")
    await follower.look()
    assert await _text(site, "/") == whole
    async with database.owner() as tx:
        [failed] = await queries.failed_renders(tx)
    assert (failed.host, failed.error) == ("second:8000", "Error: no words")
    # Nothing half is left for the next start.
    rendered = [one for one in (tmp_path / "pages").iterdir() if one.is_dir()]
    assert len(rendered) == 1
    assert (rendered[0] / "faq" / "index.html").is_file()

    # What is published next renders, and the failure is gone.
    (build / "server" / "index.js").write_text(program)
    await publish("Whole again")
    await follower.look()
    assert "Whole again" in await _text(site, "/")
    async with database.owner() as tx:
        assert await queries.failed_renders(tx) == []


async def test_a_start_serves_where_pages_cannot_be_rendered(
    database: Database, build: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk, or a folder that is not ours, ends no start."""
    monkeypatch.setattr(follow, "BUILD", build / "client")
    (tmp_path / "pages").write_text("")
    await follow.prepare(database, tmp_path)
    assert (tmp_path / "pages").is_file()
