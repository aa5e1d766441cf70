"""A load on loopback: `python -m bench.load`, its plan as JSON on standard input.

A process of its own, so that its cost is not counted as the product's. Keeps connections alive;
each sends its next request when the last answer is whole.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any


async def _ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes) -> int:
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
    total: int = plan["count"]
    taken = 0
    latencies: list[float] = []
    failures: dict[int, int] = {}

    async def connection() -> None:
        nonlocal taken
        reader, writer = await asyncio.open_connection("127.0.0.1", plan["port"], limit=2**22)
        while taken < total:
            request = requests[taken % len(requests)]
            taken += 1
            begun = time.perf_counter()
            status = await _ask(reader, writer, request)
            latencies.append(time.perf_counter() - begun)
            if not 200 <= status < 300:
                failures[status] = failures.get(status, 0) + 1
        writer.close()

    begun = time.perf_counter()
    await asyncio.gather(*(connection() for _ in range(plan["connections"])))
    return {"seconds": time.perf_counter() - begun, "latencies": latencies, "failures": failures}


if __name__ == "__main__":
    json.dump(asyncio.run(_run(json.load(sys.stdin))), sys.stdout)
