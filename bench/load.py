"""A load on loopback: `python -m bench.load`, its plan as JSON on standard input.

A process of its own, so that its cost is not counted as the product's. Connections stay open. Each
sends its next request when the last answer is whole; with a `rate`, requests are sent at their
times, and an answer's time counts from then.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _ask(connection: Connection, request: bytes) -> int:
    reader, writer = connection
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    status = int(head[9:12])
    lines = head.lower().split(b"\r\n")
    length = next((int(one[16:]) for one in lines if one.startswith(b"content-length: ")), None)
    if length is not None:
        await reader.readexactly(length)
    elif b"transfer-encoding: chunked" in lines:
        while size := int((await reader.readline()).strip() or b"0", 16):
            await reader.readexactly(size + 2)
        await reader.readline()
    return status


async def _run(plan: dict[str, Any]) -> dict[str, Any]:
    requests = [one.encode("latin-1") for one in plan["requests"]]
    count, rate = plan["count"], plan.get("rate")
    latencies: list[float] = []
    failures: dict[int, int] = {}
    free: asyncio.Queue[Connection] = asyncio.Queue()

    async def connect() -> Connection:
        return await asyncio.open_connection("127.0.0.1", plan["port"], limit=2**22)

    for _ in range(plan["connections"]):
        free.put_nowait(await connect())
    begun = time.perf_counter()

    async def send(number: int) -> None:
        due = time.perf_counter()
        if rate:
            due = begun + number / rate
            await asyncio.sleep(max(due - time.perf_counter(), 0))
        connection = await free.get()
        if connection[0].at_eof():
            # The server closes what is idle for long.
            connection = await connect()
        if not rate:
            due = time.perf_counter()
        status = await _ask(connection, requests[number % len(requests)])
        latencies.append(time.perf_counter() - due)
        free.put_nowait(connection)
        if not 200 <= status < 300:
            failures[status] = failures.get(status, 0) + 1

    await asyncio.gather(*(send(number) for number in range(count)))
    while not free.empty():
        free.get_nowait()[1].close()
    return {"latencies": sorted(latencies), "failures": failures}


if __name__ == "__main__":
    json.dump(asyncio.run(_run(json.load(sys.stdin))), sys.stdout)
