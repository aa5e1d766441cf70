"""`/rest/v1/rpc/{command}`: named arguments, read against the command's own."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import FieldInfo, fields

from summerstow.platform.actor import Actor
from summerstow.platform.commands import WORDS, Command
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.errors import Forbidden
from summerstow.platform.http.asgi import Header
from summerstow.platform.rest.grammar.accept import Form
from summerstow.platform.rest.grammar.prefer import Preferences

from . import idempotency
from .answer import REPLAYED, Answer
from .errors import Refused, not_singular
from .idempotency import Once
from .tables import await_in_time


def find(
    commands: Mapping[str, Command], name: str, actor: Actor, parameters: Collection[str]
) -> Command:
    """The command of this name; PGRST202 names the most similar one that the actor may call."""
    command = commands.get(name)
    if command is None:
        callable_ = [one.name for one in commands.values() if one.admits(actor)]
        similar = difflib.get_close_matches(name[:100], callable_, n=1)
        raise _unknown(
            name,
            parameters,
            f"Perhaps you meant to call the function public.{similar[0]}" if similar else None,
        )
    return command


def names_of(command: Command | None) -> frozenset[str]:
    """The names of the arguments."""
    return frozenset(_fields(command.arguments)) if command else frozenset()


@cache
def _fields(arguments: type[msgspec.Struct]) -> Mapping[str, FieldInfo]:
    """Reading a type's annotations takes as long as a short statement: once is enough."""
    return {one.encode_name: one for one in fields(arguments)}


def check_names(command: Command, parameters: Collection[str]) -> None:
    """PGRST202 where these are not the command's arguments."""
    name = command.name
    argument_fields = _fields(command.arguments)
    missing = [
        name for name, one in argument_fields.items() if one.required and name not in parameters
    ]
    if missing or not argument_fields.keys() >= set(parameters):
        raise _unknown(
            name,
            parameters,
            f"Perhaps you meant to call the function public.{name}({', '.join(argument_fields)})",
        )


def _unknown(name: str, parameters: Iterable[str], hint: str | None) -> Refused:
    names = ", ".join(sorted(parameters))
    if names:
        called, how = f"public.{name}({names})", f"with parameters {names}"
    else:
        called, how = f"public.{name}", "without parameters"
    return Refused(
        404,
        "PGRST202",
        f"Could not find the function {called} {'' if names else 'without parameters '}"
        "in the schema cache",
        f"Searched for the function public.{name} {how}, but no matches were found in the "
        "schema cache.",
        hint,
    )


def allow(command: Command, actor: Actor) -> None:
    """42501 for a role that may not call it."""
    if not command.admits(actor):
        raise Forbidden(f"permission denied for function {command.name}")


def arguments(command: Command, parameters: Mapping[str, Any], *, texts: bool) -> msgspec.Struct:
    """The typed arguments; `texts`: they come from a query string. 22P02 for a wrong type."""
    try:
        return msgspec.convert(parameters, command.arguments, strict=not texts)
    except msgspec.ValidationError as error:
        words = str(error).replace(f"matching regex {WORDS!r}", "of length >= 3, beside spaces")
        raise Refused(400, "22P02", f"invalid input syntax: {words}") from None


async def run(
    tx: Transaction, command: Command, values: msgspec.Struct, once: Once | None
) -> tuple[bytes, bool]:
    """The result as JSON, and whether it is that of an earlier request with the same key."""
    if once is not None:
        stored_result = await idempotency.claim(tx, once)
        if stored_result is not None and command.again is not None:
            return msgspec.json.encode(await command.again(tx, values)), True
        if stored_result is not None:
            return stored_result.encode(), True
    running = command.carry_out(tx, values)
    # Who reads in vain asks for less (`in_time`); a change is sent again.
    text = msgspec.json.encode(await (await_in_time(running) if command.read_only else running))
    if once is not None:
        await idempotency.keep(tx, once, "null" if command.again else text.decode())
    return text, False


def check_form(form: Form) -> None:
    """PGRST107 for rows of CSV: the result of a call has no columns, unless they are selected."""
    if form.kind == "csv":
        raise Refused(406, "PGRST107", "None of these media types are available: text/csv")


def result(text: bytes, form: Form, preferences: Preferences, *, replayed: bool) -> Answer:
    """The answer to a call: 204 without a result, one object of a list if `form` is single."""
    headers: list[Header] = [REPLAYED] if replayed else []
    if text == b"null":
        return Answer(204, headers)
    check_form(form)
    count = 1
    if text.startswith(b"["):
        items = msgspec.json.decode(text, type=list[msgspec.Raw])
        count = len(items)
        if form.single:
            if count != 1:
                raise not_singular(count)
            text = bytes(items[0])
    total = b"*" if preferences.count is None else b"%d" % count
    span = b"*/" + total if count == 0 else b"0-%d/" % (count - 1) + total
    headers += [(b"content-type", form.content_type), (b"content-range", span)]
    return Answer(200, headers, text)
