import type { BookingItem } from "@api/bookings/items";
import { beforeAll, expect, test } from "vitest";
import { backWords } from "./back-words";

const item = (part: Partial<BookingItem>) =>
  ({ description: "Lamp", state: "delivered", events: [], claims: [], ...part }) as BookingItem;
const claim = (part: object) =>
  ({ id: "1", state: "open", amount_cents: 12_000, decided_cents: null, ...part }) as never;
let clock: Parameters<typeof backWords>[2];

beforeAll(() => {
  clock = {
    now: "2027-09-01T20:00:00Z",
    today: "2027-09-01",
    time_zone: "America/Vancouver",
    utc_offset: "-07:00",
    receivedAt: performance.now(),
  };
});

test("a claim that waits is what is next, in storage too", () => {
  for (const stage of ["back", "stored"] as const)
    expect(backWords(stage, [item({ claims: [claim({})] })], clock)).toEqual({
      title: "Your claim is with us",
      text: "Lamp: $120. We read every claim and answer by email.",
    });
});

test("an item that is missing is not back", () => {
  const words = backWords("back", [item({}), item({ state: "missing" })], clock);
  expect(words?.title).toBe("We are looking for one of your items");
});

test("the answer to a claim stays with what is back", () => {
  const answered = claim({ state: "accepted", decided_cents: 5_000, decision_words: "As shown." });
  expect(backWords("back", [item({ claims: [answered] })], clock)?.text).toBe(
    "Our answer to your claim: $50 credit. As shown.",
  );
});

test("the time for claims stands while it runs, and not after it", () => {
  const delivered = (at: string) => [
    item({ events: [{ id: "1", kind: "delivered", at } as never] }),
  ];
  expect(backWords("back", delivered("2027-08-31T21:10:00Z"), clock)?.text).toBe(
    "Is something missing or damaged? Claims are taken until Fri, Sep 3, 2:10 PM.",
  );
  expect(backWords("back", delivered("2027-08-25T21:10:00Z"), clock)).toBeUndefined();
});
