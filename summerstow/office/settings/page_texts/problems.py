"""What must be right before the texts of pages can be published (rule: pages-in-own-words)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Final

from summerstow import facts
from summerstow.office.settings.problems import FieldProblem, length_problem
from summerstow.platform.documents.pages import Clause, HomeTexts, PageDocument, Post

from .shown import anchor

LONGEST: Final = 20_000
_LONGEST_LINE: Final = 300
_SLUG: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LONGEST_SLUG: Final = 60
_VALUE: Final = re.compile(r"\{\{\s*(\w*)\s*\}\}")
#: As many as the home page has drawings for.
_STEPS: Final = 4
_MOST: Final = 200


@cache
def values() -> dict[str, str]:
    """The values that a text can name, each with what it is."""
    return facts.read("page_values.json", dict[str, str])


@cache
def covers() -> list[str]:
    """The drawings that a post can have."""
    return facts.read("covers.json", list[str])


def problems(document: PageDocument) -> Iterator[FieldProblem]:
    """What is missing or wrong, by the fields of the form."""
    yield from _of_home(document.home)
    for place, one in enumerate(document.faq):
        path = f"faq.{place}"
        yield from _line(f"{path}.group", one.group)
        yield from _line(f"{path}.question", one.question)
        yield from _text(f"{path}.answer", one.answer)
    yield from _clauses("terms", document.terms)
    yield from _clauses("privacy", document.privacy)
    for place, post in enumerate(document.posts):
        yield from _of_post(f"posts.{place}", post)
    slugs = Counter(post.slug for post in document.posts)
    for place, post in enumerate(document.posts):
        if slugs[post.slug] > 1:
            yield FieldProblem(f"posts.{place}.slug", "Another post has this address.")
    for name in ("faq", "terms", "privacy"):
        if not getattr(document, name):
            yield FieldProblem(name, "This page cannot be empty.")
    for name in ("faq", "posts", "terms", "privacy"):
        if len(getattr(document, name)) > _MOST:
            yield FieldProblem(name, f"At most {_MOST}, please.")


def text_problem(text: str, longest: int = LONGEST) -> str | None:
    """What is wrong with a text in Markdown."""
    return length_problem(text, longest) or _unknown_value(text)


def _of_home(home: HomeTexts) -> Iterator[FieldProblem]:
    yield from _line("home.headline", home.headline)
    yield from _line("home.lead", home.lead)
    if len(home.steps) != _STEPS:
        yield FieldProblem("home.steps", f"The home page has {_STEPS} steps.")
    for place, step in enumerate(home.steps):
        for field in ("month", "title", "text"):
            yield from _line(f"home.steps.{place}.{field}", getattr(step, field))
    for place, reason in enumerate(home.reasons):
        for field in ("title", "text"):
            yield from _line(f"home.reasons.{place}.{field}", getattr(reason, field))


def _of_post(path: str, post: Post) -> Iterator[FieldProblem]:
    if not _SLUG.fullmatch(post.slug) or len(post.slug) > _LONGEST_SLUG:
        yield FieldProblem(f"{path}.slug", "Small letters, digits and hyphens, please.")
    if post.picture not in covers():
        yield FieldProblem(f"{path}.picture", "There is no such drawing.")
    yield from _line(f"{path}.title", post.title)
    yield from _line(f"{path}.summary", post.summary)
    yield from _text(f"{path}.text", post.text)


def _clauses(page: str, clauses: tuple[Clause, ...]) -> Iterator[FieldProblem]:
    for place, one in enumerate(clauses):
        yield from _line(f"{page}.{place}.title", one.title)
        if any(anchor(one) == anchor(other) for other in clauses[:place]):
            yield FieldProblem(f"{page}.{place}.title", "Another clause is called so.")
        yield from _text(f"{page}.{place}.text", one.text)


def _line(path: str, line: str) -> Iterator[FieldProblem]:
    yield from _text(path, line, _LONGEST_LINE)


def _text(path: str, text: str, longest: int = LONGEST) -> Iterator[FieldProblem]:
    if why := text_problem(text, longest):
        yield FieldProblem(path, why)


def _unknown_value(text: str) -> str | None:
    names = _VALUE.findall(text)
    for name in names:
        if name not in values():
            return f"There is no value {name or 'without a name'}."
    if len(names) != text.count("{{") or len(names) != text.count("}}"):
        return "A value stands in two braces on either side, as in {{ phone }}."
    return None
