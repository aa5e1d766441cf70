import { SESSION_STORAGE_KEY } from "@lib/auth/client";
import { SessionProvider, useSession } from "@lib/auth/session";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const USER = {
  id: "7d0f6f5e-0d2c-4c3c-9b3e-0a1b2c3d4e5f",
  aud: "authenticated",
  email: "admin@example.test",
  app_metadata: {},
  user_metadata: { full_name: "Ada Lovelace" },
  created_at: "2026-11-21T00:00:00Z",
};

let sessions = 0;

function storeSession(secondsLeft = 3600, app_metadata = {}) {
  window.localStorage.setItem(
    SESSION_STORAGE_KEY,
    JSON.stringify({
      access_token: "token-of-ada",
      // The client remembers for a while which one was refused.
      refresh_token: `refresh-of-ada-${++sessions}`,
      token_type: "bearer",
      expires_in: 3600,
      expires_at: Math.floor(Date.now() / 1000) + secondsLeft,
      user: { ...USER, app_metadata },
    }),
  );
}

function Who() {
  const { status, profile, provisional } = useSession();
  return (
    <p>
      {[status, profile?.role, profile?.first_name, provisional]
        .filter((part) => part !== undefined)
        .join(" ")}
    </p>
  );
}

function show() {
  render(
    <SessionProvider>
      <Who />
    </SessionProvider>,
  );
}

beforeEach(() => {
  // The client module keeps one client a page: each test is a page of its own.
  window.localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

it("a visitor without a session is signed out at once, and nothing is asked", async () => {
  const fetch = vi.spyOn(globalThis, "fetch");
  show();
  await screen.findByText(/^signed-out/);
  expect(fetch).not.toHaveBeenCalled();
});

it("a stored session reads its own row of users with its own token", async () => {
  storeSession();
  const row = { ...USER, role: "admin", full_name: "Ada Lovelace", customer_id: "SS-ADA22" };
  const fetch = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(() => Promise.resolve(Response.json([row])));
  show();
  await screen.findByText("signed-in admin Ada false");
  expect(fetch).toHaveBeenCalledTimes(1);
  const [url, init] = fetch.mock.calls[0] ?? [];
  expect(String(url)).toContain(`/rest/v1/users?select=id,email,role,full_name,customer_id&id=eq.`);
  const headers = new Headers(init?.headers);
  expect(headers.get("authorization")).toBe("Bearer token-of-ada");
  expect(headers.get("cache-control")).toBe("no-cache");
});

it.each([
  ["admin", { role: "admin" }],
  ["customer", {}],
])("without a row of its own the account is a listed %s's", async (role, app_metadata) => {
  storeSession(3600, app_metadata);
  vi.spyOn(globalThis, "fetch").mockImplementation(() => Promise.resolve(Response.json([])));
  show();
  await screen.findByText(`signed-in ${role} Ada false`);
});

it("a server that cannot be reached signs nobody out, and is asked again", async () => {
  storeSession();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const row = { ...USER, role: "admin", full_name: "Ada Lovelace", customer_id: "SS-ADA22" };
  vi.spyOn(globalThis, "fetch")
    .mockResolvedValueOnce(new Response("{}", { status: 503 }))
    .mockImplementation(() => Promise.resolve(Response.json([row])));
  show();
  await screen.findByText("signed-in customer Ada true");
  await waitFor(() => screen.getByText("signed-in admin Ada false"), { timeout: 4_000 });
});

it.each([400, 403])(
  "a profile that is refused with %i is derived from the account",
  async (status) => {
    storeSession();
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const fetch = vi
      .spyOn(globalThis, "fetch")
      .mockImplementation(() => Promise.resolve(new Response("{}", { status })));
    show();
    await screen.findByText("signed-in customer Ada false");
    expect(fetch).toHaveBeenCalledTimes(1);
  },
);

it("an expired session that cannot be refreshed for now is kept, and nobody is signed out", async () => {
  storeSession(-60);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(globalThis, "fetch").mockImplementation(() =>
    Promise.resolve(Response.json({ code: "unavailable", message: "down" }, { status: 503 })),
  );
  vi.useFakeTimers();
  show();
  // The client tries to refresh for 30 s by itself before it gives up for the time being.
  await act(() => vi.advanceTimersByTimeAsync(40_000));
  screen.getByText("loading true");
  expect(window.localStorage.getItem(SESSION_STORAGE_KEY)).not.toBeNull();
});

it("a session that was ended from another device is signed out here too", async () => {
  storeSession();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const gone = { code: "session_not_found", message: "Session does not exist" };
  vi.spyOn(globalThis, "fetch").mockImplementation((input) =>
    Promise.resolve(
      String(input).includes("/auth/v1/")
        ? Response.json(gone, { status: 400, headers: { "x-supabase-api-version": "2024-01-01" } })
        : Response.json({ code: "PGRST301", message: "JWT expired" }, { status: 401 }),
    ),
  );
  show();
  await screen.findByText(/^signed-out/);
  expect(window.localStorage.getItem(SESSION_STORAGE_KEY)).toBeNull();
});

it("an account with a second factor is nobody's until that was shown", async () => {
  storeSession();
  const stored = JSON.parse(window.localStorage.getItem(SESSION_STORAGE_KEY) ?? "{}");
  stored.user.factors = [{ id: "f", status: "verified", factor_type: "totp" }];
  window.localStorage.setItem(SESSION_STORAGE_KEY, JSON.stringify(stored));
  const fetch = vi.spyOn(globalThis, "fetch");
  show();
  await screen.findByText("second-factor false");
  expect(fetch).not.toHaveBeenCalled();
});

it("a sign-out in another tab counts before the auth client is loaded", async () => {
  vi.resetModules();
  const { SessionProvider, useSession } = await import("@lib/auth/session");
  function Status() {
    return <p>{useSession().status}</p>;
  }
  storeSession();
  vi.spyOn(globalThis, "fetch").mockImplementation(() => Promise.resolve(Response.json([USER])));
  render(
    <SessionProvider>
      <Status />
    </SessionProvider>,
  );
  await screen.findByText("signed-in");
  window.localStorage.clear();
  window.dispatchEvent(new StorageEvent("storage", { key: SESSION_STORAGE_KEY, newValue: null }));
  await screen.findByText("signed-out");
});

it("who is signed in stays so when the auth client cannot be loaded, and it is asked for again", async () => {
  vi.resetModules();
  const load = vi.fn(() => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  vi.doMock("@supabase/auth-js", load);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { SessionProvider, useSession } = await import("@lib/auth/session");
  function Status() {
    return <p>{useSession().status}</p>;
  }
  storeSession();
  vi.spyOn(globalThis, "fetch").mockImplementation(() => Promise.resolve(Response.json([USER])));
  render(
    <SessionProvider>
      <Status />
    </SessionProvider>,
  );
  await screen.findByText("signed-in");
  fireEvent.keyDown(document.body, { key: "k" });
  await waitFor(() => expect(load.mock.calls.length).toBeGreaterThan(1), { timeout: 10_000 });
  screen.getByText("signed-in");
  vi.doUnmock("@supabase/auth-js");
});
