"""GET /admin/users: the accounts, page by page (docs/wire/auth.md, "Admin")."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote
from uuid import UUID

from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import SERVICE
from summerstow.platform.auth.accounts import accounts, user_queries
from summerstow.platform.auth.accounts.model import Account, Identity
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import invalid
from summerstow.platform.auth.responses import json
from summerstow.platform.database.transaction import Transaction

from . import admin_queries
from .service_key import require_service

_PER_PAGE: Final = 50
_MOST: Final = 2**31 - 1


@dataclass(frozen=True)
class UserListRequest:
    """Which accounts, and which page of them."""

    page: int
    per_page: int
    part: str
    sort: str
    descending: bool


async def listed(context: AuthContext, request: Request) -> Response:
    """200 with one page; `X-Total-Count` and `Link` tell of the others."""
    await require_service(context, request)
    listing = _request_of(request)
    async with context.database.owner(SERVICE) as tx:
        total = await admin_queries.count_users(tx, listing.part)
        rows = await admin_queries.page_of_users(
            tx,
            listing.part,
            sort=listing.sort,
            descending=listing.descending,
            limit=listing.per_page,
            offset=(listing.page - 1) * listing.per_page,
        )
        users = await _bodies(tx, rows)
    return json(
        {"users": users, "aud": "authenticated"},
        headers={"x-total-count": str(total), "link": _link(request, listing, total)},
    )


def _request_of(request: Request) -> UserListRequest:
    query = request.query_params
    sort, descending = _order(query.get("sort", ""))
    part = query.get("filter", "").strip()
    if "\x00" in part:
        raise invalid("Bad Filter Parameters: it holds the character U+0000")
    return UserListRequest(
        page=_number(query.get("page", "")) or 1,
        per_page=_number(query.get("per_page", "")) or _PER_PAGE,
        part=part,
        sort=sort,
        descending=descending,
    )


def _number(text: str) -> int:
    """A number of the query; 0 where it is empty."""
    if not text:
        return 0
    if not (text.isascii() and text.isdigit()) or int(text[:20]) > _MOST:
        raise invalid(f'Bad Pagination Parameters: parsing "{text[:20]}": it is no page number')
    return int(text)


def _order(text: str) -> tuple[str, bool]:
    """`email` or `email desc`; the newest first where no order is named."""
    if not text.strip():
        return "created_at", True
    field, _, direction = text.strip().partition(" ")
    if field not in admin_queries.SORTABLE:
        raise invalid(f"Bad Sort Parameters: bad field for sort '{field[:40]}'")
    if direction.strip() not in ("", "asc", "desc"):
        raise invalid(
            f"Bad Sort Parameters: bad direction for sort '{direction.strip()[:40]}', "
            "only 'asc' and 'desc' allowed"
        )
    return field, direction.strip() == "desc"


def _link(request: Request, listing: UserListRequest, total: int) -> str:
    """RFC 8288, as one released client needs it: `page` first, and no comma inside an address."""
    last = max(1, -(-total // listing.per_page))
    parameters = "".join(
        f"&{name}={quote(request.query_params[name], safe='')}"
        for name in ("filter", "sort")
        if request.query_params.get(name)
    )

    def to(page: int, relation: str) -> str:
        address = f"/admin/users?page={page}&per_page={listing.per_page}{parameters}"
        return f'<{address}>; rel="{relation}"'

    following = [to(listing.page + 1, "next")] if listing.page < last else []
    return ", ".join([*following, to(last, "last")])


async def _bodies(tx: Transaction, rows: Sequence[Account]) -> list[dict[str, Any]]:
    user_ids = [row.id for row in rows]
    identities: defaultdict[UUID, list[Identity]] = defaultdict(list)
    for one in await admin_queries.identities_of(tx, user_ids):
        identities[one.user_id].append(one)
    factors = {
        user_id: await user_queries.factors(tx, user_id)
        for user_id in await admin_queries.with_factors(tx, user_ids)
    }
    return [accounts.user_body(row, identities[row.id], factors.get(row.id, ())) for row in rows]
