import type { BookingItem } from "@api/bookings/items";
import { newId } from "@lib/browser/new-id";
import { describe, expect, it } from "vitest";
import { wasNotPickedUp } from "./item-words";

const item = (said: Partial<BookingItem>): BookingItem => ({
  id: newId(),
  booking_id: "b",
  member_id: null,
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
