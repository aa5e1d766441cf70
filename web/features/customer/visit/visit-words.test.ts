import { expect, test } from "vitest";
import { failedWords, minutesLeft } from "./visit-words";

const stop = {
  kind: "pickup" as const,
  failure: "nobody_there" as const,
  arrived_at: "2027-05-01T16:41:00Z",
  next_step: "date" as const,
};

test("a visit that failed says when the crew was there and what comes next", () => {
  expect(failedWords(stop, "-07:00")).toEqual({
    title: "We could not pick up your items",
    text: "We were at your door at 9:41 AM and could not reach you. Next: choose another day, or call us: (250) 555-0139.",
  });
});

test("without an arrival nobody is said to have been at the door", () => {
  const { text } = failedWords({ ...stop, arrived_at: null, next_step: "again" }, "-07:00");
  expect(text).toContain("Our crew could not reach you. Next: our crew tries again today.");
});

test("a failure of ours says so", () => {
  const { text } = failedWords({ ...stop, failure: "ours", next_step: "office" }, "-07:00");
  expect(text).toContain("our fault");
  expect(text).toContain("Next: our office gets in touch with you.");
});

test.each([
  ["2027-05-01T16:45:01Z", 6],
  ["2027-05-01T16:50:30Z", 1],
  ["2027-05-01T16:52:00Z", 0],
])("at %s the crew waits %i more minutes", (now, left) => {
  expect(minutesLeft("2027-05-01T16:51:00Z", Date.parse(now))).toBe(left);
});
