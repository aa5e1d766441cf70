import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Countdown } from "./countdown";

const NOW = Date.parse("2027-04-30T15:00:00Z");

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const clock = {
  now: new Date(NOW).toISOString(),
  today: "2027-04-30",
  time_zone: "America/Vancouver",
  utc_offset: "-07:00",
  receivedAt: 0,
};

it("counts a pickup of another week in days, each second", () => {
  render(
    <Countdown
      until={NOW + 9 * 86_400_000 + 3_661_000}
      clock={{ ...clock, receivedAt: performance.now() }}
    />,
  );
  const timer = screen.getByRole("timer");
  expect(timer.textContent).toBe("09days01hour01minute01second");
  act(() => vi.advanceTimersByTime(2_000));
  expect(timer.textContent).toBe("09days01hour00minutes59seconds");
});

it("says one hour, one minute and one second as one does", () => {
  render(<Countdown until={NOW + 3_661_000} clock={{ ...clock, receivedAt: performance.now() }} />);
  const timer = screen.getByRole("timer");
  expect(timer.getAttribute("aria-label")).toBe("1 hour, 1 minute, 1 second until your pickup");
  expect(timer.textContent).toBe("01hour01minute01second");
  act(() => vi.advanceTimersByTime(2_000));
  expect(timer.textContent).toBe("01hour00minutes59seconds");
});
