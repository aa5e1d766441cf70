import { cleanup, fireEvent, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let useAfterFirstScreen: typeof import("@lib/browser/first-screen").useAfterFirstScreen;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  ({ useAfterFirstScreen } = await import("@lib/browser/first-screen"));
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

test("what the first screen does without is fetched some seconds later", async () => {
  const load = vi.fn(async () => undefined);
  renderHook(() => useAfterFirstScreen(load));
  await vi.advanceTimersByTimeAsync(2_500);
  expect(load).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(load).toHaveBeenCalledOnce();
});

test("it is fetched at the first press of a key", async () => {
  const load = vi.fn(async () => undefined);
  renderHook(() => useAfterFirstScreen(load));
  fireEvent.keyDown(document.body, { key: "k" });
  await vi.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledOnce();
});

test("a page that was left fetches nothing more", async () => {
  const load = vi.fn(async () => undefined);
  renderHook(() => useAfterFirstScreen(load)).unmount();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(load).not.toHaveBeenCalled();
});
