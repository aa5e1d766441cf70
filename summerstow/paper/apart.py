"""PDF files are drawn in a process of their own, one for all workers, which ends soon after.

The library holds 30 MB for as long as its process lives. The main process begins that process when
a worker asks (`share`, before workers are forked), and again when it has died; a program without
workers does so itself.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import select
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Final, ParamSpec, cast

from summerstow.kit.observability import log

_log = log.get("paper")
P = ParamSpec("P")

#: Seconds that whoever asks for a file waits for it, those before it included.
_PATIENCE: Final = 180.0
#: What whoever asked sees of a process that was killed, or ended over a file that took too long.
_DIED: Final = (EOFError, ConnectionError, pickle.UnpicklingError)
#: Files that one process asks for at once; what waits in the socket is bounded.
_AT_ONCE: Final = 16
#: Seconds until the next one begins after one that died.
_PAUSE: Final = 0.2
_START: Final = (
    "import sys; parent = int(sys.argv[1]); sys.path[:] = sys.argv[2:]; "
    "from summerstow.paper import drawing; drawing.serve(parent)"
)

_asking: socket.socket | None = None
_turns: Final = asyncio.Semaphore(_AT_ONCE)


def share() -> None:
    """Let all processes that are forked from now on ask the one that this process begins."""
    global _asking
    if _asking is None:
        _asking, asked = socket.socketpair()
        threading.Thread(target=_keep, args=(asked,), daemon=True, name="paper").start()


async def drawn(function: Callable[P, bytes], *args: P.args, **kwargs: P.kwargs) -> bytes:
    """`function(*args)`, a function of a module, carried out in the process that draws.

    Raises what it raised, EOFError where the process died twice over it, and TimeoutError.
    """
    assert not kwargs
    share()
    question = pickle.dumps((function, args))
    async with _turns, asyncio.timeout(_PATIENCE):
        try:
            found = await _answered(question)
        except _DIED:
            # Nothing but the file comes of it.
            _log.warning("the process that draws has died; the next one draws the file")
            found = await _answered(question)
    if isinstance(found, Exception):
        raise found
    return cast(bytes, found)


async def _answered(question: bytes) -> object:
    assert _asking is not None
    ours, theirs = socket.socketpair()
    reader, writer = await asyncio.open_connection(sock=ours)
    try:
        with theirs:
            socket.send_fds(_asking, [b"\0"], [theirs.fileno()], socket.MSG_DONTWAIT)
        writer.write(question)
        return pickle.loads(await reader.read())  # noqa: S301 - from our own process
    finally:
        writer.close()


def _keep(asked: socket.socket) -> None:
    """Begin the process whenever one is asked for and there is none."""
    while select.select([asked], [], [])[0]:
        try:
            died = os.waitpid(_begun(asked), 0)[1]
        except OSError:
            # The machine is short of something, or its end was noted elsewhere.
            died = True
        if died:
            time.sleep(_PAUSE)


def _begun(asked: socket.socket) -> int:
    # Without `subprocess`: its pipes would be inherited by a worker that is forked meanwhile.
    return os.posix_spawn(
        sys.executable,
        [sys.executable, "-I", "-S", "-c", _START, str(os.getpid()), *sys.path],
        os.environ,
        file_actions=[
            (os.POSIX_SPAWN_DUP2, asked.fileno(), 0),
            # Whatever says something says it in the log.
            (os.POSIX_SPAWN_DUP2, 2, 1),
        ],
        # Ctrl-C is the main process's to pass on.
        setpgroup=0,
    )
