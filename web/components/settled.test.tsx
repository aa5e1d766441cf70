import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LONGEST_MS, QUIET_MS, Settled } from "./settled";

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** A read that answers when the test says so, and the way to let it. */
function reading(name: string) {
  let answer = () => {};
  const answered = new Promise<string>((resolve) => {
    answer = () => resolve(name);
  });
  function Read() {
    const { data } = useQuery({ queryKey: [name], queryFn: () => answered });
    return <p>{data ?? `no ${name} yet`}</p>;
  }
  return { Read, answer: () => answer() };
}

function shown(children: ReactNode, queries = new QueryClient()) {
  render(
    <QueryClientProvider client={queries}>
      <Settled instead={<p>Loading</p>}>{children}</Settled>
    </QueryClientProvider>,
  );
}

describe("a page that comes at once", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it("waits for all that it reads at first", async () => {
    const [plan, items] = [reading("plan"), reading("items")];
    shown(
      <>
        <plan.Read />
        <items.Read />
      </>,
    );
    plan.answer();
    await pass(QUIET_MS * 2);
    expect(screen.getByText("Loading")).toBeTruthy();
    expect(screen.getByText("plan").closest("[hidden]")).not.toBeNull();
    items.answer();
    await pass(QUIET_MS * 2);
    expect(screen.queryByText("Loading")).toBeNull();
    expect(screen.getByText("items").closest("[hidden]")).toBeNull();
  });

  it("hides nothing for long behind a read that never answers", async () => {
    const { Read } = reading("plan");
    shown(<Read />);
    await pass(LONGEST_MS - 1);
    expect(screen.getByText("Loading")).toBeTruthy();
    await pass(1);
    expect(screen.getByText("no plan yet").closest("[hidden]")).toBeNull();
  });

  it("is there at once for somebody who comes back to it", () => {
    const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
    queries.setQueryData(["plan"], "plan");
    const { Read } = reading("plan");
    shown(<Read />, queries);
    expect(screen.queryByText("Loading")).toBeNull();
    expect(screen.getByText("plan").closest("[hidden]")).toBeNull();
  });
});
