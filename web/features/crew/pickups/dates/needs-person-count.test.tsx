import { createQueryClient } from "@api/query-client";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { NeedsPersonCount } from "./needs-person-count";

const ANSWERS: Record<string, unknown> = {
  needs_person: { open: [{}], settled: [] },
  item_cases: { open: [], settled: [] },
  fees_waiting: { proposed: [{}], disputed: [{}, {}] },
};

function answer(input: RequestInfo | URL): Promise<Response> {
  const path = new URL(input instanceof Request ? input.url : String(input), "http://x").pathname;
  return Promise.resolve(Response.json(ANSWERS[path.split("/").at(-1) ?? ""] ?? []));
}

beforeEach(() => void vi.stubGlobal("fetch", answer));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ["an admin", false, "2 waiting"],
  ["an executive", true, "4 waiting"],
])(
  "counts for %s what they may decide: disputes are executives' alone",
  async (_, executive, words) => {
    const { container } = render(
      <QueryClientProvider client={createQueryClient()}>
        <NeedsPersonCount office executive={executive} />
      </QueryClientProvider>,
    );
    await vi.waitFor(() => expect(container.textContent).toBe(words));
    expect(screen.getByText("waiting")).toBeTruthy();
  },
);
