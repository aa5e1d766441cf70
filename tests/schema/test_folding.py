"""Names are folded the same in the database and in the program (rule: folded-names)."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from summerstow.platform.database.pool import Database
from summerstow.platform.text import fold, name_key, name_keys

#: Unassigned, private and half characters have no form that two versions of Unicode agree on.
_NO_CHARACTERS = {"Cn", "Co", "Cs"}
#: Texts of one statement, which has 15 s.
_BATCH = 10_000


async def test_every_character_is_folded_alike(database: Database) -> None:
    texts = [
        f"a{chr(code)}b"
        for code in range(1, sys.maxunicode + 1)
        if unicodedata.category(chr(code)) not in _NO_CHARACTERS
    ]
    rows = []
    async with database.owner() as tx:
        for first in range(0, len(texts), _BATCH):
            rows += await tx.fetch(
                "select one, app.folded(one), app.name_key(one) from unnest($1::text[]) one",
                texts[first : first + _BATCH],
            )
    assert len(rows) == len(texts)
    differ = [tuple(row) for row in rows if (row[1], row[2]) != (fold(row[0]), name_key(row[0]))]
    assert differ == []


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("Seán O’Brien", "sean obrien"),
        ("SEAN O'BRIEN", "sean obrien"),
        ("O´Brien", "obrien"),
        ("Kaʻiulani", "kaiulani"),
        ("Jean‑Luc", "jean luc"),
        ("Jean–Luc", "jean luc"),
        ("Øyvind Łukasz Đặng", "oyvind lukasz dang"),
        ("Weiß", "weiss"),
        ("WEIẞ", "weiss"),
        ("İpek Ilgın", "ipek ilgin"),
        ("ipek ılgın", "ipek ilgin"),
        ("Ａｎａ　Ｌｅｅ", "ana lee"),
        ("ﬁona", "fiona"),
        ("Nguyễn", "nguyen"),
        ("Nguye\u0302\u0303n", "nguyen"),
        ("مُحَمَّد", "محمد"),
        ("أحمد", "احمد"),
        ("محمـد", "محمد"),
        ("דָּוִד", "דוד"),
        ("Þóra Æsa", "thora aesa"),
        ("ΓΙΏΡΓΟΣ", "γιωργοσ"),
        ("Γιώργος", "γιωργοσ"),
        ("АЛЁНА", "алена"),
        ("王小明", "王小明"),
        ("ガブリエル", "ガブリエル"),
        ("ｶﾞﾌﾞﾘｴﾙ", "ガブリエル"),
        ("김민준", "김민준"),
        ("सुमित्रा", "सुमित्रा"),
        ("Zoe\u200b\u00ad", "zoe"),
        ("  de  la\u00a0Cruz ", "de la cruz"),
        ("J. R. Smith-Jones", "j r smith jones"),
    ],
)
async def test_a_name_has_one_key_in_all_spellings(
    database: Database, typed: str, key: str
) -> None:
    assert name_key(typed) == key
    async with database.owner() as tx:
        assert await tx.fetchval("select app.name_key($1)", typed) == key


def test_a_german_name_may_be_spelled_with_two_letters() -> None:
    assert name_keys("Jörg Müller") == {"jorg muller", "joerg mueller"}
    assert name_keys("Ana") == {"ana"}
