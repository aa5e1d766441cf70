import type { Stop } from "@api/commands.types";
import type { PickupDay } from "@api/pickups/pickups";
import { describe, expect, it } from "vitest";
import {
  beforeDone,
  moved,
  nextOf,
  orderOf,
  typedNumber,
  withNumber,
  withOrder,
  withStatus,
  withStopVerb,
} from "./pickup-line";

function stop(id: string, position: number, change: Partial<Stop> = {}): Stop {
  return {
    queue_id: id,
    queue_position: position,
    is_ready: false,
    pickup_id: null,
    pickup_status: "scheduled",
    started_at: null,
    completed_at: null,
    completed_received_at: null,
    items_counted: null,
    signed_by: null,
    items: [],
    friends: [],
    booking_id: `b-${id}`,
    user_id: null,
    full_name: id,
    customer_id: null,
    pickup_time: null,
    building_name: null,
    address: null,
    residence_type: null,
    contact_name: null,
    phone: null,
    has_flight: null,
    flight_time: null,
    additional_comments: null,
    booking_status: null,
    pickup_date: "2030-05-01",
    since: `2030-01-0${position}`,
    ...change,
  };
}

const day: PickupDay = {
  campus_id: 1,
  day: "2030-05-01",
  today: "2030-05-01",
  version: "1",
  waiting: [stop("a", 1), stop("b", 2), stop("c", 3)],
  done: [],
  failed: [],
};
const positions = (stops: readonly Stop[]) => stops.map((one) => one.queue_position);

const arrival = (state: "arrived" | "on_way" | "failed" | "waiting") =>
  ({ id: "e1", stop_id: "a", state, at: "2030-05-01T17:00:00Z" }) as const;

it("a crew that arrived is at the door until it leaves", () => {
  const there = withStopVerb(day, arrival("arrived"));
  expect(there.waiting[0]).toMatchObject({
    pickup_status: "in_progress",
    arrived_at: arrival("arrived").at,
  });
  expect(withStopVerb(there, arrival("on_way")).waiting[0]?.arrived_at).toBeNull();
  expect(withStatus(there, "a", "scheduled").waiting[0]?.arrived_at).toBeNull();
});

it("a stop that failed is counted as failed until it is tried again", () => {
  const failure = { kind: "nobody_there", next: "date" } as const;
  const failed = withStopVerb(day, { ...arrival("failed"), failure });
  expect(orderOf(failed.waiting)).toEqual(["b", "c"]);
  expect(failed.failed).toEqual(["a"]);
  expect(withStopVerb(failed, { ...arrival("failed"), failure })).toEqual(failed);
  expect(withStopVerb(failed, arrival("waiting")).failed).toEqual([]);
  const again = withStopVerb(day, { ...arrival("failed"), failure: { ...failure, next: "again" } });
  expect(orderOf(again.waiting)).toEqual(["b", "c", "a"]);
  expect(again.failed).toEqual([]);
});

describe("the line on the screen", () => {
  it("is numbered 1..n by a drag, whatever numbers stood there", () => {
    const line = moved([stop("a", -4), stop("b", 40), stop("c", 40)], 2, 0);
    expect(orderOf(line)).toEqual(["c", "a", "b"]);
    expect(positions(line)).toEqual([1, 2, 3]);
  });

  it("takes an order that was drawn before others changed it", () => {
    const after = withOrder(day, ["c", "gone", "a"]);
    expect(orderOf(after.waiting)).toEqual(["c", "a", "b"]);
    expect(positions(after.waiting)).toEqual([1, 2, 3]);
  });

  it("keeps a number as typed, with ties in order of creation", () => {
    const tied = withNumber(day, "a", 3).waiting;
    expect(orderOf(tied)).toEqual(["b", "a", "c"]);
    expect(positions(tied)).toEqual([2, 3, 3]);
    expect(orderOf(withNumber(day, "c", -7).waiting)).toEqual(["c", "a", "b"]);
  });

  it("is not changed twice by what the server has done already", () => {
    const done = withStatus(day, "a", "completed", { items: 6 });
    expect(withStatus(done, "a", "completed", { items: 6 })).toBe(done);
  });

  it("loses a completed stop, and the others move up", () => {
    const after = withStatus(day, "a", "completed", { items: 6 });
    expect(orderOf(after.waiting)).toEqual(["b", "c"]);
    expect(positions(after.waiting)).toEqual([1, 2]);
    expect(after.done[0]).toMatchObject({ booking_id: "b-a", items_counted: 6 });
    expect(withStatus(day, "b", "in_progress").waiting[1]?.pickup_status).toBe("in_progress");
    expect(withStatus(day, "nobody", "completed")).toBe(day);
  });

  it("goes on with the stop that is under way, whichever place it has", () => {
    expect(nextOf(day.waiting)?.queue_id).toBe("a");
    expect(nextOf(withStatus(day, "c", "in_progress").waiting)?.queue_id).toBe("c");
    expect(nextOf([])).toBeUndefined();
  });
  it("takes back to where a stop was", () => {
    const at = "2030-05-01T17:00:00Z";
    expect(beforeDone(stop("a", 1, { started_at: at, completed_at: at }))).toBe("scheduled");
    expect(beforeDone(stop("a", 1, { started_at: "2030-05-01T16:00:00Z", completed_at: at }))).toBe(
      "in_progress",
    );
  });
});

describe("a number that is typed", () => {
  it.each([
    ["7", 7],
    [" -3 ", -3],
    ["0", 0],
    ["2147483647", 2_147_483_647],
  ])("%s is an integer", (text, number) => expect(typedNumber(text)).toBe(number));

  it.each(["", "1.5", "x", "1e3", "2147483648"])("%j is none", (text) =>
    expect(typedNumber(text)).toBeUndefined(),
  );
});
