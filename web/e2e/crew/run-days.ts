import {
  type APIRequestContext,
  type Page,
  expect as plainExpect,
  request,
} from "@playwright/test";
import { DEMO_PASSWORD, expect } from "../support/staff-session";
import { tag } from "../support/tag";

/** The campus whose runs of today these journeys use. */
export const RUNS_CAMPUS = 2;
export const PHONE = { width: 390, height: 844 };
export const runsAddress = `/admin-dashboard?tab=runs&campus=${RUNS_CAMPUS}`;

/** The data service as the demo's admin. */
export async function adminApi(baseURL: string | undefined): Promise<APIRequestContext> {
  const options = baseURL ? { baseURL } : {};
  const api = await request.newContext(options);
  const answer = await api.post("/auth/v1/token?grant_type=password", {
    headers: { apikey: "anon" },
    data: { email: "admin@demo.test", password: DEMO_PASSWORD },
  });
  const { access_token } = await answer.json();
  await api.dispose();
  return request.newContext({
    ...options,
    extraHTTPHeaders: { apikey: "anon", authorization: `Bearer ${access_token}` },
  });
}

/** What a command answers that must succeed. */
export async function done(api: APIRequestContext, name: string, given: object): Promise<never> {
  const answer = await api.post(`/rest/v1/rpc/${name}`, { data: given });
  plainExpect(answer.ok(), await answer.text()).toBe(true);
  return answer.json() as Promise<never>;
}

interface Returning {
  /** the campus day; today where it is left out */
  day?: string;
  /** what happened to each item before, the last an hour ago */
  before?: readonly { kind: string; location_id?: string }[];
  fields?: (name: string) => object;
}

/** Bookings that come back on a day, each with an item, on the van; ids and labels by first name. */
export async function returning(
  service: APIRequestContext,
  office: APIRequestContext,
  names: readonly string[],
  { day, before = [{ kind: "picked_up" }, { kind: "loaded" }], fields }: Returning = {},
): Promise<Map<string, { id: string; label: string }>> {
  const { today } = (await done(office, "campus_clock", {})) as { today: string };
  const { codes } = (await done(office, "print_labels", {
    count: names.length,
    campus_id: RUNS_CAMPUS,
  })) as { codes: string[] };
  const found = new Map<string, { id: string; label: string }>();
  for (const [place, name] of names.entries()) {
    const made = await service.post("/rest/v1/bookings", {
      data: {
        campus_id: RUNS_CAMPUS,
        first_name: name,
        last_name: tag(),
        email: `${name.toLowerCase()}.${tag()}@students.example`,
        building_name: "Cassiar",
        status: "picked_up",
        delivery_option: "same_city",
        return_delivery_date: day ?? today,
        ...fields?.(name),
      },
    });
    plainExpect(made.status(), await made.text()).toBe(201);
    const [{ id }] = await made.json();
    const label = codes[place] ?? "";
    found.set(name, { id, label });
    const events = before.map((event, step) => ({
      id: crypto.randomUUID(),
      at: new Date(Date.now() - (60 + 60 * (before.length - step)) * 60_000).toISOString(),
      label,
      booking_id: id,
      ...event,
    }));
    await done(office, "record_events", { events });
  }
  return found;
}

export const line = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ hasText: `${name} ${tag()}` });

export async function sign(page: Page): Promise<void> {
  const field = page.getByRole("img", { name: "Field to sign on" });
  await field.scrollIntoViewIfNeeded();
  await field.hover({ position: { x: 40, y: 60 } });
  await page.mouse.down();
  await field.hover({ position: { x: 140, y: 90 } });
  await page.mouse.up();
}

/** Opens a stop and works it as far as its door, its item handed over, or scanned by its label. */
export async function toTheDoor(page: Page, name: string, label?: string): Promise<void> {
  await line(page, name).getByRole("button").click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: "On Way" }).click();
  await sheet.getByRole("button", { name: "Arrived" }).click();
  await expect(sheet.getByRole("timer")).toContainText("At the door for 0 minutes");
  if (label) {
    await sheet.getByRole("button", { name: "Scan", exact: true }).click();
    await sheet.getByLabel(/type the code/i).fill(label);
    await sheet.getByRole("button", { name: "Enter" }).click();
    await sheet.getByRole("button", { name: "Stop scanning" }).click();
  } else {
    await sheet.getByRole("button", { name: "Item 1: handed over" }).click();
  }
  await expect(sheet.getByText("1 of 1 scanned out")).toBeVisible();
}

/** Works a return as a crew does: on the way, at the door, each item, a signature. */
export async function bring(page: Page, name: string, label?: string): Promise<void> {
  await toTheDoor(page, name, label);
  await page.getByRole("dialog").getByRole("button", { name: "Complete" }).click();
  await sign(page);
  await page.getByRole("dialog").getByRole("button", { name: "Complete" }).click();
  await expect(line(page, name)).toContainText("Done");
}

/** Says at a stop that nobody is there, with a photo of the door. */
export async function nobodyThere(page: Page, name: string): Promise<void> {
  await line(page, name).getByRole("button").click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: "On Way" }).click();
  await sheet.getByRole("button", { name: "Arrived" }).click();
  await sheet.getByRole("button", { name: "Failed" }).click();
  const failing = page.getByRole("dialog");
  await failing.getByRole("radio", { name: "Nobody there" }).click();
  await failing
    .getByLabel("Photo of the door")
    .setInputFiles({ name: "door.png", mimeType: "image/png", buffer: await picture(page) });
  await expect(failing.getByRole("img", { name: "What you photographed" })).toBeVisible();
  await failing.getByRole("radio", { name: /^Ask the office/ }).click();
  await failing.getByRole("button", { name: "Mark as failed" }).click();
  await expect(line(page, name)).toContainText("Did not work out");
}

/** A picture large enough to show something. */
export async function picture(page: Page): Promise<Buffer> {
  return page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 } });
}

/** The stop of a booking's return. */
export async function stopOf(service: APIRequestContext, booking: string | undefined) {
  const found = await service.get(`/rest/v1/run_stops?kind=eq.return&booking_id=eq.${booking}`);
  return (await found.json())[0] as { id: string; state: string };
}

/** Rows that the service key finds. */
export async function rowsOf<Row>(service: APIRequestContext, query: string): Promise<Row[]> {
  const answer = await service.get(`/rest/v1/${query}`);
  plainExpect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as Row[];
}
