"""Search for a better order of a day's visits: a greedy order, then local search.

Orders are compared by the visits that begin after their windows, then by seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

#: Orders to compare at most: about two seconds for 120 visits. Sixty visits need fewer.
_MOST_TRIES: Final = 60_000
#: Neighbours that move together.
_LONGEST_MOVE: Final = 3


class TimedVisit(msgspec.Struct, frozen=True):
    """When a visit may begin, in seconds of the day, and how many seconds it takes.

    `weight` is the cost of a late visit; 0 if it cannot be late. A fixed visit keeps its position.
    """

    opens: int
    closes: int
    service: int
    weight: int
    is_fixed: bool


class Day(msgspec.Struct, frozen=True):
    """The visits of a van that leaves its depot at `begins` or later.

    `ways` holds the seconds between all places: the depot, then each visit.
    """

    begins: int
    visits: list[TimedVisit]
    ways: list[list[int]]

    def find_order(self) -> list[int]:
        """Return the best order found, as indexes of the visits."""
        order = self._build()
        cost = self._cost(order)
        seats = [seat for seat, visit in enumerate(self.visits) if not visit.is_fixed]
        tries, improved = 0, True
        while improved:
            improved = False
            for part in _parts(seats):
                for moved in _rearrange([order[seat] for seat in part]):
                    candidate = order.copy()
                    for seat, index in zip(part, moved, strict=True):
                        candidate[seat] = index
                    tries += 1
                    candidate_cost = self._cost(candidate, cost)
                    if candidate_cost < cost:
                        order, cost, improved = candidate, candidate_cost, True
                        break
                if tries >= _MOST_TRIES:
                    return order
        return order

    def _build(self) -> list[int]:
        """Always go to the visit that can be over soonest; leave late visits for the end."""
        order: list[int] = []
        waiting = [index for index, visit in enumerate(self.visits) if not visit.is_fixed]
        clock, place = self.begins, 0

        def begin(index: int) -> int:
            return max(clock + self.ways[place][index + 1], self.visits[index].opens)

        def rank(index: int) -> float:
            return begin(index) + self.ways[place][index + 1] + self.visits[index].service / 2

        for index, visit in enumerate(self.visits):
            chosen = index
            if not visit.is_fixed:
                in_time = [one for one in waiting if begin(one) <= self.visits[one].closes]
                chosen = min(in_time, key=rank) if in_time else waiting[0]
                waiting.remove(chosen)
            order.append(chosen)
            clock, place = begin(chosen) + self.visits[chosen].service, chosen + 1
        return order

    def _cost(self, order: list[int], worst: tuple[int, int] | None = None) -> tuple[int, int]:
        """Weigh late visits, then seconds away and late; stop if that exceeds `worst`."""
        visits, ways = self.visits, self.ways
        first = order[0]
        clock = left = max(self.begins, visits[first].opens - ways[0][first + 1])
        place = late = late_seconds = 0
        for index in order:
            visit = visits[index]
            clock += ways[place][index + 1]
            if clock < visit.opens:
                clock = visit.opens
            elif clock > visit.closes and visit.weight:
                late += visit.weight
                if worst and late > worst[0]:
                    return worst
                late_seconds += clock - visit.closes
            clock += visit.service
            place = index + 1
        return late, clock + ways[place][0] - left + late_seconds


def _parts(seats: Sequence[int]) -> Iterator[Sequence[int]]:
    for first in range(len(seats) - 1):
        for end in range(first + 2, len(seats) + 1):
            yield seats[first:end]


def _rearrange(part: list[int]) -> Iterator[list[int]]:
    """Reverse the part, move neighbours from one end to the other, exchange its ends."""
    yield part[::-1]
    for count in range(1, min(_LONGEST_MOVE + 1, len(part))):
        yield part[count:] + part[:count]
        yield part[-count:] + part[:-count]
    if len(part) > 3:
        yield [part[-1], *part[1:-1], part[0]]
