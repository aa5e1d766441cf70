"""Serves the built site, with its headers, compression and caching.

Hashed files are immutable; pages are revalidated. What is the same everywhere was compressed by the
build; a page is completed with this installation's settings first. It is compressed quickly at the
start and as well as possible after its first request, so that no visitor waits for that. What only
a demo shows is removed from pages elsewhere. Each page's policy allows just the inline scripts and
styles that the build put into it, by hash.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import html
import mimetypes
import os
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.parse import quote

import brotli
import msgspec

from summerstow.platform.http import inline_sources
from summerstow.platform.http.asgi import Header, Receive, Scope, Send, header, send_response
from summerstow.platform.settings.model import Settings

BUILD = Path(__file__).parents[3] / "web" / "build" / "client"

_COMPRESSIBLE = re.compile(r"^(text/|application/(javascript|json|manifest|wasm|xml)|image/svg)")
_MANIFEST = re.compile(r"window\.__reactRouterManifest=(\{.*\});?\s*$", re.DOTALL)
_FALLBACK = "__spa-fallback.html"
_NOT_FOUND = "404/index.html"
_COMPLETED = (".html", ".xml", ".txt")
#: Names its page by its digest, so that a crew's device fetches a page that has changed.
_CREW_WORKER = "crew-worker.js"
_SHELL = b"__SUMMERSTOW_SHELL__"
_WORTH_COMPRESSING = 512
#: Sections that only a demo shows; none holds another section.
_DEMO_ONLY = re.compile(rb'<section data-demo-only="".*?</section>', re.DOTALL)
_IMMUTABLE = b"public, max-age=31536000, immutable"
_REVALIDATE = b"no-cache"


class _Scratch:
    """Bytes in an unnamed file, which outlives a rebuild.

    The workers share it, and the kernel caches the pages that are requested.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = tempfile.TemporaryFile(dir=folder, buffering=0)  # noqa: SIM115 - as long as we
        self._end = 0

    def put(self, body: bytes) -> Callable[[], bytes]:
        """Keep these bytes; what is returned reads them."""
        begin, self._end = self._end, self._end + len(body)
        self._file.write(body)
        return partial(os.pread, self._file.fileno(), len(body), begin)


@dataclass
class StoredFile:
    """One file of the build, ready to be sent; `quick`: encodings whose form can be smaller."""

    read: Callable[[], bytes]
    size: int
    content_type: str
    cache_control: bytes
    etag: bytes
    policy: bytes | None = None
    forms: dict[str, Callable[[], bytes]] = field(default_factory=dict)
    quick: set[str] = field(default_factory=set)
    _work: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def is_compressible(self) -> bool:
        """Whether a compressed form is worth its making."""
        return bool(_COMPRESSIBLE.match(self.content_type)) and self.size >= _WORTH_COMPRESSING

    def form(self, accepted: set[str]) -> tuple[str | None, bytes]:
        """(content-encoding or None, bytes) for the encodings that the browser takes."""
        for encoding in ("br", "gzip"):
            if encoding in accepted and encoding in self.forms:
                if encoding in self.quick:
                    self.quick.remove(encoding)
                    work = asyncio.create_task(self._compress_well(encoding))
                    self._work.add(work)
                    work.add_done_callback(self._work.discard)
                return encoding, self.forms[encoding]()
        return None, self.read()

    async def _compress_well(self, encoding: str) -> None:
        """Replace a quick form by the smallest one."""
        compress = _brotli if encoding == "br" else _gzip
        self.forms[encoding] = partial(bytes, await asyncio.to_thread(compress, self.read()))


_Keep = Callable[[bytes], Callable[[], bytes]]


def _in_memory(body: bytes) -> Callable[[], bytes]:
    return lambda: body


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:24]


def _compress_quickly(stored: StoredFile, keep: _Keep) -> None:
    body = stored.read()
    quick = {
        "br": brotli.compress(body, mode=brotli.MODE_TEXT, quality=5),
        "gzip": gzip.compress(body, 6, mtime=0),
    }
    stored.forms.update((name, keep(form)) for name, form in quick.items())
    stored.quick.update(quick)


def _brotli(body: bytes) -> bytes:
    return bytes(brotli.compress(body, mode=brotli.MODE_TEXT, quality=11))


def _gzip(body: bytes) -> bytes:
    return gzip.compress(body, 9, mtime=0)


class Site:
    """Answers everything that no other application does: the pages and their files."""

    def __init__(self, settings: Settings, build: Path = BUILD) -> None:
        self._settings = settings
        self._scratch = _Scratch(settings.data_dir)
        self._build = build
        self._built = self._load(build)
        #: The build's files, with pages that were rendered again in the place of its own.
        self._files = self._built
        self._routes = _routes(self._built)

    @property
    def build(self) -> Path:
        """The folder with the build: `client` and `server`."""
        return self._build.parent

    def pages(self, folder: Path) -> dict[str, StoredFile]:
        """Pages that were rendered for this build, for `show`; may take a moment."""
        paths = {
            path.relative_to(folder).as_posix(): path
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
        shell = paths[_FALLBACK].read_bytes()
        files = {name: self._store(path, name, _in_memory) for name, path in paths.items()}
        worker = self._build / _CREW_WORKER
        files[_CREW_WORKER] = self._store(worker, _CREW_WORKER, _in_memory, shell)
        for stored in files.values():
            if stored.is_compressible:
                _compress_quickly(stored, _in_memory)
        return files

    def show(self, pages: dict[str, StoredFile]) -> None:
        """Serve these pages in the place of the build's own; none: the build's own."""
        self._files = self._built | pages

    def _load(self, build: Path) -> dict[str, StoredFile]:
        files: dict[str, StoredFile] = {}
        fallback = build / _FALLBACK
        shell = fallback.read_bytes() if fallback.is_file() else b""
        for path in sorted(build.rglob("*")) if build.is_dir() else []:
            if path.is_file() and path.suffix not in (".br", ".gz"):
                name = path.relative_to(build).as_posix()
                files[name] = self._store(path, name, self._scratch.put, shell)
                for suffix, encoding in ((".br", "br"), (".gz", "gzip")):
                    ahead = path.with_name(path.name + suffix)
                    if ahead.is_file() and path.suffix != ".html":
                        files[name].forms[encoding] = self._scratch.put(ahead.read_bytes())
                if files[name].is_compressible and not files[name].forms:
                    _compress_quickly(files[name], self._scratch.put)
        return files

    def _store(self, path: Path, name: str, keep: _Keep, shell: bytes = b"") -> StoredFile:
        """A file as it is served; `shell` is the page that a crew's device keeps."""
        body = path.read_bytes()
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        if kind.startswith("text/") or kind == "application/javascript":
            kind += "; charset=utf-8"
        policy = None
        if path.suffix in _COMPLETED:
            body = self._complete(body)
        elif name == _CREW_WORKER:
            body = body.replace(_SHELL, _digest(self._complete(shell)).encode())
        if path.suffix == ".html":
            policy = _policy(body)
        return StoredFile(
            keep(body),
            len(body),
            kind,
            _IMMUTABLE if name.startswith("assets/") else _REVALIDATE,
            # Weak: the same page in another encoding is the same page.
            f'W/"{_digest(body)}"'.encode(),
            policy,
        )

    def _complete(self, body: bytes) -> bytes:
        """The file with what only this installation knows in the place of the build's words."""
        for word, value in (
            (b"__SUMMERSTOW_ANON_KEY__", self._settings.anon_key),
            (b"__SUMMERSTOW_DEMO__", "1" if self._settings.demo else "0"),
            (
                b"__SUMMERSTOW_STAFF_SECOND_FACTOR__",
                "1" if self._settings.asks_staff_second_factor else "0",
            ),
            (b"__SUMMERSTOW_SITE_URL__", self._settings.site_url),
        ):
            body = body.replace(word, html.escape(value, quote=True).encode())
        return body if self._settings.demo else _DEMO_ONLY.sub(b"", body)

    def pattern(self, path: str) -> str:
        """One word for the pages and one for the rest, so that there are few."""
        return "page" if self._find(path)[0] == 200 else "other"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer GET and HEAD with a file, a page, or the not-found page."""
        del receive
        if scope["method"] not in ("GET", "HEAD"):
            await send_response(send, 405, [(b"allow", b"GET, HEAD")])
            return
        status, stored = self._find(scope["path"])
        if stored is None:
            text = b"The web application is not built yet: run 'make run'.\n"
            await send_response(send, 503, [(b"content-type", b"text/plain")], text)
            return
        if status == 301:
            target = _location(scope["path"].strip("/"))
            query = b"?" + scope["query_string"] if scope["query_string"] else b""
            await send_response(send, 301, [(b"location", target + query)])
            return
        if status == 302:
            target = _location(scope["path"].strip("/").rpartition("/")[0])
            await send_response(send, 302, [(b"location", target), (b"cache-control", _REVALIDATE)])
            return
        headers = self._headers(stored)
        if status == 200 and _knows(header(scope, b"if-none-match"), stored.etag.decode()):
            await send_response(send, 304, headers)
            return
        encoding, body = stored.form(_accepted_encodings(header(scope, b"accept-encoding")))
        if encoding:
            headers.append((b"content-encoding", encoding.encode()))
        await send_response(send, status, headers, body, head=scope["method"] == "HEAD")

    def _find(self, path: str) -> tuple[int, StoredFile | None]:
        name = path.strip("/")
        files = self._files
        file = files.get(name)
        if file is not None and name and not path.endswith("/"):
            return 200, file
        page_name = f"{name}/index.html" if name else "index.html"
        page = files.get(page_name)
        if page is not None and page_name != _NOT_FOUND:
            # "//host" would be read as another site's address.
            return (301 if name and path.endswith("/") and path[1] != "/" else 200), page
        fallback = files.get(_FALLBACK) or files.get("index.html")
        if not any(route.fullmatch(name) for route in self._routes):
            return 404, files.get(_NOT_FOUND) or fallback
        # All pages below a page that is built ahead are built ahead too: there is no such post.
        above = name.rpartition("/")[0]
        if f"{above}/index.html" in files and path[1] != "/":
            return 302, fallback
        return 200, fallback

    def _headers(self, stored: StoredFile) -> list[Header]:
        headers = [
            (b"content-type", stored.content_type.encode()),
            (b"cache-control", stored.cache_control),
            (b"etag", stored.etag),
            (b"vary", b"accept-encoding"),
            (b"x-content-type-options", b"nosniff"),
            (b"referrer-policy", b"strict-origin-when-cross-origin"),
            (b"cross-origin-opener-policy", b"same-origin"),
            (b"permissions-policy", b"camera=(self), geolocation=(), microphone=()"),
        ]
        if stored.policy is not None:
            headers.append((b"content-security-policy", stored.policy))
            headers.append((b"x-frame-options", b"DENY"))
        if self._settings.secure_site:
            headers.append((b"strict-transport-security", b"max-age=31536000"))
        return headers


def _location(name: str) -> bytes:
    """The address of a page, quoted: a decoded path may hold line breaks."""
    return b"/" + quote(name).encode()


def _policy(page: bytes) -> bytes:
    scripts = " ".join(["'self'", *inline_sources.sources(page, "script")])
    styles = " ".join(["'self'", *inline_sources.sources(page, "style")])
    return (
        f"default-src 'none'; script-src {scripts} 'wasm-unsafe-eval'; style-src {styles}; "
        "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
        "worker-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'"
    ).encode()


def _knows(tags: str | None, etag: str) -> bool:
    """Whether If-None-Match names the file as it is; a proxy may have made the tag weak or not."""
    client_tags = {one.strip().removeprefix("W/") for one in (tags or "").split(",")}
    return "*" in client_tags or etag.removeprefix("W/") in client_tags


def _accepted_encodings(header_value: str | None) -> set[str]:
    """The encodings of an Accept-Encoding header that are not refused by `q=0`."""
    encodings = set()
    for one in (header_value or "").lower().split(","):
        name, _, weight = one.partition(";")
        if not re.fullmatch(r"\s*q=0(\.0*)?\s*", weight):
            encodings.add(name.strip())
    return encodings


def _routes(files: dict[str, StoredFile]) -> list[re.Pattern[str]]:
    """The addresses that the web application knows, read from the build's own route manifest."""
    for name, stored in files.items():
        if re.match(r"assets/manifest-.*\.js$", name):
            match = _MANIFEST.search(stored.read().decode())
            if match:
                routes = msgspec.json.decode(match[1])["routes"]
                return [
                    re.compile(_pattern(_full_path(routes, one)))
                    for one in routes
                    if routes[one].get("path") not in (None, "*")
                ]
    return []


def _full_path(routes: dict[str, dict[str, str]], name: str) -> str:
    parts: list[str] = []
    one: str | None = name
    while one:
        parts.insert(0, routes[one].get("path") or "")
        one = routes[one].get("parentId")
    return "/".join(part.strip("/") for part in parts if part)


def _pattern(path: str) -> str:
    return "/".join(
        "[^/]+" if part.startswith(":") else re.escape(part) for part in path.split("/")
    )
