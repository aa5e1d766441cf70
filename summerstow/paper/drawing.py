"""The process that draws PDF files, one after another, for all workers: `apart.py` begins it.

It imports what the files need and nothing else, since all of it is held once more.
"""

from __future__ import annotations

import gc
import http
import pickle
import select
import signal
import socket
import sys
from collections.abc import Callable
from importlib.util import find_spec, module_from_spec
from types import SimpleNamespace
from typing import Any, Final

from summerstow.kit.postgres import userns

#: Seconds without a file after which it ends: beginning it costs half a second of work.
IDLE: Final = 0.4
#: Seconds that one file may take, its arguments' way included; then it is ended by the kernel.
LONGEST: Final = 60
#: What the library would load where it finds it, and needs for nothing that is drawn here: 4 MB.
_UNUSED: Final = ("numpy", "lxml", "cryptography", "ssl", "_hashlib")


def serve(parent: int) -> None:
    """Draw what is asked for on standard input, a socket that brings one socket for each file.

    `parent` is the process whose end is this one's. On each socket comes a function of a module
    and its arguments, pickled, and what it made or raised goes back.
    """
    userns.die_with_parent(signal.SIGKILL, parent)
    leave_out()
    asked = socket.socket(fileno=0)
    while select.select([asked], [], [], IDLE)[0]:
        signal.alarm(LONGEST)
        _, sent, _, _ = socket.recv_fds(asked, 1, 1)
        with socket.socket(fileno=sent[0]) as one:
            _answer(one)
        # Documents refer to themselves: 9 MB of them would lie about until the collector comes.
        gc.collect()
        # What the library has loaded stays, and is not looked through each time.
        gc.freeze()
        signal.alarm(0)


def leave_out() -> None:
    """Have the library go without what it could use."""
    sys.modules.update(dict.fromkeys(_UNUSED))  # type: ignore[arg-type]
    # 3 MB for one name, with which it signs files where it can.
    sys.modules["unittest.mock"] = SimpleNamespace(patch=None)  # type: ignore[assignment]
    # 3 MB for pictures, which no file has. Were the package None, the library would warn.
    pictures = dict.fromkeys(("Image", "ImageCms", "TiffImagePlugin", "features"))
    sys.modules["PIL"] = SimpleNamespace(**pictures)  # type: ignore[assignment]
    sys.modules["PIL.Image"] = SimpleNamespace(Image=None)  # type: ignore[assignment]
    # 4 MB for pictures from elsewhere: it can ask no network.
    http.client = sys.modules["http.client"] = _classes("HTTPConnection", "HTTPSConnection")  # type: ignore[attr-defined]
    sys.modules["urllib.request"] = _classes(
        *("HTTPHandler", "HTTPRedirectHandler", "HTTPSHandler", "ProxyHandler", "Request"),
        "build_opener",
    )
    # 3 MB for fonts with axes, which ours are without: the package's parts, not the package itself.
    spec = find_spec("fontTools.varLib")
    assert spec is not None
    sys.modules[spec.name] = variable = module_from_spec(spec)
    variable.instancer = None  # type: ignore[attr-defined]


def _classes(*names: str) -> Any:
    """A module of classes that do nothing, to be derived from."""
    return SimpleNamespace(**{name: type(name, (), {}) for name in names})


def _answer(one: socket.socket) -> None:
    try:
        with one.makefile("rb") as given:
            function, arguments = pickle.load(given)  # noqa: S301 - from our own process
        one.sendall(pickle.dumps(_made(function, arguments)))
    except (EOFError, OSError):
        # Whoever asked has gone.
        return


def _made(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    try:
        return function(*arguments)
    except Exception as error:
        return error
