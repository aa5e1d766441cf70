"""A public page as a draft would have it (rule: settings-published)."""

from __future__ import annotations

from asyncio import Semaphore
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, cast

import msgspec

from summerstow.billing.pricing import prerendered, price_lists
from summerstow.billing.pricing import queries as price_queries
from summerstow.office.settings import queries, sections
from summerstow.office.settings.page_texts import shown as page_texts
from summerstow.office.settings.prices import PriceDocument
from summerstow.office.settings.sections import Section
from summerstow.platform import clock, published
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.documents.campuses import CampusDocument
from summerstow.platform.documents.pages import PageDocument
from summerstow.platform.errors import AppError, Invalid
from summerstow.platform.observability import log
from summerstow.platform.roles import EXECUTIVES
from summerstow.platform.server.site import BUILD
from summerstow.slots import season

from .pages import RenderError, render_page

_log = log.get("settings")
#: Sections that pages are not rendered with.
_UNSEEN: Final = frozenset({"messages", "pages"})
_TITLES: Final = {
    "/": "Home",
    "/pricing": "Pricing",
    "/faq": "FAQ",
    "/contact": "Contact",
    "/blog": "Blog",
    "/terms": "Terms",
    "/privacy": "Privacy",
}
#: Rendering takes Node a second or two, and a processor.
_ONE_AT_A_TIME: Final = Semaphore(1)


class PreviewedPage(msgspec.Struct, forbid_unknown_fields=True):
    """A section with a draft, and the path of a public page."""

    section: Section
    path: Annotated[str, msgspec.Meta(max_length=120)]


class PageLink(msgspec.Struct, frozen=True):
    """A public page."""

    path: str
    title: str


class PagePreview(msgspec.Struct, frozen=True):
    """A page's HTML with the draft, and every page that can be previewed."""

    html: str
    pages: list[PageLink]


class _Draft(msgspec.Struct, frozen=True):
    settings: str
    path: str
    pages: list[PageLink]


def page_settings(documents: Mapping[str, Any], prices: prerendered.ShownPrices) -> bytes:
    """Return the JSON that pages are rendered with, of each section's document."""
    texts = msgspec.structs.asdict(page_texts.shown(documents["pages"]))
    computed = {
        "prices": prices,
        "season": season.shown(documents["season"], clock.today()),
    }
    seen = {name: one for name, one in documents.items() if name not in _UNSEEN}
    return msgspec.json.encode(seen | computed | texts)


async def preview_page(tx: ElevatedTransaction, arguments: PreviewedPage) -> _Draft:
    """Read a draft with everything else that a page shows; raises `Invalid` without a draft."""
    draft = await queries.draft(tx, arguments.section)
    if draft is None:
        raise Invalid("There is no draft to preview.")
    document = sections.read(arguments.section, draft.document)
    documents = published.documents()
    if isinstance(document, PriceDocument):
        files = msgspec.json.encode(document.pricing), msgspec.json.encode(document.terms)
        prices = prerendered.shown(document.as_list(), *(one.decode() for one in files))
    else:
        current = await price_lists.current(tx)
        content = await price_queries.content(tx, current.valid_from)
        prices = prerendered.shown(current, *content)
        documents[arguments.section] = document
    pages = list(_pages(documents))
    if arguments.path not in {one.path for one in pages}:
        raise AppError("There is no such page.", status=404, code="P0002")
    return _Draft(page_settings(documents, prices).decode(), arguments.path, pages)


def _pages(documents: Mapping[str, Any]) -> Iterator[PageLink]:
    for path, title in _TITLES.items():
        yield PageLink(path, title)
    for campus in cast(CampusDocument, documents["campuses"]).campuses:
        if campus.status != "hidden":
            yield PageLink(f"/{campus.slug}", campus.name)
    for post in cast(PageDocument, documents["pages"]).posts:
        yield PageLink(f"/blog/{post.slug}", post.title)


async def _rendered(value: Any) -> PagePreview:
    """Render the page, once the transaction is over."""
    draft = msgspec.convert(value, _Draft)
    async with _ONE_AT_A_TIME:
        try:
            html = await render_page(BUILD.parent, draft.settings.encode(), draft.path)
        except RenderError as error:
            _log.error("a preview could not be rendered", error=str(error))
            raise AppError(f"This page could not be rendered: {error}", status=500) from error
    return PagePreview(html, draft.pages)


PREVIEW: Final = Command(
    "preview_page",
    PreviewedPage,
    preview_page,
    EXECUTIVES,
    repeatable=True,
    outside=_rendered,
    elevated=True,
)
