"""Opens a connection to PostgreSQL on the first of several servers that accepts it.

Each server has a deadline of its own, and the next is tried without waiting for a silent one.
Connections through a pooler are detected: session settings behind one would affect other clients.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
import ssl
import sys
from typing import Any, Final

import asyncpg

from .address import Host, hosts_of, read_address
from .session import SESSION, Mode, Session

#: Seconds in which one server must have taken a connection.
DEADLINE: Final = 4.0
#: Seconds in which a server that is there says so, however busy it is.
_SIGN_OF_LIFE: Final = 3.0
#: Seconds after which the next server is tried beside one that has not answered yet.
_STAGGER: Final = 0.4
#: Milliseconds of unacknowledged data after which the connection counts as lost.
_USER_TIMEOUT: Final = 5000
_SSL_REQUEST: Final = b"\x00\x00\x00\x08\x04\xd2\x16\x2f"
_POOLED, _STANDBY = "SP001", "25006"


class NotConnectedError(Exception):
    """No server took the connection; the message is a sentence for the console, without secrets.

    `starting`: one of them is about to: it starts, recovers from a crash, or shuts down.
    """

    def __init__(self, words: str, *, starting: bool = False) -> None:
        super().__init__(words)
        self.starting = starting


class Connector:
    """Opens connections to the servers of `connect` (arguments of `asyncpg.connect`).

    `name` is shown in pg_stat_activity; `patience` are the seconds that a statement may take.
    With several servers only one that may be written to is taken, unless the address says
    otherwise by `target_session_attrs`; with one server, whatever it is, unless `writable`.
    """

    def __init__(
        self,
        connect: dict[str, Any],
        *,
        name: str = "summerstow",
        patience: float | None = None,
        writable: bool | None = None,
    ) -> None:
        self._connect = connect
        self._name = name
        self._patience = patience
        try:
            self._hosts = list(hosts_of(connect))
            options = read_address(str(connect["dsn"])).options if "dsn" in connect else {}
        except ValueError as error:
            raise NotConnectedError(
                f"DATABASE_URL is not the address of a database: {error}."
            ) from None
        names_session_attrs = "target_session_attrs" in options
        several = len(self._hosts) > 1 and not names_session_attrs
        self._writable = several if writable is None else writable
        self._modes: dict[Host, Mode] = {}

    async def connect(self) -> Session:
        """A connection, ready for use; raises `NotConnectedError`."""
        attempts: dict[asyncio.Task[Session], Host] = {}
        failures: list[str] = []
        starting = False
        waiting = list(self._hosts)
        try:
            while waiting or attempts:
                if waiting:
                    host = waiting.pop(0)
                    attempts[asyncio.create_task(self._attempt(host))] = host
                done, _ = await asyncio.wait(
                    attempts,
                    timeout=_STAGGER if waiting else None,
                    return_when=asyncio.FIRST_COMPLETED,
                )
                for one in done:
                    host = attempts.pop(one)
                    error = one.exception()
                    if error is None:
                        self._prefer(host)
                        return one.result()
                    starting |= isinstance(error, asyncpg.CannotConnectNowError)
                    failures.append(self._sentence(host, error))
        finally:
            for one in attempts:
                one.add_done_callback(_discard)
                one.cancel()
        raise NotConnectedError(" ".join(dict.fromkeys(failures)), starting=starting)

    async def answers(self, host: Host) -> bool:
        """Whether the server, or the pooler before it, says anything within the deadline."""
        try:
            async with asyncio.timeout(_SIGN_OF_LIFE):
                return await _sends_tls_reply(host)
        except (OSError, TimeoutError):
            return False

    def _prefer(self, host: Host) -> None:
        """Try the server of the last connection first next time."""
        self._hosts.sort(key=lambda one: one != host)

    async def _attempt(self, host: Host) -> Session:
        async with asyncio.timeout(DEADLINE):
            mode = self._modes.get(host, Mode.DIRECT)
            try:
                return await self._open(host, mode)
            except asyncpg.PostgresError as error:
                if error.sqlstate != _POOLED:
                    raise
            self._modes[host] = await self._behind_a_pooler(host)
            return await self._open(host, self._modes[host])

    async def _open(self, host: Host, mode: Mode) -> Session:
        options = {
            key: value for key, value in self._connect.items() if key not in ("host", "port")
        }
        if host.name:
            options["host"] = host.name
        if mode is Mode.POOLED:
            options["statement_cache_size"] = 0
        session: Session = await asyncpg.connect(
            **options,
            port=host.port,
            timeout=DEADLINE,
            command_timeout=self._patience,
            # Long statements rarely repeat, and each would take memory on both sides.
            max_cacheable_statement_size=4096,
            connection_class=Session,
            # No others: poolers refuse what they do not know.
            server_settings={"application_name": self._name, "timezone": "UTC"},
        )
        try:
            session.host, session.mode = host, mode
            _notice_silence(session)
            await session.execute(self._greeting(session))
            if mode is not Mode.POOLED:
                await session.learn_types()
        except BaseException:
            session.terminate()
            raise
        return session

    def _greeting(self, session: Session) -> str:
        """One trip: what a session needs, unless a pooler lends it; is it one, may it write?"""
        checks = []
        if session.mode is Mode.DIRECT:
            # A pooler gives its clients process ids of its own making.
            checks.append(
                f"if pg_backend_pid() <> {session.get_server_pid()} then "
                f"raise exception using errcode = '{_POOLED}'; end if;"
            )
        if self._writable:
            checks.append(
                "if pg_is_in_recovery() or current_setting('transaction_read_only')::bool then "
                f"raise exception using errcode = '{_STANDBY}'; end if;"
            )
        settings = [f"set {one}" for one in SESSION] if session.mode is Mode.DIRECT else []
        return "; ".join([f"do $$ begin {' '.join(checks)} end $$", *settings])

    async def _behind_a_pooler(self, host: Host) -> Mode:
        """Whether the pooler keeps prepared statements apart: it then gives them its own names."""
        session = await self._open(host, Mode.POOLED)
        try:
            mark = secrets.token_hex(8)
            await session.execute("begin")
            sql = (
                "select name from pg_prepared_statements "  # noqa: S608 - the mark is our own
                f"where statement like '%{mark}%'"
            )
            statement = await session.prepare(sql, name=f"summerstow_{mark}")
            names = [row["name"] for row in await statement.fetch()]
            are_separate = names != [statement.get_name()]
            if not are_separate:
                await session.execute(f"deallocate {statement.get_name()}")
            await session.execute("rollback")
        finally:
            session.terminate()
        return Mode.PREPARING if are_separate else Mode.POOLED

    def _sentence(self, host: Host, error: BaseException) -> str:
        """What keeps us out, for the console."""
        reason = str(error).partition("\n")[0].rstrip(".")
        match error:
            case asyncpg.PostgresError(sqlstate="25006"):
                return (
                    f"The database at {host} cannot be written to (it is a standby, or read-only): "
                    "name the primary in DATABASE_URL."
                )
            case asyncpg.InvalidCatalogNameError():
                return f"DATABASE_URL names a database that is not at {host}: {reason}."
            case asyncpg.PostgresError() if "unsupported startup parameter" in reason:
                return (
                    f"The pooler at {host} says: {reason}. Add that name to its "
                    "ignore_startup_parameters."
                )
            case asyncpg.PostgresError() if "statement pooling" in reason:
                return (
                    f"The pooler at {host} lends its connections for one statement, and the "
                    "product needs transactions: set its pool_mode to transaction or session."
                )
            case asyncpg.PostgresError() if error.sqlstate and error.sqlstate[:2] == "28":
                return (
                    f"DATABASE_URL names a database at {host} that does not let us in: {reason}; "
                    "check user and password."
                )
            case asyncpg.PostgresError():
                return f"DATABASE_URL names a database at {host} that does not let us in: {reason}."
            case TimeoutError():
                return f"The database at {host} does not answer within {DEADLINE:.0f} s."
            case ssl.SSLError() | ssl.CertificateError():
                return f"The database at {host} cannot be reached over TLS: {error.reason or 'no'}."
            case socket.gaierror():
                return f"The database's host {host.name} has no address."
            case OSError():
                return f"The database at {host} cannot be reached."
            case asyncpg.InterfaceError() | asyncpg.InternalClientError():
                return f"The database at {host} ended the conversation."
        # What the library says of a wrong address may repeat it, with its password.
        return "DATABASE_URL is not the address of a database."


async def connect(
    to: dict[str, Any],
    *,
    name: str = "summerstow",
    patience: float | None = None,
    writable: bool | None = None,
) -> Session:
    """One connection of its own, as `Connector` makes them; raises `NotConnectedError`."""
    connector = Connector(to, name=name, patience=patience, writable=writable)
    return await connector.connect()


def _discard(attempt: asyncio.Task[Session]) -> None:
    """Close the connection of an attempt that is no longer awaited."""
    if not attempt.cancelled() and attempt.exception() is None:
        attempt.result().terminate()


def _notice_silence(session: Session) -> None:
    """Let the kernel find out within seconds that the other machine is gone."""
    transport: asyncio.Transport = session._transport  # type: ignore[attr-defined]
    peer = transport.get_extra_info("socket")
    if peer is None or peer.family == socket.AF_UNIX:
        return
    with contextlib.suppress(OSError):
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        if sys.platform == "linux":
            for option, value in (
                (socket.TCP_KEEPIDLE, 3),
                (socket.TCP_KEEPINTVL, 1),
                (socket.TCP_KEEPCNT, 2),
                (socket.TCP_USER_TIMEOUT, _USER_TIMEOUT),
            ):
                peer.setsockopt(socket.IPPROTO_TCP, option, value)


async def _sends_tls_reply(host: Host) -> bool:
    """The shortest question that PostgreSQL and every pooler answers: a byte for a byte."""
    if host.name.startswith("/"):
        reader, writer = await asyncio.open_unix_connection(f"{host.name}/.s.PGSQL.{host.port}")
    else:
        reader, writer = await asyncio.open_connection(host.name or "localhost", host.port)
    try:
        writer.write(_SSL_REQUEST)
        return await reader.read(1) != b""
    finally:
        writer.close()
