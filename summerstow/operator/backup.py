"""A backup is one file: the whole database and the secrets without which it cannot be read.

The file is a gzipped tar of `summerstow-backup.json` (what it is), `database.dump` (pg_dump's
custom format, a consistent state also while the product serves) and `secrets/`. It is as secret as
the data folder: mode 0600.
"""

from __future__ import annotations

import io
import os
import shutil
import tarfile
import tempfile
from datetime import datetime
from pathlib import Path
from typing import IO, Any, Final

import asyncpg
import msgspec

from summerstow.platform import clock
from summerstow.platform.archive.tar import keep_to_data
from summerstow.platform.database import connecting, programs
from summerstow.platform.database.session import Mode, Session
from summerstow.schema.files import baseline_hash
from summerstow.schema.migrate import (
    MigrationError,
    NewerSchemaError,
    OtherBaselineError,
    migrate,
    newest,
)

FORMAT: Final = 1
_CARD: Final = "summerstow-backup.json"
_DUMP: Final = "database.dump"
_SECRETS: Final = "secrets"


class BackupError(Exception):
    """It was not done; the message is one sentence for the console."""


class Card(msgspec.Struct):
    """When a backup was made (UTC), its baseline, its newest migration and its rows."""

    format: int
    made_at: datetime
    newest_migration: str
    bookings: int
    accounts: int
    baseline: str = ""


async def backup(connect: dict[str, Any], data_dir: Path, target: Path) -> Card:
    """Write the backup to `target`, which must not exist; raises `BackupError`."""
    folder = _folder_of(target)
    card = await _card(connect)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        dump = Path(scratch) / _DUMP
        with dump.open("wb") as out:
            programs.run("pg_dump", "--format=custom", "--no-owner", connect=connect, stdout=out)
        whole = Path(scratch) / "whole"
        with _private(whole) as file, tarfile.open(fileobj=file, mode="w:gz") as tar:
            _add_bytes(tar, _CARD, msgspec.json.encode(card))
            tar.add(dump, _DUMP)
            secrets = data_dir / _SECRETS
            for one in sorted(secrets.iterdir()) if secrets.is_dir() else ():
                if one.is_file():
                    tar.add(one, f"{_SECRETS}/{one.name}")
        with whole.open("rb") as file:
            os.fsync(file.fileno())
        whole.rename(target)
    return card


async def restore(connect: dict[str, Any], data_dir: Path, source: Path, *, replace: bool) -> Card:
    """Bring a backup into the database, then its schema up to date; raises `BackupError`.

    Returns what the database holds afterwards, with the time at which the backup was made.

    A database that holds accounts or bookings is only written over with `replace`. The secrets that
    were in the data folder stay beside the new ones, in `secrets.before-restore`.
    """
    with tempfile.TemporaryDirectory() as scratch:
        card = _unpack(source, Path(scratch))
        connection = await _connected(connect, writable=True)
        try:
            await _refuse_if_in_use(connection)
            # Makes the roles of the cluster that the dump names, and shows whether it may be done.
            try:
                await migrate(connection)
            except (NewerSchemaError, OtherBaselineError):
                # Nothing of it stays, and the program that made it has made the roles.
                if not replace:
                    raise
            if not replace and await connection.fetchval(
                "select exists (select from auth.users) or exists (select from public.bookings)"
            ):
                raise BackupError(
                    "This database is in use already; say --replace to write over all of it."
                )
            if card.baseline != baseline_hash():
                raise BackupError(
                    "The backup was made before the first release, by a program with other tables: "
                    "only that program can restore it."
                )
            if card.newest_migration > newest():
                raise BackupError(
                    "The backup was made by a newer program: "
                    f"it has {card.newest_migration}, this one knows {newest()}."
                )
            _load(connect, Path(scratch))
            await migrate(connection)
        except MigrationError as error:
            raise BackupError(str(error)) from None
        finally:
            await connection.close()
        _put_secrets(Path(scratch) / _SECRETS, data_dir / _SECRETS)
    return msgspec.structs.replace(await _card(connect), made_at=card.made_at)


def _load(connect: dict[str, Any], scratch: Path) -> None:
    """Replace every schema of the product by the dump's, in one transaction."""
    script = scratch / "restore.sql"
    with script.open("wb") as out:
        out.write(b"drop schema if exists app, auth, public cascade; create schema public;\n")
        out.flush()
        programs.run(
            "pg_restore",
            "--no-owner",
            "--file=-",
            str(scratch / _DUMP),
            connect=connect,
            stdout=out,
        )
    lines = script.read_bytes().splitlines(keepends=True)
    # Settings that older servers do not know; both are the default.
    unknown = (b"SET transaction_timeout", b"SET default_table_access_method")
    rest = [line for line in lines if not line.startswith(unknown)]
    # Without their hash functions and policies are applied again, whatever the dump says of grants.
    forget = b"delete from app.installation where name = 'schema_repeatable';\n"
    script.write_bytes(b"".join(rest) + forget)
    programs.run(
        "psql",
        "--no-psqlrc",
        "--quiet",
        "--single-transaction",
        "--set=ON_ERROR_STOP=1",
        f"--file={script}",
        connect=connect,
    )


def _unpack(source: Path, scratch: Path) -> Card:
    try:
        with tarfile.open(source, "r:gz") as packed:
            keep_to_data(packed)
            for member in packed:
                name = Path(member.name)
                plain = member.isfile() and (
                    member.name in (_CARD, _DUMP)
                    or (len(name.parts) == 2 and name.parts[0] == _SECRETS)
                )
                if plain:
                    packed.extract(member, scratch)
        card = msgspec.json.decode((scratch / _CARD).read_bytes(), type=Card)
    except (OSError, tarfile.TarError, EOFError, msgspec.DecodeError) as error:
        raise BackupError(f"{source} is not a backup of Summerstow: {error}.") from None
    if card.format != FORMAT:
        raise BackupError(f"{source} has a format that this program does not know.")
    return card


def _put_secrets(fresh: Path, place: Path) -> None:
    if not fresh.is_dir():
        return
    if place.is_dir() and any(place.iterdir()):
        former = place.with_name(f"{place.name}.before-restore")
        if former.exists():
            shutil.rmtree(former)
        place.rename(former)
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    for one in fresh.iterdir():
        with _private(place / one.name) as file:
            file.write(one.read_bytes())


async def _card(connect: dict[str, Any]) -> Card:
    connection = await _connected(connect)
    try:
        newest = await connection.fetchval("select max(name) from public.schema_migration")
        baseline = await connection.fetchval(
            "select value from app.installation where name = 'schema_baseline'"
        )
        return Card(
            format=FORMAT,
            made_at=clock.now(),
            newest_migration=newest or "",
            bookings=await connection.fetchval("select count(*) from public.bookings"),
            accounts=await connection.fetchval("select count(*) from auth.users"),
            baseline=baseline or "",
        )
    except asyncpg.UndefinedTableError:
        raise BackupError("This database is empty: there is nothing to back up.") from None
    finally:
        await connection.close()


async def _connected(connect: dict[str, Any], *, writable: bool | None = None) -> Session:
    try:
        session = await connecting.connect(connect, name="summerstow-backup", writable=writable)
    except connecting.NotConnectedError as error:
        raise BackupError(str(error)) from None
    if session.mode is not Mode.DIRECT:
        await session.close()
        raise BackupError(
            "A pooler stands before the database: name the server itself in DATABASE_DIRECT_URL "
            "for backup and restore."
        )
    return session


async def _refuse_if_in_use(connection: asyncpg.Connection[Any]) -> None:
    users = await connection.fetchval(
        "select count(*) from pg_stat_activity where datname = current_database() "
        "and application_name = 'summerstow'"
    )
    if users:
        raise BackupError("The product is serving from this database: stop it first.")


def _folder_of(target: Path) -> Path:
    if target.exists():
        raise BackupError(f"{target} exists already; a backup never writes over a file.")
    folder = target.absolute().parent
    if not folder.is_dir():
        raise BackupError(f"There is no folder {folder}.")
    return folder


def _private(path: Path) -> IO[bytes]:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def _add_bytes(tar: tarfile.TarFile, name: str, data: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.size = len(data)
    member.mode = 0o600
    tar.addfile(member, io.BytesIO(data))
