import { Calendar } from "@components/ui/calendar";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

afterEach(cleanup);

const month = () => screen.getByRole("status").textContent;

it("opens at the month that follows from what was chosen, and tells each month that it shows", async () => {
  const months: string[] = [];
  const tell = (first: string) => months.push(first);
  render(<Calendar onChange={() => {}} opensAt="2027-04-24" today="2026-11-22" onMonth={tell} />);
  expect(month()).toBe("April 2027");
  await userEvent.click(screen.getByRole("button", { name: "Go to the Next Month" }));
  expect(months).toEqual(["2027-04-01", "2027-05-01"]);
});

it("turns to the month of a day that was chosen beside it", () => {
  const { rerender } = render(<Calendar onChange={() => {}} value="2027-04-24" />);
  rerender(<Calendar onChange={() => {}} value="2027-09-01" />);
  expect(month()).toBe("September 2027");
});

it("reads out the campus's day and what is left of a day, which can be chosen all the same", async () => {
  const choose = vi.fn();
  const notes = { "2027-04-30": { short: "Full", words: "full", gone: true } };
  render(
    <Calendar
      onChange={choose}
      opensAt="2027-04-01"
      today="2027-04-29"
      notes={notes}
      value="2027-04-30"
    />,
  );
  expect(screen.getByRole("button", { name: "Today, Thursday, April 29, 2027" })).toBeTruthy();
  await userEvent.click(
    screen.getByRole("button", { name: "Friday, April 30, 2027, selected, full" }),
  );
  expect(choose).toHaveBeenCalledWith("2027-04-30");
});
