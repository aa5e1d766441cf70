// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let toasts: typeof import("@lib/toast");
const shown: string[] = [];
const library = {
  success: (title: string) => shown.push(title),
  error: (title: string) => shown.push(title),
} as unknown as Parameters<typeof import("@lib/toast").startToasts>[0];

beforeEach(async () => {
  vi.resetModules();
  toasts = await import("@lib/toast");
});
afterEach(() => {
  shown.length = 0;
});

test("a toast before the toaster is there asks for it, and is shown when it comes", () => {
  const asked = vi.fn();
  const stop = toasts.onToastWanted(asked);
  toasts.toast.success("Saved");
  stop();
  expect(asked).toHaveBeenCalledOnce();
  expect(shown).toEqual([]);
  toasts.startToasts(library);
  expect(shown).toEqual(["Saved"]);
  toasts.toast.error("Not saved");
  expect(shown).toEqual(["Saved", "Not saved"]);
});

test("a toast is not shown late when the toaster could not be loaded", () => {
  toasts.toast.success("Saved");
  toasts.dropToasts();
  toasts.startToasts(library);
  expect(shown).toEqual([]);
});
