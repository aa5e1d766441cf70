import { createQueryClient } from "@api/query-client";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import CommandPalette from "./command-palette";

// The test's browser draws nothing: nothing has a size to observe, or can come into view.
Object.assign(globalThis, {
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
});
Element.prototype.scrollIntoView = () => {};

const LOST = "We can't reach the server. Please try again.";
const FOUND = { customers: [], bookings: [], invoices: [] };

/** The search, with words typed while the server cannot be reached; `answer` brings it back. */
async function searchWithoutServer() {
  const server = vi.fn(() => Promise.reject(new TypeError("Failed to fetch")));
  vi.stubGlobal("fetch", server);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <CommandPalette
          base="/admin-dashboard"
          customerHref={null}
          commands={[]}
          onClose={() => {}}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "una" } });
  await screen.findByText(LOST);
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(FOUND)));
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("asks again by itself when the device is online again", async () => {
  await searchWithoutServer();
  window.dispatchEvent(new Event("offline"));
  window.dispatchEvent(new Event("online"));
  await screen.findByText("Nothing was found for “una”.");
  expect(screen.queryByText(LOST)).toBeNull();
});

it("asks again when one presses Try again", async () => {
  await searchWithoutServer();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Nothing was found for “una”.");
});

it("leads to the area that has what was looked for under another name", () => {
  const commands = [
    { label: "Schedule", to: "/admin-dashboard?tab=schedule" },
    { label: "Your account", to: "/account" },
  ];
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <CommandPalette
          base="/admin-dashboard"
          customerHref={null}
          commands={commands}
          onClose={() => {}}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  for (const [words, label] of [
    ["campus", "Schedule"],
    ["Settings", "Your account"],
  ] as const) {
    fireEvent.change(screen.getByRole("combobox"), { target: { value: words } });
    expect(screen.getByRole("option", { name: label })).toBeTruthy();
  }
});
