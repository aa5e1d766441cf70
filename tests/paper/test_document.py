"""Documents: every script that our customers write in, in a small file."""

from __future__ import annotations

import pytest

from summerstow.paper.document import Document

NAMES = {
    "Chinese": "王小明",
    "Chinese, traditional": "陳大文 繁體字",
    "Korean": "김민지",
    "Japanese": "田中さくら 髙橋",
    "Arabic": "محمد الأحمد",
    "Cyrillic": "Олександр Шевченко",
    "Devanagari": "प्रिया शर्मा क्षत्रिय",
    "Gurmukhi": "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
    "Vietnamese": "Nguyễn Thị Ánh",
}


def _written(text: str) -> tuple[str, bytes]:
    document = Document("Names")
    ready = document.text_of(text)
    document.set_font("sans", "B", 10)
    document.multi_cell(0, 6, ready)
    return ready, document.finished()


@pytest.mark.parametrize("script", NAMES)
def test_a_name_keeps_all_its_letters_in_any_script(script: str) -> None:
    ready, content = _written(NAMES[script])
    assert ready == NAMES[script]
    # Only the letters that are used are embedded.
    assert b"NotoSans" in content
    assert len(content) < 60_000


def test_a_sign_that_no_font_has_is_left_out_and_the_rest_stands() -> None:
    ready, content = _written("Mina \N{GRINNING FACE} Park")
    assert ready == "Mina Park"
    assert b"NotoSans" not in content
