"""/admin/sso/providers: which organisation signs its people in where; for the service key.

The shapes are GoTrue's.
"""

from __future__ import annotations

import re
from typing import Any, Final
from uuid import UUID, uuid4

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import SERVICE
from summerstow.platform.auth import validation
from summerstow.platform.auth.accounts import accounts
from summerstow.platform.auth.admin.service_key import require_service
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError, invalid
from summerstow.platform.auth.responses import json
from summerstow.platform.auth.sso.model import SsoProvider
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.observability import log

from . import saml, sso_queries
from .metadata_fetch import fetch_metadata
from .sso import require_saml

_log = log.get("auth")

_DOMAIN: Final = re.compile(r"([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]\Z")


class SsoProviderBody(msgspec.Struct):
    """A provider as it is created or changed; what is absent stays as it is."""

    type: str | None = None
    resource_id: str | None = None
    disabled: bool | None = None
    metadata_xml: str | None = None
    metadata_url: str | None = None
    domains: list[str] | None = None
    attribute_mapping: dict[str, Any] | None = None
    name_id_format: str | None = None


async def list_all(context: AuthContext, request: Request) -> Response:
    """`{items}`, each without its metadata."""
    await _require_service_key(context, request)
    async with context.database.owner(SERVICE) as tx:
        items = [
            await _provider_json(tx, row, brief=True) for row in await sso_queries.providers(tx)
        ]
    return json({"items": items})


async def create(context: AuthContext, request: Request) -> Response:
    """201 with the new provider."""
    await _require_service_key(context, request)
    body = await validation.body_of(request, SsoProviderBody)
    if body.type != "saml":
        raise invalid("Only 'saml' supported for SSO provider type")
    description, xml = await _metadata(context, body)
    async with context.database.owner(SERVICE) as tx:
        if await sso_queries.provider_of_entity(tx, description.entity_id) is not None:
            raise AuthError(
                422,
                "saml_idp_already_exists",
                "SAML Identity Provider with this EntityID "
                f"({description.entity_id}) already exists",
            )
        provider = await _store(
            context, tx, uuid4(), body, entity_id=description.entity_id, xml=xml, before=None
        )
    return json(provider, status=201)


async def read(context: AuthContext, request: Request) -> Response:
    """The provider with its metadata."""
    await _require_service_key(context, request)
    async with context.database.owner(SERVICE) as tx:
        return json(await _provider_json(tx, await _provider(tx, request)))


async def update(context: AuthContext, request: Request) -> Response:
    """Change what the body names; another identity provider under the same id is refused."""
    await _require_service_key(context, request)
    body = await validation.body_of(request, SsoProviderBody)
    async with context.database.owner(SERVICE) as tx:
        row = await _provider(tx, request)
    xml, entity_id = row.metadata_xml, row.entity_id
    if body.metadata_xml or body.metadata_url:
        description, xml = await _metadata(context, body)
        if description.entity_id != entity_id:
            raise AuthError(
                400,
                "saml_entity_id_mismatch",
                "SAML Metadata can be updated only if the EntityID matches for the provider; "
                f"expected '{entity_id}' but got '{description.entity_id}'",
            )
    async with context.database.owner(SERVICE) as tx:
        row = await _provider(tx, request)
        return json(
            await _store(context, tx, row.id, body, entity_id=entity_id, xml=xml, before=row)
        )


async def delete(context: AuthContext, request: Request) -> Response:
    """Remove the provider; answers with what it was."""
    await _require_service_key(context, request)
    async with context.database.owner(SERVICE) as tx:
        row = await _provider(tx, request)
        provider = await _provider_json(tx, row)
        await sso_queries.delete_provider(tx, row.id)
    return json(provider)


async def _require_service_key(context: AuthContext, request: Request) -> None:
    await require_service(context, request)
    require_saml(context)


async def _provider(tx: Transaction, request: Request) -> SsoProvider:
    try:
        row = await sso_queries.provider(tx, UUID(request.path_params["provider_id"]))
    except ValueError:
        row = None
    if row is None:
        raise AuthError(404, "sso_provider_not_found", "SSO Identity Provider not found")
    return row


async def _metadata(context: AuthContext, body: SsoProviderBody) -> tuple[saml.SamlProvider, str]:
    if body.metadata_xml and body.metadata_url:
        raise invalid("Only one of metadata_xml or metadata_url needs to be set")
    if not body.metadata_xml and not body.metadata_url:
        raise invalid("Either metadata_xml or metadata_url must be set")
    xml = body.metadata_xml or await fetch_metadata(
        body.metadata_url or "", site_url=context.settings.site_url
    )
    try:
        return saml.described(xml), xml
    except saml.BadMetadata as error:
        raise AuthError(
            400, "validation_failed", "SAML Metadata XML is not valid", private=str(error)
        ) from None


async def _store(
    context: AuthContext,
    tx: Transaction,
    provider_id: UUID,
    body: SsoProviderBody,
    *,
    entity_id: str,
    xml: str,
    before: SsoProvider | None,
) -> dict[str, Any]:
    def field(name: str) -> Any:
        value = getattr(body, name)
        return value if value is not None or before is None else getattr(before, name)

    mapping = body.attribute_mapping
    await sso_queries.put_provider(
        tx,
        provider_id,
        resource_id=field("resource_id"),
        disabled=bool(field("disabled")),
        entity_id=entity_id,
        metadata_xml=xml,
        metadata_url=field("metadata_url"),
        name_id_format=field("name_id_format"),
        attribute_mapping=accounts.encode(validation.metadata(mapping))
        if mapping is not None or before is None
        else before.attribute_mapping,
        now=context.now(),
    )
    if body.domains is not None:
        await sso_queries.set_domains(
            tx, provider_id, await _domains(tx, provider_id, body.domains), context.now()
        )
    row = await sso_queries.provider(tx, provider_id)
    assert row is not None
    _log.info("sso_provider_stored", provider_id=str(provider_id), entity_id=entity_id)
    return await _provider_json(tx, row)


async def _domains(tx: Transaction, provider_id: UUID, names: list[str]) -> list[str]:
    domains = list(dict.fromkeys(one.strip().lower() for one in names))
    for domain in domains:
        if not _DOMAIN.match(domain):
            raise invalid(f"'{domain[:100]}' is not a domain")
        owner = await sso_queries.owner_of_domain(tx, domain)
        if owner is not None and owner != provider_id:
            raise AuthError(
                400,
                "sso_domain_already_exists",
                f"SSO Domain '{domain}' is already assigned to an SSO identity provider ({owner})",
            )
    return domains


async def _provider_json(
    tx: Transaction, row: SsoProvider, *, brief: bool = False
) -> dict[str, Any]:
    description: dict[str, Any] = {
        "entity_id": row.entity_id,
        "metadata_url": row.metadata_url,
        "metadata_xml": None if brief else row.metadata_xml,
        "attribute_mapping": accounts.decode(row.attribute_mapping),
        "name_id_format": row.name_id_format,
    }
    body: dict[str, Any] = {
        "id": str(row.id),
        "saml": {key: value for key, value in description.items() if value is not None},
        "domains": [
            {
                "domain": one.domain,
                "created_at": accounts.wire_time(one.created_at),
                "updated_at": accounts.wire_time(one.updated_at),
            }
            for one in await sso_queries.domains(tx, row.id)
        ],
        "created_at": accounts.wire_time(row.created_at),
        "updated_at": accounts.wire_time(row.updated_at),
    }
    if row.resource_id is not None:
        body["resource_id"] = row.resource_id
    if row.disabled:
        body["disabled"] = True
    return body
