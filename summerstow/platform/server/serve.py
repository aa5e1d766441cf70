"""Serve the product: the database, the preparation, then granian's worker processes.

The main process stays small and only supervises. Workers learn the database from the
environment variable SUMMERSTOW_CONNECT: a JSON object of `asyncpg.connect` arguments.
"""

import errno
import gc
import importlib
import json
import os
import resource
import shutil
import signal
import socket
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any

from granian.constants import HTTPModes, Interfaces, Loops
from granian.http import HTTP1Settings
from granian.log import LogLevels

from summerstow.platform.observability import heartbeat, log_output
from summerstow.platform.observability.heartbeat import Beating, Heartbeats
from summerstow.platform.postgres import userns
from summerstow.platform.postgres.embedded import EmbeddedError, acquire
from summerstow.platform.server.supervisor import ENDING, Supervisor
from summerstow.platform.settings.model import Settings

CONNECT_VARIABLE = "SUMMERSTOW_CONNECT"
# Where the workers keep their counts together (platform/observability/metrics.py).
_COUNTS_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
# Connections that wait to be accepted, and those that one worker holds, busy or not; beyond that
# the kernel queues. How much it works on at once is bounded in platform/http/body_limits.py.
_BACKLOG = 2048
_CONNECTIONS = 4096
# What a worker opens besides: its database connections, files, the log.
_OTHER_FILES = 256
# Until a request's head is there, or the next one on a connection: above the 5 s for which clients
# (httpx) use an idle connection again, so that none is used while it is being closed.
_HEAD_MS = 10_000
_GRACE = 8
_PORT_PATIENCE = 1.0

_ON_STDERR = {"stream": "ext://sys.stderr", "class": "logging.StreamHandler"}
_LOGGING: dict[str, Any] = {
    "handlers": {
        "console": {**_ON_STDERR, "formatter": "generic"},
        "access": {**_ON_STDERR, "formatter": "access"},
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
}

Connect = dict[str, str | int]
Prepare = Callable[[Settings, Connect], None]


def run(
    settings: Settings,
    prepare: Prepare,
    target: str = "summerstow.app:application",
    preload: Sequence[str] = (),
) -> None:
    """Serve until SIGTERM, SIGINT or SIGHUP, then stop gracefully: drained, then within 10 s.

    `prepare` (migrations, seeds) runs once, in a child of its own. `target` names a function
    without arguments that returns the ASGI application; it is called in each worker. `preload`
    names modules to import once and share with the workers. Raises SystemExit: 2 when the
    address cannot be had, 1 when the database or the preparation failed or workers cannot run.
    """
    log_output.install()
    with ExitStack() as stack:
        try:
            stack.enter_context(_reserved_address(settings.host, settings.port))
            if settings.database_url:
                connect: Connect = {"dsn": settings.database_url}
            else:
                server = acquire(settings.data_dir, archive=settings.archive)
                connect = stack.enter_context(server).dsn_kwargs
            os.environ[CONNECT_VARIABLE] = json.dumps(connect)
            _in_child(partial(prepare, settings, connect))
        except EmbeddedError as error:
            _give_up(str(error), 1)
        except KeyboardInterrupt:
            raise SystemExit(130) from None
        os.environ[_COUNTS_VARIABLE] = stack.enter_context(_counts(settings))
        with _without("click", "pygments", "rich"):
            for one in preload:
                module, _, name = one.partition(":")
                imported = importlib.import_module(module)
                if name:
                    getattr(imported, name)()
        gc.collect()
        gc.freeze()
        _granian(settings, target)


@contextmanager
def _without(*packages: str) -> Iterator[None]:
    """Count these as not installed: libraries would load them for a console of their own.

    That would take 5 MB for nothing.
    """
    absent = dict.fromkeys(set(packages) - sys.modules.keys())
    sys.modules.update(absent)  # type: ignore[arg-type]
    try:
        yield
    finally:
        for one in absent:
            del sys.modules[one]


@contextmanager
def _counts(settings: Settings) -> Iterator[str]:
    """An empty folder for what the workers count, gone when the product ends."""
    folder = settings.data_dir / f"metrics-{settings.port}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, parents=True)
    try:
        yield str(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def watch_parent() -> None:
    """In a worker: end when the main process does, however it died. Called for every worker.

    Also leaves the terminal's process group: Ctrl-C is the main process's to pass on, else
    it would take a worker's orderly end for a crash.
    """
    parent = os.getppid()
    os.setpgid(0, 0)
    if sys.platform == "linux":
        userns.die_with_parent(signal.SIGKILL, parent)
    else:
        threading.Thread(target=_poll_parent, args=(parent,), daemon=True).start()


def _poll_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGKILL)


def _load_application(target: str, main: int, beats: Heartbeats, index: int) -> Any:
    watch_parent()
    if os.getppid() != main:
        raise SystemExit(1)
    for number in ENDING:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    heartbeat.become(index)
    module, name = target.split(":")
    application = getattr(importlib.import_module(module), name)()
    return Beating(application, beats, index, _take_signals)


def _take_signals() -> None:
    """Not before the server is ready: it would lose them, and the worker would then be killed."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)


def _granian(settings: Settings, target: str) -> None:
    server = Supervisor(
        target,
        address=_numeric(settings.host)[1],
        port=settings.port,
        interface=Interfaces.ASGI,
        workers=settings.web_concurrency,
        loop=Loops.uvloop,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=_HEAD_MS, max_buffer_size=128 * 1024),
        websockets=False,
        backlog=_BACKLOG,
        backpressure=_connections(),
        respawn_failed_workers=True,
        workers_kill_timeout=_GRACE,
        log_level=LogLevels.warning,
        log_dictconfig=_LOGGING,
        log_access=False,
    )

    def started() -> None:
        # granian reloads on SIGHUP; a closed terminal is to end the product.
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
            signal.signal(signal.SIGHUP, server.signal_handler_interrupt)
        threading.Thread(target=_announce, args=(settings,), daemon=True).start()

    server.on_startup(started)
    beats = Heartbeats(settings.web_concurrency)
    heartbeat.share(beats)
    server.begin(beats, settings.drain_seconds)
    loader = partial(_load_application, target, os.getpid(), beats)
    server.serve(target_loader=loader, wrap_loader=False)


def _connections() -> int:
    """How many connections a worker may hold, with as many open files as this process may have."""
    soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    target = _CONNECTIONS + _OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < target:
        soft = target if most == resource.RLIM_INFINITY else min(target, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, most))
    return _CONNECTIONS if soft == resource.RLIM_INFINITY else min(_CONNECTIONS, soft // 2)


def _announce(settings: Settings) -> None:
    """Say once that the first worker takes connections."""
    family, address = _numeric(settings.host)
    wildcard = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104
    while True:
        # Workers are forked meanwhile, so nothing here may import or look up names.
        with socket.socket(family) as probe:
            probe.settimeout(5)
            if probe.connect_ex((wildcard.get(address, address), settings.port)) == 0:
                break
        time.sleep(0.02)
    print(f"Summerstow is ready at http://localhost:{settings.port}", flush=True)


@contextmanager
def _reserved_address(host: str, port: int) -> Iterator[None]:
    """Refuse an address that is taken, before any work is done for it.

    granian's workers share their port with any process that wants that, so that a second copy
    would get half of the requests instead of an error. On Linux an abstract socket keeps out a
    copy that starts at the same moment.
    """
    limit = time.monotonic() + _PORT_PATIENCE
    while True:
        try:
            _try_address(host, port)
            guard = socket.socket(socket.AF_UNIX)
            if sys.platform == "linux":
                guard.bind(f"\0summerstow-port-{port}-{host}")
            break
        except OSError as error:
            # Workers of a copy that was killed need a moment to go.
            if error.errno != errno.EADDRINUSE or time.monotonic() > limit:
                _give_up(_refusal(error, host, port), 2)
        time.sleep(0.05)
    try:
        yield
    finally:
        guard.close()


def _try_address(host: str, port: int) -> None:
    family, address = _numeric(host)
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((address, port))


def _numeric(host: str) -> tuple[socket.AddressFamily, str]:
    """The IP address that `host` stands for, with its family; IPv4 first. Raises OSError."""
    addresses = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    best = min(addresses, key=lambda entry: entry[0] != socket.AF_INET)
    return best[0], str(best[4][0])


def _refusal(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"PORT {port} is already in use; set PORT to a free one."
    if error.errno == errno.EACCES:
        return f"PORT {port} may not be used by this user; set PORT to one above 1023."
    return f"HOST {host} is not an address of this machine: {error.strerror or error}."


def _in_child(work: Callable[[], None]) -> None:
    """Run `work` in a forked child, so that what it imports and allocates goes with it."""
    sys.stdout.flush()
    sys.stderr.flush()
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            userns.die_with_parent(signal.SIGKILL, parent)
            work()
            code = 0
        except SystemExit as error:
            if isinstance(error.code, str):
                print(error.code, file=sys.stderr)
            code = error.code if isinstance(error.code, int) else int(error.code is not None)
        except KeyboardInterrupt:
            code = 130
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if status:
        raise SystemExit(os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else 1)


def _give_up(sentence: str, code: int) -> None:
    print(sentence, file=sys.stderr, flush=True)
    raise SystemExit(code)
