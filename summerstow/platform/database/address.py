"""The address of a database, `postgresql://user:password@host:port,host:port/name?key=value`."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

_PORT = 5432
#: A host with a port or none, and a path.
_PLACE = re.compile(r"[\w.\-]*(:\d{1,5})?(/[\w.\-]*)?")


@dataclass(frozen=True, slots=True)
class Host:
    """One server: a name or a folder of sockets (empty: the client library's own), and a port."""

    name: str
    port: int

    def __str__(self) -> str:
        return f"{self.name}:{self.port}" if self.name else "this machine"


@dataclass(frozen=True, slots=True)
class DatabaseAddress:
    """What an address says; `options` are the parameters after the question mark."""

    hosts: tuple[Host, ...]
    user: str
    password: str
    database: str
    options: dict[str, str]


def read_address(url: str) -> DatabaseAddress:
    """Take an address apart; raises ValueError with a reason that repeats none of its secrets."""
    try:
        parts = urlsplit(url)
    except ValueError:
        raise ValueError("its brackets do not match") from None
    if parts.scheme not in ("postgresql", "postgres"):
        raise ValueError("it must start with postgresql://")
    who, _, where = parts.netloc.rpartition("@")
    user, _, password = who.partition(":")
    options = dict(parse_qsl(parts.query))
    names = [one for one in where.split(",") if one]
    hosts = tuple(_host(one) for one in names)
    if "host" in options:
        ports = options.pop("port", str(_PORT)).split(",")
        host_texts = options.pop("host").split(",")
        each = ports * len(host_texts) if len(ports) == 1 else ports
        hosts = tuple(Host(name, _port(port)) for name, port in zip(host_texts, each, strict=False))
    elif "port" in options:
        port = _port(options.pop("port"))
        hosts = tuple(Host(one.name, port) for one in hosts) or (Host("", port),)
    return DatabaseAddress(
        hosts=hosts,
        user=unquote(options.pop("user", "")) or unquote(user),
        password=options.pop("password", "") or unquote(password),
        database=options.pop("dbname", "") or unquote(parts.path.lstrip("/")),
        options=options,
    )


def hosts_of(connect: dict[str, Any]) -> tuple[Host, ...]:
    """The servers that `asyncpg.connect` arguments name, in their order."""
    if "host" in connect:
        return (Host(str(connect["host"]), int(connect.get("port", _PORT))),)
    hosts = read_address(str(connect["dsn"])).hosts if "dsn" in connect else ()
    return hosts or (Host("", int(os.environ.get("PGPORT", _PORT))),)


def masked(url: str) -> str:
    """A URL for people to read: only its scheme and its place, and these only where they are sure.

    What follows the last @ is no password; without one, a password may stand anywhere.
    """
    scheme, separator, rest = url.rpartition("://") if url.count("://") == 1 else ("", "", url)
    _, at, place = rest.rpartition("@")
    visible_place = place.partition("?")[0]
    if not at and not _PLACE.fullmatch(visible_place):
        visible_place = "…"
    return f"{scheme}{separator}{'…@' if at else ''}{visible_place}"


def _host(text: str) -> Host:
    name, colon, port = text.rpartition(":")
    if not colon or text.endswith("]"):
        name, port = text, str(_PORT)
    return Host(unquote(name.strip("[]")), _port(port))


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 65535):
        raise ValueError("a port must be a number from 1 to 65535")
    return int(text)
