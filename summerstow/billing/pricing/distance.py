"""How far a place is from a campus, without asking anybody else's map.

Residences are known by name; anything else by the first half of its postal code (the forward
sortation area), whose centre is an approximation: `facts/areas.json` says how far its edges lie.
"""

from __future__ import annotations

import math
import re
import unicodedata
from decimal import ROUND_HALF_UP, Decimal
from functools import cache, lru_cache
from typing import Annotated, Final, Literal

import msgspec

from summerstow import facts
from summerstow.platform import clock, published
from summerstow.platform.documents.campuses import Campus, Residence
from summerstow.platform.errors import Invalid

from . import fees
from .terms import PriceList, dollars, with_tax

EARTH_RADIUS_MILES: Final = 3958.8
LONGEST: Final = 200
_POSTAL: Final = re.compile(r"\b([A-Za-z]\d[A-Za-z])(?:[ -]?\d[A-Za-z]\d)?\b")


class Area(facts.Point, frozen=True):
    """A postal area of a city: its approximate centre, and how far its edges lie from it."""

    code: Annotated[str, msgspec.Meta(pattern=r"^V\d[A-Z]$")]
    name: str
    city: str
    spread_miles: Annotated[float, msgspec.Meta(ge=0, le=50)]


class AddressRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The arguments of `address_check`: a residence, a postal code, or an address with one."""

    campus_id: int
    place: str


class Distance(msgspec.Struct, frozen=True):
    """`verdict` by the free radius; `maybe` where a postal area lies on both sides of it.

    `miles` to the tenth and `fee_cents` are what the place's centre would have; null when unknown.
    `doubt` says so where the city that is named has no such postal code.
    """

    verdict: Literal["inside", "maybe", "outside", "unknown"]
    place: str
    miles: float | None
    about: bool
    fee_cents: int | None
    nearer_campus: str | None
    words: str
    doubt: str | None = None


@cache
def areas() -> dict[str, Area]:
    """The postal areas that we know, by their codes."""
    return {one.code: one for one in facts.read("areas.json", tuple[Area, ...])}


def miles_between(one: facts.Point, other: facts.Point) -> float:
    """The great-circle distance, by the haversine formula."""
    lat, other_lat = math.radians(one.lat), math.radians(other.lat)
    a = (
        math.sin((other_lat - lat) / 2) ** 2
        + math.cos(lat) * math.cos(other_lat) * math.sin(math.radians(other.lon - one.lon) / 2) ** 2
    )
    return 2 * EARTH_RADIUS_MILES * math.asin(math.sqrt(a))


def located(campus_id: int, *places: str | None) -> facts.Point | None:
    """About where the first of these places lies that is known; None where none is."""
    here = published.campus(campus_id)
    for place in places:
        if here is None or not place:
            continue
        residence = _residence(here, place[:LONGEST])
        if residence is not None:
            return residence
        match = _POSTAL.search(place)
        if match is not None and (area := areas().get(match[1].upper())):
            return area
    return None


def check_address(prices: PriceList, request: AddressRequest) -> Distance:
    """Whether a place is within the free radius of a campus, and what it costs if not.

    Raises `Invalid` for an empty or endless place and for a campus that is not served.
    """
    here = published.campus(request.campus_id)
    if here is None or here.status == "hidden":
        raise Invalid("We do not serve that campus.")
    place = " ".join(request.place.split())
    if not place:
        raise Invalid("Please enter a residence or a postal code.")
    if len(place) > LONGEST:
        raise Invalid(f"Please enter at most {LONGEST} characters.")
    residence = _residence(here, place)
    if residence is not None:
        return _inside_or_out(prices, here, residence, residence.name, 0)
    match = _POSTAL.search(place)
    if match is None:
        return _unknown(
            place,
            "We do not know that place by its name. Add its postal code, or write to us: "
            f"{published.business().email}.",
        )
    code = match[1].upper()
    area = areas().get(code)
    if area is None:
        return _unknown(
            code,
            f"We do not know the distance to {code}. Send us the address, and we tell you "
            f"the price: {published.business().email} or {published.business().phone}.",
        )
    shown = _inside_or_out(prices, here, area, f"{code}, {area.name}", area.spread_miles)
    return msgspec.structs.replace(shown, doubt=_doubt(place, area))


def _doubt(place: str, area: Area) -> str | None:
    """That city and postal code of an address are of two places; None where they may be of one."""
    cities = {one.city for one in areas().values()}
    words = f" {_plain(place)} "
    named = [one for one in cities if f" {_plain(one)} " in words]
    if not named or area.city in named:
        return None
    city = max(named, key=len)
    return (
        f"{area.code} is a postal code of {area.city}, not of {city}. "
        "Please check the city and the postal code."
    )


def _inside_or_out(
    prices: PriceList, here: Campus, point: facts.Point, name: str, spread: float
) -> Distance:
    radius = prices.terms.free_radius_miles
    distance = miles_between(here.position, point)
    miles = Decimal(str(distance)).quantize(Decimal("0.1"), ROUND_HALF_UP)
    about = isinstance(point, Area)
    shown = f"{'about ' if about and miles >= 1 else ''}{_spoken(miles)} from "
    shown += here.name
    if distance + spread <= radius or (not about and miles <= radius):
        words = f"{name} is {shown}: pickup and return are free there."
        return Distance("inside", name, float(miles), about, 0, None, words)
    fee = fees.distance_cents(prices, max(miles, Decimal(radius) + Decimal("0.1")))
    rule = prices.terms.outside_radius
    price = (
        f"{dollars(with_tax(fee, clock.today()))} each way with tax "
        f"({dollars(rule.cents_per_mile)} a mile, at least {dollars(rule.min_cents)}, before tax)"
    )
    if distance - spread <= radius:
        words = (
            f"{name} is {shown}, on the edge of our {radius} mile radius. Inside it is free; "
            f"outside it is {price}. We measure your exact address and tell you before you pay."
        )
        return Distance("maybe", name, float(miles), about, fee, None, words)
    nearer = _nearer(here, point, distance)
    words = f"{name} is {shown}, outside our {radius} mile radius: {price}."
    if nearer is not None:
        words += f" It is nearer to {nearer}, which we serve too."
    return Distance("outside", name, float(miles), about, fee, nearer, words)


def _unknown(place: str, words: str) -> Distance:
    return Distance("unknown", place, None, False, None, None, words)


def _residence(here: Campus, place: str) -> Residence | None:
    """The one residence that the words name: its whole name stands in them, or they in its."""
    wanted = _plain(place)
    named = [one for one in here.residences if f" {_plain_name(one)} " in f" {wanted} "]
    begun = [one for one in here.residences if f" {_plain_name(one)}".find(f" {wanted}") >= 0]
    if named:
        return max(named, key=lambda one: len(one.name))
    return begun[0] if len(wanted) >= 3 and len(begun) == 1 else None


@lru_cache(maxsize=1000)
def _plain_name(residence: Residence) -> str:
    return _plain(residence.name)


def _plain(words: str) -> str:
    """Lower case without accents and punctuation."""
    bare = unicodedata.normalize("NFKD", words).casefold()
    letters = (one if one.isalnum() else " " for one in bare if not unicodedata.combining(one))
    return " ".join("".join(letters).split())


def _nearer(here: Campus, point: facts.Point, distance: float) -> str | None:
    others = [one for one in published.campuses() if one is not here and one.status == "open"]
    near = min(others, key=lambda one: miles_between(one.position, point), default=None)
    if near is None or miles_between(near.position, point) >= distance:
        return None
    return near.name


def _spoken(miles: Decimal) -> str:
    whole = miles.quantize(Decimal(1), ROUND_HALF_UP)
    if miles < 1:
        return "less than a mile"
    shown = whole if miles >= 10 else miles.normalize()
    return "1 mile" if shown == 1 else f"{shown:f} miles"
