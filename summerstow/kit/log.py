"""Structured log lines on standard error; secrets never reach them."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

_SECRETS = ("password", "token", "secret", "authorization", "apikey", "code", "nonce", "captcha")


def _redact(
    logger: object, method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    del logger, method
    for key in event:
        if any(word in key.lower() for word in _SECRETS) and key not in ("code", "error_code"):
            event[key] = "[redacted]"
    return event


def configure(*, readable: bool) -> None:
    """Readable lines for a person at `make run`, JSON lines otherwise."""
    renderer: Any = (
        structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
        if readable
        else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            _redact,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=True,
    )


def get(name: str) -> structlog.typing.FilteringBoundLogger:
    """The log of one room."""
    logger: structlog.typing.FilteringBoundLogger = structlog.get_logger(room=name)
    return logger
