"""Generated past bookings, so that lists and counts are met at their real size."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple
from uuid import UUID

import msgspec

from summerstow.kit import clock, facts
from summerstow.kit.database.pool import Database

_STATUSES: Final = (("completed", 88), ("cancelled", 8), ("delivered", 4))
_REASONS: Final = (
    "Storing with family instead",
    "Staying on campus for the summer",
    "Found another place for my things",
    "Travel plans changed",
    None,
)
#: Referral ids of customers of back then.
_REFERRERS: Final = ("A7F3K", "H4NPQ", "R9WXT", "V5BDM")
COLUMNS: Final = (
    "id",
    "campus_id",
    "first_name",
    "last_name",
    "guest_first_name",
    "guest_last_name",
    "email",
    "guest_email",
    "phone",
    "guest_phone",
    "residence_type",
    "building_name",
    "address",
    "supply_kit_delivery_date",
    "pickup_date",
    "pickup_time",
    "return_delivery_date",
    "delivery_option",
    "how_heard",
    "has_flight",
    "flight_time",
    "status",
    "created_at",
    "updated_at",
    "cancellation_note",
    "referral_code",
)


class _People(msgspec.Struct, frozen=True):
    first_names: tuple[str, ...]
    last_names: tuple[str, ...]


class Person(NamedTuple):
    """Somebody made up; nobody has such an address or number."""

    first: str
    last: str
    email: str
    phone: str

    @classmethod
    def of(cls, dice: random.Random, number: int) -> Person:
        """Somebody by the dice; `number` makes the address theirs alone."""
        first, last = dice.choice(_people().first_names), dice.choice(_people().last_names)
        return cls(
            first,
            last,
            f"{first}.{last}.{number}@students.example".lower().replace("'", ""),
            f"+1 {dice.choice(('250', '604', '778'))} 555 {dice.randint(100, 199):04d}",
        )


@cache
def _people() -> _People:
    return msgspec.json.decode(
        (files("summerstow.seed") / "people.json").read_bytes(), type=_People
    )


async def generate(database: Database, count: int) -> int:
    """Add bookings of past seasons until the table holds `count`; returns how many it holds.

    The same numbers give the same bookings: names, days and choices come from a fixed seed.
    """
    async with database.owner() as tx:
        await tx.execute("select pg_advisory_xact_lock(7305824, 2)")
        held: int = await tx.fetchval("select count(*) from public.bookings")
        rows = [_booking(number) for number in range(held, count)]
        if rows:
            await (await tx.connection()).copy_records_to_table(
                "bookings", schema_name="public", columns=COLUMNS, records=rows
            )
    if rows:
        async with database.owner() as tx:
            await tx.execute("analyze public.bookings")
    return max(held, count)


def row(
    dice: random.Random,
    person: Person,
    campus: facts.Campus,
    *,
    pickup: date,
    back: date,
    made: datetime,
    status: str,
) -> tuple[object, ...]:
    """The values of `COLUMNS` for a booking; the dice choose what is not given."""
    known = facts.booking()
    residence = dice.choice(campus.residences) if campus.residences else None
    flies = dice.random() < 0.3
    kit = dice.random() < 0.55
    option = dice.choices([one.value for one in known.delivery_options], weights=(6, 1, 3))[0]
    return (
        UUID(int=dice.getrandbits(128), version=4),
        campus.id,
        person.first,
        person.last,
        person.first,
        person.last,
        person.email,
        person.email,
        person.phone,
        person.phone,
        "on_campus" if residence else "other",
        residence.name if residence else None,
        f"Room {dice.randint(100, 999)}, {residence.address}" if residence else None,
        pickup - timedelta(days=dice.randint(4, 14)) if kit else None,
        pickup,
        dice.choice(known.pickup_windows).label,
        back if option != "decide_later" or status != "cancelled" else None,
        option,
        dice.choice(("website", "friend", "residence poster", "instagram")),
        flies,
        dice.choice(known.flight_windows).value if flies else None,
        status,
        made,
        made,
        dice.choices(_REASONS, (5, 3, 2, 2, 4))[0] if status == "cancelled" else None,
        f"SS-{dice.choice(_REFERRERS)}" if dice.random() < 0.14 else None,
    )


def _last_season(today: date) -> int:
    """The year of the last season whose free returns are over."""
    over = facts.booking().free_return.of(today.year)[1] < today
    return today.year if over else today.year - 1


def _booking(number: int) -> tuple[object, ...]:
    dice = random.Random(number)  # noqa: S311 - made-up people, not secrets
    campus = dice.choices(facts.campuses(), weights=(5, 3, 2))[0]
    person = Person.of(dice, number)
    season = _last_season(clock.today()) - dice.choice((0, 0, 0, 1, 1, 2))
    pickup = date(season, 4, 12) + timedelta(days=min(int(dice.gammavariate(4, 4)), 48))
    made = datetime.combine(
        pickup - timedelta(days=dice.randint(3, 70)),
        time(dice.randint(15, 23), dice.randint(0, 59), dice.randint(0, 59)),
        UTC,
    )
    status = dice.choices([one for one, _ in _STATUSES], [weight for _, weight in _STATUSES])[0]
    back = date(season, 8, 31) + timedelta(days=dice.randint(0, 3))
    return row(dice, person, campus, pickup=pickup, back=back, made=made, status=status)
