"""Brings a checkout to where a task can start: python3 -m tools.setup PROFILE.

Like tools/interpreter.py this file is readable by Python 3.6, so that it can say what is wrong.
"""

import signal
import sys
from pathlib import Path

from tools import interpreter

ROOT = Path(__file__).resolve().parent.parent


def give_way(number: int, _frame: object) -> None:
    """Stop on SIGTERM as on Ctrl-C, so that no child is left at work."""
    raise SystemExit(128 + number)


def main(arguments: "list[str]") -> int:
    """Prepare one profile (tools/profiles.py) and return the exit status."""
    interpreter.use_a_fitting_one("tools.setup", arguments)

    # Only now: these modules need the Python that was just made sure of.
    from tools.profiles import PROFILES, prepare  # noqa: PLC0415
    from tools.stop import Stopped  # noqa: PLC0415

    if len(arguments) != 1 or arguments[0] not in PROFILES:
        sys.stderr.write(f"usage: python3 -m tools.setup {'|'.join(PROFILES)}\n")
        return 2
    signal.signal(signal.SIGTERM, give_way)
    try:
        prepare(ROOT, arguments[0])
    except Stopped as stopped:
        sys.stderr.write(f"{stopped}\n")
        return 1
    except PermissionError as error:
        sys.stderr.write(
            f"This user may not write {error.filename}: run make as the one to whom the checkout "
            'belongs, or give it to yourself with: sudo chown -R "$(id -u)" .\n'
        )
        return 1
    except OSError as error:
        sys.stderr.write(f"Set-up stopped: {error}.\n")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
