"""The texts of the public pages.

Longer ones are Markdown; `{{ name }}` stands for a value of `facts/page_values.json`, which the
site fills in, so that no text holds an amount.
"""

from __future__ import annotations

from datetime import date

import msgspec


class HomeStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the four steps through the summer, with when it comes."""

    month: str
    title: str
    text: str


class Reason(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why customers choose the business."""

    title: str
    text: str


class HomeTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the home page says."""

    headline: str
    lead: str
    steps: tuple[HomeStep, ...]
    reasons: tuple[Reason, ...]


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question of the FAQ with its answer in Markdown; those of a group stand together."""

    group: str
    question: str
    answer: str


class Post(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A post of the blog, at /blog/`slug`; `## ` begins a section of its Markdown."""

    slug: str
    title: str
    published: date
    picture: str
    summary: str
    text: str


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A numbered clause in Markdown; links lead to its `anchor`, or its title's words."""

    anchor: str
    title: str
    text: str


class PageDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of the home page, FAQ, blog, terms and privacy page."""

    home: HomeTexts
    faq: tuple[Question, ...]
    posts: tuple[Post, ...]
    terms: tuple[Clause, ...]
    privacy: tuple[Clause, ...]
