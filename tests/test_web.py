"""The built site as it is served: addresses, headers, compression, caching."""

from __future__ import annotations

import asyncio
import base64
import gzip
import hashlib
import threading
from pathlib import Path

import brotli
import httpx
import msgspec
import pytest

from summerstow.platform.server import site as web
from summerstow.platform.server.site import Site
from summerstow.platform.settings.model import Settings

SCRIPT = "window.__ready = 1;"
STYLE = "p { color: green }"
PAGE = (
    '<!doctype html><meta name="summerstow-anon-key" content="__SUMMERSTOW_ANON_KEY__">'
    '<meta name="summerstow-demo" content="__SUMMERSTOW_DEMO__">'
    '<link rel="canonical" href="__SUMMERSTOW_SITE_URL__/pricing">'
    '<script type="application/ld+json">{"@type":"Service"}</script>'
    f"<style>{STYLE}</style><script>{SCRIPT}</script><script src='/assets/app-1.js'></script>"
) + "<p>words</p>" * 100
MANIFEST = (
    'window.__reactRouterManifest={"routes":{"root":{"id":"root","path":""},'
    '"layout":{"id":"layout","parentId":"root"},'
    '"dash":{"id":"dash","parentId":"layout","path":"dashboard"},'
    '"dash/customer":{"id":"dash/customer","parentId":"dash","path":"customer"},'
    '"post":{"id":"post","parentId":"root","path":"blog/:slug"},'
    '"rest":{"id":"rest","parentId":"root","path":"*"}}};'
)


@pytest.fixture
def client(settings: Settings, tmp_path: Path) -> httpx.AsyncClient:
    """A site of one page, one hashed script and the fallback."""
    build = tmp_path / "client"
    (build / "assets").mkdir(parents=True)
    (build / "pricing").mkdir()
    for name in ("index.html", "__spa-fallback.html", "pricing/index.html"):
        (build / name).write_text(PAGE)
    for name in ("404/index.html", "blog/index.html", "blog/first/index.html"):
        (build / name).parent.mkdir(parents=True, exist_ok=True)
        (build / name).write_text(PAGE.replace("words", f"words of {name}"))
    (build / "sitemap.xml").write_text("<loc>__SUMMERSTOW_SITE_URL__/pricing</loc>")
    (build / "crew-worker.js").write_text("const page = '__SUMMERSTOW_SHELL__';\n" * 50)
    (build / "assets" / "app-1.js").write_text("export const words = 'x';\n" * 50)
    (build / "assets" / "manifest-1.js").write_text(MANIFEST)
    (tmp_path / "secret.txt").write_text("not to be served")
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app=Site(settings, build)), base_url="http://s.test"
    )


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/pricing", 200),
        ("/dashboard", 200),
        ("/dashboard/customer", 200),
        ("/blog/first", 200),
        ("/404", 404),
        ("/nope", 404),
        ("/blog/a/b", 404),
        ("/assets/nope.js", 404),
        ("/../secret.txt", 404),
        ("/%2e%2e/secret.txt", 404),
    ],
)
async def test_known_addresses_are_pages_and_others_are_not_found(
    client: httpx.AsyncClient, path: str, status: int
) -> None:
    """What the web application knows comes from its own build."""
    answer = await client.get(path)
    assert answer.status_code == status
    assert "not to be served" not in answer.text


async def test_a_trailing_slash_is_the_same_page_and_never_another_site(
    client: httpx.AsyncClient,
) -> None:
    """`//host/` must not become a redirect to that host."""
    answer = await client.get("/pricing/?a=1")
    assert (answer.status_code, answer.headers["location"]) == (301, "/pricing?a=1")
    assert "location" not in (await client.get("//evil.test/")).headers


@pytest.mark.parametrize(
    "path", ["/blog/a%0d%0aX-Evil:%201/", "/blog/%0d%0aX-Evil:%201", "/blog/a%C3%A9/"]
)
async def test_a_redirect_leads_to_the_page_that_was_found(
    client: httpx.AsyncClient, path: str
) -> None:
    answer = await client.get(path)
    assert (answer.status_code, answer.headers["location"]) == (302, "/blog")
    assert "x-evil" not in answer.headers


async def test_an_unknown_address_shows_the_not_found_page(client: httpx.AsyncClient) -> None:
    """Built ahead, so that it needs no script."""
    assert "words of 404/index.html" in (await client.get("/nope")).text


async def test_a_post_that_was_not_built_leads_to_the_blog(client: httpx.AsyncClient) -> None:
    """All posts are built ahead; it may be written later, so not for ever."""
    answer = await client.get("/blog/unknown")
    assert (answer.status_code, answer.headers["location"]) == (302, "/blog")


async def test_a_page_carries_this_installations_key_and_a_strict_policy(
    client: httpx.AsyncClient,
) -> None:
    """Its own inline script and style by hash, nobody else's; never framed."""
    answer = await client.get("/")
    assert 'name="summerstow-anon-key" content="anon"' in answer.text
    assert 'name="summerstow-demo" content="1"' in answer.text
    assert 'rel="canonical" href="http://localhost:8000/pricing"' in answer.text
    sitemap = await client.get("/sitemap.xml")
    assert sitemap.text == "<loc>http://localhost:8000/pricing</loc>"
    script, style = [
        base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in (SCRIPT, STYLE)
    ]
    policy = answer.headers["content-security-policy"]
    assert f"script-src 'self' 'sha256-{script}' 'wasm-unsafe-eval';" in policy
    assert f"style-src 'self' 'sha256-{style}';" in policy
    assert "'unsafe-inline'" not in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


async def test_the_crews_worker_is_another_one_for_another_page(
    client: httpx.AsyncClient, settings: Settings, tmp_path: Path
) -> None:
    """A crew's device fetches its page anew where the page or the installation differs."""
    answer = await client.get("/crew-worker.js")
    assert "__SUMMERSTOW" not in answer.text
    # A kept worker would never learn of a new version.
    assert answer.headers["cache-control"] == "no-cache"
    (tmp_path / "client" / "__spa-fallback.html").write_text(PAGE + "__SUMMERSTOW_ANON_KEY__")
    workers = [answer.text]
    for key in ("one-key", "other-key"):
        site = Site(msgspec.structs.replace(settings, anon_key=key), tmp_path / "client")
        transport = httpx.ASGITransport(app=site)
        async with httpx.AsyncClient(transport=transport, base_url="http://s.test") as other:
            workers.append((await other.get("/crew-worker.js")).text)
    assert len(set(workers)) == 3


async def test_hashed_files_are_kept_and_pages_asked_for_again(client: httpx.AsyncClient) -> None:
    """Immutable for a year; a page answers 304 while it is the same."""
    assert "immutable" in (await client.get("/assets/app-1.js")).headers["cache-control"]
    page = await client.get("/")
    assert page.headers["cache-control"] == "no-cache"
    again = await client.get("/", headers={"if-none-match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("tags", "status"),
    [
        ('"other", {}', 304),
        ("*", 304),
        ("{strong}", 304),
        ('"other"', 200),
    ],
)
async def test_a_page_is_known_by_any_of_the_tags_that_are_named(
    client: httpx.AsyncClient, tags: str, status: int
) -> None:
    """A cache may hold several, and a proxy may have taken the W/ away."""
    etag = (await client.get("/")).headers["etag"]
    named = tags.replace("{strong}", etag.removeprefix("W/")).replace("{}", etag)
    assert (await client.get("/", headers={"if-none-match": named})).status_code == status


@pytest.mark.parametrize("path", ["/", "/assets/app-1.js"])
@pytest.mark.parametrize(
    ("accepted", "sent"),
    [("gzip, br", "br"), ("gzip", "gzip"), ("", None), ("gzip, br;q=0", "gzip")],
)
async def test_text_is_compressed_as_the_browser_can(
    client: httpx.AsyncClient, path: str, accepted: str, sent: str | None
) -> None:
    """Brotli before gzip before nothing; the same bytes after."""
    async with client.stream("GET", path, headers={"accept-encoding": accepted}) as one:
        raw = b"".join([part async for part in one.aiter_raw()])
    assert one.headers.get("content-encoding") == sent
    plain = {"br": brotli.decompress, "gzip": gzip.decompress}.get(sent or "", bytes)(raw)
    assert plain.startswith((b"export const words", b"<!doctype html>"))


async def test_the_first_visitor_after_a_start_does_not_wait_for_the_smallest_form(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The quick form goes out while the smallest one is still being made."""
    ready, begun = threading.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def compress_slowly(body: bytes) -> bytes:
        loop.call_soon_threadsafe(begun.set)
        ready.wait(120)
        return bytes(brotli.compress(body, quality=11))

    monkeypatch.setattr(web, "_brotli", compress_slowly)

    async def sent() -> bytes:
        headers = {"accept-encoding": "br"}
        async with client.stream("GET", "/pricing", headers=headers) as one:
            return b"".join([part async for part in one.aiter_raw()])

    try:
        first = await sent()
        await asyncio.wait_for(begun.wait(), 60)
        assert await sent() == first
    finally:
        ready.set()
    best = brotli.compress(brotli.decompress(first), quality=11)
    while await sent() != best:
        await asyncio.to_thread(bool)


@pytest.mark.parametrize("demo", [True, False])
async def test_testimonials_are_the_demos_alone(
    settings: Settings, tmp_path: Path, demo: bool
) -> None:
    """Rule: no-made-up-reviews. The section is part of the built page and cut elsewhere."""
    example = '<section data-demo-only="" class="x"><h2>5.0 star reviews</h2></section>'
    (tmp_path / "index.html").write_text(
        f"<section>Offers</section>{example}<section>End</section>"
    )
    site = Site(msgspec.structs.replace(settings, demo=demo), tmp_path)
    client = httpx.AsyncClient(transport=httpx.ASGITransport(app=site), base_url="http://s.test")
    page = (await client.get("/")).text
    assert ("star reviews" in page) == demo
    assert "Offers" in page
    assert "End" in page


async def test_only_reading_is_possible(client: httpx.AsyncClient) -> None:
    """A page takes no POST; HEAD has no body."""
    assert (await client.post("/")).status_code == 405
    head = await client.head("/")
    assert (head.status_code, head.content) == (200, b"")


async def test_before_the_build_it_says_what_to_do(settings: Settings, tmp_path: Path) -> None:
    """A server without its site."""
    site = Site(settings, tmp_path / "nothing")
    client = httpx.AsyncClient(transport=httpx.ASGITransport(app=site), base_url="http://s.test")
    answer = await client.get("/")
    assert answer.status_code == 503
    assert "make run" in answer.text
