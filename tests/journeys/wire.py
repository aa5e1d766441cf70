"""HTTP as bytes: requests that no client library would send, and many at the very same moment."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Answer:
    """An answer; header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


def request(
    method: str,
    target: str | bytes,
    headers: Mapping[str, str] | None = None,
    body: bytes | None = None,
    *,
    chunked: bool = False,
) -> bytes:
    """One request; `target` goes out as it is. `chunked`: the body without its length."""
    lines = [f"{method} ".encode() + (target.encode() if isinstance(target, str) else target)]
    lines[0] += b" HTTP/1.1"
    given = {"host": "127.0.0.1", "connection": "close", **(headers or {})}
    if body is not None and not chunked:
        given.setdefault("content-length", str(len(body)))
    if chunked:
        given["transfer-encoding"] = "chunked"
    lines += [f"{name}: {value}".encode("latin-1") for name, value in given.items()]
    sent = body or b""
    if chunked:
        parts = [sent[at : at + 65_536] for at in range(0, len(sent), 65_536)]
        sent = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"
    return b"\r\n".join(lines) + b"\r\n\r\n" + sent


async def at_once(port: int, requests: Sequence[bytes], patience: float = 30.0) -> list[Answer]:
    """Open a connection for each, then send all, then read all."""
    opened = await asyncio.gather(*(asyncio.open_connection("127.0.0.1", port) for _ in requests))
    for (_, writer), text in zip(opened, requests, strict=True):
        writer.write(text)
    async with asyncio.timeout(patience):
        return list(await asyncio.gather(*(read_answer(*both) for both in opened)))


async def send(port: int, text: bytes) -> Answer:
    """One alone."""
    return (await at_once(port, [text]))[0]


async def read_answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Answer:
    """The answer on a connection that ends with it."""
    received = b""
    try:
        while chunk := await reader.read(65_536):
            received += chunk
    except ConnectionResetError:
        # The server answers early and closes while we still send.
        pass
    finally:
        writer.close()
    head, _, body = received.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    assert lines[0].startswith("HTTP/1.1 "), f"no HTTP answer: {received[:200]!r}"
    headers = {}
    for line in lines[1:]:
        name, _, value = line.partition(":")
        headers[name.strip().lower()] = value.strip()
    if headers.get("transfer-encoding") == "chunked":
        body = _joined(body)
    return Answer(int(lines[0].split()[1]), headers, body)


def _joined(body: bytes) -> bytes:
    whole = b""
    while body:
        size, _, rest = body.partition(b"\r\n")
        length = int(size, 16)
        whole += rest[:length]
        body = rest[length + 2 :]
        if length == 0:
            break
    return whole
