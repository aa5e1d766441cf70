import { test } from "@playwright/test";
import { asService, expect, openAs } from "../support/staff-session";
import { tag } from "../support/tag";
import { freeDay } from "./pickup-days";
import { adminApi, done, line, PHONE, RUNS_CAMPUS, returning, runsAddress } from "./run-days";

test.describe.configure({ timeout: 120_000 });

test("a range of stops is dealt with two presses and put back with one", async ({
  browser,
  baseURL,
}) => {
  const service = await asService(baseURL);
  const api = await adminApi(baseURL);
  const day = freeDay();
  await returning(service, api, ["Abe", "Bea", "Cal", "Dot"], { day });
  const made = { campus_id: RUNS_CAMPUS, date: day, name: `Van ${tag()}` };
  await done(api, "create_run", made);
  const office = await openAs(browser, baseURL, "admin", { fresh: true });
  await office.goto(`${runsAddress}&date=${day}`);
  const box = (name: string) => office.getByRole("checkbox", { name: `Select ${name} ${tag()}` });
  const bar = office.getByRole("region", { name: "Selected stops" });
  const run = office.getByRole("region", { name: `Van ${tag()}` });
  const mine = () =>
    office
      .locator("li[data-stop]")
      .filter({ hasText: tag() })
      .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-stop")));
  await expect(run).toContainText("No stops yet");
  const before = await mine();
  await box("Abe").click();
  await box("Dot").click({ modifiers: ["Shift"] });
  await expect(bar).toContainText("4 stops selected");
  // The keyboard has the same.
  await box("Cal").focus();
  await office.keyboard.press("Shift+Space");
  await expect(bar).toContainText("2 stops selected");
  await office.keyboard.press("Space");
  await box("Dot").focus();
  await office.keyboard.press("Shift+Space");
  await expect(bar).toContainText("4 stops selected");
  await bar.getByRole("button", { name: `Van ${tag()}` }).click();
  await expect(run).toContainText(`4. Dot ${tag()}`);
  const change = office.getByRole("region", { name: "Last change" });
  await expect(change).toContainText(`4 stops moved to Van ${tag()}.`);
  // Another area and back: it is offered still.
  await office.getByRole("tab", { name: "Pickups" }).click();
  await office.goBack();
  await expect(change).toBeVisible();
  // And after a reload.
  await office.reload();
  await change.getByRole("button", { name: "Undo" }).click();
  await expect(office.getByText("Undone")).toBeVisible();
  await expect(run).toContainText("No stops yet");
  await expect(change).toBeHidden();
  expect(await mine()).toEqual(before);

  await box("Abe").click();
  await box("Dot").click({ modifiers: ["Shift"] });
  await bar.getByRole("button", { name: `Van ${tag()}` }).click();
  await run.getByRole("button", { name: "Select all" }).click();
  await expect(bar).toContainText("4 stops selected");
  await run.getByRole("button", { name: "Select none" }).click();
  await expect(bar).toBeHidden();
  // Somebody changes the run meanwhile: nothing is undone.
  const [{ id }] = await (await api.get(`/rest/v1/runs?select=id&name=eq.Van ${tag()}`)).json();
  const [first = "", ...others] = (await mine()).slice(-4).map(String);
  const seen = [first, ...others];
  await done(api, "accept_order", { run_id: id, order: [...others, first], seen });
  await change.getByRole("button", { name: "Undo" }).click();
  await expect(office.getByText("Somebody changed these runs in the meantime.")).toBeVisible();
  await expect(run).toContainText(`4. Abe ${tag()}`);
  await office.context().close();
  await api.dispose();
  await service.dispose();
});

test("a day is split over its vans on request, and back", async ({ browser, baseURL }) => {
  const service = await asService(baseURL);
  const api = await adminApi(baseURL);
  const day = freeDay();
  await returning(service, api, ["Ann", "Ben", "Cam", "Deb"], { day });
  const made = { campus_id: RUNS_CAMPUS, date: day, name: `Van ${tag()}` };
  const office = await openAs(browser, baseURL, "admin", { fresh: true });
  await office.goto(`${runsAddress}&date=${day}`);
  await expect(line(office, "Deb")).toBeVisible();
  const split = office.getByRole("button", { name: "Split over 2 vans" });
  await expect(split).toBeHidden();
  await done(api, "create_run", made);
  await split.click();
  const dialog = office.getByRole("dialog");
  await expect(dialog).toContainText("All windows are kept");
  const vans = dialog.getByRole("list", { name: "Vans" }).getByRole("listitem");
  await expect(vans).toHaveCount(2);
  await expect(vans.filter({ hasText: `Van ${tag()}` })).toContainText("2 stops");
  const run = office.getByRole("region", { name: `Van ${tag()}` });
  await dialog.getByRole("button", { name: "Accept" }).click();
  await expect(dialog).toBeHidden();
  await expect(run.getByRole("listitem")).toHaveCount(2);
  const change = office.getByRole("region", { name: "Last change" });
  await expect(change).toContainText("The day is split over 2 vans.");
  await change.getByRole("button", { name: "Undo" }).click();
  await expect(run).toContainText("No stops yet");
  await office.context().close();
  await api.dispose();
  await service.dispose();
});

test("the office deals stops to a second run and puts one up", async ({ browser, baseURL }) => {
  const service = await asService(baseURL);
  const api = await adminApi(baseURL);
  await returning(service, api, ["Ned", "Oda"]);
  const office = await openAs(browser, baseURL, "admin", { fresh: true });
  await office.goto(runsAddress);
  await office.getByRole("button", { name: "New run" }).click();
  const dialog = office.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create run" }).click();
  await expect(dialog.getByRole("alert")).toContainText("name");
  await dialog.getByLabel("Name").fill(`Van ${tag()}`);
  await dialog.getByLabel(/Items that fit/).fill("1");
  await dialog.getByRole("button", { name: "Create run" }).click();
  const run = office.getByRole("region", { name: `Van ${tag()}` });
  await expect(run).toContainText("No stops yet");
  for (const name of ["Ned", "Oda"])
    await office.getByRole("checkbox", { name: `Select ${name} ${tag()}` }).click();
  await office
    .getByRole("region", { name: "Selected stops" })
    .getByRole("button", { name: `Van ${tag()}` })
    .click();
  await expect(run).toContainText(`1. Ned ${tag()}`);
  await expect(run).toContainText("More items than fit");
  await run.getByRole("button", { name: `Move Oda ${tag()} up` }).click();
  await expect(run).toContainText(`1. Oda ${tag()}`);
  await run.getByRole("button", { name: `Keep Oda ${tag()} in this place` }).click();
  await expect(
    run.getByRole("button", { name: `Keep Oda ${tag()} in this place`, pressed: true }),
  ).toBeVisible();
  // A phone has the same in a menu.
  await office.setViewportSize(PHONE);
  await run.getByRole("button", { name: `Place of Oda ${tag()}, kept` }).click();
  await expect(office.getByRole("menuitem", { name: "Move up" })).toBeDisabled();
  await office.getByRole("menuitem", { name: "Move down" }).click();
  await expect(run).toContainText(`1. Ned ${tag()}`);
  await run.getByRole("button", { name: `Place of Oda ${tag()}, kept` }).click();
  await office.getByRole("menuitem", { name: "Let it move" }).click();
  await expect(
    run.getByRole("button", { name: `Place of Oda ${tag()}`, exact: true }),
  ).toBeVisible();
  await office.setViewportSize({ width: 1280, height: 720 });
  await run.getByRole("button", { name: "Propose order" }).click();
  await expect(office.getByRole("dialog")).toContainText("Saved");
  await office.context().close();
  await api.dispose();
  await service.dispose();
});
