import type { BookingItem } from "@api/booking-items";
import { describe, expect, it } from "vitest";
import { ITEM_KINDS, newItemId, seasonAsked } from "./item-words";

const item = (said: Partial<BookingItem>): BookingItem => ({
  id: newItemId(),
  booking_id: "b",
  kind: "box",
  description: "Books",
  boxed: true,
  over_50_lb: false,
  declared_value_cents: 0,
  picture_id: null,
  created_at: "",
  updated_at: "",
  ...said,
});
const BOOKING = {
  pickup_date: "2027-04-28",
  return_delivery_date: null,
  supply_kit_delivery_date: "2027-04-10",
};

describe("what the season is quoted for", () => {
  it("counts heavy boxes and heavy loose things apart, and adds the values up", () => {
    const items = [
      item({ over_50_lb: true, declared_value_cents: 20_000 }),
      item({ kind: "weights", boxed: false, over_50_lb: true }),
      item({ declared_value_cents: 5_000 }),
    ];
    expect(seasonAsked(BOOKING, items)).toEqual({
      items: 3,
      pricing: "bundle",
      pickup_date: "2027-04-28",
      heavy_boxes: 1,
      heavy_items: 1,
      supply_kit: true,
      declared_value_cents: 25_000,
    });
  });

  it.each([
    ["2027-09-01", "2027-09-01"],
    ["2027-04-01", undefined],
  ])("takes a return on %s as %s", (back, said) => {
    const asked = seasonAsked({ ...BOOKING, return_delivery_date: back }, [item({})]);
    expect(asked?.return_date).toBe(said);
  });

  it("goes by months without a pickup, and asks nothing without items", () => {
    expect(seasonAsked({ ...BOOKING, pickup_date: null }, [item({})])?.months).toBe(4);
    expect(seasonAsked(BOOKING, [])).toBeNull();
  });
});

it("knows every kind that the server takes, and makes ids of its own", () => {
  expect(ITEM_KINDS.map(({ value }) => value)).toContain("fridge");
  expect(newItemId()).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(newItemId()).not.toBe(newItemId());
});
