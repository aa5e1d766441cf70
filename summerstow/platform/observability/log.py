"""Structured log lines on standard error; secrets never reach them, and no line ever raises."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any, Final

import structlog

from . import log_output, tracing

_SECRETS = ("password", "token", "secret", "authorization", "apikey", "code", "nonce", "captcha")


def _redact(
    logger: object, method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    del logger, method
    for key in event:
        if any(word in key.lower() for word in _SECRETS) and key not in ("code", "error_code"):
            event[key] = "[redacted]"
    return event


_SHARED: Final[list[Any]] = [
    structlog.processors.add_log_level,
    tracing.mark,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
    _redact,
]


class _Lines:
    """Where rendered lines go: one write each, to what standard error is now."""

    def msg(self, message: str) -> None:
        print(message, file=sys.stderr)

    debug = info = warning = error = critical = exception = msg


class _Quiet(structlog.make_filtering_bound_logger(logging.INFO)):  # type: ignore[misc]
    """A logger whose caller never hears of trouble with the line or with where it goes."""

    def _proxy_to_logger(self, method_name: str, event: str | None = None, **fields: Any) -> Any:
        try:
            return super()._proxy_to_logger(method_name, event, **fields)
        except Exception:
            log_output.lost(1)
            return None


def configure(*, readable: bool) -> None:
    """Readable lines for a person at `make run`, JSON lines otherwise."""
    structlog.configure(
        processors=[*_SHARED, _renderer(readable=readable)],
        wrapper_class=_Quiet,
        logger_factory=lambda *_: _Lines(),
        cache_logger_on_first_use=True,
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[structlog.stdlib.add_logger_name, *_SHARED],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            _renderer(readable=readable),
        ],
    )
    # What libraries and the server log reads as the product's own lines do.
    logging.captureWarnings(True)
    logging.raiseExceptions = False
    for handler in (*logging.getLogger().handlers, *logging.getLogger("_granian").handlers):
        handler.setFormatter(formatter)


def _renderer(*, readable: bool) -> Any:
    if readable:
        return structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    return structlog.processors.JSONRenderer()


def get(name: str) -> structlog.typing.FilteringBoundLogger:
    """The logger of one component."""
    logger: structlog.typing.FilteringBoundLogger = structlog.get_logger(component=name)
    return logger
