"""The doctor's sentences (issue 6, "Command line")."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from summerstow.kit.database.pool import Database
from summerstow.kit.settings.load import load_settings
from summerstow.operator.doctor import examine
from tests.people import person


async def _wrong(env: dict[str, str], connect: dict[str, Any]) -> str:
    findings = await examine(load_settings(env), connect)
    return "\n".join(one.words for one in findings if one.wrong)


async def test_a_set_up_is_healed_sentence_by_sentence(
    database: Database, connect: dict[str, Any], tmp_path: Path, free_port: int
) -> None:
    env = {"SUMMERSTOW_DATA_DIR": str(tmp_path)}
    said = await _wrong(env, connect)
    assert "SUMMERSTOW_SITE_URL is on this machine" in said
    assert "SMTP_URL is empty" in said
    assert "Nobody is executive" in said
    assert "No moment can be brought back yet" in said

    await person(database, "executive")
    env |= {
        "SUMMERSTOW_SITE_URL": "https://storage.example.ca",
        "SMTP_URL": f"smtp://127.0.0.1:{free_port}",
    }
    (tmp_path / "secrets").chmod(0o755)
    said = await _wrong(env, connect)
    assert "SUMMERSTOW_SITE_URL" not in said
    assert f"mail server 127.0.0.1:{free_port} does not answer" in said
    assert "Others may read secrets" in said
    assert "executive" not in said


async def test_an_empty_database_and_none_at_all(
    server: dict[str, Any], tmp_path: Path, free_port: int
) -> None:
    env = {"SUMMERSTOW_DATA_DIR": str(tmp_path), "SUMMERSTOW_DEMO": "1"}
    assert "The database is empty" in await _wrong(env, server | {"database": "postgres"})
    away = {"host": "127.0.0.1", "port": free_port, "user": "x", "database": "x"}
    assert "cannot be reached" in await _wrong(env, away)
