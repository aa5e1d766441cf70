"""A step is done once for the same inputs, and again for others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tools import stamps

HOLD_AND_SAY = """
import sys
from pathlib import Path
from tools import stamps
with stamps.one_at_a_time(Path(sys.argv[1])):
    print("inside", flush=True)
    sys.stdin.read()
"""


def test_a_stamp_says_what_was_written(tmp_path: Path) -> None:
    stamps.write(tmp_path / "stamp", {"lock": "a"})
    assert stamps.read(tmp_path / "stamp") == {"lock": "a"}
    assert [path.name for path in tmp_path.iterdir()] == ["stamp"]


def test_an_absent_torn_or_foreign_stamp_says_nothing(tmp_path: Path) -> None:
    stamp = tmp_path / "stamp"
    assert stamps.read(stamp) == {}
    for torn in ('{"lock": ', "[]", ""):
        stamp.write_text(torn)
        assert stamps.read(stamp) == {}


def test_a_tree_digest_knows_contents_and_names_but_not_order(tmp_path: Path) -> None:
    one, two = tmp_path / "one.ts", tmp_path / "two.ts"
    one.write_text("1")
    two.write_text("2")
    before = stamps.tree_digest(tmp_path, [one, two])
    assert stamps.tree_digest(tmp_path, [two, one]) == before
    two.write_text("3")
    assert stamps.tree_digest(tmp_path, [one, two]) != before
    two.write_text("2")
    moved = two.rename(tmp_path / "three.ts")
    assert stamps.tree_digest(tmp_path, [one, moved]) != before


def test_a_second_make_waits_until_the_first_is_done(tmp_path: Path) -> None:
    file = tmp_path / "lock file"
    file.write_text("")
    command = [sys.executable, "-c", HOLD_AND_SAY, str(file)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with (
        subprocess.Popen(command, **pipes) as first,  # type: ignore[call-overload]
    ):
        assert first.stdout.readline() == "inside\n"
        with subprocess.Popen(command, **pipes) as second:  # type: ignore[call-overload]
            assert second.stdout.readline().startswith("Waiting for another make")
            first.stdin.close()
            assert second.stdout.readline() == "inside\n"
            second.stdin.close()
