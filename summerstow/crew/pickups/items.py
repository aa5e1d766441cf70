"""The items of a stop's booking, as its crew has them at the door."""

from __future__ import annotations

import msgspec

from summerstow.warehouse.history import State


class StopItem(msgspec.Struct, frozen=True, kw_only=True):
    """An item of a stop's booking, as the crew needs it at the door.

    `member_id`: it is a friend's. `scan_id`: the event by which it was scanned at this stop, which
    can be taken back.
    """

    id: str
    member_id: str | None
    number: int
    label_code: str | None
    kind: str
    description: str
    boxed: bool
    heavy: bool
    declared_value_cents: int
    state: State
    damaged: bool
    scanned: bool
    scan_id: str | None
    picture_id: str | None


def items_at(booking: str, stop: str, kind: str = "'pickup'", only: str = "true") -> str:
    """Write the SQL of a stop's items from the SQL of its booking, its id and its kind.

    `only`: which items `i` of the booking are the stop's.
    """
    return f"""coalesce((select json_agg(json_build_object('id', i.id, 'number', i.number,
      'member_id', i.member_id, 'label_code', i.label_code, 'kind', i.kind,
      'description', i.description, 'boxed', i.boxed, 'heavy', i.heavy,
      'declared_value_cents', i.declared_value_cents, 'state', i.state, 'damaged', i.damaged,
      'picture_id', i.picture_id, 'scan_id', scan.id, 'scanned', scan.id is not null)
      order by i.member_id nulls first, i.number)
    from public.items i left join lateral (
      select e.id from public.item_events e where i.state not in ('listed', 'packed')
        and e.item_id = i.id and e.stop_id = {stop} and e.blocked is null
        and e.kind = case {kind} when 'return' then 'delivered' else 'picked_up' end
        and not exists (select from public.item_events t
          where t.reverses = e.id and t.blocked is null)
      order by e.at desc, e.id limit 1) scan on true
    where i.booking_id = {booking} and {only}), '[]')"""  # noqa: S608 - put together from own text
