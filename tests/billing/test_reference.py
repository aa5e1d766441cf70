"""The code that goes with a transfer, which is read out on a phone and typed by hand."""

from __future__ import annotations

from summerstow.billing.invoices import issue


def test_no_code_can_hold_a_word_or_a_letter_that_is_misread() -> None:
    letters = set(issue._LETTERS)
    assert len(letters) == len(issue._LETTERS)
    assert letters.isdisjoint("AEIOU")
    assert letters.isdisjoint("01OIL")
