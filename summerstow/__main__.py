"""`python -m summerstow`, and the command `summerstow`."""

from __future__ import annotations

import sys


def main() -> None:
    """Serve, or run the command line."""
    if sys.argv[1:] == ["serve"]:
        from summerstow import start  # noqa: PLC0415 - without the command line's libraries

        start.serve()
    else:
        from summerstow import cli  # noqa: PLC0415

        cli.app()


if __name__ == "__main__":
    main()
