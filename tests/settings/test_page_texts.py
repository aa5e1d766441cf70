"""What the public pages say, in the owner's own words (rule: pages-in-own-words)."""

from __future__ import annotations

from typing import Any

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from summerstow.bookings.table import BookingRules
from summerstow.office.settings import follow
from summerstow.office.settings.page_texts import agreed, markdown
from summerstow.office.settings.page_texts.shown import shown
from summerstow.platform import published
from summerstow.platform.database.pool import Database
from summerstow.platform.documents.pages import PageDocument
from tests.people import Person, RestClients, booking_body, person

QUESTION = {
    "group": "Getting Started",
    "question": "Do you store skis?",
    "answer": "Yes, under {{ heavy_pounds }} lb. See [the terms](/terms).",
}


@pytest.fixture
def texts() -> dict[str, Any]:
    """The texts as shipped."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(published.shipped()["pages"]))
    return found


@pytest.fixture(autouse=True)
async def as_shipped(database: Database) -> Any:
    yield
    async with database.owner() as tx:
        await tx.execute("delete from app.settings_drafts where section = 'pages'")
        await tx.execute(
            "delete from app.settings_versions where section = 'pages' and published_by is not null"
        )


async def _call(client: httpx.AsyncClient, command: str, **given: Any) -> Any:
    answer = await client.post(f"/rpc/{command}", json=given)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def _save(client: httpx.AsyncClient, texts: dict[str, Any]) -> dict[str, Any]:
    shown = await _call(client, "settings_section", section="pages")
    revision = shown["draft"]["revision"] if shown["draft"] else 0
    saved: dict[str, Any] = await _call(
        client, "save_settings", section="pages", document=texts, revision=revision
    )
    return saved


async def test_a_new_answer_reaches_the_pages(
    ada: httpx.AsyncClient, database: Database, texts: dict[str, Any]
) -> None:
    texts["faq"].insert(0, QUESTION)
    saved = await _save(ada, texts)
    assert saved["problems"] == []
    revision = saved["draft"]["revision"]
    await _call(ada, "publish_settings", section="pages", revision=revision)
    settings = msgspec.json.decode(await follow.load(database))
    assert settings["texts"]["faq"][0] == {
        "anchor": "getting-started",
        "group": "Getting Started",
        "question": "Do you store skis?",
        "html": '<p>Yes, under {{ heavy_pounds }} lb. See <a href="/terms">the terms</a>.</p>',
    }
    # A page that shows none of it is not told the text.
    assert "skis" not in msgspec.json.encode(settings["pages"]).decode()


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (["home", "headline"], " ", "home.headline"),
        (["home", "steps"], [], "home.steps"),
        (["home", "steps", 0, "text"], "{{ nothing }}", "home.steps.0.text"),
        (["faq"], [], "faq"),
        (["faq", 0, "answer"], "", "faq.0.answer"),
        (["faq", 0, "answer"], "{{ phone }", "faq.0.answer"),
        (["posts", 0, "slug"], "Moving out", "posts.0.slug"),
        (["posts", 0, "picture"], "elsewhere", "posts.0.picture"),
        (["terms", 1, "title"], "The service", None),
        (["terms", 1, "anchor"], "service", "terms.1.title"),
        (["privacy", 0, "text"], "x" * 20_001, "privacy.0.text"),
    ],
)
async def test_what_is_wrong_is_marked(
    ada: httpx.AsyncClient,
    texts: dict[str, Any],
    path: list[str | int],
    value: object,
    field: str | None,
) -> None:
    part: Any = texts
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    saved = await _save(ada, texts)
    assert [one["field"] for one in saved["problems"]] == ([field] if field else [])


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
        ("[Go](javascript:alert(1))", "<p>[Go](javascript:alert(1))</p>"),
        ("[Go](http://a.test)", "<p><a>Go</a></p>"),
        ("![](https://a.test/a.png)", '<p><img alt=""></p>'),
        ("![](what-fits)", '<p><img src="what-fits" alt=""></p>'),
        ("# Loud", "Loud"),
        ("**Two** *words*", "<p><strong>Two</strong> <em>words</em></p>"),
    ],
)
async def test_nothing_but_words_reaches_a_page(
    ada: httpx.AsyncClient, text: str, html: str
) -> None:
    assert markdown.html(text) == html
    assert (await _call(ada, "preview_text", text=text))["html"] == html


async def test_a_preview_says_what_is_wrong(ada: httpx.AsyncClient) -> None:
    answer = await ada.post("/rpc/preview_text", json={"text": "{{ nothing }}"})
    assert (answer.status_code, answer.json()["message"]) == (400, "There is no value nothing.")


def test_posts_stand_newest_first_with_their_sections() -> None:
    pages = shown(published.shipped()["pages"])
    days = [one.published for one in pages.pages.posts]
    assert days == sorted(days, reverse=True)
    newest = pages.pages.posts[0]
    sections = pages.texts.posts[newest.slug]
    assert sections[0].anchor == "start-from-the-day-you-must-be-out"
    assert newest.minutes > 1


def test_headings_of_one_name_are_told_apart() -> None:
    """A link to the second leads to the second."""
    document = published.shipped()["pages"]
    assert isinstance(document, PageDocument)
    post = replace(document.posts[0], text="## Boxes\n\nOne.\n\n## Boxes\n\nTwo.")
    sections = shown(replace(document, posts=(post,))).texts.posts[post.slug]
    assert [one.anchor for one in sections] == ["boxes", "boxes-2"]


async def test_a_booking_keeps_the_terms_that_it_was_made_under(
    ada: httpx.AsyncClient, database: Database, texts: dict[str, Any]
) -> None:
    """Rule: agreed-terms."""
    mina, noor = await person(database), await person(database)
    clients = RestClients(
        database, {"bookings": BookingRules()}, {"agreed_terms": agreed.COMMANDS[0]}
    )
    agreed_to = texts["terms"][0]["title"]
    before = await _booked(clients, mina)
    texts["terms"][0]["title"] = "What we do"
    revision = (await _save(ada, texts))["draft"]["revision"]
    await _call(ada, "publish_settings", section="pages", revision=revision)
    after = await _booked(clients, mina)

    admin = await person(database, "admin")
    for who in (mina, admin):
        for booking, title in ((before, agreed_to), (after, "What we do")):
            shown = await _call(clients.of(who), "agreed_terms", booking_id=booking)
            assert shown["clauses"][0]["title"] == title
            assert shown["terms"]["free_radius_miles"] == 3
    refused = await clients.of(noor).post("/rpc/agreed_terms", json={"booking_id": before})
    assert refused.status_code == 404


async def _booked(clients: RestClients, who: Person) -> str:
    body = booking_body() | {"pickup_date": None, "pickup_time": None}
    answer = await clients.of(who).post(
        "/bookings", json=body, headers={"prefer": "return=representation"}
    )
    assert answer.status_code == 201, answer.text
    booking: str = answer.json()[0]["id"]
    return booking
