import type { SharedPlan } from "@api/commands.types";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it } from "vitest";
import { SharedPickupCard } from "./shared-pickup-card";

afterEach(cleanup);

const plan: SharedPlan = {
  booking_id: "b1",
  status: "confirmed",
  owner: false,
  open: true,
  people: [
    { id: null, name: "Mei L.", owner: true, you: false },
    { id: "m1", name: "Ana K.", owner: false, you: true },
  ],
  most_people: 8,
  pickup_date: "2027-04-28",
  pickup_time: "9:00 AM - 12:00 PM",
  residence: "Totem Park, 2525 West Mall",
  campus: "University of British Columbia, Vancouver Campus",
  share: null,
  possible: [],
  invited_until: null,
};

function text(changes: Partial<SharedPlan> = {}): string {
  render(
    <MemoryRouter>
      <SharedPickupCard plan={{ ...plan, ...changes }} />
    </MemoryRouter>,
  );
  return document.body.textContent ?? "";
}

it("says whose bundle it is, when and where the crew comes, and what to do", () => {
  const shown = text();
  for (const words of [
    "You share Mei L.'s bundle",
    "Pickup Confirmed",
    "April 28, 2027",
    "9:00 AM - 12:00 PM",
    "Totem Park, 2525 West Mall",
    "bring your boxes to Mei L. before the pickup begins",
  ])
    expect(shown).toContain(words);
  expect(screen.queryByRole("link", { name: "See my invoice" })).toBeNull();
});

it("says that the day is not chosen yet", () => {
  expect(text({ pickup_date: null })).toContain("The day is not chosen yet.");
});

it("leads to the invoice once everything is picked up", () => {
  const shown = text({ status: "picked_up", open: false });
  expect(shown).toContain("Items Picked Up");
  expect(shown).not.toContain("bring your boxes");
  expect(screen.getByRole("link", { name: "See my invoice" })).toBeTruthy();
});
