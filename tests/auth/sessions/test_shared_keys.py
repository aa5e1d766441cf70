"""Hosts of one database have the same keys: another host does not start, and says why."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import asyncpg
import pytest
import pytest_asyncio

from summerstow.platform.auth.tokens import key_rotation
from summerstow.platform.auth.tokens.factor_secrets import FACTOR_KEY_PATH as SEALED_WITH
from summerstow.platform.auth.tokens.factor_secrets import FactorSecrets
from summerstow.platform.auth.tokens.key_rotation import KeysDifferError, adopt, agree, rotate
from summerstow.platform.auth.tokens.keys import SIGNING_KEY_PATH, encode_keys, generate, load_keys
from summerstow.platform.settings.load import load_settings
from summerstow.platform.settings.model import Settings


def host(folder: Path, **changed: str) -> Settings:
    """The settings of one of several hosts, each with a data folder of its own."""
    shared = {
        "SUMMERSTOW_ANON_KEY": "a-publishable-key",
        "SUMMERSTOW_SERVICE_KEY": "a-service-key-of-all-hosts",
        "SUMMERSTOW_FACTOR_KEY": "F" * 43,
        "DATABASE_URL": "postgresql://somewhere/storage",
    }
    return load_settings({"SUMMERSTOW_DATA_DIR": str(folder)} | shared | changed)


@pytest_asyncio.fixture(loop_scope="session")
async def fresh(connect: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
    """A database that no host has used."""
    connection = await asyncpg.connect(**connect)
    await connection.execute("delete from app.installation where name not like 'schema_%'")
    await connection.close()
    yield connect


async def test_a_host_with_other_signing_keys_is_refused(
    fresh: dict[str, Any], tmp_path: Path
) -> None:
    first, second = host(tmp_path / "first"), host(tmp_path / "second")
    await agree(first, fresh)
    with pytest.raises(KeysDifferError, match=r"signing keys.*summerstow keys adopt"):
        await agree(second, fresh)
    # The refused host has changed nothing, and is let in with the others' file.
    await agree(first, fresh)
    (tmp_path / "second" / SIGNING_KEY_PATH).write_text(
        (tmp_path / "first" / SIGNING_KEY_PATH).read_text()
    )
    await agree(second, fresh)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("SUMMERSTOW_ANON_KEY", "another-publishable-key"),
        ("SUMMERSTOW_SERVICE_KEY", "another-service-key-of-one-host"),
        ("SUMMERSTOW_JWT_SECRET", "a secret of one host alone"),
        ("SUMMERSTOW_FACTOR_KEY", "G" * 43),
    ],
)
async def test_a_host_with_another_shared_setting_is_refused(
    fresh: dict[str, Any], tmp_path: Path, name: str, other: str
) -> None:
    shared = {"SUMMERSTOW_JWT_SECRET": "a secret that all hosts have"}
    first = host(tmp_path / "first", **shared)
    second = host(tmp_path / "second", **(shared | {name: other}))
    await agree(first, fresh)
    with pytest.raises(KeysDifferError, match=name) as refused:
        await agree(second, fresh)
    assert other not in str(refused.value)
    # Changed on purpose: now the first is the odd one out.
    await adopt(second, fresh)
    await agree(second, fresh)
    with pytest.raises(KeysDifferError, match=name):
        await agree(first, fresh)


async def test_second_factors_open_on_every_host_or_it_does_not_start(
    fresh: dict[str, Any], tmp_path: Path
) -> None:
    kept = {"SUMMERSTOW_JWT_SECRET": "a secret that all hosts have", "SUMMERSTOW_FACTOR_KEY": ""}
    first, second = (host(tmp_path / name, **kept) for name in ("first", "second"))
    await agree(first, fresh)
    with pytest.raises(KeysDifferError, match=r"second factors.*secrets/factor-key.*copy it"):
        await agree(second, fresh)
    factor = uuid4()
    sealed = FactorSecrets(first).seal(factor, "JBSWY3DPEHPK3PXP")
    (tmp_path / "second" / SEALED_WITH).write_text((tmp_path / "first" / SEALED_WITH).read_text())
    await agree(second, fresh)
    assert FactorSecrets(second).open(factor, sealed) == "JBSWY3DPEHPK3PXP"


async def test_after_a_rotation_a_host_needs_the_new_file(
    fresh: dict[str, Any], tmp_path: Path
) -> None:
    first, second = host(tmp_path / "first"), host(tmp_path / "second")
    load_keys(first)
    (tmp_path / "second" / "secrets").mkdir(parents=True, exist_ok=True)
    (tmp_path / "second" / SIGNING_KEY_PATH).write_text(
        (tmp_path / "first" / SIGNING_KEY_PATH).read_text()
    )
    await agree(first, fresh)
    await agree(second, fresh)
    await rotate(first, fresh)
    await agree(first, fresh)
    with pytest.raises(KeysDifferError, match="signing keys"):
        await agree(second, fresh)
    assert "signing_keys" in await key_rotation.differences(second, fresh)


async def test_a_further_signing_key_is_given_to_one_host_after_the_other(
    fresh: dict[str, Any], tmp_path: Path
) -> None:
    old, new = generate(), generate()
    (tmp_path / "one.json").write_text(encode_keys([old]))
    (tmp_path / "both.json").write_text(encode_keys([old, new]))
    one = host(tmp_path / "first", SUMMERSTOW_SIGNING_KEYS=str(tmp_path / "one.json"))
    both = host(tmp_path / "second", SUMMERSTOW_SIGNING_KEYS=str(tmp_path / "both.json"))
    await agree(one, fresh)
    await agree(both, fresh)
    # From here on the further key may sign, and a host without it would refuse its tokens.
    with pytest.raises(KeysDifferError, match="SUMMERSTOW_SIGNING_KEYS"):
        await agree(one, fresh)
