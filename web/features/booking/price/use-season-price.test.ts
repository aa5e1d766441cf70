import type { BookingPrice, PricedPlan } from "@api/commands.types";
import { emptyAnswers } from "@features/booking/answers/answers";
import { describe, expect, it } from "vitest";
import { priceRequest } from "./price-request";
import { chosenPlan, hasWarning, spanWords, sumWords, untilWords } from "./use-season-price";

const plan = (id: string, total_cents: number | null, monthly = 6300): PricedPlan => ({
  id,
  pricing: id === "single_items" ? "single_items" : "bundle",
  name: id,
  items: 3,
  items_range: "1-3",
  monthly: { subtotal_cents: 6000, tax_cents: 300, total_cents: monthly },
  total_cents,
  least_cents: total_cents,
  most_cents: total_cents,
  quote: null,
});
const priced = (plans: PricedPlan[], more: Partial<BookingPrice> = {}) =>
  ({ plans, proposed: null, months: 4, tax_name: "GST", ...more }) as BookingPrice;

describe("the sum in view", () => {
  const [small, xl] = [plan("small", 25200), plan("xl", 77700, 19425)];

  it("says that it includes the tax, and what it is for", () => {
    const price = priced([small, xl]);
    expect(sumWords(price, small)).toBe("$252 including GST");
    expect(spanWords(price)).toBe("4 months");
    const until = priced([small], { return_date: "2027-08-31" });
    expect(untilWords(until)).toBe("until Tue, Aug 31, 2027");
  });

  it("goes from the least to the most plan while none is chosen", () => {
    expect(sumWords(priced([small, xl]), undefined)).toBe("$252 to $777 including GST");
  });

  it("is of a month while the pickup day is open", () => {
    const price = priced([plan("small", null), plan("xl", null, 19425)], { months: null });
    expect(sumWords(price, undefined)).toBe("$63 to $194.25 including GST");
    expect(spanWords(price)).toBe("a month");
  });

  it("is of the plan that was chosen, and of the cheapest where only the count is known", () => {
    const price = priced([plan("medium", 44100), plan("single_items", 25200)], {
      proposed: "single_items",
    });
    expect(chosenPlan(price, "medium")?.id).toBe("medium");
    expect(chosenPlan(price, "xl")?.id).toBe("single_items");
    expect(chosenPlan(undefined, "medium")).toBeUndefined();
  });
});

it("is warned of in the step that asks for the date", () => {
  const conflict = {
    code: "flight_before_pickup",
    field: "flight_time",
    words: "Choose.",
  } as const;
  const price = priced([], { conflicts: [conflict] });
  expect(hasWarning(price, "pickup")).toBe(true);
  expect(hasWarning(price, "delivery")).toBe(false);
});

it("is request by postal codes alone, and for no day that the answers made pointless", () => {
  const request = priceRequest({
    ...emptyAnswers({ campusId: 1 }),
    residenceType: "other",
    postalCode: "v6t 1z4",
    supplyKitDate: "2027-04-20",
    wantsSupplies: false,
    deliveryOption: "same_city",
    deliveryDate: "2027-09-01",
    deliveryAddress: "12 Elm Street, Vancouver BC V5K 0A1",
  });
  expect(request).toMatchObject({
    address: "V6T 1Z4",
    supply_kit_delivery_date: null,
    return_delivery_date: "2027-09-01",
    delivery_address: "V5K 0A1",
  });
});
