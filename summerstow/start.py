"""Starts the product, with nothing that only the command line needs: its workers would share it.

Also what every command begins with: the settings, the database, and sentences for what is wrong.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from summerstow.platform.errors import AppError
from summerstow.platform.postgres import embedded
from summerstow.platform.server import serve as server
from summerstow.platform.settings.load import load_settings
from summerstow.platform.settings.model import Settings, SettingsError


def serve() -> None:
    """Serve until stopped; migrates first, and loads the demo data in demo mode."""
    server.run(settings(), _prepare, preload=("summerstow.app:product",))


def settings() -> Settings:
    """The settings, or one sentence and the end with 2."""
    try:
        return load_settings()
    except SettingsError as error:
        print(error, file=sys.stderr)
        raise SystemExit(2) from None


@contextmanager
def connect(
    known: Settings,
    server: Callable[..., AbstractContextManager[embedded.EmbeddedServer]] = embedded.acquire,
) -> Iterator[dict[str, Any]]:
    """What `asyncpg.connect` takes, with the embedded server running where it is that one."""
    if known.database_url:
        with outages():
            yield {"dsn": known.database_url}
        return
    try:
        with server(known.data_dir, archive=known.archive) as running, outages():
            yield dict(running.dsn_kwargs)
    except embedded.EmbeddedError as error:
        print(error, file=sys.stderr)
        raise SystemExit(1) from None


@contextmanager
def sentences(*refusals: type[Exception]) -> Iterator[None]:
    """Say what was refused in its own sentence, and end with 2."""
    refused: tuple[type[Exception], ...] = (SettingsError, *refusals)
    try:
        yield
    except refused as error:
        print(error, file=sys.stderr)
        raise SystemExit(2) from None
    except AppError as error:
        print(error.message, file=sys.stderr)
        raise SystemExit(1) from None


@contextmanager
def outages() -> Iterator[None]:
    """Say in a sentence what is wrong with the database, and end with 1."""
    try:
        yield
    except Exception as error:
        from summerstow.platform.database.outages import console_sentence  # noqa: PLC0415

        sentence = console_sentence(error)
        if sentence is None:
            raise
        print(sentence, file=sys.stderr)
        raise SystemExit(1) from None


def _prepare(known: Settings, to: dict[str, Any]) -> None:
    from summerstow.demo import prepare  # noqa: PLC0415
    from summerstow.operator import gaps  # noqa: PLC0415
    from summerstow.platform.auth.tokens.keys import load_keys  # noqa: PLC0415 - runs in a child that ends

    with sentences():
        load_keys(known)
    with outages():
        asyncio.run(prepare.prepare(known, to))
    for sentence in gaps.gaps(known, os.environ):
        print(f"Warning: {sentence}", file=sys.stderr)
    if known.database_url:
        from summerstow.platform.auth.tokens import key_rotation  # noqa: PLC0415

        # The embedded database has one host.
        with sentences(key_rotation.KeysDifferError), outages():
            asyncio.run(key_rotation.agree(known, to))
