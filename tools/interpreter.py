"""Finds a Python that can carry Summerstow; written so that an old Python can read it too.

Nothing here may use syntax newer than Python 3.6: this file is what tells the owner of an older
Python, in one sentence, what to do.
"""

import os
import shutil
import subprocess
import sys

OLDEST = (3, 11)
NAMES = ("python3", "python3.14", "python3.13", "python3.12", "python3.11", "python")
PROBE = (
    "import sys; print('%d.%d' % sys.version_info[:2]); import ensurepip, venv; "
    "print(getattr(sys, '_base_executable', '') or sys.executable)"
)
MEND = "install one (Debian, Ubuntu: sudo apt-get install python3 python3-venv)"


def fault(version: "tuple[int, ...]", complete: bool) -> str:
    """Say what keeps a Python from being used: "too old", "no venv", or "" when nothing does."""
    if tuple(version) < OLDEST:
        return "too old"
    return "" if complete else "no venv"


def sentence(problem: str, version: "tuple[int, ...]", executable: str) -> str:
    """Return the one sentence that names the problem and the command that mends it."""
    text = ".".join(str(part) for part in version)
    if problem == "too old":
        return (
            f"Summerstow needs Python 3.11 or newer and {executable} is {text}: {MEND}, "
            "or name one: make PYTHON=/path/to/python3.12 run"
        )
    return (
        f"Python {text} at {executable} comes without its venv or ensurepip module: install it "
        f"(Debian, Ubuntu: sudo apt-get install python{text}-venv), or name another Python: "
        "make PYTHON=/path/to/python3 run"
    )


def probe(executable: str) -> "tuple[tuple[int, ...], str] | None":
    """Ask an interpreter: (version, path of its base interpreter or "" if it lacks venv).

    Returns None where the file does not run at all.
    """
    try:
        answer = subprocess.run(  # noqa: UP022 - Python 3.6 has no capture_output
            [executable, "-c", PROBE],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=30,
            check=False,
        )
        lines = answer.stdout.decode("utf-8", "surrogateescape").split("\n")
        version = tuple(int(part) for part in lines[0].split("."))
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return version, (lines[1] if answer.returncode == 0 and len(lines) > 1 else "")


def find() -> "tuple[str, str]":
    """Return (path, ""), the first Python that serves, or ("", the sentence that mends it).

    The interpreter that runs this program is asked first, then the usual names on the PATH.
    """
    first_problem = ""
    seen = set()
    for name in (sys.executable,) + NAMES:  # noqa: RUF005 - readable by an old Python
        executable = shutil.which(name) if name else None
        if not executable or executable in seen:
            continue
        seen.add(executable)
        answer = probe(executable)
        if answer is None:
            continue
        version, base = answer
        problem = fault(version, bool(base))
        if not problem:
            return base, ""
        first_problem = first_problem or sentence(problem, version, executable)
    return "", first_problem or "Summerstow needs Python 3.11 or newer and found none: " + MEND


def serves() -> bool:
    """Tell without starting a process whether this interpreter serves as the base of .venv."""
    if fault(sys.version_info[:2], True) or sys.prefix != sys.base_prefix:
        return False
    try:
        import ensurepip  # noqa: F401, PLC0415 - its absence is what is asked
        import venv  # noqa: F401, PLC0415
    except ImportError:
        return False
    return True


def use_a_fitting_one(module: str, arguments: "list[str]") -> None:
    """Return if this interpreter serves; else run the module again under one that does.

    Exits with status 1 and one sentence where there is none.
    """
    if serves():
        return
    executable, problem = find()
    if problem:
        sys.stderr.write(problem + "\n")
        raise SystemExit(1)
    if executable == sys.executable:
        return
    sys.stdout.flush()
    os.execv(executable, [executable, "-m", module] + list(arguments))  # noqa: S606, RUF005
