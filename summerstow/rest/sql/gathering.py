"""What many ask at the same time, each with values of their own, as one statement.

A lone one goes out plain, or together with those who ask at the same moment. While it is under way,
others of the same kind wait, and go together when it is back: however many ask, the database has
one statement of a kind at a time from each process.

Where a statement is much dearer than what it is asked for, those who were answered together are
waited for a moment: who asks again at once would else go out alone, and the others behind them.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

import asyncpg

#: Seconds after such a moment in which the next one who asks is taken for one of them.
_SOON: Final = 0.05
_Kind = TypeVar("_Kind")
_Answer = TypeVar("_Answer")


@dataclass(slots=True)
class Asker(Generic[_Answer]):
    """One of those who wait: what they give, and what they will hear."""

    arguments: Sequence[object]
    found: asyncio.Future[_Answer] = field(default_factory=asyncio.Future)

    def hears(self, answer: _Answer) -> None:
        """Answer them, unless they are gone."""
        if not self.found.done():
            self.found.set_result(answer)

    def fails(self, error: BaseException) -> None:
        """Tell them what went wrong, unless they are gone."""
        if not self.found.done():
            self.found.set_exception(error)


@dataclass(frozen=True, slots=True)
class _Pause:
    """Who asks now is gathered until so many wait, or the timer ends. `unasked`: nobody has yet."""

    enough: int
    timer: asyncio.TimerHandle
    unasked: bool = False


class Gathering(ABC, Generic[_Kind, _Answer]):
    """Those of one process who ask, by what they ask."""

    #: Askers in one statement.
    most_together: int
    #: Seconds that are waited, behind several who were answered together, for as many again.
    pause = 0.0
    #: Whether the first goes together with those of the same moment, and is not alone.
    from_the_first = False

    def __init__(self) -> None:
        self._pauses: dict[_Kind, _Pause] = {}
        self._waiting: dict[_Kind, list[Asker[_Answer]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def fetch(self, kind: _Kind, arguments: Sequence[object]) -> _Answer:
        """The answer to what is asked with these arguments."""
        waiting = self._waiting.get(kind)
        if waiting is not None:
            asker: Asker[_Answer] = Asker(arguments)
            waiting.append(asker)
            if len(waiting) == 1:
                self._first_waits(kind, waiting)
            pause = self._pauses.get(kind)
            if pause is not None and len(waiting) >= pause.enough:
                self._go_on(kind)
            elif pause is not None and pause.unasked:
                self._pause(kind, pause.enough)
            return await asker.found
        if not self._gathers(kind):
            return await self._alone(kind, arguments)
        self._waiting[kind] = waiting = []
        try:
            if self.from_the_first:
                # Whoever asks at the same moment stands in the event loop already.
                await asyncio.sleep(0)
            if not waiting:
                return await self._alone(kind, arguments)
            first: Asker[_Answer] = Asker(arguments)
            waiting.insert(0, first)
        finally:
            self._go_on(kind)
        return await first.found

    def _gathers(self, kind: _Kind) -> bool:
        """Whether there is a statement for many of this kind."""
        del kind
        return True

    def _first_waits(self, kind: _Kind, waiting: list[Asker[_Answer]]) -> None:
        """Somebody waits, and nobody did. Those who wait for the next have another list."""

    @abstractmethod
    async def _alone(self, kind: _Kind, arguments: Sequence[object]) -> _Answer:
        """The answer to one."""

    @abstractmethod
    async def _together(self, kind: _Kind, given: list[Sequence[object]]) -> list[_Answer]:
        """The answers to several, in their order."""

    @abstractmethod
    async def _apart(self, kind: _Kind, askers: list[Asker[_Answer]]) -> None:
        """Answer each for itself: one of them asks for what cannot be had, and the others are not
        to blame."""

    def _go_on(self, kind: _Kind) -> None:
        """Ask for those who have waited meanwhile, if there are any."""
        if (pause := self._pauses.pop(kind, None)) is not None:
            pause.timer.cancel()
        askers = [one for one in self._waiting.pop(kind, ()) if not one.found.done()]
        if askers:
            self._waiting[kind] = askers[self.most_together :]
            task = asyncio.create_task(self._gathered(kind, askers[: self.most_together]))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _pauses_for(self, kind: _Kind, answered: int) -> bool:
        """Whether those who were answered just now are waited for, should they ask again."""
        waiting = self._waiting.get(kind)
        if not self.pause or answered < 2 or waiting is None or kind in self._pauses:
            return False
        enough = min(answered + len(waiting), self.most_together)
        if len(waiting) >= enough:
            return False
        self._pause(kind, enough)
        return True

    def _pause(self, kind: _Kind, enough: int) -> None:
        if (before := self._pauses.get(kind)) is not None:
            before.timer.cancel()
        timer = asyncio.get_running_loop().call_later(self.pause, self._paused, kind)
        self._pauses[kind] = _Pause(enough, timer)

    def _paused(self, kind: _Kind) -> None:
        if self._waiting.get(kind):
            self._go_on(kind)
            return
        # The first who asks soon afterwards waits for the others, and does not go alone.
        timer = asyncio.get_running_loop().call_later(_SOON, self._go_on, kind)
        self._pauses[kind] = _Pause(self._pauses[kind].enough, timer, unasked=True)

    async def _gathered(self, kind: _Kind, askers: list[Asker[_Answer]]) -> None:
        try:
            if len(askers) == 1:
                answers = [await self._alone(kind, askers[0].arguments)]
            else:
                answers = await self._together(kind, [one.arguments for one in askers])
        except asyncpg.PostgresError:
            await self._apart(kind, askers)
        except BaseException as error:
            for one in askers:
                one.fails(error)
            if not isinstance(error, Exception):
                raise
        else:
            for one, answer in zip(askers, answers, strict=True):
                one.hears(answer)
        finally:
            if not self._pauses_for(kind, len(askers)):
                self._go_on(kind)
