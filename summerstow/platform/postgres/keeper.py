"""The keeper: the process that owns one embedded PostgreSQL and ends together with its holders.

`embedded.acquire` starts it as a detached process and hands it the held lock `keeper.lock`.
Holders keep a shared lock on `holders.lock`; the kernel drops it however they end. The keeper
waits for the exclusive one: once it gets it, no holder is left and the server stops. It answers
through `server.json` in the same folder. Standard library only, to stay small at rest.
"""

import contextlib
import fcntl
import json
import os
import select
import shutil
import signal
import stat
import sys
import threading
import time
from pathlib import Path
from typing import NoReturn

from summerstow.platform.postgres import userns, wal
from summerstow.platform.postgres.leftovers import sweep

USER = DATABASE = "summerstow"
PORT = 5432
HOLDERS_LOCK, KEEPER_LOCK, STATE, LOG = "holders.lock", "keeper.lock", "server.json", "log"
_LOG_LIMIT = 2 * 1024 * 1024
_TICK = 2.0
_START_TIMEOUT = 60.0
# Days of log are read anew where a moment of the past is brought back.
_RECOVERY_TIMEOUT = 3600.0
_STOP_STEPS = ((signal.SIGINT, 20.0), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0))

# What was acknowledged is never lost: fsync, synchronous_commit and full_page_writes stay on.
# Statements and their values stay out of the log (they hold personal data); the application
# gets each error itself. Helper processes that a small installation never needs are off.
_SETTINGS = """\
listen_addresses = ''
port = {port}
unix_socket_directories = {sockets}
unix_socket_permissions = 0700
max_connections = 60
superuser_reserved_connections = 3
shared_buffers = 16MB
wal_buffers = 1MB
huge_pages = off
work_mem = 4MB
maintenance_work_mem = 32MB
effective_cache_size = 256MB
jit = off
max_parallel_workers_per_gather = 0
max_parallel_maintenance_workers = 0
max_worker_processes = 1
max_logical_replication_workers = 0
max_replication_slots = 0
max_wal_senders = 2
wal_level = replica
io_method = sync
autovacuum_max_workers = 1
autovacuum_worker_slots = 1
autovacuum_naptime = 60s
min_wal_size = 32MB
max_wal_size = 256MB
checkpoint_timeout = 15min
random_page_cost = 1.1
timezone = 'UTC'
log_timezone = 'UTC'
lc_messages = 'C'
log_destination = 'stderr'
logging_collector = off
log_min_messages = log
log_min_error_statement = panic
log_error_verbosity = terse
log_checkpoints = off
log_line_prefix = '%m [%p] '
"""
# Large blocks go back to the machine when they are freed. Left to itself, the C library keeps as
# much as the largest that there ever was.
_MALLOC = {"MALLOC_MMAP_THRESHOLD_": "524288", "MALLOC_TRIM_THRESHOLD_": "262144"}


class KeeperError(Exception):
    """The server cannot be started; the message is one sentence for the person at the console."""


class Keeper:
    """One PostgreSQL server in `folder`, run from `binaries`, reached through `sockets`.

    Its write-ahead log goes to `archive`, if there is one.
    """

    def __init__(
        self, folder: Path, binaries: Path, sockets: Path, archive: Path | None = None
    ) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.binaries = binaries
        self.sockets = sockets
        self.archive = archive
        self.postmaster: int | None = None
        self.wake_read, self.wake_write = os.pipe()
        os.set_blocking(self.wake_write, False)
        self.signalled: set[int] = set()
        self.identity = (folder / KEEPER_LOCK).stat().st_ino

    def run(self) -> int:
        """Serve until there are no holders; return the exit code."""
        self._catch_signals()
        try:
            fresh = self._prepare()
            self._start()
        except (KeeperError, OSError, userns.NamespaceRefusedError) as error:
            self._stop()
            self._tell({"error": _sentence(error)})
            return 1
        threading.Thread(target=self._wait_for_holders, daemon=True).start()
        if fresh:
            # initdb ran without waiting for the disk; catch up without delaying the first start.
            threading.Thread(target=os.sync, daemon=True).start()
        self._supervise()
        (self.folder / STATE).unlink(missing_ok=True)
        self._stop()
        if self.sockets.parent != self.folder:
            with contextlib.suppress(OSError):
                self.sockets.rmdir()
        return 0

    def _catch_signals(self) -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        signal.set_wakeup_fd(self.wake_write, warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda received, _: self.signalled.add(received))
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def _wait_for_holders(self) -> None:
        lock = os.open(self.folder / HOLDERS_LOCK, os.O_RDWR | os.O_NOFOLLOW)
        fcntl.flock(lock, fcntl.LOCK_EX)
        # Held until this process ends, so that newcomers wait for the shutdown to finish.
        self.signalled.add(0)
        os.write(self.wake_write, b"\0")

    def _supervise(self) -> None:
        delay = 0.1
        while not self.signalled and self._folder_is_ours():
            if self.postmaster is not None:
                delay = 0.1
                self._wait(_TICK)
                self._shorten_log()
                if self._reap(self.postmaster):
                    # Crashed or killed: the data is whole, recovery takes what the WAL holds.
                    self.postmaster = None
                    (self.folder / STATE).unlink(missing_ok=True)
                continue
            try:
                self._start()
            except (KeeperError, OSError, userns.NamespaceRefusedError) as error:
                print(_sentence(error), file=sys.stderr, flush=True)
                self._wait(delay)
                delay = min(delay * 2, 5.0)

    def _folder_is_ours(self) -> bool:
        try:
            lock_stat = (self.folder / KEEPER_LOCK).stat()
        except OSError:
            return False
        return lock_stat.st_ino == self.identity and self.data.is_dir()

    def _prepare(self) -> bool:
        """Make the cluster at the first start, and the socket folder; say whether it is new."""
        sweep(self.data)
        _private_folder(self.sockets)
        for leftover in self.sockets.glob(f".s.PGSQL.{PORT}*"):
            leftover.unlink()
        settings = _SETTINGS.format(port=PORT, sockets=_quote(self.sockets))
        if self.archive is not None:
            settings += wal.settings(self.archive)
        (self.folder / "postgresql.conf").write_bytes(os.fsencode(settings))
        if not (self.data / "PG_VERSION").exists():
            self._initialise()
            return True
        return False

    def _initialise(self) -> None:
        if self.data.exists() and any(self.data.iterdir()):
            raise KeeperError(f"{self.data} holds something that is not a PostgreSQL cluster.")
        # A name of its own: an initdb whose keeper was killed may still be clearing up the last.
        for leftover in self.folder.glob("data.new-*"):
            shutil.rmtree(leftover, ignore_errors=True)
        fresh = self.folder / f"data.new-{os.getpid()}"
        # The builtin provider orders by code point as C does, and knows the case of all letters.
        self._finish(
            self.binaries / "initdb",
            *("-D", fresh, "-U", USER, "--auth=trust", "--encoding=UTF8", "--locale=C"),
            *("--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
            *("--no-sync", "--no-instructions"),
        )
        single = (self.binaries / "postgres", "--single", "-F", "-D", fresh, "template1")
        self._finish(*single, entered=f"create database {DATABASE}\n")
        if self.data.exists():
            self.data.rmdir()
        fresh.rename(self.data)

    def _finish(self, *command: Path | str, entered: str = "") -> None:
        """Run a program to its end under the server's identity."""
        mark = _log_size()
        pid = self._spawn([os.fspath(word) for word in command], entered)
        _, status = os.waitpid(pid, 0)
        if status:
            name = Path(command[0]).name
            raise KeeperError(f"PostgreSQL could not be prepared ({name}): {_last_line(mark)}")

    def _start(self) -> None:
        """Start the postmaster and wait until it takes connections."""
        sweep(self.data)
        mark = _log_size()
        settings = f"config_file={self.folder / 'postgresql.conf'}"
        command = [str(self.binaries / "postgres"), "-D", str(self.data), "-c", settings]
        pid = self._spawn(command)
        recovers = (self.data / "recovery.signal").exists()
        patience = _RECOVERY_TIMEOUT if recovers else _START_TIMEOUT
        deadline = time.monotonic() + patience
        while not self._accepts(pid):
            if self._reap(pid):
                version = (self.data / "PG_VERSION").read_text().strip()
                raise KeeperError(
                    f"PostgreSQL did not start on {self.data}, which was made by version "
                    f"{version}: {_last_line(mark)}"
                )
            if time.monotonic() > deadline:
                os.kill(pid, signal.SIGQUIT)
                raise KeeperError(f"PostgreSQL was not ready within {patience:.0f} seconds.")
            time.sleep(0.005)
        self.postmaster = pid
        self._tell({"sockets": str(self.sockets)})

    def _accepts(self, pid: int) -> bool:
        try:
            lines = (self.data / "postmaster.pid").read_text(errors="replace").splitlines()
        except OSError:
            return False
        return len(lines) > 7 and lines[0].strip() == str(pid) and lines[7].strip() == "ready"

    def _spawn(self, command: list[str], entered: str = "") -> int:
        """Start a program that ends with this process, never as uid 0; return its pid."""
        keeper = os.getpid()
        failed_read, failed_write = os.pipe()
        input_read, input_write = os.pipe()
        os.write(input_write, entered.encode())
        pid = os.fork()
        if pid == 0:
            self._become(command, keeper, failed_write, input_read)
        for end in (failed_write, input_read, input_write):
            os.close(end)
        with os.fdopen(failed_read, "rb") as failed:
            reason = failed.read().decode(errors="replace")
        if reason:
            os.waitpid(pid, 0)
            raise KeeperError(reason)
        return pid

    def _become(self, command: list[str], keeper: int, failed: int, entered: int) -> NoReturn:
        try:
            signal.set_wakeup_fd(-1)
            os.dup2(entered, 0)
            if os.geteuid() == 0 or (sys.platform == "linux" and not userns.has_name(os.geteuid())):
                self._leave_root()
            userns.die_with_parent(signal.SIGINT, keeper)
            environment = {k: v for k, v in os.environ.items() if not k.startswith(("PG", "LC_"))}
            os.execve(command[0], command, {**environment, **_MALLOC, "LC_ALL": "C"})  # noqa: S606
        except BaseException as error:
            os.write(failed, _sentence(error).encode())
            os._exit(127)

    def _leave_root(self) -> None:
        advice = "Run Summerstow as an ordinary user, or set DATABASE_URL."
        if sys.platform != "linux":
            raise KeeperError(f"PostgreSQL does not run as root. {advice}")
        try:
            archiving = (self.archive, Path(wal.__file__)) if self.archive else ()
            keep_access = os.geteuid() == 0 and userns.closed_to_root_uid(
                self.folder, self.binaries, *archiving
            )
            userns.enter_namespace(keep_access=keep_access)
        except userns.NamespaceRefusedError as error:
            who = "as root" if os.geteuid() == 0 else f"as a user without a name ({os.geteuid()})"
            raise KeeperError(
                f"PostgreSQL does not run {who}, and this machine allows no user namespaces "
                f"({error}). {advice}"
            ) from error

    def _wait(self, seconds: float) -> None:
        if select.select([self.wake_read], [], [], seconds)[0]:
            os.read(self.wake_read, 4096)

    def _reap(self, pid: int) -> bool:
        """Collect ended children, adopted ones too; say whether `pid` is gone."""
        while True:
            try:
                ended, _ = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return True
            if ended == pid:
                return True
            if ended == 0:
                return False

    def _stop(self) -> None:
        """Fast shutdown, and harder if that takes too long; then whatever is left of it."""
        pid = self.postmaster
        for number, patience in _STOP_STEPS:
            if pid is None:
                break
            os.kill(pid, number)
            deadline = time.monotonic() + patience
            while time.monotonic() < deadline:
                if self._reap(pid):
                    pid = None
                    break
                self._wait(0.2)
        sweep(self.data)

    def _tell(self, state: dict[str, str]) -> None:
        partial = self.folder / f"{STATE}.new"
        partial.write_text(json.dumps({"keeper": os.getpid(), **state}))
        partial.rename(self.folder / STATE)

    def _shorten_log(self) -> None:
        log = self.folder / LOG
        if _log_size() > _LOG_LIMIT:
            shutil.copyfile(log, log.with_suffix(".1"))
            os.truncate(log, 0)


def _private_folder(folder: Path) -> None:
    """Create `folder` with private permissions, and refuse one of another user."""
    folder.mkdir(mode=0o700, exist_ok=True)
    folder_stat = folder.lstat()
    if not stat.S_ISDIR(folder_stat.st_mode) or folder_stat.st_uid != os.geteuid():
        raise KeeperError(f"{folder} belongs to somebody else; remove it, or set TMPDIR.")
    if stat.S_IMODE(folder_stat.st_mode) != 0o700:
        folder.chmod(0o700)


def _quote(path: Path) -> str:
    """A folder as one entry of a PostgreSQL list setting, inside a quoted value."""
    return wal.quoted('"' + str(path).replace('"', '""') + '"')


def _sentence(error: BaseException) -> str:
    text = str(error) if isinstance(error, KeeperError) else f"PostgreSQL cannot be run: {error}"
    return text if text.endswith(".") else f"{text}."


def _log_size() -> int:
    return os.fstat(2).st_size


def _last_line(mark: int) -> str:
    """PostgreSQL's last line since the log was `mark` bytes long, errors first."""
    with Path(LOG).open("rb") as log:
        log.seek(min(mark, _log_size()))
        lines = [line for line in log.read().decode(errors="replace").splitlines() if line.strip()]
    wrong = [line for line in lines if "FATAL:" in line or "PANIC:" in line or "error:" in line]
    return (wrong or lines or ["it said nothing."])[-1].split("FATAL:  ")[-1].strip()


def main(folder: str, binaries: str, sockets: str, lock: str, archive: str) -> None:
    """Entry of the detached process: fork away from the starter, then keep the server.

    `lock` is the number of the descriptor that holds `keeper.lock`; `archive` may be empty.
    """
    os.set_inheritable(int(lock), False)
    # The starter has waited for this first process. The keeper is no holder's child, so that it
    # can neither be waited for nor become a zombie of a holder.
    if os.fork():
        os._exit(0)
    home = Path(folder)
    os.chdir(home)
    userns.adopt_orphans()
    owner = home.stat()
    if os.geteuid() == 0 and owner.st_uid != 0:
        keep_access = userns.closed_to_root_uid(Path(binaries), home)
        userns.become(owner.st_uid, owner.st_gid, keep_access=keep_access)
    os._exit(Keeper(home, Path(binaries), Path(sockets), Path(archive) if archive else None).run())
