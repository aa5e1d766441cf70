"""The texts as pages are rendered with them.

Set-up runs this module, which writes those that ship beside them for the site's build.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Final

import msgspec

from summerstow.platform.documents.pages import Clause, HomeTexts, PageDocument, Post, Question
from summerstow.platform.published import shipped

from . import markdown

SECTION: Final = re.compile(r"^## +(.+)$", re.MULTILINE)
_WORDS_A_MINUTE: Final = 200


class ShownText(msgspec.Struct, frozen=True):
    """A title with its anchor, and what stands below it as HTML."""

    anchor: str
    title: str
    html: str


class ShownQuestion(msgspec.Struct, frozen=True):
    """A question of the FAQ with its answer as HTML; `anchor` is its group's."""

    anchor: str
    group: str
    question: str
    html: str


class PostCard(msgspec.Struct, frozen=True):
    """A post as lists show it."""

    slug: str
    title: str
    published: date
    picture: str
    summary: str
    minutes: int


class EveryPage(msgspec.Struct, frozen=True):
    """What any page may show."""

    home: HomeTexts
    posts: tuple[PostCard, ...]


class OnePage(msgspec.Struct, frozen=True):
    """What a single page shows: the texts of posts by their addresses."""

    faq: tuple[ShownQuestion, ...]
    terms: tuple[ShownText, ...]
    privacy: tuple[ShownText, ...]
    posts: dict[str, tuple[ShownText, ...]]


class ShownPages(msgspec.Struct, frozen=True):
    """The texts of all pages."""

    pages: EveryPage
    texts: OnePage


def shown(document: PageDocument) -> ShownPages:
    """The texts of a document; posts stand newest first."""
    posts = sorted(document.posts, key=lambda one: one.published, reverse=True)
    return ShownPages(
        EveryPage(document.home, tuple(map(_card, posts))),
        OnePage(
            tuple(map(_question, document.faq)),
            tuple(map(clause, document.terms)),
            tuple(map(clause, document.privacy)),
            {one.slug: tuple(_sections(one.text)) for one in posts},
        ),
    )


def _question(one: Question) -> ShownQuestion:
    return ShownQuestion(anchor_of(one.group), one.group, one.question, markdown.html(one.answer))


def clause(one: Clause) -> ShownText:
    """A clause as pages show it."""
    return ShownText(anchor(one), one.title, markdown.html(one.text))


def _card(post: Post) -> PostCard:
    words = len(f"{post.summary} {post.text}".split())
    minutes = max(1, round(words / _WORDS_A_MINUTE))
    return PostCard(post.slug, post.title, post.published, post.picture, post.summary, minutes)


def _sections(text: str) -> Iterator[ShownText]:
    lead, *parts = SECTION.split(text)
    if lead.strip():
        yield ShownText("", "", markdown.html(lead))
    taken: Counter[str] = Counter()
    for heading, body in zip(parts[::2], parts[1::2], strict=True):
        target = anchor_of(heading)
        taken[target] += 1
        if taken[target] > 1:
            target = f"{target}-{taken[target]}"
        yield ShownText(target, heading.strip(), markdown.html(body))


def anchor(one: Clause) -> str:
    """Where links to a clause lead."""
    return one.anchor or anchor_of(one.title)


def anchor_of(title: str) -> str:
    """The words of a title in small letters, of any script: `what-may-not-be-stored`."""
    return "-".join(re.findall(r"\w+", title.lower()))


if __name__ == "__main__":
    target = Path(__file__).parents[3] / "facts" / "page_texts.json"
    content = msgspec.json.format(msgspec.json.encode(shown(shipped()["pages"])), indent=2) + b"\n"
    if not target.exists() or target.read_bytes() != content:
        target.write_bytes(content)
