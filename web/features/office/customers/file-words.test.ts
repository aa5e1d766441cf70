import { describe, expect, it } from "vitest";
import { balanceWords, itemWords, pickupWords } from "./file-words";

const pickup = { pickup_date: "2027-05-01", completed_at: null, items_counted: null } as const;

describe("a pickup in a customer's file", () => {
  it("tells when it was done and what was counted", () => {
    const done = { ...pickup, status: "completed", completed_at: "2027-05-01T17:12:00Z" } as const;
    expect(pickupWords({ ...done, items_counted: 7 }, "-07:00")).toBe(
      "May 1, 2027, 10:12 AM, 7 items",
    );
    expect(pickupWords({ ...done, items_counted: 1 }, "-07:00")).toMatch(/1 item$/);
    expect(pickupWords(done, "-07:00")).toMatch(/not counted$/);
  });

  it("tells how far it is until then", () => {
    expect(pickupWords({ ...pickup, status: "scheduled" }, "-07:00")).toBe(
      "Sat, May 1, 2027, not yet",
    );
    expect(pickupWords({ ...pickup, status: "in_progress" }, "-07:00")).toMatch(/on the way$/);
  });
});

describe("boxes and money in a customer's file", () => {
  it("tells an item as it was listed", () => {
    const item = { description: "Fridge", boxed: false, heavy: true };
    expect(itemWords({ ...item, declared_value_cents: 20_000 })).toBe(
      "Fridge, over 50 lb, $200 declared",
    );
    expect(itemWords({ ...item, heavy: false, boxed: true, declared_value_cents: 0 })).toBe(
      "Fridge, boxed",
    );
  });

  it("tells what is owed, and what is credit", () => {
    expect(balanceWords(10_500, 10_000)).toBe("$105 owed, $100 of it overdue.");
    expect(balanceWords(10_500, 0)).toBe("$105 owed.");
    expect(balanceWords(0, 0)).toBe("Nothing is owed.");
    expect(balanceWords(-2500, 0)).toBe("$25 of credit.");
  });
});
