"""`/rest/v1` as a plain ASGI application: the stage that talks to the network."""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import TypeAlias, TypeVar, get_args

import msgspec
from msgspec.structs import replace

from summerstow.platform import read_log
from summerstow.platform.actor import Actor
from summerstow.platform.commands import Command
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.errors import Forbidden, Unavailable
from summerstow.platform.http.asgi import Receive, Scope, Send, send_response
from summerstow.platform.observability import log
from summerstow.platform.rate_limits import Limit, TakeOf
from summerstow.platform.read_log import Look
from summerstow.platform.rest.grammar.accept import negotiate
from summerstow.platform.rest.grammar.parse import pairs
from summerstow.platform.rest.grammar.prefer import Preferences, read_preferences
from summerstow.platform.rest.planning.catalogue import read_catalogue
from summerstow.platform.rest.prepare import Preparer, Reading, must_have_filter
from summerstow.platform.roles import ANON, VISITORS, Role
from summerstow.platform.tables import TableRules

from . import answer, calls, cors, description, idempotency, looks, results, tables
from .answer import Answer, Page
from .errors import JSON, Refused
from .grammar import bounds
from .payload import Payload, read_object, read_payload
from .request import Request, check_profile, not_allowed, public_query
from .tables import PlannedRequest

PREFIX = "/rest/v1"
_PLANNED_ANEW = ("set local plan_cache_mode = force_custom_plan",)
_log = log.get("rest")

T = TypeVar("T")
_ResultQuery: TypeAlias = results.ResultQuery | None


class RestApp:
    """The data API. Tables come from the catalogue, their rules and all commands from `main.py`.

    `hubs`: tables of few rows to which very many refer (`plan`). `take` counts what visitors ask
    for where a table or a command has a limit. `public`: tables
    that hold nothing about customers; what staff read of any other is noted in the audit log.
    `uneven`: tables in which one value is very rare and another very frequent, so that a read is
    planned by its values each time.
    """

    def __init__(
        self,
        database: Database,
        identify: Callable[[Scope], Awaitable[Actor]],
        rules: Mapping[str, TableRules],
        commands: Mapping[str, Command],
        *,
        hubs: Collection[str] = (),
        take: TakeOf | None = None,
        require_factor: Callable[[Actor], Awaitable[None]] | None = None,
        public: Collection[str] = (),
        uneven: Collection[str] = (),
    ) -> None:
        self._public = public
        self._uneven = uneven
        self._hubs = hubs
        self._take = take
        self._require_factor = require_factor
        self._database = database
        self._identify = identify
        self._rules = rules
        self._commands = commands
        self._preparers: Mapping[Role, Preparer] = {}
        self._tables: frozenset[str] = frozenset()
        self._results: results.Results | None = None

    def commands(self) -> frozenset[str]:
        """The names of the commands."""
        return frozenset(self._commands)

    def tables(self) -> frozenset[str]:
        """The names of the tables, none before the catalogue has been read."""
        return self._tables

    async def open(self) -> None:
        """Read the catalogue, or read it anew; raises `Unavailable` while there is no database."""
        async with self._database.owner() as tx:
            whole = await read_catalogue(tx)
        all_of_it = Preparer(whole, self._hubs)
        catalogues = {role: whole.seen_by(role) for role in get_args(Role)}
        self._preparers = {
            role: all_of_it if one is whole else Preparer(one, self._hubs)
            for role, one in catalogues.items()
        }
        self._tables = frozenset(name for one in catalogues.values() for name in one.tables)
        self._results = results.Results(whole)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one HTTP request whose path starts with `/rest/v1`."""
        headers: dict[bytes, bytes] = dict(scope["headers"])
        shared = cors.headers(headers)
        method: str = scope["method"]
        if method == "OPTIONS":
            await send_response(send, 200, [*shared, *cors.preflight(headers)])
            return
        actor: Actor | None = None
        try:
            actor = await self._identify(scope)
            response = await self._answer(scope, receive, headers, actor)
        except Exception as error:  # whatever happens is answered in PostgREST's form
            response = answer.refusal(error, method, scope["path"], actor)
        accepts = headers.get(b"accept-encoding", b"")
        await answer.to(send, response, shared, accepts, head=method == "HEAD")

    async def _answer(
        self, scope: Scope, receive: Receive, headers: Mapping[bytes, bytes], actor: Actor
    ) -> Answer:
        method: str = scope["method"]
        accept = headers.get(b"accept")
        form = negotiate(None if accept is None else accept.decode("latin-1"))
        request = Request(
            method,
            scope["path"],
            scope["query_string"],
            headers,
            actor,
            form.without_body() if method == "HEAD" else form,
            _without_guesses(
                actor,
                read_preferences(value for name, value in scope["headers"] if name == b"prefer"),
            ),
            receive,
            scope,
        )
        check_profile(request)
        parts = request.path.removeprefix(PREFIX).removesuffix("/").split("/")[1:]
        if not parts:
            return await self._describe(request)
        if "" in parts:
            raise Refused(404, "PGRST125", "Invalid path specified in request URL")
        if len(parts) == 2 and parts[0] == "rpc":
            return await self._call(request, parts[1])
        if len(parts) != 1:
            raise Refused(404, "PGRST125", "Invalid path specified in request URL")
        if method in ("GET", "HEAD"):
            return await self._read(request, parts[0])
        if method in ("POST", "PATCH", "DELETE"):
            return await self._write(request, parts[0])
        raise not_allowed("PGRST117", f"Unsupported HTTP method: {method}", cors.CORS.methods)

    async def _preparer_for(self, role: Role) -> Preparer:
        if not self._preparers:
            await self.open()
        if not self._preparers:
            raise Unavailable("the catalogue has not been read")
        return self._preparers[role]

    async def _describe(self, request: Request) -> Answer:
        if request.method not in ("GET", "HEAD"):
            raise not_allowed("PGRST117", f"Unsupported HTTP method: {request.method}", "GET, HEAD")
        preparer = await self._preparer_for(request.actor.role)
        body = description.describe(preparer.catalogue, request.actor, self._commands)
        return Answer(200, [(b"content-type", JSON)], body)

    async def _read(self, request: Request, name: str) -> Answer:
        preparer = await self._preparer_for(request.actor.role)
        table = preparer.table(name, request.actor.role)
        window = request.header(b"range")
        read_request = Reading(
            name,
            request.query_string,
            window,
            request.form,
            request.preferences,
            bounds.of(request.actor.role),
            request.actor.role,
        )
        plan = preparer.reading(read_request, table)
        location = b"/" + name.encode() + public_query(request.query_string)
        look = looks.of_table(request.actor, plan.source, request.query_string, self._public)
        is_uneven = plan.source.table.name in self._uneven
        if not is_uneven and plan.trust and plan.trust.holds(request.actor, plan.values):
            reading = tables.read_trusted(self._database, request.actor, plan, look)
        else:
            reading = self._under_policies(request.actor, plan, look)
        page = await tables.in_time(self._database, reading)
        return answer.page(page, plan.source, plan.form, plan.preferences, location)

    async def _under_policies(self, actor: Actor, plan: PlannedRequest, look: Look | None) -> Page:
        if look is None:
            anew = plan.source.table.name in self._uneven
            async with self._database.reading(actor, _PLANNED_ANEW if anew else ()) as tx:
                return await tables.read(tx, plan)
        async with self._database.transaction(actor) as tx:
            page = await tables.read(tx, plan)
            await read_log.note(tx, replace(look, rows=page.returned))
            return page

    async def _write(self, request: Request, name: str) -> Answer:
        preparer = await self._preparer_for(request.actor.role)
        method = request.method
        table = preparer.table(name, request.actor.role)
        plan = preparer.writing(table, request.query_string, request.form, request.preferences)
        rules = self._rules.get(name)
        if rules is not None and rules.read_only:
            raise Forbidden(f"permission denied for table {name}")
        body = await request.body()
        payload = Payload("[]", (), 0)
        if method != "DELETE":
            kind = request.header(b"content-type")
            payload = read_payload(body, kind, plan.query.columns, table)
        once = None
        if method == "POST":
            once = idempotency.of(request, body)
            await self._count(request, None if rules is None else rules.insert_limit, payload.size)
        else:
            must_have_filter(plan, method)
            bounds.check_change(plan.query)
        remembering = idempotency.remembering(self._database, once)
        async with remembering, self._database.transaction(request.actor) as tx:
            if method == "POST":
                outcome = await tables.insert(tx, plan, payload, rules, once)
            elif method == "PATCH":
                outcome = await tables.update(tx, plan, payload, rules)
            else:
                outcome = await tables.delete(tx, plan, rules)
            answer.check_outcome(outcome, plan.form, plan.preferences)
            await looks.note_change(tx, plan.source, request, self._public, rows=outcome.affected)
        if outcome.affected == 0 and method != "POST":
            # Row policies make this look like success.
            _log.info("nothing changed", method=method, path=request.path, role=request.actor.role)
        return answer.changed(method, outcome, plan.source, plan.form, plan.preferences)

    async def _count(self, request: Request, limit: Limit | None, count: int = 1) -> None:
        if limit is not None and self._take is not None:
            await self._take(request.actor, limit, max(1, count))

    async def _call(self, request: Request, name: str) -> Answer:
        reading = request.method in ("GET", "HEAD")
        if not reading and request.method != "POST":
            raise not_allowed(
                "PGRST101", f"Cannot use the {request.method} method on RPC", "GET, HEAD, POST"
            )
        body = b"" if reading else await request.body()
        query_string = request.query_string
        if reading:
            argument_names = calls.names_of(self._commands.get(name))
            parameters, query_string = results.arguments_of(pairs(query_string), argument_names)
        else:
            parameters = read_object(body)
        command = calls.find(self._commands, name, request.actor, parameters)
        await self._count(request, command.limit)
        calls.allow(command, request.actor)
        calls.check_names(command, parameters)
        if command.recent_factor and self._require_factor is not None:
            await self._require_factor(request.actor)
        if reading and not command.read_only:
            raise not_allowed("25006", f"{name} makes changes: it is called with POST", "POST")
        arguments = calls.arguments(command, parameters, texts=reading)
        window = request.header(b"range") if reading else None
        result_query = await self._plan_result_query(command, query_string, window)
        once = None
        if not (reading or command.read_only or command.repeatable):
            once = idempotency.of(request, body)
        if command.outside is not None and result_query is None:
            # A call to an external service cannot be rolled back.
            calls.check_form(request.form)
        remembering = idempotency.remembering(self._database, once)

        async def work() -> tuple[bytes, bool, Answer | None]:
            async with remembering, self._database.transaction(request.actor) as tx:
                text, replayed = await calls.run(tx, command, arguments, once)
                if (look := looks.of_command(request.actor, command, arguments, text)) is not None:
                    look = await looks.with_subject(tx, command, arguments, look)
                    await read_log.note(tx, look, changed=not command.read_only)
                if command.outside is not None:
                    return text, replayed, None
                result = await self._result(tx, request, result_query, text, replayed=replayed)
                return text, replayed, result

        text, replayed, result = await tables.in_time(self._database, work())
        if result is not None:
            return result
        assert command.outside is not None
        value = msgspec.json.encode(await command.outside(msgspec.json.decode(text)))
        if result_query is None:
            return calls.result(value, request.form, request.preferences, replayed=replayed)
        async with self._database.reading(request.actor) as tx:
            return await self._result(tx, request, result_query, value, replayed=replayed)

    async def _plan_result_query(
        self, command: Command, query_string: bytes, window: str | None
    ) -> _ResultQuery:
        if not query_string and window is None:
            return None
        await self._preparer_for(ANON)
        assert self._results is not None
        return self._results.plan_query(command, query_string, window)

    async def _result(
        self,
        tx: Transaction,
        request: Request,
        result_query: _ResultQuery,
        text: bytes,
        *,
        replayed: bool,
    ) -> Answer:
        """The answer to a call, as its query string asks."""
        if result_query is None or text == b"null":
            return calls.result(text, request.form, request.preferences, replayed=replayed)
        page = await results.page(tx, result_query, text, request.form, request.preferences)
        return results.mark_replayed(page) if replayed else page


def _without_guesses(actor: Actor, preferences: Preferences) -> Preferences:
    """Count exactly for visitors: PostgreSQL guesses before the policies hide rows."""
    if actor.role not in VISITORS or preferences.count in (None, "exact"):
        return preferences
    return dataclasses.replace(preferences, count="exact")
