import type { Booking } from "@api/bookings/booking";
import type { BookingItem } from "@api/bookings/items";
import { newId } from "@lib/browser/new-id";
import { describe, expect, it } from "vitest";
import { seasonAsked, wasNotPickedUp } from "./item-words";

const item = (said: Partial<BookingItem>): BookingItem => ({
  id: newId(),
  booking_id: "b",
  user_id: null,
  number: 1,
  label_code: null,
  state: "listed",
  damaged: false,
  location_id: null,
  last_event_at: null,
  last_event_words: null,
  to_check: null,
  kind: "box",
  description: "Books",
  boxed: true,
  heavy: false,
  declared_value_cents: 0,
  picture_id: null,
  created_at: "",
  updated_at: "",
  ...said,
});
const BOOKING = {
  campus_id: 1,
  pickup_date: "2027-04-28",
  return_delivery_date: null,
  supply_kit_delivery_date: "2027-04-10",
  residence_type: "other",
  address: "4700 Kingsway, Burnaby BC V5H 2C3",
  delivery_option: "same_city",
  delivery_address: "12 Elm Street, Vancouver BC V6T 1Z4",
} as Booking;

describe("what the season's price is asked for", () => {
  it("counts heavy boxes and heavy loose things apart, and adds the values up", () => {
    const items = [
      item({ heavy: true, declared_value_cents: 20_000 }),
      item({ kind: "weights", boxed: false, heavy: true }),
      item({ declared_value_cents: 5_000 }),
    ];
    expect(seasonAsked(BOOKING, items)).toEqual({
      campus_id: 1,
      items: 3,
      pickup_date: "2027-04-28",
      residence_type: "other",
      address: "4700 Kingsway, Burnaby BC V5H 2C3",
      delivery_option: "same_city",
      return_delivery_date: null,
      delivery_address: "12 Elm Street, Vancouver BC V6T 1Z4",
      heavy_boxes: 1,
      heavy_items: 1,
      supply_kit: true,
      declared_value_cents: 25_000,
    });
  });

  it("goes by months without a pickup, and asks nothing without items", () => {
    expect(seasonAsked({ ...BOOKING, pickup_date: null }, [item({})])?.months).toBe(4);
    expect(seasonAsked(BOOKING, [])).toBeNull();
  });
});

describe("an item that stayed at the door", () => {
  const scanned = item({ state: "picked_up" });
  const other = item({ state: "in_storage" });
  const unscanned = item({ state: "listed" });
  const list = [scanned, other, unscanned];

  it("is not picked up once the scanned ones are as many as the crew counted", () => {
    expect(wasNotPickedUp(unscanned, list, 2)).toBe(true);
    expect(wasNotPickedUp(scanned, list, 2)).toBe(false);
  });

  it("is nobody's guess while the crew counted more than it scanned", () => {
    expect(wasNotPickedUp(unscanned, list, 3)).toBe(false);
    expect(wasNotPickedUp(unscanned, [unscanned], 1)).toBe(false);
    expect(wasNotPickedUp(unscanned, [unscanned], null)).toBe(false);
  });
});
