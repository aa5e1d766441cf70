"""Markdown of the owner as HTML that can stand in a public page."""

from __future__ import annotations

import re
from typing import Final

import nh3
from markdown_it import MarkdownIt

_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False})
_TAGS: Final = {"p", "br", "ul", "ol", "li", "a", "strong", "em", "blockquote", "h3", "img"}
_ATTRIBUTES: Final = {"a": {"href"}, "img": {"src", "alt"}}
_DRAWING: Final = re.compile(r"[a-z-]+")


def html(text: str) -> str:
    """Paragraphs, lists, links, emphasis, quotes, small headings and drawings; nothing else.

    A drawing is named in place of an address, as in `![](what-fits)`.
    """
    return nh3.clean(
        _MARKDOWN.render(text),
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        attribute_filter=_checked,
        url_schemes={"https", "mailto", "tel"},
        link_rel=None,
    ).strip()


def _checked(tag: str, attribute: str, value: str) -> str | None:
    if (tag, attribute) == ("img", "src") and not _DRAWING.fullmatch(value):
        return None
    return value
