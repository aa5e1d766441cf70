// @vitest-environment jsdom
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

it("sends a token that counts without loading the auth client, and loads it before the end", async () => {
  vi.resetModules();
  const loaded = vi.fn();
  vi.doMock("@supabase/auth-js", () => {
    loaded();
    return { AuthClient: class {} };
  });
  const { accessToken } = await import("@lib/auth/client");
  const keep = (secondsLeft: number) =>
    localStorage.setItem(
      SESSION_STORAGE_KEY,
      JSON.stringify({
        access_token: "counts",
        expires_at: Math.floor(Date.now() / 1000) + secondsLeft,
        user: { id: "u1" },
      }),
    );
  keep(600);
  expect(await accessToken()).toBe("counts");
  expect(loaded).not.toHaveBeenCalled();
  keep(60);
  await accessToken().catch(() => undefined);
  expect(loaded).toHaveBeenCalled();
  vi.doUnmock("@supabase/auth-js");
});
