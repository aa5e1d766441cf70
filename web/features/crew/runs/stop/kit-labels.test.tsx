// @vitest-environment jsdom
import type { StopCard } from "@api/commands.types";
import { createQueryClient } from "@api/query-client";
import { SESSION_STORAGE_KEY } from "@lib/auth/client";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { KitLabels } from "./kit-labels";

const FIRST = "SS-YJST3-P";
const LAST = "SS-65645-W";
const stop: unknown = {
  id: "s1",
  booking_id: "b1",
  full_name: "Kit",
  state: "arrived",
  strips: [],
};
const sender = { queries: createQueryClient(), userId: "wren" };
const labels = (more: Partial<StopCard> = {}) => (
  <KitLabels sender={sender} stop={{ ...(stop as StopCard), ...more }} />
);

async function scan(code: string) {
  fireEvent.change(await screen.findByRole("textbox"), { target: { value: code } });
  fireEvent.click(screen.getByRole("button", { name: "Enter" }));
}

beforeEach(() => {
  localStorage.setItem(SESSION_STORAGE_KEY, JSON.stringify({ user: { id: "wren" } }));
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
});
afterEach(cleanup);

it("a first label stays offered by itself after scanning stopped, while the stop is open", async () => {
  const { rerender } = render(labels());
  fireEvent.click(screen.getByRole("button", { name: "Scan" }));
  await scan(FIRST);
  fireEvent.click(screen.getByRole("button", { name: "Stop scanning" }));
  screen.getByRole("button", { name: `Only ${FIRST}` });
  rerender(labels({ state: "completed" }));
  expect(screen.queryAllByRole("button")).toEqual([]);
});

it("a sheet that is closed before the last label is scanned keeps the first", async () => {
  const own = { id: "s3", booking_id: "b3" };
  render(labels(own));
  fireEvent.click(screen.getByRole("button", { name: "Scan" }));
  await scan(FIRST);
  cleanup();
  render(labels(own));
  screen.getByRole("button", { name: `Only ${FIRST}` });
  cleanup();
  render(labels({ id: "s2" }));
  expect(screen.queryByRole("button", { name: `Only ${FIRST}` })).toBeNull();
});

it("lists the strips that the server has", () => {
  render(labels({ id: "s5", booking_id: "b5", strips: [{ first: FIRST, last: LAST }] }));
  expect(screen.getByRole("list", { name: "Handed out" }).textContent).toBe(`${FIRST} to ${LAST}`);
});

it("a sheet that is opened again lists the labels that are not sent", async () => {
  render(labels({ id: "s4", booking_id: "b4" }));
  fireEvent.click(screen.getByRole("button", { name: "Scan" }));
  await scan(FIRST);
  await scan(LAST);
  cleanup();
  render(labels({ id: "s4", booking_id: "b4" }));
  expect(screen.getByRole("list", { name: "Handed out" }).textContent).toBe(
    `${FIRST} to ${LAST} not sent`,
  );
});
