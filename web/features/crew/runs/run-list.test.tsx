import type { RunCard, StopCard } from "@api/commands.types";
import { createQueryClient } from "@api/query-client";
import { withoutArrivals, withWork } from "@features/crew/runs/offline/run-work";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { RunList } from "./run-list";

const DAY = "2027-05-01";
/** An hour of the day on campus. */
const at = (hour: string) => `${DAY}T${hour}:00-07:00`;

function stop(full_name: string, more: Partial<StopCard>): StopCard {
  const window = "9:00 AM - 12:00 PM";
  const id = full_name.toLowerCase();
  const given = { id, full_name, window, kind: "pickup", state: "waiting", items: [] };
  return { position: 1, expected_at: null, is_late: false, ...given, ...more } as StopCard;
}

function run(...stops: StopCard[]): RunCard {
  return {
    id: "r1",
    name: "Blue van",
    van_items: null,
    workers: [],
    worker_names: [],
    stops,
  } as unknown as RunCard;
}

function show(shown: RunCard) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RunList run={shown} utcOffset="-07:00" onOpen={() => {}} />
    </QueryClientProvider>,
  );
  return (name: string) => screen.getByRole("button", { name: new RegExp(name) });
}

afterEach(cleanup);

it("says when the crew was and will be at each stop, and warns of windows that it misses", () => {
  const line = show(
    run(
      stop("Ana", { state: "completed", arrived_at: at("09:05"), completed_at: at("09:20") }),
      stop("Bo", { state: "arrived", arrived_at: at("11:40") }),
      stop("Chi", { expected_at: at("11:55") }),
      stop("Dee", { expected_at: at("12:10"), is_late: true }),
      stop("Eli", { is_late: true }),
    ),
  );
  expect(line("Ana").textContent).toContain("9:20 AM");
  expect(line("Bo").textContent).toContain("11:40 AM");
  expect(line("Chi").textContent).toContain("About 11:55 AM · 9 AM–12 PM");
  expect(within(line("Chi")).queryByText("Too late")).toBeNull();
  expect(line("Dee").textContent).toContain("About 12:10 PM");
  within(line("Dee")).getByText("Too late");
  expect(line("Eli").textContent).toContain("No time left on this day");
  expect(screen.getByRole("status").textContent).toBe("2 stops will be late: Dee, Eli.");
});

it("names three late customers and counts the rest", () => {
  const names = ["Ana", "Bo", "Chi", "Dee", "Eli"];
  show(run(...names.map((name) => stop(name, { expected_at: at("12:10"), is_late: true }))));
  expect(screen.getByRole("status").textContent).toBe(
    "5 stops will be late: Ana, Bo, Chi and 2 more.",
  );
});

it("warns no more of a stop that the crew has reached, also without a signal", () => {
  const late = run(stop("Ana", { state: "on_way", expected_at: at("12:10"), is_late: true }));
  const day = { campus_id: 3, day: DAY, today: DAY, version: "1", runs: [late] };
  const event = { id: "e1", stop_id: "ana", state: "arrived" as const, at: at("12:05") };
  const [drawn] = withWork(day, { work: { what: "stop", about: "Ana", event } }).runs;
  const line = show(drawn as RunCard);
  expect(line("Ana").textContent).toContain("12:05 PM");
  expect(screen.queryByRole("status")).toBeNull();
});

it("promises no hour that the server does not say now", () => {
  const late = run(stop("Ana", { expected_at: at("12:10"), is_late: true }));
  const day = { campus_id: 3, day: DAY, today: DAY, version: "1", runs: [late] };
  const line = show(withoutArrivals(day).runs[0] as RunCard);
  expect(line("Ana").textContent).not.toContain("About");
  expect(screen.queryByRole("status")).toBeNull();
});

it("lets the office select what is open, one by one and all at once", async () => {
  const onPickAll = vi.fn();
  const onPick = vi.fn();
  const tools = { picked: false, onPick, onLock: vi.fn(), onUp: null, onDown: null };
  const office = {
    toolsOf: () => tools,
    campusId: 3,
    day: DAY,
    onEdit: vi.fn(),
    onOrder: vi.fn(),
    allPicked: false,
  };
  const shown = run(stop("Ana", { state: "completed" }), stop("Bo", {}), stop("Chi", {}));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RunList run={shown} utcOffset="-07:00" onOpen={() => {}} office={{ ...office, onPickAll }} />
    </QueryClientProvider>,
  );
  const tick = (name: string) => screen.getByRole("checkbox", { name: `Select ${name}` });
  await screen.findByRole("checkbox", { name: "Select Ana" });
  expect(tick("Ana")).toHaveProperty("disabled", true);
  fireEvent.click(tick("Bo"));
  fireEvent.click(tick("Chi"), { shiftKey: true });
  expect(onPick.mock.calls).toEqual([
    [true, false],
    [true, true],
  ]);
  fireEvent.click(screen.getByRole("button", { name: /^Select all/ }));
  expect(onPickAll).toHaveBeenCalledWith(true);
});
