"""`python -m summerstow`."""

from summerstow.cli import main

main()
