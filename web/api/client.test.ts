// @vitest-environment jsdom
import { changeBookingDate, createBooking } from "@api/bookings/booking";
import { dataOf, rest } from "@api/client";
import { ApiError } from "@api/errors";
import { uploadFile } from "@api/files";
import { everyShelf } from "@api/pickups/custody";
import { SESSION_STORAGE_KEY } from "@lib/auth/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

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

describe("a booking whose host died over it", () => {
  const died = () =>
    Response.json(
      { code: "unavailable", message: "Please try again in a moment." },
      { status: 503, headers: { "retry-after": "1" } },
    );

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is sent again under its key, and whoever pressed once hears that it is stored", async () => {
    const fetch = answer({ id: "b1" }, 201).mockResolvedValueOnce(died());
    const stored = createBooking({ campus_id: 2 }, "key-1");
    await vi.runAllTimersAsync();
    expect(await stored).toMatchObject({ id: "b1" });
    const sent = fetch.mock.calls.map(([, init]) => [
      new Headers(init?.headers).get("idempotency-key"),
      init?.body,
    ]);
    expect(sent).toEqual([sent[0], sent[0]]);
    expect(sent[0]?.[0]).toBe("key-1");
  });

  it("is told after three tries where the trouble stays", async () => {
    const fetch = vi.spyOn(globalThis, "fetch").mockImplementation(() => Promise.resolve(died()));
    const stored = createBooking({ campus_id: 2 }, "key-1").catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(await stored).toMatchObject({ status: 503, unreachable: true });
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it("is told at once where it is refused", async () => {
    const fetch = answer({ code: "SS409", message: "That window is full." }, 409);
    const error = await createBooking({ campus_id: 2 }, "key-1").catch((e: unknown) => e);
    expect(error).toMatchObject({ status: 409 });
    expect(fetch).toHaveBeenCalledTimes(1);
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

  it("of a read is told at once, and the page asks again", async () => {
    const fetch = answer({ code: "53300", message: "Not now." }, 503);
    const error = await everyShelf().catch((e) => e);
    expect(error).toMatchObject({ status: 503, unreachable: true });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it("carries the wait that its own answer asks for, and no other's", async () => {
    const refusal = { code: "SS503", message: "The overview is being prepared." };
    vi.spyOn(globalThis, "fetch").mockImplementation((input) =>
      Promise.resolve(
        Response.json(refusal, {
          status: 503,
          headers: String(input).includes("space_used") ? { "retry-after": "30" } : {},
        }),
      ),
    );
    const waits = (asking: Promise<unknown>) => asking.catch((error) => error.retryAfter);
    expect(await waits(everyShelf())).toBe(30);
    expect(await waits(uploadFile({ id: "f1", body: new Blob() }, "item"))).toBe(0);
    vi.mocked(fetch).mockResolvedValue(
      new Response("<html>", { status: 503, headers: { "retry-after": "4" } }),
    );
    expect(await waits(uploadFile({ id: "f1", body: new Blob() }, "item"))).toBe(4);
  });

  it("for want of a connection is marked as unreachable", async () => {
    vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
    const error = await changeBookingDate("b1", { pickup_date: "2027-05-01" }).catch((e) => e);
    expect(error).toMatchObject({ status: 0, unreachable: true });
  });
});

describe("a token that the server refuses", () => {
  const session = (access_token: string, expires_at: number) => ({
    access_token,
    refresh_token: `refresh-${access_token}`,
    token_type: "bearer",
    expires_in: 3600,
    expires_at,
    user: { id: "u1", aud: "authenticated", app_metadata: {}, user_metadata: {}, created_at: "" },
  });
  // The hour is not over by this browser's clock, which is a day behind.
  const later = Math.floor(Date.now() / 1000) + 86_400;
  const keep = () =>
    localStorage.setItem(SESSION_STORAGE_KEY, JSON.stringify(session("first", later)));
  const bearer = (init: RequestInit | undefined) => new Headers(init?.headers).get("authorization");

  it("is renewed once for all who wait, and what was refused is sent again", async () => {
    keep();
    const fetch = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
      if (String(input).includes("/token")) return reply(session("second", later));
      return bearer(init) === "Bearer second"
        ? reply([{ id: 1 }])
        : reply({ code: "PGRST303", message: "JWT expired" }, 401);
    });
    const read = () => dataOf(rest().from("campuses").select("id"));
    expect(await Promise.all([read(), read()])).toEqual([[{ id: 1 }], [{ id: 1 }]]);
    const renewals = fetch.mock.calls.filter(([input]) => String(input).includes("/token"));
    expect(renewals).toHaveLength(1);
  });

  it("ends no session while the server is away", async () => {
    keep();
    vi.spyOn(globalThis, "fetch").mockImplementation((input) =>
      String(input).includes("/auth/v1/")
        ? reply({ code: "unavailable", message: "down" }, 503)
        : reply({ code: "PGRST303", message: "JWT expired" }, 401),
    );
    vi.useFakeTimers();
    const refused = dataOf(rest().from("campuses").select("id")).catch((error) => error.status);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await refused).toBe(401);
    expect(localStorage.getItem(SESSION_STORAGE_KEY)).not.toBeNull();
    vi.useRealTimers();
  });
});

function reply(body: unknown, status = 200): Promise<Response> {
  return Promise.resolve(
    Response.json(body, { status, headers: { "x-supabase-api-version": "2024-01-01" } }),
  );
}
