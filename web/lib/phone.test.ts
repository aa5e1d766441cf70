import { formatPhone, toE164 } from "@lib/phone";
import { expect, it } from "vitest";

it.each([
  ["(604) 555-0139", "+16045550139"],
  ["1 604 555 0139", "+16045550139"],
  ["+44 20 7946 0958", "+442079460958"],
  ["0044 20 7946 0958", "+442079460958"],
])("reads %s", (typed, number) => {
  expect(toE164(typed)).toBe(number);
});

it.each(["", "555-0139", "+0 604 555 0139", "+1234567890123456", "604 555 01399"])(
  "refuses %j",
  (typed) => {
    expect(toE164(typed)).toBeUndefined();
  },
);

it("prints numbers in groups where it knows them", () => {
  expect(formatPhone("16045550139")).toBe("+1 604 555 0139");
  expect(formatPhone("442079460958")).toBe("+442079460958");
});
