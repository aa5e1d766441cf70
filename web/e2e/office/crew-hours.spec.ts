import { readFile } from "node:fs/promises";
import { type APIRequestContext, test } from "@playwright/test";
import {
  adminApi,
  bring,
  done,
  PHONE,
  RUNS_CAMPUS,
  returning,
  runsAddress,
} from "../crew/run-days";
import { barriers } from "../support/barriers";
import { chooseDay } from "../support/calendar";
import { asService, expect, openAs } from "../support/staff-session";
import { tag } from "../support/tag";

/** The office plans and counts the crew's work; rules: availability, day-load, crew-hours. */

const later = (today: string, days: number) =>
  new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);

async function todayOf(api: APIRequestContext): Promise<string> {
  return ((await done(api, "campus_clock", {})) as { today: string }).today;
}

test("a worker says when they can work, and the office sees and changes it", async ({
  browser,
  baseURL,
}) => {
  const api = await adminApi(baseURL);
  const away = later(await todayOf(api), 40);
  const crew = await openAs(browser, baseURL, "worker", { ...PHONE, fresh: true });
  await crew.goto("/admin-dashboard?tab=crew");
  await expect(crew.getByRole("tab", { name: "My work" })).toBeVisible();
  const sunday = crew.getByRole("checkbox", { name: "Sunday" });
  await expect(sunday).toBeChecked();
  await sunday.focus();
  await crew.keyboard.press("Space");
  await crew.getByRole("checkbox", { name: "Monday" }).click();
  await crew.getByLabel("First day").first().click();
  await chooseDay(crew, away);
  await crew.getByRole("button", { name: "Off", exact: true }).click();
  await expect(crew.getByRole("list", { name: "Days off" }).getByRole("listitem")).toHaveCount(1);
  await crew.reload();
  await expect(sunday).not.toBeChecked();
  await expect(crew.getByRole("checkbox", { name: "Monday" })).not.toBeChecked();
  await expect(crew.getByRole("checkbox", { name: "Tuesday" })).toBeChecked();
  expect(await barriers(crew, "main")).toEqual([]);
  const [own] = (await done(api, "crew_availability", {}).then((all: unknown) =>
    (all as { user_id: string; name: string; days_off: string[] }[]).filter(({ days_off }) =>
      days_off.includes(away),
    ),
  )) as { user_id: string; name: string }[];
  const name = own?.name ?? "";

  const office = await openAs(browser, baseURL, "admin", { fresh: true });
  await office.goto("/admin-dashboard?tab=crew");
  const row = office
    .getByRole("table", { name: "Availability" })
    .getByRole("row")
    .filter({ hasText: name });
  await expect(row).toContainText("Tue, Wed, Thu, Fri, Sat");
  await row.getByRole("button", { name: /^Change/ }).click();
  const dialog = office.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Remove/ }).click();
  await expect(dialog.getByRole("list", { name: "Days off" })).toHaveCount(0);
  await dialog.getByRole("checkbox", { name: "Monday" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(row).toContainText("Mon, Tue, Wed, Thu, Fri, Sat");
  // Who cannot work is put on no run, in words, and is not offered.
  const day = { first_day: away, last_day: away, works: false };
  await done(api, "set_work_days", { user_id: own?.user_id, ...day });
  const run = { campus_id: RUNS_CAMPUS, date: away, name: "Van", workers: [own?.user_id] };
  const refused = await api.post("/rest/v1/rpc/create_run", { data: run });
  expect((await refused.json()).message).toContain("does not work at this campus on that day");
  await office.goto(`${runsAddress}&date=${away}`);
  await office.getByRole("button", { name: "New run" }).click();
  await expect(dialog.getByRole("checkbox", { name: "Wren Okafor" })).toBeVisible();
  await expect(dialog.getByRole("checkbox", { name })).toHaveCount(0);
  await crew.context().close();
  await office.context().close();
  await api.dispose();
});

test("a day is called overbooked before more is moved there", async ({ browser, baseURL }) => {
  const service = await asService(baseURL);
  const api = await adminApi(baseURL);
  const day = later(await todayOf(api), 52);
  const book = async (name: string, pickup_date: string) => {
    const made = await service.post("/rest/v1/bookings", {
      headers: { prefer: "return=representation" },
      data: {
        campus_id: RUNS_CAMPUS,
        first_name: name,
        last_name: tag(),
        email: `${name.toLowerCase()}.${tag()}@students.example`,
        building_name: "Cassiar",
        status: "confirmed",
        pickup_date,
        pickup_time: "9:00 AM - 12:00 PM",
        expected_items: 100,
      },
    });
    expect(made.status(), await made.text()).toBe(201);
    return (await made.json())[0].id as string;
  };
  const workers = (await done(api, "crew_members", { campus_id: RUNS_CAMPUS, day })) as {
    id: string;
    name: string;
  }[];
  const wren = workers.find(({ name }) => name === "Wren Okafor")?.id ?? "";
  await done(api, "create_run", {
    campus_id: RUNS_CAMPUS,
    date: day,
    name: `Van ${tag()}`,
    workers: [wren],
  });
  for (const name of ["Ana", "Ben", "Cleo", "Dov", "Eli", "Fay"]) await book(name, day);
  const moved = await book("Gus", later(day, 1));

  const office = await openAs(browser, baseURL, "admin", { fresh: true });
  await office.goto(`/admin-dashboard?tab=schedule&campus=${RUNS_CAMPUS}&date=${day}`);
  await expect(office.getByText(/^Crew: .* of work, 9 h of 1 crew/)).toBeVisible();
  await office.goto(`/admin-dashboard?tab=bookings&booking=${moved}`);
  const record = office.getByRole("dialog");
  await record.getByRole("button", { name: "Change date" }).click();
  await chooseDay(office, day);
  await expect(record.getByText(/This would overbook the day/)).toBeVisible();
  await record.getByRole("button", { name: /^Move to / }).click();
  await expect(office.getByText("Date Updated")).toBeVisible();

  await office.goto(`/admin-dashboard?tab=runs&campus=${RUNS_CAMPUS}&date=${day}`);
  await expect(office.getByRole("main").getByText(/Overbooked: .* 9 h of 1 crew/)).toBeVisible();
  await office.goto(`/admin-dashboard?tab=crew&campus=${RUNS_CAMPUS}&date=${day}`);
  const row = office.getByRole("row").filter({ hasText: "Overbooked" });
  await expect(row.first()).toContainText("Wren Okafor");
  expect(await barriers(office, "main")).toEqual([]);
  await office.context().close();
  const boss = await openAs(browser, baseURL, "executive", { fresh: true });
  await boss.goto("/admin-dashboard?tab=settings&section=capacity");
  await expect(boss.getByRole("list", { name: /^Overbooked at Okanagan/ })).toContainText(
    "9 h of 1 crew",
  );
  await boss.context().close();
  await service.dispose();
  await api.dispose();
});

test("hours and stops per hour of a crew come from what it recorded", async ({
  browser,
  baseURL,
}) => {
  const service = await asService(baseURL);
  const api = await adminApi(baseURL);
  await returning(service, api, ["Ivy"]);
  const crew = await openAs(browser, baseURL, "worker", { ...PHONE, fresh: true });
  await crew.goto(runsAddress);
  await bring(crew, "Ivy");
  await crew.goto("/admin-dashboard?tab=crew");
  await expect(crew.getByRole("table", { name: "Hours by crew" })).toContainText("Okanagan");
  await expect(crew.getByRole("table", { name: "Hours by person" })).toHaveCount(0);

  const office = await openAs(browser, baseURL, "admin", { fresh: true });
  await office.goto("/admin-dashboard?tab=crew");
  await expect(office.getByRole("table", { name: "Hours by person" })).toBeVisible();
  const saving = office.waitForEvent("download");
  await office.getByRole("button", { name: "Export CSV" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^crew_hours_.*\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  expect(text).toContain("Day,Campus,Run,Name,First event,Last event,Hours,Stops done");
  expect(text).toContain("Okanagan");
  await crew.context().close();
  await office.context().close();
  await service.dispose();
  await api.dispose();
});
