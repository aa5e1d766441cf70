import type { PickupWindow } from "@api/bookings/places-held";
import type { HeldPlace } from "@api/commands.types";
import { describe, expect, it } from "vitest";
import { createPlaceKeeper, type PlaceState } from "./place-keeper";

const window = (pickup_time: string): PickupWindow => ({
  campus_id: 1,
  pickup_date: "2027-04-30",
  pickup_time,
});

/** A keeper whose server answers each hold in turn; an Error is thrown. */
function keeper(answers: (HeldPlace | Error)[]) {
  const log: string[] = [];
  let place: PlaceState = { status: "none" };
  const one = createPlaceKeeper({
    async hold({ pickup_time }, holdId) {
      log.push(`hold ${pickup_time} instead of ${holdId}`);
      const answer = answers.shift();
      if (answer instanceof Error || !answer) throw answer;
      return answer;
    },
    async release(holdId) {
      log.push(`release ${holdId}`);
    },
    now: () => 1_000,
    onChange: (next) => {
      place = next;
    },
  });
  const rest = () => new Promise((resolve) => setTimeout(resolve));
  return { one, log, rest, place: () => place };
}

const KEPT = { hold_id: "h1", seconds: 600 };

describe("a place kept for a form", () => {
  it("is known with its end, and given back when the form is closed", async () => {
    const { one, log, rest, place } = keeper([KEPT]);
    one.choose(window("morning"));
    await rest();
    expect(place()).toEqual({ status: "held", holdId: "h1", until: 601_000 });
    one.end(false);
    await rest();
    expect(log).toEqual(["hold morning instead of null", "release h1"]);
  });

  it("goes on to the window chosen next; one passed over is never asked for", async () => {
    const { one, log, rest, place } = keeper([KEPT, { hold_id: "h2", seconds: 600 }]);
    one.choose(window("morning"));
    await rest();
    one.choose(window("afternoon"));
    one.choose(window("evening"));
    await rest();
    expect(place()).toMatchObject({ holdId: "h2" });
    expect(log).toEqual(["hold morning instead of null", "hold evening instead of h1"]);
  });

  it("is not given back once a booking has it", async () => {
    const { one, log, rest } = keeper([KEPT]);
    one.choose(window("morning"));
    await rest();
    one.end(true);
    await rest();
    expect(log).toHaveLength(1);
  });

  it("is given back even when the answer comes after the closing", async () => {
    const { one, log, rest } = keeper([KEPT]);
    one.choose(window("morning"));
    await Promise.resolve();
    one.end(false);
    await rest();
    expect(log).toEqual(["hold morning instead of null", "release h1"]);
  });

  it("is none where the window has no limit or is full", async () => {
    const full = new Error("full");
    const { one, rest, place } = keeper([{ hold_id: null, seconds: null }, full]);
    one.choose(window("morning"));
    await rest();
    expect(place()).toEqual({ status: "open" });
    one.choose(window("evening"));
    await rest();
    expect(place()).toEqual({ status: "refused", error: full });
  });
});
