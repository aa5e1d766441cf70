import { fetchNotingWait, secondsToWait, waitWords } from "@lib/auth/rate-limit";
import { expect, it, vi } from "vitest";

it("reads the wait from the refusal's own words", () => {
  const message = "For security purposes, you can only request this after 42 seconds.";
  expect(secondsToWait({ status: 429, message })).toBe(42);
  expect(secondsToWait({ status: 400, message })).toBe(0);
});

it("else takes the Retry-After that came with it, which runs down", async () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(1_000);
  vi.spyOn(globalThis, "fetch").mockResolvedValue(
    new Response("{}", { status: 429, headers: { "retry-after": "30" } }),
  );
  await fetchNotingWait("/auth/v1/token");
  const refusal = { status: 429, message: "Request rate limit reached" };
  expect(secondsToWait(refusal)).toBe(30);
  now.mockReturnValue(11_000);
  expect(secondsToWait(refusal)).toBe(20);
  now.mockReturnValue(99_000);
  expect(secondsToWait(refusal)).toBe(0);
});

it("says a wait in words", () => {
  expect([1, 45, 60, 125, 0].map(waitWords)).toEqual([
    "1 second",
    "45 seconds",
    "1 minute",
    "2 minutes 5 seconds",
    "0 seconds",
  ]);
});
