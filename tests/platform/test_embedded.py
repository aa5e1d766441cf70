"""The embedded PostgreSQL survives what happens to real processes, and leaves none behind."""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from summerstow.platform.postgres import embedded
from tests.platform.holders import (
    IS_ROOT,
    NOBODY,
    Bench,
    bench_of,
    command_line,
    eventually,
    nothing_left,
    processes,
    uid_of,
)

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
    old = holder.postmaster()
    holder.kill(old)
    eventually(lambda: holder.try_sql("select 1") is None or holder.postmaster() != old, "alive")
    holder.rows_again()


def test_everything_killed_at_once_starts_again(either: Bench) -> None:
    folder = either.used_folder()
    holder = either.hold(folder)
    assert holder.answer
    # It answers before the last of its own processes have begun.
    eventually(lambda: len(processes(folder)) > 4, "keeper, postmaster and backends")
    victims = processes(folder)
    # The keeper must not see its server die first, nor the server its keeper.
    os.kill(holder.keeper(), signal.SIGSTOP)
    holder.kill(holder.process.pid, holder.postmaster(), *victims)
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
    # The server may take its own files away at the same moment.
    while folder.exists():
        shutil.rmtree(folder, ignore_errors=True)
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
        # On the user's data root's server runs as that user, who must reach its programs.
        root.environment["PYTHONPATH"] = user.environment["PYTHONPATH"]
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


@pytest.mark.parametrize(("is_new", "needed"), [(True, 200), (False, 40)])
def test_a_full_disk_is_one_sentence(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, is_new: bool, needed: int
) -> None:
    """PostgreSQL is not started to end half prepared, or with a signal and no word."""
    data_dir = bench.folder() if is_new else bench.used_folder()
    usage = shutil.disk_usage(data_dir.parent)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=(needed << 20) - 1))
    with pytest.raises(embedded.EmbeddedError, match="disk of SUMMERSTOW_DATA_DIR is full") as full:
        embedded.acquire(data_dir)
    assert f"{needed - 1} MB are free" in str(full.value)


def test_an_archive_that_cannot_be_written_is_named(bench: Bench) -> None:
    with pytest.raises(embedded.EmbeddedError, match="SUMMERSTOW_ARCHIVE_DIR must be a folder"):
        embedded.acquire(bench.folder(), archive=Path("/proc/archive"))
