import { describe, expect, it } from "vitest";
import { type PickupDay, queueWords } from "./queue-words";

const day = (part: Partial<PickupDay>) =>
  queueWords({
    position: 5,
    arrival: undefined,
    over: false,
    begun: true,
    window: "9:00 AM - 12:00 PM",
    ...part,
  });

describe("a place in the line", () => {
  // Rule: place-in-line.
  it("is urgent at the head, whatever number staff gave it", () => {
    expect(day({ position: 1 })).toMatchObject({ tone: "urgent", title: "You're up!" });
    expect(day({ position: 0 }).title).toBe("You're up!");
    expect(day({ position: -3 }).title).toBe("You're up!");
  });

  it("warns at two and three", () => {
    expect(day({ position: 2 })).toMatchObject({ tone: "soon", title: "Arriving shortly" });
    expect(day({ position: 2 }).text).toContain("1 person ahead of you");
    expect(day({ position: 3 }).tone).toBe("soon");
    expect(day({ position: 3 }).text).toContain("2 people ahead of you");
  });

  it("counts the people ahead above that", () => {
    expect(day({ position: 4 })).toMatchObject({ tone: "waiting", title: "3 people ahead of you" });
    expect(day({ position: 12 }).title).toBe("11 people ahead of you");
  });
});

describe("before the crew has left", () => {
  // Rule: place-in-line.
  it("the first reads whose first stop it is, and nobody is asked to come to the door", () => {
    const first = day({ position: 1, begun: false });
    expect(first.title).toBe("You're up!");
    expect(first.text).toBe("First stop of 9:00 AM - 12:00 PM. Our crew has not left yet.");
    for (const position of [1, 2, 3, 9])
      expect(day({ position, begun: false }).text).not.toMatch(/at your door|close to your door/);
  });
});

describe("no promise that does not hold", () => {
  const on_way = { words: "They left for you at 10:25 AM campus time.", on_way: true };
  const late = {
    words: "Around 12:20 PM campus time. We are running late today, sorry.",
    on_way: false,
  };

  it("once the crew has left, nobody is 'next' any more: there is a time", () => {
    const words = day({ position: 1, arrival: on_way });
    expect(words).toMatchObject({ title: "Our crew is on the way", time: on_way.words });
    expect(words.text).not.toContain("next");
  });

  // Rule: what-is-next.
  it("a window that is over says so, and whom to call", () => {
    for (const position of [1, 2, 9, undefined]) {
      const words = day({ position, over: true });
      expect(words).toMatchObject({ tone: "late", title: "Your pickup window is over" });
      expect(words.text).toContain("(250) 555-0139");
    }
    expect(day({ position: 2, arrival: late, over: true })).toMatchObject({
      title: "Arriving shortly",
      time: late.words,
    });
    expect(day({ arrival: on_way, over: true }).text).toContain("(250) 555-0139");
  });
});
