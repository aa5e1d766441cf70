"""Where an identity provider's metadata is read from, and how much of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from summerstow.platform.auth.errors import AuthError
from summerstow.platform.auth.sso import metadata_fetch
from summerstow.platform.auth.sso.metadata_fetch import MAX_BYTES, fetch_metadata

HOME, PUBLIC = "http://localhost:8000", "https://storage.example"


class Peer:
    """A web server of somebody else, with any answer; counts its connections."""

    def __init__(self) -> None:
        self.connections = 0
        self.answer = b""
        self.url = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        await reader.readuntil(b"\r\n\r\n")
        if self.answer:
            writer.write(self.answer)
            writer.close()
        else:
            await reader.read()


@pytest_asyncio.fixture(loop_scope="session")
async def peer() -> AsyncIterator[Peer]:
    one = Peer()
    server = await asyncio.start_server(one.serve, "127.0.0.1", 0)
    one.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    yield one
    server.close()


def answered(body: bytes, status: str = "200 OK", more: str = "") -> bytes:
    return f"HTTP/1.1 {status}\r\nconnection: close\r\n{more}\r\n".encode() + body


async def why_not(url: str, site_url: str = HOME) -> tuple[str, str]:
    with pytest.raises(AuthError) as refused:
        await fetch_metadata(url, site_url=site_url)
    return refused.value.code, refused.value.private or ""


async def test_a_site_on_this_machine_reads_from_this_machine(peer: Peer) -> None:
    peer.answer = answered("<métadonnées/>".encode())
    assert await fetch_metadata(f"{peer.url}/m?a=1", site_url=HOME) == "<métadonnées/>"


@pytest.mark.parametrize(
    "address",
    [
        "https://127.0.0.1:PORT/",
        "https://localhost:PORT/",
        "https://[::1]:PORT/",
        "https://[::ffff:127.0.0.1]:PORT/",
        "https://2130706433:PORT/",
        "https://10.0.0.1/",
        "https://192.168.1.1/",
        "https://169.254.169.254/latest/meta-data",
        "https://[fd00::1]/",
    ],
)
async def test_a_public_site_reads_from_public_addresses_alone(peer: Peer, address: str) -> None:
    port = peer.url.rpartition(":")[2]
    code, why = await why_not(address.replace("PORT", port), PUBLIC)
    assert code == "saml_metadata_fetch_failed"
    assert "not a public address" in why or "gaierror" in why
    assert peer.connections == 0


@pytest.mark.parametrize("address", ["http://127.0.0.1:1/", "ftp://x.test/", "https://", "x", ""])
async def test_only_https_is_read_on_a_public_site(address: str) -> None:
    assert (await why_not(address, PUBLIC))[0] == "validation_failed"


async def test_an_answer_without_end_is_left(peer: Peer) -> None:
    peer.answer = answered(b"x" * (MAX_BYTES + 1))
    assert "bytes" in (await why_not(peer.url))[1]


async def test_nobody_is_followed_elsewhere(peer: Peer) -> None:
    peer.answer = answered(b"", "302 Found", f"location: {peer.url}/elsewhere\r\n")
    assert (await why_not(peer.url))[0] == "saml_metadata_fetch_failed"
    assert peer.connections == 1


async def test_who_does_not_answer_is_not_waited_for(
    peer: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metadata_fetch, "DEADLINE", 0.2)
    assert (await why_not(peer.url))[0] == "saml_metadata_fetch_failed"
