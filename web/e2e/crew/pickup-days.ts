import type { APIRequestContext, Page } from "@playwright/test";
import { expect } from "../support/staff-session";
import { tag } from "../support/tag";

/** The campus whose days these journeys use. */
export const CAMPUS = 3;

// Workers begin within one second: each has thirty days of its own in the run's.
const worker = Number(process.env.TEST_WORKER_INDEX ?? 0) % 4;
const start = (Math.floor(Date.now() / 1000) % 150) * 120 + worker * 30;
let taken = 0;

/**
 * A day whose queue and bookings no other journey has: from 2045 on, since no plausible day lies
 * after 2100. Workers act on near days alone, so that an admin is the crew here; journeys of runs
 * have workers on today's.
 */
export function freeDay(): string {
  const day = new Date(Date.UTC(2045, 0, 1 + start + taken));
  taken += 1;
  return day.toISOString().slice(0, 10);
}

export const address = (day: string) => `/admin-dashboard?tab=pickups&campus=${CAMPUS}&date=${day}`;

/** Bookings of guests, who stand in the day's line in this order. */
export async function book(
  service: APIRequestContext,
  day: string,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    const answer = await service.post("/rest/v1/bookings", {
      data: {
        campus_id: CAMPUS,
        first_name: name,
        last_name: tag(),
        email: emailOf(name),
        phone: "+12505550188",
        building_name: "North Tower",
        address: "Room 12",
        pickup_date: day,
        pickup_time: "9:00 AM - 12:00 PM",
        additional_comments: name === "Ana" ? "Two bikes" : null,
      },
    });
    expect(answer.status(), await answer.text()).toBe(201);
  }
}

const emailOf = (name: string) =>
  `${name.toLowerCase().replaceAll(" ", "-")}.${tag()}@students.example`;

/** A booking's status as the database has it. */
export async function statusOf(service: APIRequestContext, name: string): Promise<string> {
  const found = await service.get(`/rest/v1/bookings?select=status&email=eq.${emailOf(name)}`);
  return (await found.json())[0]?.status;
}

export const stops = (page: Page) =>
  page.getByRole("list", { name: "Stops to do" }).getByRole("listitem");
export const stop = (page: Page, name: string) => stops(page).filter({ hasText: name });
export const order = (page: Page) =>
  stops(page)
    .getByRole("heading")
    .allInnerTexts()
    .then((names) => names.map((name) => name.split(" ")[0]).join(" "));
export const inOrder = (page: Page, names: string) => expect.poll(() => order(page)).toBe(names);
