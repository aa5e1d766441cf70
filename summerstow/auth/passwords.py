"""Passwords: argon2id off the event loop, strength, and the most common ones refused."""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from .errors import WeakPassword, invalid

MIN_CHARACTERS = 6
MAX_BYTES = 72
TOO_SHORT = f"Password should be at least {MIN_CHARACTERS} characters."
TOO_COMMON = "Password is known to be weak and easy to guess, please choose a different one."


class Passwords:
    """OWASP's argon2id figures (19 MiB, t=2, p=1; stack.md) in two threads."""

    def __init__(self, *, blocklist: bool) -> None:
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="password")
        # An unknown address costs as much time as a known one.
        self._nobody = self._hasher.hash(secrets.token_hex(16))
        self._common = _common() if blocklist else frozenset()

    async def hash(self, password: str) -> str:
        """The argon2id hash of a password that has been checked."""
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, self._hasher.hash, password
        )

    async def verify(self, stored: str | None, password: str) -> bool:
        """Whether the password is the stored one; as slow without a stored hash as with one."""
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, self._verify, stored, password
        )

    def _verify(self, stored: str | None, password: str) -> bool:
        if len(password.encode()) > MAX_BYTES:
            stored, password = None, ""
        try:
            self._hasher.verify(stored or self._nobody, password)
        except (VerificationError, InvalidHashError):
            return False
        return stored is not None

    def weakness(self, password: str) -> tuple[str, list[str]] | None:
        """The sentence and the reasons for which a password is too weak, or None."""
        if len(password) < MIN_CHARACTERS:
            return TOO_SHORT, ["length"]
        if password.lower() in self._common:
            return TOO_COMMON, ["pwned"]
        return None

    def check(self, password: str) -> None:
        """Raise unless the password may be chosen (contract A3)."""
        if len(password.encode()) > MAX_BYTES:
            raise invalid(f"Password cannot be longer than {MAX_BYTES} characters")
        weak = self.weakness(password)
        if weak is not None:
            raise WeakPassword(*weak)

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _common() -> frozenset[str]:
    """About a thousand, most frequent first, from the lists of zxcvbn (MIT) and a few of today."""
    return frozenset((files("summerstow.auth") / "common-passwords.txt").read_text().split())
