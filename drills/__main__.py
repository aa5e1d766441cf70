"""`python -m drills [NAME …] [--short] [--seed N]`: run drills and print each verdict."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from drills.catalogue import CLUSTER, DRILLS
from drills.parts.identity import PartMissingError
from drills.verdict import Drill, Scale, Verdict

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def main(
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Which drills; without, the six that need no cluster."),
    ] = None,
    *,
    short: Annotated[bool, typer.Option("--short", help="The form that the tests run.")] = False,
    seed: Annotated[int, typer.Option(help="Seed of the random choices.")] = 1,
    kills: Annotated[int, typer.Option(help="Kills of the drill of that name.")] = 200,
) -> None:
    """Break the product on purpose and count what is left; ends with 1 where a promise broke."""
    known = {one.name: one for one in (*DRILLS, CLUSTER)}
    if unknown := set(names or ()) - known.keys():
        raise typer.BadParameter(f"{', '.join(sorted(unknown))}: choose from {', '.join(known)}")
    chosen = [known[name] for name in names] if names else list(DRILLS)
    form = partial(Scale, short=short, seed=seed, kills=10 if short else kills)
    broken = [one.name for one in chosen if not _run(one, form)]
    print(f"\n{len(chosen) - len(broken)} of {len(chosen)} drills hold.", flush=True)
    if broken:
        raise typer.Exit(1)


def _run(drill: Drill, form: Callable[[Path], Scale]) -> bool:
    print(f"\n{drill.name}: {drill.about} …", flush=True)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="summerstow-drill-") as folder:
        # PostgreSQL runs as another user there when we are root.
        Path(folder).chmod(0o711)
        try:
            verdict = asyncio.run(drill.run(form(Path(folder))))
        except PartMissingError as error:
            verdict = Verdict(faults=[f"could not be tried: {error}"])
    verdict.count({"seconds": round(time.monotonic() - begun)})
    print(verdict.text(drill.name), flush=True)
    return not verdict.faults


if __name__ == "__main__":
    app()
