"""What is written for people names who does what; areas may only use fewer of some words."""

from __future__ import annotations

import pytest

from tools.check_words import WORDS, area, faults, written


@pytest.mark.parametrize(
    ("suffix", "text", "count"),
    [
        (".md", "Whoever books is told; nobody else is.", 2),
        (".py", '"""Somebody asks."""\nnobody = "whoever"  # what was said\n', 2),
        (".ts", '/** Nobody waits. */\nconst said = "nobody"; // somebody\n', 2),
        (".tsx", '<a href="https://nobody.test">nobody</a>', 0),
    ],
)
def test_words_count_in_pages_docstrings_and_comments(suffix: str, text: str, count: int) -> None:
    assert len(WORDS.findall(written(suffix, text))) == count


def test_an_area_may_use_fewer_words_and_no_more() -> None:
    assert area("summerstow/billing/invoices/total.py") == "summerstow/billing"
    assert area("docs/wire/rest.md") == "docs"
    assert faults({"summerstow/billing": 2, "docs": 0}, {"summerstow/billing": 2}) == []
    assert faults({"summerstow/billing": 3}, {"summerstow/billing": 2}) != []
    assert faults({"docs": 1}, {}) != []
