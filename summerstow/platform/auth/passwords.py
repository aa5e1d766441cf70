"""Passwords: argon2id off the event loop, strength, and the most common ones refused.

Hashes by bcrypt come with accounts that are imported; the next sign-in replaces them.
"""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, ParamSpec, TypeVar

import bcrypt
from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import InvalidHashError, VerificationError

from summerstow import facts

from .errors import AuthError, WeakPassword, invalid

MAX_BYTES = 72
TOO_SHORT = "Password should be at least {} characters."
TOO_COMMON = "Password is known to be weak and easy to guess, please choose a different one."


#: Passwords that may wait for a thread: a few seconds' work. More are refused.
MOST_WAITING: Final = 256
_NICENESS = 5
_BCRYPT: Final = re.compile(r"\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}")
#: What an imported hash may ask for: KiB of memory, and rounds as a power of two, about a second.
_MOST_MEMORY: Final = 256 * 1024
_MOST_BCRYPT_COST: Final = 14

P = ParamSpec("P")
T = TypeVar("T")


class Busy(AuthError):
    """503: more passwords are being checked than can be in good time. Clients ask again."""

    def __init__(self) -> None:
        super().__init__(
            503,
            "unexpected_failure",
            "Very many people are signing in right now. Please try again in a moment.",
            headers={"Retry-After": "2"},
            private="the queue of passwords is full",
        )


class Passwords:
    """OWASP's argon2id figures (19 MiB, t=2, p=1), as many at once as there are `threads`.

    `hash` and `verify` raise `Busy` where `most_waiting` are under way already.
    """

    most_waiting = MOST_WAITING

    def __init__(self, *, blocklist: bool, threads: int = 1) -> None:
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._threads = ThreadPoolExecutor(threads, "password", _give_way)
        self._waiting = 0
        # An unknown address costs as much time as a known one.
        self._decoy_hash = self._hasher.hash(secrets.token_hex(16))
        self._common = _common() if blocklist else frozenset()

    async def hash(self, password: str) -> str:
        """The argon2id hash of a password that has been checked."""
        return await self._in_thread(self._hasher.hash, password)

    async def verify(self, stored: str | None, password: str) -> bool:
        """Whether the password is the stored one; as slow without a stored hash as with one."""
        return await self._in_thread(self._verify, stored, password)

    async def _in_thread(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._waiting >= self.most_waiting:
            raise Busy
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, partial(work, *args, **kwargs))
        finally:
            self._waiting -= 1

    def _verify(self, stored: str | None, password: str) -> bool:
        if len(password.encode()) > MAX_BYTES:
            stored, password = None, ""
        try:
            if stored is not None and _BCRYPT.fullmatch(stored):
                return bcrypt.checkpw(password.encode(), stored.encode())
            self._hasher.verify(stored or self._decoy_hash, password)
        except (VerificationError, InvalidHashError):
            return False
        return stored is not None

    def weakness(self, password: str, *, staff: bool = False) -> tuple[str, list[str]] | None:
        """The sentence and the reasons for which a password is too weak, or None."""
        rules = facts.booking()
        least = rules.staff_password_min_length if staff else rules.password_min_length
        if len(password) < least:
            return TOO_SHORT.format(least), ["length"]
        if password.lower() in self._common:
            return TOO_COMMON, ["pwned"]
        return None

    def check(self, password: str, *, staff: bool = False) -> None:
        """Raise unless the password may be chosen (docs/wire/auth.md, "Checks on input").

        `staff`: the stricter rule for staff (rule: staff-passwords).
        """
        if len(password.encode()) > MAX_BYTES:
            raise invalid(f"Password cannot be longer than {MAX_BYTES} characters")
        weak = self.weakness(password, staff=staff)
        if weak is not None:
            raise WeakPassword(*weak)

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def is_imported(stored: str) -> bool:
    """Whether a hash is one that we would not make: the next sign-in replaces it."""
    return _BCRYPT.fullmatch(stored) is not None


def check_hash(stored: str) -> None:
    """Raise unless an account may be imported with this hash."""
    if stored.startswith("$2"):
        match = _BCRYPT.fullmatch(stored)
        if match is None or not int(match[1]) >= 4:
            raise invalid("password_hash is not a bcrypt hash")
        heavy = int(match[1]) > _MOST_BCRYPT_COST
    else:
        try:
            parameters = extract_parameters(stored)
        except InvalidHashError:
            raise invalid(
                "password_hash must be a bcrypt hash, or an argon2 hash in the PHC format"
            ) from None
        heavy = (
            parameters.memory_cost > _MOST_MEMORY
            or parameters.time_cost > 10
            or parameters.parallelism > 16
        )
    if heavy:
        raise invalid("password_hash asks for more memory or time than a sign-in may take")


def _give_way() -> None:
    """Let the event loops of all worker processes go first where processors are short."""
    if sys.platform == "linux":
        # There, a thread has a priority of its own.
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


def _common() -> frozenset[str]:
    """About a thousand, most frequent first, from the lists of zxcvbn (MIT) and a few of today."""
    return facts.read("common-passwords.json", frozenset[str])
