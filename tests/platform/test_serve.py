"""The supervised product: it starts, says so, survives its workers and leaves nothing behind."""

import http.client
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Self

import pytest

ROOT = Path(__file__).resolve().parents[2]
DEADLINE = 40.0

# The smallest product: its application tells the worker's pid, and asks the database.
PRODUCT = """
import asyncio, json, os, sys
from pathlib import Path
from typing import Self

import asyncpg

from summerstow.platform.settings.model import Settings
from summerstow.platform.server.serve import run


def application():
    if "BROKEN" in os.environ:
        raise RuntimeError("broken")

    async def answer(scope, receive, send):
        if scope["type"] == "lifespan":
            while (message := await receive())["type"] == "lifespan.startup":
                await send({"type": "lifespan.startup.complete"})
            return await send({"type": "lifespan.shutdown.complete"})
        body = str(os.getpid())
        if scope["path"] == "/prepared":
            connection = await asyncpg.connect(**json.loads(os.environ["SUMMERSTOW_CONNECT"]))
            body = str(await connection.fetchval("select count(*) from prepared"))
            await connection.close()
        if scope["path"] == "/hang":
            while True:
                pass
        if scope["path"] == "/slow":
            Path(__file__).with_name("began").touch()
            await asyncio.sleep(1)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body.encode()})
    return answer


def prepare(settings, connect):
    async def work():
        connection = await asyncpg.connect(**connect)
        await connection.execute("create table if not exists prepared (pid int)")
        await connection.execute("insert into prepared values ($1)", os.getpid())
        await connection.close()
    if "REFUSE" in os.environ:
        raise SystemExit("The seed is wrong.")
    asyncio.run(work())


if __name__ == "__main__":
    settings = Settings(port=int(sys.argv[1]), data_dir=Path(sys.argv[2]), web_concurrency=2)
    run(settings, prepare, target="product:application", preload=["product"])
"""


def eventually(look: Callable[[], bool], what: str) -> None:
    """Wait until `look` is true, within the deadline."""
    limit = time.monotonic() + DEADLINE
    while not look():
        assert time.monotonic() < limit, what
        time.sleep(0.02)


class Product:
    """One running product on a port and a data folder of its own."""

    def __init__(self, folder: Path, port: int, **environment: str) -> None:
        self.folder, self.port = folder, port
        (folder / "product.py").write_text(PRODUCT)
        self.process = subprocess.Popen(
            [sys.executable, str(folder / "product.py"), str(port), str(folder)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment, "PYTHONPATH": f"{ROOT}:{folder}"},
            start_new_session=True,
        )

    def first_line(self) -> str:
        assert self.process.stdout
        ready, _, _ = select.select([self.process.stdout], [], [], DEADLINE)
        assert ready, "it says nothing"
        return self.process.stdout.readline().strip()

    def get(self, path: str) -> str:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=DEADLINE)
        connection.request("GET", path)
        answer = connection.getresponse()
        assert answer.status == 200
        return answer.read().decode()

    def __repr__(self) -> str:
        return f"<the product on {self.port}>"

    def workers(self) -> set[int]:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return {int(pid) for pid in children.read_text().split()}

    def ready(self) -> Self:
        assert self.first_line() == f"Summerstow is ready at http://localhost:{self.port}"
        return self


def left_of(folder: Path) -> list[int]:
    found = []
    for at in Path("/proc").iterdir():
        with suppress(OSError):
            if at.name.isdecimal() and (
                str(folder).encode() in (at / "cmdline").read_bytes()
                or str(folder) in str((at / "cwd").readlink())
            ):
                found.append(int(at.name))
    return found


def answers(product: Product) -> bool:
    """Whether a worker takes requests; a connection to one that just died is reset."""
    try:
        return product.get("/").isdecimal()
    except (OSError, http.client.HTTPException):
        return False


def gone(product: Product, worker: int) -> bool:
    return worker not in product.workers()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def folder() -> Iterator[Path]:
    made = Path(tempfile.mkdtemp(prefix="summerstow-serve-")).resolve()
    yield made
    try:
        eventually(lambda: not left_of(made), f"left behind: {left_of(made)}")
    finally:
        for pid in left_of(made):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        shutil.rmtree(made, ignore_errors=True)


def test_it_prepares_once_serves_and_stops_gracefully(folder: Path) -> None:
    product = Product(folder, free_port()).ready()
    assert product.get("/prepared") == "1"
    assert product.get("/" + "x" * 16_000).isdecimal()
    slow = http.client.HTTPConnection("127.0.0.1", product.port, timeout=DEADLINE)
    slow.request("GET", "/slow")
    eventually((folder / "began").exists, "the request did not arrive")
    before = time.monotonic()
    product.process.terminate()
    assert slow.getresponse().status == 200
    assert product.process.wait(DEADLINE) == 0
    assert time.monotonic() - before < 10
    assert product.process.stderr
    assert product.process.stderr.read() == ""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_ctrl_c_and_a_closed_terminal_end_all_of_it(folder: Path, number: signal.Signals) -> None:
    product = Product(folder, free_port()).ready()
    os.killpg(product.process.pid, number)
    assert product.process.wait(DEADLINE) == 0
    assert product.process.stderr
    assert product.process.stderr.read() == ""


def test_a_killed_main_process_takes_workers_and_database_along_and_starts_again(
    folder: Path,
) -> None:
    product = Product(folder, free_port()).ready()
    workers = product.workers()
    assert len(workers) == 2
    product.process.kill()
    product.process.wait()
    # At once, on the same port and the same data.
    again = Product(folder, product.port).ready()
    assert again.get("/prepared") == "2"
    assert not workers & set(left_of(folder))
    again.process.kill()
    again.process.wait()


def test_crashed_workers_are_replaced_again_and_again(folder: Path) -> None:
    product = Product(folder, free_port()).ready()
    eventually(lambda: len(product.workers()) == 2, "workers")
    crashed: set[int] = set()
    for _ in range(3):
        crashed.add(int(product.get("/")))
        for pid in crashed & product.workers():
            os.kill(pid, signal.SIGKILL)
        eventually(lambda: len(product.workers() - crashed) == 2, "no replacement")
    assert product.get("/prepared") == "1"
    product.process.terminate()
    product.process.wait(DEADLINE)


def test_ten_deaths_in_a_row_do_not_end_the_product(folder: Path) -> None:
    product = Product(folder, free_port()).ready()
    for _ in range(10):
        eventually(lambda: product.workers() != set(), "a worker")
        worker = product.workers().pop()
        os.kill(worker, signal.SIGKILL)
        eventually(partial(gone, product, worker), "the end of a worker")
    eventually(lambda: len(product.workers()) == 2, "replacements")
    eventually(lambda: answers(product), "an answer")
    assert product.process.poll() is None
    product.process.terminate()
    assert product.process.wait(DEADLINE) == 0


@pytest.mark.parametrize("how", ["stopped", "spinning"])
def test_a_worker_that_hangs_is_replaced(folder: Path, how: str) -> None:
    product = Product(folder, free_port()).ready()
    eventually(lambda: len(product.workers()) == 2, "workers")
    if how == "stopped":
        hung = int(product.get("/"))
        os.kill(hung, signal.SIGSTOP)
        eventually(lambda: hung not in product.workers(), "the end of the worker")
    else:
        before = product.workers()
        asking = http.client.HTTPConnection("127.0.0.1", product.port, timeout=4 * DEADLINE)
        asking.request("GET", "/hang")
        with pytest.raises((ConnectionError, http.client.HTTPException)):
            asking.getresponse()
        eventually(lambda: before - product.workers() != set(), "the end of the worker")
    eventually(lambda: len(product.workers()) == 2, "a replacement")
    assert product.get("/prepared") == "1"
    product.process.terminate()
    product.process.wait(DEADLINE)


def test_a_taken_port_is_named(folder: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        refused = Product(folder, port).process
        said, wrong = refused.communicate(timeout=DEADLINE)
    assert refused.returncode == 2
    assert (said, wrong) == ("", f"PORT {port} is already in use; set PORT to a free one.\n")


def test_a_second_copy_on_the_same_port_is_refused(folder: Path) -> None:
    product = Product(folder, free_port()).ready()
    other = folder / "other"
    other.mkdir()
    second = Product(other, product.port).process
    _, wrong = second.communicate(timeout=DEADLINE)
    assert second.returncode == 2
    assert wrong.startswith(f"PORT {product.port} is already in use")
    product.process.terminate()
    product.process.wait(DEADLINE)


def test_workers_that_never_start_end_the_product(folder: Path) -> None:
    process = Product(folder, free_port(), BROKEN="1").process
    said, _ = process.communicate(timeout=DEADLINE)
    assert process.returncode == 1
    assert said == ""


def test_a_failed_preparation_stops_the_start_with_its_sentence(folder: Path) -> None:
    process = Product(folder, free_port(), REFUSE="1").process
    said, wrong = process.communicate(timeout=DEADLINE)
    assert process.returncode == 1
    assert (said, wrong) == ("", "The seed is wrong.\n")
