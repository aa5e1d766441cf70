import { describe, expect, it } from "vitest";
import { queueWords } from "./queue-words";

describe("a place in the line", () => {
  it("is urgent at the head, whatever number staff gave it", () => {
    expect(queueWords(1)).toMatchObject({ tone: "urgent", title: "You're up!" });
    expect(queueWords(0).title).toBe("You're up!");
    expect(queueWords(-3).title).toBe("You're up!");
  });

  it("warns at two and three", () => {
    expect(queueWords(2)).toMatchObject({ tone: "soon", title: "Arriving shortly" });
    expect(queueWords(2).text).toContain("1 person ahead of you");
    expect(queueWords(3).tone).toBe("soon");
    expect(queueWords(3).text).toContain("2 people ahead of you");
  });

  it("counts the people ahead above that", () => {
    expect(queueWords(4)).toMatchObject({ tone: "waiting", title: "3 people ahead of you" });
    expect(queueWords(12).title).toBe("11 people ahead of you");
  });
});
