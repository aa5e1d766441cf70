import { expect, it } from "vitest";
import { dayAt } from "./kept-names";

it.each([
  ["2030-05-01T06:59:00Z", "-07:00", "2030-04-30"],
  ["2030-05-01T07:00:00Z", "-07:00", "2030-05-01"],
  ["2030-05-01T23:30:00Z", "+01:00", "2030-05-02"],
])("%s is a moment of the campus day by the offset %s", (moment, offset, day) =>
  expect(dayAt(Date.parse(moment), offset)).toBe(day),
);
