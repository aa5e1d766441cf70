"""A long step says what it does, how long it took, and why it failed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tools import steps, suites
from tools.stop import Stopped


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.04, "0.0 s"), (4.21, "4.2 s"), (67.2, "1 min 07 s")]
)
def test_durations_are_said_as_people_do(seconds: float, said: str) -> None:
    assert steps.duration(seconds) == said


def test_a_step_that_succeeds_takes_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    steps.run("Counting", ["sh", "-c", "echo one"], root=tmp_path, log="count", env=os.environ)
    out = capsys.readouterr().out
    assert out.startswith("Counting … ")
    assert out.count("\n") == 1
    assert (steps.log_folder(tmp_path) / "count.log").read_text() == "one\n"


def test_a_step_that_fails_shows_the_end_of_its_log_and_where_the_rest_is(tmp_path: Path) -> None:
    script = "seq 1 100; echo the reason >&2; exit 3"
    with pytest.raises(Stopped) as failed:
        steps.run("Counting", ["sh", "-c", script], root=tmp_path, log="count", env=os.environ)
    said = str(failed.value)
    assert "the reason" in said
    assert ".venv/.log/count.log" in said
    assert len(said.splitlines()) == steps.TAIL_LINES + 1


def test_a_command_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(Stopped, match="nothing-like-it could not be started"):
        steps.run("X", ["nothing-like-it"], root=tmp_path, log="x", env=os.environ)


def test_the_closing_line_names_what_failed_and_what_did_not_run() -> None:
    line = suites.closing_line("Tests", [("python", True, 61), ("web", False, 2)], ["e2e"])
    assert line == "Tests: python ok (1 min 01 s), web FAILED (2.0 s), e2e not run"


def test_tests_stop_at_the_first_suite_that_fails_and_checks_go_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    jobs = [suites.Job("bad", ("false",)), suites.Job("good", ("true",))]
    assert suites.run_tests(jobs) == 1
    assert "good not run" in capsys.readouterr().out
    assert suites.run_checks(jobs) == 1
    assert "good ok" in capsys.readouterr().out
    assert suites.run_tests(jobs[1:]) == 0
