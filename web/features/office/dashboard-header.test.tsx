import { createQueryClient } from "@api/query-client";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { DashboardHeader } from "./dashboard-header";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("shows no day on its way once the day could not be read", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  const leave = { label: "Sign Out", busy: false, onPress: () => {} };
  const element = (
    <DashboardHeader title="Admin Dashboard" subtitle="Administrator" leave={leave} />
  );
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: "/", element }])} />
    </QueryClientProvider>,
  );
  expect(container.querySelectorAll(".animate-pulse").length).toBeGreaterThan(0);
  await waitFor(() => expect(container.querySelectorAll(".animate-pulse").length).toBe(0));
});
