import { changeBookingDate, createBooking } from "@api/bookings";
import { dataOf, rest } from "@api/client";
import { ApiError } from "@api/errors";
import { beforeEach, describe, expect, it, vi } from "vitest";

beforeEach(() => window.localStorage.clear());

function answer(body: unknown, status = 200) {
  return vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(() => Promise.resolve(Response.json(body, { status })));
}

describe("a request of a visitor", () => {
  it("carries the publishable key as apikey and as bearer", async () => {
    const fetch = answer([]);
    await dataOf(rest().from("campuses").select("id"));
    const headers = new Headers(fetch.mock.calls[0]?.[1]?.headers);
    expect(headers.get("apikey")).toBe("anon");
    expect(headers.get("authorization")).toBe("Bearer anon");
  });

  it("sends a booking under its idempotency key and reads the row back with its campus", async () => {
    const fetch = answer({ id: "b1" }, 201);
    await createBooking({ campus_id: 2 }, "key-1");
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(decodeURIComponent(String(url))).toContain("campus:campuses(campus,university,country)");
    const headers = new Headers(init?.headers);
    expect(headers.get("idempotency-key")).toBe("key-1");
    expect(headers.get("prefer")).toContain("return=representation");
  });
});

describe("a refusal", () => {
  it("becomes an ApiError with the server's words, code and hint", async () => {
    answer(
      { code: "SS409", message: "That window is full.", details: null, hint: "Try 3 PM" },
      409,
    );
    const error = await changeBookingDate("b1", { pickup_date: "2027-05-01" }).catch((e) => e);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 409,
      code: "SS409",
      message: "That window is full.",
      hint: "Try 3 PM",
      unreachable: false,
    });
  });

  it("for want of a connection is marked as unreachable", async () => {
    vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
    const error = await changeBookingDate("b1", { pickup_date: "2027-05-01" }).catch((e) => e);
    expect(error).toMatchObject({ status: 0, unreachable: true });
  });
});
