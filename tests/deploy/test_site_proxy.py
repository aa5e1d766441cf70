"""What deploy/Caddyfile does while no host is ready: whoever comes waits, and is sent on once."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from drills.parts.caddy import Front, caddy
from drills.parts.identity import PartMissingError


class Host:
    """A host that answers with the request's method, is ready or not, and may break off."""

    def __init__(self) -> None:
        self.ready = True
        self.looks: asyncio.Queue[bool] = asyncio.Queue()
        self.asked: Counter[str] = Counter()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                method, path = head.decode().split()[:2]
                status = 200 if self.ready or path != "/readyz" else 503
                if path == "/readyz":
                    self.looks.put_nowait(self.ready)
                self.asked[f"{method} {path}"] += 1
                if path == "/broken":
                    break
                body = b"" if method == "HEAD" else method.encode()
                size = f"content-length: {len(method)}"
                writer.write(f"HTTP/1.1 {status} OK\r\n{size}\r\n\r\n".encode() + body)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.transport.abort()

    async def looked_at(self, *, ready: bool) -> None:
        """Wait until the proxy goes by an answer that was given from now on."""
        self.ready = ready
        for _ in range(2):
            while await self.looks.get() != ready:
                pass


@pytest.fixture
def folder() -> Iterator[Path]:
    """Open to whom the proxy runs as where we are root, which what pytest makes is not."""
    with tempfile.TemporaryDirectory(prefix="summerstow-proxy-") as made:
        one = Path(made)
        one.chmod(0o711)
        yield one


@pytest_asyncio.fixture(loop_scope="session")
async def site(folder: Path) -> AsyncIterator[tuple[Host, Front]]:
    """One host and the proxy before it."""
    host = Host()
    async with AsyncExitStack() as stack:
        listening = await asyncio.start_server(host.serve, "127.0.0.1", 0)
        await stack.enter_async_context(listening)
        port = listening.sockets[0].getsockname()[1]
        try:
            front = await stack.enter_async_context(caddy(folder / "caddy", [f"127.0.0.1:{port}"]))
        except PartMissingError as error:
            pytest.skip(str(error))
        yield host, front


async def test_whoever_comes_while_no_host_is_ready_waits(site: tuple[Host, Front]) -> None:
    host, front = site
    methods = ("GET", "HEAD", "POST", "PATCH", "PUT", "DELETE")
    async with httpx.AsyncClient(base_url=front.url, timeout=30) as client:
        await host.looked_at(ready=False)
        asked = [asyncio.create_task(client.request(one, "/x")) for one in methods]
        await host.looked_at(ready=False)
        early = [method for method, task in zip(methods, asked, strict=True) if task.done()]
        host.ready = True
        answers = await asyncio.gather(*asked)
    assert early == [], "answered while no host was ready"
    assert {one.status_code for one in answers} == {200}
    assert [host.asked[f"{one} /x"] for one in methods] == [1] * len(methods)


async def test_what_a_host_broke_off_is_not_asked_twice(site: tuple[Host, Front]) -> None:
    host, front = site
    async with httpx.AsyncClient(base_url=front.url, timeout=30) as client:
        answer = await client.post("/broken", content=b"x")
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert host.asked["POST /broken"] == 1
