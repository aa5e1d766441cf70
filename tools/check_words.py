"""Checks docs, docstrings and comments for words that hide who does what.

A use beyond an area's number in `tools/word_counts.json` fails: name the person or thing instead,
"the customer", "the caller", "the request". The numbers only fall; `--lower` writes today's.

    python -m tools.check_words [--lower]
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Mapping

from tools.check_repo import ROOT, tracked

COUNTS = ROOT / "tools" / "word_counts.json"
WORDS = re.compile(r"\b(?:whoever|somebody|nobody|heard|stood|reckoned|said)\b", re.IGNORECASE)
_SCRIPT_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)


def written(suffix: str, text: str) -> str:
    """Return what is written for people: a page, or the docstrings and comments of code."""
    if suffix == ".md":
        return text
    if suffix != ".py":
        return "\n".join(_SCRIPT_COMMENT.findall(text))
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    parts = [token.string for token in tokens if token.type == tokenize.COMMENT]
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    parts += [
        ast.get_docstring(node) or ""
        for node in ast.walk(ast.parse(text))
        if isinstance(node, kinds)
    ]
    return "\n".join(parts)


def area(path: str) -> str:
    """Return the area that a file counts for, such as `summerstow/billing`."""
    folders = path.split("/")[:-1]
    return "/".join(folders[:1] if folders[:1] == ["docs"] else folders[:2]) or "."


def faults(counts: Mapping[str, int], allowed: Mapping[str, int]) -> list[str]:
    """Return a sentence for each area with more uses than it had."""
    return [
        f"{name}: {count} words of tools/check_words.py, {allowed.get(name, 0)} are allowed"
        for name, count in sorted(counts.items())
        if count > allowed.get(name, 0)
    ]


def main() -> int:
    """Print each fault, or write lower numbers; return 1 if there is a fault."""
    counts: Counter[str] = Counter()
    for name in set(tracked(ROOT)):
        path = ROOT / name
        if path.suffix in {".md", ".py", ".ts", ".tsx"} and path.is_file():
            text = written(path.suffix, path.read_text("utf-8"))
            counts[area(name)] += len(WORDS.findall(text))
    allowed = json.loads(COUNTS.read_text("utf-8"))
    if "--lower" in sys.argv[1:]:
        lower = {name: min(most, counts[name]) for name, most in sorted(allowed.items())}
        kept = {name: most for name, most in lower.items() if most}
        COUNTS.write_text(json.dumps(kept, indent=2) + "\n", "utf-8")
        return 0
    found = faults(counts, allowed)
    print("\n".join(found) if found else f"Words: {sum(counts.values())} uses left, none new.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
