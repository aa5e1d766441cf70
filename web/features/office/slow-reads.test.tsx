import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SLOW_MS, SlowReads } from "./slow-reads";

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const LATE = "The server is taking longer than usual.";

/** A list that is asked for, beside what says that it is slow. */
function shown(read: () => Promise<string>, queries = new QueryClient()) {
  function List() {
    const { data } = useQuery({ queryKey: ["list"], queryFn: read, retry: false });
    return <p>{data ?? "no list yet"}</p>;
  }
  render(
    <QueryClientProvider client={queries}>
      <List />
      <SlowReads />
    </QueryClientProvider>,
  );
}

const never = () => new Promise<string>(() => {});

describe("a list that does not come", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it("is said to be slow, and asked for anew by a press", async () => {
    const read = vi.fn(never);
    shown(read);
    await pass(SLOW_MS - 1);
    expect(screen.queryByText(LATE)).toBeNull();
    await pass(1);
    expect(screen.getByRole("status").textContent).toContain(LATE);
    read.mockResolvedValueOnce("the list");
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await pass(1);
    expect(read).toHaveBeenCalledTimes(2);
    expect(screen.getByText("the list")).toBeTruthy();
    expect(screen.queryByText(LATE)).toBeNull();
  });

  it("is not called slow once it failed: the list says so itself", async () => {
    shown(() => Promise.reject(new Error("away")));
    await pass(SLOW_MS * 2);
    expect(screen.queryByText(LATE)).toBeNull();
  });

  it("is not called slow where an older one stands there", async () => {
    const queries = new QueryClient();
    queries.setQueryData(["list"], "the old list");
    shown(never, queries);
    await pass(SLOW_MS * 2);
    expect(screen.getByText("the old list")).toBeTruthy();
    expect(screen.queryByText(LATE)).toBeNull();
  });
});
