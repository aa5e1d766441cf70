"""The doctor's sentences (issue 6, "Command line")."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec

from summerstow.jobs import jobs
from summerstow.operator.doctor import examine
from summerstow.operator.gaps import gaps
from summerstow.platform import clock, published
from summerstow.platform.database.pool import Database
from summerstow.platform.jobs import queries
from summerstow.platform.settings.load import load_settings
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


def test_placeholders_are_named_until_the_owner_replaces_them(tmp_path: Path) -> None:
    """Rule: placeholders-are-named. The demo is complete as it is."""
    env = {"SUMMERSTOW_DATA_DIR": str(tmp_path), "SMTP_URL": "smtp://mail.example.ca"}
    real = load_settings(env)
    shipped = "\n".join(gaps(real, env))
    business = published.business()
    for placeholder in (business.email, business.phone, business.tax_number):
        assert f"{placeholder} in Settings, Business" in shipped
    own = msgspec.structs.replace(
        business, email="office@store.ca", phone="(604) 822-2211", tax_number="83217 4455 RT0001"
    )
    assert gaps(real, env, own) == []
    assert gaps(load_settings(env | {"SUMMERSTOW_DEMO": "1"}), env) == []


def test_a_misspelt_variable_is_named(tmp_path: Path) -> None:
    """A name without our prefix is anybody's, unless it looks like a setting that is not set."""
    env = {"SUMMERSTOW_DATA_DIR": str(tmp_path), "SMTP_ULR": "x", "GOOGLE_CLOUD_PROJECT": "y"}
    own = msgspec.structs.replace(
        published.business(), email="office@store.ca", phone="(604) 822-2211", tax_number="1"
    )
    assert gaps(load_settings(env), env, own) == [
        "SMTP_ULR is not a setting: did you mean SMTP_URL?",
        "SMTP_URL is empty: mail waits, and reaches nobody.",
    ]


async def test_text_messages_and_cards_are_looked_at(
    connect: dict[str, Any], tmp_path: Path, free_port: int
) -> None:
    """Off is said; what is set must take a connection."""
    env = {"SUMMERSTOW_DATA_DIR": str(tmp_path)}
    off = "\n".join(one.words for one in await examine(load_settings(env), connect))
    assert "Text messages are off: no SMS_URL." in off
    assert "Card payments are off: no STRIPE_SECRET_KEY." in off

    provider = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
    port = provider.sockets[0].getsockname()[1]
    env |= {
        "SMS_URL": f"http://127.0.0.1:{free_port}/Messages.json?From=+16045550100",
        "STRIPE_SECRET_KEY": "sk_test_1",
        "STRIPE_WEBHOOK_SECRET": "whsec_1",
        "STRIPE_API_BASE": f"http://127.0.0.1:{port}",
    }
    findings = await examine(load_settings(env), connect)
    wrong = "\n".join(one.words for one in findings if one.wrong)
    assert f"The text message provider 127.0.0.1:{free_port} does not answer." in wrong
    assert f"Stripe 127.0.0.1:{port} answers." in "\n".join(one.words for one in findings)
    assert "Stripe" not in wrong
    provider.close()


async def test_jobs_that_are_all_late_have_one_cause(
    database: Database, connect: dict[str, Any], tmp_path: Path
) -> None:
    """The product is down, or the machine's clock jumped: one sentence, with the time it has."""
    env = {"SUMMERSTOW_DATA_DIR": str(tmp_path)}
    async with database.owner() as tx:
        for job in jobs(load_settings(env), database):
            await queries.register(tx, job.name)
        await tx.execute("update app.job set succeeded_at = now() - interval '9 days'")
    said = await _wrong(env, connect)
    [late] = [line for line in said.splitlines() if "not succeeded for long" in line]
    assert "check this machine's clock" in late
    assert f"{clock.campus_time(clock.now()):%Y-%m-%d}" in late
