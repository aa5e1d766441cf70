"""`summerstow worker` without a web process: it runs every job, and ends when told to."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import asyncpg

from summerstow.demo import prepare
from summerstow.jobs import jobs
from summerstow.platform.database.pool import Database
from summerstow.platform.postgres import embedded
from summerstow.platform.settings.load import load_settings
from tools.product import settings_only


async def test_the_worker_runs_every_job_and_ends_on_a_signal(tmp_path: Path) -> None:
    own = {"SUMMERSTOW_DEMO": "1", "SUMMERSTOW_DATA_DIR": str(tmp_path / "data")}
    settings = load_settings(own)
    with embedded.acquire(settings.data_dir) as server:
        connect: dict[str, Any] = dict(server.dsn_kwargs)
        await prepare.prepare(settings, connect)
        connection = await asyncpg.connect(**connect)
        worker = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "summerstow", "worker", env=settings_only(own)
        )
        try:
            names = {job.name for job in jobs(settings, Database(connect))}
            done: set[str] = set()
            async with asyncio.timeout(60):
                while True:
                    rows = await connection.fetch(
                        "select name from app.job where succeeded_at is not null"
                    )
                    done = {row["name"] for row in rows}
                    if done == names:
                        break
                    await asyncio.sleep(0.05)
            worker.terminate()
            assert await asyncio.wait_for(worker.wait(), 30) == 0
        finally:
            if worker.returncode is None:
                worker.kill()
            await connection.close()
