import { afterEach, expect, it, vi } from "vitest";
import {
  forgetInvitation,
  forgetReferral,
  keepInvitation,
  keepReferral,
  pendingInvitation,
  readReferral,
} from "./friend-links";

const DAY_MS = 86_400_000;
const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
});

afterEach(() => kept.clear());

it.each([
  ["?ref=SS-7K3QX", "SS-7K3QX"],
  ["?plan=medium&ref=%20ss-7k3qx", "SS-7K3QX"],
  ["?ref=", null],
  ["?ref=javascript:alert(1)", null],
  ["", null],
])("an address %s brings %s", (search, code) => {
  keepReferral(search);
  expect(readReferral()).toBe(code);
});

it("keeps a referral id for 30 days, through addresses without one, but never one's own", () => {
  keepReferral("?ref=SS-7K3QX", 0);
  keepReferral("?plan=medium", 0);
  expect(readReferral(null, 30 * DAY_MS - 1)).toBe("SS-7K3QX");
  expect(readReferral("SS-7K3QX", 0)).toBeNull();
  expect(readReferral(null, 30 * DAY_MS)).toBeNull();
  forgetReferral();
  expect(readReferral(null, 0)).toBeNull();
});

it("keeps an invitation for two days and leads to its page alone", () => {
  const token = "aB3_-".repeat(8);
  keepInvitation(token, 0);
  expect(pendingInvitation(2 * DAY_MS - 1)).toBe(`/join/${token}`);
  expect(pendingInvitation(2 * DAY_MS)).toBeNull();
  kept.set("summerstow-invitation", JSON.stringify({ value: "//evil.test/".repeat(3), until: 9 }));
  expect(pendingInvitation(1)).toBeNull();
  kept.set("summerstow-invitation", "not json");
  expect(pendingInvitation(1)).toBeNull();
  forgetInvitation();
  expect(kept.size).toBe(0);
});
