import { accessToken, SESSION_STORAGE_KEY } from "@lib/auth/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("asks once for a token that is over, and keeps nobody waiting without a signal", async () => {
  const session = {
    access_token: "old",
    refresh_token: "next",
    token_type: "bearer",
    expires_in: 3600,
    expires_at: Math.floor(Date.now() / 1000) - 60,
    user: { id: "u1", aud: "authenticated", app_metadata: {}, user_metadata: {}, created_at: "" },
  };
  localStorage.setItem(SESSION_STORAGE_KEY, JSON.stringify(session));
  const fetch = vi.spyOn(globalThis, "fetch").mockReturnValue(new Promise(() => undefined));
  const answers = [1, 2, 3].map(() => accessToken().catch((error: Error) => error.message));
  await vi.advanceTimersByTimeAsync(7_000);
  expect(new Set(await Promise.all(answers))).toEqual(
    new Set(["The session was not renewed in time."]),
  );
  const renewals = fetch.mock.calls.filter(([url]) => String(url).includes("/token"));
  expect(renewals).toHaveLength(1);
});
