"""Checks how the server's modules hang together: no import cycles, no class name twice.

Import cycles count within packages too, with imports inside functions and those for type checkers
alone. A public class has one name in the whole server, so that a search finds one. A package holds
at most fifteen files. Rows of the database are decoded where they are read: no function but those
of the database itself returns one.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "summerstow"
MOST_FILES = 15
#: Where rows come from, before anything can be said of them.
ROWS_FROM = "summerstow/platform/database/"

Modules = Mapping[str, tuple[Path, ast.Module]]
Graph = Mapping[str, frozenset[str]]


def read_modules(root: Path) -> dict[str, tuple[Path, ast.Module]]:
    """Each module of the server by its dotted name: its file and its syntax tree."""
    found = {}
    for path in sorted((root / PACKAGE).rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = path.relative_to(root), ast.parse(path.read_text("utf-8"))
    return found


def import_graph(modules: Modules) -> dict[str, frozenset[str]]:
    """Which modules each module imports, at any time and for any reason."""
    graph = {}
    for name, (path, tree) in modules.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        imported = {
            one if one in modules else one.rpartition(".")[0]
            for node in ast.walk(tree)
            for one in _named(node, package)
        }
        graph[name] = frozenset(imported & modules.keys() - {name})
    return graph


def _named(node: ast.AST, package: str) -> Iterator[str]:
    """What an import names: `a.b` and, where it takes `c` from it, `a.b.c`."""
    if isinstance(node, ast.Import):
        yield from (one.name for one in node.names)
    elif isinstance(node, ast.ImportFrom):
        above = package.split(".")
        above = above[: len(above) - node.level + 1] if node.level else []
        base = ".".join([*above, *([node.module] if node.module else [])])
        yield from (f"{base}.{one.name}" for one in node.names)


def cycles(graph: Graph) -> list[list[str]]:
    """Each group of modules that import each other, directly or through others."""
    reached = {name: _reachable(graph, name) for name in graph}
    groups = {frozenset(one for one in reached[name] if name in reached[one]) for name in graph}
    return sorted(sorted(group) for group in groups if group)


def _reachable(graph: Graph, start: str) -> set[str]:
    found: set[str] = set()
    ahead = list(graph[start])
    while ahead:
        name = ahead.pop()
        if name not in found:
            found.add(name)
            ahead.extend(graph[name])
    return found


def classes(modules: Modules) -> dict[str, list[str]]:
    """Where each public class of a module's top level is written, by its name."""
    places: dict[str, list[str]] = {}
    for path, tree in modules.values():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(f"{path}:{node.lineno}")
    return places


def undecoded(modules: Modules) -> Iterator[str]:
    """Yield each function that says it returns a row, alone or in something, and not a type."""
    for path, tree in modules.values():
        if path.as_posix().startswith(ROWS_FROM):
            continue
        # `Row = asyncpg.Record` and the like say the same.
        rows = {"asyncpg.Record"} | {
            ast.unparse(one.targets[0])
            for one in tree.body
            if isinstance(one, ast.Assign) and ast.unparse(one.value) == "asyncpg.Record"
        }
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
                and node.returns is not None
                and any(ast.unparse(one) in rows for one in ast.walk(node.returns))
            ):
                yield f"{path}:{node.lineno}: {node.name} returns a row; decode it into a type"


def faults(root: Path) -> Iterator[str]:
    """Yield everything that is wrong with the server's structure."""
    modules = read_modules(root)
    for group in cycles(import_graph(modules)):
        yield f"import each other: {', '.join(group)}"
    for name, places in sorted(classes(modules).items()):
        if len(places) > 1:
            yield f"class {name} is written {len(places)} times: {', '.join(places)}"
    for folder, count in sorted(Counter(path.parent for path, _ in modules.values()).items()):
        if count > MOST_FILES:
            yield f"{folder}: has {count} files; a package holds at most {MOST_FILES}"
    yield from undecoded(modules)


def main() -> int:
    """Print each fault; return 1 if there is one."""
    found = list(faults(ROOT))
    print("\n".join(found) if found else "Structure: no fault.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
