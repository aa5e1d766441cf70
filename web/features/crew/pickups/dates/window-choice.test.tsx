import { CLOCK_KEY } from "@api/clock";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { WindowChoice } from "./window-choice";

const DAY = "2027-05-01";

it("says of a window that it has begun, and chooses none that is over", () => {
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  // 14:00 on campus: the morning is over, the afternoon has begun.
  queries.setQueryData(CLOCK_KEY, {
    now: `${DAY}T21:00:00Z`,
    today: DAY,
    utc_offset: "-07:00",
    receivedAt: performance.now(),
  });
  const places = { capacity: 5, places_left: 2 };
  const windows = [
    { time_of_day: "morning", over: true, ...places },
    { time_of_day: "afternoon", over: true, ...places },
    { time_of_day: "evening", over: false, ...places },
  ];
  queries.setQueryData(["places", 2, DAY], { days: [{ date: DAY, windows }] });
  render(
    <QueryClientProvider client={queries}>
      <WindowChoice campusId={2} day={DAY} value={undefined} onChange={() => {}} />
    </QueryClientProvider>,
  );
  const cards = screen.getAllByRole("radio");
  expect(cards.map(({ textContent }) => textContent)).toEqual([
    "9:00 AM - 12:00 PMOver",
    "12:00 PM - 3:00 PM2 of 5 left, begun",
    "3:00 PM - 6:00 PM2 of 5 left",
  ]);
  expect(cards.map((card) => card.hasAttribute("disabled"))).toEqual([true, false, false]);
});
