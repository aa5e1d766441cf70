"""Counts what keeps a code base easy to change: make figures."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tools import check_repo, check_structure
from tools.python_packages import venv_folder

ROOT = Path(__file__).resolve().parent.parent
ROLES = {"worker", "admin", "executive"}
ROLES_HOME = "summerstow/kit/roles.py"
#: A role as a string of SQL names it.
SQL_ROLE = re.compile(r"'(?:customer|worker|admin|executive)'")
WEB_ROLE = re.compile(r'[=!]== "(?:worker|admin|executive)"')
TEST = re.compile(r"\.test\.tsx?$")
WEB_CODE = ("app", "features", "api", "components", "lib", "build-steps")


def application(root: Path) -> Iterator[tuple[str, str]]:
    """Yield path and text of each file of the product itself: no tests, nothing generated."""
    for name in sorted(set(check_repo.tracked(root))):
        path = root / name
        server = name.startswith("summerstow/") and path.suffix in {".py", ".sql"}
        web = name.startswith(tuple(f"web/{one}/" for one in WEB_CODE))
        web = web and path.suffix in {".ts", ".tsx", ".css"} and not TEST.search(name)
        if (server or web) and path.is_file():
            text = path.read_text("utf-8")
            if check_repo.is_source(name, text.splitlines()):
                yield name, text


def role_literals(name: str, text: str) -> Iterator[str]:
    """Yield each place that names a staff role itself."""
    if name.endswith(".py") and name != ROLES_HOME:
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
                continue
            if node.value in ROLES or SQL_ROLE.search(node.value):
                yield f"{name}:{node.lineno}"
    elif name.endswith((".ts", ".tsx")):
        for number, line in enumerate(text.splitlines(), 1):
            if WEB_ROLE.search(line):
                yield f"{name}:{number}"


def unused(root: Path) -> dict[str, bool]:
    """What deptry and knip say, by name: True where they found nothing."""
    commands = {
        "deptry": ([str(venv_folder(root) / "bin" / "deptry"), "."], root),
        "knip": (["npx", "--no-install", "knip"], root / "web"),
    }
    return {
        name: subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode == 0
        for name, (command, folder) in commands.items()
    }


def main() -> None:
    """Print a line a figure."""
    files = list(application(ROOT))
    graph = check_structure.import_graph(check_structure.read_modules(ROOT))
    cited = [name for name, text in files if check_repo.CITATION.search(text)]
    named = [place for name, text in files for place in role_literals(name, text)]
    server = sum(len(text.splitlines()) for name, text in files if name.startswith("summerstow/"))
    whole = sum(len(text.splitlines()) for _, text in files)
    print(f"import cycles of the server: {len(check_structure.cycles(graph))}")
    print(f"citations outside: {len(cited)} {' '.join(cited)}".rstrip())
    print(f"role literals outside {ROLES_HOME}: {len(named)} {' '.join(named)}".rstrip())
    for name, clean in unused(ROOT).items():
        print(f"{name}: {'nothing unused' if clean else 'finds something unused, see make check'}")
    print(f"lines, Python and SQL: {server:,}; TypeScript and CSS: {whole - server:,}")


if __name__ == "__main__":
    main()
