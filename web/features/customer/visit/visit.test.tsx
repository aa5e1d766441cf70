import type { CampusClock } from "@api/clock";
import type { OwnStop } from "@api/commands.types";
import { OpenDialog } from "@features/customer/booking/open-dialog";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { AtYourDoor } from "./at-your-door";
import { FailedVisit } from "./failed-visit";

const ARRIVED = "2027-05-01T16:41:00Z";
const clock = {
  now: ARRIVED,
  today: "2027-05-01",
  time_zone: "America/Vancouver",
  utc_offset: "-07:00",
} as CampusClock;

function ownStop(more: Partial<OwnStop>): OwnStop {
  const nobody = { failure: null, failed_at: null, next_step: null, fee: null };
  return { id: "s1", kind: "pickup", arrived_at: ARRIVED, ...nobody, ...more } as OwnStop;
}

function showFailed(more: Partial<OwnStop>, asked = "") {
  const open = vi.fn();
  const failed = { state: "failed", failure: "nobody_there", next_step: "date", ...more } as const;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <OpenDialog value={open}>
        <FailedVisit stop={ownStop(failed)} clock={clock} asked={asked} />
      </OpenDialog>
    </QueryClientProvider>,
  );
  return open;
}

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it("tells the customer that the crew is at the door, until when it waits, and whom to call", () => {
  vi.useFakeTimers({ now: Date.parse(ARRIVED) });
  render(
    <AtYourDoor
      stop={ownStop({ state: "arrived", waits_until: "2027-05-01T16:51:00Z" })}
      clock={{ ...clock, receivedAt: performance.now() } as CampusClock}
    />,
  );
  expect(screen.getByRole("alert").textContent).toContain("We are at your door");
  expect(screen.getByRole("alert").textContent).toContain(
    "arrived at 9:41 AM and waits until 9:51 AM, campus time",
  );
  screen.getByText("10 minutes left");
  expect(screen.getByRole("link").getAttribute("href")).toBe("tel:+12505550139");
  act(() => vi.advanceTimersByTime(9.5 * 60_000));
  screen.getByText("1 minute left");
  act(() => vi.advanceTimersByTime(60_000));
  screen.getByText("Please call us now");
});

it("tells of a visit that failed, with the fee, its evidence and the way to another day", () => {
  const open = showFailed({
    fee: { amount_cents: 5000, reason: "Missed pickup: nobody came.", photo_id: "p1" },
  });
  expect(screen.getByRole("status").textContent).toContain("We could not pick up your items");
  const fee = within(screen.getByRole("region", { name: "Proposed fee" }));
  fee.getByText("Our crew proposes a fee of $50");
  fee.getByText("Missed pickup: nobody came.");
  fee.getByText("Our crew arrived at 9:41 AM.");
  fireEvent.click(screen.getByRole("button", { name: "Choose another day" }));
  expect(open).toHaveBeenCalledWith("pickup_date");
});

it("leads from a failed return to its delivery", () => {
  const open = showFailed({ kind: "return" });
  fireEvent.click(screen.getByRole("button", { name: "Choose another day" }));
  expect(open).toHaveBeenCalledWith("delivery");
  expect(screen.queryByRole("region", { name: "Proposed fee" })).toBeNull();
});

it.each([
  ["the crew tries again today", { next_step: "again" as const }, ""],
  ["the customer has asked for another day", {}, "May 3, 2027"],
])("offers no other day if %s", (_, more, asked) => {
  showFailed(more, asked);
  expect(screen.queryByRole("button", { name: "Choose another day" })).toBeNull();
  screen.getByRole("link", { name: /^Call / });
  if (asked) screen.getByText(`You asked for ${asked}. We will answer by email.`);
});
