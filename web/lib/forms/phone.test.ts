import { formatPhone, writtenPhone } from "@lib/forms/phone";
import { toE164 } from "@lib/forms/phone-number";
import { expect, it } from "vitest";

it.each([
  ["(604) 555-0139", "+16045550139"],
  ["1 604 555 0139", "+16045550139"],
  ["+44 20 7946 0958", "+442079460958"],
  ["0044 20 7946 0958", "+442079460958"],
])("reads %s", (typed, number) => {
  expect(toE164(typed)).toBe(number);
});

it.each(["", "abc", "138", "555-0139", "+0 604 555 0139", "12345678901234567890", "604 555 01399"])(
  "refuses %j",
  (typed) => {
    expect(toE164(typed)).toBeUndefined();
  },
);

it("prints numbers in groups where it knows them", () => {
  expect(formatPhone("16045550139")).toBe("+1 604 555 0139");
  expect(formatPhone("442079460958")).toBe("+442079460958");
});

it("writes every stored number in one way", () => {
  for (const stored of ["+16045550139", "(604) 555-0139", "604.555.0139"])
    expect(writtenPhone(stored)).toBe("+1 604 555 0139");
  expect(writtenPhone("ext. 12")).toBe("ext. 12");
});
