import { ApiError } from "@api/errors";
import { describe, expect, it } from "vitest";
import { type BulkResult, inParts } from "./bulk";

const parts = ["a", "b", "c"].map((booking_id) => ({ bookings: [{ booking_id }] }));

function done(part: (typeof parts)[number]): BulkResult[] {
  return part.bookings.map(({ booking_id }) => ({ id: booking_id, state: "done", words: null }));
}

describe("inParts", () => {
  it("reports what was done before a part failed, and sends nothing after it", async () => {
    const sent: number[] = [];
    const results = await inParts(parts, async (part, at) => {
      sent.push(at);
      if (at === 1) throw new ApiError(500, "", "This took too long.");
      return done(part);
    });
    expect(sent).toEqual([0, 1]);
    expect(results.map(({ id, state }) => [id, state])).toEqual([
      ["a", "done"],
      ["b", "refused"],
      ["c", "refused"],
    ]);
    expect(results[1]?.words).toBe("This took too long.");
    expect(results[2]?.words).toContain("Not sent");
  });

  it("fails as a whole while nothing was done", async () => {
    const failing = inParts(parts, () => Promise.reject(new ApiError(409, "", "No.")));
    await expect(failing).rejects.toThrow("No.");
  });
});
