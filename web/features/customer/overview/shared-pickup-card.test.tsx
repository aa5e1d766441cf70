import type { SharedPlan } from "@api/commands.types";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { SharedPickupCard } from "./shared-pickup-card";

vi.mock("./pickup-room", () => ({ PickupRoom: () => null }));

afterEach(cleanup);

const plan: SharedPlan = {
  booking_id: "b1",
  campus_id: 1,
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
  return_date: null,
  return_time: null,
  stored_until: null,
  room: null,
  own_people: null,
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

it("names the room in which the crew picks up, and does not ask to bring the boxes", () => {
  const shown = text({ room: "Room 214" });
  expect(shown).toContain("Our crew comes to Room 214.");
  expect(shown).not.toContain("bring your boxes");
});

it("says when the items come back, and what to do if something is wrong", () => {
  const away = { status: "picked_up", open: false, return_date: "2027-08-31" };
  expect(text(away)).toContain("come back together with Mei L.'s on Tuesday, August 31, 2027");
  cleanup();
  const longer = { ...away, return_date: null, stored_until: "2027-12-28" };
  expect(text(longer)).toContain("They are stored until Tuesday, December 28, 2027.");
  cleanup();
  expect(text({ ...away, status: "delivered" })).toContain("If something is wrong");
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
