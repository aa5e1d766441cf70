import { createQueryClient } from "@api/query-client";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { InboxCount } from "./inbox-count";
import { InboxTab } from "./inbox-tab";

const item = (kind: string, id: string, more: object = {}) => ({
  kind,
  id,
  words: `Words of ${id}`,
  name: `Name ${id}`,
  customer_id: null,
  booking_id: "b1",
  invoice_id: null,
  campus_id: 1,
  opened_at: "2027-05-01T17:00:00Z",
  due_at: "2027-05-02T17:00:00Z",
  overdue: false,
  owner_id: null,
  owner_name: null,
  snoozed_until: null,
  may_decide: true,
  ...more,
});
const counts = { todo: 2, mine: 1, unowned: 1, all: 3, snoozed: 0 };
let rows: object[];
let status: number;

function answer(input: RequestInfo | URL): Promise<Response> {
  const path = new URL(input instanceof Request ? input.url : String(input), "http://x").pathname;
  if (path.endsWith("/inbox") && status !== 200)
    return Promise.resolve(Response.json({ message: "No.", code: "42501" }, { status }));
  if (path.endsWith("/inbox")) return Promise.resolve(Response.json({ counts, rows, office: [] }));
  return Promise.resolve(Response.json([]));
}

function show(address = "/admin-dashboard?tab=needs-person") {
  render(
    <MemoryRouter initialEntries={[address]}>
      <QueryClientProvider client={createQueryClient()}>
        <InboxCount office />
        <InboxTab office />
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

beforeEach(() => {
  rows = [item("claim", "c1", { overdue: true }), item("quote", "q1")];
  status = 200;
  vi.stubGlobal("fetch", answer);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("counts what the reader may do, and leads to where each is decided", async () => {
  show();
  await screen.findByText("Words of c1");
  screen.getByText("2 items");
  expect(document.body.textContent).toContain("2 waiting");
  const to = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(to("Open Claim of Name c1")).toContain("item=claim%3Ac1");
  expect(to("Open Delivery quote of Name q1")).toBe("/admin-dashboard?tab=bookings&booking=b1");
  screen.getByText("Overdue", { selector: "span" });
});

it("goes through the rows with J and K", async () => {
  show();
  await screen.findByText("Words of c1");
  const at = () => document.activeElement?.getAttribute("aria-label");
  fireEvent.keyDown(document.body, { key: "j", code: "KeyJ" });
  expect(at()).toBe("Open Claim of Name c1");
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "j", code: "KeyJ" });
  expect(at()).toBe("Open Delivery quote of Name q1");
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "k", code: "KeyK" });
  expect(at()).toBe("Open Claim of Name c1");
});

it("says so if nothing waits, and if it could not be read", async () => {
  rows = [];
  show();
  await screen.findByText("Nothing needs a person");
  cleanup();
  status = 403;
  show();
  await screen.findByText(/Could not load what needs a person/);
  await waitFor(() => expect(screen.queryByText("Nothing needs a person")).toBeNull());
});
