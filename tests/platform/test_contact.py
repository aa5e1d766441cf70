"""Whom a sentence sends people to: never to "us" alone."""

import ast
import re
from pathlib import Path

from summerstow import facts
from summerstow.platform import published

PACKAGE = Path(facts.__file__).parents[1]
#: "Please call us." and its like, without the number behind it.
_TO_NOBODY = re.compile(
    r"\b(call|contact|phone|ring|email|write to) us\b(?!:| at {)", re.IGNORECASE
)


def test_how_to_reach_us_is_a_number_and_an_address() -> None:
    contact = published.business()
    assert contact.reach_us == f"call {contact.phone} or write to {contact.email}"


def test_no_refusal_sends_people_to_us_without_saying_how() -> None:
    said = [
        (path.name, text.value)
        for path in PACKAGE.rglob("*.py")
        for raised in ast.walk(ast.parse(path.read_text()))
        if isinstance(raised, ast.Raise)
        for text in ast.walk(raised)
        if isinstance(text, ast.Constant) and isinstance(text.value, str)
    ]
    assert len(said) > 100
    assert [one for one in said if _TO_NOBODY.search(one[1])] == []


def test_no_mail_sends_people_to_us_without_saying_how() -> None:
    mails = list((PACKAGE / "platform" / "outbox" / "templates").glob("*.j2"))
    assert mails
    assert [path.name for path in mails if _TO_NOBODY.search(path.read_text())] == []
