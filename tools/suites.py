"""Runs test suites or checks one after the other and closes with one line: tools.suites NAME …

Tests stop at the first suite that fails; checks all run, two at a time, so that one look shows
every fault.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
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


#: A module's tests share a database, so that they stay together. In the order of collection:
#: reordered by the number of their tests, a long test that is alone in its file would begin last.
SIDE_BY_SIDE = (
    # Many wait for a server to end or to start again: one more than the cores of most machines.
    *("--numprocesses", "3"),
    *("--dist", "loadfile", "--no-loadscope-reorder"),
)
TESTS = {
    "python": Job("python", (f"{BIN}/python", "-m", "pytest", *SIDE_BY_SIDE)),
    "web": Job("web", ("npm", "run", "--silent", "test"), "web"),
    "e2e": Job("e2e", ("npm", "run", "--silent", "e2e"), "web", needs_browser=True),
}
#: The two long ones first, as two run at a time.
CHECKS = (
    Job("types", (f"{BIN}/python", "-m", "mypy")),
    Job("web", ("npm", "run", "--silent", "check"), "web"),
    Job("format", (f"{BIN}/ruff", "format", "--check", ".")),
    Job("lint", (f"{BIN}/ruff", "check", ".")),
    Job("imports", (f"{BIN}/lint-imports",)),
    Job("dependencies", (f"{BIN}/deptry", "--no-ansi", ".")),
    Job("structure", (f"{BIN}/python", "-m", "tools.check_structure")),
    Job("repository", (f"{BIN}/python", "-m", "tools.check_repo")),
    Job("rules", (f"{BIN}/python", "-m", "tools.check_rules")),
    Job("words", (f"{BIN}/python", "-m", "tools.check_words")),
    Job("migrations", (f"{BIN}/python", "-m", "tools.check_migrations")),
    Job("budgets", (f"{BIN}/python", "-m", "tools.check_budgets")),
)


def closing_line(what: str, done: Sequence[tuple[str, bool, float]], skipped: Sequence[str]) -> str:
    """Return one line that names each job with its time, what failed, and what did not run."""
    parts = [
        f"{name} {'ok' if ok else 'FAILED'} ({steps.duration(took)})" for name, ok, took in done
    ]
    parts += [f"{name} not run" for name in skipped]
    return f"{what}: {', '.join(parts)}"


def child_environment() -> dict[str, str]:
    """Return the environment of every job.

    Tools such as import-linter look for the package in the folder they are started in. Where no
    terminal says how wide it is, pytest's closing lines have room for why each test failed.
    """
    wide = {} if sys.stdout.isatty() else {"COLUMNS": "160"}
    return wide | environment.for_tests(ROOT, os.environ) | {"PYTHONPATH": str(ROOT)}


def run_tests(jobs: Sequence[Job]) -> int:
    """Run suites in turn with their output on ours, print the closing line, return 0 or 1."""
    env = child_environment()
    done: list[tuple[str, bool, float]] = []
    for job in jobs:
        if done and not done[-1][1]:
            break
        print(f"\n=== Tests: {job.name} ===", flush=True)
        start = time.monotonic()
        done.append((job.name, run_one(job, env), time.monotonic() - start))
    print("\n" + closing_line("Tests", done, [job.name for job in jobs[len(done) :]]), flush=True)
    return 0 if all(ok for _, ok, _ in done) else 1


def run_checks(jobs: Sequence[Job]) -> int:
    """Run all, two at a time, print what each says at its end, return 0 or 1."""
    env = child_environment()

    def checked(job: Job) -> tuple[str, bool, float]:
        start = time.monotonic()
        ended = subprocess.run(
            job.command,
            cwd=ROOT / job.folder,
            env=env,
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        said = ended.stdout.decode("utf-8", "replace")
        print(f"\n=== Checks: {job.name} ===\n{said}", end="", flush=True)
        return job.name, ended.returncode == 0, time.monotonic() - start

    with ThreadPoolExecutor(max_workers=2) as two:
        done = list(two.map(checked, jobs))
    print("\n" + closing_line("Checks", done, []), flush=True)
    return 0 if all(ok for _, ok, _ in done) else 1


def run_one(job: Job, env: dict[str, str]) -> bool:
    """Run one job to its end and tell whether it succeeded."""
    try:
        if job.needs_browser:
            executable = browser.ensure(ROOT, env)
            shell = browser.find_shell(env) or executable
            env = env | {"CHROMIUM": executable, "CHROMIUM_SHELL": shell}
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
            return run_checks(CHECKS)
        names = list(TESTS) if list(arguments) == ["test"] else list(arguments)
        if not names or not set(names) <= set(TESTS):
            print(f"usage: tools.suites check|test|{'|'.join(TESTS)}", file=sys.stderr)
            return 2
        return run_tests([TESTS[name] for name in names])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
