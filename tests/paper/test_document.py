"""Documents: every script that our customers write in, in a small file."""

from __future__ import annotations

import pytest

from summerstow.platform.files.pdf.document import Document

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
    "Bengali": "সুমাইয়া রহমান",
    "Tamil": "கார்த்திக் ராஜா",
    "Telugu": "శ్రీనివాస్",
    "Gujarati": "ધ્રુવ પટેલ",
    "Malayalam": "സ്രീജിത്ത്",
    "Kannada": "ಶ್ರೀನಿವಾಸ",
    "Sinhala": "ශ්\u200dරී ලංකා",
    "Oriya": "ଓଡିଆ",
    "Thai": "สมชาย ใจดี",
    "Lao": "ສົມສັກ",
    "Khmer": "សុខា ខ្មែរ",
    "Burmese": "မောင်အောင်",
    "Tibetan": "བསྟན་འཛིན",
    "Mongolian": "ᠪᠣᠯᠳ",
    "Hebrew": "דוד כהן",
    "Persian": "علی\u200cرضا",
    "Syriac": "ܐܒܐ",
    "Thaana": "ޢަލީ",
    "Georgian": "გიორგი",
    "Armenian": "Արմեն",
    "Amharic": "ሰላም አበበ",
    "Tifinagh": "ⵎⴰⵙⵙⵉⵏ",
    "N'Ko": "ߒߞߏ",
    "Adlam": "𞤀𞤣𞤤𞤢𞤥",
    "Cherokee": "ᏣᎳᎩ",
    "Inuktitut": "ᐃᓄᒃᑎᑐᑦ",
    "Chinese, rare": "𠮷 䶮 㐂 鿍",
    "Hausa": "Ɓala Ɗanjuma Ƙasim",
    "Pinyin": "Lǐ Xiǎomíng",
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
    assert b"Noto" in content
    assert len(content) < 60_000


@pytest.mark.parametrize(
    ("typed", "ready"),
    [
        ("Mina \N{GRINNING FACE} Park", "Mina \N{WHITE SQUARE} Park"),
        ("\U000e0041Mina\u200b\u2060 \ufeffPark", "Mina Park"),
    ],
)
def test_a_letter_that_no_font_has_is_a_box(typed: str, ready: str) -> None:
    """(rule: invoice-on-paper); signs without a look leave none."""
    assert _written(typed)[0] == ready


def test_joined_letters_are_shaped_in_one_font() -> None:
    """A joiner of another font would part the letters that it joins."""
    document = Document("Names")
    ready = document.text_of("ශ්\u200dරී")
    document.set_font("sans", "", 10)
    fonts = {document.get_fallback_font(one) for one in ready}
    assert len(fonts) == 1
