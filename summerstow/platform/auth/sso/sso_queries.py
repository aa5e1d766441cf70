"""Identity providers of single sign-on, their domains, and the assertions taken."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from summerstow.platform.auth.sso.model import SsoDomain, SsoProvider
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded_all, decoded_if_any


async def provider(tx: Transaction, provider_id: UUID) -> SsoProvider | None:
    """The provider, or None."""
    return decoded_if_any(
        SsoProvider,
        await tx.fetchrow("select * from auth.sso_providers where id = $1", provider_id),
    )


async def provider_of_domain(tx: Transaction, domain: str) -> SsoProvider | None:
    """The provider of this lower-cased domain, or None."""
    return decoded_if_any(
        SsoProvider,
        await tx.fetchrow(
            "select p.* from auth.sso_providers p join auth.sso_domains d on d.provider_id = p.id "
            "where d.domain = $1",
            domain,
        ),
    )


async def provider_of_entity(tx: Transaction, entity_id: str) -> SsoProvider | None:
    """The provider that calls itself so, or None."""
    return decoded_if_any(
        SsoProvider,
        await tx.fetchrow("select * from auth.sso_providers where entity_id = $1", entity_id),
    )


async def providers(tx: Transaction) -> list[SsoProvider]:
    """All providers, oldest first."""
    return decoded_all(
        SsoProvider, await tx.fetch("select * from auth.sso_providers order by created_at, id")
    )


async def domains(tx: Transaction, provider_id: UUID) -> list[SsoDomain]:
    """The domains of a provider."""
    return decoded_all(
        SsoDomain,
        await tx.fetch(
            "select * from auth.sso_domains where provider_id = $1 order by domain", provider_id
        ),
    )


async def owner_of_domain(tx: Transaction, domain: str) -> UUID | None:
    """Return the provider that has the domain, or None."""
    provider_id: UUID | None = await tx.fetchval(
        "select provider_id from auth.sso_domains where domain = $1", domain
    )
    return provider_id


async def put_provider(
    tx: Transaction,
    provider_id: UUID,
    *,
    resource_id: str | None,
    disabled: bool,
    entity_id: str,
    metadata_xml: str,
    metadata_url: str | None,
    name_id_format: str | None,
    attribute_mapping: str,
    now: datetime,
) -> None:
    """Store a provider, new or changed."""
    await tx.execute(
        "insert into auth.sso_providers (id, resource_id, disabled, entity_id, metadata_xml, "
        "metadata_url, name_id_format, attribute_mapping, created_at, updated_at) "
        "values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) on conflict (id) do update set "
        "resource_id = excluded.resource_id, disabled = excluded.disabled, "
        "metadata_xml = excluded.metadata_xml, metadata_url = excluded.metadata_url, "
        "name_id_format = excluded.name_id_format, "
        "attribute_mapping = excluded.attribute_mapping, updated_at = now()",
        provider_id,
        resource_id,
        disabled,
        entity_id,
        metadata_xml,
        metadata_url,
        name_id_format,
        attribute_mapping,
        now,
    )


async def set_domains(
    tx: Transaction, provider_id: UUID, domains: Sequence[str], now: datetime
) -> None:
    """These are the provider's domains, and no others."""
    await tx.execute(
        "delete from auth.sso_domains where provider_id = $1 and domain <> all ($2)",
        provider_id,
        list(domains),
    )
    await tx.execute(
        "insert into auth.sso_domains (domain, provider_id, created_at, updated_at) "
        "select domain, $1, $3, $3 from unnest($2::text[]) as domain on conflict do nothing",
        provider_id,
        list(domains),
        now,
    )


async def delete_provider(tx: Transaction, provider_id: UUID) -> None:
    """Remove a provider with its domains."""
    await tx.execute("delete from auth.sso_providers where id = $1", provider_id)


async def take_assertion(
    tx: Transaction, provider_id: UUID, assertion_id: str, *, expires_at: datetime, now: datetime
) -> bool:
    """Note an assertion as used; False where it was already. Expired ones are forgotten."""
    await tx.execute("delete from auth.saml_assertions where expires_at < $1", now)
    tag = await tx.execute(
        "insert into auth.saml_assertions (provider_id, assertion_id, expires_at) "
        "values ($1, $2, $3) on conflict do nothing",
        provider_id,
        assertion_id,
        expires_at,
    )
    return tag.endswith("1")
