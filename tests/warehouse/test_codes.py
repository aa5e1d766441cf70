"""Label codes are read as they are written, and a slip is noticed (rule: label-codes)."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summerstow.warehouse.codes import ALPHABET, new_code, read_code

CODES = st.builds(new_code)


@given(CODES)
def test_a_code_is_read_in_any_spelling(code: str) -> None:
    for written in (code, code.lower(), code.replace("-", ""), code[3:], f" {code[3:8]} {code[9]}"):
        assert read_code(written) == code


@given(CODES, st.integers(0, 5), st.sampled_from(ALPHABET))
def test_one_misread_character_is_noticed(code: str, place: int, other: str) -> None:
    characters = list(code[3:].replace("-", ""))
    if characters[place] == other:
        return
    characters[place] = other
    assert read_code("".join(characters)) is None


@given(CODES)
def test_two_characters_that_changed_places_are_noticed(code: str) -> None:
    characters = code[3:].replace("-", "")
    for one, other in combinations(range(len(characters)), 2):
        swapped = list(characters)
        swapped[one], swapped[other] = swapped[other], swapped[one]
        if characters[one] != characters[other]:
            assert read_code("".join(swapped)) is None


@pytest.mark.parametrize("written", ["", "SS-7K4M2", "SS-7K4M0-Q", "https://a.test/", "7" * 60])
def test_what_is_no_code_is_none(written: str) -> None:
    assert read_code(written) is None


def test_no_character_of_a_code_can_be_misread() -> None:
    assert not set("0O1ILU") & set(ALPHABET)
