"""The embedded PostgreSQL survives what happens to real processes, and leaves none behind."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOBODY = 65534
DEADLINE = 20.0
IS_ROOT = os.geteuid() == 0

HOLDER = """
import json, sys
from pathlib import Path
from summerstow.kit.embedded import EmbeddedError, acquire
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
    # Where only root can reach any interpreter or the checkout, the user may look past folders.
    reaching = [*plain, "--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
    # The first exec happens with root's rights; the interpreter must also run itself.
    probe = "import subprocess, sys, summerstow.kit.embedded as e; e._binaries();"
    probe += "assert sys.version_info >= (3, 11); subprocess.check_call([sys.executable, '-V'])"
    for command in ([*plain, sys.executable], [*plain, "/usr/bin/python3"]):
        try:
            done = subprocess.run(
                [*command, "-c", probe], env=environment, capture_output=True, check=False
            )
        except OSError:
            continue
        if done.returncode == 0:
            return command, environment
    return [*reaching, sys.executable], environment


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


IDENTITIES = (
    [pytest.param(0, id="as-root"), pytest.param(NOBODY, id="as-an-ordinary-user")]
    if IS_ROOT
    else [pytest.param(os.geteuid(), id="as-the-ordinary-user-who-runs-the-tests")]
)
needs_root = pytest.mark.skipif(not IS_ROOT, reason="only root can act as two users")


@pytest.fixture(scope="module")
def used() -> Iterator[dict[int, Path]]:
    """One used folder for each identity, to copy from."""
    with ExitStack() as stack:
        folders: dict[int, Path] = {}
        for uid in {param.values[0] for param in IDENTITIES}:
            bench_of(int(str(uid)), stack, folders).used_folder()
        yield folders


@pytest.fixture(params=IDENTITIES)
def either(request: pytest.FixtureRequest, used: dict[int, Path]) -> Iterator[Bench]:
    with ExitStack() as stack:
        yield bench_of(request.param, stack, used)


@pytest.fixture
def bench(used: dict[int, Path]) -> Iterator[Bench]:
    with ExitStack() as stack:
        yield bench_of(os.geteuid(), stack, used)


def test_a_second_start_keeps_the_data(either: Bench) -> None:
    folder = either.folder()
    holder = either.hold(folder)
    holder.keep_a_row()
    for setting in ("fsync", "synchronous_commit", "full_page_writes"):
        assert holder.sql(f"show {setting}") == "on"
    assert holder.sql("show listen_addresses") == ""
    assert holder.sql("select upper('é') || current_database()") == "Ésummerstow"
    assert (folder / "postgres").stat().st_mode & 0o077 == 0
    assert (folder / "postgres/data").stat().st_uid == either.uid
    assert uid_of(holder.keeper()) == either.uid
    holder.release()
    nothing_left(folder)
    again = either.hold(folder)
    assert again.sql("select word from kept") == "here"


def test_simultaneous_first_starts_share_one_server_until_the_last_holder_is_gone(
    bench: Bench,
) -> None:
    folder = bench.folder()
    first, second, third = (bench.hold(folder) for _ in range(3))
    starts = {h.sql("select pg_postmaster_start_time()") for h in (first, second, third)}
    assert len(starts) == 1
    second.release()
    first.kill(first.process.pid)
    first.process.wait()
    third.keep_a_row()
    third.release()
    nothing_left(folder)


def test_killing_the_only_holder_stops_the_server_and_loses_nothing(bench: Bench) -> None:
    folder = bench.used_folder()
    holder = bench.hold(folder)
    assert holder.answer
    holder.kill(holder.process.pid)
    # At once, without waiting for the old server's end.
    bench.hold(folder).rows_again()


def test_a_killed_keeper_takes_its_server_along_and_the_holder_gets_another(
    either: Bench,
) -> None:
    holder = either.hold(either.used_folder())
    assert holder.answer
    keeper, postmaster = holder.keeper(), holder.postmaster()
    holder.kill(keeper)
    eventually(lambda: not command_line(postmaster), "the old server lives on")
    holder.rows_again()
    # Not only once: whoever forked from the holder must not hide the next keeper's death.
    holder.kill(holder.keeper())
    eventually(lambda: holder.try_sql("select 1") is None, "still the old server")
    holder.rows_again()


def test_keeper_and_holder_killed_together_leave_nothing(bench: Bench) -> None:
    folder = bench.used_folder()
    holder = bench.hold(folder)
    assert holder.answer
    holder.kill(holder.keeper(), holder.process.pid)
    nothing_left(folder)
    bench.hold(folder).rows_again()


def test_a_killed_postgres_recovers_by_itself(either: Bench) -> None:
    holder = either.hold(either.used_folder())
    assert holder.answer
    before = time.monotonic()
    old = holder.postmaster()
    holder.kill(old)
    eventually(lambda: holder.try_sql("select 1") is None or holder.postmaster() != old, "alive")
    holder.rows_again()
    assert time.monotonic() - before < 5


def test_everything_killed_at_once_starts_again(either: Bench) -> None:
    folder = either.used_folder()
    holder = either.hold(folder)
    assert holder.answer
    victims = processes(folder)
    assert len(victims) > 4
    holder.kill(holder.process.pid, *victims)
    nothing_left(folder)
    assert (folder / "postgres/data/postmaster.pid").exists()
    either.hold(folder).rows_again()


def test_a_pid_file_that_names_a_living_stranger_is_stale(bench: Bench) -> None:
    folder = bench.used_folder()
    holder = bench.hold(folder)
    assert holder.answer
    pid_file = folder / "postgres/data/postmaster.pid"
    left = pid_file.read_text().splitlines()
    holder.release()
    stranger = subprocess.Popen([*bench.command, "-c", "input()"], stdin=subprocess.PIPE)
    pid_file.write_text("\n".join([str(stranger.pid), *left[1:]]) + "\n")
    os.chown(pid_file, bench.uid, -1)
    pid_file.chmod(0o600)
    bench.hold(folder).rows_again()
    stranger.communicate(b"\n")


@pytest.mark.parametrize(
    "name", ["Übung mit 'einem' \"Pfad\"", "long, " + "/".join(["x" * 60] * 3)]
)
def test_any_path_will_do_below_a_folder_only_its_owner_can_enter(either: Bench, name: str) -> None:
    folder = either.folder()
    assert folder.stat().st_mode & 0o077 == 0
    holder = either.hold(folder / name)
    assert holder.sql("select 1") == "1"
    sockets = Path(holder.answer["connect"]["host"])
    assert sockets.stat().st_mode & 0o777 == 0o700
    assert sockets.stat().st_uid == either.uid
    holder.release()
    nothing_left(folder)
    assert sockets.is_relative_to(folder) or not sockets.exists()


def test_two_copies_run_side_by_side(bench: Bench) -> None:
    one, other = bench.hold(bench.folder()), bench.hold(bench.folder())
    one.keep_a_row()
    assert other.sql("select to_regclass('kept') is null") == "t"
    one.release()
    assert other.sql("select 1") == "1"


def test_a_removed_data_folder_ends_its_server(bench: Bench) -> None:
    folder = bench.used_folder()
    holder = bench.hold(folder)
    assert holder.answer
    shutil.rmtree(folder)
    nothing_left(folder)
    holder.kill(holder.process.pid)


@needs_root
def test_root_works_inside_another_users_private_folder() -> None:
    with ExitStack() as stack:
        folder = bench_of(NOBODY, stack).folder()
        (folder / "data").mkdir()
        assert (folder / "data").stat().st_uid == 0
        root = bench_of(0, stack)
        holder = root.hold(folder / "data")
        holder.keep_a_row()
        holder.kill(holder.keeper(), holder.process.pid)
        nothing_left(folder)
        root.hold(folder / "data").rows_again()


@needs_root
def test_root_and_a_user_take_turns_on_the_users_data() -> None:
    with ExitStack() as stack:
        root, user = bench_of(0, stack), bench_of(NOBODY, stack)
        folder = user.folder()
        holder = root.hold(folder)
        holder.keep_a_row()
        assert uid_of(holder.postmaster()) == NOBODY
        holder.release()
        after = user.hold(folder)
        assert after.sql("select word from kept") == "here"
        after.release()
        assert root.hold(folder).sql("select word from kept") == "here"


@needs_root
def test_a_user_is_told_that_the_data_is_roots() -> None:
    with ExitStack() as stack:
        root, user = bench_of(0, stack), bench_of(NOBODY, stack)
        folder = root.folder()
        folder.chmod(0o755)
        root.hold(folder).sql("select 1")
        said = user.hold(folder).refusal()
        assert re.fullmatch(r"\S+ belongs to another user; .*SUMMERSTOW_DATA_DIR.*\.", said)


@needs_root
def test_root_without_namespaces_is_told_what_to_do(bench: Bench) -> None:
    forbid = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"'
    inside = ("unshare", "--user", "--map-root-user", "sh", "-c", forbid, "sh")
    said = bench.hold(bench.folder(), *inside).refusal()
    assert said.count("\n") == 0
    assert "user namespaces" in said
    assert said.endswith("Run Summerstow as an ordinary user, or set DATABASE_URL.")


def test_foreign_files_in_the_folder_are_refused_and_left_alone(bench: Bench) -> None:
    folder = bench.folder()
    precious = folder / "postgres/data/precious"
    precious.parent.mkdir(parents=True)
    precious.touch()
    said = bench.hold(folder).refusal()
    assert "is not a PostgreSQL cluster" in said
    assert precious.exists()


def test_data_of_another_version_is_named(bench: Bench) -> None:
    folder = bench.used_folder()
    holder = bench.hold(folder)
    holder.sql("select 1")
    holder.release()
    (folder / "postgres/data/PG_VERSION").write_text("15\n")
    assert "made by version 15" in bench.hold(folder).refusal()
