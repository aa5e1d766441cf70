"""The structure rules: modules do not import each other in circles, and class names are unique."""

from __future__ import annotations

from pathlib import Path

from tools import check_structure


def written(root: Path, files: dict[str, str]) -> Path:
    for name, text in {"__init__": "", **files}.items():
        path = root / "summerstow" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_an_import_for_type_checkers_alone_closes_a_cycle(tmp_path: Path) -> None:
    root = written(
        tmp_path,
        {
            "a/__init__": "",
            "a/one": "from . import two\n",
            "a/two": "def f():\n    from summerstow.b import g\n",
            "b": "if TYPE_CHECKING:\n    from summerstow.a.one import One\n",
            "c": "from summerstow import a, b\n",
        },
    )
    assert list(check_structure.faults(root)) == [
        "import each other: summerstow.a.one, summerstow.a.two, summerstow.b"
    ]


def test_a_public_class_name_that_is_written_twice_is_a_fault(tmp_path: Path) -> None:
    files = {"a": "class Line: ...\nclass _Own: ...\n", "b": "class _Own: ...\nclass Line: ...\n"}
    assert list(check_structure.faults(written(tmp_path, files))) == [
        "class Line is written 2 times: summerstow/a.py:1, summerstow/b.py:2"
    ]


def test_a_package_of_sixteen_files_is_a_fault(tmp_path: Path) -> None:
    fifteen = {f"m{number}": "" for number in range(14)}
    assert list(check_structure.faults(written(tmp_path, fifteen))) == []
    (fault,) = check_structure.faults(written(tmp_path, {**fifteen, "one_more": ""}))
    assert fault == "summerstow: has 16 files; a package holds at most 15"


def test_a_function_that_returns_rows_is_a_fault(tmp_path: Path) -> None:
    """Also in a list or a tuple, or under another name; the database itself may."""
    rows = "import asyncpg\nasync def f() -> tuple[int, asyncpg.Record | None]: ...\n"
    named = "Row = asyncpg.Record\ndef g(row: Row) -> int: ...\ndef h() -> list[Row]: ...\n"
    root = written(
        tmp_path,
        {"a": rows, "b": named, "platform/__init__": "", "platform/database/transaction": rows},
    )
    assert list(check_structure.faults(root)) == [
        "summerstow/a.py:2: f returns a row; decode it into a type",
        "summerstow/b.py:3: h returns a row; decode it into a type",
    ]
