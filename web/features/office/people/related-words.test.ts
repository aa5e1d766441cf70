import { describe, expect, test } from "vitest";
import { balanceWords, moveWords, signWords } from "./related-words";

describe("what a merge moves", () => {
  test("is counted in words, with the plural of each", () => {
    const moves = [
      { what: "bookings", count: 2 },
      { what: "saved_cards", count: 1 },
      { what: "people", count: 1 },
      { what: "friends", count: 3 },
    ];
    expect(moveWords({ moves })).toEqual([
      "2 bookings",
      "1 saved card",
      "1 person at the door or payer",
      "3 friends in bundles",
    ]);
  });

  test("a balance is owed, or credit", () => {
    expect([0, 10_000, -6_050].map(balanceWords)).toEqual([
      "nothing owed",
      "$100 owed",
      "$60.50 credit",
    ]);
  });
});

test("signs are one line", () => {
  expect(signWords({ signs: ["email", "phone", "name_and_day"] })).toBe(
    "Same email, same phone, same name and day",
  );
});
