"""Checks that a test cites every rule of docs/rules, and that every cited rule exists.

A citation is `(rule: NAME)`, `Rule: NAME.`, or the same with `rules` and several names.

    python -m tools.check_rules
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.check_repo import ROOT, tracked

RULE = re.compile(r"^\| `([a-z-]+)` \|", re.MULTILINE)
_NAME = r"[a-z][a-z-]+"
CITATION = re.compile(rf"(?:\([Rr]ules?|\bRules?):[\s*/#-]+({_NAME}(?:,[\s*/#-]+{_NAME})*)")
CITING = {".py", ".ts", ".tsx", ".sql", ".md", ".j2", ".json"}
TESTS = re.compile(r"^(?:tests|web/e2e)/|\.test\.tsx?$")


def cited_rules(text: str) -> set[str]:
    """Return the names of all rules that a text cites."""
    return {name for names in CITATION.findall(text) for name in re.findall(_NAME, names)}


def faults(rules: set[str], texts: dict[str, str]) -> Iterator[str]:
    """Yield each rule without a test, and each citation without a rule."""
    tested: set[str] = set()
    for path, text in texts.items():
        names = cited_rules(text)
        if TESTS.search(path):
            tested |= names
        # Other words may follow "Rule:"; a name of several parts is meant as a citation.
        for name in sorted(names - rules):
            if "-" in name:
                yield f"{path}: cites the rule {name}, which docs/rules does not have"
    for name in sorted(rules - tested):
        yield f"docs/rules: no test cites {name}; cite it in the test that states it"


def main() -> int:
    """Print each fault; return 1 if there is one."""
    rules = {
        name
        for page in (ROOT / "docs" / "rules").glob("*.md")
        for name in RULE.findall(page.read_text("utf-8"))
    }
    texts = {
        name: (ROOT / name).read_text("utf-8")
        for name in sorted(set(tracked(ROOT)))
        if Path(name).suffix in CITING
        and (ROOT / name).is_file()
        # The examples of its own test are no citations.
        and not name.startswith(("tools/check_rules", "tests/tools/"))
    }
    found = list(faults(rules, texts))
    print("\n".join(found) if found else f"Rules: a test cites each of {len(rules)}.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
