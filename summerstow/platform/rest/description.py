"""`GET /rest/v1/`: what there is, as an OpenAPI 2.0 description of what the asker may read."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.json import schema_components

from summerstow.platform.actor import Actor
from summerstow.platform.commands import Command
from summerstow.platform.rest.planning.catalogue import Catalogue, Table


def describe(catalogue: Catalogue, actor: Actor, commands: Mapping[str, Command]) -> bytes:
    """The tables that the actor may read and the commands that it may call, as JSON."""
    tables = [
        table
        for name, table in sorted(catalogue.tables.items())
        if f"summerstow_{actor.role}" in table.readers
    ]
    answered = {"responses": {"200": {"description": "OK"}}}
    paths: dict[str, object] = {f"/{one.name}": {"get": answered} for one in tables}
    for name, command in sorted(commands.items()):
        if not command.admits(actor):
            continue
        _, definitions = schema_components([command.arguments])
        body = {
            "in": "body",
            "name": "args",
            "schema": definitions.get(command.arguments.__name__, {"type": "object"}),
        }
        paths[f"/rpc/{name}"] = {"post": answered | {"parameters": [body]}}
    return msgspec.json.encode(
        {
            "swagger": "2.0",
            "info": {"title": "Summerstow", "version": "1"},
            "basePath": "/rest/v1",
            "paths": paths,
            "definitions": {one.name: _definition(one) for one in tables},
        }
    )


def _definition(table: Table) -> dict[str, object]:
    return {
        "type": "object",
        "properties": {one.name: {"format": one.type} for one in table.columns.values()},
    }
