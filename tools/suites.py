"""Runs test suites or checks one after the other and closes with one line: tools.suites NAME …

Tests stop at the first suite that fails; checks all run, so that one look shows every fault.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tools import browser, environment, steps
from tools.python_packages import venv_folder
from tools.stop import Stopped

ROOT = Path(__file__).resolve().parent.parent
BIN = str(venv_folder(ROOT) / "bin")


@dataclass(frozen=True, slots=True)
class Job:
    """One command with the name that the closing line gives it, and the folder it runs in."""

    name: str
    command: tuple[str, ...]
    folder: str = "."
    needs_browser: bool = False


#: A module's tests share a database, so that they stay together.
SIDE_BY_SIDE = ("--numprocesses", "auto", "--maxprocesses", "4", "--dist", "loadfile")
TESTS = {
    "python": Job("python", (f"{BIN}/python", "-m", "pytest", *SIDE_BY_SIDE)),
    "web": Job("web", ("npm", "run", "--silent", "test"), "web"),
    "e2e": Job("e2e", ("npm", "run", "--silent", "e2e"), "web", needs_browser=True),
}
CHECKS = (
    Job("format", (f"{BIN}/ruff", "format", "--check", ".")),
    Job("lint", (f"{BIN}/ruff", "check", ".")),
    Job("types", (f"{BIN}/python", "-m", "mypy")),
    Job("imports", (f"{BIN}/lint-imports",)),
    Job("repository", (f"{BIN}/python", "-m", "tools.check_repo")),
    Job("web", ("npm", "run", "--silent", "check"), "web"),
)


def closing_line(what: str, done: Sequence[tuple[str, bool, float]], skipped: Sequence[str]) -> str:
    """Return one line that names each job with its time, what failed, and what did not run."""
    parts = [
        f"{name} {'ok' if ok else 'FAILED'} ({steps.duration(took)})" for name, ok, took in done
    ]
    parts += [f"{name} not run" for name in skipped]
    return f"{what}: {', '.join(parts)}"


def run(what: str, jobs: Sequence[Job], *, stop_at_first: bool) -> int:
    """Run jobs with their output on ours, print the closing line, return 0 or 1."""
    env = environment.for_tests(ROOT, os.environ)
    # Tools such as import-linter look for the package in the folder they are started in.
    env["PYTHONPATH"] = str(ROOT)
    done: list[tuple[str, bool, float]] = []
    for job in jobs:
        if done and stop_at_first and not done[-1][1]:
            break
        print(f"\n=== {what}: {job.name} ===", flush=True)
        start = time.monotonic()
        done.append((job.name, run_one(job, env), time.monotonic() - start))
    print("\n" + closing_line(what, done, [job.name for job in jobs[len(done) :]]), flush=True)
    return 0 if all(ok for _, ok, _ in done) else 1


def run_one(job: Job, env: dict[str, str]) -> bool:
    """Run one job to its end and tell whether it succeeded."""
    try:
        if job.needs_browser:
            env = env | {"CHROMIUM": browser.ensure(ROOT, env)}
        return (
            subprocess.run(job.command, cwd=ROOT / job.folder, env=env, check=False).returncode == 0
        )
    except (Stopped, OSError) as error:
        print(error, file=sys.stderr, flush=True)
        return False


def main(arguments: Sequence[str]) -> int:
    """Run "check", or the named test suites, or all of them for "test"."""
    try:
        if list(arguments) == ["check"]:
            return run("Checks", CHECKS, stop_at_first=False)
        names = list(TESTS) if list(arguments) == ["test"] else list(arguments)
        if not names or not set(names) <= set(TESTS):
            print(f"usage: tools.suites check|test|{'|'.join(TESTS)}", file=sys.stderr)
            return 2
        return run("Tests", [TESTS[name] for name in names], stop_at_first=True)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
