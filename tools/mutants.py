"""Breaks the code in one place at a time and lists what no test notices: tools.mutants --help.

A sample, drawn by a seed: each mutant is one more run of the tests of its area. Python is mutated
by cosmic-ray's operators; of the row policies one condition at a time is dropped. Everything
happens in a copy of the checkout, against one embedded PostgreSQL.
"""

from __future__ import annotations

import argparse
import importlib
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from summerstow.kit.postgres import embedded
from tools import environment, steps

ROOT: Final = Path(__file__).resolve().parent.parent
LIBRARY: Final = "cosmic-ray==8.7.0"
#: Folders and files to break, and the tests that must notice.
AREAS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "billing": ("summerstow/billing", ("tests/billing", "tests/card_payments", "tests/sharing")),
    "sharing": ("summerstow/sharing", ("tests/sharing",)),
    "slots": ("summerstow/slots", ("tests/slots", "tests/bookings")),
    "policies": ("summerstow/schema/policies.sql", ("tests/permissions",)),
}
#: What these change no program minds: annotations, and markers of arguments.
_IGNORED: Final = re.compile(r"ReplaceUnaryOperator|RemoveDecorator|BinaryOperator_BitOr")
_PYTEST: Final = (
    "-m",
    "pytest",
    *["-x", "-q", "-n", "2", "--dist", "loadfile", "-p", "no:cacheprovider"],
)
_CONDITION: Final = re.compile(r"\b(?:using|with check) \(")


@dataclass(frozen=True, slots=True)
class Mutant:
    """A file with one change: its `text`, and the change in words."""

    path: str
    words: str
    text: str
    tests: tuple[str, ...]


def policy_mutants(text: str) -> Iterator[tuple[str, str]]:
    """(words, text) of the page for each condition of a policy that is dropped."""
    for found in _CONDITION.finditer(text):
        start = found.end()
        end = _closing(text, start)
        parts = _conjuncts(text[start:end])
        if parts == ["true"]:
            continue
        name = re.findall(r"create policy (\w+ on \w+)", text[:start])[-1]
        for number, part in enumerate(parts):
            left = " and ".join(parts[:number] + parts[number + 1 :]) or "true"
            yield f"{name}: without {' '.join(part.split())}", text[:start] + left + text[end:]


def _closing(text: str, start: int) -> int:
    depth = 1
    for place in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return place
    raise ValueError("a parenthesis is not closed")


def _conjuncts(condition: str) -> list[str]:
    """What is joined by AND outside of parentheses; CASE is one."""
    if condition.lstrip().startswith("case"):
        return [condition.strip()]
    parts, depth, begun = [], 0, 0
    for found in re.finditer(r"[()]|\band\b", condition):
        if found[0] == "and":
            if depth == 0:
                parts.append(condition[begun : found.start()].strip())
                begun = found.end()
        else:
            depth += 1 if found[0] == "(" else -1
    return [*parts, condition[begun:].strip()]


def python_mutants(path: Path, library: Path) -> Iterator[tuple[str, Any, int]]:
    """(words, operator, occurrence) of each place in a file that an operator can change."""
    if str(library) not in sys.path:
        sys.path.append(str(library))
    plugins, trees = (importlib.import_module(f"cosmic_ray.{one}") for one in ("plugins", "ast"))
    tree = trees.get_ast_from_path(path)
    for name in plugins.operator_names():
        kind = plugins.get_operator(name)
        if kind.arguments() or _IGNORED.search(name):
            continue
        operator, occurrence = kind(), 0
        for node in trees.ast_nodes(tree):
            for (line, _), _ in operator.mutation_positions(node):
                yield f"{name.rpartition('/')[2]} in line {line}", operator, occurrence
                occurrence += 1


def sample(area: str, count: int, seed: int, library: Path) -> list[Mutant]:
    """So many mutants of an area; the same ones for the same seed and code."""
    place, tests = AREAS[area]
    dice = random.Random(f"{seed} {area}")  # noqa: S311 - a sample, no secret
    if place.endswith(".sql"):
        known = [Mutant(place, *one, tests) for one in policy_mutants((ROOT / place).read_text())]
        return dice.sample(known, min(count, len(known)))
    drawn: list[tuple[Path, str, Any, int]] = []
    for path in sorted((ROOT / place).glob("*.py")):
        drawn += [(path, *one) for one in python_mutants(path, library)]
    mutating = importlib.import_module("cosmic_ray.mutating")
    made = []
    for path, words, operator, occurrence in dice.sample(drawn, min(count, len(drawn))):
        text = mutating.mutate_code(path.read_text(), operator, occurrence)
        made.append(Mutant(path.relative_to(ROOT).as_posix(), words, text, tests))
    return made


def survives(copy: Path, mutant: Mutant, env: dict[str, str], seconds: int) -> bool:
    """Whether the tests of its area pass all the same; a run without end is noticed, too."""
    file = copy / mutant.path
    before = file.read_text()
    file.write_text(mutant.text)
    try:
        done = subprocess.run(
            [sys.executable, *_PYTEST, *mutant.tests],
            cwd=copy,
            env=env,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
        return done.returncode == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        file.write_text(before)


def run(areas: Sequence[str], count: int, seed: int, seconds: int) -> int:
    """Try a sample of each area; how many mutants nobody noticed."""
    env = environment.for_tests(ROOT, os.environ)
    library = environment.cache_folder(ROOT) / "mutants"
    if not library.exists():
        steps.run(
            "Fetching cosmic-ray, which mutates Python",
            [sys.executable, "-m", "pip", "install", "--target", str(library), LIBRARY],
            root=ROOT,
            log="mutants",
            env=env,
        )
    unnoticed = tried = 0
    with tempfile.TemporaryDirectory() as folder, embedded.acquire(Path(folder)) as server:
        copy = Path(folder) / "copy"
        shutil.copytree(
            ROOT, copy, ignore=shutil.ignore_patterns(".*", "node_modules", "build", "__pycache__")
        )
        known = server.dsn_kwargs
        env["TEST_DATABASE_URL"] = (
            f"postgresql://{known['user']}@/{known['database']}"
            f"?host={known['host']}&port={known['port']}"
        )
        for area in areas:
            for mutant in sample(area, count, seed, library):
                tried += 1
                lives = survives(copy, mutant, env, seconds)
                unnoticed += lives
                word = "UNNOTICED" if lives else "noticed  "
                print(f"{word}  {mutant.path}: {mutant.words}", flush=True)
    print(f"{tried} mutants tried, {unnoticed} unnoticed.")
    return unnoticed


def main() -> None:
    """Parse, run, and always end well: a survivor is for a person to judge."""
    parser = argparse.ArgumentParser(prog="tools.mutants", description=__doc__)
    parser.add_argument("areas", nargs="*", metavar="AREA", help=f"of {', '.join(AREAS)}; all")
    parser.add_argument("--sample", type=int, default=15, help="mutants of each area (15)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (1)")
    parser.add_argument("--seconds", type=int, default=600, help="for the tests of one mutant")
    given = parser.parse_args()
    if unknown := set(given.areas) - set(AREAS):
        parser.error(f"there is no area {', '.join(sorted(unknown))}")
    run(given.areas or list(AREAS), given.sample, given.seed, given.seconds)


if __name__ == "__main__":
    main()
